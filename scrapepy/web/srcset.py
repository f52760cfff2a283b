"""The candidates of a ``srcset`` attribute (HTML standard, 4.8.4.3.10, "parse a srcset attribute")."""

from __future__ import annotations

import re
from collections.abc import Callable

_GAP = re.compile(r"[\t\n\f\r ,]*")
_URL = re.compile(r"[^\t\n\f\r ]+")
_DESCRIPTORS = re.compile(r"(?:[^(),]|\([^)]*(?:\)|$))*")


def candidates(value: str) -> tuple[tuple[int, int], ...]:
    """The places ``(start, end)`` of the URLs in a ``srcset`` value, in order.

    A comma belongs to the URL unless it ends it, so that ``data:image/png;base64,AAAA`` is one URL, and
    ``a.png,b.png 2x`` is one too, as in browsers. Candidates with descriptors that make no sense are named as well: it
    does no harm to save what a browser would not choose.

    >>> [value[a:b] for value in ["a.png, b.png 2x,c.png 3x"] for a, b in candidates(value)]
    ['a.png', 'b.png', 'c.png']
    """
    found: list[tuple[int, int]] = []
    position = 0
    while True:
        gap = _GAP.match(value, position)
        position = gap.end() if gap else position
        match = _URL.match(value, position)
        if match is None:
            return tuple(found)
        start, end = match.span()
        url = value[start:end]
        bare = url.rstrip(",")
        found.append((start, start + len(bare)))
        position = end
        if bare == url:
            descriptors = _DESCRIPTORS.match(value, position)
            position = descriptors.end() if descriptors else position


def replace_candidates(value: str, replace: Callable[[str], str]) -> str:
    """``value`` with ``replace(url)`` in the place of each URL; descriptors stay as written.

    A replacement must not start or end with a comma nor hold white space. Where a URL follows its comma without a
    space, one is put in between, since the comma would otherwise be read as part of what comes before.

    >>> replace_candidates("a 1x,b  2x", str.upper)
    'A 1x, B  2x'
    """
    pieces: list[str] = []
    position = 0
    for start, end in candidates(value):
        between = value[position:start]
        if between.endswith(","):
            between += " "
        pieces += (between, replace(value[start:end]))
        position = end
    pieces.append(value[position:])
    return "".join(pieces)
