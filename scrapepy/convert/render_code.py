"""Code blocks and code spans."""

from __future__ import annotations

import re
from textwrap import dedent
from typing import TYPE_CHECKING

from scrapepy.convert.code_language import language_of
from scrapepy.convert.code_text import code_text, text_by_lines
from scrapepy.convert.render_flow import CODE, LABEL, TEXT, split_marks
from scrapepy.convert.render_inline import STRONG
from scrapepy.convert.render_links import link_title, linked, slot_in
from scrapepy.convert.render_walk import DEEPEST
from scrapepy.web.escape import code_span, longest_run
from scrapepy.web.html import TEXT_ID, tag_ids

if TYPE_CHECKING:
    from scrapepy.convert.render_walk import Attributes, Walker
    from scrapepy.web.html import Node


_LINE_ID = re.compile(r"(?:__codelineno|cb|hl|line|l)?(?:[-_]?\d+)+", re.IGNORECASE)
"""Ids that highlighters give to lines; others in code are names that it declares."""


def fence(code: str, language: str = "") -> str:
    """A fenced code block that ``code`` cannot end (CommonMark 4.5).

    >>> fence("a ``` b", "md")
    '````md\\na ``` b\\n````'
    """
    ticks = "```"
    if ticks in code:
        ticks = "`" * max(3, longest_run(code, "`") + 1)
    return f"{ticks}{language}\n{code}\n{ticks}"


def pre(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render ``pre`` as a fence; one that holds an image and no text is rendered as what it holds."""
    walker.flush()
    code = code_text(node)
    if not code.strip():
        if node.css_first("img") is not None:
            walker.plain(node)
        return
    language = language_of(node) or walker.code_language
    for inner in node.css("span[id], a[id], a[name]"):
        identifier = inner.attributes.get("id") or inner.attributes.get("name") or ""
        if _LINE_ID.fullmatch(identifier) is None:
            walker.note_id({"id": identifier})
    walker.emit(CODE, fence(code, language))


def code_table(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render a table whose first column are line numbers as the code of the other, under its file name."""
    walker.flush()
    code, language = table_code(node)
    title = node.css_first("th .filename, th.filename, caption")
    if title is not None:
        marks, text = split_marks(walker.inline_of(title, marks=STRONG))
        if text:
            walker.emit(TEXT, marks + LABEL + text)
    if code.strip():
        walker.emit(CODE, fence(code, language or walker.code_language))


def table_code(table: Node) -> tuple[str, str]:
    """The code in a table with line numbers, and its language."""
    for block in reversed(table.css("pre")):
        code = code_text(block)
        if code.strip() and not _is_numbers(code, block):
            return code, language_of(block)
    cells = [cell for cell in table.css("td") if not _is_gutter(cell)]
    return "\n".join(code_text(cell) for cell in cells).rstrip("\n"), language_of(table)


def _is_numbers(code: str, block: Node) -> bool:
    if not code.replace("\n", "").replace(" ", "").isdigit():
        return False
    while block.parent is not None and block.tag != "td":
        block = block.parent
    return _is_gutter(block) or block.next is not None


def _is_gutter(cell: Node) -> bool:
    words = (cell.attributes.get("class") or "").lower().split()
    return any(
        word in ("linenos", "gutter", "hljs-ln-numbers", "rouge-gutter", "listing_lines", "gl") for word in words
    )


def code_lines(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render a block whose lines are elements and that is no ``pre``."""
    walker.flush()
    table = node.css_first("td.code")
    lines = text_by_lines(table if table is not None else node, collapse_between=True).strip("\n")
    if lines.strip():
        walker.emit(CODE, fence(lines, language_of(node) or walker.code_language))


def code_label(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Drop what stands on a code block (its language, a tool bar); the same class elsewhere means nothing."""
    parent = node.parent
    if parent is None or not any(child.tag == "pre" for child in parent.iter()):
        walker.plain(node)


def inline_code(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render ``code``, ``tt``, ``samp`` or ``kbd``: a code span, or several where links part it."""
    child = node.first_child
    if child is not None and child.next is None:
        inner = child.first_child if child.tag_id == _SPAN_ID else child  # Sphinx: code > span.pre
        if inner is not None and inner.tag_id == TEXT_ID and inner.next is None:
            _append_span(walker, inner.text_content or "")
            return
    if walker.depth >= DEEPEST or _is_plain(child):
        _append_span(walker, node.text())
        return
    parted_code(walker, node)


def _is_plain(child: Node | None, depth: int = 0) -> bool:
    """Whether these siblings are text, and elements that hold nothing but text."""
    while child is not None:
        if child.tag_id != TEXT_ID:
            tag = child.tag
            if tag in _SPECIAL or tag is None:
                return False
            inner = child.first_child
            if inner is not None and (inner.tag_id != TEXT_ID or inner.next is not None):
                if depth > 50:
                    return True
                if not _is_plain(inner, depth + 1):
                    return False
        child = child.next
    return True


_SPAN_ID = tag_ids(["span"])["span"]
_BETWEEN = frozenset({",", ";"})
"""What stands between linked names and is no code of its own."""
_SPECIAL = frozenset(
    [
        "a",
        "br",
        "img",
        "sup",
        "sub",
        "svg",
        "button",
        "p",
        "div",
        "pre",
        "ul",
        "ol",
        "table",
        "input",
        "script",
        "style",
        "math",
    ]
)


def _append_span(walker: Walker, text: str) -> None:
    """Add a code span; one that touches another is the same span."""
    if "\u200b" in text:
        text = text.replace("\u200b", "")
    core = text.strip(" \n\t\xa0")
    pieces = walker.pieces
    if not core:
        if text:
            pieces.append(" ")
        return
    if len(core) == 1 and core in _BETWEEN:
        pieces.append(text)
        return
    if core != text:
        at = text.index(core)
        if at:
            pieces.append(" ")
        _append_span(walker, core)
        if at + len(core) < len(text):
            pieces.append(" ")
        return
    if pieces and pieces[-1][-1:] == "`" and pieces[-1][:1] == "`":
        core = _inside(pieces.pop()) + core
    pieces.append(code_span(core) if "`" in core else f"`{core}`")


def _inside(span: str) -> str:
    """The text of a code span."""
    ticks = len(span) - len(span.lstrip("`"))
    text = span[ticks:-ticks]
    return text[1:-1] if ticks > 1 else text


def parted_code(walker: Walker, node: Node) -> None:
    """Render code that holds links or other elements: its text as spans between them, links around spans."""
    text: list[str] = []
    _part(walker, node, text)
    _append_span(walker, "".join(text))


def _part(walker: Walker, node: Node, text: list[str]) -> None:
    child = node.first_child
    while child is not None:
        tag = child.tag
        if tag == "-text":
            text.append(child.text_content or "")
        elif tag == "wbr" or tag is None or tag[0] == "-":
            pass
        elif tag == "a" and slot_in(child.attributes.get("href")):
            _append_span(walker, "".join(text))
            text.clear()
            _linked_code(walker, child)
        elif (tag in _SPECIAL and tag != "a") or walker.depth > DEEPEST:
            _append_span(walker, "".join(text))
            text.clear()
            walker.visit(child)
        else:
            walker.note_id(child.attributes)
            walker.depth += 1
            _part(walker, child, text)
            walker.depth -= 1
        child = child.next


def _linked_code(walker: Walker, node: Node) -> None:
    attributes = node.attributes
    walker.note_id(attributes)
    outer = walker.pieces
    walker.pieces = walker.flow.pieces = []
    walker.depth += 1
    parted_code(walker, node)
    walker.depth -= 1
    text = "".join(walker.pieces)
    walker.pieces = walker.flow.pieces = outer
    if text:
        outer.append(linked(text, slot_in(attributes.get("href")) or "", link_title(attributes, text)))


def declaration(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render the declaration of a type as a paragraph of code, its links kept."""
    walker.flush()
    parted_code(walker, node)
    walker.flush()


def diagram(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render the source of a Mermaid diagram; one that is drawn already has none."""
    walker.flush()
    if node.css_first("svg") is None:
        source = dedent(code_text(node)).strip()  # as Mermaid reads it
        if source:
            walker.emit(CODE, fence(source, "mermaid"))
