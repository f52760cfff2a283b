"""Where the pages of one version are in the other: under their own name, and where most of their sections went."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence

from scrapepy.sections.version import Side

_PAGES = 20
"""A word that so many pages have does not tell which page is meant."""


class Homes:
    """The pages where a section is looked for first, and the place on them."""

    def __init__(self, new: Iterable[Side], pairs: Iterable[tuple[Side, Side]]) -> None:
        self._new_pages = {side.path for side in new}
        self._votes: dict[str | None, Counter[str | None]] = defaultdict(Counter)
        self._pairs: dict[tuple[str | None, str | None], list[tuple[int, int]]] = defaultdict(list)
        for old, other in pairs:
            self.add(old, other)

    def add(self, old: Side, new: Side) -> None:
        """These two are one section."""
        self._new_pages.add(new.path)
        self._votes[old.path][new.path] += 1
        insort(self._pairs[old.path, new.path], (old.index, new.index))

    def guess(self, old: Iterable[Side], new: Iterable[Side], words: Callable[[str], set[str]]) -> None:
        """Pages of which nothing is known lead to the page that shares most of their rare words."""
        pages: dict[str, set[str | None]] = defaultdict(set)
        for side in new:
            for word in words(side.read):
                pages[word].add(side.path)
        points: dict[str | None, Counter[str | None]] = defaultdict(Counter)
        for side in old:
            if side.path not in self._new_pages and not self._votes[side.path]:
                for word in words(side.read):
                    there = pages.get(word, ())
                    if 0 < len(there) <= _PAGES:
                        points[side.path].update(dict.fromkeys(sorted(there, key=str), 1))
        for path, found in points.items():
            self._votes[path][found.most_common(1)[0][0]] += 1

    def pages(self, path: str | None) -> list[str | None]:
        """The page of the same name, if it is still there, and the one where most of its sections are."""
        found: list[str | None] = [path] if path in self._new_pages else []
        votes = self._votes.get(path)
        if votes:
            most = votes.most_common(1)[0][0]
            found += [most] if most not in found else []
        return found

    def home(self, side: Side) -> str | None:
        """The page where most of the other sections of a section's page are."""
        return (self.pages(side.path) or [side.path])[-1]

    def place(self, old: Side, path: str | None) -> int | None:
        """About where on a page of the new version a section would stand, by the paired one next to it."""
        pairs = self._pairs.get((old.path, path))
        if not pairs:
            return None
        at = bisect_left(pairs, (old.index, -1))
        before, after = pairs[max(at - 1, 0)], pairs[min(at, len(pairs) - 1)]
        near = min(before, after, key=lambda pair: abs(pair[0] - old.index))
        return near[1] + old.index - near[0]

    def nearest(self, old: Side, path: str | None, there: Sequence[Side], most: int) -> Sequence[Side]:
        """Those of ``there``, in order and all of one page, that stand about where ``old`` stood."""
        if len(there) <= most:
            return there
        place = self.place(old, path)
        at = 0 if place is None else bisect_left(there, place, key=lambda side: side.index)
        start = min(max(at - most // 2, 0), len(there) - most)
        return there[start : start + most]
