"""One page, read: tables first, then what is left of the words in reading order."""

from __future__ import annotations

from collections.abc import Sequence

from scrapepy.pdf.barred import barred_tables, framed
from scrapepy.pdf.columns import columns_of
from scrapepy.pdf.formulas import with_fractions, with_limits
from scrapepy.pdf.lines import line_of
from scrapepy.pdf.mirrored import is_from_right, mirrored, read_from_right
from scrapepy.pdf.tables import tables_of
from scrapepy.pdf.values import LOST, Box, Figure, FontFace, Grid, Item, Line, Picture, RawPage, ReadPage, Rule, Word
from scrapepy.pdf.words import rows_of, words_of

_SMALL = 24.0
"""Points; smaller images are bullets, rules and icons."""
_THIN = 12.0


def read_page(raw: RawPage, faces: Sequence[FontFace], before: ReadPage | None = None) -> ReadPage:
    """What stands on the page, in the order in which it is read. ``before`` is the page before it."""
    mono = [face.mono for face in faces]
    from_right = is_from_right(raw.glyphs)
    if from_right:
        raw = mirrored(raw)
    words = words_of(raw.glyphs, mono)
    if from_right:
        words = read_from_right(words)
    words = with_limits(with_fractions(words, raw.rules))
    tables = tables_of(raw.rules, words, raw.number, _last_table(before))
    others = [rule for rule in raw.rules if not any(_holds(grid.box, rule) for grid in tables)]
    free = [word for word in words if not any(_is_in(word, grid.box) for grid in tables)] if tables else words
    tables += barred_tables(others, free, raw.number, raw.height, mono)
    free = [word for word in words if not any(_is_in(word, grid.box) for grid in tables)] if tables else words
    boxes = [grid.box for grid in tables]
    places: list[tuple[float, float, Item]] = []
    items: list[Item] = []
    waiting: list[Grid | Figure] = [*tables]
    waiting += [Figure(picture, raw.number) for picture in raw.pictures if _is_shown(picture, raw)]
    for column in columns_of(rows_of(free), [*boxes, *framed(others, raw.height)], mono):
        lines = [
            line
            for row in column.rows
            if (line := line_of(row, faces, raw.links, raw.number, column.left, column.right)) is not None
        ]
        inside = [one for one in waiting if _belongs(_box(one), column.left, column.right, lines, raw)]
        waiting = [one for one in waiting if one not in inside]
        places = [(line.y, line.x0, line) for line in lines]
        places += [(_box(one)[1] + 1, _box(one)[0], one) for one in inside]
        items += [item for _, _, item in sorted(places, key=lambda place: place[:2])]
    items = _with_rest(items, waiting)
    letters = sum(len(word.text) for word in words)
    lost = sum(word.text.count(LOST) for word in words)
    return ReadPage(raw.number, raw.width, raw.height, items, letters, lost)


def _last_table(page: ReadPage | None) -> Grid | None:
    """The last table of a page, if it may go on behind it."""
    tables = [item for item in page.items if isinstance(item, Grid)] if page is not None else []
    return tables[-1] if page is not None and tables and tables[-1].box[3] > 0.6 * page.height else None


def _holds(box: Box, rule: Rule) -> bool:
    return box[0] - 3 <= rule.x0 and rule.x1 <= box[2] + 3 and box[1] - 3 <= rule.top and rule.bottom <= box[3] + 3


def _is_in(word: Word, box: Box) -> bool:
    return box[0] <= (word.x0 + word.x1) / 2 <= box[2] and box[1] <= word.y - 0.27 * word.size <= box[3]


def _box(one: Grid | Figure) -> Box:
    return one.box if isinstance(one, Grid) else one.picture.box


def _is_shown(picture: Picture, raw: RawPage) -> bool:
    x0, top, x1, bottom = picture.box
    if x1 - x0 < _SMALL or bottom - top < _SMALL or min(picture.pixels) < _THIN:
        return False
    return x1 > 0 and x0 < raw.width and bottom > 0 and top < raw.height


def _belongs(box: Box, left: float, right: float, lines: Sequence[Line], raw: RawPage) -> bool:
    """True if a table or image stands in this column, at the height of its lines or between them."""
    middle = (box[0] + box[2]) / 2
    if not lines or not left - 5 <= middle <= right + 5:
        return False
    if box[2] - box[0] > 1.15 * (right - left) + 10:
        return False
    return lines[0].y - 2 * lines[0].size <= box[1] <= lines[-1].y


def _with_rest(items: list[Item], waiting: Sequence[Grid | Figure]) -> list[Item]:
    """What belongs to no column goes before the first line below it that begins a stretch at its height."""
    for one in waiting:
        box = _box(one)
        at = 0
        for index, item in enumerate(items):
            y = item.y if isinstance(item, Line) else _box(item)[1]
            x0, x1 = (item.x0, item.x1) if isinstance(item, Line) else (_box(item)[0], _box(item)[2])
            if y <= box[1] + 1 and x0 < box[2] and x1 > box[0]:
                at = index + 1
        items.insert(at, one)
    return items
