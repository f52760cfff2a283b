"""Pieces of HTML that the pages of an API description are made of."""

from __future__ import annotations

import json
import re
from html import escape
from typing import Any

from markdown_it import MarkdownIt

_MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
_LOWEST_HEADING = 6
_MOST_DESCRIPTION = 400_000
"""Characters of one description that are read as Markdown; a longer one is shown as it is."""
_COMPONENT = re.compile(r"<[A-Z][\w.]*\b[^\n]*/>|<!--\s*ReDoc-Inject.*?-->", re.DOTALL)
"""A part that Redoc draws itself (``<SecurityDefinitions />``), alone in its paragraph."""
_ONE_PARAGRAPH = re.compile(r"<p>((?:(?!</?(?:p|div|ul|ol|pre|table|h[1-6]|blockquote)\b).)*)</p>\s*", re.DOTALL)


def described(text: str, level: int = _LOWEST_HEADING) -> str:
    """A description (CommonMark) as HTML; its highest headings become headings of ``level``."""
    if not text.strip():
        return ""
    if len(text) > _MOST_DESCRIPTION:
        return f"<p>{escape(text)}</p>"
    tokens = _MARKDOWN.parse(text)
    for token in tokens:
        if token.type in ("inline", "html_block") and _COMPONENT.fullmatch(token.content.strip()):
            token.content, token.children = "", []
    headings = [token for token in tokens if token.type in ("heading_open", "heading_close")]
    highest = min((int(token.tag[1]) for token in headings), default=1)
    for token in headings:
        token.tag = f"h{min(int(token.tag[1]) + level - highest, _LOWEST_HEADING)}"
    return str(_MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {}))


def inline(text: str) -> tuple[str, str]:
    """A description as what goes on in a line, and the blocks after it.

    >>> inline("One *line*.")
    ('One <em>line</em>.', '')
    """
    html = described(text)
    match = _ONE_PARAGRAPH.match(html)
    if match is None:
        return "", html
    return match[1], html[match.end() :]


def code(text: object) -> str:
    """A code span."""
    return f"<code>{escape(text if isinstance(text, str) else as_json(text, compact=True))}</code>"


def fenced(text: str, language: str) -> str:
    """A code block."""
    named = f' class="language-{escape(language)}"' if language else ""
    # a parser drops the first line end in pre
    first = "\n" if text.startswith("\n") else ""
    return f"<pre><code{named}>{first}{escape(text)}</code></pre>"


def example(value: Any, media_type: str = "") -> str:
    """An example as a code block: a text of a type that is no JSON as it is, all else as JSON."""
    if isinstance(value, str) and "json" not in media_type:
        return fenced(value, _language(media_type))
    if isinstance(value, str) and value.lstrip()[:1] in ("{", "["):
        return fenced(value, "json")
    return fenced(as_json(value), "json")


def _language(media_type: str) -> str:
    for name in ("xml", "yaml", "html", "csv", "javascript"):
        if name in media_type:
            return name
    return ""


def as_json(value: Any, *, compact: bool = False) -> str:
    """A value as JSON, over several lines unless ``compact``; a value without end, or no JSON at all, as a word."""
    try:
        return json.dumps(value, ensure_ascii=False, indent=None if compact else 2, default=str)
    except (ValueError, RecursionError):
        return "…"


def attribute(text: str) -> str:
    """A text as the value of an attribute in double quotes."""
    return escape(text, quote=True)
