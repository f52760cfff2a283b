"""Is a file text at all? Asked of what a person hands over as a page."""

from __future__ import annotations

from scrapepy.decide.classify import HEAD_BYTES, classify
from scrapepy.model.analysis import BodyKind
from scrapepy.web.decode import decode_html

_NO_TEXT = frozenset({BodyKind.IMAGE, BodyKind.FONT, BodyKind.MEDIA, BodyKind.PDF, BodyKind.OTHER})


def is_binary(body: bytes) -> bool:
    """True for images, archives, PDFs and bytes that no text holds, by the first of them.

    >>> is_binary(b"\\x89PNG\\r\\n\\x1a\\n"), is_binary(b"PK\\x03\\x04"), is_binary(b"plain text"), is_binary(b"")
    (True, True, False, False)
    """
    head = body[:HEAD_BYTES]
    start = head.lstrip(b"\xef\xbb\xbf\t\n\x0c\r ")
    if not start or start.startswith(b"<"):
        return False
    if classify(None, "http://file.invalid/", head) not in _NO_TEXT:
        return False
    decoded = decode_html(head, None)  # UTF-16 without its mark looks binary
    return not decoded.charset.startswith("utf-16")
