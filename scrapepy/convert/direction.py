"""Characters that do something to a terminal or an editor, and nothing for a reader of Markdown.

Terminal codes start with a control character. Overrides and isolates turn the writing direction of what follows, so
that a line reads as what it is not (Trojan Source, CVE-2021-42574); letters of Arabic and Hebrew need none of them.
"""

from __future__ import annotations

import re

from scrapepy.convert.segments import outside_code

_CONTROL = re.compile("[\x01-\x08\x0b\x0e-\x1f\x7f-\x9f]")  # NUL is the renderer's own, and never a page's
_TURNS = re.compile("[\u202a-\u202e\u2066-\u2069]")


def without_turns(text: str) -> str:
    """Markdown without control characters, and outside of code blocks without marks that turn the direction.

    >>> without_turns("user \\u202eslive\\u202c \\x1b[31m")
    'user slive [31m'
    """
    if _CONTROL.search(text) is not None:
        text = _CONTROL.sub("", text)
    if text.isascii() or _TURNS.search(text) is None:
        return text
    return outside_code(text, lambda piece: _TURNS.sub("", piece))
