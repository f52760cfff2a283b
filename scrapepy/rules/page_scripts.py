"""Inline scripts that only make sense on the site itself, and that a page does without."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class InlineScript:
    """A script in the page that is removed if ``pattern`` (a regular expression) is found in it.

    ``longest`` is the size up to which it counts, in characters: a snippet does one thing, and a longer script that
    does this too does other things besides.
    """

    id: str
    pattern: str
    why: str
    longest: int = 2_000


INLINE_SCRIPTS: tuple[InlineScript, ...] = (
    InlineScript(
        "service-worker",
        r"\bserviceWorker\s*\.\s*register\s*\(",
        "a file can have no service worker, and one on a local server would keep answering with old pages",
    ),
    InlineScript(
        "cloudflare-challenge",
        r"\b__CF\$cv\$params\b",
        "Cloudflare puts it into every page; it loads a script from the root of the host to look at the visitor",
        4_000,
    ),
    InlineScript(
        "matomo",
        r"\b_paq\b[\s\S]*\b(?:matomo|piwik)\.(?:js|php)\b",
        "the statistics program Matomo on the site's own host, which no table of hosts knows",
        4_000,
    ),
)


@dataclass(frozen=True, slots=True)
class AskingAttribute:
    """An attribute by whose ``value`` a site's own script finds an element for which it then asks the network.

    It is removed from pages that one of ``generators`` has made, or that have ``selector``; the element and the script
    stay.
    """

    id: str
    attribute: str
    value: str
    generators: tuple[str, ...]
    """Beginnings of the content of a generator ``meta``, in lower case."""
    why: str
    selector: str = ""
    """CSS: an element that tells such pages where they have no ``meta``."""


ASKING_ATTRIBUTES: tuple[AskingAttribute, ...] = (
    AskingAttribute(
        "mkdocs-material-source",
        "data-md-component",
        "source",
        ("mkdocs",),
        "Material for MkDocs asks api.github.com or GitLab for the stars of the repository named there",
    ),
    AskingAttribute(
        "mdbook-playground",
        "class",
        "playground",
        (),
        "mdBook asks play.rust-lang.org which crates it has, for a button that runs the example there",
        selector="#mdbook-sidebar, nav#sidebar.sidebar ~ #page-wrapper, nav#sidebar ~ .page-wrapper",
    ),
)

SNIPPET_CHARACTERS = 4_000
"""An inline script up to this size that names the host of a tracker is taken for the tracker's own snippet."""

REMOVED_TYPES: dict[str, str] = {"speculationrules": "a hint which next pages to load"}
"""Types of ``script`` elements that are removed, with the reason."""

SCRIPT_TYPES = (
    r"(?:module|(?:text|application)/(?:x-)?(?:java|ecma)script|text/(?:javascript1\.[0-5]|jscript|livescript))?"
)
"""What the whole ``type`` of an element must match to be run (HTML standard, "prepare the script element"); others hold
data."""
