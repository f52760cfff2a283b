"""A page as the blocks a reader sees, in order, and the boxes that they stand in: what extractors count on.

One walk over the tree, which only reads. A block is a run of text between borders of blocks; a list or a table of plain
items is one block, and so is code. A box is an element that holds blocks.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from scrapepy.convert.junk_rules import can_be_opened
from scrapepy.rules.junk_html import HIDING_STYLES
from scrapepy.web.html import (
    COMMENT_ID,
    INLINE_IDS,
    TEXT_ID,
    UNREAD_IDS,
    Node,
    Tree,
    block_text,
    tag_ids,
    visible_words,
)

_DEEPEST = 150
"""What is nested deeper is read as one block: no page of people nests so deep."""
_CONTROLS = frozenset(
    tag_ids(["select", "option", "textarea", "input", "datalist", "svg", "canvas", "button"]).values()
)
_BUTTON = tag_ids(["button"])["button"]
_BREAK = tag_ids(["br"])["br"]
_LINK = tag_ids(["a"])["a"]
_MEDIA = frozenset(tag_ids(["br", "img", "picture", "source", "svg", "wbr", "video", "audio"]).values())
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6", "summary", "dt"))
_WHOLE = frozenset(tag_ids(["table", "dl", "ul", "ol", "pre"]).values())
_NOT_PLAIN = "h1, h2, h3, h4, article, section, img, form, table, button, div div"
_NOT_PLAIN_TABLE = "table, h1, h2, h3, form, article, section, pre, ul ul"
_ENDS = (".", "!", "?", "…", "。", "！", "？", ".”", '."', ".)", "!”", "?”", "؟", "۔", "।")


@dataclass(slots=True, eq=False)
class Box:
    """An element that holds blocks: those from ``first`` up to (not with) ``stop``."""

    node: Node
    tag: str
    parent: Box | None
    classes: str
    identity: str
    role: str
    hidden: bool
    first: int
    stop: int = 0
    words: int = 0
    linked: int = 0
    """Words inside links."""
    said: int = 0
    """Words in blocks that end as sentences do."""
    alike: int = 1
    """Boxes of the same tag and classes with the same parent, itself counted."""


@dataclass(slots=True, eq=False)
class Block:
    """A run of text; ``nodes`` hold it, beside each other in ``box``."""

    nodes: tuple[Node, ...]
    box: Box
    text: str
    words: int
    linked: int
    whole: bool = False
    """A list, a table, or code: ``nodes`` is its children, ``box`` the element itself."""

    @property
    def tag(self) -> str:
        """The tag of the element whose text it is."""
        return self.box.tag

    @property
    def is_sentence(self) -> bool:
        """Whether it ends as a sentence does, and is long enough for one."""
        return self.words > _SHORT and self.text.endswith(_ENDS)


_SHORT = 5


@dataclass(slots=True)
class Outline:
    """The blocks of an element and their boxes, both in document order; the first box is the element's own."""

    tree: Tree
    blocks: list[Block] = field(default_factory=list)
    boxes: list[Box] = field(default_factory=list)
    words: int = 0


def outline_of(tree: Tree) -> Outline:
    """The outline of a page's body."""
    outline = Outline(tree)
    body = tree.body
    if body is not None:
        _Walk(outline).box(body, None, 0)
        _count(outline)
    return outline


class _Walk:
    """One walk over the tree."""

    def __init__(self, outline: Outline) -> None:
        self.outline = outline

    def box(self, node: Node, parent: Box | None, depth: int, in_link: bool = False) -> None:
        outline = self.outline
        tag_id = node.tag_id
        attributes = node.attributes
        box = Box(
            node,
            node.tag or "",
            parent,
            attributes.get("class") or "",
            attributes.get("id") or "",
            attributes.get("role") or "",
            _is_hidden(node, attributes) if attributes else False,
            len(outline.blocks),
        )
        outline.boxes.append(box)
        in_link = in_link or tag_id == _LINK
        if depth > _DEEPEST or (tag_id in _WHOLE and _is_plain(node, box.tag)):
            text = block_text(node)
            links = node.css("a") if box.tag != "pre" else ()
            linked = visible_words(text) if in_link else sum(visible_words(link.text()) for link in links)
            self._add([], box, text, linked, whole=True)
        else:
            self._children(node, box, depth, in_link)
        box.stop = len(outline.blocks)

    def _children(self, node: Node, box: Box, depth: int, in_link: bool) -> None:
        pieces: list[str] = []
        nodes: list[Node] = []
        linked = 0
        child = node.first_child
        while child is not None:
            tag_id = child.tag_id
            if tag_id == TEXT_ID:
                text = child.text_content or ""
                if text and not text.isspace():
                    nodes.append(child)
                    if in_link:
                        linked += visible_words(text)
                pieces.append(text)
            elif tag_id == COMMENT_ID or tag_id in UNREAD_IDS:
                pass
            elif tag_id in _CONTROLS:
                if tag_id == _BUTTON and box.tag in _HEADINGS:
                    pieces.append(block_text(child))
                    nodes.append(child)
            elif tag_id == _BREAK:
                pieces.append(" ")
            elif tag_id in INLINE_IDS and (depth > _DEEPEST or not _has_block(child)):
                first = child.first_child
                text = child.text() if first is not None else ""
                if text and first is not None:
                    pieces.append(text)
                    nodes.append(child)
                    if in_link or tag_id == _LINK:
                        linked += visible_words(text)
                    elif first.tag_id != TEXT_ID or first.next is not None:
                        linked += sum(visible_words(link.text()) for link in child.css("a"))
            else:
                if pieces:
                    self._add(nodes, box, " ".join("".join(pieces).split()), linked)
                    pieces, nodes, linked = [], [], 0
                if child.first_child is not None:
                    self.box(child, box, depth + 1, in_link)
            child = child.next
        if pieces:
            self._add(nodes, box, " ".join("".join(pieces).split()), linked)

    def _add(self, nodes: list[Node], box: Box, text: str, linked: int, whole: bool = False) -> None:
        if text:
            words = _words(text)
            self.outline.blocks.append(Block(tuple(nodes), box, text, words, min(linked, words), whole))


def _words(text: str) -> int:
    return text.count(" ") + 1 if text.isascii() else visible_words(text)


def _is_hidden(node: Node, attributes: dict[str, str | None]) -> bool:
    if "hidden" in attributes:
        return not can_be_opened(node)
    style = attributes.get("style")
    if style and any(one in style.replace(" ", "").lower() for one in HIDING_STYLES):
        return not can_be_opened(node)
    return False


def _is_plain(node: Node, tag: str) -> bool:
    if tag == "pre":
        return True
    if tag == "table":
        return node.css_first(_NOT_PLAIN_TABLE) is None and node.css_first("td + td, th + td, th + th") is not None
    return node.css_first(_NOT_PLAIN) is None


def _has_block(node: Node) -> bool:
    """Whether anything but running text stands in an inline element, however deep: walked without recursion."""
    above: list[Node] = []
    child = node.first_child
    while child is not None:
        tag_id = child.tag_id
        inner = None
        if tag_id != TEXT_ID and tag_id != COMMENT_ID:
            if tag_id in INLINE_IDS:
                inner = child.first_child
            elif tag_id not in _MEDIA and tag_id not in UNREAD_IDS and tag_id not in _CONTROLS:
                return True
        if inner is not None:
            above.append(child)
            child = inner
            continue
        child = child.next
        while child is None and above:
            child = above.pop().next
    return False


def _count(outline: Outline) -> None:
    alike: dict[tuple[int, str, str], int] = {}
    for box in outline.boxes:
        if box.parent is not None:
            key = (box.parent.first * 100_003 + id(box.parent), box.tag, box.classes)
            alike[key] = alike.get(key, 0) + 1
    for box in outline.boxes:
        if box.parent is not None:
            box.alike = alike[(box.parent.first * 100_003 + id(box.parent), box.tag, box.classes)]
    for block in outline.blocks:
        box = block.box
        box.words += block.words
        box.linked += block.linked
        if block.is_sentence:
            box.said += block.words
        outline.words += block.words
    for box in reversed(outline.boxes):
        above = box.parent
        if above is not None:
            above.words += box.words
            above.linked += box.linked
            above.said += box.said
