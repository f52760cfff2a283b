"""Cells on a grid, as the HTML standard forms tables."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scrapepy.convert.table_grid import Grid, form_grid, table_rows
from scrapepy.web.html import parse


def grid_of(rows: str) -> Grid:
    table = parse(f"<table>{rows}</table>").css_first("table")
    assert table is not None
    return form_grid(table)


def texts(grid: Grid) -> list[list[str]]:
    return [["" if place is None else place.cell.node.text() for place in row] for row in grid.rows]


def test_spans() -> None:
    grid = grid_of("<tr><td colspan=2>a<td rowspan=2>b<tr><td>c<td>d<tr><td>e")
    assert texts(grid) == [["a", "a", "b"], ["c", "d", "b"], ["e", "", ""]]
    assert [place.first_column for place in grid.rows[0] if place] == [True, False, True]
    assert [place.first_row for place in grid.rows[1] if place] == [True, True, False]
    assert grid.width == 3


def test_a_rowspan_of_nought_reaches_to_the_end_of_its_group() -> None:
    grid = grid_of("<tbody><tr><td rowspan=0>a<td>b<tr><td>c</tbody><tbody><tr><td>d<td>e")
    assert texts(grid) == [["a", "b"], ["a", "c"], ["d", "e"]]


def test_header_rows() -> None:
    assert grid_of("<tr><th>a<th>b<tr><td>1<td>2").header_rows == 1
    assert grid_of("<thead><tr><td>a<tr><td>b</thead><tr><td>1").header_rows == 2
    assert grid_of("<tr><th>a<td>1<tr><th>b<td>2").header_rows == 0
    assert grid_of("<tr><th>a<tr><th>b").header_rows == 1
    assert grid_of("<tr><th rowspan=2>a<th colspan=2>b<tr><th>c<th>d<tr><td>1<td>2<td>3").header_rows == 2


def test_feet_come_last_and_inner_tables_do_not_count() -> None:
    table = parse("<table><tfoot><tr><td>f</tfoot><tr><td>a<table><tr><td>inner</table></table>").css_first("table")
    assert table is not None
    assert [group for _, group, _ in table_rows(table)] == ["tbody", "tfoot"]


def test_odd_spans_are_one() -> None:
    grid = grid_of("<tr><td colspan=x rowspan=-1>a<td colspan=0>b<td colspan='2.5'>c<td colspan=99999>d")
    assert grid.width == 1003


@given(
    st.lists(st.lists(st.tuples(st.integers(1, 4), st.integers(1, 4)), min_size=1, max_size=4), min_size=1, max_size=5)
)
def test_each_cell_covers_its_room_once(spans: list[list[tuple[int, int]]]) -> None:
    rows = "".join(
        "<tr>" + "".join(f"<td colspan={width} rowspan={height}>x" for width, height in row) for row in spans
    )
    grid = grid_of(rows)
    assert all(len(row) == grid.width for row in grid.rows)
    begun = [place for row in grid.rows for place in row if place and place.first_column and place.first_row]
    assert len(begun) == len(grid.cells) == sum(map(len, spans))
