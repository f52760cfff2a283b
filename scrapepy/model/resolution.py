"""Where a reference leads in the copy."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

from scrapepy.model.url import Reference


class Standing(Enum):
    """What stands at the other end of a link."""

    SAVED = "saved"  # href is relative and its file is in the mirror
    ONLINE = "online"  # href is an absolute address, or what the page wrote (mailto:, data:)
    MISSING = "missing"  # a page requisite that could not be saved; href is its absolute address
    TEXT = "text"  # (Markdown) no link: only its text stays


class Resolution(NamedTuple):
    """The answer of the address book for one reference from one page. ``href`` is percent-encoded, not HTML-escaped."""

    href: str
    standing: Standing


Resolve = Callable[[Reference], Resolution]
