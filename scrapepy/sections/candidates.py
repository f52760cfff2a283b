"""Which sections are worth comparing letter by letter: those of the same page, near by, and those that share much.

Nothing here looks at each pair. A list that is long (a word that half of the sections have) is looked into where the
section is expected, and at places spread evenly over it that differ from section to section.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from heapq import nsmallest
from itertools import pairwise
from math import log1p
from zlib import crc32

from scrapepy.sections.homes import Homes
from scrapepy.sections.version import Side

_RAREST = 24
"""So many words of a section are looked up, the rarest first."""
_SKETCH = 24
"""So many pairs of neighbouring words, those of least checksum: two texts that share many pairs share many of these."""
_POSTINGS = 60
"""So many sections of a list are looked at about the expected place, and so many more all over it."""
_CANDIDATES = 8

_WORD = re.compile("[\u0e00-\u0eff\u1000-\u109f\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+|\\w+")
_NO_SPACES = re.compile("[\u0e00-\u0eff\u1000-\u109f\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")


class Candidates:
    """The sections of the new version that are left, by what they share with others."""

    def __init__(self, new: Sequence[Side], homes: Homes) -> None:
        self._homes = homes
        self._count = len(new)
        self._pages: dict[str | None, list[Side]] = defaultdict(list)
        self._bodies: dict[str, list[Side]] = defaultdict(list)
        self._shared: dict[str | int, list[Side]] = defaultdict(list)
        for side in new:
            self._pages[side.path].append(side)
            self._bodies[side.body_read].append(side)
            kinds: tuple[Collection[str | int], ...] = (words(side.read), _sketch(side.read))
            for marks in kinds:
                for mark in marks:
                    self._shared[mark].append(side)

    def of(self, old: Side) -> Iterator[Side]:
        """Sections that may be this one, each once."""
        found: dict[int, Side] = {}
        pages = self._homes.pages(old.path)
        same = self._bodies.get(old.body_read, ()) if old.body_read else ()
        for there in (
            *(self._homes.nearest(old, page, self._pages.get(page, ()), _CANDIDATES) for page in pages),
            self._some(old, same, pages, _CANDIDATES),
            self._sharing(old, pages),
        ):
            found.update((side.index, side) for side in there)
        yield from found.values()

    def _sharing(self, old: Side, pages: Sequence[str | None]) -> list[Side]:
        """The sections that share the most, and the rarest, marks with this one."""
        points: dict[int, float] = defaultdict(float)
        sides: dict[int, Side] = {}
        kinds: tuple[tuple[Sequence[str | int], int], ...] = (
            (sorted(words(old.read)), _RAREST),
            (_sketch(old.read), _SKETCH),
        )
        for marks, most in kinds:
            lists = nsmallest(most, (self._shared[mark] for mark in marks if mark in self._shared), key=len)
            for there in lists:
                weight = log1p(self._count / len(there))
                for other in self._some(old, there, pages, 2 * _POSTINGS):
                    points[other.index] += weight
                    sides[other.index] = other
        best = nsmallest(
            _CANDIDATES,
            points,
            key=lambda index: (-points[index], sides[index].path not in pages, abs(index - old.index)),
        )
        return [sides[index] for index in best if points[index] * 2 >= points[best[0]]]

    def _some(self, old: Side, there: Sequence[Side], pages: Sequence[str | None], most: int) -> Sequence[Side]:
        """At most so many: half of them where the section is expected, the others from all over the list."""
        if len(there) <= most:
            return there
        places = [place for page in pages if (place := self._homes.place(old, page)) is not None]
        at = bisect_left(there, places[0] if places else old.index, key=lambda side: side.index)
        half = most // 2
        start = min(max(at - half // 2, 0), len(there) - half)
        step = len(there) / half
        offset = crc32(old.id.encode("utf-8", "replace"), old.index) % len(there)
        spread = [there[(offset + int(number * step)) % len(there)] for number in range(half)]
        return [*there[start : start + half], *spread]


def words(text: str) -> set[str]:
    """Words; of scripts that write no spaces, each two characters that follow one another."""
    return set(_in_order(text))


def _in_order(text: str) -> Iterator[str]:
    for word in _WORD.findall(text):
        if _NO_SPACES.match(word):
            yield from (word[start : start + 2] for start in range(max(len(word) - 1, 1)))
        else:
            yield word


def _sketch(text: str) -> Sequence[int]:
    pairs = {crc32(f"{one} {two}".encode("utf-8", "replace")) for one, two in pairwise(_in_order(text))}
    return nsmallest(_SKETCH, pairs)
