"""The sides of tables that are open to the left and right: rules between the rows and the columns, and no frame."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from scrapepy.pdf.values import Rule

_NEAR = 3.0
_INSIDE = 8.0
"""Points from the end of the level rules: there an upright rule parts columns, nearer it is a side."""
_COVERED = 0.7
_ROW = 6.0


def with_sides(rules: Sequence[Rule]) -> list[Rule]:
    """The rules, and the sides that level rules of one place and length have where upright ones stand between them.

    Where these reach on, above the first or below the last level rule, a row stands there as well.
    """
    uprights = [rule for rule in rules if rule.x0 == rule.x1]
    added: list[Rule] = []
    for bars in alike(bars_of([rule for rule in rules if rule.x0 != rule.x1])):
        left, right = min(bar.x0 for bar in bars), max(bar.x1 for bar in bars)
        inner = [rule for rule in uprights if left + _INSIDE < rule.x0 < right - _INSIDE]
        if not inner:
            continue
        for chain in _chains(sorted(bar.top for bar in bars), inner):
            ends = _ends(inner, chain)
            added += [Rule(left, y, right, y) for y in ends]
            heights = sorted({*chain, *ends})
            added += [Rule(x, above, x, below) for above, below in pairwise(heights) for x in (left, right)]
    return [*rules, *added]


def alike(bars: Sequence[Rule]) -> list[list[Rule]]:
    """Level rules by place and length, those that no other is like left out."""
    groups: list[list[Rule]] = []
    for bar in bars:
        for group in groups:
            if abs(group[0].x0 - bar.x0) <= _NEAR and abs(group[0].x1 - bar.x1) <= _NEAR:
                group.append(bar)
                break
        else:
            groups.append([bar])
    return [group for group in groups if len(group) > 1]


def _chains(heights: Sequence[float], uprights: Sequence[Rule]) -> list[list[float]]:
    """Level rules that upright ones join, from the top down."""
    chains: list[list[float]] = []
    for y in heights:
        if chains and y - chains[-1][-1] <= _NEAR:
            continue
        if chains and _are_parted(uprights, chains[-1][-1], y):
            chains[-1].append(y)
        else:
            chains.append([y])
    return [chain for chain in chains if len(chain) > 1]


def _ends(uprights: Sequence[Rule], heights: Sequence[float]) -> list[float]:
    """Where upright rules that cross or touch the outermost level rule end beyond it."""
    first, last = heights[0], heights[-1]
    tops = [rule.top for rule in uprights if rule.top < first - _ROW and rule.bottom >= first - _NEAR]
    bottoms = [rule.bottom for rule in uprights if rule.bottom > last + _ROW and rule.top <= last + _NEAR]
    return [*([min(tops)] if tops else []), *([max(bottoms)] if bottoms else [])]


def _are_parted(uprights: Sequence[Rule], top: float, bottom: float) -> bool:
    """True where an upright rule stands between two level ones, over most of what is between them."""
    lengths: dict[int, float] = defaultdict(float)
    for rule in uprights:
        lengths[round(rule.x0 / _NEAR)] += max(0.0, min(rule.bottom, bottom) - max(rule.top, top))
    return max(lengths.values()) >= _COVERED * (bottom - top)


def bars_of(levels: Sequence[Rule]) -> list[Rule]:
    """Level rules, those made one that are drawn cell by cell."""
    found: list[Rule] = []
    for rule in sorted(levels, key=lambda rule: (round(rule.top), rule.x0)):
        last = found[-1] if found else None
        if last is not None and abs(last.top - rule.top) <= 1.5 and rule.x0 <= last.x1 + _NEAR:
            found[-1] = last._replace(x1=max(last.x1, rule.x1))
        else:
            found.append(rule)
    return found
