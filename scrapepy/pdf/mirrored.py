"""Pages in scripts that are written from the right (Hebrew, Arabic and others), read as if in a mirror.

There lists, columns, indents and words begin at the right. With the page in a mirror all of them begin at the left, and
what was made for other pages holds; only numbers and Latin words, which keep their direction, are turned back.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from scrapepy.pdf.values import Glyph, RawPage, Word

_RTL = re.compile(r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_FORMS = re.compile(r"[\ufb1d-\ufdff\ufe70-\ufefc]")
_TURNED = re.compile(r"[^\W\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc](?:[^\s\u0590-\u08ff]*[^\W\u0590-\u08ff])?")
"""A number or a word of another script, with the signs inside it."""
_BRACKETS = str.maketrans("()[]{}<>«»", ")(][}{><»«")
_ENDS = ".,:;!?"
_SHARE = 0.5


def is_from_right(glyphs: Sequence[Glyph]) -> bool:
    """True for a page of which most letters belong to such a script."""
    letters = [glyph.text for glyph in glyphs if glyph.text[:1].isalpha()]
    return bool(letters) and sum(_RTL.match(text) is not None for text in letters) > _SHARE * len(letters)


def mirrored(page: RawPage) -> RawPage:
    """The page with its left and right exchanged, its letters in the order in which they are read."""
    width = page.width
    glyphs = [
        glyph._replace(text=_plain(glyph.text), x0=width - glyph.x1, x1=width - glyph.x0) for glyph in page.glyphs
    ]
    return RawPage(
        page.number,
        width,
        page.height,
        tuple(sorted(glyphs, key=lambda glyph: (round(glyph.y), glyph.x0))),
        tuple(rule._replace(x0=width - rule.x1, x1=width - rule.x0) for rule in page.rules),
        tuple(one._replace(box=_box(one.box, width)) for one in page.pictures),
        tuple(one._replace(box=_box(one.box, width)) for one in page.links),
    )


def _box(box: tuple[float, float, float, float], width: float) -> tuple[float, float, float, float]:
    return (width - box[2], box[1], width - box[0], box[3])


def _plain(text: str) -> str:
    """A letter without the shape that its neighbours give it."""
    return unicodedata.normalize("NFKC", text) if _FORMS.search(text) else text


def read_from_right(words: Sequence[Word]) -> list[Word]:
    """The words of a page in the mirror, those that are not of its script in their own direction."""
    found: list[Word] = []
    run: list[Word] = []
    for word in words:
        if run and not _is_beside(run[-1], word):
            found += _turned_back(run)
            run = []
        if _RTL.search(word.text):
            found += _turned_back(run)
            run = []
            found.append(word._replace(text=_TURNED.sub(_turn, word.text).translate(_BRACKETS)))
        else:
            run.append(word)
    return [*found, *_turned_back(run)]


def _is_beside(one: Word, two: Word) -> bool:
    return abs(one.y - two.y) < 1 and 0 <= two.x0 - one.x1 < one.size


def _turned_back(run: Sequence[Word]) -> list[Word]:
    """Words of another script that follow each other: the first of them stands where the last stood."""
    if not run:
        return []
    edges = min(word.x0 for word in run) + max(word.x1 for word in run)
    texts = [word.text[::-1] for word in run]
    first = texts[-1].lstrip(_ENDS)
    if first:  # the sign that ends the sentence around them stands at their left
        sign = texts[-1][: len(texts[-1]) - len(first)]
        texts[-1] = first
        texts[0] += sign
    return [
        word._replace(text=text, x0=edges - word.x1, x1=edges - word.x0) for word, text in zip(run, texts, strict=True)
    ]


def _turn(match: re.Match[str]) -> str:
    return match[0][::-1]
