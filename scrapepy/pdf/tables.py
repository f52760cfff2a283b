"""Ruled tables of one page: cells between lines, and the words in them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from scrapepy.pdf.door import cells_between
from scrapepy.pdf.sides import with_sides
from scrapepy.pdf.stitch import goes_on
from scrapepy.pdf.values import Box, Cell, Grid, Rule, Word
from scrapepy.pdf.words import joined, rows_of

_MOST_RULES = 1500
_SNAP = 3.0
_TALL_GAP = 1.3
_FEWEST = 2


def tables_of(rules: Sequence[Rule], words: Sequence[Word], page: int, above: Grid | None = None) -> list[Grid]:
    """The tables, from the top down. A frame with fewer than two rows or columns is a box, and no table.

    Not so a last row at the top of a page with which ``above``, the table at the end of the page before, ends.
    """
    upright = sum(1 for rule in rules if rule.x0 == rule.x1)
    if not upright or len(rules) - upright < 2 or len(rules) > _MOST_RULES or not words:
        return []
    grids = []
    for cells in cells_between(with_sides(rules)):
        grid = _grid(cells, words, page, above)
        if grid is not None:
            grids.append(grid)
    return sorted(grids, key=lambda grid: (grid.box[1], grid.box[0]))


def _grid(cells: Sequence[Box], words: Sequence[Word], page: int, above: Grid | None) -> Grid | None:
    xs = _edges([x for cell in cells for x in (cell[0], cell[2])])
    ys = _edges([y for cell in cells for y in (cell[1], cell[3])])
    columns, rows = len(xs) - 1, len(ys) - 1
    if rows < 1 or columns < 1 or (rows < _FEWEST and columns < _FEWEST) or rows * columns > 20_000:
        return None
    grid: list[list[Cell | None]] = [[None] * columns for _ in range(rows)]
    taken: set[tuple[int, int]] = set()
    filled = 0
    for box in sorted(cells, key=lambda cell: (cell[1], cell[0])):
        column, row = _index(xs, box[0]), _index(ys, box[1])
        across, down = max(1, _index(xs, box[2]) - column), max(1, _index(ys, box[3]) - row)
        if (row, column) in taken:
            continue
        inside = [
            word
            for word in words
            if box[0] - 0.5 <= (word.x0 + word.x1) / 2 <= box[2] + 0.5 and box[1] <= word.y - 0.27 * word.size <= box[3]
        ]
        lines = [(line, y) for line, y in _lines(inside) if line]
        filled += bool(lines)
        grid[row][column] = Cell(tuple(line for line, _ in lines), across, down, tuple(y for _, y in lines))
        taken.update((r, c) for r in range(row, row + down) for c in range(column, column + across))
    box = (xs[0], ys[0], xs[-1], ys[-1])
    for row in range(rows):  # a corner that no cell covers
        for column in range(columns):
            if (row, column) not in taken:
                grid[row][column] = Cell(())
    found, kept = _without_empty_columns(grid, xs)
    found = [row for row in found if any(cell is None or cell.lines for cell in row)]
    found, kept = _with_split_columns_joined(found, kept)
    if len(found) == 1 and above is not None and filled > 1:
        rest = Grid(found, box, page, tuple(kept), [page], page)
        if goes_on(above, rest):
            return rest
    if len(found) < _FEWEST or len(found[0]) < _FEWEST:
        found = _cut_tall(found) if found and len(found[0]) >= _FEWEST else found
        if len(found) < _FEWEST or len(found[0]) < _FEWEST:
            return None
    if filled < _FEWEST + 1 or filled < 0.2 * len(taken) / max(1, _mean_span(cells, taken)):
        return None
    found = _cut_tall(found)
    return Grid(found, box, page, tuple(kept), [page] * len(found), page)


def _mean_span(cells: Sequence[Box], taken: set[tuple[int, int]]) -> float:
    return len(taken) / max(1, len(cells))


def _lines(words: Sequence[Word]) -> list[tuple[str, float]]:
    return [
        (" ".join(word.text + word.mark for word in joined(row)), max(row, key=lambda w: w.size).y)
        for row in rows_of(words)
    ]


def _edges(values: list[float]) -> list[float]:
    """Places that lie within a few points of each other are one."""
    found: list[float] = []
    for value in sorted(values):
        if not found or value - found[-1] > _SNAP:
            found.append(value)
    return found


def _index(edges: Sequence[float], value: float) -> int:
    return min(range(len(edges)), key=lambda index: abs(edges[index] - value))


def _without_empty_columns(
    grid: list[list[Cell | None]], xs: list[float]
) -> tuple[list[list[Cell | None]], list[float]]:
    """Columns in which no cell begins that holds anything were made by a rule too many."""
    while True:
        width = len(grid[0])
        empty = next(
            (c for c in range(width) if all((cell := row[c]) is None or not cell.lines for row in grid)),
            None,
        )
        if empty is None or width == 1:
            return grid, xs
        grid = [_joined_at(row, empty - 1 if empty else 0) for row in grid]
        xs = [x for index, x in enumerate(xs) if index != (empty or 1)]


def _with_split_columns_joined(
    grid: list[list[Cell | None]], xs: list[float]
) -> tuple[list[list[Cell | None]], list[float]]:
    """Neighbours of which no row fills both are one column, split by a rule that only some rows have.

    A header's cell over both shows it: cells that are empty because nothing is known of them are no such sign.
    """
    column = 0
    while grid and column < len(grid[0]) - 1 and len(grid[0]) > _FEWEST:
        both = spanning = 0
        for row in grid:
            left, right = row[column], row[column + 1]
            both += bool(left is not None and left.lines and right is not None and right.lines)
            spanning += bool(right is None and left is not None and left.across > 1)
        if not both and spanning:
            grid = [_joined_at(row, column) for row in grid]
            xs = [x for index, x in enumerate(xs) if index != column + 1]
        else:
            column += 1
    return grid, xs


def _joined_at(row: list[Cell | None], column: int) -> list[Cell | None]:
    """The row with the columns ``column`` and the next one made one."""
    left, right = row[column], row[column + 1]
    new = list(row)
    if left is not None and right is None and left.across > 1:
        cell: Cell | None = Cell(left.lines, left.across - 1, left.down, left.ys)
    elif left is not None and right is not None:
        lines = left.lines + right.lines
        across = left.across + right.across - 1
        cell = Cell(lines, across, max(left.down, right.down), left.ys + right.ys)
    elif left is None and right is not None and right.lines:
        cell = right
    else:
        cell = left
        if left is None:
            for before in range(column - 1, -1, -1):  # a wider cell that reaches over both gives one column up
                wide = new[before]
                if wide is not None:
                    if before + wide.across > column + 1:
                        new[before] = Cell(wide.lines, wide.across - 1, wide.down, wide.ys)
                    break
    return [*new[:column], cell, *new[column + 2 :]]


def _cut_tall(grid: list[list[Cell | None]]) -> list[list[Cell | None]]:
    """Rows that hold several items are cut where the first column starts a line after a wide gap."""
    usual = _line_distance(grid)
    if usual is None:
        return grid
    found: list[list[Cell | None]] = []
    for index, row in enumerate(grid):
        first = row[0]
        if index == 0 or first is None or first.down > 1 or len(first.ys) < 2 or any(c is None for c in row):
            found.append(row)
            continue
        starts = [below for above, below in pairwise(first.ys) if below - above > _TALL_GAP * usual]
        if not starts or not _starts_elsewhere(row[1:], starts, usual):
            found.append(row)
            continue
        bounds = [float("-inf"), *(y - 0.5 * usual for y in starts), float("inf")]
        for low, high in pairwise(bounds):
            found.append([_between(cell, low, high) for cell in row if cell is not None])
    return found


def _starts_elsewhere(cells: Sequence[Cell | None], starts: Sequence[float], usual: float) -> bool:
    """True if another column has a line at each of these heights: the items stand side by side."""
    ys = [y for cell in cells if cell is not None for y in cell.ys]
    return all(any(abs(y - start) < 0.4 * usual for y in ys) for start in starts)


def _between(cell: Cell, low: float, high: float) -> Cell:
    kept = [(line, y) for line, y in zip(cell.lines, cell.ys, strict=True) if low <= y < high]
    return Cell(tuple(line for line, _ in kept), cell.across, 1, tuple(y for _, y in kept))


def _line_distance(grid: Sequence[Sequence[Cell | None]]) -> float | None:
    """The usual distance of two lines in a cell: the smaller half of those there are."""
    distances = sorted(
        below - above for row in grid for cell in row if cell is not None for above, below in pairwise(cell.ys)
    )
    return distances[len(distances) // 4] if distances else None
