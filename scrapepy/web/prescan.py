"""The ``charset`` that an HTML page declares of itself, read from its bytes (HTML standard, 13.2.3.2, "prescan")."""

from __future__ import annotations

import re

_ATTRIBUTE = re.compile(
    rb"[\t\n\f\r /]*([^\t\n\f\r />=][^\t\n\f\r />=]*|=[^\t\n\f\r />=]*)"
    rb"(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:\"([^\"]*)\"|'([^']*)'|([^\t\n\f\r >]*)))?"
)
_CONTENT_CHARSET = re.compile(rb"charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:\"([^\"]*)\"|'([^']*)'|([^\t\n\f\r ;\"']+))", re.I)
_TAG = re.compile(rb"<(?:(!--)|(/?[a-zA-Z][^\t\n\f\r />]*)|([!/?]))")
_XML = re.compile(rb"<\?xml[\t\n\f\r ][^>]*?encoding[\t\n\f\r ]*=[\t\n\f\r ]*[\"']([^\"'>]+)[\"']")


def prescan(start: bytes) -> str | None:
    """The label in the first ``meta`` that names one, else in the XML declaration, else None.

    ``start`` is the first 1024 bytes, as the standard has it, or more. The label is as written: it may be unknown.

    >>> prescan(b'<!-- <meta charset=a> --><meta http-equiv=Content-Type content="text/html; charset=koi8-r">')
    'koi8-r'
    """
    position = 0
    while True:
        found = _TAG.search(start, position)
        if found is None:
            break
        comment, tag, _ = found.groups()
        if comment is not None:
            # "<!-->" is a whole comment: the dashes of its end may be those of its start
            end = start.find(b"-->", found.start() + 2)
            if end < 0:
                break
            position = end + 3
        elif tag is None:
            end = start.find(b">", found.end() - 1)
            if end < 0:
                break
            position = end + 1
        else:
            attributes, position = _attributes(start, found.start() + 1 + len(tag))
            if tag.lower() == b"meta":
                label = _label(attributes)
                if label is not None:
                    return label
    return xml_declaration(start)


def xml_declaration(start: bytes) -> str | None:
    """The encoding in ``<?xml … encoding="…"?>`` at the very start, or None."""
    match = _XML.match(start)
    return match.group(1).decode("latin-1") if match else None


def _attributes(start: bytes, position: int) -> tuple[dict[bytes, bytes], int]:
    attributes: dict[bytes, bytes] = {}
    while True:
        match = _ATTRIBUTE.match(start, position)
        if match is None:
            break
        name = match.group(1).lower()
        attributes.setdefault(name, match.group(2) or match.group(3) or match.group(4) or b"")
        position = match.end()
    return attributes, position


def _label(attributes: dict[bytes, bytes]) -> str | None:
    charset = attributes.get(b"charset", b"").strip()
    if charset:
        return charset.decode("latin-1")
    if attributes.get(b"http-equiv", b"").strip().lower() == b"content-type":
        match = _CONTENT_CHARSET.search(attributes.get(b"content", b""))
        if match:
            return (match.group(1) or match.group(2) or match.group(3) or b"").decode("latin-1").strip() or None
    return None


_SCRIPT = re.compile(rb"<(script|style)\b.*?(?:</\1|\Z)", re.DOTALL | re.IGNORECASE)
_LATE_BYTES = 65_536


def late_meta(body: bytes) -> str | None:
    """A ``meta charset`` after the bytes that the prescan looks at: browsers obey it too, and start again.

    Scripts and style sheets are skipped, since here the whole head may be in view.
    """
    head = body[:_LATE_BYTES]
    if b"charset" not in head and b"CHARSET" not in head and b"Charset" not in head:
        return None
    return prescan(_SCRIPT.sub(b"", head))
