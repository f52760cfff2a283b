"""Elements that are Markdown by their tag alone: how each comes to its ``convert_<tag>``.

An inline element is walked, then ``convert_<tag>`` gets the Markdown of its content and gives its own. The converter is
:class:`scrapepy.convert.render.MarkdownConverter` or a subclass, which may have its own ``convert_<tag>``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrapepy.convert.render_blocks import joined
from scrapepy.convert.render_flow import HEADING, QUOTE, RULE, TEXT, Format, split_marks
from scrapepy.convert.render_footnotes import footnote_mark, footnotes, is_like_mark, is_way_back
from scrapepy.convert.render_inline import BREAK
from scrapepy.convert.render_links import link
from scrapepy.convert.render_math import math_image
from scrapepy.convert.render_shapes import shape_of
from scrapepy.rules.markup import Shape
from scrapepy.rules.meta_names import LONGEST_LINE
from scrapepy.web.escape import escape_line_start, suspect
from scrapepy.web.html import TEXT_ID

if TYPE_CHECKING:
    from scrapepy.convert.render_walk import Attributes, Handler
    from scrapepy.web.html import Node


def nothing(walker: Any, node: Node, attributes: Attributes) -> None:
    """Render an element that is no content."""


def content(walker: Any, node: Node, attributes: Attributes) -> None:
    """Render an element whose tag means nothing."""
    walker.plain(node)


def inline(tag: str) -> Handler:
    """The handler of an inline element."""
    name = f"convert_{tag}"

    def render(walker: Any, node: Node, attributes: Attributes) -> None:
        pieces: list[str] = walker.pieces
        start = len(pieces)
        walker.walk(node)
        if len(pieces) > start:
            text = "".join(pieces[start:])
            del pieces[start:]
            pieces.append(getattr(walker, name)(node, text, walker.parent_tags))

    return render


def emphasis(tag: str, marks: tuple[str, str]) -> Handler:
    """The handler of an inline element that goes on in the next block where one ends inside of it."""
    name = f"convert_{tag}"

    def render(walker: Any, node: Node, attributes: Attributes) -> None:
        pieces: list[str] = walker.pieces
        child = node.first_child
        if child is not None and child.tag_id == TEXT_ID and child.next is None:
            said = child.text_content or ""
            if suspect(said) is not None:
                said = walker.escaped(said)
            pieces.append(getattr(walker, name)(node, said, walker.parent_tags))
            return
        formats: list[Format] = walker.flow.formats
        here = Format(*marks, len(pieces))
        formats.append(here)
        walker.walk(node)
        formats.pop()
        if len(pieces) > here.start:
            text = "".join(pieces[here.start :])
            del pieces[here.start :]
            pieces.append(getattr(walker, name)(node, text, walker.parent_tags))

    return render


def anchor_element(walker: Any, node: Node, attributes: Attributes) -> None:
    """Render ``a``: a link, the mark of a footnote, or nothing where it leads back from one."""
    if ("data-footnote-ref" in attributes or is_like_mark(node)) and footnote_mark(walker, node, attributes):
        return
    if not is_way_back(attributes):
        link(walker, node, attributes, walker.convert_a)


_FOLD_MARKS = " \u25b8\u25b9\u25be\u25bf"
"""Small triangles at a heading's end, by which what is below it is folded (godoc)."""


def card(walker: Any, node: Node, attributes: Attributes) -> None:
    """Render a link that is a box of its own."""
    walker.flush()
    link(walker, node, attributes, walker.convert_a)
    walker.flush()


def heading(level: int) -> Handler:
    """The handler of ``h1`` … ``h6``."""

    def render(walker: Any, node: Node, attributes: Attributes) -> None:
        walker.flush()
        if walker.of_headings:
            walker.pending.extend(walker.of_headings.pop(node.mem_id, ()))
        before, walker.in_heading = walker.in_heading, True
        marks, text = split_marks(walker.inline_of(node).rstrip(_FOLD_MARKS))
        walker.in_heading = before
        if not text.strip("\xa0 "):
            if marks:
                walker.pending.append(marks)
            return
        if len(text) > LONGEST_LINE:  # a paragraph in the wrong element, which no anchor should be made of
            walker.emit(TEXT, marks + escape_line_start(text))
            return
        walker.level = fitted = walker.level_of(level)
        walker.blocks.append((HEADING, walker.convert_hN(fitted, node, marks + text, walker.parent_tags)))

    return render


def quote(walker: Any, node: Node, attributes: Attributes) -> None:
    """Render ``blockquote``."""
    if attributes.get("id") in walker.notes:  # GitBook before 2018, HonKit
        footnotes(walker, node, attributes)
        return
    walker.flush()
    blocks = walker.blocks_of(node)
    if blocks:
        walker.emit(QUOTE, walker.convert_blockquote(node, joined(blocks), walker.parent_tags))


def line_break(walker: Any, node: Node, attributes: Attributes) -> None:
    """Render ``br``; at the start of a block it is nothing."""
    if walker.pieces:
        walker.pieces.append(BREAK)


def rule(walker: Any, node: Node, attributes: Attributes) -> None:
    """Render ``hr``; the one that sets footnotes apart says what their marks say."""
    walker.flush()
    following = node.next
    while following is not None and (following.tag or "-")[0] == "-":
        following = following.next
    if following is not None and not _NOTES.isdisjoint((following.attributes.get("class") or "").split()):
        return
    walker.emit(RULE, walker.convert_hr(node, "", walker.parent_tags))


_NOTES = frozenset({"footnote", "footnotes", "footnotes-segment", "footnote-definition"})


def control(walker: Any, node: Node, attributes: Attributes) -> None:
    """Render ``input``: a check box at the start of an item is a task, other controls are none of the text."""
    if attributes.get("type") == "checkbox" and _at_start(walker):
        walker.pieces.append("[x] " if "checked" in attributes else "[ ] ")


def task_icon(walker: Any, node: Node, attributes: Attributes) -> None:
    """Render Asciidoctor's icon of a box at the start of an item."""
    if _at_start(walker):
        done = shape_of(node.tag or "", attributes.get("class") or "") is Shape.TASK_DONE
        walker.pieces.append("[x] " if done else "[ ] ")


def _at_start(walker: Any) -> bool:
    return not walker.blocks and not "".join(walker.pieces).strip()


def reading(walker: Any, node: Node, attributes: Attributes) -> None:
    """Render the reading of a word (``rt``) in brackets after it, as browsers without ruby do."""
    pieces: list[str] = walker.pieces
    start = len(pieces)
    walker.walk(node)
    text = "".join(pieces[start:]).strip()
    del pieces[start:]
    if text:
        pieces.append(f"({text})")


def badge(walker: Any, node: Node, attributes: Attributes) -> None:
    """Render a label that styles set apart from the words around it."""
    walker.pieces.append(" ")
    walker.walk(node)
    walker.pieces.append(" ")


def emoticon(walker: Any, node: Node, attributes: Attributes) -> None:
    """Render the image of an emoticon as the signs that it stands for."""
    walker.pieces.append(attributes.get("data-emoji-fallback") or attributes.get("alt") or "")


def reference_mark(walker: Any, node: Node, attributes: Attributes) -> None:
    """Render the mark of a footnote, or what its tag says if no footnote stands in the content."""
    if not footnote_mark(walker, node, attributes):
        walker.handlers[node.tag or ""](walker, node, attributes)


def formula_image(walker: Any, node: Node, attributes: Attributes) -> None:
    """Render the image of a formula by its TeX, or as an image if it has none."""
    if not math_image(walker, node, attributes):
        walker.handlers["img"](walker, node, attributes)
