"""What is taken out of a saved page because it would block, load or say what no longer holds for a file on disk."""

from __future__ import annotations

from dataclasses import dataclass

from scrapepy.model.url import Role


@dataclass(frozen=True, slots=True)
class MetaRule:
    """``<meta http-equiv=…>`` that is removed. ``http_equiv`` in lower case."""

    http_equiv: str
    why: str


REMOVED_METAS: tuple[MetaRule, ...] = (
    MetaRule("content-security-policy", "'self' is no file: styles and scripts of the copy would be refused"),
    MetaRule("content-security-policy-report-only", "reports to the site"),
    MetaRule("x-content-security-policy", "the same, of Firefox 4"),
    MetaRule("x-webkit-csp", "the same, of Safari 6"),
    MetaRule("x-dns-prefetch-control", "a hint to ask for names"),
    MetaRule("content-type", "names the charset that the page came in; the copy is UTF-8"),
)


@dataclass(frozen=True, slots=True)
class AttributeRule:
    """An attribute that is removed from each of ``elements``."""

    attribute: str
    elements: tuple[str, ...]
    why: str


REMOVED_ATTRIBUTES: tuple[AttributeRule, ...] = (
    AttributeRule(
        "integrity", ("link", "script"), "the copy's sheets have other bytes, and file: has no CORS to allow it"
    ),
    AttributeRule(
        "crossorigin",
        ("link", "script", "img", "video", "audio"),
        "asks for CORS, which file: has not: the resource would be refused",
    ),
    AttributeRule(
        "nonce", ("link", "script", "style"), "belongs to the policy that is removed, and differs at every visit"
    ),
    AttributeRule("charset", ("link", "script"), "names the charset that the file came in; the copy's are UTF-8"),
    AttributeRule("ping", ("a", "area"), "tells a third party of every click"),
    AttributeRule("manifest", ("html",), "the application cache, which browsers have given up"),
)


@dataclass(frozen=True, slots=True)
class HintRule:
    """``<link rel=…>`` that only prepares for requests to come. ``role`` narrows it to references of one role."""

    rel: str
    why: str
    role: Role | None = None


HINTS: tuple[HintRule, ...] = (
    HintRule("preconnect", "opens a connection to the site"),
    HintRule("dns-prefetch", "asks for the site's address"),
    HintRule("prefetch", "loads what a next page may need"),
    HintRule("prerender", "loads a next page"),
    HintRule("modulepreload", "modules cannot be preloaded from disk; the script that wants them asks by itself"),
    HintRule("preload", "of data for a script (as=fetch): refused from disk; of styles, fonts, … it stays", Role.HINT),
)


@dataclass(frozen=True, slots=True)
class LazyAttribute:
    """Where a lazy-loading script keeps the address that belongs into ``target``. Rows stand in the order they win."""

    attribute: str
    target: str
    why: str


LAZY_ATTRIBUTES: tuple[LazyAttribute, ...] = (
    LazyAttribute("data-src", "src", "lazysizes, lozad, vanilla-lazyload and most others"),
    LazyAttribute("data-lazy-src", "src", "WP Rocket, Jetpack, a3 Lazy Load"),
    LazyAttribute("data-original", "src", "jQuery Lazy Load"),
    LazyAttribute("data-lazy", "src", "slick"),
    LazyAttribute("data-srcset", "srcset", "lazysizes and most others"),
    LazyAttribute("data-lazy-srcset", "srcset", "WP Rocket, Jetpack"),
    LazyAttribute("data-original-set", "srcset", "vanilla-lazyload 8"),
    LazyAttribute("data-poster", "poster", "video players"),
)

LAZY_BACKGROUNDS = ("data-bg", "data-background-image")
"""Where such a script keeps the address, or the CSS ``url()``, of a background image."""

LAZY_CLASSES = frozenset(
    {"lazy", "lazyload", "lazyloading", "lazyloaded", "lazy-load", "lazy-loaded", "lazy-image", "lazy-img", "img-lazy"}
    | {"js-lazy", "js-lazy-image", "js-lazyload", "b-lazy", "lozad", "rocket-lazyload", "jetpack-lazy-image", "unveil"}
)
"""Classes that say: what stands in ``src`` is not the image, or a coarse one."""

PLACEHOLDER_FILE = (
    r"(?:^|[-_.])(?:blank|spacer|placeholder|transparent|loading|loader|lazy|lazyload|pixel|1x1|dummy|grey|gray|empty)"
    r"(?:[-_.@]\w{1,10}|\d{0,6})\.(?:gif|png|svg|jpe?g|webp)$"
)
"""Regular expression over a file's name, without case: an image that holds the place of the one that waits in one of
:data:`LAZY_ATTRIBUTES` beside it. Alone it proves nothing: a diagram may be called ``lazy-loading.png``."""
