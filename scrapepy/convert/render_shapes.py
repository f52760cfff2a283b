"""Which :class:`~scrapepy.rules.markup.Shape` the classes of an element give it."""

from __future__ import annotations

from functools import lru_cache

from scrapepy.rules.markup import MARKUP_RULES, MarkupRule, Shape

_BY_WORD: dict[str, list[tuple[int, MarkupRule]]] = {}
_BY_START: list[tuple[str, int, MarkupRule]] = []
for _row, _rule in enumerate(MARKUP_RULES):
    for _word in _rule.words:
        _BY_WORD.setdefault(_word, []).append((_row, _rule))
    _BY_START.extend((_start, _row, _rule) for _start in _rule.starts)


def rule_of(tag: str, classes: str) -> MarkupRule | None:
    """The first row that fits an element with this tag and ``class`` attribute."""
    best: tuple[int, MarkupRule] | None = None
    for word in classes.lower().split():
        found = list(_BY_WORD.get(word, ()))
        found.extend((row, rule) for start, row, rule in _BY_START if word.startswith(start))
        for row, rule in found:
            if (not rule.tags or tag in rule.tags) and (best is None or row < best[0]):
                best = row, rule
    return best[1] if best else None


@lru_cache(maxsize=4096)
def shape_of(tag: str, classes: str) -> Shape | None:
    """The shape of an element with this tag and ``class`` attribute; None where its tag says all.

    >>> shape_of("a", "headerlink"), shape_of("a", "reference internal")
    (<Shape.PERMALINK: 'the mark by which a heading can be linked'>, None)
    """
    rule = rule_of(tag, classes)
    return rule.shape if rule else None
