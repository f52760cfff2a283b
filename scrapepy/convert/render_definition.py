"""Definition lists, and the lists of labelled facts that Docutils and Javadoc write as such."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapepy.convert.render_blocks import indented, item_text
from scrapepy.convert.render_flow import LIST, TEXT, Block
from scrapepy.convert.render_inline import STRONG
from scrapepy.convert.render_list import emit_bullets, emit_list

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapepy.convert.render_walk import Attributes, Walker
    from scrapepy.web.html import Node


def definition_list(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render ``dl``: ``- **term**: text``, or the blocks indented under the term."""
    walker.flush()
    items = []
    for terms, details in groups(node):
        blocks = _item(walker, terms, details)
        if blocks:
            items.append(blocks)
    emit_bullets(walker, items)


def field_list(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render facts such as Parameters and Returns: several values of one label are a list below it.

    Javadoc and Doxygen write a ``dl`` for each fact; those that follow each other are one list.
    """
    walker.flush()
    items = []
    for terms, details in groups(node):
        label = ", ".join(text for term in terms if (text := _term(walker, term)))
        values = [blocks for detail in details if (blocks := _detail(walker, detail))]
        if len(values) > 1:
            lines = ["- " + indented(item_text(value)[0], "  ") for value in values]
            values = [[(LIST, "\n".join(lines))]]
        items.append(_labelled(label, values[0] if values else []))
    emit_fields(walker, items)


def emit_fields(walker: Walker, items: list[list[Block]]) -> None:
    """Add a list of labelled facts, to the one right before it if that is one too."""
    items = [item for item in items if item]
    if not items:
        return
    blocks = walker.blocks
    if blocks and blocks[-1] is walker.last_fields:
        before = blocks.pop()[1]
        emit_list(walker, [(before[:2], item) for item in items])
        blocks[-1] = LIST, f"{before}\n{blocks[-1][1]}"
    else:
        emit_bullets(walker, items)
    walker.last_fields = blocks[-1]


def groups(node: Node) -> Iterator[tuple[list[Node], list[Node]]]:
    """The groups of a ``dl``: its terms and the descriptions after them; groups may be wrapped in ``div``."""
    terms: list[Node] = []
    details: list[Node] = []
    for child in node.iter():
        tag = child.tag
        if tag == "dt":
            if details:
                yield terms, details
                terms, details = [], []
            terms.append(child)
        elif tag == "div" and _has_term(child):
            if terms or details:
                yield terms, details
                terms, details = [], []
            yield from groups(child)
        elif tag not in ("script", "template", "style"):
            details.append(child)
    if terms or details:
        yield terms, details


def _has_term(node: Node) -> bool:
    return any(child.tag == "dt" for child in node.iter())


def _item(walker: Walker, terms: list[Node], details: list[Node]) -> list[Block]:
    label = ", ".join(text for term in terms if (text := _term(walker, term)))
    blocks: list[Block] = []
    for detail in details:
        blocks.extend(_detail(walker, detail))
    return _labelled(label, blocks)


def _labelled(label: str, blocks: list[Block]) -> list[Block]:
    if not label:
        return blocks
    if len(blocks) == 1 and blocks[0][0] == TEXT and "\n" not in blocks[0][1]:
        return [(TEXT, f"{label}: {blocks[0][1]}")]
    return [(TEXT, label), *blocks]


def _term(walker: Walker, term: Node) -> str:
    """A term in bold on one line, without a colon at its end; ids in it are targets of their own."""
    flag, walker.flag = walker.flag, "d"
    walker.note_id(term.attributes)
    text = walker.inline_of(term, marks=STRONG)
    walker.flag = flag
    return text[:-3] + "**" if text.endswith(":**") and text != ":**" else text


def _detail(walker: Walker, detail: Node) -> list[Block]:
    if detail.tag == "dd":
        walker.note_id(detail.attributes)
        return walker.blocks_of(detail)
    outer = walker.enter()
    walker.visit(detail)
    return walker.leave(outer)
