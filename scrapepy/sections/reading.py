"""A section as read: the words between the marks, block by block, with code exactly as it is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from markdown_it.token import Token

from scrapepy.sections.html_text import read_html
from scrapepy.sections.inline import read_inline
from scrapepy.web.html import visible_words


def read_blocks(tokens: Iterable[Token], references: dict[str, Any]) -> tuple[str, int]:
    """The text as read of some blocks, and how many words it has.

    White space is collapsed, but in code blocks, where indentation means something. The marks of headings, lists,
    quotes and tables stay (and are no words), so that a change of structure is a change.
    """
    pieces: list[str] = []
    prose: list[str] = []
    marks = 0
    for token in tokens:
        kind = token.type
        if kind == "inline":
            prose.append(read_inline(token.content, references))
        elif kind in _CODE:
            _flush(prose, pieces)
            fence = f"```{' '.join(token.info.split())}"
            pieces.append(f"{fence}\n{token.content.rstrip()}\n```")
            marks += 2
        elif kind == "html_block":
            prose.append(read_html(token.content))
        else:
            mark = _mark(token)
            if mark:
                prose.append(mark)
                marks += 1
    _flush(prose, pieces)
    text = " ".join(pieces)
    return text, max(visible_words(text) - marks, 0)


_CODE = frozenset({"fence", "code_block"})
_MARKS = {"blockquote_open": ">", "bullet_list_open": "", "hr": "---", "th_open": "|", "td_open": "|"}


def _mark(token: Token) -> str:
    kind = token.type
    if kind == "heading_open":
        return "#" * int(token.tag[1])
    if kind == "list_item_open":
        return f"{token.info}{token.markup}" if token.info else "-"
    if kind == "footnote_open":
        return token.info
    return _MARKS.get(kind, "")


def _flush(prose: list[str], pieces: list[str]) -> None:
    text = " ".join(" ".join(prose).split())
    if text:
        pieces.append(text)
    prose.clear()
