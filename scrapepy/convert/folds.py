"""Settle the labels of parts that fold: what a button opens right behind it is text, and its label says what about.

HTML has ``details`` for this; accordions of the frameworks make it of a button, often in a heading, and a panel that is
hidden until then (the disclosure and accordion patterns of the WAI-ARIA practices, Bootstrap's collapse).
"""

from __future__ import annotations

from html import escape

from scrapepy.convert.junk_table import names_words
from scrapepy.rules.folds import FOLD_WORDS, NOT_FOLDED, OPENS, SPOILER_WORDS
from scrapepy.web.html import Node, Tree, ancestors, block_text, parse_fragment

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "summary", "dt"})
_BESIDE = frozenset({"nav", "header", "footer", "form", "dialog", "menu", "pre", "code", "label"})
_LEVELS = 3
"""So far above its button a label ends."""
_LONGEST = 200


def settle_folds(tree: Tree) -> None:
    """Labels of parts that fold become text, and the parts are no longer hidden; other buttons stay as they are."""
    for button in tree.css("button"):
        label = " ".join(block_text(button).split())
        if not 1 < len(label) < _LONGEST or button.attributes.get("role") == "tab":
            continue
        heading = _heading_of(button, label)
        panel = _panel_of(button, label)
        if panel is not None:
            for name in ("hidden", "style"):
                if name in panel.attributes:
                    del panel.attrs[name]
        if heading is not None:
            button.unwrap()
        elif panel is not None:
            bold = ("", "") if _is_named(button, SPOILER_WORDS) else ("<b>", "</b>")
            root = parse_fragment(f"<p>{escape(label).join(bold)}</p>").root
            if root is not None:
                button.replace_with(root)


def _heading_of(button: Node, label: str) -> Node | None:
    """The heading that is nothing but this button."""
    node = button.parent
    while node is not None and node.tag not in _HEADINGS:
        if node.tag in ("body", "div", "section", "li"):
            return None
        node = node.parent
    return node if node is not None and " ".join(block_text(node).split()) == label else None


def _panel_of(button: Node, label: str) -> Node | None:
    """The text that the button opens, where it follows the label at once and is no menu."""
    if button.attributes.get("aria-haspopup") not in (None, "false") or _is_beside(button):
        return None
    opened = _opened_by(button)
    if not opened and "aria-expanded" not in button.attributes and not _is_named(button, _ALL_WORDS):
        return None
    node: Node | None = button
    for _ in range(_LEVELS):
        if node is None or " ".join(block_text(node).split()) != label:
            return None
        following = node.next
        while following is not None and (following.tag or "-").startswith("-") and not following.text(strip=True):
            following = following.next
        if following is not None:
            is_it = following.attributes.get("id") == opened if opened else True
            return following if is_it and _is_text(following) else None
        node = node.parent
    return None


def _opened_by(button: Node) -> str:
    for name in OPENS:
        value = button.attributes.get(name)
        if value:
            return value.removeprefix("#")
    return ""


_ALL_WORDS = FOLD_WORDS | SPOILER_WORDS


def _is_named(button: Node, words: frozenset[str]) -> bool:
    """Whether the classes of the button, or of the element that it stands in, say that it folds."""
    around = button.parent
    classes = button.attributes.get("class") or ""
    if around is not None:
        classes += f" {around.attributes.get('class') or ''}"
    return any(not words.isdisjoint(names_words(name)) for name in classes.split())


def _is_beside(button: Node) -> bool:
    return any(
        node.tag in _BESIDE or node.attributes.get("role") in ("navigation", "dialog", "menu", "menubar", "banner")
        for node in ancestors(button)
    )


def _is_text(panel: Node) -> bool:
    if panel.tag in ("pre", "button", "-text") or panel.attributes.get("role") in NOT_FOLDED:
        return False
    if panel.tag in ("nav", "form", "select") or panel.css_first("nav, form, [role=menu]") is not None:
        return False
    text = block_text(panel)
    linked = sum(len(link.text()) for link in panel.css("a"))
    return bool(text.strip()) and 2 * linked < len(text)
