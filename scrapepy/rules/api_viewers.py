"""Viewers of API descriptions: pages that are empty until a script has read an OpenAPI document and drawn it.

A row says how a viewer names the document: in an attribute of its element, as the text of its element, or in a call
that a script makes. Sources: the viewers' own documentation (swagger.io "Configuration", redocly.com "Redoc
quickstart", rapidocweb.com "API", docs.stoplight.io "Elements configuration", scalar.com "HTML").
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ApiViewer:
    """One viewer. What is empty is not asked."""

    name: str
    """Stands in the frontmatter as the platform."""
    why: str
    tags: tuple[str, ...] = ()
    """Custom elements that the document is drawn into."""
    roots: tuple[str, ...] = ()
    """Selectors of other elements that it is drawn into."""
    attributes: tuple[str, ...] = ()
    """Attributes of those elements that hold the document's address."""
    settings: tuple[str, ...] = ()
    """Attributes of those elements that hold settings as JSON, which name or hold the document."""
    holds_text: bool = False
    """The element may hold the document itself as its text."""
    calls: tuple[str, ...] = ()
    """What a script says that starts the viewer, or that hands it its document."""
    scripts: tuple[str, ...] = ()
    """Words in the address of the script that is the viewer, in lower case."""


API_VIEWERS: tuple[ApiViewer, ...] = (
    ApiViewer(
        name="swagger-ui",
        why="SwaggerUIBundle({url: …}) or urls: […], spec: {…}, configUrl: …; the call often has a script of its own",
        roots=("#swagger-ui", ".swagger-ui"),
        calls=("SwaggerUIBundle(", "SwaggerUi(", "SwaggerUI(", "swaggerDoc", "swaggerUrl"),
        scripts=("swagger",),
    ),
    ApiViewer(
        name="redoc",
        why='<redoc spec-url="…">, Redoc.init("…"), or the state of a page built beforehand',
        tags=("redoc",),
        roots=("#redoc", "#redoc-container"),
        attributes=("spec-url",),
        calls=("Redoc.init(", "Redoc.hydrate(", "__redoc_state"),
        scripts=("redoc",),
    ),
    ApiViewer(
        name="rapidoc",
        why='<rapi-doc spec-url="…">',
        tags=("rapi-doc", "rapi-doc-mini"),
        scripts=("rapidoc", "rapi-doc"),
        attributes=("spec-url",),
    ),
    ApiViewer(
        name="stoplight-elements",
        why='<elements-api apiDescriptionUrl="…">, or the document itself in apiDescriptionDocument',
        tags=("elements-api",),
        scripts=("elements", "stoplight"),
        attributes=("apidescriptionurl",),
        settings=("apidescriptiondocument",),
    ),
    ApiViewer(
        name="scalar",
        why='<script id="api-reference" data-url="…">, which may hold the document; Scalar.createApiReference(…)',
        roots=("#api-reference",),
        attributes=("data-url",),
        settings=("data-configuration",),
        holds_text=True,
        calls=("Scalar.createApiReference(",),
        scripts=("scalar", "api-reference"),
    ),
)
