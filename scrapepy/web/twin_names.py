"""Which page a published Markdown file is of, by the names of both, and what ``llms.txt`` names (https://llmstxt.org)."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from scrapepy.rules.twins import TWIN_ENDINGS
from scrapepy.web.canonical import resolve

LIST_NAME = "llms.txt"
MOST_BYTES = 4_000_000
"""Of a list; more is none."""

_PAGE_ENDING = re.compile(r"(?:/index)?\.(?:html?|xhtml|php)$|/$|/index$")
_TWIN_ENDING = re.compile(r"\.(?:md\.txt|md|markdown)$")
_TARGET = re.compile(r"\]\(\s*<?([^\s()<>]{1,1000})>?(?:\s[^()]*)?\)|(?<![(<\w])(https?://[^\s()<>\]]{1,1000})")


def page_key(address: str) -> str:
    """What the addresses of a page and of its Markdown have in common.

    >>> page_key("http://h/a/") == page_key("http://h/a/index.html") == page_key("http://h/a.html") == "h/a"
    True
    """
    parts = urlsplit(address)
    return parts.netloc + _PAGE_ENDING.sub("", parts.path)


def twin_key(address: str) -> str:
    """The key of the page that a Markdown file is of; ``""`` for what is none.

    >>> twin_key("http://h/a.md"), twin_key("http://h/a/index.html.md"), twin_key("http://h/a.pdf")
    ('h/a', 'h/a', '')
    """
    parts = urlsplit(address)
    if not parts.path.endswith(TWIN_ENDINGS):
        return ""
    return parts.netloc + _PAGE_ENDING.sub("", _TWIN_ENDING.sub("", parts.path))


def twins_in_list(body: bytes, address: str) -> dict[str, str]:
    """The Markdown files of the list's own host that it names: key of the page → absolute address."""
    if len(body) > MOST_BYTES:
        return {}
    host = urlsplit(address).netloc
    found: dict[str, str] = {}
    for match in _TARGET.finditer(body.decode("utf-8-sig", "replace")):
        target = resolve(match[1] or match[2], address)
        if target is None or urlsplit(target).netloc != host:
            continue
        target = target.partition("#")[0]
        if key := twin_key(target):
            found.setdefault(key, target)
    return found
