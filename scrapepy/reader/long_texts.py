"""Very long Markdown in parts: an index of a million letters would take seconds to render and a hundred megabytes."""

from __future__ import annotations

import functools
import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate

from scrapepy.mirroring.browsing import Leaf
from scrapepy.reader.addresses import MARKDOWN, page_address
from scrapepy.reader.places import file_at
from scrapepy.store.layout import SiteLayout

PART = 250_000
"""Code points after which a part ends at the next good place."""
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_BORDER = re.compile(r"\s*$|#{1,6} |[-*+] ")
_NAMED = re.compile(r"""<[a-z][^<>]*?\s(?:id|name)=["']([^"'<>]+)["']""", re.IGNORECASE)
_DEEPEST = 6
_PATIENCE = 1.05
"""A part waits this long for a heading to end at."""


@dataclass(frozen=True, slots=True)
class LongText:
    """A text in its parts; parts count from one."""

    parts: tuple[str, ...]
    names: tuple[str, ...]
    """Of each part, its first heading; where it has none, the heading that it goes on with; may be empty."""
    headings: tuple[tuple[str, ...], ...]
    """Of each part, the anchors of its headings: a repeat is counted through the whole text."""
    places: Mapping[str, int]
    """Anchor → the part that it stands in."""

    def part_with(self, anchor: str, otherwise: int = 1) -> int:
        """The part to open for an anchor."""
        return self.places.get(anchor, max(1, min(otherwise, len(self.parts))))


@functools.lru_cache(maxsize=4)
def long_text(body: str) -> LongText:
    """A body and where its anchors stand.

    >>> text = long_text("# A\\n")
    >>> text.parts, text.names
    (('# A\\n',), ('',))
    """
    parts = parts_of(body)
    if len(parts) == 1:
        return LongText(parts, ("",), ((),), {})
    from scrapepy.sections.outline import outline

    starts = [0, *accumulate(map(len, parts))][:-1]
    names, anchors = [""] * len(parts), [list[str]() for _ in parts]
    places: dict[str, int] = {}
    offset, last, reached = 0, "", 0
    for section in outline(body, _DEEPEST):
        if section.headings:
            number = bisect_right(starts, offset)
            for between in range(reached, number - 1):
                names[between] = names[between] or last
            reached = number - 1
            last = section.headings[-1]
            names[number - 1] = names[number - 1] or last
            anchors[number - 1].append(section.anchor)
            places.setdefault(section.anchor, number)
        offset += len(section.text)
    names = [name or last for name in names]
    for match in _NAMED.finditer(body):
        places.setdefault(match[1], bisect_right(starts, match.start()))
    return LongText(parts, tuple(names), tuple(map(tuple, anchors)), places)


def text_address(layout: SiteLayout, leaf: Leaf, anchor: str = "") -> str:
    """Of a page's Markdown. Browsers keep what stands after ``#`` to themselves: of a long text the server is told."""
    long = anchor and (found := file_at(layout.markdown, leaf.document)) is not None and found.stat().st_size > PART
    return page_address(layout.site, leaf.path, MARKDOWN, anchor, told=bool(long))


def parts_of(body: str, size: int = PART) -> tuple[str, ...]:
    """The text in parts, cut between blocks and never inside fenced code; the parts joined are the text.

    >>> parts_of("one\\n\\ntwo\\n\\nthree\\n", size=4)
    ('one\\n\\n', 'two\\n\\n', 'three\\n')
    """
    if len(body) <= size:
        return (body,)
    parts: list[str] = []
    part: list[str] = []
    length, fence, border = 0, "", False
    for line in body.splitlines(keepends=True):
        good = line.startswith("#") or (length >= size * _PATIENCE and (border or _BORDER.match(line)))
        if length >= size and not fence and good and line.strip():
            parts.append("".join(part))
            part, length = [], 0
        part.append(line)
        length += len(line)
        border = not line.strip()
        mark = _FENCE.match(line)
        if mark and not fence:
            fence = mark[1]
        elif mark and line.strip() == mark[1] and mark[1].startswith(fence):
            fence = ""
    return (*parts, "".join(part))
