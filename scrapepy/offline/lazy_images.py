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

    Only where what they have is nothing, a ``data:`` URL, the same for several that wait for different sources, or
    declared to be a placeholder by a class. A name like ``spacer.gif`` is proof only where a ``data-`` attribute says
    that another source waits. The attributes for the script stay, since it may still run.
    """
    shared = _shared(elements)
    for node in (node for name in _LAZY_ELEMENTS for node in elements.get(name, ())):
        attributes = node.attributes
        waiting = _waiting(attributes)
        if waiting:
            lazy = not LAZY_CLASSES.isdisjoint(class_words(node))
            for target, value in waiting.items():
                own = attributes.get(target)
                if lazy or own in shared or _is_nothing(own, references) or _is_named_so(own, references):
                    node.attrs[target] = value
        elif node.tag == "img" and "srcset" not in attributes:
            own = attributes.get("src")
            if own in shared or _is_nothing(own, references):
                _take_from_noscript(node)


def _shared(elements: Elements) -> frozenset[str]:
    """Sources that several images have in common while each has one of its own waiting."""
    seen: dict[str, set[str]] = {}
    for node in elements.get("img", ()):
        attributes = node.attributes
        own = attributes.get("src")
        if not own or "srcset" in attributes:
            continue
        waiting = _waiting(attributes).get("src") or _noscript_source(node)
        if waiting:
            seen.setdefault(own, set()).add(waiting)
    return frozenset(own for own, waiting in seen.items() if len(waiting) > 1 and own not in waiting)


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


def _is_nothing(value: str | None, references: list[Reference]) -> bool:
    value = (value or "").strip()
    reference = reference_of(value, references)
    if reference is None:
        return SLOT_OPEN not in value  # nothing, or a data: URL as it was written
    return reference.url is None and reference.address.startswith("about:")


def _is_named_so(value: str | None, references: list[Reference]) -> bool:
    reference = reference_of((value or "").strip(), references)
    if reference is None or reference.url is None:
        return False
    file_name = path_and_query(reference.url).partition("?")[0].rpartition("/")[2]
    return _PLACEHOLDER.search(file_name) is not None


def _take_from_noscript(image: Node) -> None:
    """Next.js, Gatsby and WordPress write the true image for readers without scripts, beside the empty one."""
    for name, *values in _SOURCE.findall(_in_noscript(image)):
        image.attrs[name.lower()] = "".join(values)


def _noscript_source(image: Node) -> str:
    return next(("".join(values) for name, *values in _SOURCE.findall(_in_noscript(image)) if name == "src"), "")


def _in_noscript(image: Node) -> str:
    """The image element that stands, as the only one, in a ``noscript`` beside ``image``; empty if there is none."""
    for beside in (_next_element(image), _previous_element(image)):
        if beside is None or beside.tag != "noscript" or beside.first_child is None:
            continue
        images = _IN_NOSCRIPT.findall(beside.first_child.text_content or "")
        if len(images) == 1:
            return str(images[0])
    return ""


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
