"""The heading that an element's id belongs to where something that is no text stands between the two.

Texinfo and DocBook open a section with a bar of links: ``div#Shell > div.header + h3``. The id means the heading below
the bar, not the one above it, where it would come to stand by its place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrapepy.web.html import Node

HOLDERS = frozenset({"div", "section", "article"})
"""Elements whose id can be their first heading's."""
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_PASSED = frozenset(
    {"-comment", "hr", "br", "script", "style", "template", "link", "meta", "button", "wbr", "img", "svg"}
)
_OPENED = frozenset({"div", "section", "article", "header", "hgroup", "main", "span", "a"})
_BARS = frozenset({"div", "nav", "p", "table", "ul", "header", "span"})
_BAR_CLASSES = frozenset({"header", "nav-panel", "navheader", "navigation", "nav", "node", "indexterm"})
_MOST_STEPS = 60


def heading_below(node: Node) -> Node | None:
    """The first heading inside ``node`` (after it, if it is empty) if bars of links, and nothing else, stand before it.

    None too where nothing stands before it: its place says enough then.
    """
    above: list[Node | None] = []
    child = node.first_child or node.next
    passed = False
    for _ in range(_MOST_STEPS):
        while child is None:
            if not above:
                return None
            child = above.pop()
        tag = child.tag or "-"
        if tag == "-text":
            if not (child.text_content or "").isspace():
                return None
        elif tag in HEADINGS:
            return child if passed else None
        elif tag in _BARS and _is_bar(child):
            passed = True
        elif tag in _OPENED:
            above.append(child.next)
            child = child.first_child
            continue
        elif tag not in _PASSED:
            return None
        child = child.next
    return None


def _is_bar(node: Node) -> bool:
    """Whether an element is a bar of links: links, and few words between them."""
    links = node.css("a[href]")
    if not links:
        return False
    said = "".join(node.text().split())
    linked = sum(len("".join(link.text().split())) for link in links)
    if node.tag == "nav" or not _BAR_CLASSES.isdisjoint((node.attributes.get("class") or "").lower().split()):
        return len(said) - linked < 60 + linked
    return not any(map(str.isalnum, said)) or (len(links) > 1 and len(said) - linked <= 2 * len(links))
