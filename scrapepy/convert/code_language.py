"""The language of a code block, from wherever the page states it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from scrapepy.rules.code_languages import (
    BRUSH_ATTRIBUTE,
    LANGUAGE_ATTRIBUTES,
    LANGUAGES,
    MARKERS,
    NO_LANGUAGE,
    PREFIXES,
)

if TYPE_CHECKING:
    from scrapepy.web.html import Node

_WRAPPERS = frozenset(
    ["div", "figure", "td", "th", "tr", "tbody", "table", "section", "span", "pre", "code", "clipboard-copy"]
)
_FAR = 6
"""How many ancestors may hold the language: Pygments' table puts it seven levels above the text."""


def language_of(block: Node) -> str:
    """The language that a ``pre`` (or an element in its place) states, or an ancestor for it; ``""`` if none."""
    inner = _first_element(block)
    while inner is not None and inner.tag == "pre":  # mdBook's playground: a pre in a pre
        block, inner = inner, _first_element(inner)
    if inner is not None and inner.tag in ("code", "samp"):
        stated = _stated(inner, own=True)
        if stated is not None:
            return stated
    stated = _stated(block, own=True)
    if stated is not None:
        return stated
    if inner is not None and inner.tag == "div" and inner.attributes.get("class"):  # Storybook
        stated = _stated(inner, own=False)
        if stated is not None:
            return stated
    node = block.parent
    for _ in range(_FAR):
        if node is None or (node.tag not in _WRAPPERS and "-" not in (node.tag or "")):
            break
        stated = _stated(node, own=False)
        if stated is not None:
            return stated
        node = node.parent
    return ""


def _first_element(node: Node) -> Node | None:
    child = node.first_child
    while child is not None and (child.tag in ("-text", "-comment", "button", "svg") or _holds_buttons(child)):
        child = child.next
    return child


def _holds_buttons(node: Node) -> bool:
    """ReadMe has a button before the code, Nextra a box of them."""
    return node.tag == "div" and node.first_child is not None and node.first_child.tag == "button"


def _stated(node: Node, own: bool) -> str | None:
    attributes = node.attributes
    if not attributes:
        return None
    classes = attributes.get("class")
    if classes:
        found = language_in_classes(classes, own)
        if found is not None:
            return found
    for name in LANGUAGE_ATTRIBUTES:
        if attributes.get(name):
            return _clean(attributes[name] or "")
    params = attributes.get(BRUSH_ATTRIBUTE)
    if params:
        return language_in_classes(params, own)
    if own and "-" not in (node.tag or "") and attributes.get("language"):
        return _clean(attributes["language"] or "")
    return None


@lru_cache(maxsize=2048)
def language_in_classes(classes: str, own: bool) -> str | None:
    """The language in a ``class`` attribute; None if it states nothing, ``""`` if it states that there is none.

    ``own``: the attribute of the ``pre`` or its ``code``, where a plain known language counts too.

    >>> language_in_classes("highlight-python3 notranslate", False), language_in_classes("hljs rust", True)
    ('python3', 'rust')
    >>> language_in_classes("highlight-default notranslate", False), language_in_classes("highlight-box", False)
    ('', None)
    """
    words = classes.lower().replace("brush: ", "brush:").replace(";", " ").split()
    for rule in PREFIXES:
        for word in words:
            if word.startswith(rule.prefix) and len(word) > len(rule.prefix):
                rest = word[len(rule.prefix) :]
                if rest in NO_LANGUAGE:
                    return ""
                if not rule.known_only or rest in LANGUAGES or (rule.beside and any(x in words for x in rule.beside)):
                    return _clean(rest)
    if any(word in ("nohighlight", "no-highlight") for word in words):
        return ""
    if own or any(word in MARKERS for word in words):
        for word in words:
            if word in LANGUAGES and word not in MARKERS:
                return _clean(word)
    return None


def _clean(stated: str) -> str:
    """One word in lower case: flags after it (``rust,ignore``, ``js{1,3}``) are none of the language."""
    word = stated.lower().strip().strip("{}.")
    for stop in (",", "{", ":", " ", ";", "`", "|"):
        word = word.partition(stop)[0]
    return "" if word in NO_LANGUAGE else word
