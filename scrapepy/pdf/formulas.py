"""Fractions, and the limits of sums: what stands above and below a bar or a sign becomes one word at its height.

A bar is that of a fraction where all that stands close above and below it is no wider than it, and something stands
beside it at its own height: an underlined word has its neighbours higher, the rule under a header has none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from scrapepy.pdf.values import Rule, Word

_LONGEST = 260.0
_AXIS = 0.25
"""Of the size, above the baseline: the height of a fraction's bar (and of the signs + and =)."""
_OVER = 2.0
"""Points that a fraction's parts may stand out over its bar."""
_BESIDE = 1.3
"""Of the size: how far the nearest neighbour of a fraction stands."""
_SIGNS = frozenset("∑∏∐⋃⋂⨁⨂⋁⋀⨆Σ∪∩") | {"lim", "max", "min", "sup", "inf", "limsup", "liminf", "argmax", "argmin"}
_SMALL = 0.85
_MOST_WORDS = 24
_CLOSE = 0.35
_NAME = re.compile(r"[^\W\d_]{4,}")
_ONE = re.compile(r"\d+|[^\W\d_]+\d*|\S")
_RELATIONS = frozenset("=+-−±×·<>≤≥≈∼≃≡∝∑∏∫(")


def with_fractions(words: Sequence[Word], rules: Sequence[Rule]) -> list[Word]:
    """The words, the parts of each fraction made one; fractions in fractions first."""
    bars = [rule for rule in rules if rule.top == rule.bottom and 2 < rule.x1 - rule.x0 < _LONGEST]
    found = list(words)
    for bar in sorted(bars, key=lambda rule: rule.x1 - rule.x0):
        near = [word for word in found if abs(word.y - bar.top) < 3 * word.size]
        parts = _parts(bar, near)
        if parts is None:
            continue
        above, below = parts
        size = max(word.size for word in (*above, *below))
        gone = {id(word) for word in (*above, *below)}
        text = f"{_grouped(above)}/{_grouped(below)}"
        font = above[0].font
        one = Word(text, bar.x0, bar.x1, bar.top + _AXIS * size, size, font)
        at = next(index for index, word in enumerate(found) if id(word) in gone)
        found = [word for word in found if id(word) not in gone]
        found.insert(at, one)
    return found


def _parts(bar: Rule, words: Sequence[Word]) -> tuple[list[Word], list[Word]] | None:
    """What stands above and below the bar of a fraction; None where it is no such bar."""
    over = [word for word in words if word.x1 > bar.x0 and word.x0 < bar.x1]
    above = [word for word in over if -0.1 * word.size <= bar.top - word.y <= 1.0 * word.size]
    below = [word for word in over if 0.45 * word.size <= word.y - bar.top <= 1.5 * word.size]
    core = max((word.size for word in (*above, *below)), default=0.0)
    indices = [
        word for word in over if word.size < _SMALL * core and not any(word is other for other in (*above, *below))
    ]
    above += [word for word in indices if 0 < bar.top - word.y <= 1.5 * core]
    below += [word for word in indices if 0 < word.y - bar.top <= 1.7 * core]
    if not above or not below or len(above) + len(below) > _MOST_WORDS:
        return None
    parts = (*above, *below)
    if any(word.x0 < bar.x0 - _OVER or word.x1 > bar.x1 + _OVER for word in parts):
        return None
    own = {id(word) for word in parts}
    others = [word for word in words if id(word) not in own]
    size = max(word.size for word in parts)
    if any(_touches(bar, word, part) for word in others for part in parts):
        return None
    names = any(_NAME.search(word.text) for word in parts)  # of words, beside a sign alone: "speed = way / time"
    beside = any(
        (not names or word.text[0] in _RELATIONS or word.text[-1] in _RELATIONS)
        and -1 <= max(bar.x0 - word.x1, word.x0 - bar.x1) <= _BESIDE * max(size, word.size)
        and abs(word.y - _AXIS * word.size - bar.top) <= 0.2 * word.size
        for word in others
    )
    return (above, below) if beside else None


def _touches(bar: Rule, word: Word, part: Word) -> bool:
    """True for a word that stands in one line with a part: then that is a line of text."""
    gap = max(bar.x0 - word.x1, word.x0 - bar.x1)
    return abs(word.y - part.y) < 0.1 * part.size and -1 <= gap < 0.5 * part.size and word.text[:1].isalnum()


def _grouped(words: Sequence[Word]) -> str:
    """A part as text, in brackets where it is more than one thing."""
    text = ""
    last: Word | None = None
    for word in sorted(words, key=lambda word: word.x0):
        is_index = last is not None and word.size < _SMALL * last.size and word.x0 - last.x1 < 0.15 * last.size
        text += ("" if last is None or is_index else " ") + word.text + word.mark
        last = word
    is_whole = text[0] == "(" and text.find(")") == len(text) - 1
    return text if is_whole or _ONE.fullmatch(text) else f"({text})"


def with_limits(words: Sequence[Word]) -> list[Word]:
    """The words, with what stands small above and below a sum's sign behind it: ``∑_{i=1}^{n}``."""
    found = list(words)
    for sign in [word for word in words if word.text in _SIGNS]:
        small = [
            word
            for word in found
            if word.size < _SMALL * sign.size
            and sign.x0 - 2 * sign.size < (word.x0 + word.x1) / 2 < sign.x1 + 2 * sign.size
            and 0 < abs(word.y - sign.y) < 2.2 * sign.size
        ]
        below = _row_at(sign, [word for word in small if word.y - 0.7 * word.size > sign.y])
        above = _row_at(sign, [word for word in small if word.y < sign.y - 0.7 * sign.size])
        if not below and not above:
            continue
        gone = {id(word) for word in (*below, *above)}
        text = sign.text
        text += "_{" + " ".join(word.text for word in below) + "}" if below else ""
        text += "^{" + " ".join(word.text for word in above) + "}" if above else ""
        found = [sign._replace(text=text) if word is sign else word for word in found if id(word) not in gone]
    return found


def _row_at(sign: Word, words: Sequence[Word]) -> list[Word]:
    """Words of one height that stand close together, and whose middle is that of the sign."""
    if not words:
        return []
    centre = (sign.x0 + sign.x1) / 2
    nearest = min(words, key=lambda word: (abs(word.y - sign.y) > 1.7 * sign.size, abs(_middle(word) - centre)))
    level = sorted((w for w in words if abs(w.y - nearest.y) < 0.5 * nearest.size), key=lambda word: word.x0)
    at = next(index for index, word in enumerate(level) if word is nearest)
    first = last = at
    while first and level[first].x0 - level[first - 1].x1 < _CLOSE * nearest.size:
        first -= 1
    while last + 1 < len(level) and level[last + 1].x0 - level[last].x1 < _CLOSE * nearest.size:
        last += 1
    row = level[first : last + 1]
    middle = (row[0].x0 + max(word.x1 for word in row)) / 2
    return row if abs(middle - centre) < 0.4 * sign.size and 0.5 < abs(nearest.y - sign.y) / sign.size < 1.7 else []


def _middle(word: Word) -> float:
    return (word.x0 + word.x1) / 2
