"""Two versions of a section, word by word, for people who read them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|\w+|\s+|[^\w\s]")
"""Scripts without spaces letter by letter, else words, white space, signs."""
_MOST_WORDS = 4_000
"""Longer stretches are compared by lines: difflib's time grows with the square."""
_CONTEXT = 160
"""Code points of unchanged text kept on either side of a change."""


@dataclass(frozen=True, slots=True)
class DiffPiece:
    """A stretch of text. ``kind``: ``same``, ``old``, ``new``, or ``gap`` for unchanged text that is left out."""

    kind: str
    text: str


def word_diff(old: str, new: str) -> tuple[DiffPiece, ...]:
    """What changed between two texts.

    >>> [(piece.kind, piece.text) for piece in word_diff("the old way", "the new way")]
    [('same', 'the '), ('old', 'old'), ('new', 'new'), ('same', ' way')]
    """
    pieces: list[DiffPiece] = []
    for kind, text in _by_lines(old, new):
        if pieces and pieces[-1].kind == kind:
            pieces[-1] = DiffPiece(kind, pieces[-1].text + text)
        elif text:
            pieces.append(DiffPiece(kind, text))
    return tuple(_shortened(pieces))


def _by_lines(old: str, new: str) -> Iterator[tuple[str, str]]:
    before, after = old.splitlines(keepends=True), new.splitlines(keepends=True)
    for tag, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        one, two = "".join(before[a:b]), "".join(after[c:d])
        if tag == "equal":
            yield "same", two
        elif tag == "replace":
            yield from _by_words(one, two)
        else:
            yield from (("old", one), ("new", two))


def _by_words(old: str, new: str) -> Iterator[tuple[str, str]]:
    before, after = _WORD.findall(old), _WORD.findall(new)
    if max(len(before), len(after)) > _MOST_WORDS:
        yield from (("old", old), ("new", new))
        return
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    if matcher.quick_ratio() < 0.3:  # another text: words that it shares by chance would only make it hard to read
        yield from (("old", old), ("new", new))
        return
    for tag, a, b, c, d in _joined(matcher.get_opcodes(), before):
        if tag == "equal":
            yield "same", "".join(after[c:d])
        else:
            yield from (("old", "".join(before[a:b])), ("new", "".join(after[c:d])))


_Opcode = tuple[str, int, int, int, int]


def _joined(opcodes: Sequence[_Opcode], before: Sequence[str]) -> list[_Opcode]:
    """Two changes with only white space between them are one."""
    joined: list[_Opcode] = []
    for code in opcodes:
        if len(joined) > 1 and code[0] != "equal" and joined[-1][0] == "equal":
            between = "".join(before[joined[-1][1] : joined[-1][2]])
            if not between.strip():
                joined.pop()
                first = joined.pop()
                code = ("replace", first[1], code[2], first[3], code[4])
        joined.append(code)
    return joined


def _shortened(pieces: Sequence[DiffPiece]) -> Iterator[DiffPiece]:
    """Long unchanged stretches without their middle, cut between words."""
    for index, piece in enumerate(pieces):
        text = piece.text
        first, last = index == 0, index == len(pieces) - 1
        if piece.kind != "same" or len(text) <= 3 * _CONTEXT or (first and last):
            yield piece
            continue
        head = "" if first else text[: _at_word(text, _CONTEXT)]
        tail = "" if last else text[_at_word(text, len(text) - _CONTEXT) :]
        if head:
            yield DiffPiece("same", head)
        yield DiffPiece("gap", "…")
        if tail:
            yield DiffPiece("same", tail)


def _at_word(text: str, place: int) -> int:
    """The nearest white space behind ``place``, if there is one near."""
    found = text.find(" ", place, place + 40)
    return place if found < 0 else found
