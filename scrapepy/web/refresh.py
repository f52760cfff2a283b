"""``<meta http-equiv=refresh>`` (HTML standard, 4.2.5.3, "shared declarative refresh steps")."""

from __future__ import annotations

import re

_START = re.compile(
    r"[\t\n\f\r ]*(?:[0-9]+|(?=\.))[0-9.]*"  # the time
    r"(?:(?=[\t\n\f\r ;,])[\t\n\f\r ]*[;,]?[\t\n\f\r ]*)"
)
_URL_NAME = re.compile(r"[uU][rR][lL][\t\n\f\r ]*=[\t\n\f\r ]*")


def refresh_url(content: str) -> tuple[int, int] | None:
    """The place ``(start, end)`` of the URL in the content of a refresh; None if it has none, or is no refresh at all.

    ``url=`` may be missing, and the URL may be quoted; a quote that is never closed reaches to the end.

    >>> [content[a:b] for content in ["2; URL='next.html'"] for a, b in [refresh_url(content)]]
    ['next.html']
    >>> refresh_url("30") is None
    True
    """
    match = _START.match(content)
    if match is None:
        return None
    start = match.end()
    name = _URL_NAME.match(content, start)
    if name is not None:
        start = name.end()
    end = len(content)
    if content[start : start + 1] in ("'", '"'):
        closing = content.find(content[start], start + 1)
        start += 1
        end = closing if closing >= 0 else end
    return (start, end) if content[start:end].strip("\t\n\f\r ") else None
