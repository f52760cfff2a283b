"""The walk over a Lexbor tree that everything in the renderer hangs on.

A :class:`Walker` collects text in ``pieces`` until a block ends, then writes it as one of ``blocks``. Elements that
only hold others (``div``, ``section``, ``span`` …) are walked with a stack and not by recursion, so that their depth
costs nothing; what needs a call (lists, quotes, emphasis) is nested :data:`DEEPEST` calls deep at most and is plain
content below that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from scrapepy.convert.formula_signs import formula_signs
from scrapepy.convert.own_heading import HOLDERS, heading_below
from scrapepy.convert.render_flow import LABEL as LABEL
from scrapepy.convert.render_flow import Block, Collector, Flow, Format, anchor
from scrapepy.convert.render_shapes import shape_of
from scrapepy.web.escape import escape_around_formulas, escape_text, suspect
from scrapepy.web.html import TEXT_ID

if TYPE_CHECKING:
    from scrapepy.model.url import Reference
    from scrapepy.rules.markup import Shape
    from scrapepy.web.html import Node

Attributes = Mapping[str, str | None]
Handler = Callable[[Any, "Node", Attributes], None]
"""Renders an element: the walker (of any subclass), the element, its attributes."""
DEEPEST = 60

BLOCK_TAGS = frozenset({
    "address", "article", "aside", "blockquote", "body", "center", "dd", "details", "dialog", "dir", "div",
    "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "frameset", "h1", "h2", "h3", "h4", "h5",
    "h6", "header", "hgroup", "hr", "html", "legend", "li", "listing", "main", "menu", "nav", "noframes", "ol",
    "optgroup", "option", "p", "plaintext", "pre", "search", "section", "summary", "table", "tbody", "td",
    "tfoot", "th", "thead", "tr", "ul", "xmp",
})  # fmt: skip
"""Elements that stand on lines of their own (HTML standard, 15.3: ``display: block`` and its kin)."""


def _unknown(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Stands for "not looked up yet"."""


_UNKNOWN: Handler = _unknown


class Walker(Collector):
    """State of one conversion, and the walk. Subclasses say who renders what."""

    handlers: Mapping[str, Handler] = MappingProxyType({})
    """By tag; an element without one only holds others."""
    flat_handlers: Mapping[str, Handler] = MappingProxyType({})
    """Those of ``handlers`` that render an element without going into it, the only ones in great depth."""
    shapes: Mapping[Shape, Handler] = MappingProxyType({})
    """By what classes say."""
    roles: Mapping[str, Handler] = MappingProxyType({})
    """By ARIA role."""

    def __init__(self) -> None:
        super().__init__()
        self.known: dict[tuple[str, str], Handler | None] = {}
        """By tag and ``class`` attribute, what :meth:`learn` found."""
        self.bullet = "-"
        self.parent_tags: set[str] = set()
        self.references: list[Reference] = []
        self.page_url = ""
        self.code_language = ""
        """Language of the code blocks that state none."""
        self.in_heading = False
        self.in_note = False
        """Inside a footnote, where a bare number or arrow is the way back."""
        self.labels: list[str] = []
        """Labels of the tab panels to come."""
        self.notes: dict[str, str] = {}
        """Ids of footnotes, and the labels by which the text refers to them."""
        self.note_ids: frozenset[str] | None = None
        """Ids in the page's footnotes; None until something asks."""
        self.late_notes: dict[str, list[Block]] = {}
        """Footnotes that stood in the text, by their labels: they are written at the end."""
        self.last_fields: Block | None = None
        """The list of labelled facts that was written last; more facts of its group right after it join it."""
        self.group = ""
        self.root: Node | None = None
        self.own_links = True
        """Whether links are written by a method of a subclass."""
        self.formulas: frozenset[str] | None = None
        """Signs around formulas that a script of the page draws; None until something asks."""
        self._breaks: bool | None = None
        self.of_headings: dict[int, list[str]] = {}
        """Marks of ids that belong to a heading further down, by the heading's ``mem_id``."""
        self.depth = 0
        self.level = 0
        """Level of the heading that stands above."""
        self.base = self.shift = 0
        """Level of the API item around, which headings in it stand below, and what it adds to the levels it gives."""
        self.line_levels: dict[int, int] = {}
        """Levels of declarations that stand beside others of their kind, by the ``mem_id`` of what holds them."""
        self.flag = "p"

    def has_breaks(self) -> bool:
        """Whether there is a line break (``br``) in what is rendered; mostly one look spares many."""
        if self._breaks is None:
            self._breaks = self.root is None or self.root.css_first("br") is not None
        return self._breaks

    # -- the walk ---------------------------------------------------------------------------------------------------

    def walk(self, node: Node) -> None:
        """Render the children of ``node``: text into ``pieces``, complete blocks into ``blocks``."""
        pieces, pending = self.pieces, self.pending
        known = self.known
        find_suspect = suspect
        shallow = self.depth < DEEPEST
        handlers = self.handlers if shallow else self.flat_handlers
        self.depth += 1
        above: list[tuple[Node | None, bool]] = []
        child = node.first_child
        while True:
            if child is None:
                if not above:
                    break
                child, is_block = above.pop()
                if is_block and pieces:
                    self.flush()
                continue
            if child.tag_id == TEXT_ID:
                text: str = child.text_content  # type: ignore[assignment] # of a text node
                if pieces or not text.isspace():
                    pieces.append(text if find_suspect(text) is None else self.escaped(text))
                child = child.next
                continue
            tag: str = child.tag  # type: ignore[assignment] # None for no kind of node that a page has
            attributes = child.attributes
            if attributes:
                classes = attributes.get("class")
                handler = None
                if shallow:
                    if classes:
                        handler = known.get((tag, classes), _UNKNOWN)
                        if handler is _UNKNOWN:
                            handler = self.learn(tag, classes)
                    if handler is None and "role" in attributes:
                        handler = self.roles.get(attributes["role"] or "")
                if handler is None:
                    handler = handlers.get(tag)
                identifier = attributes.get("id")
                if identifier:
                    if pieces and tag in BLOCK_TAGS:
                        self.flush()
                    if tag in HOLDERS or child.first_child is None:
                        self.note_place(child, identifier)
                    else:
                        pending.append(anchor(identifier, self.flag))
            else:
                handler = handlers.get(tag)
            if handler is not None:
                handler(self, child, attributes)
                child = child.next
                continue
            if tag in BLOCK_TAGS:
                if pieces:
                    self.flush()
                above.append((child.next, True))
            else:
                above.append((child.next, False))
            child = child.first_child
        self.depth -= 1

    def escaped(self, text: str) -> str:
        """Running text as Markdown; formulas that a script of the page draws are left as they are."""
        if "$" in text:
            if self.formulas is None:
                self.formulas = formula_signs(self.root, self.references)
            if self.formulas:
                return escape_around_formulas(text, "$" in self.formulas)
        return escape_text(text)

    def learn(self, tag: str, classes: str) -> Handler | None:
        """Who renders elements with this tag for their ``class`` attribute; None if it says nothing."""
        shape = shape_of(tag, classes)
        self.known[tag, classes] = handler = self.shapes.get(shape) if shape is not None else None
        return handler

    def handler_of(self, tag: str, attributes: Attributes) -> Handler | None:
        """Who renders an element: by its classes, else its role, else its tag."""
        if self.depth >= DEEPEST:
            return self.flat_handlers.get(tag)
        classes = attributes.get("class")
        handler = self.learn(tag, classes) if classes else None
        if handler is None and "role" in attributes:
            handler = self.roles.get(attributes["role"] or "")
        return handler or self.handlers.get(tag)

    def visit(self, child: Node) -> None:
        """Render one node as :meth:`walk` renders each."""
        tag = child.tag
        if tag == "-text":
            text = child.text_content or ""
            if self.pieces or not text.isspace():
                self.pieces.append(self.escaped(text))
            return
        if tag is None or tag[0] == "-":
            return
        attributes = child.attributes
        is_block = tag in BLOCK_TAGS
        if is_block:
            self.flush()
        identifier = attributes.get("id")
        if identifier:
            self.note_place(child, identifier)
        handler = self.handler_of(tag, attributes)
        if handler is not None:
            self.depth += 1
            handler(self, child, attributes)
            self.depth -= 1
            return
        self.plain(child)

    def plain(self, node: Node) -> None:
        """Render an element as one that only holds others."""
        is_block = node.tag in BLOCK_TAGS
        if is_block:
            self.flush()
        self.walk(node)
        if is_block:
            self.flush()

    def level_of(self, level: int) -> int:
        """Where a heading that the page gives ``level`` stands: below the API item that it is in."""
        if not self.base:
            return level
        return min(max(level + self.shift, self.base + 1), 6)

    def note_place(self, node: Node, identifier: str) -> None:
        """Let an id stand before the next text, or before the heading that it means if that comes later."""
        heading = heading_below(node)
        if heading is None:
            self.pending.append(anchor(identifier, self.flag))
        else:
            self.of_headings.setdefault(heading.mem_id, []).append(anchor(identifier, self.flag))

    def note_id(self, attributes: Attributes) -> None:
        """Let the id of an element that is not walked stand before the next text."""
        identifier = attributes.get("id")
        if identifier:
            self.pending.append(anchor(identifier, self.flag))

    # -- text and blocks --------------------------------------------------------------------------------------------

    # -- content rendered apart -------------------------------------------------------------------------------------

    def blocks_of(self, node: Node) -> list[Block]:
        """The content of ``node`` as blocks of its own."""
        outer = self.enter()
        self.walk(node)
        return self.leave(outer)

    def inline_of(self, node: Node, line_break: str = " ", marks: tuple[str, str] | None = None) -> str:
        """The content of ``node`` on one line; borders of blocks and line breaks become ``line_break``.

        Marks of ids that wait, or that are met, stand at its beginning. ``marks`` (of emphasis) go around all of it.
        """
        before, self.line_break = self.line_break, line_break
        outer = self.enter()
        self.flow.formats = [Format(*marks, 0)] if marks else []
        self.walk(node)
        return self._line(outer, before)

    def line_of(self, nodes: Iterable[Node], marks: tuple[str, str]) -> str:
        """These nodes on one line, with ``marks`` around all of it."""
        before, self.line_break = self.line_break, " "
        outer = self.enter()
        self.flow.formats = [Format(*marks, 0)]
        for node in nodes:
            self.visit(node)
        return self._line(outer, before)

    def _line(self, outer: Flow, before: str) -> str:
        line_break = self.line_break
        blocks = self.leave(outer)
        self.line_break = before
        if len(blocks) == 1:
            text = blocks[0][1]
        else:
            text = line_break.join(text for _, text in blocks)
        return text.replace("\n", line_break) if "\n" in text else text
