"""Lines that are rows: the numbers of a matrix or a data file, the equations of a system. They do not run on as prose.

What makes a row is what stands in it, and that another one like it stands next to it: a line of prose may well be
nothing but numbers, two below each other are not.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass
from itertools import pairwise

from scrapepy.pdf.aligned import aligned_rows, laid_out
from scrapepy.pdf.values import Item, Line

_NUMBER = re.compile(r"[-−–+±]?(?:\d[\d.,]*|\.\d+)(?:[eE][-−+]?\d+)?%?")
_DOTS = frozenset(("…", "...", "⋯", "⋮", "⋱", "*", "∗", "·"))
_RELATION = re.compile(r"[=≤≥<>≠≈≡∼≃≅∈∉⊂⊆⊃⊇→⇒⇔↦≺≻∝⩽⩾]")
_PROSE = re.compile(r"[^\W\d_]{4,}")
_STEP = 2.6
"""Of the size: two rows of one matrix stand no farther apart."""
_SMALLER = 0.6
"""An equation's size is that of most of its letters, and these may be indices."""
_ROOM = 2.0
"""Of the size: how far a row ends before its column does, or it is a line of a paragraph that was broken."""


@dataclass(frozen=True, slots=True)
class Display:
    """Rows that stand together; ``strips`` are the upright strips between columns, if they have such."""

    lines: tuple[Line, ...]
    strips: tuple[tuple[float, float], ...] = ()

    @property
    def rows(self) -> list[str]:
        """Each as text; numbers one below the other where all rows have as many."""
        if self.strips:
            return laid_out(self.lines, self.strips)
        rows = [line.text.split() for line in self.lines]
        if len({len(row) for row in rows}) == 1 and all(is_numbers(row) for row in rows):
            widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
            rows = [[word.rjust(width) for word, width in zip(row, widths, strict=True)] for row in rows]
        return [" ".join(row) for row in rows]


def displays_of(items: Sequence[Item], headings: Container[int] = ()) -> list[Display]:
    """The displays among what stands on a page, in its order. ``headings`` are the ids of lines that are none."""
    found = [
        Display(tuple(lines), strips)
        for lines, strips in aligned_rows([None if id(item) in headings else item for item in items])
    ]
    known = {id(line) for display in found for line in display.lines}
    run: list[Line] = []
    for item in (*items, None):
        if id(item) in known:
            item = None
        if isinstance(item, Line) and _is_row(item) and (not run or _follows(run[-1], item)):
            run.append(item)
            continue
        if _is_display(run):
            found.append(Display(tuple(run)))
        run = [item] if isinstance(item, Line) and _is_row(item) else []
    return found


def is_table_of_numbers(lines: Sequence[str]) -> bool:
    """True for the lines of a cell that are rows of numbers."""
    rows = [line.split() for line in lines]
    return sum(len(row) > 1 for row in rows) > 1 and all(is_numbers(row) for row in rows)


def _is_row(line: Line) -> bool:
    if line.mono >= 0.9 or line.bold >= 0.9 or line.spans:
        return False
    return (len(words := line.text.split()) > 1 and is_numbers(words)) or _is_formula(line)


def _is_formula(line: Line) -> bool:
    if line.right - line.x1 < _ROOM * line.size or line.x0 - line.left < _ROOM * line.size:
        return False
    return _RELATION.search(line.text) is not None and _PROSE.search(line.text) is None


def is_numbers(words: Sequence[str]) -> bool:
    """True for the words of a row of numbers, dots for those left out among them."""
    return all(_NUMBER.fullmatch(word) or word in _DOTS for word in words) and any(map(_NUMBER.fullmatch, words))


def _follows(above: Line, below: Line) -> bool:
    step, small, large = below.y - above.y, *sorted((above.size, below.size))
    alike = large - small < 0.6 or (small > _SMALLER * large and _is_formula(above) and _is_formula(below))
    return alike and 0 < step <= _STEP * large


def _is_display(run: Sequence[Line]) -> bool:
    """Two rows of three numbers, three of two, or two equations."""
    counts = [len(line.text.split()) for line in run if is_numbers(line.text.split())]
    alike = any(one == two and one > 2 for one, two in pairwise(counts))
    return alike or len(counts) > 2 or sum(1 for line in run if _is_formula(line)) > 1
