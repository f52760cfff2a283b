"""The side of a page: where it stands among the others. Never the whole of a large site."""

from __future__ import annotations

from dataclasses import dataclass

from scrapepy.mirroring.browsing import Leaf, SiteBook

_AROUND = 25
"""Pages shown before and behind the current one on its level."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A page in the list at the side."""

    leaf: Leaf
    current: bool
    below: tuple[Branch, ...] = ()
    left_out: int = 0
    """Pages on its level that are not shown behind it (or before it, if it is the first)."""


def branches(book: SiteBook, leaf: Leaf | None) -> tuple[Branch, ...]:
    """The way to a page, the pages beside it on each level, and those below it.

    Where the site begins with one page, what stands below that is the first level, beside it.
    """
    if not book.leaves:
        return ()
    line = [*(one.number for one in book.above(leaf)), leaf.number] if leaf is not None else []
    roots = [number for number in book.tops() if book.leaves[number].below] or [0]
    if len(roots) > 1:
        return _level(book, tuple(roots), line, leaf)
    first = book.leaves[roots[0]]
    others = tuple(number for number in book.tops() if number != first.number)
    return _level(book, (first.number, *first.below, *others), line[1:] or line, leaf, closed=first.number)


def _level(
    book: SiteBook, level: tuple[int, ...], line: list[int], leaf: Leaf | None, closed: int = -1
) -> tuple[Branch, ...]:
    """``closed``: the page whose children stand on this level itself."""
    at = level.index(line[0]) if line and line[0] in level else 0
    start = max(0, min(at - _AROUND, len(level) - 2 * _AROUND))
    end = min(len(level), max(start, 0) + 2 * _AROUND)
    shown = []
    for place in range(start, end):
        number = level[place]
        here = book.leaves[number]
        below: tuple[Branch, ...] = ()
        if line and number == line[0] and number != closed and here.below:
            below = _level(book, here.below, line[1:], leaf)
        left_out = start if place == start else len(level) - end if place == end - 1 else 0
        shown.append(Branch(here, leaf is not None and number == leaf.number, below, left_out))
    return tuple(shown)
