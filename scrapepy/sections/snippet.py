"""The part of a section that shows why it was found."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from scrapepy.sections.folding import words_of
from scrapepy.sections.query import Query, Term
from scrapepy.sections.searchable import shown

_LOOKED_AT = 8_000
"""Code points of a long section that are taken apart, around the first hit that a plain search finds."""


@dataclass(frozen=True, slots=True)
class Snippet:
    """One line of text; ``marks`` are the places of the hits in it (start, end, in code points)."""

    text: str
    marks: tuple[tuple[int, int], ...]


def snippet(text: str, query: Query, width: int = 160) -> Snippet:
    """About ``width`` code points around the place of ``text`` (Markdown) that holds most of the query's words.

    The marks of Markdown are left out and white space is collapsed; an ellipsis stands where text was left out.
    """
    near = _near(text, query)
    line = shown(near)
    words = words_of(line)
    hits = sorted({span for term in query.wanted for span in _places(term, words)})
    start, end = _window(line, hits, words, width)
    marks = _joined([(s, e) for s, e in hits if s >= start and e <= end])
    before = "…" * (start > 0 or not text.startswith(near))
    after = "…" * (end < len(line) or not text.endswith(near))
    shift = len(before) - start
    return Snippet(f"{before}{line[start:end]}{after}", tuple((s + shift, e + shift) for s, e in marks))


def _near(text: str, query: Query) -> str:
    """The part of a long text to look at: a whole manual page need not be cut into words for one line."""
    if len(text) <= _LOOKED_AT:
        return text
    lowered = text.lower()
    if len(lowered) != len(text):
        return text[:_LOOKED_AT]
    places = [lowered.find(max(term.words, key=len)) for term in query.wanted]
    first = max(0, min((place for place in places if place >= 0), default=0) - _LOOKED_AT // 4)
    return text[first : first + _LOOKED_AT]


def _places(term: Term, words: list[tuple[str, int, int]]) -> list[tuple[int, int]]:
    """Where the words of a term stand side by side."""
    count = len(term.words)
    *first, last = term.words
    found = []
    for i in range(len(words) - count + 1):
        tail = words[i + count - 1][0]
        if not (tail.startswith(last) if term.prefix else tail == last):
            continue
        if all(words[i + k][0] == word for k, word in enumerate(first)):
            found += [(start, end) for _, start, end in words[i : i + count]]
    return found


def _window(line: str, hits: list[tuple[int, int]], words: list[tuple[str, int, int]], width: int) -> tuple[int, int]:
    """The stretch that holds most hits, begun and ended at a word; the first of equals."""
    if len(line) <= width:
        return 0, len(line)
    best, most = 0, 0
    starts = [start for start, _ in hits]
    for i, (start, _) in enumerate(hits):
        texts = {line[s:e].lower() for s, e in hits[i : bisect_right(starts, start + width * 3 // 4)]}
        if len(texts) > most:
            best, most = start, len(texts)
    start = max(0, best - width // 4) if hits else 0
    end = min(len(line), start + width)
    start = max(0, min(start, end - width))
    borders = [s for _, s, _ in words]
    if start:
        at = bisect_right(borders, start - 1)
        start = borders[at] if at < len(borders) and borders[at] < start + 30 else start
    if end < len(line):
        ends = [e for _, _, e in words]
        at = bisect_right(ends, end) - 1
        end = ends[at] if at >= 0 and ends[at] > max(start, end - 30) else end
    return start, end


def _joined(marks: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Marks that touch or overlap are one."""
    joined: list[tuple[int, int]] = []
    for start, end in marks:
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined
