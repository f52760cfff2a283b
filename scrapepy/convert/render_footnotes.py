"""Footnotes: ``[^1]`` in the text and ``[^1]: note`` where the page has its notes.

A reference counts only if its note stands in the content, and a note only if something refers to it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import unquote

from scrapepy.convert.own_heading import HEADINGS
from scrapepy.convert.render_blocks import indented, item_text
from scrapepy.convert.render_flow import TEXT, split_marks
from scrapepy.convert.render_links import fragment_here, reference_of, slot_in
from scrapepy.web.html import TEXT_ID, class_words

if TYPE_CHECKING:
    from scrapepy.convert.render_flow import Block
    from scrapepy.convert.render_walk import Attributes, Walker
    from scrapepy.web.html import Node

_LABEL = re.compile(r"[A-Za-z0-9][\w.-]*")
_LABEL_REST = re.compile(r"^(?:<sup></sup>|\\?[\[\]]|[.:)^]|\s)+(?=\S)")
"""What is left of a note's label when the link in it is gone."""
_PLACES = (
    "aside.footnote, dl.footnote, div.footnote, div.footnotes, div.footnotes-segment, table.footnote, "
    "section.footnotes, ol.footnotes, ol.references, [role=doc-footnote], [role=doc-endnotes], "
    "[id^=footnote]:not(a[href]), ol.wp-block-footnotes, "
    "li[id^='fn'], li[id^='cite_note'], blockquote[id^='fn_'], .footnote-definition"
)
_BACK = frozenset({
    "fn-backref", "footnote-backref", "footnote-back", "reversefootnote", "mw-cite-backlink",
    "data-footnote-backref", "para", "label", "footnote-label", "backrefs",
})  # fmt: skip


_STARTING = HEADINGS | {"li", "aside", "p", "dt"}
"""Elements whose note is named by an anchor at their start."""


def footnote_mark(walker: Walker, node: Node, attributes: Attributes) -> bool:
    """Render a reference to a footnote; False if it is none, so that the caller renders a link."""
    anchor_node = node if node.tag == "a" else node.css_first("a[href]")
    if anchor_node is None:
        return False
    slot = slot_in(anchor_node.attributes.get("href"))
    fragment = fragment_here(walker, reference_of(walker, slot)) if slot else None
    if not fragment:
        return False
    identifier = unquote(fragment)
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


def is_like_mark(node: Node) -> bool:
    """Whether a link without a class for it looks like the mark of a footnote: a raised number."""
    child = node.first_child
    if child is None:
        return False
    if child.tag_id != TEXT_ID:
        return child.tag == "sup" and child.next is None
    text = child.text_content
    if not text or len(text) > 6 or child.next is not None or not text.strip("[]() ").isdecimal():
        return False
    parent = node.parent
    return parent is not None and parent.tag == "sup"


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
        write_note(walker, label, _body(walker, node, label))
        return
    if depth > 6 or not walker.notes:
        walker.walk(node)
        return
    if any(child.tag in HEADINGS and _label_of(walker, child) for child in node.iter()):
        _headed_notes(walker, node)
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
            write_note(walker, term, walker.blocks_of(child))
            term = None
        elif _label_of(walker, child) is not None or tag in ("ol", "ul", "div", "section", "aside", "p", "dl"):
            if _holds_note(walker, child):
                _notes(walker, child, depth + 1)
            else:
                walker.visit(child)
        else:
            walker.visit(child)


def _headed_notes(walker: Walker, node: Node) -> None:
    """Texinfo: the label of each note is a heading before it."""
    label: str | None = None
    outer = walker.enter()
    for child in node.iter(include_text=True):
        found = _label_of(walker, child) if child.tag in HEADINGS else None
        if found is not None:
            _end_note(walker, label, walker.leave(outer))
            label = found
            outer = walker.enter()
        elif child.tag != "hr" and "footnotes-heading" not in _words(child):
            walker.visit(child)
    _end_note(walker, label, walker.leave(outer))


def _end_note(walker: Walker, label: str | None, blocks: list[Block]) -> None:
    if label is None:
        walker.blocks.extend(blocks)
    else:
        write_note(walker, label, blocks)


def _words(node: Node) -> tuple[str, ...]:
    return class_words(node) if (node.tag or "-")[0] != "-" else ()


def _label_of(walker: Walker, node: Node) -> str | None:
    """The label under which the text refers to an element: by its id, or that of an anchor at its start."""
    notes = walker.notes
    identifier = node.attributes.get("id")
    if identifier and identifier in notes:
        return notes[identifier]
    if node.tag in _STARTING or (node.tag == "div" and node.css_first("div, ol, aside, h3, h4, h5, h6") is None):
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
    words = _words(node)
    return "sr-only" in words or "visually-hidden" in words


def _body(walker: Walker, node: Node, label: str) -> list[Block]:
    """A note without its label and the ways back."""
    outer = walker.enter()
    before, walker.in_note = walker.in_note, True
    if node.tag == "table":  # Docutils up to 0.15: td.label + td
        node = next((cell for cell in node.css("td") if "label" not in _words(cell)), node)
    said = label.partition("-")[0]  # a label that another note has too is numbered
    child = node.first_child
    while child is not None:
        if _BACK.isdisjoint(_words(child)) and not (child.tag == "sup" and child.text().strip("[]() ") == said):
            walker.visit(child)
        child = child.next
    walker.in_note = before
    return walker.leave(outer)


def is_way_back(attributes: Attributes) -> bool:
    """Whether a link leads from a footnote back to the text."""
    return attributes.get("role") == "doc-backlink" or "data-footnote-backref" in attributes


def note_inside(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render the mark of a footnote that stands in the text itself, and keep the note for the end."""
    inside = node if node.tag == "span" else node.css_first("span.fn-text")
    if inside is None:
        walker.handlers[node.tag or "sup"](walker, node, attributes)
        return
    said = "" if inside is node else "".join(child.text() for child in node.iter(include_text=True) if child != inside)
    match = _LABEL.search(said)
    label = match[0] if match else str(len(walker.late_notes) + 1)
    while label in walker.late_notes or label in walker.notes.values():
        label += "-2"
    walker.late_notes[label] = []
    outer = walker.enter()
    before, walker.in_note = walker.in_note, True
    walker.walk(inside)
    walker.in_note = before
    walker.late_notes[label] = walker.leave(outer)
    walker.pieces.append(f"[^{label}]")


def write_note(walker: Walker, label: str, blocks: list[Block]) -> None:
    """Add a footnote as a block."""
    if not blocks:
        return
    kind, text = blocks[0]
    if kind == TEXT:
        marks, text = split_marks(text)
        blocks[0] = kind, marks + _LABEL_REST.sub("", text)
    text, _ = item_text(blocks)
    walker.emit(TEXT, f"[^{label}]: {indented(text, '    ')}")
