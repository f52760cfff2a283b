"""What a page holds twice: the same text for wide and for narrow screens, or once more in a window of its own."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import accumulate

from scrapepy.convert.outline import Block

LEAST_WORDS = 25
"""A run of fewer words is one that is meant twice: a warning, the note on a parameter."""
SHARE = 0.15
"""So much of the page's words a run must hold: a copy of the page's text is meant, not of a part of it."""
_FEW_WORDS = 4
"""A run begins with a block of as many words: prices and labels are repeated without meaning a copy."""


def repeated(
    blocks: Sequence[Block], passed: Collection[int] = (), least: int = LEAST_WORDS, share: float = SHARE
) -> frozenset[int]:
    """The blocks that say again, in the same order, what others have said before; ``passed`` ones are not looked at."""
    order = [at for at in range(len(blocks)) if at not in passed]
    texts = [blocks[at].text for at in order]
    before = [0, *accumulate(blocks[at].words for at in order)]
    least_words = max(least, share * before[-1])
    found: set[int] = set()
    begins: dict[str, list[int]] = {}
    position, looked_at = 0, 0
    while position < len(order):
        length = 0
        for first in begins.get(texts[position], ()):
            if before[position] - before[first] < least_words:
                break  # a run ends where its copy begins: this one is too short, and so are those that begin later
            same = _length(texts, first, position)
            looked_at += same
            length = max(length, same)
        if looked_at > _MOST_COMPARED:
            return frozenset()
        if length and before[position + length] - before[position] >= least_words:
            found.update(order[position : position + length])
            position += length
            continue
        if blocks[order[position]].words >= _FEW_WORDS:
            begins.setdefault(texts[position], []).append(position)
        position += 1
    return frozenset(found)


def repeated_links(blocks: Sequence[Block], passed: Collection[int] = ()) -> frozenset[int]:
    """The blocks that are links and say again what a link has said: a teaser stands in several lists of a page."""
    found: set[int] = set()
    said: set[str] = set()
    for at, block in enumerate(blocks):
        if block.words < _FEWEST_LINKED or block.linked < block.words or block.tag in _PASSED or at in passed:
            continue
        if block.text in said:
            found.add(at)
        said.add(block.text)
    return frozenset(found)


_FEWEST_LINKED = 3
"""Fewer words name a kind of link: "read more", a name under each of many posts."""
_PASSED = frozenset(("pre", "td", "th"))

_MOST_COMPARED = 200_000
"""Blocks that are compared: what repeats itself so often is no copy for another screen, and must not take for ever."""


def _length(texts: Sequence[str], first: int, second: int) -> int:
    """How many texts are the same from two places on; the first run ends where the second begins."""
    length = 0
    while first + length < second and second + length < len(texts) and texts[first + length] == texts[second + length]:
        length += 1
    return length
