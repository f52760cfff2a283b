"""The rows of ``rules.junk_html`` made ready to be asked: which classes and ids name junk."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import lru_cache

from scrapepy.rules.junk_html import POST_CLASS, RULES, SELECTORS, TERMS, JunkRule, JunkSelector

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\W\d_a-zA-Z]+")
_CACHED = 8192


@lru_cache(maxsize=16384)
def names_words(name: str) -> tuple[str, ...]:
    """The words of a class or id, lower case: cut at ``-``, ``_``, other signs, and where the case changes.

    >>> names_words("postShareBar-2_top"), names_words("HTMLAdBox")
    (('post', 'share', 'bar', '2', 'top'), ('html', 'ad', 'box'))
    """
    return tuple(word.lower() for word in _WORD.findall(name))


class JunkTable:
    """Rows made ready to be asked: the first word of each phrase leads to its rows."""

    def __init__(self, rules: Sequence[JunkRule], selectors: Sequence[JunkSelector]) -> None:
        self.selectors = tuple(selectors)
        self._index: dict[str, list[tuple[tuple[str, ...], JunkRule]]] = {}
        self._seen: dict[tuple[str, str], JunkRule | None] = {}
        for rule in rules:
            for phrase in rule.words:
                words = tuple(phrase.split())
                self._index.setdefault(words[0], []).append((words, rule))

    def named(self, classes: str, identity: str) -> JunkRule | None:
        """The first row whose words are in one of the classes, or in the id."""
        key = (classes, identity)
        if key not in self._seen:
            if len(self._seen) > _CACHED:
                self._seen.clear()
            self._seen[key] = self._find(classes, identity)
        return self._seen[key]

    def unit_names(self, classes: str) -> dict[str, str]:
        """The classes that make an element junk unless the page is made of such elements, and by which words."""
        first = self.named(classes, "")
        if first is None or not first.units:
            return {}
        found = {name: self._match(name) for name in classes.split()}
        return {name: match[0] for name, match in found.items() if match is not None and match[1].units}

    def is_unsure(self, classes: str, rule: JunkRule) -> bool:
        """Whether only words that name other things too make these classes junk."""
        found = [match for name in classes.split() if (match := self._match(name)) is not None]
        return all(other is rule and words in rule.unsure for words, other in found)

    def _find(self, classes: str, identity: str) -> JunkRule | None:
        for name in (*_own_names(classes), identity):
            match = self._match(name)
            if match is not None:
                return match[1]
        return None

    def _match(self, name: str) -> tuple[str, JunkRule] | None:
        words = names_words(name)
        for position, word in enumerate(words):
            for phrase, rule in self._index.get(word, ()):
                if words[position : position + len(phrase)] == phrase and not _means_else(words, rule):
                    return " ".join(phrase), rule
        return None


def _own_names(classes: str) -> list[str]:
    """The classes, without those that say what a post is about."""
    names = classes.split()
    if any(name.startswith(TERMS) for name in names) and any(map(_POST.fullmatch, names)):
        return [name for name in names if not name.startswith(TERMS)]
    return names


_POST = re.compile(POST_CLASS)

DEFAULT = JunkTable(RULES, SELECTORS)
"""All rows."""


def without_names(classes: str, names: Collection[str]) -> str:
    """``classes`` without some of them."""
    return " ".join(name for name in classes.split() if name not in names)


def _means_else(words: tuple[str, ...], rule: JunkRule) -> bool:
    joined = f" {' '.join(words)} "
    return any(f" {phrase} " in joined for phrase in rule.unless)
