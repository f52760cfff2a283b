"""Where a long paragraph may be cut: at the end of a sentence, else at a comma, else between words."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise

_CLOSING = "[\"'”’»)\\]*_」』”’）】〉》]*"
_ENDS = (
    re.compile(
        rf"(?<![ .]\w)[.!?…։።؟۔।॥]{_CLOSING}\s+(?![a-zа-я])"  # noqa: RUF100 (a dot behind a single letter ends none)
        rf"|[。！？｡．]{_CLOSING}\s*"
    ),
    re.compile(rf"[,;:،؛]{_CLOSING}\s+|[、，；：､]{_CLOSING}\s*"),
    re.compile(r"\s+"),
    re.compile(
        "(?<=[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\u0e00-\u0e7f])(?=[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff])"
    ),
)
"""From the best place to cut to the worst; the end of a match is the place. Latin, Armenian, Ethiopic, Arabic, Urdu,
Devanagari; then CJK, which writes no spaces."""


def pieces_of(text: str, most: int, wholes: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The paragraph in stretches of at most ``most`` code points where that can be, none cut inside ``wholes``.

    Sentences come one by one; only one that is too long itself is cut further.
    """
    inside = _merged(wholes)
    yield from _cut(text, 0, len(text), most, inside, 0)


def _cut(
    text: str, start: int, end: int, most: int, inside: list[tuple[int, int]], kind: int
) -> Iterator[tuple[int, int]]:
    if kind == len(_ENDS) or (kind > 0 and end - start <= most):
        yield start, end
        return
    places = [
        place
        for place in (match.end() for match in _ENDS[kind].finditer(text, start, end))
        if start < place < end and _is_free(place, inside)
    ]
    for one, two in pairwise([start, *places, end]):
        yield from _cut(text, one, two, most, inside, kind + 1)


def _merged(stretches: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(stretches):
        if merged and start < merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return merged


def _is_free(place: int, inside: list[tuple[int, int]]) -> bool:
    index = bisect_right(inside, (place, -1)) - 1
    return index < 0 or not inside[index][0] < place < inside[index][1]
