"""Tables: pipe tables, plain HTML where a cell holds what a pipe table cannot, and layout tables as their content."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scrapepy.convert.code_language import language_of
from scrapepy.convert.code_text import code_text, is_count
from scrapepy.convert.render_code import fence
from scrapepy.convert.render_flow import CODE, HEADING, HTML, LABEL, LIST, QUOTE, RULE, TABLE, TEXT
from scrapepy.convert.render_inline import STRONG
from scrapepy.convert.render_layout import write_cells
from scrapepy.convert.table_grid import Cell, form_grid
from scrapepy.convert.table_html import html_table
from scrapepy.web.html import TEXT_ID, tag_ids

if TYPE_CHECKING:
    from scrapepy.convert.render_walk import Attributes, Walker
    from scrapepy.convert.table_grid import Grid
    from scrapepy.web.html import Node


def table(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render a table."""
    walker.flush()
    grid = form_grid(node)
    caption = _caption(walker, node)
    if caption:
        walker.emit(TEXT, caption)
    if not grid.rows:
        return
    if is_layout(node, attributes, grid):
        write_cells(walker, (cell.node for cell in grid.cells))
        return
    codes = _numbered_code(grid)
    if codes:
        walker.emit(CODE, fence("\n".join(map(code_text, codes)), language_of(codes[0]) or walker.code_language))
        return
    notes = _take_notes(grid)
    if any(holds_more_than_a_cell_can(cell.node) for cell in grid.cells):
        walker.emit(HTML, html_table(walker, node))
        return
    for cell in grid.cells:
        cell.text = cell_text(walker, cell)
    walker.emit(TABLE, pipe_table(grid))
    for note in notes:
        walker.walk(note)
        walker.flush()


def _take_notes(grid: Grid) -> list[Node]:
    """Take the rows at the end out that hold nothing but footnotes (DocBook): their place is below the table."""
    notes: list[Node] = []
    while len(grid.rows) > 1:
        place = grid.rows[-1][0]
        if place is None or not place.first_row or place.cell.columns < grid.width:
            break
        if place.cell.node.css_first("div.footnote, .footnotes") is None:
            break
        notes.insert(0, place.cell.node)
        grid.rows.pop()
        grid.cells.remove(place.cell)
    return notes


def _is_bar(grid: Grid) -> bool:
    """Whether a row is a bar of links with images, or of columns of lists."""
    nodes = [cell.node for cell in grid.cells]
    if all(_holds_only_lists(node) for node in nodes):
        return True
    if not any(node.css_first("a img") is not None for node in nodes):
        return False
    return all(sum(len(link.text().strip()) for link in node.css("a")) >= len(node.text().strip()) for node in nodes)


def _holds_only_lists(node: Node) -> bool:
    inner = [each for each in node.iter(include_text=True) if each.tag != "-text" or each.text().strip()]
    return bool(inner) and all(each.tag in ("ul", "ol") for each in inner)


def _numbered_code(grid: Grid) -> list[Node]:
    """The code in the second of two columns whose first are numbers that count its lines; nothing if it is not so."""
    if grid.width != 2 or len(grid.cells) != 2 * len(grid.rows) or any(cell.is_header for cell in grid.cells):
        return []
    numbers = [cell.node for cell in grid.cells[::2]]
    codes = [cell.node for cell in grid.cells[1::2]]
    if not is_count(" ".join(node.text(separator=" ") for node in numbers).split()):
        return []
    blocks: list[Node] = []
    for node in codes:
        inner = [child for child in node.iter(include_text=True) if child.text().strip()]
        if len(inner) != 1 or not (inner[0].tag == "pre" or (inner[0].tag == "code" and len(codes) > 1)):
            return []
        blocks.append(inner[0])
    return blocks


def _caption(walker: Walker, node: Node) -> str:
    for child in node.iter():
        if child.tag == "caption":
            walker.note_id(child.attributes)
            text = walker.inline_of(child, marks=STRONG)
            return LABEL + text if text else ""
    return ""


def is_layout(node: Node, attributes: Attributes, grid: Grid) -> bool:
    """Whether a table only arranges blocks on the page: it says so, has one cell, or frames parts of a page."""
    if attributes.get("role") in ("presentation", "none"):
        return True
    if any(cell.is_header for cell in grid.cells):
        return False
    if len(grid.cells) == 1 or (len(grid.rows) == 1 and _is_bar(grid)):
        return True
    return not _has_border(attributes) and any(
        cell.node.css_first("h1, h2, h3, table, hr") is not None
        for cell in grid.cells
        if cell.node.first_child is not None
    )


def _has_border(attributes: Attributes) -> bool:
    border = attributes.get("border")
    return "border" in attributes and border not in ("0", "0px")


def holds_more_than_a_cell_can(cell: Node) -> bool:
    """Whether a cell holds a table or a code block."""
    child = cell.first_child
    if child is None or (child.tag_id == TEXT_ID and child.next is None):
        return False
    for inner in cell.traverse():
        number = inner.tag_id
        if number in _TOO_MUCH_IDS:
            return True
        if number == _DIV_ID:
            return cell.css_first("table, pre, div.fragment") is not None
    return False


_TOO_MUCH_IDS = frozenset(tag_ids(["table", "pre"]).values())
_DIV_ID = tag_ids(["div"])["div"]


def cell_text(walker: Walker, cell: Cell) -> str:
    """A cell's content on one line: blocks and breaks parted by ``<br>``, pipes escaped."""
    if cell.row is not None:
        walker.note_id(cell.row.attributes)
    walker.note_id(cell.node.attributes)
    before, walker.line_break = walker.line_break, "<br>"
    blocks = walker.blocks_of(cell.node)
    walker.line_break = before
    if len(blocks) == 1 and blocks[0][0] == TEXT:
        text = blocks[0][1]
    else:
        text = "<br>".join(_cell_block(kind, text) for kind, text in blocks)
    if "|" in text:
        text = text.replace("|", "\\|")
    if "\n" in text:
        text = " ".join(text.split("\n"))
    return text


_ALERT = re.compile(r"\[!([A-Z]+)\]")


def _cell_block(kind: int, text: str) -> str:
    if kind == HEADING:
        words = text.lstrip("#").strip()
        return words if "**" in words else f"**{words}**"
    if kind == QUOTE:
        lines = [line.lstrip("> ") for line in text.split("\n") if line.strip("> ")]
        if alert := _ALERT.fullmatch(lines[0]):  # which GitHub knows at the start of a quote only
            lines[:2] = [f"**{alert[1].capitalize()}:** {lines[1]}"]
        return "<br>".join(lines)
    if kind in (LIST, CODE, HTML, RULE):
        return "<br>".join(line for line in text.split("\n") if line)
    return text


def pipe_table(grid: Grid) -> str:
    """The grid as a GFM table: what reaches over rows stands in each, what reaches over columns in the first."""
    header = _header(grid)
    lines = [header, "|" + " --- |" * grid.width]
    for row in grid.rows[grid.header_rows :]:
        texts = [place.cell.text if place is not None and place.first_column else "" for place in row]
        lines.append(f"| {' | '.join(texts)} |")
    return "\n".join(lines)


def _header(grid: Grid) -> str:
    rows = grid.rows[: grid.header_rows]
    if not rows:
        return "| " + " | ".join([""] * grid.width) + " |"
    if len(rows) == 1:
        texts = [place.cell.text if place is not None and place.first_column else "" for place in rows[0]]
    else:
        texts = []
        for column in range(grid.width):
            parts: list[str] = []
            for row in rows:
                place = row[column]
                if place is not None and place.first_row and place.cell.text:
                    parts.append(place.cell.text)
            texts.append(": ".join(parts))
    return f"| {' | '.join(texts)} |"


def grid_of_blocks(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render Javadoc's table of ``div``: its columns are counted from its header cells or its class."""
    walker.flush()
    cells = [child for child in node.iter() if child.tag == "div"]
    header = 0
    while header < len(cells) and "table-header" in (cells[header].attributes.get("class") or ""):
        header += 1
    classes = attributes.get("class") or ""
    width = header or next((count for word, count in _COLUMNS if word in classes), 0)
    if not width or len(cells) % width:
        walker.plain(node)
        return
    texts = [cell_text(walker, Cell(cell, False, 1, 1)) for cell in cells]
    if not header:
        texts = [""] * width + texts
    rows = [f"| {' | '.join(texts[at : at + width])} |" for at in range(0, len(texts), width)]
    rows.insert(1, "|" + " --- |" * width)
    walker.emit(TABLE, "\n".join(rows))


_COLUMNS = (("two-column", 2), ("three-column", 3), ("four-column", 4))
