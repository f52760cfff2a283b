"""What the elements that may stand for many things stand for: ``link``, ``object`` and ``embed``."""

from __future__ import annotations

from posixpath import splitext

from scrapepy.model.url import Role
from scrapepy.rules.url_attributes import (
    DOCUMENT_EXTENSIONS,
    DOCUMENT_TYPES,
    FEED_TYPES,
    IMAGE_EXTENSIONS,
    LINK_RELATIONS,
    PRELOADED_AS,
    RECORD_TYPES,
)
from scrapepy.web.attributes import Attributes


def link_role(attributes: Attributes) -> Role | None:
    """What a ``link`` element is there for, by its ``rel``, ``as`` and ``type``; None if for machines only."""
    words = (attributes.get("rel") or "").lower().split()
    ranks = [_LINK_RANKS[word] for word in words if word in _LINK_RANKS]
    if ranks:
        return LINK_RELATIONS[min(ranks)].role
    if "preload" in words:
        return PRELOADED_AS.get((attributes.get("as") or "").strip().lower(), Role.HINT)
    if "alternate" in words:
        kind = media_type(attributes)
        if kind in FEED_TYPES:
            return Role.FEED
        if kind in RECORD_TYPES:
            return None
    return Role.META


_LINK_RANKS = {row.rel: rank for rank, row in enumerate(LINK_RELATIONS)}


def embedded_role(kind: str, address: str) -> Role:
    """What an ``object`` or ``embed`` shows, by its type, or by its file's name where no type is given."""
    if kind:
        if kind in DOCUMENT_TYPES:
            return Role.FRAME
        return Role.IMAGE if kind.startswith("image/") else Role.MEDIA
    path = address.partition("#")[0].partition("?")[0].strip()
    extension = splitext(path)[1].lower()
    if extension in DOCUMENT_EXTENSIONS:
        return Role.FRAME
    return Role.IMAGE if extension in IMAGE_EXTENSIONS else Role.MEDIA


def media_type(attributes: Attributes) -> str:
    """The ``type`` of an element in lower case, without parameters; empty if it has none."""
    return (attributes.get("type") or "").partition(";")[0].strip().lower()
