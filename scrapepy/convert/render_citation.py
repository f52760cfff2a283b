"""Entries of a list of sources: a list item each, whose label stays since the text and other pages refer to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapepy.convert.render_definition import emit_fields, labelled
from scrapepy.convert.render_flow import anchor
from scrapepy.model.template import ANCHOR_OPEN
from scrapepy.web.escape import escape_text
from scrapepy.web.html import class_words

if TYPE_CHECKING:
    from scrapepy.convert.render_flow import Block
    from scrapepy.convert.render_walk import Attributes, Walker
    from scrapepy.web.html import Node

_LABEL = "label"
_BACK = frozenset({"backrefs", "fn-backref"})


def citation(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render Docutils' entries: ``div > span.label + p``, ``dl > dt.label + dd``, ``table > tr > td.label + td``."""
    walker.flush()
    items: list[list[Block]] = []
    label = ""
    for part in _parts(node):
        words = class_words(part)
        if _LABEL in words:
            label = _label(walker, part)
        elif not _BACK.isdisjoint(words):
            continue
        elif label:
            items.append(labelled(label, walker.blocks_of(part)))
            label = ""
        elif items:
            items[-1].extend(walker.blocks_of(part))
        else:
            walker.visit(part)
    emit_fields(walker, items, "sources")


def _parts(node: Node) -> list[Node]:
    """The labels and what stands beside them."""
    if node.tag == "table":
        return [cell for row in node.css("tr") for cell in row.iter()]
    return list(node.iter())


def _label(walker: Walker, node: Node) -> str:
    """A label in brackets; the ids that wait for text, and its own, are targets of their own."""
    walker.flush()
    identifier = node.attributes.get("id")
    marks = "".join(walker.pending).replace(f"{ANCHOR_OPEN}p", f"{ANCHOR_OPEN}d")
    walker.pending.clear()
    if identifier:
        marks += anchor(identifier, "d")
    name = "".join(node.text().split()).strip("[]")
    return f"{marks}**[{escape_text(name)}]**" if name else ""
