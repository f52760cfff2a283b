"""Definition lists, and the lists of labelled facts that Docutils and Javadoc write as such."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapepy.convert.render_blocks import indented, item_text
from scrapepy.convert.render_flow import LIST, TEXT, Block
from scrapepy.convert.render_inline import STRONG
from scrapepy.convert.render_list import emit_bullets, emit_list
from scrapepy.convert.table_grid import table_rows
from scrapepy.web.html import class_words

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
        label = ", ".join(text for term in terms if (text := bold_term(walker, term)))
        values = [blocks for detail in details if (blocks := _detail(walker, detail))]
        if len(values) > 1:
            lines = ["- " + indented(item_text(value)[0], "  ") for value in values]
            values = [[(LIST, "\n".join(lines))]]
        items.append(labelled(label, values[0] if values else []))
    emit_fields(walker, items)


def parameter(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render a parameter whose parts are boxes: its name in bold, then its type and the like, then the text.

    Those that follow each other are one list.
    """
    name = node.css_first("[data-component-part=field-name]")
    if name is None:
        walker.plain(node)
        return
    walker.flush()
    head = name
    while head.parent is not None and head.parent != node:
        head = head.parent
    walker.note_id(head.attributes)
    label = walker.inline_of(name, marks=STRONG)
    pills = [text for pill in head.css("[data-component-part$=-pill]") if (text := walker.inline_of(pill))]
    if pills:
        label += f" ({', '.join(pills)})"
    outer = walker.enter()
    for child in node.iter(include_text=True):
        if child != head:
            walker.visit(child)
    emit_fields(walker, [labelled(label, walker.leave(outer))], "parameters")


def emit_fields(walker: Walker, items: list[list[Block]], group: str = "facts") -> None:
    """Add a list of labelled facts, to the one right before it if that is one of the same ``group``."""
    items = [item for item in items if item]
    if not items:
        return
    blocks = walker.blocks
    if blocks and blocks[-1] is walker.last_fields and walker.group == group:
        before = blocks.pop()[1]
        emit_list(walker, [(before[:2], item) for item in items])
        blocks[-1] = LIST, f"{before}\n{blocks[-1][1]}"
    else:
        emit_bullets(walker, items)
    walker.last_fields, walker.group = blocks[-1], group


def groups(node: Node) -> Iterator[tuple[list[Node], list[Node]]]:
    """The groups of a ``dl``: its terms and the descriptions after them; groups may be wrapped in ``div``.

    Several terms before one description are synonyms; terms that have none, and entries of a table of contents whose
    description is that of the last one's parts, are a group each. A table of Docutils up to 0.15 is such a list too.
    """
    for terms, details in _cells(node) if node.tag == "table" else _groups(node):
        if len(terms) > 1 and (not details or _is_contents(node, details)):
            for term in terms[:-1]:
                yield [term], []
            terms = terms[-1:]
        yield terms, details


def _is_contents(node: Node, details: list[Node]) -> bool:
    """Whether descriptions are lists of an entry's parts."""
    if "toc" in class_words(node):
        return True
    inner = [child for detail in details for child in detail.iter()]
    return bool(inner) and all(child.tag == "dl" for child in inner) and not details[0].text(deep=False).strip()


def _cells(table: Node) -> Iterator[tuple[list[Node], list[Node]]]:
    """The groups of ``table.field-list``: ``th.field-name`` and ``td.field-body``, beside or below it."""
    terms: list[Node] = []
    details: list[Node] = []
    for row, _, _ in table_rows(table):
        for cell in row.iter():
            if cell.tag == "th":
                if terms or details:
                    yield terms, details
                terms, details = [cell], []
            elif cell.first_child is not None and cell.text().strip("\xa0 \n"):
                details.append(cell)
    if terms or details:
        yield terms, details


def _groups(node: Node) -> Iterator[tuple[list[Node], list[Node]]]:
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
            yield from _groups(child)
        elif tag not in ("script", "template", "style"):
            details.append(child)
    if terms or details:
        yield terms, details


def _has_term(node: Node) -> bool:
    return any(child.tag == "dt" for child in node.iter())


def _item(walker: Walker, terms: list[Node], details: list[Node]) -> list[Block]:
    labels: list[str] = []
    below: list[Block] = []
    for term in terms:
        inside = _first_block(term)
        if inside is not None:
            text, blocks = _parted_term(walker, term, inside)
            below.extend(blocks)
        else:
            text = bold_term(walker, term)
        if text:
            labels.append(text)
    for detail in details:
        below.extend(_detail(walker, detail))
    return labelled(", ".join(labels), below)


def _first_block(term: Node) -> Node | None:
    """The first child of a term that is no part of its line: it holds blocks that one line cannot say."""
    return next((child for child in term.iter() if child.tag in _BLOCKS or _holds_blocks(child)), None)


def _holds_blocks(child: Node) -> bool:
    return child.tag in _HOLDERS and child.css_first(_BLOCKS_CSS) is not None


_BLOCKS = frozenset({"ul", "ol", "dl", "pre", "table", "blockquote"})
_HOLDERS = frozenset({"div", "section", "article", "aside"})
_BLOCKS_CSS = ", ".join(sorted(_BLOCKS)) + ", .admonition, .note, .warning, p + p"


def _parted_term(walker: Walker, term: Node, inside: Node) -> tuple[str, list[Block]]:
    """A term on one line, and the blocks in it from ``inside`` on."""
    flag, walker.flag = walker.flag, "d"
    walker.note_id(term.attributes)
    before: list[Node] = []
    child = term.first_child
    while child is not None and child != inside:
        before.append(child)
        child = child.next
    label = walker.line_of(before, STRONG)
    walker.flag = flag
    outer = walker.enter()
    while child is not None:
        walker.visit(child)
        child = child.next
    return _without_colon(label), walker.leave(outer)


def labelled(label: str, blocks: list[Block]) -> list[Block]:
    """A term and what is said of it: on one line if that is one."""
    if not label:
        return blocks
    if "** : " in label:  # a term with its type has had its colon
        return [(TEXT, label), *blocks]
    if len(blocks) == 1 and blocks[0][0] == TEXT and "\n" not in blocks[0][1]:
        return [(TEXT, f"{label}: {blocks[0][1]}")]
    return [(TEXT, label), *blocks]


def bold_term(walker: Walker, term: Node) -> str:
    """A term in bold on one line, without a colon at its end; ids in it are targets of their own."""
    flag, walker.flag = walker.flag, "d"
    walker.note_id(term.attributes)
    classifiers = [child for child in term.iter() if child.tag == "span" and "classifier" in class_words(child)]
    if classifiers:
        text = walker.line_of((child for child in term.iter(include_text=True) if child not in classifiers), STRONG)
        text = " : ".join([text, *(said for each in classifiers if (said := walker.inline_of(each)))])
    else:
        text = walker.inline_of(term, marks=STRONG)
    walker.flag = flag
    return _without_colon(text)


def _without_colon(text: str) -> str:
    return text[:-3] + "**" if text.endswith(":**") and text != ":**" else text


def _detail(walker: Walker, detail: Node) -> list[Block]:
    if detail.tag == "dd":
        walker.note_id(detail.attributes)
        return walker.blocks_of(detail)
    outer = walker.enter()
    walker.visit(detail)
    return walker.leave(outer)
