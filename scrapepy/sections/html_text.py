"""HTML inside Markdown as read: tags without what only machines read, anchors and the tags of links not at all."""

from __future__ import annotations

import re
from html import unescape

_TAG = re.compile(
    r"<!--.*?-->|<(?P<close>/?)(?P<name>[A-Za-z][A-Za-z0-9-]*)(?P<attributes>(?:[^<>\"']|\"[^\"]*\"|'[^']*')*)>",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r"""([^\s"'>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'=<>`]+))?""")
_NOT_READ = frozenset(
    {"id", "name", "href", "src", "srcset", "poster", "data", "cite", "action", "formaction", "longdesc", "background"}
)
"""Attributes that hold a target or an anchor."""


def read_html(html: str) -> str:
    """A stretch of HTML as read: a link is its text, an image its ``alt``, an anchor nothing; other tags stay.

    >>> read_html('<a id="x"></a><b id="y" class="z">text</b> <img src="i.png" alt="a cat">')
    '<b class="z">text</b> a cat'
    """
    return _TAG.sub(_read, html)


def _read(match: re.Match[str]) -> str:
    name = match["name"]
    if name is None:
        return match[0]
    name = name.lower()
    if name == "a":
        return ""
    attributes = _ATTRIBUTE.findall(match["attributes"])
    if name == "img":
        alternative = next((value for key, value in attributes if key.lower() == "alt"), "")
        return unescape(alternative.strip("\"'"))
    kept = [f"{key}={value}" if value else key for key, value in attributes if key.lower() not in _NOT_READ]
    return f"<{match['close']}{' '.join([name, *kept])}>"
