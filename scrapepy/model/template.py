"""Text with slots: a derived page whose links are still open.

Where a link leads may depend on pages not yet seen, so a page is parsed and converted once, with *slots* where its
links stand; when gathering is done the address book is complete and the slots are filled (docs/adr/0002).

A slot is ``SLOT_OPEN`` + decimal index into ``references`` + ``SLOT_CLOSE``. The marks are Unicode noncharacters,
which no valid text interchanges; :func:`without_marks` takes them out of untrusted text before it is parsed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from scrapepy.model.url import Reference

SLOT_OPEN = "\ufdd0"
SLOT_CLOSE = "\ufdd1"
LINK_OPEN = "\ufdd2"
"""Stands before the ``[`` of a Markdown link whose target is a slot, so that the link can be undone to its text."""
ANCHOR_OPEN = "\ufdd3"
ANCHOR_CLOSE = "\ufdd4"
"""Around the id of an optional ``<a id>`` in Markdown: written only where some link wants it."""

_MARKS = re.compile("[\ufdd0-\ufdd4]")


def without_marks(text: str) -> str:
    """``text`` without the five characters that slots are made of."""
    return _MARKS.sub("", text)


def slot(index: int) -> str:
    """The slot for ``references[index]``.

    >>> slot(12) == "\\ufdd012\\ufdd1"
    True
    """
    return f"{SLOT_OPEN}{index}{SLOT_CLOSE}"


@dataclass(frozen=True, slots=True)
class Template:
    """A text whose slots index into ``references``."""

    text: str
    references: tuple[Reference, ...]
