"""Boxes with a title: details, figures, captions, verse."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapepy.convert.render_blocks import joined
from scrapepy.convert.render_flow import CODE, HTML, LABEL, TABLE, TEXT, split_marks
from scrapepy.convert.render_inline import BREAK, EMPHASIS, STRONG
from scrapepy.web.html import class_words

if TYPE_CHECKING:
    from scrapepy.convert.render_walk import Attributes, Walker
    from scrapepy.web.html import Node


def details(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render ``details``: the tags on lines of their own, Markdown between them."""
    walker.flush()
    summary = node.first_child
    while summary is not None and summary.tag != "summary":
        summary = summary.next
    title = ""
    if summary is not None:
        walker.note_id(summary.attributes)
        title = " ".join(_inline_html(summary).split())
    outer = walker.enter()
    for child in node.iter(include_text=True):
        if child != summary:
            walker.visit(child)
    body = joined(walker.leave(outer))
    opening = f"<details>\n<summary>{title or 'Details'}</summary>"
    walker.emit(HTML, f"{opening}\n\n{body}\n\n</details>" if body else f"{opening}\n\n</details>")


def fold(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render a box with a line that opens it, made of other elements than ``details``, as one of those."""
    walker.flush()
    head = next((child for child in node.iter() if not _HEADS.isdisjoint(class_words(child))), None)
    if head is None:
        walker.plain(node)
        return
    walker.note_id(head.attributes)
    for inner in head.css("[id], a[name]"):
        walker.note_id({"id": inner.attributes.get("id") or inner.attributes.get("name")})
    title = " ".join(_inline_html(head).split())
    outer = walker.enter()
    for child in node.iter(include_text=True):
        if child != head:
            walker.visit(child)
    body = joined(walker.leave(outer))
    opening = f"<details>\n<summary>{title or 'Details'}</summary>"
    walker.emit(HTML, f"{opening}\n\n{body}\n\n</details>" if body else f"{opening}\n\n</details>")


_HEADS = frozenset({"mcdropdownhead", "expand-control"})


def popup(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render what a click on the words before shows in the line, in brackets."""
    pieces = walker.pieces
    start = len(pieces)
    walker.walk(node)
    text = "".join(pieces[start:]).strip()
    del pieces[start:]
    if text:
        inner = text[1:-1] if text[0] == "(" and text[-1] == ")" else text
        pieces.append(f" ({inner})")


_KEPT = frozenset({"b", "strong", "i", "em", "code", "kbd", "samp", "tt", "sub", "sup", "del", "s"})
_UNREAD = frozenset({"svg", "script", "style", "template", "button"})
_UNSEEN = frozenset({"sr-only", "visually-hidden", "visuallyhidden", "screen-reader-text"})


def _inline_html(node: Node, depth: int = 0) -> str:
    """The text of ``node`` for a line of HTML, where Markdown has no meaning; emphasis and code keep their tags."""
    out: list[str] = []
    for child in node.iter(include_text=True):
        tag = child.tag or "-"
        if tag == "-text":
            out.append((child.text_content or "").replace("&", "&amp;").replace("<", "&lt;"))
        elif tag[0] == "-" or tag in _UNREAD or not _UNSEEN.isdisjoint(class_words(child)):
            continue
        elif tag == "br":
            out.append(" ")
        else:
            inner = _inline_html(child, depth + 1) if depth < 50 else ""
            if inner.strip():
                out.append(f"<{tag}>{inner}</{tag}>" if tag in _KEPT else inner)
    return "".join(out)


def figure(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render ``figure``: its caption in italics below it, above code and tables in bold."""
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
    legend = next((child for child in caption.iter() if "legend" in class_words(child)), None)
    said = [child for child in caption.iter(include_text=True) if legend is None or child != legend]
    marks, text = split_marks(walker.line_of(said, STRONG if above else EMPHASIS))
    title = [(TEXT, marks + (LABEL if above else "") + text)] if text else []
    if legend is not None:  # Docutils: what is said beyond the caption
        title += walker.blocks_of(legend)
    walker.blocks.extend([*title, *blocks] if above else [*blocks, *title])


def line_block(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render verse: a paragraph whose lines end where the page's lines end."""
    walker.flush()
    for line in node.css("div.line"):
        walker.walk(line)
        if walker.pieces:
            walker.pieces.append(BREAK)
    walker.flush()


def caption(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render the title of what follows as a bold line; below an image it is its caption, in italics.

    A ``span`` inside a paragraph is a part of that.
    """
    if node.tag == "span" and node.parent is not None and node.parent.tag not in _AROUND_TITLES:
        walker.walk(node)
        return
    walker.flush()
    below = _is_below_image(node)
    marks, text = split_marks(walker.inline_of(node, marks=EMPHASIS if below else STRONG))
    if text:
        walker.emit(TEXT, marks + text if below else marks + LABEL + text)
    elif marks:
        walker.pending.append(marks)


def code_frame(walker: Walker, node: Node, attributes: Attributes) -> None:
    """Render a box of one code block: what stands before the code is its file name."""
    walker.flush()
    children = [child for child in node.iter() if child.tag not in _UNREAD]
    code = next((child for child in children if child.tag == "pre" or child.css_first("pre") is not None), None)
    for child in children:
        if code is None or child == code or children.index(child) > children.index(code):
            walker.visit(child)
        else:
            marks, text = split_marks(walker.inline_of(child, marks=STRONG))
            if text:
                walker.emit(TEXT, marks + LABEL + text)
    walker.flush()


_AROUND_TITLES = frozenset({"div", "th", "td", "figure", "figcaption", "section", "article", "body", "pre"})


def _is_below_image(node: Node) -> bool:
    before = node.prev
    while before is not None and (before.tag or "-")[0] == "-":
        before = before.prev
    return before is not None and (before.tag == "img" or before.css_first("img") is not None)
