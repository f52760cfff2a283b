"""Tables that list parameters, fields and parts of an API item: a list, an item for each row.

mkdocstrings has a column for name, type, description and default; pydoctor a row with the label above the rows of one
kind; Haddock a column of declarations and one of descriptions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapepy.convert.render_api import signature_text
from scrapepy.convert.render_definition import emit_fields
from scrapepy.convert.render_flow import TEXT
from scrapepy.convert.render_inline import STRONG
from scrapepy.convert.render_list import emit_bullets
from scrapepy.convert.table_grid import table_rows
from scrapepy.web.escape import code_span
from scrapepy.web.html import class_words

if TYPE_CHECKING:
    from scrapepy.convert.render_flow import Block
    from scrapepy.convert.render_walk import Attributes, Walker
    from scrapepy.web.html import Node


def parameter_rows(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render a table of one of these kinds; one that is of none is a table."""
    walker.flush()
    if node.css_first("tr.fieldStart") is not None:
        _field_table(walker, node)
    elif node.css_first("td.src") is not None:
        _parts(walker, node)
    elif "doc-parameters" in class_words(node):
        _columns(walker, node)
    else:
        walker.handlers["table"](walker, node, attributes)


def _cells(row: Node) -> list[Node]:
    return [cell for cell in row.iter() if cell.tag in ("td", "th")]


def _columns(walker: Walker, node: Node) -> None:
    """mkdocstrings: the first column is the name (or the type, of what is returned), the headings tell the others."""
    heads: list[str] = []
    items: list[list[Block]] = []
    for row, _, _ in table_rows(node):
        cells = _cells(row)
        if not heads and cells and cells[0].tag == "th":
            heads = [" ".join(cell.text().split()) for cell in cells]
            if heads[0].lower() not in ("name", "type"):
                walker.emit(TEXT, walker.inline_of(cells[0], marks=STRONG))
        elif cells:
            items.append(_column_item(walker, [head.lower() for head in heads], cells))
    emit_bullets(walker, items)


def _column_item(walker: Walker, heads: list[str], cells: list[Node]) -> list[Block]:
    flag, walker.flag = walker.flag, "d"
    walker.note_id((cells[0].parent or cells[0]).attributes)
    term = walker.inline_of(cells[0], marks=STRONG)
    walker.flag = flag
    beside: list[str] = []
    blocks: list[Block] = []
    for head, cell in zip([*heads[1:], *[""] * len(cells)], cells[1:], strict=False):
        if head == "type" or (head == "default" and cell.css_first("code") is not None):
            said = walker.inline_of(cell)
            beside += [f"default: {said}" if head == "default" else said] if said else []
        elif head == "default":
            beside += [said] if (said := walker.inline_of(cell)) else []
        else:
            blocks += walker.blocks_of(cell)
    line = f"{term} ({', '.join(beside)})" if beside else term
    if blocks and blocks[0][0] == TEXT and "\n" not in blocks[0][1]:
        return [(TEXT, f"{line}: {blocks[0][1]}"), *blocks[1:]]
    return [(TEXT, line), *blocks]


def _field_table(walker: Walker, node: Node) -> None:
    """pydoctor: ``tr.fieldStart > td.fieldName``, then rows of ``td.fieldArgContainer`` and ``td.fieldArgDesc``."""
    fields: list[tuple[str, list[list[Block]]]] = []
    named: set[str] = set()
    for row, _, _ in table_rows(node):
        cells = _cells(row)
        if "fieldstart" in class_words(row) and cells:
            fields.append((walker.inline_of(cells[0], marks=STRONG), []))
            cells = cells[1:]
        if not cells or not fields:
            continue
        blocks = walker.blocks_of(cells[-1])
        if len(cells) > 1 and (term := _argument(walker, cells[0])):
            joins = len(blocks) == 1 and blocks[0][0] == TEXT
            blocks = [(TEXT, f"{term}: {blocks[0][1]}")] if joins else [(TEXT, term), *blocks]
        if cells[0].css_first("span.fieldArg") is not None:
            named.add(fields[-1][0])
        if blocks:
            fields[-1][1].append(blocks)
    items: list[list[Block]] = []
    for label, values in fields:
        outer = walker.enter()
        emit_bullets(walker, values)
        inner = walker.leave(outer)
        single = len(values) == 1 and len(values[0]) == 1 and values[0][0][0] == TEXT and label not in named
        items.append([(TEXT, f"{label}: {values[0][0][1]}")] if single else [(TEXT, label), *inner])
    emit_fields(walker, items)


def _argument(walker: Walker, cell: Node) -> str:
    """An argument's name, with its type if both are there (``span.fieldArg`` ends in a colon then)."""
    name = cell.css_first("span.fieldArg")
    kind = cell.css_first("code")
    if name is None or kind is None:
        return walker.inline_of(cell, marks=STRONG)
    term = walker.inline_of(name, marks=STRONG)
    return f"{term.removesuffix(':**')}** ({walker.line_of([kind], ('', ''))})" if term.endswith(":**") else term


def _parts(walker: Walker, node: Node) -> None:
    """Haddock: ``td.src`` with a declaration, ``td.doc`` with what is said of it, more rows of the same across both."""
    items: list[list[Block]] = []
    for row, _, _ in table_rows(node):
        cells = _cells(row)
        if cells and "src" in class_words(cells[0]):
            items.append(_part(walker, cells))
        elif items:
            items[-1] += [block for cell in cells for block in walker.blocks_of(cell)]
        else:
            items += [blocks for cell in cells if (blocks := walker.blocks_of(cell))]
    emit_bullets(walker, items)


def _part(walker: Walker, cells: list[Node]) -> list[Block]:
    flag, walker.flag = walker.flag, "d"
    for inner in cells[0].css("[id]"):
        walker.note_id(inner.attributes)
    marks = "".join(walker.pending)
    walker.pending.clear()
    walker.flag = flag
    line = marks + code_span(signature_text(cells[0]))
    blocks = [block for cell in cells[1:] for block in walker.blocks_of(cell)]
    if len(blocks) == 1 and blocks[0][0] == TEXT and "\n" not in blocks[0][1]:
        return [(TEXT, f"{line}: {blocks[0][1]}")]
    return [(TEXT, line), *blocks]


def part_declaration(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render a declaration in a list (``dfn.src``) as code; its ids are targets of their own."""
    flag, walker.flag = walker.flag, "d"
    for inner in node.css("[id]"):
        walker.note_id(inner.attributes)
    walker.flag = flag
    walker.pieces.append("".join(walker.pending) + code_span(signature_text(node)))
    walker.pending.clear()
