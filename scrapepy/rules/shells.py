"""Pages that hold no text and draw themselves by script: the elements they are drawn into."""

from __future__ import annotations

SHELL_ROOTS = (
    "#root, #app, #__next, #__nuxt, #___gatsby, #svelte, #q-app, #redoc, redoc, rapi-doc, elements-api, "
    "#swagger-ui, #api-reference, app-root, [data-reactroot], [ng-version]"
)
"""React, Vue, Next, Nuxt, Gatsby, Svelte, Quasar, Redoc, RapiDoc, Stoplight, Swagger UI, Scalar, Angular."""

SHELL_WORDS = 20
"""A page with fewer words in its body and such an element is a shell."""
