"""Lines below each other with wide gaps at one place: a table without any rules, or a list of terms beside what they
mean. What stands below each other stays so, since nothing says which line is a header."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from scrapepy.pdf.style import is_code
from scrapepy.pdf.values import Item, Line

Strip = tuple[float, float]

_FEWEST = 3
_STEP = 1.75
"""Of the size: two rows stand no farther apart."""
_STRIP = 0.6
_ALIGNED = 0.6
"""Of the rows: so many begin or end their second cell at one place."""
_LONG = 28
_MARKER = re.compile(r"(?:[^\w\s]{1,2}|\(?\w{1,4}[.)]|\[\w{1,4}\])\s*")
_LEADERS = re.compile(r"(?:[.·․…]\s*){4}")


def aligned_rows(items: Sequence[Item | None]) -> list[tuple[list[Line], tuple[Strip, ...]]]:
    """The runs of such lines, each with the strips between its columns. None stands for what is no line of a run."""
    found: list[tuple[list[Line], tuple[Strip, ...]]] = []
    run: list[Line] = []
    strips: list[Strip] = []
    for item in (*items, None):
        if isinstance(item, Line) and run and _follows(run[-1], item):
            shared = _shared(strips, item)
            if shared:
                run.append(item)
                strips = shared
                continue
        if (whole := _ended(run)) and _is_table(whole, strips):
            found.append((whole, tuple(strips)))
        starts = isinstance(item, Line) and _may_start(item)
        run = [item] if isinstance(item, Line) and starts else []
        strips = [(gap.x0, gap.x1) for gap in item.gaps] if isinstance(item, Line) and starts else []
    return found


def _may_start(line: Line) -> bool:
    return bool(line.gaps) and not _LEADERS.search(line.text)


def _follows(above: Line, below: Line) -> bool:
    size = max(above.size, below.size)
    return abs(above.size - below.size) < 0.6 and 0 < below.y - above.y <= _STEP * size and above.page == below.page


def _shared(strips: Sequence[Strip], line: Line) -> list[Strip]:
    """What is left of the strips where this line has a gap too, or ends before, or begins behind them."""
    if _LEADERS.search(line.text):
        return []
    least = _STRIP * line.size
    if not line.gaps:
        return [strip for strip in strips if line.x0 >= strip[1] - 2 or line.x1 <= strip[0] + 2]
    shared = [
        (max(low, gap.x0), min(high, gap.x1)) for low, high in strips for gap in line.gaps if _overlap(low, high, gap)
    ]
    beside = [strip for strip in strips if strip[0] >= line.x1 or strip[1] <= line.x0]
    return sorted({(low, high) for low, high in (*shared, *beside) if high - low >= least}) if shared else []


def _overlap(low: float, high: float, gap: tuple[float, float, int]) -> bool:
    return min(high, gap[1]) > max(low, gap[0])


def _ended(run: Sequence[Line]) -> list[Line]:
    """Without the lines behind the last row that have no gap."""
    rows = [index for index, line in enumerate(run) if line.gaps]
    return list(run[: rows[-1] + 1]) if rows else []


def _is_table(run: Sequence[Line], strips: Sequence[Strip]) -> bool:
    rows = [line for line in run if line.gaps]
    if len(rows) < _FEWEST or len(run) - len(rows) > 0.5 * len(rows):
        return False
    if sum(map(is_code, rows)) > 0.5 * len(rows):
        return False  # code
    cells = [_cells(line, strips) for line in rows]
    firsts = [row[0] for row in cells]
    if sum(_MARKER.fullmatch(first) is not None for first in firsts) > 0.5 * len(firsts):
        return False  # a list
    if not _is_aligned(rows, strips):
        return False
    bare = sum(not any(map(str.isalpha, "".join(row))) for row in cells)
    if bare == len(rows) or (
        bare and any(sum(len(word) > 2 for word in cell.split()) > 3 for row in cells for cell in row)
    ):
        return False  # a matrix, or one in a sentence
    seconds = [row[1] for row in cells]
    is_long = min(sum(map(len, firsts)), sum(map(len, seconds))) > _LONG * len(rows)
    return not (is_long and sum(first[:1].islower() for first in firsts) > 0.4 * len(rows))  # two columns of prose


def _is_aligned(rows: Sequence[Line], strips: Sequence[Strip]) -> bool:
    for low, high in strips:
        starts = Counter(round(gap.x1 / 2) for line in rows for gap in line.gaps if gap.x0 <= high and gap.x1 >= low)
        ends = Counter(round(line.x1 / 2) for line in rows)
        for edges in (starts, ends):
            if edges and max(count + edges[x + 1] for x, count in edges.items()) >= _ALIGNED * len(rows):
                return True
    return False


def _cells(line: Line, strips: Sequence[Strip]) -> list[str]:
    """The text of a line by columns."""
    cuts: list[int] = []
    for low, high in strips:
        at = next((gap.at for gap in line.gaps if gap.x0 <= low + 1 and gap.x1 >= high - 1), None)
        if at is None:
            at = 0 if line.x0 >= high - 2 else len(line.text)
        cuts.append(at)
    edges = [0, *cuts, len(line.text)]
    return [line.text[a:b].strip() for a, b in pairwise(edges)]


def laid_out(lines: Sequence[Line], strips: Sequence[Strip]) -> list[str]:
    """The rows, their cells one below the other."""
    rows = [_cells(line, strips) for line in lines]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
