"""Characters → words, and words → rows of one height."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

from scrapepy.model.template import without_marks
from scrapepy.pdf.values import Glyph, Word

GAP = 0.155
"""Of the size: a wider gap separates words. TeX sets words of a tight line 0.22 apart, letters at most 0.1."""
_RAISED = 0.18
_SMALLER = 0.85
_CENTRE = 0.27
"""Of the size, above the baseline: the middle of small and large letters together."""
_BLANKS = frozenset(" \u00a0\t\u2002\u2003\u2009\u200a\u202f\u3000\r\n")


_ACCENTS = {
    "¨": "\u0308", "´": "\u0301", "`": "\u0300", "ˆ": "\u0302", "˜": "\u0303", "¯": "\u0304", "˘": "\u0306",
    "˙": "\u0307", "˚": "\u030a", "¸": "\u0327", "ˇ": "\u030c", "˝": "\u030b", "˛": "\u0328",
}  # fmt: skip


def words_of(glyphs: Iterable[Glyph], mono: Sequence[bool] = ()) -> list[Word]:
    """Words in the order in which they are drawn; what touches is one word whatever its size (small caps).

    ``mono`` tells for each font whether all of its letters are of one width: there a word ends too.
    """
    words: list[Word] = []
    run: list[Glyph] = []
    end = y = size = 0.0
    for glyph in glyphs:
        text = glyph.text
        if text in _BLANKS:
            if run:
                words.append(_word(run))
                run = []
            continue
        if run:
            large = max(size, glyph.size)
            gap = glyph.x0 - end
            if gap < 0 and (text in _ACCENTS or run[-1].text in _ACCENTS):
                whole = _with_accent(run[-1], glyph)
                if whole is not None:
                    run[-1] = whole
                    end = whole.x1
                    continue
            if (
                gap > GAP * large
                or gap < -0.5 * large
                or abs(glyph.y - y) > 0.1 * large
                or (gap < -0.2 * large and glyph.x0 < run[-1].x0)
                or (mono and glyph.font != run[-1].font and mono[glyph.font] is not mono[run[-1].font])
            ):
                words.append(_word(run))
                run = []
            elif glyph.x0 - run[-1].x0 < 0.12 * glyph.size and text == run[-1].text and glyph.font == run[-1].font:
                continue  # drawn twice, to look bold
        run.append(glyph)
        end, y, size = glyph.x1, glyph.y, glyph.size
    if run:
        words.append(_word(run))
    return words


def _with_accent(first: Glyph, second: Glyph) -> Glyph | None:
    """A letter and the accent that is drawn over it, in either order, as one letter; None if they stand apart."""
    overlap = min(first.x1, second.x1) - max(first.x0, second.x0)
    if overlap < 0.4 * min(first.x1 - first.x0, second.x1 - second.x0):
        return None
    accent, letter = (first, second) if first.text in _ACCENTS else (second, first)
    base = {"ı": "i", "ȷ": "j"}.get(letter.text, letter.text)
    text = unicodedata.normalize("NFC", base + _ACCENTS[accent.text])
    return letter._replace(text=text) if base.isalpha() and len(text) == 1 else None


def _word(run: list[Glyph]) -> Word:
    first = run[0]
    text = without_marks("".join([glyph.text for glyph in run]))
    if len(run) == 1 or (first.size == run[-1].size and first.font == run[-1].font):
        size, font = first.size, first.font
    else:
        weights: dict[tuple[float, int], int] = {}
        for glyph in run:
            weights[glyph.size, glyph.font] = weights.get((glyph.size, glyph.font), 0) + 1
        size, font = max(weights, key=lambda key: (weights[key], key[0]))
        size = max(size, first.size) if first.text.isupper() and text.isupper() else size  # small caps
    return Word(text, first.x0, run[-1].x1, first.y, size, font)


Row = list[Word]


def rows_of(words: Iterable[Word]) -> list[Row]:
    """Words of one height, from left to right, from the top down. Grouped by their middles, so that a bullet that sits
    lower, or a raised mark, joins its line."""
    rows: list[Row] = []
    heads: list[tuple[float, float]] = []
    for word in sorted(words, key=lambda w: (w.y - _CENTRE * w.size, w.x0)):
        middle = word.y - _CENTRE * word.size
        for index in range(len(rows) - 1, max(-1, len(rows) - 4), -1):
            centre, size = heads[index]
            small, large = sorted((size, word.size))
            apart = abs(middle - centre)
            if apart <= 0.4 * small or (
                apart <= 0.5 * large and small < _SMALLER * large and _is_beside(word, rows[index])
            ):
                rows[index].append(word)
                if word.size > size:
                    heads[index] = (middle, word.size)
                break
        else:
            rows.append([word])
            heads.append((middle, word.size))
    for row in rows:
        row.sort(key=lambda w: w.x0)
    return _with_marks(rows, heads)


def _with_marks(rows: list[Row], heads: Sequence[tuple[float, float]]) -> list[Row]:
    """Rows of nothing but small raised or lowered pieces go to the line that they touch: above all marks of notes,
    which come before their line."""
    given: set[int] = set()
    for index, row in enumerate(rows):
        middle, size = heads[index]
        for other in (index + 1, index - 1):
            if not 0 <= other < len(rows) or other in given:
                continue
            centre, large = heads[other]
            if (
                size < _SMALLER * large
                and abs(middle - centre) <= 0.6 * large
                and all(_is_beside(word, rows[other]) for word in row)
            ):
                rows[other].extend(row)
                rows[other].sort(key=lambda w: w.x0)
                given.add(index)
                break
    return [row for index, row in enumerate(rows) if index not in given]


def _is_beside(word: Word, row: Row) -> bool:
    """True where a small word touches a large one of the row (a raised mark), or the other way round."""
    return any(-2 <= word.x0 - other.x1 <= other.size or -2 <= other.x0 - word.x1 <= word.size for other in row)


def joined(row: Sequence[Word], mono: Sequence[bool] = ()) -> list[Word]:
    """The words of a row, with those pieces made one that touch: drawn in several goes, or out of order.

    A smaller piece that stands raised at a word's end is its ``mark``.
    """
    found: list[Word] = []
    for word in row:
        if found:
            last = found[-1]
            gap = word.x0 - last.x1
            large = max(last.size, word.size)
            is_small = word.size < _SMALLER * last.size
            if (
                is_small
                and last.y - word.y > _RAISED * last.size
                and -1 <= gap <= 0.6 * last.size
                and _is_mark(word.text)
            ):
                if not last.mark:
                    found[-1] = last._replace(mark=word.text, x1=max(last.x1, word.x1))
                    continue
            elif (
                last.size < _SMALLER * word.size
                and word.y - last.y > 0.12 * word.size
                and gap <= 0.6 * word.size
                and _is_mark(last.text)
                and not last.mark
            ):
                found[-1] = last._replace(text="", mark=last.text)  # the mark at the beginning of a note
            elif gap <= GAP * large and last.text:
                if word.text == last.text and word.x0 - last.x0 < 0.3 * large:
                    continue  # a shadow
                if mono and mono[word.font] is not mono[last.font]:
                    word = word._replace(glued=True)
                elif not last.mark or not word.text.isalnum():
                    found[-1] = _one(last, word)
                    continue
        found.append(word)
    return found


def _is_mark(text: str) -> bool:
    """True for what stands raised to point at a note: a number, a letter, a star or dagger."""
    bare = text.strip("()[],;")
    return (bare.isdigit() and len(bare) <= 3) or bare in (
        "*",
        "**",
        "***",
        "†",
        "‡",
        "§",
        "¶",
        "∗",
        "a",
        "b",
        "c",
        "d",
        "e",
    )


def _one(left: Word, right: Word) -> Word:
    """Two pieces of a word. A following sign goes before the mark that stands with it."""
    if len(left.text) >= len(right.text):
        size, font = left.size, left.font
    else:
        size, font = right.size, right.font
    if left.text.isupper() and right.text.isupper():
        size = max(left.size, right.size)
    x1 = max(left.x1, right.x1)
    return Word(left.text + right.text, left.x0, x1, left.y, size, font, left.mark or right.mark, left.glued)
