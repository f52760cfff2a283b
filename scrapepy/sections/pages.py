"""On which pages of a PDF its chunks stand, and which of them hold a table (SPEC 8 and 10)."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace

from scrapepy.model.section import Chunk

Marks = Sequence[tuple[int, int]]
"""Offset in the body, and the page (from 1) of what begins there; ascending. What comes before the first is page 1."""

_ANCHOR = re.compile(r'<a id="page=(\d{1,6})"></a>')
_ANCHORS = re.compile(r'(?:<a id="page=\d{1,6}"></a>|\s)+')
_TRAILING = re.compile(r'(?:<a id="page=\d{1,6}"></a>\s*|\s)+\Z')
_TABLE = re.compile(r"^\|.*\|\n\|(?: :?-+:? \|)+$", re.MULTILINE)


def page_marks(body: str) -> tuple[tuple[int, int], ...]:
    """Where pages begin in the Markdown of a PDF, by the anchors that it holds; nothing in other Markdown.

    >>> page_marks('One.\\n\\n<a id="page=2"></a>\\n\\nTwo.')
    ((6, 2),)
    """
    return tuple((match.start(), int(match[1])) for match in _ANCHOR.finditer(body))


def with_pages(chunks: Iterable[Chunk], marks: Marks, address: str | None) -> tuple[Chunk, ...]:
    """The chunks of a PDF with their pages. ``address``: that of the file; each chunk's opens the page it stands on."""
    offsets = [offset for offset, _ in marks]
    numbers = [1, *(page for _, page in marks)]
    found = []
    start = 0
    for chunk in chunks:
        end = start + len(chunk.text)
        skipped = _ANCHORS.match(chunk.text)
        begin = start + (skipped.end() if skipped and skipped.end() < len(chunk.text) else 0)
        trailing = _TRAILING.search(chunk.text)
        last = start + (trailing.start() if trailing and trailing.start() > 0 else len(chunk.text))
        first_page = numbers[bisect_right(offsets, begin)]
        last_page = max(first_page, numbers[bisect_right(offsets, max(begin, last - 1))])
        found.append(
            replace(
                chunk,
                pages=(first_page, last_page),
                has_table=_TABLE.search(chunk.context + chunk.text) is not None,
                url=None if address is None else f"{address.partition('#')[0]}#page={first_page}",
            )
        )
        start = end
    return tuple(found)
