"""Characters that do something to a terminal or an editor, and nothing for a reader of Markdown.

Terminal codes start with a control character. Overrides and isolates turn the writing direction of what follows, so
that a line reads as what it is not (Trojan Source, CVE-2021-42574); letters of Arabic and Hebrew need none of them.
"""

from __future__ import annotations

import re

from scrapepy.convert.segments import outside_code

_CONTROL = re.compile("[\x01-\x08\x0b\x0e-\x1f\x7f-\x9f]")  # NUL is the renderer's own, and never a page's
_CONTROL_BYTES = bytes((*range(0x01, 0x09), 0x0B, *range(0x0E, 0x20), 0x7F))
_CONTROL_ABOVE = re.compile(rb"\xc2[\x80-\x9f]").search
_TURN_BYTES = re.compile(rb"\xe2(?:\x80[\xaa-\xae]|\x81[\xa6-\xa9])").search
_TURNS = re.compile("[\u202a-\u202e\u2066-\u2069]")


def without_turns(text: str) -> str:
    """Markdown without control characters, and outside of code blocks without marks that turn the direction.

    >>> without_turns("user \\u202eslive\\u202c \\x1b[31m")
    'user slive [31m'
    """
    raw = text.encode("utf-8", "surrogatepass")  # bytes are looked through faster
    if len(raw.translate(None, _CONTROL_BYTES)) != len(raw) or _CONTROL_ABOVE(raw) is not None:
        text = _CONTROL.sub("", text)
    if _TURN_BYTES(raw) is None:
        return text
    return outside_code(text, lambda piece: _TURNS.sub("", piece))
