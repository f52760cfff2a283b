"""Footnotes: ``[^1]`` in the text and ``[^1]: note`` where the page has its notes.

A reference counts only if its note stands in the content, and a note only if something refers to it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import unquote

from scrapepy.convert.render_blocks import indented, item_text
from scrapepy.convert.render_flow import TEXT, split_marks
from scrapepy.convert.render_links import reference_of, slot_in

if TYPE_CHECKING:
    from scrapepy.convert.render_flow import Block
    from scrapepy.convert.render_walk import Attributes, Walker
    from scrapepy.web.html import Node

_LABEL = re.compile(r"[A-Za-z0-9][\w.-]*")
_LABEL_REST = re.compile(r"^(?:<sup></sup>|\\?[\[\]]|[.:)^]|\s)+(?=\S)")
"""What is left of a note's label when the link in it is gone."""
_PLACES = (
    "aside.footnote, aside.citation, dl.footnote, dl.citation, div.footnote, div.footnotes, div.citation, "
    "section.footnotes, ol.footnotes, ol.references, [role=doc-footnote], [role=doc-endnotes], [id^=footnote], "
    "li[id^='fn'], li[id^='cite_note']"
)
_BACK = frozenset({
    "fn-backref", "footnote-backref", "footnote-back", "reversefootnote", "mw-cite-backlink",
    "data-footnote-backref", "para", "label", "footnote-label", "backrefs",
})  # fmt: skip


def footnote_mark(walker: Walker, node: Node, attributes: Attributes) -> bool:
    """Render a reference to a footnote; False if it is none, so that the caller renders a link."""
    anchor_node = node if node.tag == "a" else node.css_first("a[href]")
    if anchor_node is None:
        return False
    slot = slot_in(anchor_node.attributes.get("href"))
    reference = reference_of(walker, slot) if slot else None
    if reference is None or not reference.fragment or reference.url != walker.page_url:
        return False
    identifier = unquote(reference.fragment)
    label = walker.notes.get(identifier)
    if label is None:
        if not _has_note(walker, identifier):
            return False
        match = _LABEL.search(node.text())
        label = match[0] if match else str(len(walker.notes) + 1)
        while label in walker.notes.values():
            label += "-2"
        walker.notes[identifier] = label
    walker.pieces.append(f"[^{label}]")
    return True


def _has_note(walker: Walker, identifier: str) -> bool:
    if walker.note_ids is None:
        walker.note_ids = _note_ids(walker.root) if walker.root is not None else frozenset()
    return identifier in walker.note_ids


def _note_ids(root: Node) -> frozenset[str]:
    """The ids of and in what looks like footnotes."""
    found: set[str] = set()
    for place in root.css(_PLACES):
        for node in (place, *place.css("[id], a[name]")):
            attributes = node.attributes
            found.update(value for name in ("id", "name") if (value := attributes.get(name)))
    return frozenset(found)


def footnotes(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render an element that is a footnote, or holds them; what nothing refers to is rendered as it is."""
    walker.flush()
    _notes(walker, node, 0)
    walker.flush()


def _notes(walker: Walker, node: Node, depth: int) -> None:
    label = _label_of(walker, node)
    if label is not None:
        _write(walker, label, _body(walker, node))
        return
    if depth > 6 or not walker.notes:
        walker.walk(node)
        return
    term: str | None = None
    for child in node.iter(include_text=True):
        tag = child.tag or "-"
        if tag == "-text":
            walker.visit(child)
        elif tag[0] == "-" or tag in ("hr", "br") or _is_hidden(child):
            continue
        elif tag == "dt":
            term = _label_of(walker, child)
            if term is None:
                walker.visit(child)
        elif tag == "dd" and term is not None:
            _write(walker, term, walker.blocks_of(child))
            term = None
        elif _label_of(walker, child) is not None or tag in ("ol", "ul", "div", "section", "aside", "p", "dl"):
            if _holds_note(walker, child):
                _notes(walker, child, depth + 1)
            else:
                walker.visit(child)
        else:
            walker.visit(child)


def _label_of(walker: Walker, node: Node) -> str | None:
    """The label under which the text refers to an element: by its id, or that of an anchor at its start."""
    notes = walker.notes
    identifier = node.attributes.get("id")
    if identifier and identifier in notes:
        return notes[identifier]
    if node.tag in ("li", "aside", "p", "dt") or (node.tag == "div" and node.css_first("div, ol, aside") is None):
        first = node.css_first("a[id], a[name], span[id]")
        if first is not None:
            given = first.attributes
            return notes.get(given.get("id") or "") or notes.get(given.get("name") or "")
    return None


def _holds_note(walker: Walker, node: Node) -> bool:
    if _label_of(walker, node) is not None:
        return True
    return any((each.attributes.get("id") or "") in walker.notes for each in node.css("[id]"))


def _is_hidden(node: Node) -> bool:
    words = (node.attributes.get("class") or "").lower().split()
    return "sr-only" in words or "visually-hidden" in words


def _body(walker: Walker, node: Node) -> list[Block]:
    """A note without its label and the ways back."""
    outer = walker.enter()
    before, walker.in_note = walker.in_note, True
    child = node.first_child
    while child is not None:
        words = (child.attributes.get("class") or "").lower().split() if (child.tag or "-")[0] != "-" else []
        if _BACK.isdisjoint(words):
            walker.visit(child)
        child = child.next
    walker.in_note = before
    return walker.leave(outer)


def is_way_back(attributes: Attributes) -> bool:
    """Whether a link leads from a footnote back to the text."""
    return attributes.get("role") == "doc-backlink" or "data-footnote-backref" in attributes


def _write(walker: Walker, label: str, blocks: list[Block]) -> None:
    if not blocks:
        return
    kind, text = blocks[0]
    if kind == TEXT:
        marks, text = split_marks(text)
        blocks[0] = kind, marks + _LABEL_REST.sub("", text)
    text, _ = item_text(blocks)
    walker.emit(TEXT, f"[^{label}]: {indented(text, '    ')}")
