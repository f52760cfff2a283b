"""Headings in finished Markdown, and what a line of it says to a reader."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from scrapepy.convert.segments import code_spans
from scrapepy.model.template import ANCHOR_CLOSE, ANCHOR_OPEN, LINK_OPEN, SLOT_CLOSE, SLOT_OPEN

MARK = f"(?:{ANCHOR_OPEN}[^{ANCHOR_CLOSE}]*{ANCHOR_CLOSE})"
"""A pattern for the mark of an id."""

MARK_OF_ID = re.compile(MARK)
TARGET = rf"(?:{SLOT_OPEN}[0-9]+{SLOT_CLOSE}|<[^<>\n]*>|[^()\s]*)"
"""A pattern for the target of a link."""
TITLE = r'(?:[ \t]+"[^"\n]*")?'
"""A pattern for the title after it."""
_LINK = re.compile(rf"{LINK_OPEN}?\[((?:[^\[\]\\\n]|\\.)*)\]\({TARGET}{TITLE}\)")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading line: where it stands, its level, and its text as read."""

    start: int
    stop: int
    level: int
    text: str


def headings(text: str, spans: list[tuple[int, int]] | None = None) -> Iterator[Heading]:
    """The ATX headings outside code, in order; lazy, so that the first costs nothing of the rest."""
    for start, match in heading_lines(text, spans):
        yield Heading(start, match.end(), len(match[1]), as_read(match[2]))


def heading_lines(text: str, spans: list[tuple[int, int]] | None = None) -> Iterator[tuple[int, re.Match[str]]]:
    """Where each heading's line starts, and its signs and text as a match."""
    code = iter(code_spans(text) if spans is None else spans)
    block = next(code, None)
    position = text.find("#")
    while position >= 0:
        while block is not None and block[1] <= position:
            block = next(code, None)
        if block is not None and block[0] <= position:
            position = text.find("#", block[1])
            continue
        found = _heading_line(text, position)
        if found is not None:
            yield found
        position = text.find("#", _end_of_line(text, position))


def _heading_line(text: str, position: int) -> tuple[int, re.Match[str]] | None:
    start = text.rfind("\n", 0, position) + 1
    if start != position and (text[start] != ANCHOR_OPEN or _MARKS_ONLY.fullmatch(text, start, position) is None):
        return None
    match = _SIGNS.match(text, position)
    return None if match is None else (start, match)


def heading_at(text: str, position: int) -> Heading | None:
    """The heading whose first sign stands at ``position``, if one does."""
    found = _heading_line(text, position)
    if found is None:
        return None
    start, match = found
    return Heading(start, match.end(), len(match[1]), as_read(match[2]))


def _end_of_line(text: str, position: int) -> int:
    end = text.find("\n", position)
    return len(text) if end < 0 else end


_MARKS_ONLY = re.compile(f"{MARK}*")
_SIGNS = re.compile(rf"(#{{1,6}})(?!#)((?:[ \t]|{ANCHOR_OPEN})[^\n]*|)(?=\n|\Z)")


def as_read(markdown: str) -> str:
    """A line of Markdown as a reader sees it: no marks, link targets, emphasis or escapes."""
    text = _LINK.sub(r"\1", MARK_OF_ID.sub("", markdown)).replace(LINK_OPEN, "")
    return " ".join(_UNESCAPE.sub(r"\1", _EMPHASIS.sub("", text)).strip(" \t#").split())


_EMPHASIS = re.compile(r"(?<!\\)(?:\*{1,3}|`+|(?<!\w)_{1,3}|_{1,3}(?!\w)|~~)")
_UNESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")


def folded(text: str) -> str:
    """Words alone, without regard to case: for comparing titles."""
    return " ".join(_WORDS.findall(text.casefold()))


_WORDS = re.compile(r"\w+")
