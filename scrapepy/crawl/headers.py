"""Headers: what the user wants sent, made safe; what servers send, made readable."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable

from scrapepy.errors import UsageError
from scrapepy.model.options import RequestOptions
from scrapepy.model.outcome import Headers

_TOKEN_MARKS = frozenset("!#$%&'*+-.^_`|~")
_ARCHIVE_TYPES = frozenset({"application/gzip", "application/x-gzip", "application/x-gunzip"})
_ARCHIVE_ENDINGS = (".gz", ".tgz", ".svgz")
_RANGE = re.compile(r"bytes 0-([0-9]{1,18})/([0-9]{1,18})", re.IGNORECASE)
_TEXT_ENDINGS = ("xml", "json", "javascript", "ecmascript")


def check_header(name: str, value: str) -> None:
    """Raise UsageError where a header would not be one line of valid form (RFC 9110, section 5.5)."""
    token = bool(name) and all(c in _TOKEN_MARKS or (c.isascii() and c.isalnum()) for c in name)
    if not token or any((ord(c) < 32 and c != "\t") or ord(c) == 127 for c in value):
        raise UsageError(f"the header {name!r} cannot be sent: a name of letters and a value on one line are needed")


def start_headers(options: RequestOptions) -> list[tuple[str, str]]:
    """What goes to the start URL's host only: the credentials of the start URL, and the user's headers.

    Raises UsageError, which never shows a value.
    """
    headers = []
    if options.username is not None or options.password is not None:
        secret = f"{options.username or ''}:{options.password or ''}"
        headers.append(("Authorization", "Basic " + base64.b64encode(secret.encode()).decode("ascii")))  # RFC 7617
    for name, value in options.headers:
        check_header(name, value)
        headers.append((name, value.strip()))
    return headers


def readable(raw: Iterable[tuple[bytes, bytes]]) -> Headers:
    """Response headers as text: UTF-8 where they are, since servers write Location and file names so, else Latin-1."""
    result = []
    for name, value in raw:
        try:
            text = value.decode("utf-8")
        except UnicodeDecodeError:
            text = value.decode("latin-1")
        result.append((name.decode("latin-1").lower(), text))
    return tuple(result)


def first(headers: Headers, name: str) -> str:
    """The first header of that (lower-case) name, or empty."""
    for key, value in headers:
        if key == name:
            return value
    return ""


def is_whole(content_range: str) -> bool:
    """Whether a Content-Range (RFC 9110, section 14.4) says that the part is all there is.

    >>> is_whole("bytes 0-99/100"), is_whole("bytes 0-49/100"), is_whole("")
    (True, False, False)
    """
    found = _RANGE.fullmatch(content_range.strip())
    return found is not None and int(found[1]) + 1 == int(found[2])


def text_type(content_type: str) -> bool:
    """Whether a Content-Type is one of text; without one, a page may be text."""
    essence = content_type.partition(";")[0].strip().lower()
    return not essence or essence.startswith("text/") or essence.endswith(_TEXT_ENDINGS)


def content_coding(address: str, headers: Headers) -> str:
    """The Content-Encoding to undo.

    Servers that say ``Content-Encoding: x-gzip`` of a ``.tar.gz`` mean the file's own format; browsers keep such files
    as they are, and so does the mirror.
    """
    coding = ",".join(value for name, value in headers if name == "content-encoding")
    if not coding or not address.partition("?")[0].lower().endswith(_ARCHIVE_ENDINGS):
        return coding
    archive = first(headers, "content-type").partition(";")[0].strip().lower() in _ARCHIVE_TYPES
    return "" if archive else coding
