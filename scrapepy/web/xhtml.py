"""XHTML made ready for the HTML parser, which knows neither ``<script/>`` nor ``CDATA`` (XML 1.0, 2.7 and 3.1).

As HTML, ``<title/>`` begins a title that holds the rest of the page, and a ``CDATA`` section is a comment.
"""

from __future__ import annotations

import re
from html import escape

_VOID = frozenset(
    (
        *("area", "base", "br", "col", "embed", "hr", "img", "input", "link"),
        *("meta", "param", "source", "track", "wbr"),
    )
)
_XML = re.compile(r"\s*<\?xml\s")
_ROOT = re.compile(r"<html[\s>]")
_HEAD = 4096
_PIECES = re.compile(
    r"<!--.*?-->"
    r"|<!\[CDATA\[(?P<data>.*?)\]\]>"
    r"|<(?P<tag>[A-Za-z][\w:.-]*)(?P<attributes>(?:[^<>\"']|\"[^\"<]*\"|'[^'<]*')*)/>"
    r"|<(?P<raw>script|style)\b[^<>]*>.*?</(?P=raw)\s*>",
    re.DOTALL,
)


def is_xhtml(text: str, content_type: str | None) -> bool:
    """Whether a page is to be read as XML: its media type says so, or its first line where nothing is said."""
    if content_type:
        return content_type.partition(";")[0].strip().lower() == "application/xhtml+xml"
    return _XML.match(text) is not None and _ROOT.search(text, 0, _HEAD) is not None


def as_html(xhtml: str) -> str:
    """``xhtml`` with the ends of its empty elements written out, and its ``CDATA`` as text.

    >>> as_html('<title/><br/><p><![CDATA[a < b]]></p>')
    '<title></title><br/><p>a &lt; b</p>'
    """
    return _PIECES.sub(_settled, xhtml) if "/>" in xhtml or "<![CDATA[" in xhtml else xhtml


def _settled(piece: re.Match[str]) -> str:
    if piece["data"] is not None:
        return escape(piece["data"], quote=False)
    tag = piece["tag"]
    if tag is None or tag.lower() in _VOID:
        return piece[0]
    return f"<{tag}{piece['attributes'].rstrip()}></{tag}>"
