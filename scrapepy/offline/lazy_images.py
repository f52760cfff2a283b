"""Images that a script would load later get their source now."""

from __future__ import annotations

import re

from scrapepy.model.template import SLOT_CLOSE, SLOT_OPEN
from scrapepy.model.url import Reference
from scrapepy.offline.elements import Elements
from scrapepy.rules.html_cleanup import LAZY_ATTRIBUTES, LAZY_BACKGROUNDS, LAZY_CLASSES, PLACEHOLDER_FILE
from scrapepy.web.canonical import path_and_query
from scrapepy.web.html import Node, Tree, class_words
from scrapepy.web.links import reference_of

_PLACEHOLDER = re.compile(PLACEHOLDER_FILE, re.IGNORECASE)
_LAZY_ELEMENTS = ("img", "source", "iframe", "video", "audio")
_IN_NOSCRIPT = re.compile(r"<img\s[^>]*>", re.IGNORECASE)
_SOURCE = re.compile(
    rf"\s(src|srcset|sizes)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|({SLOT_OPEN}[0-9]+{SLOT_CLOSE}))", re.IGNORECASE
)


def fix_lazy_images(elements: Elements, references: list[Reference]) -> None:
    """Give images, frames and players the source that waits in a ``data-`` attribute or in a ``noscript`` beside them.

    Only where what they have is nothing, a ``data:`` URL, a placeholder, or declared to be one by a class. The
    attributes for the script stay, since it may still run.
    """
    for node in (node for name in _LAZY_ELEMENTS for node in elements.get(name, ())):
        attributes = node.attributes
        waiting = _waiting(attributes)
        if waiting:
            lazy = not LAZY_CLASSES.isdisjoint(class_words(node))
            for target, value in waiting.items():
                if lazy or _is_placeholder(attributes.get(target), references):
                    node.attrs[target] = value
        elif node.tag == "img" and "srcset" not in attributes and _is_placeholder(attributes.get("src"), references):
            _take_from_noscript(node)


def has_lazy_backgrounds(markup: str) -> bool:
    """True if some element of the page, as it is written, has an attribute that waits to be its background."""
    return any(f' {attribute}="' in markup for attribute in LAZY_BACKGROUNDS)


def fix_lazy_backgrounds(tree: Tree) -> None:
    """Give elements the background image that waits in a ``data-`` attribute, unless their style names one."""
    for attribute in LAZY_BACKGROUNDS:
        for node in tree.css(f"[{attribute}]"):
            value = (node.attributes.get(attribute) or "").strip()
            style = (node.attributes.get("style") or "").strip().rstrip(";")
            if SLOT_OPEN in value and "background" not in style:
                image = value if value.lower().startswith("url(") else f'url("{value}")'
                node.attrs["style"] = f"{style}; background-image: {image}" if style else f"background-image: {image}"


def _waiting(attributes: dict[str, str | None]) -> dict[str, str]:
    found: dict[str, str] = {}
    for row in LAZY_ATTRIBUTES:
        value = attributes.get(row.attribute)
        if value and SLOT_OPEN in value and row.target not in found:
            found[row.target] = value
    return found


def _is_placeholder(value: str | None, references: list[Reference]) -> bool:
    value = (value or "").strip()
    reference = reference_of(value, references)
    if reference is None:
        return SLOT_OPEN not in value  # nothing, or a data: URL as it was written
    if reference.url is None:
        return reference.address.startswith("about:")
    file_name = path_and_query(reference.url).partition("?")[0].rpartition("/")[2]
    return _PLACEHOLDER.search(file_name) is not None


def _take_from_noscript(image: Node) -> None:
    """Next.js, Gatsby and WordPress write the true image for readers without scripts, beside the empty one."""
    for beside in (_next_element(image), _previous_element(image)):
        if beside is None or beside.tag != "noscript" or beside.first_child is None:
            continue
        images = _IN_NOSCRIPT.findall(beside.first_child.text_content or "")
        if len(images) != 1:
            continue
        for name, *values in _SOURCE.findall(images[0]):
            image.attrs[name.lower()] = "".join(values)
        return


def _next_element(node: Node) -> Node | None:
    after = node.next
    while after is not None and not after.is_element_node:
        after = after.next
    return after


def _previous_element(node: Node) -> Node | None:
    before = node.prev
    while before is not None and not before.is_element_node:
        before = before.prev
    return before
