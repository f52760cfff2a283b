"""The charset of a style sheet or script that does not say its own: that of the page that names it.

CSS Syntax 3, section 3.2 ("environment encoding"); HTML standard, "fetch a classic script" (the element's ``charset``,
else the document's encoding).
"""

from __future__ import annotations

import re

from scrapepy.model.analysis import BodyKind
from scrapepy.model.url import CanonicalUrl
from scrapepy.store.reading import Readings
from scrapepy.web.decode import header_charset

_ELEMENT = re.compile(rb"<script(?=[^>]*\ssrc\s*=)(?=[^>]*\scharset\s*=)([^>]*)>", re.IGNORECASE)
_SOURCE = re.compile(rb"""(?:^|\s)src\s*=\s*["']?([^"'>\s]+)""", re.IGNORECASE)
_CHARSET = re.compile(rb"""(?:^|\s)charset\s*=\s*["']?([\w.:-]{1,40})""", re.IGNORECASE)


def inherited_charset(
    state: Readings, url: CanonicalUrl, referrer: CanonicalUrl | None, kind: BodyKind, content_type: str | None
) -> str:
    """The charset, or ``""`` where the body's own header says one or nothing is known."""
    if kind not in (BodyKind.CSS, BodyKind.SCRIPT) or referrer is None or header_charset(content_type):
        return ""
    page = state.resource(referrer)
    if page is None or page.copy is None:
        return ""
    if kind is BodyKind.SCRIPT and page.copy.kind is BodyKind.HTML:
        return script_charset(state.body_of(referrer) or b"", url) or page.copy.charset
    return page.copy.charset


def script_charset(page: bytes, url: str) -> str:
    """What the ``charset`` of a page's script element says of the script at ``url``; ``""`` for nothing.

    Elements are told by the name of the file, so that no page need be parsed here.

    >>> script_charset(b"<script charset=koi8-r src='/js/a.js?v=1'></script>", "http://h/js/a.js?v=1")
    'koi8-r'
    """
    name = _file_name(url)
    for element in _ELEMENT.findall(page):
        source, charset = _SOURCE.search(element), _CHARSET.search(element)
        if source is not None and charset is not None and _file_name(source[1].decode("latin-1")) == name:
            return charset[1].decode("ascii")
    return ""


def _file_name(address: str) -> str:
    return address.partition("#")[0].partition("?")[0].rpartition("/")[2]
