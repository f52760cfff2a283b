"""Pages in three or more columns of one width, as reference cards have them.

There the strip that parts the columns of such a page and the strip between a term and what it means look alike; that
the columns are as wide as each other, and that each goes its own way, tells them apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from math import ceil

from scrapepy.pdf.values import Word

GAP = 6.0
_MOST = 5
_OFF = 0.065
"""Of the width: how far a gutter stands from where columns of one width would have it."""
_CROSSING = 0.1
_ROWS = 8
_LEAST = 0.25
"""Of its fair share of the words: what a column holds at least (the last one ends early)."""
_ALIGNED = 0.3
"""Of a column's lines: so many begin at one place."""
_LEVEL = 0.8
_TOGETHER = 0.8
"""Columns of which more lines stand on one height with the next column's than that are those of a table."""
_FULL = 0.5


def even_gutters(rows: Sequence[Sequence[Word]], left: float, right: float) -> list[float]:
    """The places of the gutters, from the left; none where the page is no such page."""
    if len(rows) < _ROWS or right - left < 300:
        return []
    over = _over(rows, left, right)
    best: tuple[int, list[float]] | None = None
    for count in range(3, _MOST + 1):
        places = [_at(over, len(rows), (right - left) * i / count, _OFF * (right - left)) for i in range(1, count)]
        found = [place for place in places if place is not None]
        crossing = sum(count for _, count in found)
        gutters = [left + x for x, _ in found]
        if len(found) == count - 1 and (best is None or crossing < best[0]) and _hold(rows, gutters, right - left):
            best = crossing, gutters
    return best[1] if best else []


def _over(rows: Sequence[Sequence[Word]], left: float, right: float) -> list[int]:
    """For each point from the left edge on, how many rows reach over it."""
    changes = [0] * (int(right - left) + 3)
    for row in rows:
        start, end = row[0].x0, row[0].x1
        for word in row[1:]:
            if word.x0 - end >= GAP:
                changes[max(0, ceil(start - left))] += 1
                changes[max(0, int(end - left) + 1)] -= 1
                start = word.x0
            end = max(end, word.x1)
        changes[max(0, ceil(start - left))] += 1
        changes[max(0, int(end - left) + 1)] -= 1
    return list(accumulate(changes))


def _at(over: Sequence[int], total: int, place: float, off: float) -> tuple[float, int] | None:
    """The middle of the emptiest strip near a place, and how many rows reach over it; None where many do."""
    counts = {x: over[x] for x in range(max(0, int(place - off)), min(len(over), int(place + off) + 1))}
    least = min(counts.values())
    if least > _CROSSING * total:
        return None
    best = [x for x, count in counts.items() if count == least]
    run = max(strips(best), key=len)
    return ((run[0] + run[-1]) / 2, least) if len(run) >= GAP - 2 else None


def _hold(rows: Sequence[Sequence[Word]], gutters: Sequence[float], width: float) -> bool:
    edges = [float("-inf"), *gutters, float("inf")]
    columns: list[list[list[Word]]] = []
    for low, high in pairwise(edges):
        parts = [[word for word in row if low < (word.x0 + word.x1) / 2 <= high] for row in rows]
        columns.append([part for part in parts if part])
    words = [sum(len(part) for part in column) for column in columns]
    if min(words) < _LEAST * sum(words) / len(words) or any(len(column) < _ROWS for column in columns[:-1]):
        return False
    if not all(_is_aligned(column) for column in columns):
        return False
    return all(_go_apart(one, two) for one, two in pairwise(columns)) or _are_full(columns, width / len(columns))


def _is_aligned(column: Sequence[Sequence[Word]]) -> bool:
    starts = Counter(round(part[0].x0 / 2) for part in column)
    return max(count + starts[x + 1] for x, count in starts.items()) >= _ALIGNED * len(column)


def _go_apart(one: Sequence[Sequence[Word]], two: Sequence[Sequence[Word]]) -> bool:
    """True if the lines of two columns do not stand side by side as the cells of a table do."""
    fewer, more = sorted((one, two), key=len)
    heights = sorted(part[0].y for part in more)
    level = sum(1 for part in fewer if any(abs(part[0].y - y) <= _LEVEL for y in heights))
    return level <= _TOGETHER * len(fewer)


def _are_full(columns: Sequence[Sequence[Sequence[Word]]], width: float) -> bool:
    """True if most lines fill their column, as those of prose do."""
    full = sum(1 for column in columns for part in column if part[-1].x1 - part[0].x0 > 0.7 * width)
    return full >= _FULL * sum(map(len, columns))


def strips(points: Iterable[int]) -> list[list[int]]:
    """The runs of neighbours in ascending whole points.

    >>> strips([1, 2, 3, 7, 8])
    [[1, 2, 3], [7, 8]]
    """
    runs: list[list[int]] = []
    for x in points:
        if runs and x == runs[-1][-1] + 1:
            runs[-1].append(x)
        else:
            runs.append([x])
    return runs
