"""What a heading is called: in ids and paths, and in its anchor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

UNTITLED = "(untitled)"
_PLAIN = frozenset(" ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,:;?()-/'\"=+%")


def heading_names(content: str, references: dict[str, Any]) -> tuple[str, str]:
    """The name of a heading (no marks, link targets or autolinks; an image is its alt text) and the text of its slug.

    >>> heading_names("The [`json`](json.md) *module* <https://example.com>", {})
    ('The json module', 'The json module https://example.com')
    """
    if _PLAIN.issuperset(content):
        name = " ".join(content.split())
        return name or UNTITLED, name
    children = _PARSER.parseInline(content, references)[0].children or []
    slug_text = _text(children, images=False, autolinks=True)
    name = _text(children, images=True, autolinks=False)
    return name or _text(children, images=True, autolinks=True) or UNTITLED, slug_text


def _text(children: Sequence[Token], *, images: bool, autolinks: bool) -> str:
    parts: list[str] = []
    in_autolink = False
    for child in children:
        if child.type == "link_open":
            in_autolink = child.info == "auto"
        elif child.type == "link_close":
            in_autolink = False
        elif in_autolink and not autolinks:
            continue
        elif child.type in ("text", "code_inline", "text_special"):
            parts.append(child.content)
        elif child.type in ("softbreak", "hardbreak"):
            parts.append(" ")
        elif child.type == "image" and images:
            parts.append(_text(child.children or (), images=True, autolinks=True))
    return " ".join("".join(parts).split())


_PARSER = MarkdownIt("commonmark").enable("strikethrough")
