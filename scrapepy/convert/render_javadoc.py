"""Javadoc's members: the signature takes the place of the bare name in the heading."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapepy.convert.render_api import signature_text, write_signature

if TYPE_CHECKING:
    from scrapepy.convert.render_walk import Attributes, Walker
    from scrapepy.web.html import Node


def member_list(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render a list whose items are parts of the page; up to Javadoc 8 a member is an item with ``h4`` and ``pre``."""
    walker.flush()
    for item in node.iter():
        walker.note_id(item.attributes)
        heading = _first_element(item)
        declaration = _next_element(heading) if heading is not None and heading.tag == "h4" else None
        if heading is not None and declaration is not None and declaration.tag == "pre":
            _member(walker, item, heading, declaration)
        else:
            walker.walk(item)
            walker.flush()


def _member(walker: Walker, node: Node, heading: Node, declaration: Node) -> None:
    above, base = walker.level, walker.base
    level = max(above, 1) + 1
    walker.note_id(heading.attributes)
    for inner in heading.iter():
        walker.note_id(inner.attributes)
    write_signature(walker, signature_text(declaration), level)
    walker.level = walker.base = level
    child = node.first_child
    while child is not None:
        if child not in (heading, declaration):
            walker.visit(child)
        child = child.next
    walker.flush()
    walker.level, walker.base = above, base


def _first_element(node: Node) -> Node | None:
    child = node.first_child
    return child if child is None or (child.tag or "-")[0] != "-" else _next_element(child)


def _next_element(node: Node) -> Node | None:
    following = node.next
    while following is not None and (following.tag or "-")[0] == "-":
        following = following.next
    return following
