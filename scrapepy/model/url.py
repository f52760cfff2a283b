"""The two kinds of address, told apart by the type checker."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple, NewType

CanonicalUrl = NewType("CanonicalUrl", str)
"""An absolute http(s) URL in WHATWG form of one resource: no fragment, credentials or tracking parameters."""

LocalPath = NewType("LocalPath", str)
"""A path inside a site's folder: relative, ``/`` between parts, plain Unicode text (not percent-encoded), NFC."""


class Role(Enum):
    """What a URL in a page is there for, which decides whether it is fetched and how it is written back."""

    LINK = "link"  # a, area, cite, longdesc: a reader may follow it
    REFRESH = "refresh"  # meta refresh
    FRAME = "frame"  # iframe, frame, object/embed of a document
    IMAGE = "image"
    MEDIA = "media"  # video, audio, track, object/embed of other things
    STYLE = "style"  # link rel=stylesheet, @import
    SCRIPT = "script"  # script src, modulepreload, static import of a module script
    FONT = "font"  # url() of @font-face, preload as=font
    ICON = "icon"  # link rel=icon, mask-icon, apple-touch-icon
    MANIFEST = "manifest"  # link rel=manifest
    DATA = "data"  # what scripts load by themselves: search indexes
    FORM = "form"  # a form's action: rewritten, never fetched
    META = "meta"  # canonical, alternate, next, prev, og:url …: said about the page, not asked for by a browser
    FEED = "feed"  # link rel=alternate of a feed type
    HINT = "hint"  # preconnect, dns-prefetch, prefetch, prerender: removed from the copy
    SITEMAP = "sitemap"  # an address that a sitemap lists

    navigates: bool
    """True for what leads a crawler to further pages."""
    loads: bool
    """True for what a browser loads by itself when the page is opened (a page requisite)."""

    # Roles are asked for every link of every page: plain attributes, and a hash in C, save a tenth of the writing.
    __hash__ = object.__hash__


_NAVIGATES = (Role.LINK, Role.REFRESH, Role.FRAME, Role.META, Role.SITEMAP)
_LOADS = (
    *(Role.FRAME, Role.IMAGE, Role.MEDIA, Role.STYLE, Role.SCRIPT, Role.FONT, Role.ICON, Role.MANIFEST, Role.DATA),
)
for _role in Role:
    _role.navigates = _role in _NAVIGATES
    _role.loads = _role in _LOADS


class Reference(NamedTuple):
    """One URL as a page writes it, resolved.

    ``url`` is the resource's identity, or None where the address is no http(s) URL (``mailto:``, ``data:`` …,
    or not a URL at all). ``address`` is the absolute address as a browser resolves it, fragment included (for what
    cannot be resolved: the text as written). ``fragment`` is without ``#``, percent-encoded as written; ``None``
    means that the reference has none at all.

    A page has hundreds, so it is a named tuple: made and pickled three times as fast as a frozen dataclass.
    """

    url: CanonicalUrl | None
    address: str
    fragment: str | None
    role: Role
