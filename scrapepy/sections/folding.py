"""Text as the search index knows it: spellings of one word are one.

The index tokenizer (SQLite's ``unicode61``) splits at everything that is no letter, number or mark, and knows no word
borders in scripts that write none, nor that two letters of different code points are one letter to their readers. So
both what is indexed and what is asked for are folded first:

* compatibility forms are their plain letters (NFKC: ``ﬁ`` is ``fi``, full-width ``Ａ`` is ``A``), case is folded;
* accents and Arabic vowel signs go (``café`` is ``cafe``), and so do the Arabic tatweel and soft hyphens;
* Arabic letters that Persian writes otherwise are one with them (``ك`` and ``ک``, ``ي`` and ``ی``), as are the forms
  of alef; digits of all scripts are ``0`` to ``9``;
* a zero-width non-joiner is a space: the parts of a Persian compound are found alone and, as a phrase, together;
* every character of a script that puts no spaces between words stands alone, so that any run of them is a phrase.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

FOLD_VERSION = f"1/{unicodedata.unidata_version}"
"""Changes whenever the same text may fold otherwise: what was indexed before cannot be asked then."""

_GONE = dict.fromkeys(
    [
        0x00AD,  # soft hyphen
        0x0640,  # tatweel
        0x200B,  # zero-width space: a place to break a long word
        0x200D,  # zero-width joiner
        0x2060,  # word joiner
        0xFEFF,
        *range(0x0300, 0x0370),  # accents
        *range(0x0610, 0x061B),  # Arabic signs
        *range(0x064B, 0x0660),  # tashkeel
        0x0670,
        *range(0x06D6, 0x06DD),
        *range(0x200E, 0x2010),  # direction marks
        *range(0x202A, 0x202F),
        *range(0x2066, 0x206A),
    ]
)
_LETTERS = {
    0x0643: "ک",  # Arabic kaf
    0x064A: "ی",  # Arabic yeh
    0x0649: "ی",  # alef maksura
    0x0629: "ه",  # teh marbuta
    0x06C0: "ه",
    0x06C1: "ه",
    0x06D5: "ه",
    0x0671: "ا",  # alef wasla; alef with hamza or madda lose their marks by decomposition
    0x200C: " ",
    0x0131: "i",  # Turkish dotless i: an accent lost rather than won
}
_TABLE: dict[int, str | None] = {**_GONE, **_LETTERS}

# Scripts that put no spaces between words: Han, kana, Hangul (whose particles are written onto the word), and the
# scripts of south-east Asia, where marks belong to the letter before them.
_NO_SPACES = re.compile(
    "[\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff]"
    "|[\u0e01-\u0e30\u0e32\u0e33\u0e40-\u0e46\u0e50-\u0e59][\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]*"
    "|[\u0e81-\u0eb0\u0eb2\u0eb3\u0ebd-\u0ec6\u0ed0-\u0ed9\u0edc-\u0edf][\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ecd]*"
    "|[\u1000-\u102a\u103f-\u1055\u105a-\u109f][\u102b-\u103e\u1056-\u1059]*"
    "|[\u1780-\u17b3\u17d7\u17dc\u17e0-\u17e9][\u17b4-\u17d3]*"
)
_DIGIT = re.compile(r"[^\W\D0-9]")


def fold(text: str) -> str:
    """``text`` for the index, or for a question to it. Word borders of the scripts that have them stay.

    >>> fold("Café STRASSE straße كتاب")
    'cafe strasse strasse کتاب'
    >>> fold("中文 API").split()
    ['中', '文', 'api']
    """
    if text.isascii():
        return text.lower()
    return _FOREIGN.sub(_fold_match, text).lower()


_FOREIGN = re.compile(r"[^\x00-\x7f]+")
"""Most text is ASCII with a dash or a quote here and there: only the rest is taken apart."""


def _fold_match(match: re.Match[str]) -> str:
    return _fold_run(match[0])


@lru_cache(maxsize=4096)
def _fold_run(run: str) -> str:
    folded = unicodedata.normalize("NFKD", run).casefold()
    folded = unicodedata.normalize("NFC", folded.translate(_TABLE))
    folded = _DIGIT.sub(lambda digit: str(unicodedata.digit(digit[0], digit[0])), folded)
    return _NO_SPACES.sub(lambda letters: f" {letters[0]} ", folded)


# A word of the text as written: letters, digits and marks, with the joiners inside it. The Indic and south-east Asian
# blocks are taken whole, since Python's \w knows no marks.
_WORD = re.compile(
    "(?:[^\\W_]|[\u0300-\u036f\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u0900-\u0dff\u0e00-\u0fff"
    "\u1000-\u109f\u1780-\u17ff\u00ad\u200b-\u200d\u2060])+"
)


def words_of(text: str) -> list[tuple[str, int, int]]:
    """The folded words of ``text``, each with the place (start, end, in code points) of what it was made of."""
    words = []
    for match in _WORD.finditer(text):
        start, end = match.span()
        piece = match[0]
        if piece.isascii():
            words.append((piece.lower(), start, end))
            continue
        if _NO_SPACES.search(piece) is None:
            words += [(word, start, end) for word in fold(piece).split()]
            continue
        at = start
        for run in _NO_SPACES.finditer(piece):
            before = piece[at - start : run.start()]
            words += [(word, at, start + run.start()) for word in fold(before).split()]
            words += [(word, start + run.start(), start + run.end()) for word in fold(run[0]).split()]
            at = start + run.end()
        words += [(word, at, end) for word in fold(piece[at - start :]).split()]
    return words
