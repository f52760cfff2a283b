"""Pages whose lines run from the top down, the first of them at the right, as Japanese and Chinese are written.

Turned by a quarter they are pages as any other: a line's place from the top is how far it stands from the left.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from scrapepy.pdf.lines import is_cjk
from scrapepy.pdf.values import Glyph

_SHARE = 0.5
_CENTRE = 0.27
"""Of the size, above the baseline: the middle of a letter."""
_TOP = 0.88
"""Of the size, above the baseline: where the square of an ideograph begins."""
_FORMS = str.maketrans(
    "︐︑︒︓︔︕︖︗︘︙︰︱︲︳︵︶︷︸︹︺︻︼︽︾︿﹀﹁﹂﹃﹄﹇﹈",
    "，、。：；！？〖〗…：—–_（）{}〔〕【】《》〈〉「」『』[]",
)
"""Signs in the shape that they have in such lines, as they are else."""


def plain_form(text: str) -> str:
    """A sign as it is written in other lines.

    >>> plain_form("︒")
    '。'
    """
    return text.translate(_FORMS)


def down(text: str, centre: float, top: float, bottom: float, size: float, width: float) -> Glyph:
    """A letter of such a line as one of a line from the left; ``width`` is that of the page."""
    return Glyph(plain_form(text), top, bottom, width - centre + _CENTRE * size, size, 0)


def stacked(glyphs: Sequence[Glyph], width: float, height: float) -> list[Glyph] | None:
    """Letters that are drawn upright and below each other, turned by a quarter; None where they are not.

    What stands on such a page from left to right (its number) keeps its height on it.
    """
    below = [_is_below(one, two) for one, two in pairwise(glyphs)]
    if sum(below) <= _SHARE * len(glyphs):
        return None
    found: list[Glyph] = []
    for index, glyph in enumerate(glyphs):
        if (index and below[index - 1]) or (index < len(below) and below[index]):
            top = glyph.y - _TOP * glyph.size
            turned = down(glyph.text, (glyph.x0 + glyph.x1) / 2, top, top + glyph.size, glyph.size, width)
            found.append(turned._replace(font=glyph.font))
        else:
            found.append(glyph._replace(y=glyph.y * width / height))
    return found


def _is_below(one: Glyph, two: Glyph) -> bool:
    size = max(one.size, two.size)
    if not 0.7 * size < two.y - one.y < 1.7 * size or abs((one.x0 + one.x1) - (two.x0 + two.x1)) >= size:
        return False
    return is_cjk(one.text[:1]) or is_cjk(two.text[:1])
