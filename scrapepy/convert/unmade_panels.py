"""Tabs of which only the chosen one's panel is in the page: a script makes the others when they are chosen."""

from __future__ import annotations

from scrapepy.web.html import Node, Tree

_LEVELS = 4
"""So far above its tabs a set of panels begins."""


def has_unmade_panels(tree: Tree) -> bool:
    """Whether some text behind a tab is not in the page (Headless UI and Radix leave it out, WAI-ARIA allows it).

    Where tabs have no panel at all, they are no tabs but choose something else.
    """
    return any(_is_unmade(tabs) for tabs in tree.css("[role=tablist]"))


def _is_unmade(tabs: Node) -> bool:
    wanted = len(tabs.css("[role=tab]"))
    box = tabs.parent
    most = 0
    for _ in range(_LEVELS):
        if wanted < 2 or box is None or box.tag in ("body", "html"):
            break
        most = sum(1 for panel in box.css("[role=tabpanel]") if panel.text(strip=True) and not _is_within(panel, box))
        if most >= wanted:
            return False
        if most:
            break
        box = box.parent
    return 0 < most < wanted


def _is_within(panel: Node, box: Node) -> bool:
    """Whether the panel is a part of another one in ``box``."""
    above = panel.parent
    while above is not None and above != box:
        if above.attributes.get("role") == "tabpanel":
            return True
        above = above.parent
    return False
