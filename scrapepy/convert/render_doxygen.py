"""Doxygen's members: prototypes in layout tables, overviews, parameter lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapepy.convert.render_api import signature_text, write_signature
from scrapepy.convert.render_definition import emit_fields, groups
from scrapepy.convert.render_flow import LIST, TEXT
from scrapepy.convert.render_inline import STRONG
from scrapepy.convert.render_list import emit_bullets
from scrapepy.web.escape import code_span
from scrapepy.web.html import class_words

if TYPE_CHECKING:
    from scrapepy.convert.render_flow import Block
    from scrapepy.convert.render_walk import Attributes, Walker
    from scrapepy.web.html import Node


def member_title(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Doxygen's ``h2.memtitle``: the signature that follows says more; its ids go there."""
    walker.flush()
    for inner in node.css("[id]"):
        walker.note_id(inner.attributes)
    following = node.next
    while following is not None and following.tag == "-text" and not (following.text_content or "").strip():
        following = following.next
    if following is None or following.css_first("div.memproto") is None:
        walker.handlers["h2"](walker, node, attributes)


def member_item(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Doxygen's ``div.memitem``: the prototype as a heading, its labels, then the text."""
    walker.flush()
    prototype = node.css_first("div.memproto")
    if prototype is None:
        walker.plain(node)
        return
    above, base = walker.level, walker.base
    level = max(above, 1) + 1
    parts = [signature_text(part) for part in prototype.css("div.memtemplate, table.memname")]
    write_signature(walker, " ".join(parts).replace(" (", "(") if parts else signature_text(prototype), level)
    labels = [f"*{label.text().strip()}*" for label in prototype.css("span.mlabel") if label.text().strip()]
    if labels:
        walker.emit(TEXT, ", ".join(labels))
    walker.level = walker.base = level
    for child in node.iter():
        if child != prototype:
            walker.visit(child)
    walker.flush()
    walker.level, walker.base = above, base


def member_table(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Doxygen's ``table.memberdecls``: a heading, then a list of declarations with what is said about each."""
    walker.flush()
    items: list[list[Block]] = []
    prefix = ""
    for row in node.css("tr"):
        walker.note_id(row.attributes)
        heading = row.css_first("h2, h3")
        if heading is not None:
            emit_bullets(walker, items)
            items = []
            walker.visit(heading)
            walker.flush()
            continue
        if not _GROUP_ROWS.isdisjoint(class_words(row)):
            emit_bullets(walker, items)
            items = []
            walker.emit(TEXT, walker.inline_of(row, marks=STRONG))
            continue
        cells = [cell for cell in row.iter() if cell.tag == "td"]
        words = {word.lower() for cell in cells for word in (cell.attributes.get("class") or "").split()}
        if "memseparator" in words:
            continue
        text = " ".join(t for cell in cells if (t := walker.inline_of(cell).strip("\xa0 ")))
        if not text:
            continue
        if "memtemplparams" in words:
            prefix = text + " "
        elif words & {"mdescright", "mdescleft"} and items:
            items[-1] = [(TEXT, f"{items[-1][0][1]}: {text}")]
        else:
            items.append([(TEXT, prefix + text)])
            prefix = ""
    emit_bullets(walker, items)


_GROUP_ROWS = frozenset({"inherit_header", "cap"})
"""Rows that say what those below them are: inherited from a class, beginning with a letter."""


def parameter_table(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Doxygen's ``dl.params > dd > table``: a list under its label."""
    walker.flush()
    for terms, details in groups(node):
        label = walker.inline_of(terms[0], marks=STRONG) if terms else ""
        rows: list[str] = []
        for detail in details:
            for row in detail.css("tr"):
                text = _parameter(walker, [cell for cell in row.iter() if cell.tag == "td"])
                if text:
                    rows.append(f"- {text}")
            if not detail.css_first("tr"):
                rows.extend(f"- {text}" for _, text in walker.blocks_of(detail))
        if rows:
            blocks: list[Block] = [(TEXT, label)] if label else []
            emit_fields(walker, [[*blocks, (LIST, "\n".join(rows))]])


def _parameter(walker: Walker, cells: list[Node]) -> str:
    direction = name = ""
    said: list[str] = []
    for cell in cells:
        words = (cell.attributes.get("class") or "").lower().split()
        if "paramname" in words:
            name = signature_text(cell)
        elif "paramdir" in words:
            direction = " " + walker.inline_of(cell)
        else:
            said.append(walker.inline_of(cell))
    text = " ".join(filter(None, said))
    if not name:
        return text
    return f"{code_span(name)}{direction}: {text}" if text else f"{code_span(name)}{direction}"
