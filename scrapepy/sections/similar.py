"""Which of the sections that are left are the same under another name (SPEC 8).

Equal texts first; then candidates (:mod:`scrapepy.sections.candidates`), of which difflib says how alike they are. The
best pairs are taken, and what is left is tried again, for then there are fewer to choose from.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from scrapepy.sections.candidates import Candidates, words
from scrapepy.sections.homes import Homes
from scrapepy.sections.version import Side

_LONG = 40_000
"""Texts that are longer together are compared word by word: letter by letter takes minutes."""
_ROUNDS = 30


@dataclass(frozen=True, slots=True)
class Likeness:
    """Two sections that may be one."""

    old: Side
    new: Side
    similarity: float
    words_changed: bool

    def order(self, homes: Homes) -> tuple[object, ...]:
        """The best pair first: equal texts, equal texts under the heading, the more similar; same page, near by."""
        pages = homes.pages(self.old.path)
        place = homes.place(self.old, self.new.path)
        return (
            self.similarity < 1.0,
            self.words_changed or not self.old.body_read,
            -self.similarity,
            pages.index(self.new.path) if self.new.path in pages else len(pages),
            self.old.anchor != self.new.anchor,
            abs((self.old.index if place is None else place) - self.new.index),
            self.old.index,
            self.new.index,
        )


def renamed(
    old: Sequence[Side], new: Sequence[Side], threshold: float, known: Iterable[tuple[Side, Side]] = ()
) -> list[Likeness]:
    """Pairs of sections whose texts as read are alike enough, one to one, best pairs first.

    ``known`` are the pairs that are sure: they tell which page is which, and where on it a section would stand.
    """
    homes = Homes(new, known)
    pairs, old, new = _equal(old, new, homes)
    homes.guess(old, new, words)
    likeness = _Likeness(threshold)
    for _ in range(_ROUNDS):
        there = Candidates(new, homes)
        found = (likeness(side, other) for side in old for other in there.of(side))
        taken_old: set[int] = set()
        taken_new: set[int] = set()
        best: list[Likeness] = []
        for pair in sorted(filter(None, found), key=lambda pair: pair.order(homes)):
            if pair.old.index not in taken_old and pair.new.index not in taken_new:
                taken_old.add(pair.old.index)
                taken_new.add(pair.new.index)
                best.append(pair)
        for pair in best:
            homes.add(pair.old, pair.new)
        pairs += best
        old = [side for side in old if side.index not in taken_old]
        new = [side for side in new if side.index not in taken_new]
        if not best or not old or not new:
            break
    return pairs


def _equal(old: Sequence[Side], new: Sequence[Side], homes: Homes) -> tuple[list[Likeness], list[Side], list[Side]]:
    """Pairs of equal texts, and what is left.

    Of several equal ones those of one page first, then those of the page where the rest of their page went.
    """
    pairs: list[Likeness] = []

    def pair(old_key: _Key, new_key: _Key, *, alone: bool = False) -> None:
        nonlocal old, new
        waiting: dict[object, list[Side]] = defaultdict(list)
        for side in reversed(new):
            waiting[new_key(side)].append(side)
        several = Counter(map(old_key, old)) if alone else Counter()
        left: list[Side] = []
        taken: set[int] = set()
        for side in old:
            there = waiting.get(old_key(side)) if side.read else None
            if there and not (alone and (len(there) > 1 or several[old_key(side)] > 1)):
                other = there.pop()
                taken.add(other.index)
                homes.add(side, other)
                pairs.append(Likeness(side, other, 1.0, words_changed=False))
            else:
                left.append(side)
        old, new = left, [side for side in new if side.index not in taken]

    pair(_place, _place)
    pair(_page, _page)
    pair(_read, _read, alone=True)
    homes.guess(old, new, words)
    pair(lambda side: (side.read, homes.home(side)), _page)
    pair(_read, _read)
    return pairs, list(old), list(new)


_Key = Callable[[Side], object]


def _place(side: Side) -> object:
    return side.read, side.path, side.anchor


def _page(side: Side) -> object:
    return side.read, side.path


def _read(side: Side) -> object:
    return side.read


class _Likeness:
    """How alike two sections are; equal texts are compared once."""

    def __init__(self, threshold: float) -> None:
        self._threshold = threshold
        self._known: dict[tuple[str, str], float] = {}

    def __call__(self, old: Side, new: Side) -> Likeness | None:
        """None for what is not alike enough."""
        key = old.fingerprint, new.fingerprint
        value = self._known.get(key)
        if value is None:
            value = self._known[key] = similarity(old.read, new.read, self._threshold)
        words_changed = old.body_read != new.body_read
        if not words_changed and old.read:
            # difflib takes frequent letters of a long text for noise; the equal part is known here
            value = max(value, 2 * len(old.body_read) / (len(old.read) + len(new.read)))
        return Likeness(old, new, value, words_changed) if value >= self._threshold and value > 0 else None


def similarity(one: str, two: str, threshold: float = 0.0) -> float:
    """How alike two texts are, 0 to 1 (``difflib.SequenceMatcher(None, one, two).ratio()``); 0 for less than asked."""
    if one == two:
        return 1.0
    long = len(one) + len(two) > _LONG
    matcher: SequenceMatcher[str] = (
        SequenceMatcher(None, one.split(), two.split()) if long else SequenceMatcher(None, one, two)
    )
    if matcher.real_quick_ratio() < threshold or matcher.quick_ratio() < threshold:
        return 0.0
    return matcher.ratio()
