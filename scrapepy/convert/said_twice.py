"""Headings that say their words twice, for the eye and for the ear, or for wide and for narrow screens."""

from __future__ import annotations

from scrapepy.web.html import Node


def second_saying(heading: Node) -> Node | None:
    """The element in which a heading repeats all that it has said before; None where it says its words once.

    >>> from scrapepy.web.html import parse
    >>> page = parse("<h1><span>News</span> <span>News</span></h1><h1>Bora <i>Bora Bora</i></h1>")
    >>> [(second_saying(heading) is not None) for heading in page.css("h1")]
    [True, False]
    """
    inner = heading
    while (parts := _parts(inner)) and len(parts) == 1 and parts[0].is_element_node:
        inner = parts[0]
    if len(parts) == 2 and parts[1].is_element_node and _words(parts[0]) == _words(parts[1]):
        return parts[1]
    return None


def _parts(node: Node) -> list[Node]:
    return [child for child in node.iter(include_text=True) if _words(child)]


def _words(node: Node) -> list[str]:
    return ((node.text_content if node.is_text_node else node.text()) or "").split()
