"""Where HTML holds URLs: one row for each attribute, and what the roles of ``link`` and ``meta`` are.

Sources: HTML standard (index of attributes), HTML 4.01, SVG 2 (linking), Open Graph, and the habits of lazy-loading
scripts, which keep the true address of an image in a ``data-`` attribute.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from scrapepy.model.url import Role


class Form(Enum):
    """How the value of an attribute holds its URLs."""

    URL = "url"  # the whole value
    SRCSET = "srcset"
    SPACED = "spaced"  # URLs with white space between
    LISTED = "listed"  # URLs with commas between
    LAZY = "lazy"  # a URL, if it looks like one, since scripts put anything into data- attributes
    LAZY_SRCSET = "lazy srcset"
    LAZY_CSS = "lazy css"  # a URL, or a CSS value with url()
    DOCUMENT = "document"  # HTML text (srcdoc)


@dataclass(frozen=True, slots=True)
class UrlAttribute:
    """``attribute`` of each of ``elements`` holds URLs. ``only_if`` names the value that ``type`` must have."""

    elements: tuple[str, ...]
    attribute: str
    form: Form
    role: Role
    only_if: str = ""


_SVG_PARTS = (
    *("use", "image", "feImage", "pattern", "linearGradient", "radialGradient", "filter", "textPath", "mpath"),
    *("cursor", "tref", "font-face-uri", "color-profile", "glyphRef", "altGlyph"),
)

URL_ATTRIBUTES: tuple[UrlAttribute, ...] = (
    UrlAttribute(("a", "area"), "href", Form.URL, Role.LINK),
    UrlAttribute(("blockquote", "q", "ins", "del"), "cite", Form.URL, Role.LINK),
    UrlAttribute(("img", "iframe", "frame"), "longdesc", Form.URL, Role.LINK),
    UrlAttribute(("img",), "src", Form.URL, Role.IMAGE),
    UrlAttribute(("img",), "lowsrc", Form.URL, Role.IMAGE),
    UrlAttribute(("img",), "dynsrc", Form.URL, Role.MEDIA),
    UrlAttribute(("input",), "src", Form.URL, Role.IMAGE, only_if="image"),
    UrlAttribute(("img", "source"), "srcset", Form.SRCSET, Role.IMAGE),
    UrlAttribute(("link",), "imagesrcset", Form.SRCSET, Role.IMAGE),
    UrlAttribute(("video",), "poster", Form.URL, Role.IMAGE),
    UrlAttribute(("video", "audio", "source", "track", "bgsound"), "src", Form.URL, Role.MEDIA),
    UrlAttribute(("iframe", "frame"), "src", Form.URL, Role.FRAME),
    UrlAttribute(("iframe",), "srcdoc", Form.DOCUMENT, Role.FRAME),
    UrlAttribute(("script",), "src", Form.URL, Role.SCRIPT),
    UrlAttribute(("form",), "action", Form.URL, Role.FORM),
    UrlAttribute(("button", "input"), "formaction", Form.URL, Role.FORM),
    UrlAttribute(("html",), "manifest", Form.URL, Role.HINT),
    UrlAttribute(("object",), "archive", Form.SPACED, Role.MEDIA),
    UrlAttribute(("applet",), "archive", Form.LISTED, Role.MEDIA),
    UrlAttribute(("img", "source", "input"), "data-src", Form.LAZY, Role.IMAGE),
    UrlAttribute(("img",), "data-original", Form.LAZY, Role.IMAGE),
    UrlAttribute(("img",), "data-lazy", Form.LAZY, Role.IMAGE),
    UrlAttribute(("img", "source"), "data-lazy-src", Form.LAZY, Role.IMAGE),
    UrlAttribute(("img",), "data-hi-res-src", Form.LAZY, Role.IMAGE),
    UrlAttribute(("img",), "data-src-retina", Form.LAZY, Role.IMAGE),
    UrlAttribute(("img", "source"), "data-srcset", Form.LAZY_SRCSET, Role.IMAGE),
    UrlAttribute(("img", "source"), "data-lazy-srcset", Form.LAZY_SRCSET, Role.IMAGE),
    UrlAttribute(("img", "source"), "data-original-set", Form.LAZY_SRCSET, Role.IMAGE),
    UrlAttribute(("video",), "data-poster", Form.LAZY, Role.IMAGE),
    UrlAttribute(("video", "audio"), "data-src", Form.LAZY, Role.MEDIA),
    UrlAttribute(("iframe",), "data-src", Form.LAZY, Role.FRAME),
    UrlAttribute(("iframe",), "data-lazy-src", Form.LAZY, Role.FRAME),
)

SVG_URL_ATTRIBUTES: tuple[UrlAttribute, ...] = (
    UrlAttribute(("a",), "href", Form.URL, Role.LINK),
    UrlAttribute(("a",), "xlink:href", Form.URL, Role.LINK),
    UrlAttribute(("script",), "href", Form.URL, Role.SCRIPT),
    UrlAttribute(("script",), "xlink:href", Form.URL, Role.SCRIPT),
    UrlAttribute(_SVG_PARTS, "href", Form.URL, Role.IMAGE),
    UrlAttribute(_SVG_PARTS, "xlink:href", Form.URL, Role.IMAGE),
)
"""The same for elements inside ``svg``."""

ANYWHERE: tuple[UrlAttribute, ...] = (
    UrlAttribute(("body", "table", "thead", "tbody", "tfoot", "tr", "td", "th"), "background", Form.URL, Role.IMAGE),
    UrlAttribute(("a", "area"), "ping", Form.SPACED, Role.HINT),
    UrlAttribute(("*",), "data-bg", Form.LAZY_CSS, Role.IMAGE),
    UrlAttribute(("*",), "data-background-image", Form.LAZY_CSS, Role.IMAGE),
)
"""Attributes that are looked for by their own name: on elements of every kind, or on kinds of which a page has many."""


@dataclass(frozen=True, slots=True)
class LinkRelation:
    """What a ``link`` with the word ``rel`` is there for. Rows stand in the order in which they win.

    With the role None the address is said to machines only (a service's end point, a preview for social networks): it
    is written in full, and is no reference, since nobody who reads the page ever goes there.
    """

    rel: str
    role: Role | None


LINK_RELATIONS: tuple[LinkRelation, ...] = (
    LinkRelation("stylesheet", Role.STYLE),
    LinkRelation("icon", Role.ICON),
    LinkRelation("apple-touch-icon", Role.ICON),
    LinkRelation("apple-touch-icon-precomposed", Role.ICON),
    LinkRelation("apple-touch-startup-image", Role.ICON),
    LinkRelation("mask-icon", Role.ICON),
    LinkRelation("fluid-icon", Role.ICON),
    LinkRelation("manifest", Role.MANIFEST),
    LinkRelation("modulepreload", Role.SCRIPT),
    LinkRelation("preconnect", Role.HINT),
    LinkRelation("dns-prefetch", Role.HINT),
    LinkRelation("prefetch", Role.HINT),
    LinkRelation("prerender", Role.HINT),
    LinkRelation("image_src", None),
    LinkRelation("pingback", None),
    LinkRelation("webmention", None),
    LinkRelation("edituri", None),
    LinkRelation("wlwmanifest", None),
    LinkRelation("https://api.w.org/", None),
    LinkRelation("shortlink", None),
    LinkRelation("amphtml", None),
    LinkRelation("micropub", None),
    LinkRelation("authorization_endpoint", None),
    LinkRelation("token_endpoint", None),
    LinkRelation("openid.server", None),
    LinkRelation("openid2.provider", None),
    LinkRelation("import", None),
)
"""Any other relation (canonical, next, search, license …) is :attr:`Role.META`; ``preload`` and feeds see below."""

PRELOADED_AS: dict[str, Role] = {
    "style": Role.STYLE,
    "script": Role.SCRIPT,
    "worker": Role.SCRIPT,
    "font": Role.FONT,
    "image": Role.IMAGE,
    "audio": Role.MEDIA,
    "video": Role.MEDIA,
    "track": Role.MEDIA,
}
"""What ``link rel=preload as=…`` asks for; with another ``as`` it is a hint."""

FEED_TYPES = frozenset(
    {"application/rss+xml", "application/atom+xml", "application/feed+json", "application/rdf+xml", "text/xml"}
    | {"application/xml"}
)
"""Types of ``link rel=alternate`` that are feeds."""

RECORD_TYPES = frozenset(
    {
        "application/json+oembed",
        "text/xml+oembed",
        "application/json",
        "application/ld+json",
        "application/activity+json",
    }
)
"""Types of ``link rel=alternate`` that are the page once more for machines: treated as a relation without a role."""

META_URLS: dict[str, Role] = {"og:url": Role.META}
"""``meta`` by property, name or itemprop, whose content is an address."""

META_PREVIEWS = frozenset(
    {"og:image", "og:image:url", "og:image:secure_url", "og:video", "og:video:url", "og:video:secure_url", "og:audio"}
    | {"og:audio:url", "twitter:url", "twitter:image", "twitter:image:src", "twitter:player", "thumbnail", "image"}
    | {"thumbnailurl", "msapplication-tileimage", "msapplication-config", "msapplication-square70x70logo"}
    | {"msapplication-square150x150logo", "msapplication-wide310x150logo", "msapplication-square310x310logo"}
)
"""The same for social networks and start screens: written in full, no reference."""

DOCUMENT_TYPES = frozenset({"text/html", "application/xhtml+xml", "text/plain", "application/xml", "text/xml"})
"""Types of ``object`` and ``embed`` that open as a document of their own."""

DOCUMENT_EXTENSIONS = frozenset({"", ".html", ".htm", ".xhtml", ".php", ".txt"})
"""File name endings of ``object`` and ``embed`` without a type that mean a document."""

IMAGE_EXTENSIONS = frozenset({".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".bmp", ".ico"})
"""File name endings of ``object`` and ``embed`` without a type that mean an image."""

MEDIA_PARAMETERS = frozenset({"movie", "src", "filename", "url", "data", "flashmovie"})
"""Names of ``param`` elements whose value is the address of what an ``object`` plays."""
