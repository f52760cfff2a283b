"""Choices that a page offers for its list, and sends to the server: facets, filters, variants.

They are told by their shape: boxes to tick, each with a name and a value to be sent, and few words beside each. A list
to tick off for oneself sends nothing, and its boxes have no values.
"""

from __future__ import annotations

from scrapepy.convert.outline import Outline
from scrapepy.web.html import Node

_BOXES = ":is(input[type=checkbox], input[type=radio])[name][value]:not([disabled])"
_CONTENT = "pre, table, h1, h2, img, article"
_HOLDERS = frozenset({"ul", "ol", "div", "form", "section", "fieldset"})
_FEWEST = 3
_MOST_BOXES = 1000
_HIGHEST = 12
"""So far above a box to tick is looked for what holds them all."""
_MOST_WORDS = 8
"""Words for each box to tick: more is a text with boxes in it."""
_MOST_OF_PAGE = 0.4
_LINKED = 0.3
_SAID = 0.2


def offered_choices(outline: Outline) -> frozenset[int]:
    """The blocks of lists of choices; only reads."""
    boxes = outline.tree.css(_BOXES)
    if not _FEWEST <= len(boxes) <= _MOST_BOXES:
        return frozenset()
    held = _held(boxes)
    found: set[int] = set()
    for box in outline.boxes:
        count = held.get(box.node.mem_id, 0)
        if (
            count >= _FEWEST
            and box.tag in _HOLDERS
            and 0 < box.words <= min(_MOST_WORDS * count, _MOST_OF_PAGE * outline.words)
            and box.linked < _LINKED * box.words
            and box.said < _SAID * box.words
            and box.node.css_first(_CONTENT) is None
        ):
            found.update(range(box.first, box.stop))
    return frozenset(found)


def _held(boxes: list[Node]) -> dict[int, int]:
    """How many of the boxes to tick each element holds."""
    held: dict[int, int] = {}
    for box in boxes:
        above = box.parent
        for _ in range(_HIGHEST):
            if above is None:
                break
            held[above.mem_id] = held.get(above.mem_id, 0) + 1
            above = above.parent
    return held
