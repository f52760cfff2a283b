"""A table's cells on a grid (HTML standard, 4.9.12: forming a table)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrapepy.web.html import Node

WIDEST = 1000
TALLEST = 65534
MOST_FIELDS = 200_000
"""Fields beyond which cells no longer reach into further rows: what no page has but one that means harm."""


@dataclass(slots=True)
class Cell:
    """A ``td`` or ``th`` with the room it takes."""

    node: Node
    is_header: bool
    columns: int
    rows: int
    row: Node | None = None
    """Its ``tr``, if it is the first cell in it."""
    text: str = ""


@dataclass(slots=True)
class Place:
    """One field of the grid: the cell that covers it, and whether the cell begins in this column and in this row."""

    cell: Cell
    first_column: bool
    first_row: bool


@dataclass(slots=True)
class Grid:
    """Rows of places (None where no cell reaches) and how many rows at the top are the header."""

    rows: list[list[Place | None]]
    header_rows: int
    width: int
    cells: list[Cell]


def table_rows(table: Node) -> Iterator[tuple[Node, str, int]]:
    """The rows of a table, not of tables inside it, with their group's tag and number; ``tfoot`` comes last."""
    feet: list[tuple[Node, str, int]] = []
    for number, child in enumerate(table.iter()):
        tag = child.tag
        if tag == "tr":
            yield child, "tbody", -1
        elif tag in ("thead", "tbody", "tfoot"):
            rows = [(row, tag, number) for row in child.iter() if row.tag == "tr"]
            if tag == "tfoot":
                feet += rows
            else:
                yield from rows
    yield from feet


def form_grid(table: Node) -> Grid:
    """Lay out the cells of a table; spans that reach too far are cut as browsers cut them."""
    rows: list[list[Place | None]] = []
    groups: list[str] = []
    cells: list[Cell] = []
    hanging: dict[int, tuple[Cell, int, bool]] = {}
    fields = 0
    number = -1
    for row, group, group_number in table_rows(table):
        if group_number != number:
            hanging = {}
            number = group_number
        places: list[Place | None] = []
        column = 0
        row_has_cell = False
        for node in row.iter():
            tag = node.tag
            if tag != "td" and tag != "th":
                continue
            column = _fill(places, column, hanging)
            given = node.attributes
            columns = _span(given.get("colspan"), WIDEST, 1) if given else 1
            height = _span(given.get("rowspan"), TALLEST, TALLEST) if given and fields < MOST_FIELDS else 1
            cell = Cell(node, tag == "th", columns, height, None if row_has_cell else row)
            row_has_cell = True
            cells.append(cell)
            for offset in range(columns):
                places.append(Place(cell, offset == 0, True))
                if height > 1:
                    hanging[column + offset] = (cell, height - 1, offset == 0)
            column += columns
        while hanging and column <= max(hanging):
            before = column
            column = _fill(places, column, hanging)
            if column == before:
                places.append(None)
                column += 1
        fields += len(places)
        if places:
            rows.append(places)
            groups.append(group)
    width = max(map(len, rows), default=0)
    for places in rows:
        places.extend([None] * (width - len(places)))
    return Grid(rows, _header_rows(rows, groups), width, cells)


def _fill(places: list[Place | None], column: int, hanging: dict[int, tuple[Cell, int, bool]]) -> int:
    """Put the cells from above that reach down into this row, from ``column`` on; give the first free column."""
    while column in hanging:
        cell, left, first = hanging.pop(column)
        places.append(Place(cell, first, False))
        if left > 1:
            hanging[column] = cell, left - 1, first
        column += 1
    return column


def _span(value: str | None, most: int, zero: int) -> int:
    if value is None:
        return 1
    digits = value.strip()
    if not digits.isdecimal():
        return 1
    number = int(digits[:6])
    return min(number, most) if number else zero


def _header_rows(rows: list[list[Place | None]], groups: list[str]) -> int:
    """Rows of ``thead``, else those at the top that hold header cells only (and do not fill the table)."""
    count = 0
    while count < len(groups) and groups[count] == "thead":
        count += 1
    if count:
        return count
    while count < len(rows) and all(place is None or place.cell.is_header for place in rows[count]):
        count += 1
    return min(count, 1) if count == len(rows) else count
