"""The alternatives inside a regular expression, each with the expression that is left without it."""

from __future__ import annotations

from collections.abc import Iterator


def without_each(pattern: str) -> Iterator[tuple[str, str]]:
    """Each alternative of ``pattern`` and of its groups, with the pattern in which it is missing.

    >>> dict(without_each("a(?:b|c)|d"))
    {'b': 'a(?:c)|d', 'c': 'a(?:b)|d', 'a(?:b|c)': 'd', 'd': 'a(?:b|c)'}
    """
    yield from ((pattern[start:stop], _cut(pattern, start, stop)) for start, stop in _spans(pattern))


def _cut(pattern: str, start: int, stop: int) -> str:
    if pattern[start - 1 : start] == "|":
        return pattern[: start - 1] + pattern[stop:]
    return pattern[:start] + pattern[stop + 1 :]


def _spans(pattern: str) -> Iterator[tuple[int, int]]:
    """Where the alternatives stand, group by group; a group of one has none."""
    open_groups: list[list[int]] = [[0]]
    at = 0
    while at < len(pattern):
        sign = pattern[at]
        if sign == "\\":
            at += 1
        elif sign == "[":
            at = pattern.index("]", at + 2)
        elif sign == "(":
            start = at + 1
            if pattern[start : start + 1] == "?":
                start += 3 if pattern[start + 1] == "<" else 2
            open_groups.append([start])
        elif sign == "|":
            open_groups[-1].append(at + 1)
        elif sign == ")":
            yield from _between(open_groups.pop(), at)
        at += 1
    yield from _between(open_groups.pop(), len(pattern))


def _between(starts: list[int], end: int) -> Iterator[tuple[int, int]]:
    if len(starts) > 1:
        yield from ((start, following - 1) for start, following in zip(starts, [*starts[1:], end + 1], strict=True))
