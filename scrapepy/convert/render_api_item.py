"""API items with their declaration inside: the rows are in :mod:`scrapepy.rules.api_items`."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from scrapepy.convert.render_api import signature_text, write_signature
from scrapepy.convert.render_flow import TEXT
from scrapepy.rules.api_items import API_ITEMS, ApiItem
from scrapepy.web.escape import code_span
from scrapepy.web.html import class_words

if TYPE_CHECKING:
    from scrapepy.convert.render_walk import Attributes, Walker
    from scrapepy.web.html import Node

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_NAME = re.compile(r"(?:(?:struct|enum|union|typedef|class|interface) )?[\w.]+ ?(?:\(\))?")
_FIRST_NAME = re.compile(r"[\w$]+")


def api_item(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render an item; a holder without a declaration is what its tag says."""
    walker.flush()
    for row in rows_for(node.tag or "", tuple(class_words(node))):
        signatures = [found for found in node.css(row.signature) if _holder_of(found, row) == node]
        if signatures:
            _item(walker, node, row, signatures)
            return
    tag_handler = walker.handlers.get(node.tag or "")
    if tag_handler is not None:
        tag_handler(walker, node, attributes)
    else:
        walker.plain(node)


def api_heading(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render a heading that is a declaration, at the page's own level.

    One that only names what the ``pre`` right below it declares on one line takes its words from there; another may
    be no declaration at all (``declaration-title``), and then is a heading like any.
    """
    walker.flush()
    text = signature_text(node)
    following = node.next
    while following is not None and (following.tag or "-")[0] == "-":
        following = following.next
    declared = signature_text(following) if following is not None and following.tag == "pre" else ""
    if following is not None and _declares(declared, text):
        text = declared.removesuffix(";")
        _take_ids(walker, node)
        _take_ids(walker, following)
        following.decompose()
    elif "declaration-title" in class_words(node) and not _NAME.fullmatch(text):
        walker.handlers[node.tag or "h3"](walker, node, attributes)
        return
    else:
        _take_ids(walker, node)
    level = walker.level_of(int((node.tag or "h3")[1]))
    write_signature(walker, text, level)
    walker.level = level


def _declares(declared: str, text: str) -> bool:
    """Whether a declaration is that of the function that a heading names, and no more.

    >>> _declares("func (k *Kettle) Boil(n int)", "func (*Kettle) Boil")
    True
    >>> _declares("void g_usleep (gulong us);", "g_usleep ()"), _declares("struct GDate { int x; };", "struct GDate")
    (True, False)
    """
    if text.startswith("func "):
        return declared.startswith("func ")
    name = text.removesuffix("()").strip()
    return name != text and declared.endswith((")", ");")) and "{" not in declared and name in declared


def api_line(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render a declaration that no element holds together with its text: all beside each other have one level."""
    walker.flush()
    text = signature_text(node)
    if node.tag == "p" and node.css_first(".def") is None:
        walker.emit(TEXT, code_span(text))
        return
    above = node.parent.mem_id if node.parent is not None else 0
    level = walker.line_levels.get(above, 0)
    if not level or level > walker.level + 1:
        level = min(max(walker.level, walker.base, 1) + 1, 6)
        walker.line_levels[above] = level
    _take_ids(walker, node)
    write_signature(walker, text, level)
    walker.level = level


def api_text(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render what is said about an item: its headings begin one level below it, and none after it stands below them."""
    walker.flush()
    level, base, shift = walker.level, walker.base, walker.shift
    if level:
        walker.base = max(base, level)
        walker.shift = walker.base + 1 - _first_level(node)
    walker.walk(node)
    walker.flush()
    walker.level, walker.base, walker.shift = level, base, shift


def since(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render the version since which there is what the page is about; what stands beside it are buttons."""
    version = node.css_first(".since")
    if version is None:
        walker.walk(node)
        return
    walker.flush()
    walker.emit(TEXT, f"*{' '.join(_said(version).split())}*")


def _first_level(node: Node) -> int:
    """The highest level of the headings in ``node``."""
    return min((int((heading.tag or "h6")[1]) for heading in node.css("h1, h2, h3, h4, h5, h6")), default=1)


def dot(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render an empty element between two parts of a name, which styles show as a dot."""
    if node.first_child is None:
        walker.pieces.append(".")
    else:
        walker.walk(node)


def inline_box(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render a box that holds one paragraph as part of the line around it; any other as the blocks it holds."""
    inner = [child for child in node.iter(include_text=True) if child.tag != "-text" or child.text().strip()]
    if len(inner) != 1 or inner[0].tag != "p":
        walker.plain(node)
        return
    if walker.pieces:
        walker.pieces.append(" ")
    walker.walk(inner[0])


def _item(walker: Walker, node: Node, row: ApiItem, signatures: list[Node]) -> None:
    labels = _labels(node, row)
    own = [found for found in (node.css(row.drop) if row.drop else ()) if _holder_of(found, row) == node]
    for unwanted in reversed(own):
        unwanted.decompose()
    names = [found for found in (node.css(row.names) if row.names else ()) if _holder_of(found, row) == node][:1]
    name = signature_text(names[0]) if names else ""
    above, base, shift = walker.level, walker.base, walker.shift
    first = names[0] if names else signatures[0]
    level = max(above, 1) + 1 if above or first.tag != "h1" else 1
    for found in names:
        _take_ids(walker, found)
    for signature in signatures:
        _take_ids(walker, signature)
        write_signature(walker, _with_path(name, signature_text(signature)), level)
    of_page = int(first.tag[1]) if first.tag in _HEADINGS else 0
    walker.level = walker.base = level
    if labels:
        walker.emit(TEXT, labels)
    for found in (*names, *signatures):
        found.decompose()
    # the heading of an item tells how its levels differ from the page's; without one those below it begin at the next
    walker.shift = level - of_page if of_page else min(0, level + 1 - _first_level(node))
    walker.walk(node)
    walker.flush()
    walker.level, walker.base, walker.shift = above, base, shift


def _labels(node: Node, row: ApiItem) -> str:
    """The words beside a declaration, in italics on one line; they leave the tree."""
    said: list[str] = []
    for found in node.css(row.labels) if row.labels else ():
        if _holder_of(found, row) != node:
            continue
        parts = list(found.iter())
        if not all(part.tag == "small" for part in parts) or not parts:  # mkdocstrings: a small for each
            parts = [found]
        said += [" ".join(text.split()) for part in parts if (text := _said(part)).strip()]
        found.decompose()
    return ", ".join(f"*{text}*" for text in said)


def _said(label: Node) -> str:
    """The words of a label, or those of its title if they are the same and more (rustdoc's bare version)."""
    text, title = label.text(), label.attributes.get("title") or ""
    return title if text.strip().partition(" ")[0] in title else text


def _with_path(name: str, signature: str) -> str:
    """The declaration with the path before its name that only the heading says (``kettle.Kettle``)."""
    first = _FIRST_NAME.match(signature)
    if first is not None and name.endswith((f".{first[0]}", f"::{first[0]}")) and " " not in name:
        return name + signature[first.end() :]
    return signature


def _take_ids(walker: Walker, node: Node) -> None:
    """Let the ids of a heading that is not walked, and those inside it, belong to what is written next."""
    walker.pending.extend(walker.of_headings.pop(node.mem_id, ()))
    walker.note_id(node.attributes)
    for inner in node.css("[id], a[name]"):
        attributes = inner.attributes
        walker.note_id(attributes)
        if attributes.get("name") and attributes.get("name") != attributes.get("id"):
            walker.note_id({"id": attributes.get("name")})


def _holder_of(node: Node, row: ApiItem) -> Node | None:
    """The nearest element around ``node`` that a row like ``row`` is for."""
    above = node.parent
    while above is not None:
        if above.tag in row.tags and not set(row.words).isdisjoint(class_words(above)):
            return above
        above = above.parent
    return None


@lru_cache(maxsize=256)
def rows_for(tag: str, words: tuple[str, ...]) -> tuple[ApiItem, ...]:
    """The rows that an element with this tag and these classes may be a holder for."""
    return tuple(row for row in API_ITEMS if tag in row.tags and not set(row.words).isdisjoint(words))
