"""Does a page ask who we are? A site that wants to know its visitors answers so in place of its pages."""

from __future__ import annotations

import re

_UNSEEN = re.compile(rb"<!--.*?-->|<(script|style|template|textarea|noscript)\b.*?</\1\s*>", re.DOTALL | re.IGNORECASE)
_PASSWORD = re.compile(rb"<input\b[^>]*\stype\s*=\s*[\"']?\s*password\b", re.IGNORECASE)


def has_password_field(body: bytes) -> bool:
    """True if the HTML has a field for a password (HTML 4.10.5.1.6) that a visitor may see.

    Bytes are enough, since every encoding of pages but UTF-16 writes tags as ASCII does. A tag that a page shows as an
    example is escaped, and none.
    """
    return b"assword" in body.lower() and _PASSWORD.search(_UNSEEN.sub(b" ", body)) is not None
