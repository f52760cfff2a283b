"""Tables that are lists: generators lay out callouts, questions, terms and indexes in rows and columns."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scrapepy.convert.render_api import signature_text
from scrapepy.convert.render_code import fence
from scrapepy.convert.render_definition import bold_term, labelled
from scrapepy.convert.render_flow import CODE, LIST, TEXT, Block
from scrapepy.convert.render_inline import STRONG
from scrapepy.convert.render_list import emit_bullets, emit_list
from scrapepy.convert.table_grid import table_rows
from scrapepy.web.html import class_words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scrapepy.convert.render_walk import Attributes, Walker
    from scrapepy.web.html import Node

_NUMBER = re.compile(r"\d+")


def write_cells(walker: Walker, cells: Iterable[Node]) -> None:
    """The content of cells one after the other; a list that goes on in the next cell is one list."""
    for cell in cells:
        walker.note_id(cell.attributes)
        for kind, text in walker.blocks_of(cell):
            if kind == LIST and text[:2] == "- " and walker.blocks and walker.blocks[-1][0] == LIST:
                before = walker.blocks[-1][1]
                if before[:2] == "- " and "\n\n" not in before and "\n\n" not in text:
                    walker.blocks[-1] = LIST, f"{before}\n{text}"
                    continue
            walker.blocks.append((kind, text))


def layout_table(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render a table of columns (Sphinx: an index, an hlist) as what stands in them."""
    walker.flush()
    write_cells(walker, (cell for row in _rows(node) for cell in row))


def cell_list(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render DocBook's simplelist: an item in each cell."""
    walker.flush()
    emit_bullets(walker, [walker.blocks_of(cell) for row in _rows(node) for cell in row])


def prototype(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render the table of a C prototype, a parameter in each row, as code."""
    walker.flush()
    signature = signature_text(node)
    if signature:
        walker.emit(CODE, fence(signature))


def callouts(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render the notes to the numbers in a listing, a number and its note in each row, as a numbered list."""
    walker.flush()
    table = _own_table(node)
    if table is None:
        walker.plain(node)
        return
    items: list[tuple[str, list[Block]]] = []
    for row in _rows(table):
        number = _number(row[0]) or str(len(items) + 1)
        for inner in row[0].css("[id], a[name]"):
            walker.note_id({"id": inner.attributes.get("id") or inner.attributes.get("name")})
        blocks = [block for cell in row[1:] for block in walker.blocks_of(cell)]
        if blocks:
            items.append((f"{number}. ", blocks))
    emit_list(walker, items)


def _number(cell: Node) -> str:
    sign = cell.css_first("[data-value], img[alt]")
    given = sign.attributes if sign is not None else {}
    for text in (given.get("data-value"), cell.text(), given.get("alt")):
        match = _NUMBER.search(text or "")
        if match:
            return match[0]
    return ""


def horizontal_list(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render Asciidoctor's horizontal list of terms, a term and its description in each row."""
    walker.flush()
    table = _own_table(node)
    if table is None:
        walker.plain(node)
        return
    items = []
    for row in _rows(table):
        label = bold_term(walker, row[0])
        items.append(labelled(label, [block for cell in row[1:] for block in walker.blocks_of(cell)]))
    emit_bullets(walker, items)


def questions(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render DocBook's questions and answers: the question after its number in bold, then the answer."""
    walker.flush()
    for child in node.iter(include_text=True):
        if child.tag == "table" and child.css_first("tr.question") is not None:
            for row, _, _ in table_rows(child):
                _question_row(walker, row)
        else:
            walker.visit(child)
    walker.flush()


def _question_row(walker: Walker, row: Node) -> None:
    walker.note_id(row.attributes)
    cells = [cell for cell in row.iter() if cell.tag in ("td", "th")]
    if len(cells) < 2 or {"question", "answer"}.isdisjoint(class_words(row)):
        write_cells(walker, cells)
        return
    label = walker.inline_of(cells[0], marks=STRONG)
    blocks = [block for cell in cells[1:] for block in walker.blocks_of(cell)]
    if label and blocks and blocks[0][0] == TEXT:
        blocks[0] = TEXT, f"{label} {blocks[0][1]}"
    elif label:
        blocks.insert(0, (TEXT, label))
    walker.blocks.extend(blocks)


def _own_table(node: Node) -> Node | None:
    return next((child for child in node.iter() if child.tag == "table"), None)


def _rows(table: Node) -> list[list[Node]]:
    rows = ([cell for cell in row.iter() if cell.tag in ("td", "th")] for row, _, _ in table_rows(table))
    return [row for row in rows if row]
