"""Text from strangers, made safe for a terminal.

Titles, URLs and error texts come from servers. An escape sequence in them could retitle the window, hide text or
imitate our own output, and a bidirectional override could turn an address round.
"""

from __future__ import annotations

import re

_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\ud800-\udfff]"
)
"""Controls, line separators, bidirectional marks (Trojan Source, CVE-2021-42574), noncharacters, lone surrogates."""


def _shown(match: re.Match[str]) -> str:
    code = ord(match[0])
    if match[0] in "\t\n\r":
        return " "
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def printable(text: str) -> str:
    """``text`` on one line with every control character written out.

    >>> printable("a\\x1b[31mb")
    'a\\\\x1b[31mb'
    """
    return _UNSAFE.sub(_shown, text)


def shortened(text: str, longest: int = 100) -> str:
    """``text``, or its beginning where it is too long to be read.

    >>> shortened("abcdef", 4)
    'abc…'
    """
    return text if len(text) <= longest else text[: longest - 1] + "…"


def count_text(number: int, one: str, many: str = "") -> str:
    """A number with its noun.

    >>> count_text(1, "page"), count_text(1527, "page"), count_text(0, "address", "addresses")
    ('1 page', '1,527 pages', '0 addresses')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def size_text(count: int) -> str:
    """Bytes for people, in powers of a thousand as file managers and ``--max-size`` count.

    >>> size_text(12_345_678)
    '12.3 MB'
    """
    if count < 1000:
        return f"{count} bytes"
    size = float(count)
    for unit in ("kB", "MB", "GB", "TB"):
        size /= 1000
        if size < 999.95 or unit == "TB":
            break
    return f"{size:.1f} {unit}"


def duration_text(seconds: float) -> str:
    """A length of time for people.

    >>> duration_text(0.42), duration_text(75), duration_text(3725)
    ('0.4 s', '1 min 15 s', '1 h 2 min')
    """
    if seconds < 59.95:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
