"""The one door to markdownify: its converter, over Lexbor nodes instead of BeautifulSoup objects.

:class:`MarkdownConverter` keeps markdownify's names – the ``convert_<tag>`` methods, which get an element and the
Markdown of its content, and the options – and replaces the way through the tree: ``process_tag`` walks the parsed page
(:class:`~scrapepy.convert.render_walk.Walker`) instead of building objects for it. Markdownify itself is the oracle of
the tests where both dialects agree. What is more than a tag (code, tables, notes, signatures …) is rendered by a module
of its own, named after it; :mod:`~scrapepy.convert.render_dispatch` says which.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import markdownify

from scrapepy.convert.render_blocks import joined, quoted
from scrapepy.convert.render_dispatch import FLAT_HANDLERS, HANDLERS, ROLES, SHAPES
from scrapepy.convert.render_flow import HEADING, TEXT
from scrapepy.convert.render_footnotes import write_note
from scrapepy.convert.render_inline import EMPHASIS, STRONG, STRUCK
from scrapepy.convert.render_links import link_title, linked, reference_of, slot_in
from scrapepy.convert.render_walk import Handler, Walker
from scrapepy.model.template import LINK_OPEN
from scrapepy.web.html import Node, parse

if TYPE_CHECKING:
    from scrapepy.web.links import ParsedPage


@dataclass(frozen=True, slots=True)
class RenderHints:
    """What a platform's row knows and the markup does not say."""

    code_language: str = ""
    """Language of the code blocks that state none (the listing of a source file)."""


def render(node: Node, page: ParsedPage, hints: RenderHints | None = None) -> str:
    """The content of ``node`` as Markdown with slots and marks (see :mod:`scrapepy.convert.anchors`).

    The tree is only read. Any depth of nesting is fine; what no reader could follow comes out flat.
    """
    return MarkdownConverter(page, hints).convert_soup(node)


_KNOWN: dict[tuple[str, str], Handler | None] = {}
"""What :meth:`Walker.learn` found, over all pages: the classes of a site repeat."""
_MOST_KNOWN = 10_000


class MarkdownConverter(Walker, markdownify.MarkdownConverter):
    """Markdownify's converter in this project's dialect (its names: see the module).

    Options that keep their meaning: ``strip`` and ``convert`` (tags), ``bullets``, ``code_language``, ``sub_symbol``
    and ``sup_symbol``. The dialect settles the rest.
    """

    class Options:
        """What differs from markdownify's defaults."""

        bullets = "-"
        heading_style = markdownify.ATX
        newline_style = markdownify.BACKSLASH
        sub_symbol = "<sub>"
        sup_symbol = "<sup>"

    handlers = HANDLERS
    flat_handlers = FLAT_HANDLERS
    shapes = SHAPES
    roles = ROLES
    options: dict[str, Any]

    def __init__(self, page: ParsedPage | None = None, hints: RenderHints | None = None, **options: Any) -> None:
        Walker.__init__(self)
        if options or not _DEFAULTS:
            markdownify.MarkdownConverter.__init__(self, **options)
        else:
            self.options = _DEFAULTS
        if page is not None:
            self.references = page.references
            self.page_url = page.url
        self.own_links = type(self).convert_a is not MarkdownConverter.convert_a
        self.code_language = (hints.code_language if hints else "") or self.options["code_language"]
        self.bullet = self.options["bullets"][0]
        if self.options["strip"] is not None or self.options["convert"] is not None:
            wanted: Callable[[str], bool] = getattr(self, "should_convert_tag")  # noqa: B009 - not in its stubs
            self.handlers = {tag: handler for tag, handler in HANDLERS.items() if wanted(tag)}
        if len(_KNOWN) > _MOST_KNOWN:
            _KNOWN.clear()
        self.known = _KNOWN

    # -- markdownify's entry ----------------------------------------------------------------------------------------

    def convert(self, html: str) -> str:
        """The Markdown of an HTML fragment; links in it need slots to be seen (see :func:`render`)."""
        body = parse(html).body
        return self.convert_soup(body) if body is not None else ""

    def convert_soup(self, soup: Node) -> str:
        """The Markdown of a parsed tree."""
        return self.process_tag(soup)

    def process_tag(self, node: Node, parent_tags: set[str] | None = None) -> str:
        """The Markdown of an element: blocks parted by blank lines, no line end after the last."""
        self.root = node
        if node.tag in self.handlers and node.tag != "blockquote":  # what is all of the content is no quotation in it
            self.visit(node)
        else:
            self.note_id(node.attributes)
            self.walk(node)
        self.flush()
        if self.pending:
            self._keep_last_marks()
        for label, blocks in self.late_notes.items():
            write_note(self, label, blocks)
        return joined(self.blocks).replace("!" + LINK_OPEN, "\\!" + LINK_OPEN)

    def _keep_last_marks(self) -> None:
        marks = "".join(self.pending)
        self.pending.clear()
        if self.blocks and self.blocks[-1][0] in (TEXT, HEADING):
            kind, text = self.blocks[-1]
            self.blocks[-1] = kind, text + marks
        else:
            self.blocks.append((TEXT, marks))

    # -- convert_<tag>: the Markdown of an element, given that of its content ---------------------------------------

    def convert_a(self, el: Node, text: str, parent_tags: set[str]) -> str:
        """A link, or its text if it has no target."""
        attributes = el.attributes
        slot = slot_in(attributes.get("href"))
        return linked(text, slot, link_title(attributes, text, reference_of(self, slot))) if slot else text

    def convert_b(self, el: Node, text: str, parent_tags: set[str]) -> str:
        """Strong emphasis, as marks that become ``**`` when the paragraph is complete."""
        return f"{STRONG[0]}{text}{STRONG[1]}"

    def convert_em(self, el: Node, text: str, parent_tags: set[str]) -> str:
        """Emphasis, as marks that become ``*``."""
        return f"{EMPHASIS[0]}{text}{EMPHASIS[1]}"

    def convert_del(self, el: Node, text: str, parent_tags: set[str]) -> str:
        """Struck text, as marks that become ``~~``."""
        return f"{STRUCK[0]}{text}{STRUCK[1]}"

    convert_strong = convert_b
    convert_i = convert_cite = convert_dfn = convert_var = convert_em
    convert_s = convert_strike = convert_del

    def convert_q(self, el: Node, text: str, parent_tags: set[str]) -> str:
        """A quotation inside a sentence."""
        return f'"{text}"'

    def convert_sub(self, el: Node, text: str, parent_tags: set[str]) -> str:
        """Subscript, by a tag since Markdown has no mark for it."""
        return _tagged(text, self.options["sub_symbol"])

    def convert_sup(self, el: Node, text: str, parent_tags: set[str]) -> str:
        """Superscript, likewise; not around the mark of a footnote."""
        return text if text.lstrip().startswith("[^") else _tagged(text, self.options["sup_symbol"])

    def convert_hN(self, n: int, el: Node, text: str, parent_tags: set[str]) -> str:  # noqa: N802 - markdownify's name
        """An ATX heading; a no-break space is a space, since else anchors would differ from tool to tool."""
        text = " ".join(text.replace("\xa0", " ").split())
        if text.endswith("#"):
            text = re.sub(r"(?<!\S)(#+)$", r"\\\1", text)
        return f"{'#' * max(1, min(6, n))} {text}"

    def convert_blockquote(self, el: Node, text: str, parent_tags: set[str]) -> str:
        """A quote."""
        return quoted(text)

    def convert_hr(self, el: Node, text: str, parent_tags: set[str]) -> str:
        """A thematic break."""
        return "---"


_DEFAULTS: dict[str, Any] = {}
_DEFAULTS.update(MarkdownConverter().options)


def _tagged(text: str, symbol: str) -> str:
    """Text between an HTML tag, or between a symbol on both sides (markdownify's two ways)."""
    core = text.strip()
    if not core:
        return text
    if symbol.startswith("<") and symbol.endswith(">"):
        at = text.index(core)
        return f"{text[:at]}{symbol}{core}</{symbol[1:]}{text[at + len(core) :]}"
    return f"{symbol}{text}{symbol}"
