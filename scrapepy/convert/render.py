"""The one door to markdownify: its converter, over Lexbor nodes instead of BeautifulSoup objects.

:class:`MarkdownConverter` keeps markdownify's names – the ``convert_<tag>`` methods, which get an element and the
Markdown of its content, and the options – and replaces the way through the tree: ``process_tag`` walks the parsed page
(:class:`~scrapepy.convert.render_walk.Walker`) instead of building objects for it. Markdownify itself is the oracle of
the tests where both dialects agree. What is more than a tag (code, tables, notes, signatures …) is rendered by a module
of its own, named after it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import markdownify

from scrapepy.convert import (
    admonition,
    render_api,
    render_code,
    render_definition,
    render_footnotes,
    render_links,
    render_list,
    render_math,
    render_media,
    render_table,
    render_tabs,
)
from scrapepy.convert.render_blocks import joined, quoted
from scrapepy.convert.render_inline import BREAK, EMPHASIS, STRONG, STRUCK
from scrapepy.convert.render_shapes import shape_of
from scrapepy.convert.render_walk import (
    CODE,
    HEADING,
    HTML,
    LABEL,
    QUOTE,
    RULE,
    TABLE,
    TEXT,
    Attributes,
    Format,
    Walker,
    split_marks,
)
from scrapepy.model.template import LINK_OPEN
from scrapepy.rules.markup import Shape
from scrapepy.web.html import Node, parse_fragment

if TYPE_CHECKING:
    from scrapepy.web.links import ParsedPage

Function = Callable[[Walker, Node, Attributes], None]
Convert = Callable[[Node, str, set[str]], str]


@dataclass(frozen=True, slots=True)
class RenderHints:
    """What a platform's row knows and the markup does not say."""

    code_language: str = ""
    """Language of the code blocks that state none (the listing of a source file)."""


def render(node: Node, page: ParsedPage, hints: RenderHints | None = None) -> str:
    """The content of ``node`` as Markdown with slots and marks (see :mod:`scrapepy.convert.anchors`).

    The tree is only read. Any nesting is fine; what no reader can follow comes out flat.
    """
    return MarkdownConverter(page, hints or RenderHints()).convert_soup(node)


class MarkdownConverter(Walker, markdownify.MarkdownConverter):
    """Markdownify's converter in this project's dialect (its names: see the module).

    Options that keep their meaning: ``strip`` and ``convert`` (tags), ``bullets``, ``code_language``, ``sub_symbol``,
    ``sup_symbol``. The dialect settles the rest.
    """

    class Options:
        """What differs from markdownify's defaults."""

        bullets = "-"
        heading_style = markdownify.ATX
        newline_style = markdownify.BACKSLASH
        sub_symbol = "<sub>"
        sup_symbol = "<sup>"

    options: dict[str, Any]

    def __init__(self, page: ParsedPage | None = None, hints: RenderHints | None = None, **options: Any) -> None:
        Walker.__init__(self)
        markdownify.MarkdownConverter.__init__(self, **options)
        if page is not None:
            self.references = page.references
            self.page_url = page.url
        self.code_language = (hints.code_language if hints else "") or self.options["code_language"]
        self.bullet = self.options["bullets"][0]
        self._register()

    def _register(self) -> None:
        """Say who renders what."""
        handlers = self.handlers
        for tags, function in _TAGS.items():
            for tag in tags.split():
                handlers[tag] = partial(function, self)
        for tag in _INLINE_TAGS:
            handlers[tag] = partial(self._inline, getattr(self, f"convert_{tag}"))
        for marks, emphasised in _EMPHASIS_TAGS.items():
            for tag in emphasised:
                handlers[tag] = partial(self._emphasis, marks, getattr(self, f"convert_{tag}"))
        for tag in _HEADINGS:
            handlers[tag] = self._heading
        handlers["a"] = self._link
        handlers["br"] = self._break
        handlers["hr"] = self._rule
        handlers["blockquote"] = self._quote
        handlers["input"] = self._input
        if self.options["strip"] is not None or self.options["convert"] is not None:
            for tag in list(handlers):
                if not self.should_convert_tag(tag):
                    del handlers[tag]
        for tag in _SKIPPED:
            handlers[tag] = _nothing
        handlers["script"] = partial(render_math.math_script, self)
        self.flat_handlers = {tag: handlers[tag] for tag in _FLAT_TAGS if tag in handlers}
        self.shapes = {shape: partial(function, self) for shape, function in _SHAPES.items()}
        self.shapes[Shape.DROP] = _nothing
        self.shapes[Shape.EMPHASIS] = partial(self._emphasis, EMPHASIS, self.convert_em)
        self.shapes[Shape.BADGE] = self._badge
        self.shapes[Shape.UNWRAP] = lambda node, attributes: self.walk(node)
        self.shapes[Shape.FOOTNOTE_MARK] = self._footnote_mark
        self.shapes[Shape.MATH_IMAGE] = self._math_image
        self.shapes[Shape.TASK_DONE] = self.shapes[Shape.TASK_OPEN] = self._task_icon
        self.roles = {role: partial(function, self) for role, function in _ROLES.items()}
        self.roles["doc-noteref"] = self._footnote_mark
        self.roles["doc-backlink"] = _nothing

    # -- markdownify's entry ----------------------------------------------------------------------------------------

    def convert(self, html: str) -> str:
        """The Markdown of an HTML fragment; links in it need slots to be seen (see :func:`render`)."""
        root = parse_fragment(html).root
        return self.convert_soup(root) if root is not None else ""

    def convert_soup(self, soup: Node) -> str:
        """The Markdown of a parsed tree."""
        return self.process_tag(soup)

    def process_tag(self, node: Node, parent_tags: set[str] | None = None) -> str:
        """The Markdown of an element: blocks parted by blank lines, no line end after the last."""
        self.root = node
        if node.tag in self.handlers:
            self.visit(node)
        else:
            self.note_id(node.attributes)
            self.walk(node)
        self.flush()
        if self.pending:
            marks = "".join(self.pending)
            self.pending.clear()
            if self.blocks and self.blocks[-1][0] in (TEXT, HEADING):
                kind, text = self.blocks[-1]
                self.blocks[-1] = kind, text + marks
            else:
                self.blocks.append((TEXT, marks))
        return joined(self.blocks).replace("!" + LINK_OPEN, "\\!" + LINK_OPEN)

    # -- how elements come to their convert_<tag> -------------------------------------------------------------------

    def _inline(self, convert: Convert, node: Node, attributes: Attributes) -> None:
        pieces = self.pieces
        start = len(pieces)
        self.walk(node)
        if len(pieces) > start:
            text = "".join(pieces[start:])
            del pieces[start:]
            pieces.append(convert(node, text, self.parent_tags))

    def _emphasis(self, marks: tuple[str, str], convert: Convert, node: Node, attributes: Attributes) -> None:
        """Like :meth:`_inline`, for what goes on in the next block where one ends inside of it."""
        pieces, formats = self.pieces, self.flow.formats
        here = Format(*marks, len(pieces))
        formats.append(here)
        self.walk(node)
        formats.pop()
        if len(pieces) > here.start:
            text = "".join(pieces[here.start :])
            del pieces[here.start :]
            pieces.append(convert(node, text, self.parent_tags))

    def _link(self, node: Node, attributes: Attributes) -> None:
        if "data-footnote-ref" in attributes and render_footnotes.footnote_mark(self, node, attributes):
            return
        if not render_footnotes.is_way_back(attributes):
            render_links.link(self, node, attributes, self.convert_a)

    def _footnote_mark(self, node: Node, attributes: Attributes) -> None:
        if not render_footnotes.footnote_mark(self, node, attributes):
            self.handlers[node.tag or ""](node, attributes)

    def _math_image(self, node: Node, attributes: Attributes) -> None:
        if not render_math.math_image(self, node, attributes):
            self.handlers["img"](node, attributes)

    def _badge(self, node: Node, attributes: Attributes) -> None:
        """A label that styles set apart from the words around it."""
        self.pieces.append(" ")
        self.walk(node)
        self.pieces.append(" ")

    def _task_icon(self, node: Node, attributes: Attributes) -> None:
        """Asciidoctor's icon of a box at the start of an item."""
        if not self.blocks and not "".join(self.pieces).strip():
            self.pieces.append("[x] " if shape_of(node.tag or "", attributes["class"] or "") is Shape.TASK_DONE else "[ ] ")

    def _heading(self, node: Node, attributes: Attributes) -> None:
        self.flush()
        level = int((node.tag or "h1")[1])
        before, self.in_heading = self.in_heading, True
        marks, text = split_marks(self.inline_of(node))
        self.in_heading = before
        if not text.strip("\xa0 "):
            if marks:
                self.pending.append(marks)
            return
        self.level = level
        self.blocks.append((HEADING, self.convert_hN(level, node, marks + text, self.parent_tags)))

    def _quote(self, node: Node, attributes: Attributes) -> None:
        self.flush()
        blocks = self.blocks_of(node)
        if blocks:
            self.emit(QUOTE, self.convert_blockquote(node, joined(blocks), self.parent_tags))

    def _break(self, node: Node, attributes: Attributes) -> None:
        if self.pieces:
            self.pieces.append(BREAK)

    def _rule(self, node: Node, attributes: Attributes) -> None:
        self.flush()
        self.emit(RULE, self.convert_hr(node, "", self.parent_tags))

    def _input(self, node: Node, attributes: Attributes) -> None:
        """A check box at the start of an item is a task; other controls are none of the text."""
        if attributes.get("type") == "checkbox" and not self.blocks and not "".join(self.pieces).strip():
            self.pieces.append("[x] " if "checked" in attributes else "[ ] ")

    # -- convert_<tag>: the Markdown of an element, given that of its content ---------------------------------------

    def convert_a(self, el: Node, text: str, parent_tags: set[str]) -> str:
        """A link, or its text if it has no target."""
        attributes = el.attributes
        slot = render_links.slot_in(attributes.get("href"))
        return render_links.linked(text, slot, render_links.link_title(attributes, text)) if slot else text

    def convert_b(self, el: Node, text: str, parent_tags: set[str]) -> str:
        """Strong emphasis, as marks that become ``**`` when the paragraph is complete."""
        return f"{STRONG[0]}{text}{STRONG[1]}"

    def convert_em(self, el: Node, text: str, parent_tags: set[str]) -> str:
        """Emphasis, as marks that become ``*``."""
        return f"{EMPHASIS[0]}{text}{EMPHASIS[1]}"

    def convert_del(self, el: Node, text: str, parent_tags: set[str]) -> str:
        """Struck text, as marks that become ``~~``."""
        return f"{STRUCK[0]}{text}{STRUCK[1]}"

    def convert_q(self, el: Node, text: str, parent_tags: set[str]) -> str:
        """A quotation inside a sentence."""
        return f'"{text}"'

    def convert_sub(self, el: Node, text: str, parent_tags: set[str]) -> str:
        """Subscript, by a tag since Markdown has no mark for it."""
        return self._tagged(text, self.options["sub_symbol"])

    def convert_sup(self, el: Node, text: str, parent_tags: set[str]) -> str:
        """Superscript, likewise; not around the mark of a footnote."""
        return text if text.lstrip().startswith("[^") else self._tagged(text, self.options["sup_symbol"])

    def _tagged(self, text: str, symbol: str) -> str:
        core = text.strip()
        if not core:
            return text
        if symbol.startswith("<") and symbol.endswith(">"):
            return text.replace(core, f"{symbol}{core}</{symbol[1:]}", 1)
        return f"{symbol}{text}{symbol}"

    convert_strong = convert_b
    convert_i = convert_cite = convert_dfn = convert_var = convert_em
    convert_s = convert_strike = convert_del

    def convert_hN(self, n: int, el: Node, text: str, parent_tags: set[str]) -> str:  # noqa: N802 - markdownify's name
        """An ATX heading; a no-break space is a space, since else anchors would differ from tool to tool."""
        text = " ".join(text.replace("\xa0", " ").split())
        if text.endswith("#"):
            text = re.sub(r"(?<!\S)(#+)$", lambda match: "\\" + match[1], text)
        return f"{'#' * max(1, min(6, n))} {text}"

    def convert_blockquote(self, el: Node, text: str, parent_tags: set[str]) -> str:
        """A quote."""
        return quoted(text)

    def convert_hr(self, el: Node, text: str, parent_tags: set[str]) -> str:
        """A thematic break."""
        return "---"


def _nothing(node: Node, attributes: Attributes) -> None:
    """Render an element that is no content."""


def _details(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render ``details``: the tags on lines of their own, Markdown between them."""
    walker.flush()
    summary = node.css_first("summary")
    title = ""
    if summary is not None:
        walker.note_id(summary.attributes)
        title = " ".join(summary.text().split())
    title = title.replace("&", "&amp;").replace("<", "&lt;")
    outer = walker.enter()
    for child in node.iter(include_text=True):
        if child != summary:
            walker.visit(child)
    body = joined(walker.leave(outer))
    opening = f"<details>\n<summary>{title or 'Details'}</summary>"
    walker.emit(HTML, f"{opening}\n\n{body}\n\n</details>" if body else f"{opening}\n\n</details>")


def _figure(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render ``figure``: its caption in italics below, above code and tables in bold."""
    walker.flush()
    caption = None
    outer = walker.enter()
    for child in node.iter(include_text=True):
        if child.tag == "figcaption" and caption is None:
            caption = child
        else:
            walker.visit(child)
    blocks = walker.leave(outer)
    if caption is None:
        walker.blocks.extend(blocks)
        return
    walker.note_id(caption.attributes)
    above = bool(blocks) and blocks[0][0] in (CODE, TABLE, HTML)
    marks, text = split_marks(walker.inline_of(caption, marks=STRONG if above else EMPHASIS))
    title = [(TEXT, marks + (LABEL if above else "") + text)] if text else []
    walker.blocks.extend([*title, *blocks] if above else [*blocks, *title])


def _line_block(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render verse: a paragraph whose lines end where the page's lines end."""
    walker.flush()
    for line in node.css("div.line"):
        walker.walk(line)
        if walker.pieces:
            walker.pieces.append(BREAK)
    walker.flush()


def _caption(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render the title of what follows as a bold line."""
    walker.flush()
    marks, text = split_marks(walker.inline_of(node, marks=STRONG))
    if text:
        walker.emit(TEXT, marks + LABEL + text)
    elif marks:
        walker.pending.append(marks)


_SHAPES: dict[Shape, Function] = {
    Shape.ADMONITION: admonition.admonition,
    Shape.TITLED_BOX: admonition.titled_box,
    Shape.DEPRECATED: admonition.deprecated,
    Shape.RUBRIC: _caption,
    Shape.CAPTION: _caption,
    Shape.API_LIST: render_api.api_list,
    Shape.FIELD_LIST: render_definition.field_list,
    Shape.MEMBER_TITLE: render_api.member_title,
    Shape.MEMBER_ITEM: render_api.member_item,
    Shape.MEMBER_TABLE: render_api.member_table,
    Shape.MEMBER_SECTION: render_api.member_section,
    Shape.CODE_TABLE: render_code.code_table,
    Shape.CODE_LINES: render_code.code_lines,
    Shape.TYPE_SIGNATURE: render_code.declaration,
    Shape.PARAMETER_TABLE: render_api.parameter_table,
    Shape.GRID: render_table.grid_of_blocks,
    Shape.DIAGRAM: render_code.diagram,
    Shape.LINE_BLOCK: _line_block,
    Shape.MATH: render_math.math,
    Shape.MATH_BLOCK: render_math.math_block,
    Shape.KATEX: render_math.katex,
    Shape.MATHJAX: render_math.mathjax,
    Shape.TAB_LABELS: render_tabs.tab_labels,
    Shape.TAB_PANEL: render_tabs.tab_panel,
    Shape.TAB_SET: render_tabs.tab_set,
    Shape.FOOTNOTES: render_footnotes.footnotes,
    Shape.PERMALINK: render_links.permalink,
}
_ROLES: dict[str, Function] = {
    "tablist": render_tabs.tab_labels,
    "tabpanel": render_tabs.tab_panel,
    "doc-endnotes": render_footnotes.footnotes,
    "doc-footnote": render_footnotes.footnotes,
}
_TAGS: dict[str, Function] = {
    "pre listing xmp plaintext": render_code.pre,
    "code tt samp kbd": render_code.inline_code,
    "ul menu dir": render_list.bullet_list,
    "ol": render_list.numbered_list,
    "li": render_list.list_item,
    "dl": render_definition.definition_list,
    "table": render_table.table,
    "img": render_media.image,
    "iframe video audio embed object": render_media.embedded,
    "details": _details,
    "figure": _figure,
    "figcaption": _caption,
    "math mjx-container": render_math.math_element,
}
_INLINE_TAGS = ("q", "sub", "sup")
_EMPHASIS_TAGS = {
    STRONG: ("b", "strong"),
    EMPHASIS: ("em", "i", "cite", "dfn", "var"),
    STRUCK: ("del", "s", "strike"),
}
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_SKIPPED = (
    "head title meta link base script style template noscript svg canvas button select option datalist textarea progress "
    "meter map area source track param col colgroup rp noembed wbr"
).split()
_FLAT_TAGS = ("pre", "listing", "xmp", "br", "hr", "img", "input", "code", "tt", "samp", "kbd", *_SKIPPED)
