"""Tables that level rules alone make: a rule above, one below, perhaps one under the header (as good typography asks).

The columns are where no row has a word. What stands between two rules in columns, and is prose, is no table.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from scrapepy.pdf.displays import is_numbers
from scrapepy.pdf.sides import alike, bars_of
from scrapepy.pdf.values import Box, Cell, Grid, Rule, Word
from scrapepy.pdf.words import Row, joined, rows_of

_SHORTEST = 60.0
_STRIP = 0.8
"""Of the size: so wide is the empty strip between two columns at least."""
_WORDS = 0.5
"""Of the size: so wide is the gap between two words of a cell at most."""
_TALLEST = 0.5
"""Of the page: rules farther apart frame the page."""
_SEVERAL = 0.6
"""Of the rows: so many have more than one cell."""
_MONO = 0.6
_HEADER = 4
_LONG = 12
_FULL = 0.12
"""Of a column's width: a full line ends no farther from its right edge."""
_STEP = re.compile(r"\d{1,3}[.:)]?")
_SENTENCE_END = (".", "!", "?", ":", ";", "。")


@dataclass(slots=True)
class _Run:
    """Words of a row that stand together: the text of a cell, and the columns that it takes."""

    text: str
    first: int
    last: int
    y: float
    x0: float
    x1: float


def barred_tables(
    rules: Sequence[Rule], words: Sequence[Word], page: int, height: float, mono: Sequence[bool]
) -> list[Grid]:
    """The tables of a page between level rules of one place and length."""
    found: list[Grid] = []
    for bars in alike(bars_of([rule for rule in rules if rule.x0 != rule.x1])):
        left, right = min(bar.x0 for bar in bars), max(bar.x1 for bar in bars)
        if right - left < _SHORTEST:
            continue
        heights = sorted(bar.top for bar in bars)
        heights = [y for i, y in enumerate(heights) if not i or y - heights[i - 1] > 2]
        inside = [word for word in words if left - 3 <= (word.x0 + word.x1) / 2 <= right + 3]
        stretches = [
            (top, bottom, rows_of([w for w in inside if top < w.y - 0.27 * w.size < bottom]))
            for top, bottom in pairwise(heights)
            if bottom - top < _TALLEST * height
        ]
        found += _tables(stretches, (left, right), page, mono)
    return found


def _tables(
    stretches: Sequence[tuple[float, float, list[Row]]], sides: tuple[float, float], page: int, mono: Sequence[bool]
) -> list[Grid]:
    """What begins at a stretch between two rules and goes on as long as the columns are the same."""
    found: list[Grid] = []
    at = 0
    while at < len(stretches):
        best = None
        for end in range(at + 1, len(stretches) + 1):
            part = stretches[at:end]
            if end - 1 > at and stretches[end - 2][1] != stretches[end - 1][0]:
                break
            grid = _grid(part, sides, page, mono, goes_on=bool(found) and found[-1].box[3] == part[0][0])
            if grid is not None:
                best = end, grid
            elif best is not None or end - at > 1:
                break
        if best is None:
            at += 1
        else:
            at, grid = best
            last = found[-1] if found else None
            if last is not None and last.box[3] == grid.box[1] and len(last.edges) == len(grid.edges):
                last.rows += grid.rows
                last.pages += grid.pages
                last.box = (*last.box[:3], grid.box[3])
            else:
                found.append(grid)
    return found


def _grid(
    part: Sequence[tuple[float, float, list[Row]]],
    sides: tuple[float, float],
    page: int,
    mono: Sequence[bool],
    *,
    goes_on: bool = False,
) -> Grid | None:
    groups = [rows for _, _, rows in part if rows]
    if not groups:
        return None
    header = groups[0] if not goes_on and len(groups) > 1 and len(groups[0]) <= _HEADER else []
    body = [row for rows in (groups[1:] if header else groups) for row in rows]
    if len(body) + bool(header) < 2 or (not header and len(body) < 3):
        return None
    strips = _strips(body)
    if not strips or len(strips) > 15:
        return None
    if header and len(every := _strips([*header, *body])) == len(strips):
        strips = every
    cut = [_runs(row, strips) for row in body]
    heads = [_runs(row, strips) for row in header]
    if not _is_table(heads, cut, body, mono):
        return None
    width = len(strips) + 1
    rows = [*_header(heads, width), *_rows([[_runs(r, strips) for r in g] for g in groups[bool(header) :]], width)]
    if len(rows) < 2:
        return None
    box = (sides[0], part[0][0], sides[1], part[-1][1])
    middles = [(low + high) / 2 for low, high in strips]
    return Grid(rows, box, page, (sides[0], *middles, sides[1]), [page] * len(rows), page)


def _strips(rows: Sequence[Row]) -> list[tuple[float, float]]:
    """The upright strips in which nothing stands, between the first and the last column."""
    taken: list[list[float]] = []
    for x0, x1 in sorted((word.x0, word.x1) for row in rows for word in row):
        if taken and x0 <= taken[-1][1]:
            taken[-1][1] = max(taken[-1][1], x1)
        else:
            taken.append([x0, x1])
    size = Counter(word.size for row in rows for word in row).most_common(1)[0][0]
    strips = [(one[1], two[0]) for one, two in pairwise(taken)]
    return [(low, high) for low, high in strips if high - low >= _STRIP * size]


def _runs(row: Row, strips: Sequence[tuple[float, float]]) -> list[_Run]:
    found: list[_Run] = []
    last: Word | None = None
    for word in joined(row):
        text = word.text + word.mark
        first = sum(1 for low, high in strips if word.x0 > (low + high) / 2)
        until = sum(1 for low, high in strips if word.x1 > (low + high) / 2)
        is_near = last is not None and word.x0 - last.x1 < _WORDS * word.size
        if found and (is_near or first == found[-1].last):
            found[-1].text += " " + text
            found[-1].last = max(until, found[-1].last)
            found[-1].x1 = word.x1
        else:
            found.append(_Run(text, first, until, word.y, word.x0, word.x1))
        last = word
    return found


def _is_table(
    heads: Sequence[list[_Run]], body: Sequence[list[_Run]], rows: Sequence[Row], mono: Sequence[bool]
) -> bool:
    if sum(len(row) > 1 for row in body) < _SEVERAL * len(body):
        return False
    if not any(len(row) > 1 for row in heads):
        letters = sum(len(word.text) for row in rows for word in row)
        if sum(len(word.text) for row in rows for word in row if mono[word.font]) >= _MONO * letters:
            return False  # code between two rules
        if all(is_numbers(run.text.split()) for row in body for run in row):
            return False  # a matrix
        if sum(row[0].first == 0 for row in body) < max(2, 0.5 * len(body)):
            return False  # a remark beside its sign
    return not _is_algorithm(body) and not _is_prose(body)


def _is_algorithm(body: Sequence[list[_Run]]) -> bool:
    """True for lines that are numbered one after the other."""
    steps = [int(row[0].text.rstrip(".:)")) for row in body if _STEP.fullmatch(row[0].text)]
    return (
        len(steps) >= 0.8 * len(body)
        and steps == list(range(steps[0], steps[0] + len(steps)))
        and (max(map(len, body)) == 2)
    )


def _is_prose(body: Sequence[list[_Run]]) -> bool:
    """True where sentences run on from row to row beside each other, in lines that are full: columns of text."""
    rights: dict[int, float] = {}
    lefts: dict[int, float] = {}
    for run in (run for row in body for run in row):
        rights[run.first] = max(run.x1, rights.get(run.first, run.x1))
        lefts[run.first] = min(run.x0, lefts.get(run.first, run.x0))
    flowing = 0
    for above, below in pairwise(body):
        full = {
            run.first
            for run in above
            if run.x1 >= rights[run.first] - _FULL * (rights[run.first] - lefts[run.first])
            and not run.text.endswith(_SENTENCE_END)
        }
        flowing += not below[0].first and any(
            run.text[:1].islower() and run.first in full and len(run.text) > _LONG for run in below
        )
    return flowing > 1 and flowing > 0.3 * len(body)


def _header(rows: Sequence[list[_Run]], width: int) -> list[list[Cell | None]]:
    """The header's lines as one row; as two where a cell of the first stands over several columns."""
    if not rows:
        return []
    split = next((i for i, row in enumerate(rows) if all(run.first == run.last for run in row)), 0)
    parts = [rows[:split], rows[split:]] if split else [rows]
    return [_one(part, width) for part in parts if part]


def _rows(groups: Sequence[Sequence[list[_Run]]], width: int) -> list[list[Cell | None]]:
    """Rows of text as rows of the table: each rule ends one where all stand between rules, else lines that only go on
    with what stands above join it."""
    if len(groups) > 2 and all(sum(run[0].first == 0 for run in group) < 2 for group in groups):
        return [_one(group, width) for group in groups]
    found: list[list[Cell | None]] = []
    for group in groups:
        open_rows: list[list[_Run]] = []
        for row in group:
            above = {run.first for line in open_rows for run in line}
            is_rest = row[0].first or (len(row) == 1 and row[0].text[:1].islower())
            if open_rows and is_rest and all(run.first in above for run in row):
                open_rows.append(row)
                continue
            if open_rows:
                found.append(_one(open_rows, width))
            open_rows = [row]
        if open_rows:
            found.append(_one(open_rows, width))
    return found


def _one(lines: Sequence[list[_Run]], width: int) -> list[Cell | None]:
    """Lines of text as one row."""
    row: list[Cell | None] = [Cell(()) for _ in range(width)]
    for line in lines:
        for run in line:
            cell = row[run.first]
            across = max(run.last - run.first + 1, cell.across if cell is not None else 1)
            before, ys = (cell.lines, cell.ys) if cell is not None else ((), ())
            row[run.first] = Cell((*before, run.text), across, 1, (*ys, run.y))
    for column, cell in enumerate(row):
        for covered in range(column + 1, column + (cell.across if cell is not None else 1)):
            other = row[covered]
            if other is not None and not other.lines:
                row[covered] = None
    return row


def framed(rules: Sequence[Rule], height: float) -> list[Box]:
    """What stands between level rules of one place and length and is not the page: no gutter parts it."""
    boxes: list[Box] = []
    for bars in alike(bars_of([rule for rule in rules if rule.x0 != rule.x1])):
        left, right = min(bar.x0 for bar in bars), max(bar.x1 for bar in bars)
        heights = sorted(bar.top for bar in bars)
        while len(heights) > 1 and heights[-1] - heights[0] > _TALLEST * height:
            heights.pop(0 if heights[1] - heights[0] > heights[-1] - heights[-2] else -1)
        if right - left > 2 * _SHORTEST and len(heights) > 1 and heights[-1] - heights[0] > 12:
            boxes.append((left, heights[0], right, heights[-1]))
    return boxes
