"""Content by the score of its paragraphs, after Readability of Arc90 (2009).

Names that mean good or bad things give an element points, the bad asked first; each paragraph gives points to the
element it stands in and half of them to the one around that; links take away. The element with the most points is the
content. The siblings that belong to it are found by the others that score well in the same parent.
"""

from __future__ import annotations

from functools import lru_cache

from scrapepy.convert.junk_table import names_words
from scrapepy.convert.outline import Box, Outline
from scrapepy.rules.content import BAD_NAMES, GOOD_NAMES

_GOOD = 25
_BAD = -50
_MIN_PARAGRAPH = 10
"""Characters from which on a run of text counts as a paragraph; ``br`` twice ends one, which the outline cuts."""
_MIN_SCORED = 25
_PARENT = 0.5
_SIBLING = 0.2
"""Share of the best score from which on a neighbour belongs to the content."""


@lru_cache(maxsize=8192)
def _name_points(classes: str, identity: str) -> int:
    points = 0
    for name in (classes, identity):
        words = set(names_words(name))
        if not BAD_NAMES.isdisjoint(words):
            points += _BAD
        elif not GOOD_NAMES.isdisjoint(words):
            points += _GOOD
    return points


def best_box(outline: Outline) -> Box | None:
    """The box with the best score, or the one around it where its neighbours score well too; None without any."""
    points: dict[int, float] = {}
    boxes: dict[int, Box] = {}

    def give(box: Box, amount: float) -> None:
        key = id(box)
        if key not in points:
            points[key] = _name_points(box.classes, box.identity)
            boxes[key] = box
        points[key] += amount

    for block in outline.blocks:
        length = len(block.text)
        if length <= _MIN_PARAGRAPH or block.linked > 0.8 * block.words:
            continue
        amount = 1.0 + block.text.count(",")
        if length >= _MIN_SCORED:
            amount += min(length // 100, 3)
        holder = (
            block.box if block.tag in ("div", "td", "article", "section", "body") else block.box.parent or block.box
        )
        give(holder, amount)
        if holder.parent is not None:
            give(holder.parent, amount * _PARENT)
    if not points:
        return None
    scores = {key: amount * (1 - boxes[key].linked / (boxes[key].words or 1)) for key, amount in points.items()}
    top = max(scores, key=scores.__getitem__)
    best = boxes[top]
    around = best.parent
    if around is not None:
        good = [
            boxes[key].words
            for key, score in scores.items()
            if boxes[key].parent is around and boxes[key] is not best and score > _SIBLING * scores[top]
        ]
        if sum(good) > best.words / 3:
            return around
    return best
