"""Pages that hold no text and draw themselves by script: the elements they are drawn into."""

from __future__ import annotations

SHELL_ROOTS = (
    "#root, #app, #__next, #__nuxt, #___gatsby, #svelte, #q-app, #redoc, redoc, rapi-doc, elements-api, "
    "#swagger-ui, #api-reference, #storybook-docs, app-root, [data-reactroot], [ng-version]"
)
"""React, Vue, Next, Nuxt, Gatsby, Svelte, Quasar, Redoc, RapiDoc, Stoplight, Swagger UI, Scalar, Storybook, Angular."""

SHELL_MESSAGES = ".sb-wrapper"
"""What a shell holds for when its script fails or finds nothing, hidden until then: Storybook."""

SHELL_TAKEN = (
    "a[href], img, svg, picture, video, audio, canvas, iframe, frameset, object, embed, form, table, input, button"
)
"""What a body holds that is more than a place to draw in: with one of these it is a page, however short."""

SHELL_PLACES = ("div", "main", "section", "article")
"""Elements that scripts draw into, besides elements of the site's own (with a hyphen in their name)."""

SHELL_WORDS = 20
"""A page with fewer words in its body and such an element is a shell."""
