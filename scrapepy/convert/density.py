"""Content by the density of its text, for pages whose class names say nothing.

The page is drawn as a line of blocks with the markup between them as distance ("whitespace rendering"): text that
stays close together and is no link is dense. What remains dense when the neighbours are averaged is the content; the
longest such stretch, and others that are nearly as long, are taken (after Mehta and Narvekar, 2015, and Kohlschütter,
Fankhauser and Nejdl, 2010).
"""

from __future__ import annotations

from scrapepy.convert.outline import Outline

_REACH = 2
"""Blocks to each side that are averaged."""
_LEAST = 9.0
"""Words outside links that a block and its neighbours have on average where text is dense."""
_GAP = 3
"""So many blocks may be thin before a stretch ends."""
_NEARLY = 0.3
"""Share of the words of the longest stretch from which on another belongs to the content."""


def _trimmed(free: list[int], start: int, stop: int) -> tuple[int, int, int]:
    """A stretch without the links at its ends, which were dense only by their neighbours: words, start, stop."""
    while stop - start > 1 and not free[start]:
        start += 1
    while stop - start > 1 and not free[stop - 1]:
        stop -= 1
    return sum(free[start:stop]), start, stop


def dense_blocks(outline: Outline) -> frozenset[int]:
    """The indices of the blocks in the dense stretches; empty where nothing is dense."""
    free = [block.words - block.linked for block in outline.blocks]
    stretches: list[tuple[int, int, int]] = []
    start = last = None
    for at in range(len(free)):
        window = free[max(0, at - _REACH) : at + _REACH + 1]
        if sum(window) / len(window) >= _LEAST:
            if start is None:
                start = at
            last = at
        elif start is not None and last is not None and at - last > _GAP:
            stretches.append((sum(free[start : last + 1]), start, last + 1))
            start = last = None
    if start is not None and last is not None:
        stretches.append((sum(free[start : last + 1]), start, last + 1))
    if not stretches:
        return frozenset()
    stretches = [_trimmed(free, start, stop) for _, start, stop in stretches]
    most = max(stretches)[0]
    return frozenset(at for words, start, stop in stretches if words >= _NEARLY * most for at in range(start, stop))
