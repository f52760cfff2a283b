"""Tabs of which only the chosen one's panel is in the page, and folded parts that are not: a script makes them when
they are asked for."""

from __future__ import annotations

from scrapepy.web.html import Node, Tree, ancestors

UNMADE = "[role=tablist], button[aria-expanded=false][data-state=closed]"
"""Where there may be such."""
_LEVELS = 4
"""So far above its tabs a set of panels begins."""


def has_unmade_panels(tree: Tree) -> bool:
    """Whether some text behind a tab is not in the page (Headless UI and Radix leave it out, WAI-ARIA allows it).

    Where tabs have no panel at all, they are no tabs but choose something else.
    """
    return any(_is_unmade(tabs) for tabs in tree.css("[role=tablist]")) or any(
        _is_unmade_fold(button) for button in tree.css("button[aria-expanded=false][data-state=closed]")
    )


def _is_unmade_fold(button: Node) -> bool:
    """Radix and Reka: an empty element of the same state behind the button, or behind the heading that it is in."""
    if button.attributes.get("aria-haspopup") or _is_beside(button):
        return False
    for node in (button, button.parent):
        part = node.next if node is not None else None
        while part is not None and (part.tag or "-").startswith("-"):  # texts and comments
            part = part.next
        if part is not None and part.attributes.get("data-state") == "closed" and part.tag != "button":
            return not part.text(strip=True)
    return False


def _is_beside(node: Node) -> bool:
    return any(around.tag in ("nav", "header", "aside", "footer") for around in (node, *ancestors(node)))


def _is_unmade(tabs: Node) -> bool:
    wanted = len(tabs.css("[role=tab]"))
    box = tabs.parent
    for _ in range(_LEVELS):
        if wanted < 2 or box is None or box.tag in ("body", "html"):
            break
        found = _panels_after(tabs, box)
        if found:
            return sum(1 for panel in found if panel.text(strip=True)) < wanted
        box = box.parent
    return False


def _panels_after(tabs: Node, box: Node) -> list[Node]:
    """The panels in ``box`` behind ``tabs``, up to the next set of tabs, without those inside of others."""
    panels: list[Node] = []
    is_past = False
    for node in box.css("[role^=tab]"):  # of a list of selectors the results would not come in the page's order
        if node.mem_id == tabs.mem_id:
            is_past = True
        elif not is_past or node.attributes.get("role") == "tab" or any(_is_within(node, panel) for panel in panels):
            continue
        elif node.attributes.get("role") == "tablist":
            break
        else:
            panels.append(node)
    return panels


def _is_within(node: Node, panel: Node) -> bool:
    return any(above.mem_id == panel.mem_id for above in ancestors(node))
