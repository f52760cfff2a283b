"""Lines → blocks: paragraphs, list items, code, footnotes; over columns and pages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from scrapepy.pdf.blocks import Block, Code, Head, ImageBlock, ListEntry, Note, Rows, TableBlock, Text
from scrapepy.pdf.displays import Display, displays_of
from scrapepy.pdf.headings import Headings
from scrapepy.pdf.lines import is_cjk
from scrapepy.pdf.style import Body, goes_on_in_number, is_code
from scrapepy.pdf.values import Figure, Grid, Line, ReadPage

_GAP = 0.4
"""Of the size, beyond the usual distance of lines: a wider gap ends a paragraph."""
_INDENT = 4.0
_COLUMN = 60.0
"""Points between the left edges of two columns, at least."""
_SIZE_CHANGE = 0.6
_LABEL = 40
_BOLD = 0.9
_CODE_GAP = 3.2
_SENTENCE_END = re.compile(r"[.!?:…。！？：][)\]\"'”’»」』]*$")
_BULLET = re.compile(r"([•‣▪◦●○■□·∙➢➤►▶✓✔❖◆◇\ufffd\uf0b7\uf0a7\uf0d8\uf076\uf0fc–—\-*∗⋆o→»])\s+(?=\S)")
_DOUBTFUL = frozenset("–—-*o→»·")
_NUMBER = re.compile(r"(?:\(?(\d{1,3}|[a-z]|[ivx]{1,5}|[A-Z])[.)]|\[(\d{1,3})\])\s+(?=\S)")
_NOTE_SIZE = 0.95


def blocks_of(pages: Sequence[ReadPage], headings: Headings, body: Body) -> list[Block]:
    """All blocks in order."""
    flow = _Flow(headings, body)
    for page in pages:
        flow.begin(page)
        for item, following in zip_longest(page.items, page.items[1:]):
            if isinstance(item, Line):
                flow.following = following if isinstance(following, Line) else None
                flow.line(item)
            elif isinstance(item, Grid):
                flow.table(item)
            else:
                flow.figure(item)
    return flow.blocks


@dataclass(slots=True)
class _Flow:
    headings: Headings
    body: Body
    blocks: list[Block] = field(default_factory=list)
    current: Text | ListEntry | Code | Note | None = None
    unfinished: Text | ListEntry | None = None
    """A paragraph that a column's end, a picture or a note has interrupted."""
    last: Line | None = None
    stack: list[tuple[float, float, str]] = field(default_factory=list)
    """Of the open lists: x of the marker, x of the text, the last marker."""
    rights: dict[int, float] = field(default_factory=dict)
    height: float = 0.0
    following: Line | None = None
    column: float = 0.0
    """Where the column of the last line begins."""
    labels: set[str] = field(default_factory=set)
    displays: dict[int, Display] = field(default_factory=dict)
    """The matrix or the equations that a line of the page is a row of."""

    # what comes ----------------------------------------------------------------------------------------------------

    def begin(self, page: ReadPage) -> None:
        """A new page: what is open may go on there."""
        self.height = page.height
        self.displays = {
            id(line): display for display in displays_of(page.items, self.headings.by_line) for line in display.lines
        }
        self.rights = _right_edges([item for item in page.items if isinstance(item, Line)], self.body)
        self._interrupt()
        self.last = None

    def table(self, grid: Grid) -> None:
        """A table stands by itself; a sentence may go on behind it."""
        self._interrupt()
        self.blocks.append(TableBlock(grid, grid.page))
        self.last = None

    def figure(self, figure: Figure) -> None:
        """So does a picture."""
        self._interrupt()
        self.blocks.append(ImageBlock(figure, figure.page))
        self.last = None

    def line(self, line: Line) -> None:
        """The next line."""
        if abs(shift := line.left - self.column) > _COLUMN:  # open lists go on in the next column, at its own places
            self.stack = [(x + shift, second + shift, marker) for x, second, marker in self.stack]
        self.column = line.left
        heading = self.headings.by_line.get(id(line))
        if heading is not None:
            if heading.lines[0] is line:
                self.blocks.append(Head(heading.lines, heading.level, line.page, heading.title))
            self.current = self.unfinished = None
            self.stack = []
        elif id(line) in self.displays:
            self._display(self.displays[id(line)], line)
        elif not self._as_note(line) and not self._as_code(line):
            self._as_text(line)
        self.last = line

    def _display(self, display: Display, line: Line) -> None:
        """Rows stand by themselves; a sentence around them goes on as a paragraph of its own."""
        if line is display.lines[0]:
            self.current = self.unfinished = None
            depth = len(self.stack) if self.stack and line.x0 >= self.stack[-1][1] - 3 else 0
            self.blocks.append(Rows(display.rows, line.page, depth))

    # the kinds -----------------------------------------------------------------------------------------------------

    def _interrupt(self) -> None:
        if isinstance(self.current, Text | ListEntry) and not self.current.lines[-1].bold >= _BOLD:
            self.unfinished = self.current
        if not isinstance(self.current, Code):
            self.current = None

    def _as_note(self, line: Line) -> bool:
        small = line.size < _NOTE_SIZE * self.body.size
        begins = bool(line.spans) and line.spans[0].kind == "sup" and line.spans[0].start == 0
        if begins and small and line.y > 0.3 * self.height:
            self._interrupt()
            mark = line.text[: line.spans[0].end]
            self.current = Note([line], line.page, mark, self._label(mark, line.page))
            self.blocks.append(self.current)
            return True
        note = self.current
        if (
            isinstance(note, Note)
            and abs(line.size - note.lines[0].size) < _SIZE_CHANGE
            and not self._is_apart(line, 0.5)
        ):
            note.lines.append(line)
            return True
        return False

    def _label(self, mark: str, page: int) -> str:
        bare = mark.strip("()[],; ")
        label = bare if bare.isalnum() and bare not in self.labels else f"{bare if bare.isalnum() else 'note'}-{page}"
        number = 2
        base = label
        while label in self.labels:
            label, number = f"{base}-{number}", number + 1
        self.labels.add(label)
        return label

    def _as_code(self, line: Line) -> bool:
        open_code = self.current
        is_next = isinstance(open_code, Code) and goes_on_in_number(open_code.lines[-1], line)
        if self.body.mono or not (is_code(line) or (is_next and line.text.isdigit())):
            return False
        if isinstance(open_code, Code) and (is_next or self._goes_on_as_code(open_code, line)):
            last = open_code.lines[-1]
            if self.last is last and line.y - last.y > 1.6 * max(self._pitch(open_code), line.size):
                open_code.gaps.add(len(open_code.lines))
            open_code.lines.append(line)
            return True
        if isinstance(self.current, Text | ListEntry) and self._is_running_on(line):
            return False
        self._interrupt()
        if self.unfinished is not None and _SENTENCE_END.search(self.unfinished.lines[-1].text):
            self.unfinished = None
        depth = len(self.stack) if self.stack and line.x0 >= self.stack[-1][1] - 3 else 0
        self.current = Code([line], line.page, depth=depth)
        self.blocks.append(self.current)
        return True

    def _pitch(self, code: Code) -> float:
        return min(
            (b.y - a.y for a, b in zip(code.lines, code.lines[1:], strict=False) if b.y > a.y and a.page == b.page),
            default=1.2 * code.lines[-1].size,
        )

    def _goes_on_as_code(self, code: Code, line: Line) -> bool:
        last = code.lines[-1]
        if abs(last.size - line.size) > _SIZE_CHANGE:
            return False
        if self.last is None:
            return True  # on the next page
        return self.last is last and (line.y < last.y or line.y - last.y < _CODE_GAP * line.size)

    def _is_running_on(self, line: Line) -> bool:
        """True for a line of inline code: a path that fills a line of a paragraph."""
        if self.last is None or self._is_apart(line):
            return False
        return abs(line.x0 - self._left_of_current()) < 2.5 and not _SENTENCE_END.search(self.last.text)

    def _left_of_current(self) -> float:
        assert isinstance(self.current, Text | ListEntry)
        lines = self.current.lines
        if isinstance(self.current, ListEntry):
            return min((line.x0 for line in lines[1:]), default=lines[0].second)
        return min(line.x0 for line in (lines[1:] or lines))

    def _as_text(self, line: Line) -> None:
        marker = self._marker(line)
        if marker is not None:
            self._begin_item(line, *marker)
            return
        if isinstance(self.current, Text | ListEntry) and not self._ends_before(self.current, line):
            self.current.lines.append(line)
            return
        unfinished = self.unfinished
        if unfinished is not None and self.current is None and self._resumes(unfinished, line):
            unfinished.lines.append(line)
            self.current, self.unfinished = unfinished, None
            return
        if isinstance(self.current, Text | ListEntry):
            self.unfinished = None
        depth = self._depth_of(line)
        is_label = line.bold >= _BOLD and len(line.text) < _LABEL and not self.body.bold
        self.current = Text([line], line.page, depth, is_label)
        self.blocks.append(self.current)

    # paragraphs ----------------------------------------------------------------------------------------------------

    def _is_apart(self, line: Line, more: float = _GAP) -> bool:
        last = self.last
        if last is None or line.y <= last.y - 0.5 * line.size or line.page != last.page:
            return True
        return line.y - last.y > (self.body.leading + more) * max(line.size, last.size if last.size < line.size else 0)

    def _ends_before(self, current: Text | ListEntry, line: Line) -> bool:
        """True if a new paragraph begins with this line."""
        last = current.lines[-1]
        if self.last is not last:
            return True
        if line.y <= last.y - 0.5 * line.size:  # the next column
            return not self._resumes(current, line)
        if self._is_apart(line):
            return True
        if abs(line.size - last.size) > _SIZE_CHANGE:
            return not (line.size < last.size and line.text[:1].islower() and line.x0 - last.x1 < 0)
        left = self._left_of_current()
        ended = _SENTENCE_END.search(last.text) is not None
        if self._is_label_border(current, line, ended):
            return True
        if ended and line.x0 > left + _INDENT:
            return True
        if isinstance(current, ListEntry):
            if line.x0 < current.lines[0].x0 - _INDENT:
                return True
            if line.x0 < left - _INDENT and len(current.lines) > 1 and ended:
                return True
        elif len(current.lines) > 1 and line.x0 < left - _INDENT and ended:
            return True
        return self._had_room(last, line) and (ended or not line.text[:1].islower())

    def _is_label_border(self, current: Text | ListEntry, line: Line, ended: bool) -> bool:
        """True between a bold label and the text below it, or above it; not in a sentence that is partly bold."""
        last = current.lines[-1]
        is_bold, was_bold = line.bold >= _BOLD, last.bold >= _BOLD
        if is_bold is was_bold or self.body.bold or isinstance(current, ListEntry):
            return False
        if is_bold:
            return len(line.text) < _LABEL and (ended or self._had_room(last, line))
        return len(current.lines) == 1 and len(last.text) < _LABEL and last.right - last.x1 > 3 * last.size

    def _had_room(self, last: Line, line: Line) -> bool:
        """True if the first word of ``line`` would have stood on the line above: it was ended by hand."""
        right = self.rights.get(id(last), last.right)
        first = line.text[:1] if is_cjk(line.text[:1]) else line.text.split(" ", 1)[0]
        width = (line.x1 - line.x0) * len(first) / max(1, len(line.text))
        return right - last.x1 > width + 2.0 * last.size

    def _resumes(self, open_one: Text | ListEntry, line: Line) -> bool:
        """True if a sentence goes on here, at the top of a column or behind what stood in between."""
        last = open_one.lines[-1]
        if abs(last.size - line.size) > _SIZE_CHANGE or (last.bold >= _BOLD) != (line.bold >= _BOLD):
            return False
        if _SENTENCE_END.search(last.text):
            return False
        if isinstance(open_one, ListEntry) and not line.text[:1].islower():
            first = open_one.lines[0]
            if abs((line.x0 - line.left) - (first.second - first.left)) > _INDENT:
                return False  # not where the item's text stands
        if line.text[:1].islower() or last.text.endswith(("-", "\u00ad", "\u2010", ",")):
            return True
        right = self.rights.get(id(last), last.right)
        return last.right - last.x1 < 3 * last.size and line.x0 < line.left + _INDENT and right > 0

    # lists ---------------------------------------------------------------------------------------------------------

    def _marker(self, line: Line) -> tuple[str, int] | None:
        """The number of a list's item (empty for a bullet), and how many characters it takes."""
        bullet = _BULLET.match(line.text)
        if bullet:
            if bullet[1] not in _DOUBTFUL or self._may_begin(line, bullet[1]):
                return "", bullet.end()
            return None
        number = _NUMBER.match(line.text)
        if number:
            value = number[1] or number[2]
            first = value in ("1", "a", "i", "A") and self._may_begin(line, value)
            if first or self._is_next(line, value) or (self._is_hanging(line) and self._may_begin(line, value)):
                return value, number.end()
        return None

    def _may_begin(self, line: Line, sign: str) -> bool:
        """True where a new item can stand: not in the middle of a sentence."""
        if self._is_apart(line) or self.last is None or id(self.last) in self.headings.by_line:
            return True
        if any(abs(x - line.x0) < 2.5 for x, _, _ in self.stack):
            return True
        return _SENTENCE_END.search(self.last.text) is not None or line.x0 > self.last.x0 + _INDENT

    def _is_hanging(self, line: Line) -> bool:
        return line.x0 > line.left + _INDENT

    def _is_next(self, line: Line, value: str) -> bool:
        for x, _, before in reversed(self.stack):
            if abs(x - line.x0) > 8:
                continue
            if value.isdigit() and before.isdigit():
                return int(value) == int(before) + 1
            return len(value) == len(before) == 1 and ord(value) == ord(before) + 1
        return False

    def _begin_item(self, line: Line, marker: str, skip: int) -> None:
        if self.last is None or line.page == self.last.page:
            while self.stack and line.x0 < self.stack[-1][0] - 2.5:
                self.stack.pop()
        if not self.stack or line.x0 > self.stack[-1][0] + 5:
            self.stack.append((line.x0, line.second, marker))
        else:
            self.stack[-1] = (line.x0, line.second, marker)
        self.unfinished = None
        value = f"{marker}." if marker.isdigit() else ""
        self.current = ListEntry([line], line.page, len(self.stack), value, skip if value or not marker else 0)
        self.blocks.append(self.current)

    def _depth_of(self, line: Line) -> int:
        """How deep in lists a new paragraph stands: where it begins below an item's text."""
        below = self.following
        is_near = below is not None and 0 < below.y - line.y < 2 * line.size
        if self.stack and below is not None and is_near and below.x0 < min(line.x0 - _INDENT, self.stack[0][0] + 2.5):
            self.stack = []  # the indent of a first line
        while self.stack:
            if abs(line.x0 - self.stack[-1][1]) <= 3:
                return len(self.stack)
            self.stack.pop()
        return 0


def _right_edges(lines: Sequence[Line], body: Body) -> dict[int, float]:
    """For each line how far the lines of its run reach: lines of one size that follow each other closely."""
    edges: dict[int, float] = {}
    run: list[Line] = []

    def close() -> None:
        if run:
            right = max(line.x1 for line in run)
            edges.update((id(line), right) for line in run)
            run.clear()

    for line in lines:
        if run:
            last = run[-1]
            distance = line.y - last.y
            if not 0 < distance <= (body.leading + _GAP) * line.size or abs(last.size - line.size) > _SIZE_CHANGE:
                close()
        run.append(line)
    close()
    return edges
