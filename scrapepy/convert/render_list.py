"""Bullet lists and numbered lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapepy.convert.render_blocks import indented, item_text
from scrapepy.convert.render_flow import LIST, TEXT, Block
from scrapepy.web.html import TEXT_ID, tag_ids

if TYPE_CHECKING:
    from scrapepy.convert.render_walk import Attributes, Walker
    from scrapepy.web.html import Node

_LISTS = frozenset({"ul", "ol", "menu", "dir"})
_ITEM_ID = tag_ids(["li"])["li"]
_SECTION_TAGS = frozenset({"section", "h1", "h2", "h3", "h4", "h5", "h6"})


def bullet_list(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render ``ul``."""
    walker.flush()
    if is_layout_list(node):
        layout_list(walker, node, attributes)
        return
    items = _items(walker, node)
    if "checklist" in (attributes.get("class") or ""):
        for _, blocks in items:
            _read_box(blocks)
    emit_bullets(walker, [blocks for _, blocks in items])


_BOXES = {"✓ ": "[x] ", "✔ ": "[x] ", "☑ ": "[x] ", "❏ ": "[ ] ", "☐ ": "[ ] "}


def _read_box(blocks: list[Block]) -> None:
    """Asciidoctor without icons writes a sign for the box of a task."""
    if blocks and blocks[0][0] == TEXT:
        text = blocks[0][1]
        blocks[0] = TEXT, _BOXES.get(text[:2], text[:2]) + text[2:]


def numbered_list(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render ``ol`` with the numbers that a browser shows (``start``, ``reversed``, ``value``).

    Where they do not count up by one the sign after the number changes.
    """
    walker.flush()
    if is_layout_list(node):
        layout_list(walker, node, attributes)
        return
    items = _items(walker, node)
    step = -1 if "reversed" in attributes else 1
    number = _number(attributes.get("start"), len(items) if step < 0 else 1)
    mark = _other_marker(walker, ".", ")")
    rows = []
    expected: int | None = None
    for value, blocks in items:
        number = max(_number(value, number), 0)
        if blocks:
            if expected is not None and number != expected:
                # only the first number of a list counts (CommonMark 5.3); another sign begins another list
                mark = ")" if mark == "." else "."
            rows.append((f"{number}{mark} ", blocks))
            expected = number + 1
        number += step
    emit_list(walker, rows)


def emit_bullets(walker: Walker, items: list[list[Block]]) -> None:
    """Add a bullet list of these items; those without content are none."""
    marker = _other_marker(walker, walker.bullet, "*") + " "
    emit_list(walker, [(marker, blocks) for blocks in items if blocks])


def emit_list(walker: Walker, items: list[tuple[str, list[Block]]]) -> None:
    """Add a list of (marker with its space, blocks of the item): tight if no item needs a blank line."""
    if not items:
        return
    texts = []
    loose = False
    for marker, blocks in items:
        text, parted = item_text(blocks)
        loose = loose or parted
        texts.append(marker + indented(text, " " * len(marker)))
    walker.emit(LIST, ("\n\n" if loose else "\n").join(texts))


def _items(walker: Walker, node: Node) -> list[tuple[str | None, list[Block]]]:
    """Each item's ``value`` and blocks; what stands in the list outside of items belongs to the item before it."""
    items: list[tuple[str | None, list[Block]]] = []
    tag_of_list = node.tag
    child = node.first_child
    while child is not None:
        number = child.tag_id
        if number == _ITEM_ID:
            given = child.attributes
            if given:
                walker.note_id(given)
            blocks = walker.blocks_of(child)
            if given and "data-inline-task-id" in given:  # Confluence
                done = "checked" in (given.get("class") or "").split()
                _task(blocks, "[x] " if done else "[ ] ")
            if (
                blocks
                and blocks[0][0] == LIST
                and items
                and tag_of_list == "ul"
                and all(kind == LIST for kind, _ in blocks)
            ):
                items[-1][1].extend(blocks)  # an item that is only there to hold a list
            else:
                items.append((given.get("value") if given else None, blocks))
        elif not (number == TEXT_ID and (child.text_content or "").isspace()):
            outer = walker.enter()
            walker.visit(child)
            blocks = walker.leave(outer)
            if blocks and items:
                items[-1][1].extend(blocks)
            elif blocks:
                items.append((None, blocks))
        child = child.next
    return items


def _task(blocks: list[Block], box: str) -> None:
    """Put the box of a task before an item's text."""
    if blocks and blocks[0][0] == TEXT:
        blocks[0] = TEXT, box + blocks[0][1]


def list_item(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render an ``li`` that stands in no list."""
    walker.flush()
    blocks = walker.blocks_of(node)
    if not blocks:
        return
    text, _ = item_text(blocks)
    text = "- " + indented(text, "  ")
    if walker.blocks and walker.blocks[-1][0] == LIST and not walker.pending:
        walker.blocks[-1] = LIST, walker.blocks[-1][1] + "\n" + text
    else:
        walker.emit(LIST, text)


def is_layout_list(node: Node) -> bool:
    """Whether a list's items are sections of the page: each begins with a heading or is a ``section``."""
    found = False
    for item in node.iter():
        if item.tag != "li":
            continue
        first = item.first_child
        while first is not None and (
            first.tag == "-comment"
            or (first.tag == "-text" and (first.text_content or "").isspace())
            or (first.tag == "a" and first.first_child is None)
        ):
            first = first.next
        if first is None or first.tag not in _SECTION_TAGS:
            return False
        found = True
    return found


def layout_list(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render a list whose items are parts of the page as these parts."""
    walker.flush()
    for item in node.iter():
        walker.note_id(item.attributes)
        walker.walk(item)
        walker.flush()


def _other_marker(walker: Walker, usual: str, other: str) -> str:
    """A list right after a list needs another marker, or the two would be one (CommonMark 5.3)."""
    if walker.blocks and walker.blocks[-1][0] == LIST:
        last = walker.blocks[-1][1]
        if usual == walker.bullet:
            return other if last.startswith(f"{usual} ") else usual
        number = last.partition(" ")[0]
        return other if number[:-1].isdigit() and number.endswith(usual) else usual
    return usual


def _number(value: str | None, otherwise: int) -> int:
    if value is None:
        return otherwise
    try:
        number = int(value)
    except ValueError:
        return otherwise
    return number if abs(number) < 1_000_000_000 else otherwise
