"""Control characters, which a page shows nobody and a terminal obeys."""

from __future__ import annotations

import re

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_CODE = re.compile(
    r"\x1b\[[0-9;:?]*[A-Za-z]?|\x1b\][^\x07\x1b<\n]{0,300}(?:\x07|\x1b\\)|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]"
)
_CONTROL_BYTES = tuple(bytes([code]) for code in (*range(9), 11, 12, *range(14, 32), 127))
_C1_BYTES = re.compile(rb"\xc2[\x80-\x9f]")
_SCRIPT = re.compile(r"(<script\b.*?</script)", re.DOTALL | re.IGNORECASE)


def without_controls(text: str) -> str:
    """``text`` of a page without control characters but white space, which are parse errors (HTML standard, 13.2.3.5).

    Nobody sees them, and a terminal obeys them: its codes (ECMA-48) go whole. A form feed becomes a space; in a script,
    where a string may hold one, a control becomes its escape.

    >>> without_controls("a\x1b[31mb\x0cc<script>'\x7f'</script>")
    "ab c<script>'\\\\x7f'</script>"
    """
    if _CONTROL.search(text) is None:
        return text
    pieces = _SCRIPT.split(text)
    pieces[::2] = [_CODE.sub(lambda match: " " if match[0] == "\f" else "", piece) for piece in pieces[::2]]
    pieces[1::2] = [_CONTROL.sub(lambda match: f"\\x{ord(match[0]):02x}", piece) for piece in pieces[1::2]]
    return "".join(pieces)


def may_hold_controls(body: bytes, charset: str) -> bool:
    """A look at the bytes, which takes a tenth of the time that a search in the text does."""
    if any(control in body for control in _CONTROL_BYTES):
        return True
    if body.isascii():
        return False
    return charset != "utf-8" or (b"\xc2" in body and _C1_BYTES.search(body) is not None)
