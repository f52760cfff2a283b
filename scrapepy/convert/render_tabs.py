"""Tabs: every panel, under its label in bold.

Either all labels come first and panels take theirs in order (ARIA's ``tablist`` and ``tabpanel``, Bootstrap, Material),
or each label stands before its panel (sphinx-design, sphinx-inline-tabs, Hugo Book).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapepy.convert.render_flow import LABEL, TEXT
from scrapepy.convert.render_inline import STRONG
from scrapepy.web.html import block_text

if TYPE_CHECKING:
    from scrapepy.convert.render_walk import Attributes, Walker
    from scrapepy.web.html import Node

_SWITCHES = ", ".join(
    f"[data-{framework}toggle={kind}]" for framework in ("", "bs-") for kind in ("tab", "pill", "list")
)
"""Bootstrap 3 and 4, and 5: what shows a panel."""
_LABELS = (f"[role=tab], {_SWITCHES}", "label", "button", "li", "a", ".nav-link", "span")


def tab_labels(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Remember the labels of the panels that follow."""
    walker.flush()
    for selector in _LABELS:
        # an element comes once for each part of the selector that it fits
        found = {each.mem_id: each for each in node.css(selector) if each != node}
        if found:
            if 2 * sum(len(each.text()) for each in found.values()) < len(" ".join(node.text().split())):
                break  # it holds the panels too, or is no list of labels at all
            labels = [walker.inline_of(_without_link(each), marks=STRONG) for each in found.values()]
            walker.labels = [label for label in labels if label]
            return
    walker.walk(node)
    walker.flush()


def _without_link(label: Node) -> Node:
    """The link that is all of a label: it shows the panel, and leads nowhere."""
    inner = [child for child in label.iter(include_text=True) if child.tag != "-text" or child.text().strip()]
    return inner[0] if len(inner) == 1 and inner[0].tag == "a" else label


def tab_panel(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render a panel under the next label; a panel without one is plain content.

    A panel that only a script fills takes its label with it, or the label would stand over what follows.
    """
    walker.flush()
    if walker.labels:
        label, *rest = walker.labels
        if node.first_child is not None and not _starts_with(node, label.strip("*")):
            walker.emit(TEXT, LABEL + label)
    else:
        rest = []
    walker.labels = []
    if node.tag == "pre":  # ReadMe
        walker.visit(node)
    else:
        walker.walk(node)
    walker.flush()
    walker.labels = rest


def _starts_with(panel: Node, label: str) -> bool:
    """Whether the panel begins with a heading that says the same: shops' panels do."""
    heading = panel.css_first("h2, h3, h4")
    return heading is not None and block_text(heading) == label and block_text(panel).startswith(label)


def tab_set(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render a set whose labels stand between its panels, or a code group whose panels say nothing of themselves."""
    walker.flush()
    blocks = node.css_first("div.blocks, div.CodeTabs-inner")
    for child in node.iter():
        if child.tag == "label":
            text = walker.inline_of(child, marks=STRONG)
            if text:
                walker.emit(TEXT, LABEL + text)
        elif blocks is not None and child == blocks:
            for panel in child.iter():
                tab_panel(walker, panel, panel.attributes)
        elif blocks is not None:
            tab_labels(walker, child, child.attributes)
        else:
            walker.visit(child)
    walker.flush()
