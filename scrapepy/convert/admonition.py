"""Notes, warnings and boxes as alerts: ``> [!NOTE]``."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from scrapepy.convert.anchors import plain_text
from scrapepy.convert.render_blocks import joined, quoted
from scrapepy.convert.render_flow import QUOTE, TEXT
from scrapepy.convert.render_inline import STRONG
from scrapepy.convert.table_grid import table_rows
from scrapepy.rules.admonitions import (
    ALIASES,
    CALLOUT_COLOURS,
    HINT_COLOURS,
    KIND_ATTRIBUTE,
    NOTE_KINDS,
    PREFIXES,
    TITLE_CLASSES,
    TITLE_STARTS,
    NoteKind,
)

if TYPE_CHECKING:
    from scrapepy.convert.render_flow import Block
    from scrapepy.convert.render_walk import Attributes, Walker
    from scrapepy.web.html import Node

_KINDS = {kind.name: kind for kind in NOTE_KINDS}
_BY_TITLE = {title: kind for kind in reversed(NOTE_KINDS) for title in (kind.name, *kind.titles)}
_PLAIN = NoteKind("", "NOTE")
_INFO = _KINDS["info"]
"""A class that many things have: without a title it says nothing."""

_COLOUR = re.compile(r"(?:^|\s)(?:nx-|x:)?bg-([a-z]+)-\d")


@lru_cache(maxsize=512)
def kind_in_classes(classes: str) -> NoteKind | None:
    """The kind of note that a ``class`` attribute names; None if none.

    >>> kind_in_classes("admonition warning").alert, kind_in_classes("alert alert-success").alert
    ('WARNING', 'TIP')
    """
    words = classes.lower().split()
    if "hint" in words:
        colour = next((HINT_COLOURS[word] for word in words if word in HINT_COLOURS), None)
        if colour is not None:
            return _KINDS[colour]
    if "nextra-callout" in words:
        found = _COLOUR.search(classes)
        if found is not None and found[1] in CALLOUT_COLOURS:
            return _KINDS[CALLOUT_COLOURS[found[1]]]
    for word in words:
        for prefix in PREFIXES:
            if word.startswith(prefix):
                name = word[len(prefix) :]
                name = ALIASES.get(name, name)
                if name in _KINDS:
                    return _KINDS[name]
    for word in words:
        if word in _KINDS:
            return _KINDS[word]
    return None


def admonition(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render a note by its classes and title; a wrapper of half the page that is called ``info`` is no note."""
    walker.flush()
    kind = _KINDS.get(attributes.get(KIND_ATTRIBUTE) or "") or kind_in_classes(attributes.get("class") or "")
    if node.tag == "dl":
        title, body = _from_list(walker, node)
    else:
        icon = node.css_first("td.icon")
        graphic = _graphic(node) if icon is None else None
        if icon is not None:
            title, body = _from_table(walker, node, icon)
        elif graphic is not None:
            title, body = _beside_graphic(walker, *graphic)
        else:
            heading = _title_element(node)
            if heading is None and (
                (kind is _INFO and not _is_surely_note(attributes)) or node.css_first("h1, h2, section") is not None
            ):
                walker.plain(node)
                return
            if heading is not None and heading.tag in _HEADINGS:
                walker.note_id(heading.attributes)
            title = walker.inline_of(heading, marks=STRONG) if heading is not None else ""
            sign = _sign_beside(node, attributes) if heading is None else None
            body = _all_but(walker, node, heading or sign)
    if kind is None:
        kind = _BY_TITLE.get(_key(title), _PLAIN)
    write_alert(walker, kind, title, body)


def _is_surely_note(attributes: Attributes) -> bool:
    words = (attributes.get("class") or "").lower().split()
    return any(word != _INFO.name for word in words) or attributes.get("role") == "note"


def titled_box(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render a box that has a title and no kind (a topic, a sidebar) as a quote under its title in bold."""
    walker.flush()
    heading = _title_element(node)
    title = walker.inline_of(heading, marks=STRONG) if heading is not None else ""
    body = _all_but(walker, node, heading)
    if title:
        body = [(TEXT, title), *body]
    if body:
        walker.emit(QUOTE, quoted(joined(body)))


def deprecated(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render Sphinx's ``div.deprecated``, whose text says so itself, as a warning."""
    walker.flush()
    body = walker.blocks_of(node)
    if body:
        walker.emit(QUOTE, f"> [!WARNING]\n{quoted(joined(body))}")


def write_alert(walker: Walker, kind: NoteKind, title: str, body: list[Block]) -> None:
    """Add an alert; ``title`` is bold Markdown, left out where it says no more than the alert itself."""
    key = _key(title)
    if not title or key == kind.name or key in kind.titles or key == kind.word.lower():
        title = f"**{kind.word}**" if kind.word else ""
    if title:
        body = [(TEXT, title), *body]
    if body:
        walker.emit(QUOTE, f"> [!{kind.alert}]\n{quoted(joined(body))}")


def _key(title: str) -> str:
    return plain_text(title).strip(" :[]").lower()


def _title_element(node: Node) -> Node | None:
    """The element that holds a note's title: among its first children, by class."""
    for at, child in enumerate(node.iter()):
        if at > 2:
            break
        words = (child.attributes.get("class") or "").lower().split()
        if any(word in TITLE_CLASSES or word.startswith(TITLE_STARTS) for word in words):
            return child
    return _heading_first(node)


def _sign_beside(node: Node, attributes: Attributes) -> Node | None:
    """The first block of a note of Nextra, which holds a sign and no words."""
    if "nextra-callout" not in (attributes.get("class") or "").split():
        return None
    first = next(iter(node.iter()), None)
    said = first.text().strip() if first is not None else ""
    return first if len(said) < _WORD else None


_WORD = 3
"""Signs are shorter, with what makes them colourful."""


def _heading_first(node: Node) -> Node | None:
    """The heading that a note of ReadMe or GitBook begins with, after its sign."""
    words = (node.attributes.get("class") or "").lower().split()
    if "hint" not in words and not any(word.startswith("callout_") for word in words):
        return None
    for child in node.iter():
        if child.tag in _HEADINGS:
            return child
        if any(map(str.isalnum, child.text())):
            return None
    return None


_HEADINGS = frozenset({"h2", "h3", "h4", "h5", "h6"})


def _all_but(walker: Walker, node: Node, left_out: Node | None) -> list[Block]:
    outer = walker.enter()
    child = node.first_child
    while child is not None:
        if left_out is None or child != left_out:
            walker.visit(child)
        child = child.next
    return walker.leave(outer)


def _from_table(walker: Walker, node: Node, icon: Node) -> tuple[str, list[Block]]:
    """AsciiDoc: ``td.icon`` with a title, an icon or an image, then ``td.content``."""
    title = walker.inline_of(icon, marks=STRONG)
    if not title or title.startswith("**!["):
        sign = icon.css_first("[title], img[alt]")
        if sign is not None:
            title = f"**{sign.attributes.get('title') or sign.attributes.get('alt') or ''}**"
    content = icon.next
    while content is not None and content.tag not in ("td", "th"):
        content = content.next
    return title, walker.blocks_of(content) if content is not None else []


def _graphic(node: Node) -> tuple[Node, Node] | None:
    """DocBook: ``table > tr > td[rowspan] > img`` with the title beside the image: the table, and its image."""
    table = node.first_child
    while table is not None and (table.tag or "-")[0] == "-":
        table = table.next
    if table is None or table.tag != "table":
        return None
    cell = table.css_first("td, th")
    if cell is None or "rowspan" not in cell.attributes or cell.text().strip():
        return None
    image = cell.css_first("img")
    return None if image is None else (table, image)


def _beside_graphic(walker: Walker, table: Node, image: Node) -> tuple[str, list[Block]]:
    """What stands beside the image of a note; a title that says what the image shows is the kind's own word."""
    title = ""
    body: list[Block] = []
    for row, _, _ in table_rows(table):
        for cell in row.iter():
            if cell.tag == "th" and not title:
                title = walker.inline_of(cell, marks=STRONG)
            elif cell.css_first("img") != image:
                body.extend(walker.blocks_of(cell))
    sign = (image.attributes.get("alt") or "").strip(" []").lower()
    return "" if sign and _key(title) == sign else title, body


def _from_list(walker: Walker, node: Node) -> tuple[str, list[Block]]:
    """Doxygen: ``dl.note > dt + dd``."""
    title = ""
    body: list[Block] = []
    for child in node.iter():
        if child.tag == "dt" and not title:
            title = walker.inline_of(child, marks=STRONG)
        else:
            body.extend(walker.blocks_of(child))
    return title, body
