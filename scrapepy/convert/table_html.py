"""A table as plain HTML, for what a pipe table cannot hold (a cell with a table or a code block).

A few tags and no styles; links and images keep their slots. The text has no blank line, since one would end the HTML
block (CommonMark 4.6).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scrapepy.convert.code_language import language_of
from scrapepy.convert.code_text import code_text, text_by_lines
from scrapepy.convert.render_code import table_code
from scrapepy.convert.render_flow import anchor
from scrapepy.convert.render_links import slot_in
from scrapepy.convert.render_media import best_source
from scrapepy.convert.render_shapes import shape_of
from scrapepy.rules.markup import Shape

if TYPE_CHECKING:
    from scrapepy.convert.render_walk import Walker
    from scrapepy.web.html import Node

_KEPT = frozenset({
    "table", "thead", "tr", "td", "th", "caption", "p", "ul", "ol", "li", "dl", "dt", "dd", "blockquote", "h1",
    "h2", "h3", "h4", "h5", "h6", "hr", "br", "b", "strong", "i", "em", "code", "kbd", "samp", "tt", "sub",
    "sup", "del", "s",
})  # fmt: skip
_EMPTY = frozenset({"br", "hr"})
_ROWS = frozenset({"tr", "table", "thead", "tbody", "tfoot"})
_DROPPED = frozenset(
    {
        "script",
        "style",
        "template",
        "button",
        "input",
        "select",
        "textarea",
        "svg",
        "noscript",
        "colgroup",
    }
)
_CODE_SHAPES = (Shape.CODE_LINES, Shape.CODE_TABLE)
_DEEPEST = 80


def html_table(walker: Walker, table: Node) -> str:
    """The table as HTML text."""
    out: list[str] = []
    _write(walker, table, out, 0)
    return "".join(out).strip()


def _write(walker: Walker, node: Node, out: list[str], depth: int) -> None:
    tag = node.tag or ""
    attributes = node.attributes
    identifier = attributes.get("id")
    mark = anchor(identifier, walker.flag) if identifier else ""
    if tag == "pre":
        out.append(f"{mark}{_opened(node)}{_escaped_code(code_text(node))}</pre>")
        return
    if tag in ("div", "table") and (shape := shape_of(tag, attributes.get("class") or "")) in _CODE_SHAPES:
        code = text_by_lines(node, collapse_between=True) if shape is Shape.CODE_LINES else table_code(node)[0]
        out.append(f"{mark}{_opened(node)}{_escaped_code(code.strip(chr(10)))}</pre>")
        return
    if tag == "img":
        slot = best_source(walker, node, attributes)
        if slot is not None:
            alt = _escaped(attributes.get("alt") or "").replace('"', "&quot;")
            out.append(f'{mark}<img src="{slot}" alt="{alt}">')
        return
    slot = slot_in(attributes.get("href")) if tag == "a" else None
    name = "a" if slot else (tag if tag in _KEPT else "")
    if slot:
        out.append(f'<a href="{slot}">')
    elif name:
        out.append(f"<{name}{_spans(attributes)}>" if tag in ("td", "th") else f"<{name}>")
    if mark and tag in _ROWS:
        walker.pending.append(mark)
    else:
        if tag in ("td", "th") and walker.pending:
            out.extend(walker.pending)
            walker.pending.clear()
        out.append(mark)
    if name in _EMPTY:
        return
    if tag == "table":
        out.append("\n")
    if depth > _DEEPEST:
        out.append(_escaped(" ".join(node.text().split())))
    else:
        _write_children(walker, node, out, depth, tag in _ROWS)
    if name:
        out.append(f"</{name}>")
    elif tag == "div" and not _ends_a_line(out):
        out.append("<br>")
    if tag in ("tr", "thead"):
        out.append("\n")


def _write_children(walker: Walker, node: Node, out: list[str], depth: int, is_row: bool) -> None:
    child = node.first_child
    while child is not None:
        tag = child.tag
        if tag == "-text":
            text = child.text_content or ""
            if not (is_row and text.isspace()):
                folded = " ".join(text.split(" ")) if "\n" not in text else " ".join(text.split())
                if "\n" in text:
                    folded = (" " if text[0].isspace() else "") + folded + (" " if text[-1].isspace() else "")
                out.append(_escaped(folded))
        elif tag is not None and tag[0] != "-" and tag not in _DROPPED and not (tag == "caption" and not depth):
            _write(walker, child, out, depth + 1)
        child = child.next


def _opened(code: Node) -> str:
    """The start of a code block; GitHub reads the language in ``lang``."""
    language = language_of(code)
    return f'<pre lang="{_escaped(language)}">' if language and '"' not in language else "<pre>"


def _ends_a_line(out: list[str]) -> bool:
    last = next((piece for piece in reversed(out) if piece and not piece.isspace()), "")
    return not last or last == "<br>" or _BLOCK_END.search(last) is not None


_BLOCK_END = re.compile(r"(?:</(?:p|ul|ol|dl|pre|table|blockquote|h[1-6])|<t[dh][^>]*)>$")


def _spans(attributes: dict[str, str | None]) -> str:
    return "".join(
        f' {name}="{value}"'
        for name in ("colspan", "rowspan")
        if (value := attributes.get(name)) and value.isdecimal() and value != "1"
    )


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


_BEFORE_BLANK = re.compile(r"\n(?=[ \t]*(?:\n|\Z))")


def _escaped_code(code: str) -> str:
    """Code inside ``pre``: no line of it is blank, and a line end at its start is not the one that parsers drop."""
    text = _BEFORE_BLANK.sub("&#10;", _escaped(code))
    return "&#10;" + text[1:] if text.startswith("\n") else text
