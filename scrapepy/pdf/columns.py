"""The reading order of a page: gutters, bands, columns, notes in the margin."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from scrapepy.pdf.even import even_gutters, strips
from scrapepy.pdf.lines import is_cjk
from scrapepy.pdf.values import Box, Word
from scrapepy.pdf.words import Row, rows_of

GUTTER = 6.0
"""The narrowest, in points."""
MIN_ROWS = 8
_SHARE = 0.25
_CROSSING = 0.1
_MIDDLE = (0.35, 0.65)
_THIRDS = (0.26, 0.74)
_RIVER = 4
"""Lines: as far as a gap may run down through a narrow column by chance."""
_NOTE_SIZE = 0.93
_NOTE_GAP = 6.0
_NEAR = 0.8
"""Of the size: lines of two columns stand beside each other up to so much apart; two of one column never do."""
_WORD = 3
"""Letters of a word of prose, at least."""
_PROSE = 0.1
"""Of what stands beside a gutter and is more than signs, so much is such words at least."""


@dataclass(slots=True)
class Column:
    """Rows that are read one below the other."""

    rows: list[Row]
    left: float
    right: float


def columns_of(rows: list[Row], tables: Sequence[Box] = (), mono: Sequence[bool] = ()) -> list[Column]:
    """The columns in reading order. ``tables`` cut a page into bands where they reach over a gutter.

    ``mono`` tells for each font whether all of its letters are of one width.
    """
    rows = sorted(rows, key=_height)
    main, notes = _without_notes(rows, mono)
    found = _split(main, tables, 0)
    return [*found, *notes]


def _split(rows: list[Row], tables: Sequence[Box], depth: int) -> list[Column]:
    if not rows:
        return []
    left, right = min(row[0].x0 for row in rows), max(max(w.x1 for w in row) for row in rows)
    if len(rows) < MIN_ROWS or right - left < 100 or depth > 2:
        return [Column(rows, left, right)]
    if not depth and (even := even_gutters(rows, left, right)):
        return _of_even_columns(rows, even, left, right)
    gutter = _gutter(rows, left, right, _MIDDLE)
    outer = None if gutter else _gutter(rows, left, right, _THIRDS)
    if gutter is None and outer is not None and not _is_thirds(rows, left, right, outer):
        outer = None
    x = gutter if gutter is not None else outer
    if x is None:
        return [Column(rows, left, right)]
    found: list[Column] = []
    for stretch, is_split in _bands(rows, x, tables):
        if not is_split:
            found.append(Column(stretch, left, right))
            continue
        halves: tuple[list[Row], list[Row]] = ([], [])
        for row in stretch:
            for half, part in zip(halves, _parts(row, x), strict=True):
                if part:
                    half.append(part)
        for half in halves:
            found.extend(_split(rows_of([word for row in half for word in row]), (), depth + 1))
    return found


def _of_even_columns(rows: list[Row], gutters: Sequence[float], left: float, right: float) -> list[Column]:
    """Columns of one width: each is read to the end of its band, and has none in itself."""
    whole = [_is_whole(row, gutters) for row in rows]
    found: list[Column] = []
    for is_whole, group in groupby(zip(rows, whole, strict=True), key=lambda pair: pair[1]):
        band = [row for row, _ in group]
        if is_whole:
            found.append(Column(band, left, right))
            continue
        for low, high in pairwise([float("-inf"), *gutters, float("inf")]):
            # The lines of a column stand on heights of their own: they are found anew, without those beside it.
            parts = rows_of([word for row in band for word in row if low < (word.x0 + word.x1) / 2 <= high])
            if parts:
                found.append(Column(parts, min(part[0].x0 for part in parts), max(part[-1].x1 for part in parts)))
    return found


def _is_whole(row: Row, gutters: Sequence[float]) -> bool:
    """True for a line over all columns that it reaches; one that is too long for its column is none."""
    reached = [x for x in gutters if row[0].x0 < x < row[-1].x1]
    return bool(reached) and all(_crosses(row, x) for x in reached)


def _gutter(rows: list[Row], left: float, right: float, window: tuple[float, float]) -> float | None:
    """The middle of the emptiest upright strip in that part of the width, if the page has columns beside it."""
    width = right - left
    low, high = int(left + window[0] * width), int(left + window[1] * width)
    votes: Counter[int] = Counter()
    for row in rows:
        # Beside the gaps of a row count the places that it does not reach: the lines of two columns may stand on
        # heights of their own, so that none of them shares a row.
        gaps = [(a.x1, b.x0) for a, b in pairwise(row) if b.x0 - a.x1 >= GUTTER]
        for x0, x1 in ((left, row[0].x0), *gaps, (max(word.x1 for word in row), right)):
            votes.update(range(max(low, int(x0) + 1), min(high, int(x1)) + 1))
    if not votes:
        return None
    most = max(votes.values())
    if most < MIN_ROWS:
        return None
    best = [x for x in sorted(votes) if votes[x] >= most * 0.9]
    for run in sorted(strips(best), key=len, reverse=True):
        middle = (run[0] + run[-1]) / 2
        if _holds(rows, middle, run):
            return middle
    return None


def _holds(rows: list[Row], x: float, run: list[int]) -> bool:
    """True if the strip parts enough lines, is crossed by few where it does, and both sides hold enough words."""
    if run[-1] - run[0] + 1 < GUTTER - 1:
        return False
    stretches = [stretch for stretch, is_split in _bands(rows, x, ()) if is_split]
    if sum(count for stretch in stretches if (count := _beside(stretch, x)) >= _RIVER) < MIN_ROWS:
        return False
    before = after = crossing = total = prose = told = 0
    letters = [0, 0]
    for stretch in stretches:
        for row in stretch:
            total += 1
            crossing += _crosses(row, x)
            one, two = _parts(row, x)
            before += len(one)
            after += len(two)
            for side, part in enumerate((one, two)):
                letters[side] += sum(len(word.text) for word in part if word.text[0].isalpha())
                prose += sum(1 for word in part if _is_word(word.text))
                told += sum(1 for word in part if any(map(str.isalnum, word.text)))
    words = before + after
    if min(letters) < _SHARE * 0.8 * sum(letters):
        return False  # the page numbers of a table of contents
    if prose < _PROSE * told:
        return False  # the two sides of equations, the numbers of a matrix
    return crossing <= _CROSSING * total and min(before, after) > _SHARE * words * 0.9


def _is_word(text: str) -> bool:
    """True for what prose is made of; a variable is none."""
    return is_cjk(text[0]) or sum(map(str.isalpha, text)) >= _WORD


def _is_thirds(rows: list[Row], left: float, right: float, x: float) -> bool:
    """True if one side of the strip has a further one in its own middle: three columns."""
    split = [row for stretch, is_split in _bands(rows, x, ()) if is_split for row in stretch]
    wide = 1 if x - left < right - x else 0
    part = [half for row in split if (half := _parts(row, x)[wide])]
    if len(part) < MIN_ROWS:
        return False
    edges = (x, right) if wide else (left, x)
    return _gutter(part, edges[0], edges[1], _MIDDLE) is not None


def _bands(rows: list[Row], x: float, tables: Sequence[Box]) -> list[tuple[list[Row], bool]]:
    """The page from the top down: rows that cross ``x``, and stretches between them that it parts.

    What is parted begins and ends with a row that stands on both sides, or with the rows near it.
    """
    over = [box for box in tables if box[0] < x < box[2]]
    kinds = [_crosses(row, x) or any(box[1] < _height(row) < box[3] for box in over) for row in rows]
    bands: list[tuple[list[Row], bool]] = []
    last_y: float | None = None
    for row, crosses in zip(rows, kinds, strict=True):
        y = _height(row)
        cut = last_y is not None and any(t[0] < x < t[2] and last_y < (t[1] + t[3]) / 2 < y for t in tables)
        last_y = y
        if bands and bands[-1][1] is not crosses and not cut:
            bands[-1][0].append(row)
        else:
            bands.append(([row], not crosses))
    # A stretch too short to be columns (a row of two things) is no band of its own.
    merged: list[tuple[list[Row], bool]] = []
    for stretch, is_split in bands:
        both = _beside(stretch, x) if is_split else 0
        if is_split and both == 0 and merged and not merged[-1][1]:
            # Only one side: the end of what stands above, unless columns go on below.
            merged.append((stretch, False))
            continue
        merged.append((stretch, is_split))
    joined: list[tuple[list[Row], bool]] = []
    for stretch, is_split in merged:
        if joined and joined[-1][1] is False and not is_split:
            joined[-1][0].extend(stretch)
        else:
            joined.append((list(stretch), is_split))
    return joined


def _beside(rows: Sequence[Row], x: float) -> int:
    """How many lines on one side of ``x`` have one beside them on the other, be it a little higher or lower."""
    halves: tuple[list[Word], list[Word]] = ([], [])
    for row in rows:
        for half, part in zip(halves, _parts(row, x), strict=True):
            if part:
                half.append(part[0])
    fewer, more = sorted(halves, key=len)
    heights = sorted(word.y for word in more)
    count = 0
    for word in fewer:
        at = bisect_left(heights, word.y - _NEAR * word.size)
        count += at < len(heights) and heights[at] <= word.y + _NEAR * word.size
    return count


def _crosses(row: Row, x: float) -> bool:
    """True if a word stands over ``x``, or words on both of its sides are one run of text."""
    before = after = None
    for word in row:
        if word.x0 < x < word.x1:
            return True
        if word.x1 <= x:
            before = word
        elif after is None:
            after = word
    return before is not None and after is not None and after.x0 - before.x1 < max(GUTTER - 1, 0.45 * before.size)


def _parts(row: Row, x: float) -> tuple[Row, Row]:
    return [w for w in row if (w.x0 + w.x1) / 2 <= x], [w for w in row if (w.x0 + w.x1) / 2 > x]


def _height(row: Row) -> float:
    largest = max(row, key=lambda word: word.size)
    return largest.y - 0.27 * largest.size


def _without_notes(rows: list[Row], mono: Sequence[bool]) -> tuple[list[Row], list[Column]]:
    """The page without the notes in its margins, which stand in a smaller size beside all other text."""
    sizes: Counter[float] = Counter()
    for row in rows:
        for word in row:
            sizes[round(word.size, 1)] += len(word.text)
    if len(sizes) < 2:
        return rows, []
    body = sizes.most_common(1)[0][0]
    large = [word for row in rows for word in row if word.size >= _NOTE_SIZE * body]
    ends = Counter(round(max((w.x1 for w in row if w.size >= _NOTE_SIZE * body), default=0)) for row in rows)
    starts = Counter(round(min((w.x0 for w in row if w.size >= _NOTE_SIZE * body), default=0)) for row in rows)
    del ends[0], starts[0]
    if not ends or not large:
        return rows, []
    right = max(x for x, count in ends.items() if count >= max(2, 0.1 * ends.most_common(1)[0][1]) or x == max(ends))
    left = min(starts)
    outside: tuple[list[Row], list[Row]] = ([], [])
    main: list[Row] = []
    for row in rows:
        parts: tuple[Row, Row, Row] = ([], [], [])
        inner = {(word.font, word.size) for word in row if left - _NOTE_GAP <= word.x1 and word.x0 <= right + _NOTE_GAP}
        is_code = len(inner) == 1 and bool(mono) and mono[next(iter(inner))[0]]
        for word in row:
            small = word.size < _NOTE_SIZE * body
            if is_code and word.x0 > right and (word.font, word.size) in inner:
                small = False  # a line of code that is too long for its column
            side = 0 if small and word.x1 < left - _NOTE_GAP else 2 if small and word.x0 > right + _NOTE_GAP else 1
            parts[side].append(word)
        for part, place in zip(parts, (outside[0], main, outside[1]), strict=True):
            if part:
                place.append(part)
    notes = [Column(part, min(row[0].x0 for row in part), max(row[-1].x1 for row in part)) for part in outside if part]
    return main, notes
