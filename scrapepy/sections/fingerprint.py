"""Short hashes of texts."""

from __future__ import annotations

import hashlib

from scrapepy.errors import UsageError

_DIGITS = 16


def digest(text: str) -> str:
    """The first 16 hex digits of the SHA-256 of a text in UTF-8.

    Raises UsageError for a lone surrogate, which no file in UTF-8 can hold.

    >>> digest("")
    'e3b0c44298fc1c14'
    """
    try:
        data = text.encode()
    except UnicodeEncodeError as error:
        raise UsageError(f"the text holds half a character (a lone surrogate) at position {error.start}") from error
    return hashlib.sha256(data).hexdigest()[:_DIGITS]
