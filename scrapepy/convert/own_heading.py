"""The heading that an element's id belongs to where something that is no text stands between the two.

Texinfo and DocBook open a section with a bar of links: ``div#Shell > div.header + h3``. The id means the heading below
the bar, not the one above it, where it would come to stand by its place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapepy.web.html import TEXT_ID, tag_ids

if TYPE_CHECKING:
    from scrapepy.web.html import Node

HOLDERS = frozenset({"div", "section", "article"})
"""Elements whose id can be their first heading's."""
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_HEADING_IDS = frozenset(tag_ids(HEADINGS).values())
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
    child = node.first_child
    if child is None:
        child = node.next
    elif child.tag_id in _HEADING_IDS:
        return None
    passed = False
    for _ in range(_MOST_STEPS):
        while child is None:
            if not above:
                return None
            child = above.pop()
        if child.tag_id == TEXT_ID:
            if not (child.text_content or "").isspace():
                return None
            child = child.next
            continue
        tag = child.tag or "-"
        if tag in HEADINGS:
            return child if passed else None
        if tag in _BARS and _is_bar(child):
            passed = True
        elif tag in _OPENED:
            above.append(child.next)
            child = child.first_child
            continue
        elif tag not in _PASSED:
            return None
        child = child.next
    return None


def _may_hold_links(node: Node) -> bool:
    """Whether there is a link among the first elements of ``node``, or so many that it is not known."""
    return any(inner.tag_id == _LINK_ID or count > _FEW for count, inner in enumerate(node.traverse()))


_LINK_ID = tag_ids(["a"])["a"]
_FEW = 40


def _is_bar(node: Node) -> bool:
    """Whether an element is a bar of links: links, and few words between them."""
    if not _may_hold_links(node):
        return False
    links = node.css("a[href]")
    if not links:
        return False
    said = "".join(node.text().split())
    linked = sum(len("".join(link.text().split())) for link in links)
    if node.tag == "nav" or not _BAR_CLASSES.isdisjoint((node.attributes.get("class") or "").lower().split()):
        return len(said) - linked < 60 + linked
    return not any(map(str.isalnum, said)) or (len(links) > 1 and len(said) - linked <= 2 * len(links))
