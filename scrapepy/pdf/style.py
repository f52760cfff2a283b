"""What the text of a file looks like: the size of its body, the distance of its lines, the style of a line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from scrapepy.pdf.values import Line, ReadPage

_BOLD = 0.9


class Style(NamedTuple):
    """The look of a line, as far as it tells headings from text."""

    size: float
    bold: bool
    italic: bool
    face: str


def style_of(line: Line) -> Style:
    """The style of a line; sizes are taken to half points."""
    return Style(round(line.size * 2) / 2, line.bold >= _BOLD, line.italic, line.face)


@dataclass(frozen=True, slots=True)
class Body:
    """The style of most of the text."""

    size: float = 10.0
    face: str = ""
    mono: bool = False
    bold: bool = False
    leading: float = 1.2
    """The distance of two baselines, in sizes."""


_CODE = 0.95
_TYPEWRITTEN = 0.95
"""Of all letters: with fewer of one width those are code, and the text is in others."""
_LINE_NUMBER = re.compile(r"(\d{1,5}):? ")


def is_code(line: Line) -> bool:
    """True for a line in letters of one width, and for one that has a line's number in other letters before it."""
    if line.mono >= _CODE:
        return True
    number = _LINE_NUMBER.match(line.text)
    if number is None:
        return False
    letters = len("".join(line.text.split()))
    digits = len(number[0].strip())
    return letters > digits and line.mono * letters >= _CODE * (letters - digits) - 0.1


def goes_on_in_number(above: Line, below: Line) -> bool:
    """True for two lines of code that have numbers, one after the other; there the second may be empty."""
    one, two = _LINE_NUMBER.match(above.text + " "), _LINE_NUMBER.match(below.text + " ")
    return one is not None and two is not None and int(two[1]) == int(one[1]) + 1


def lines_of(pages: Iterable[ReadPage]) -> list[Line]:
    """All lines in order."""
    return [item for page in pages for item in page.items if isinstance(item, Line)]


def body_of(lines: Sequence[Line]) -> Body:
    """The style in which most letters are set."""
    weights: Counter[tuple[float, str]] = Counter()
    mono = bold = total = 0.0
    for line in lines:
        count = len(line.text)
        weights[round(line.size * 2) / 2, line.face] += count
        total += count
        mono += count * line.mono
        bold += count * line.bold
    if not weights:
        return Body()
    sizes: Counter[float] = Counter()
    for (size, _), count in weights.items():
        sizes[size] += count
    size = sizes.most_common(1)[0][0]
    face = max((key for key in weights if key[0] == size), key=lambda key: weights[key])[1]
    distances: Counter[float] = Counter()
    for above, below in pairwise(lines):
        if above.page == below.page and abs(above.size - below.size) < 0.3 and 0 < below.y - above.y < 3 * below.size:
            distances[round((below.y - above.y) / below.size, 1)] += 1
    leading = distances.most_common(1)[0][0] if distances else 1.2
    return Body(size, face, mono > _TYPEWRITTEN * total, bold > 0.6 * total, min(max(leading, 1.0), 2.4))
