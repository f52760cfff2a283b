"""Tables that go on over the end of a page, made one; then headers of two rows, and values repeated down."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scrapepy.pdf.blocks import Block, Note, TableBlock
from scrapepy.pdf.values import Cell, Grid

_NEAR = 12.0
_ENDS = (".", "!", "?", ":", ";", "。")


def stitched(blocks: Sequence[Block]) -> list[Block]:
    """The blocks, with the parts of a table on consecutive pages joined."""
    found: list[Block] = []
    for block in blocks:
        if isinstance(block, TableBlock):
            before = next((b for b in reversed(found) if not isinstance(b, Note)), None)
            if isinstance(before, TableBlock) and goes_on(before.grid, block.grid):
                _append(before.grid, block.grid)
                continue
        found.append(block)
    return found


def goes_on(above: Grid, below: Grid) -> bool:
    """True for a table that has the columns of the one at the end of the page before."""
    if below.page != above.last_page + 1 or len(above.rows[0]) != len(below.rows[0]):
        return False
    shift = below.edges[0] - above.edges[0]  # pages that face each other have other margins
    return all(abs(b - a - shift) < _NEAR for a, b in zip(above.edges, below.edges, strict=False))


def _append(above: Grid, below: Grid) -> None:
    rows = list(below.rows)
    header = header_rows(above)
    same = 0
    while same < min(header, len(rows) - 1) and _texts(rows[same]) == _texts(above.rows[same]):
        same += 1
    rows, pages = rows[same:], below.pages[same:]
    if rows and _is_rest(above.rows[-1], rows[0]) and len(above.rows) > header:
        above.rows[-1] = [_both(a, b) for a, b in zip(above.rows[-1], rows[0], strict=True)]
        rows, pages = rows[1:], pages[1:]
    above.rows += rows
    above.pages += pages
    above.last_page = below.last_page
    above.edges = below.edges


def _texts(row: Sequence[Cell | None]) -> list[tuple[str, ...] | None]:
    return [None if cell is None else cell.lines for cell in row]


def _is_rest(last: Sequence[Cell | None], first: Sequence[Cell | None]) -> bool:
    """True if the first row of a page is the rest of a row that the page's end has cut."""
    if first[0] is not None and first[0].lines:
        return False
    filled = [(a, b) for a, b in zip(last, first, strict=True) if b is not None and b.lines]
    if not filled or any(a is None or not a.lines for a, _ in filled):
        return False
    return any(
        a is not None and b is not None and (b.lines[0][:1].islower() or not a.lines[-1].endswith(_ENDS))
        for a, b in filled
    ) and not all(len(" ".join(b.lines)) < 12 and not b.lines[0][:1].islower() for _, b in filled if b is not None)


def _both(above: Cell | None, below: Cell | None) -> Cell | None:
    if above is None or below is None:
        return above
    return Cell(above.lines + below.lines, above.across, above.down)


def header_rows(grid: Grid) -> int:
    """1, or 2 where a cell of the first row stands over several of the second."""
    if len(grid.rows) < 3:
        return 1
    first, second = grid.rows[0], grid.rows[1]
    width = len(first)
    spans = [c for c, cell in enumerate(first) if cell is not None and 1 < cell.across < width and cell.lines]
    covered = all(
        second[c] is not None and (second[c] or Cell(())).lines
        for start in spans
        for c in range(start, min(width, start + (first[start] or Cell(())).across))
        if second[c] is not None
    )
    below = [cell for c, cell in enumerate(second) if cell is not None and cell.lines]
    return 2 if spans and covered and len(below) >= 2 else 1


def plain_rows(grid: Grid, mend: Callable[[Sequence[str]], str], *, fill_down: bool) -> list[list[str]]:
    """The table as texts, header first: ``Group: Sub`` for two header rows, and merged values repeated down."""
    count = header_rows(grid)
    texts = [["" if cell is None else mend(cell.lines) for cell in row] for row in grid.rows]
    header = texts[0]
    if count == 2:
        header = _group_names(grid, texts)
    rows = texts[count:]
    for index, row in enumerate(rows):
        cells = grid.rows[index + count]
        if index and not row[0] and fill_down and any(row[1:]) and _is_merged(grid, index + count, cells[0]):
            row[0] = rows[index - 1][0]
    return [header, *rows]


def _is_merged(grid: Grid, index: int, cell: Cell | None) -> bool:
    """True if the first cell of a row is part of one that begins above it, on this page or the one before."""
    # The first row of a page: a value that goes on there stands in a cell of its own, which is empty.
    return cell is None or grid.pages[index] != grid.pages[index - 1]


def _group_names(grid: Grid, texts: Sequence[Sequence[str]]) -> list[str]:
    names = []
    group = ""
    for column, cell in enumerate(grid.rows[0]):
        if cell is not None:
            group = texts[0][column] if cell.across > 1 else ""
        below = texts[1][column]
        if group:
            names.append(f"{group}: {below}" if below else group)
        else:
            names.append(" ".join(filter(None, (texts[0][column], below))))
    return names
