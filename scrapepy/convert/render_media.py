"""Images, and embedded media as links."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scrapepy.convert.render_links import link_title, linked, slot_in
from scrapepy.model.template import SLOT_CLOSE, SLOT_OPEN
from scrapepy.web.escape import escape_text
from scrapepy.web.html import parse_fragment

if TYPE_CHECKING:
    from scrapepy.convert.render_walk import Attributes, Walker
    from scrapepy.web.html import Node

LAZY_SOURCES = (
    "data-src", "data-lazy-src", "data-original", "data-lazy", "data-url", "data-echo", "data-hi-res-src",
    "data-full-src", "data-actualsrc",
)  # fmt: skip
LAZY_SETS = ("data-srcset", "data-lazy-srcset", "srcset")
_CANDIDATE = re.compile(rf"({SLOT_OPEN}\d+{SLOT_CLOSE})(?:\s+([\d.]+)([wx]))?")
_PLACEHOLDER = re.compile(
    r"(?:^|[/_.-])(?:placeholder|blank|spacer|pixel|transparent|lazy(?:load)?|loading|1x1|grey|gray)"
    r"[\w-]*\.(?:gif|png|svg|jpe?g|webp)$",
    re.IGNORECASE,
)
_SCHEME = re.compile(r"\s*([a-z][a-z0-9+.-]*):", re.IGNORECASE)
_TRACKER_SIZE = frozenset({"0", "1", "0px", "1px"})


def best_source(walker: Walker, node: Node, attributes: Attributes) -> str | None:
    """The slot of the image that a reader should see: a lazy image's real source, or the largest candidate."""
    source = slot_in(attributes.get("src"))
    lazy = next((slot for name in LAZY_SOURCES if (slot := slot_in(attributes.get(name)))), None)
    if lazy is not None:
        return lazy
    if source is not None and not _is_placeholder(walker, source):
        return source
    for name in LAZY_SETS:
        slot = largest_candidate(attributes.get(name))
        if slot is not None:
            return slot
    parent = node.parent
    if parent is not None and parent.tag == "picture":
        for child in parent.iter():
            if child.tag == "source":
                given = child.attributes
                slot = largest_candidate(given.get("srcset") or given.get("data-srcset"))
                if slot is not None:
                    return slot
    return source


def largest_candidate(value: str | None) -> str | None:
    """The slot with the largest width or density of a ``srcset``."""
    if not value or SLOT_OPEN not in value:
        return None
    best, size = None, -1.0
    for match in _CANDIDATE.finditer(value):
        number = float(match[2]) if match[2] and match[2].count(".") < 2 and match[2] != "." else 1.0
        if number > size:
            best, size = match[1], number
    return best


def _is_placeholder(walker: Walker, slot: str) -> bool:
    index = int(slot[1:-1])
    address = walker.references[index].address if index < len(walker.references) else ""
    return _PLACEHOLDER.search(address.partition("?")[0]) is not None


def image(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render ``img``; icons, spacers and tracking pixels go, an emoji's image becomes its character."""
    alt = " ".join((attributes.get("alt") or "").split())
    if alt and not alt.isascii() and len(alt) <= 8 and not any(map(str.isalpha, alt)):
        walker.pieces.append(alt)  # an emoji
        return
    if attributes.get("width") in _TRACKER_SIZE or attributes.get("height") in _TRACKER_SIZE:
        return
    slot = best_source(walker, node, attributes)
    if slot is None:
        if alt and not _has_stand_in(node):
            walker.pieces.append(escape_text(alt))
        return
    if not alt and attributes.get("role") in ("presentation", "none") and _is_small(attributes):
        return
    if _is_own_name(walker, slot, alt):
        alt = ""
    title = link_title(attributes, alt)
    walker.pieces.append(f"![{escape_alt(alt)}]({slot}{title})")


def _is_own_name(walker: Walker, slot: str, alt: str) -> bool:
    """Whether a description is the path of the image, which Docutils writes where the author gave none."""
    index = int(slot[1:-1])
    address = walker.references[index].address if "/" in alt and index < len(walker.references) else ""
    return bool(address) and address.endswith("/" + alt.lstrip("./"))


def _has_stand_in(node: Node) -> bool:
    """Whether ``noscript`` right after a lazy image holds the real one."""
    following = node.next
    while following is not None and following.tag == "-text" and (following.text_content or "").isspace():
        following = following.next
    return (
        following is not None and following.tag == "noscript" and "<img" in (following.text() or following.html or "")
    )


def escape_alt(alt: str) -> str:
    """An image's description inside its brackets: brackets in it are always escaped."""
    text = escape_text(alt)
    if "[" in text or "]" in text:
        text = re.sub(r"(?<!\\)([\[\]])", r"\\\1", text)
    return text


def _is_small(attributes: Attributes) -> bool:
    sizes = [attributes.get("width") or "", attributes.get("height") or ""]
    return any(size.rstrip("px").isdigit() and int(size.rstrip("px")) <= 32 for size in sizes)


_SIGN_SIZE = 48
"""Drawings of at most so many pixels, or units, are signs and no figures."""


def drawing(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render ``svg`` by what it says: its title and description, then the words in it; a sign says nothing.

    In a link, a button or a heading it is a sign, whatever its size.
    """
    if walker.in_heading or "hidden" in attributes or attributes.get("aria-hidden") == "true":
        return
    above = node.parent
    if above is not None and above.tag in ("a", "button", "summary", "span"):
        return
    if _is_sign(attributes) and node.css_first("text") is None and (above is None or above.tag != "figure"):
        return
    title, said = " ".join((attributes.get("aria-label") or "").split()), []
    words: list[str] = []
    for inner in node.traverse():
        tag = (inner.tag or "").lower()  # foreignObject keeps its capital
        if tag in ("title", "desc", "text", "foreignobject"):
            text = " ".join(inner.text(separator=" " if tag == "foreignobject" else "").split())
            if not text:
                continue
            if tag == "title" and inner.parent == node:
                title = title or text
            elif tag == "desc" and inner.parent == node:
                said.append(text)
            elif tag in ("text", "foreignobject"):
                words.append(text)
    parts = [part for part in (title, *said, " ".join(words)) if part]
    if parts:
        walker.flush()
        walker.pieces.append(escape_text(": ".join(parts)))
        walker.flush()


def _is_sign(attributes: Attributes) -> bool:
    box = (attributes.get("viewbox") or attributes.get("viewBox") or "").replace(",", " ").split()
    for size in (attributes.get("width"), attributes.get("height"), *box[2:4]):
        digits = (size or "").removesuffix("px")
        if digits.replace(".", "", 1).isdecimal():
            return float(digits) <= _SIGN_SIZE
        if digits.endswith(("em", "rem", "ex")):
            return True
    return False


def embedded(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render ``iframe``, ``video``, ``audio``, ``embed`` and ``object`` as a link with its title or file name."""
    slot = slot_in(attributes.get("src")) or slot_in(attributes.get("data-src")) or slot_in(attributes.get("data"))
    if slot is None:
        for child in node.css("source, track"):
            slot = slot_in(child.attributes.get("src"))
            if slot is not None:
                break
    if slot is None:
        walker.walk(node)
        return
    index = int(slot[1:-1])
    address = walker.references[index].address if index < len(walker.references) else ""
    scheme = _SCHEME.match(address)
    if scheme is not None and scheme[1].lower() not in ("http", "https"):  # a script, say: there is nothing to see
        if node.tag != "iframe":
            walker.walk(node)
        return
    if node.tag in _PICTURES and _is_picture(address, attributes):
        said = attributes.get("aria-label") or attributes.get("title") or node.text()
        walker.pieces.append(f"![{escape_alt(' '.join(said.split()))}]({slot})")
        return
    text = attributes.get("title") or attributes.get("aria-label") or _file_name(address)
    walker.flush()
    walker.pieces.append(linked(escape_text(" ".join(text.split())), slot, ""))
    walker.flush()


_PICTURES = frozenset({"object", "embed"})
_PICTURE_NAMES = (".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp")


def _is_picture(address: str, attributes: Attributes) -> bool:
    """Whether an ``object`` shows a picture, as Sphinx and Doxygen have graphs shown: it stands for an ``img``."""
    kind = (attributes.get("type") or "").lower()
    return kind.startswith("image/") or (not kind and address.partition("?")[0].lower().endswith(_PICTURE_NAMES))


def without_script(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render ``noscript``: only an image that stands in for a lazy one, where the page with scripts shows none."""
    markup = node.text() if node.css_first("img") is None else node.html or ""
    if "<img" not in markup:
        return
    before = node.prev
    while before is not None and before.tag == "-text" and (before.text_content or "").isspace():
        before = before.prev
    if before is not None and before.tag in ("img", "picture", "a", "span"):
        shown = before if before.tag == "img" else before.css_first("img")
        if shown is not None and best_source(walker, shown, shown.attributes) is not None:
            return
    fallback = parse_fragment(markup).css_first("img")
    if fallback is not None:
        image(walker, fallback, fallback.attributes)


def _file_name(address: str) -> str:
    path = address.partition("?")[0].partition("#")[0].rstrip("/")
    return path.rpartition("/")[2] or address
