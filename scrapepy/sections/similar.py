"""Which of the sections that are left are the same under another name (SPEC 8).

Candidates are found by what they share – the whole text as read, the text under the heading, rare words – so that two
folders are compared without looking at each pair; difflib then says how alike they are.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from scrapepy.sections.version import Side

_RAREST = 24
"""So many words of a section are looked up, the rarest first."""
_POSTINGS = 120
"""A word that so many sections have tells little; further ones are not looked at."""
_CANDIDATES = 8
_LONG = 40_000
"""Texts that are longer together are compared word by word: letter by letter takes minutes."""

_WORD = re.compile("[\u0e00-\u0eff\u1000-\u109f\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+|\\w+")
_NO_SPACES = re.compile("[\u0e00-\u0eff\u1000-\u109f\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")


@dataclass(frozen=True, slots=True)
class Likeness:
    """Two sections that may be one."""

    old: Side
    new: Side
    similarity: float
    words_changed: bool

    @property
    def order(self) -> tuple[object, ...]:
        """The best pair first: equal texts, equal texts under the heading, the more similar; same page, near by."""
        return (
            self.similarity < 1.0,
            self.words_changed or not self.old.body_read,
            -self.similarity,
            self.old.path != self.new.path,
            self.old.anchor != self.new.anchor,
            abs(self.old.index - self.new.index),
            self.old.index,
            self.new.index,
        )


def renamed(old: Sequence[Side], new: Sequence[Side], threshold: float) -> list[Likeness]:
    """Pairs of sections whose texts as read are alike enough, one to one, best pairs first."""
    pairs, old, new = _equal(old, new)
    candidates = (_likeness(one, two, threshold) for one, two in _candidates(old, new))
    taken_old: set[int] = set()
    taken_new: set[int] = set()
    for pair in sorted(filter(None, candidates), key=lambda pair: pair.order):
        if pair.old.index not in taken_old and pair.new.index not in taken_new:
            taken_old.add(pair.old.index)
            taken_new.add(pair.new.index)
            pairs.append(pair)
    return pairs


def _equal(old: Sequence[Side], new: Sequence[Side]) -> tuple[list[Likeness], list[Side], list[Side]]:
    """Pairs of equal texts, and what is left. Of several equal ones, those of one page first, then in their order."""
    pairs: list[Likeness] = []
    for key in (lambda side: (side.read, side.path, side.anchor), lambda side: (side.read, side.path), _read):
        waiting: dict[object, list[Side]] = defaultdict(list)
        for side in reversed(new):
            waiting[key(side)].append(side)
        left: list[Side] = []
        taken: set[int] = set()
        for side in old:
            there = waiting.get(key(side)) if side.read else None
            if there:
                other = there.pop()
                taken.add(other.index)
                pairs.append(Likeness(side, other, 1.0, words_changed=False))
            else:
                left.append(side)
        old, new = left, [side for side in new if side.index not in taken]
    return pairs, list(old), list(new)


def _read(side: Side) -> object:
    return side.read


def _candidates(old: Sequence[Side], new: Sequence[Side]) -> Iterator[tuple[Side, Side]]:
    by_body: dict[str, list[Side]] = defaultdict(list)
    by_word: dict[str, list[Side]] = defaultdict(list)
    for side in new:
        by_body[side.body_read].append(side)
        for word in _words(side.read):
            by_word[word].append(side)
    for side in old:
        found: dict[int, Side] = {}
        if side.body_read:
            same = by_body.get(side.body_read, ())
            found.update((other.index, other) for other in _nearest(side, same))
        found.update((other.index, other) for other in _sharing(side, by_word))
        for other in found.values():
            yield side, other


def _nearest(side: Side, others: Sequence[Side]) -> list[Side]:
    if len(others) <= _CANDIDATES:
        return list(others)
    return sorted(others, key=lambda other: (other.path != side.path, abs(other.index - side.index)))[:_CANDIDATES]


def _sharing(side: Side, by_word: dict[str, list[Side]]) -> Iterable[Side]:
    """The sections that share the most, and the rarest, words with this one."""
    lists = sorted((by_word[word] for word in _words(side.read) if word in by_word), key=len)[:_RAREST]
    points: Counter[int] = Counter()
    sides: dict[int, Side] = {}
    for there in lists:
        for other in there[:_POSTINGS] if len(there) > _POSTINGS else there:
            points[other.index] += 1
            sides[other.index] = other
    best = sorted(points, key=lambda index: (-points[index], sides[index].path != side.path, abs(index - side.index)))
    return [sides[index] for index in best[:_CANDIDATES]]


def _words(text: str) -> set[str]:
    """Words; of scripts that write no spaces, each two characters that follow one another."""
    found: set[str] = set()
    for word in _WORD.findall(text):
        if _NO_SPACES.match(word):
            found.update(word[start : start + 2] for start in range(max(len(word) - 1, 1)))
        else:
            found.add(word)
    return found


def _likeness(old: Side, new: Side, threshold: float) -> Likeness | None:
    words_changed = old.body_read != new.body_read
    value = similarity(old.read, new.read, threshold)
    if not words_changed and old.read:
        # difflib takes frequent letters of a long text for noise; the equal part is known here
        value = max(value, 2 * len(old.body_read) / (len(old.read) + len(new.read)))
    return Likeness(old, new, value, words_changed) if value >= threshold and value > 0 else None


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
