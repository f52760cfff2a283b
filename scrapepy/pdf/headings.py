"""Which lines are headings: those that bookmarks name, and those that look like them."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from scrapepy.pdf.style import Body, Style, lines_of, style_of
from scrapepy.pdf.values import Bookmark, Line, ReadPage

LARGER = 1.5
"""Points above the body's size from which a line may be a heading without a bookmark."""
LONGEST = 100
_BOLD = 0.9
_TWICE = 2
_LEVELS = 3
_MOST_WRAPPED = 4
_LABEL = re.compile(r"\w{3,12}\.?\s+(?:\d{1,3}|[A-Z]|[IVXLC]{1,6})[.:]?|第.{1,4}[章部]")
_WORD_OF_LABEL = re.compile(r"[^\W_]{1,14}")
_NUMBERING = re.compile(r"^(?:\w{3,12}\s+)?(?:[A-Z]|\d{1,3}|[IVXLC]{1,5})(?:\.\d{1,3})*[.):]?\s+(?=\S)")
_LETTER = re.compile(r"[^\W\d_]")
_NO_WORD = re.compile(r"[\W_]+")
_BULLET = re.compile(r"^[•‣▪◦●○■□–—\-*·∙➢►▶✓❖◆→»]\s")


@dataclass(slots=True)
class Heading:
    """The lines of a heading (a long one wraps) and its level from 1."""

    lines: list[Line]
    level: int
    from_bookmark: bool = False
    title: str = ""
    """As the bookmark writes it."""


@dataclass(slots=True)
class Headings:
    """What was found; ``by_line`` knows every line of a heading."""

    found: list[Heading] = field(default_factory=list)
    by_line: dict[int, Heading] = field(default_factory=dict)
    document_title: str = ""

    def add(self, heading: Heading) -> None:
        """Enter a heading."""
        self.found.append(heading)
        for line in heading.lines:
            self.by_line[id(line)] = heading


def find_headings(pages: Sequence[ReadPage], bookmarks: Sequence[Bookmark], body: Body, title: str = "") -> Headings:
    """The headings of a file, in the order of its lines. ``title`` is what its metadata call it."""
    lines = lines_of(pages)
    headings = Headings()
    if bookmarks:
        _match(pages, bookmarks, body, headings)
    if headings.found:
        _of_the_same_style(lines, body, headings)
    else:
        _by_style(lines, body, headings)
    _find_title(lines, body, headings, title)
    order = {id(line): index for index, line in enumerate(lines)}
    headings.found.sort(key=lambda heading: order[id(heading.lines[0])])
    _settle_levels(headings)
    return headings


# bookmarks -------------------------------------------------------------------------------------------------------


def _match(pages: Sequence[ReadPage], bookmarks: Sequence[Bookmark], body: Body, headings: Headings) -> None:
    by_page: dict[int, list[Line]] = {page.number: lines_of((page,)) for page in pages}
    for bookmark in bookmarks:
        wanted = _forms(bookmark.title)
        best: tuple[float, list[Line]] | None = None
        for number in (bookmark.page, bookmark.page + 1):
            lines = by_page.get(number, [])
            for index, line in enumerate(lines):
                if id(line) in headings.by_line:
                    continue
                run = _run(lines, index, wanted)
                if run is None:
                    continue
                place = bookmark.top if bookmark.top is not None else 0.0
                far = abs(line.y - place) / 40 if bookmark.top is not None and number == bookmark.page else 3.0
                far -= 4 * min(1.0, max(0.0, line.size - body.size) / 3) + 2 * (line.bold >= _BOLD)
                if best is None or far < best[0]:
                    best = (far, run)
            if best is not None:
                break
        if best is not None:
            run = best[1]
            label = _label_above(by_page[run[0].page], run[0], headings)
            headings.add(Heading([*label, *run], bookmark.level, True, bookmark.title))


def _plain(text: str) -> str:
    return _NO_WORD.sub("", text).casefold()


def _forms(text: str) -> frozenset[str]:
    """A title with and without its number, letters only."""
    forms = {_plain(text), _plain(_NUMBERING.sub("", text))}
    return frozenset(form for form in forms if form) or frozenset({text.strip()})


def _run(lines: Sequence[Line], index: int, wanted: frozenset[str]) -> list[Line] | None:
    """The lines from ``index`` that say the title, if they do."""
    text = ""
    run: list[Line] = []
    first = lines[index]
    for line in lines[index : index + _MOST_WRAPPED]:
        if run and (abs(line.size - first.size) > 0.6 or line.y - run[-1].y > 2.2 * line.size or line.y < run[-1].y):
            return None
        part = line.text
        text = text[:-1] + part if text.endswith("-") else f"{text} {part}".strip()
        run.append(line)
        plain = _plain(text)
        forms = _forms(text)
        if forms & wanted or (not plain and text.strip() in wanted):
            return run
        if not any(title.startswith(form) for title in wanted for form in forms):
            return None
    return None


def _label_above(lines: Sequence[Line], first: Line, headings: Headings) -> list[Line]:
    """The line "Chapter 3" directly above the title of the chapter; also as two lines, one word each."""
    index = next(i for i, line in enumerate(lines) if line is first)
    if not index:
        return []
    above = lines[index - 1]
    is_near = 0 < first.y - above.y < 5 * first.size and above.size > 0.6 * first.size
    is_styled = above.face == first.face or abs(above.size - first.size) < 0.6
    if not is_near or not is_styled or id(above) in headings.by_line:
        return []
    if _LABEL.fullmatch(above.text.strip()):
        return [above]
    if index == 2 and all(_is_word_of_label(line, first) for line in lines[:2]) and lines[0].y < above.y:
        return [lines[0], above]
    return []


def _is_word_of_label(line: Line, title: Line) -> bool:
    """True for one bold word at the edge at which the title stands."""
    is_aligned = min(abs(line.x1 - title.x1), abs(line.x0 - title.x0)) < 2
    return (
        is_aligned
        and line.bold >= _BOLD
        and line.face == title.face
        and _WORD_OF_LABEL.fullmatch(line.text) is not None
    )


def _of_the_same_style(lines: Sequence[Line], body: Body, headings: Headings) -> None:
    """Lines that look like headings with a bookmark, and have none."""
    levels: dict[Style, Counter[int]] = defaultdict(Counter)
    for heading in headings.found:
        levels[style_of(heading.lines[-1])][heading.level] += 1
    styles = {style: min(count, key=lambda level: (-count[level], level)) for style, count in levels.items()}
    plain = {style for style in styles if _is_body(style, body)}
    usual = Counter(style_of(line) for line in lines)
    for style in list(styles):
        named = sum(levels[style].values())
        if style in plain or (abs(style.size - body.size) < LARGER and usual[style] > 6 * named + 6):
            del styles[style]
    for run in _runs(lines, styles, headings):
        headings.add(Heading(run, styles[style_of(run[0])]))


def _is_body(style: Style, body: Body) -> bool:
    return style.size <= body.size + 0.5 and not (style.bold and not body.bold)


# styles ----------------------------------------------------------------------------------------------------------


def _by_style(lines: Sequence[Line], body: Body, headings: Headings) -> None:
    """Without bookmarks: larger lines and bold lines, of the three most prominent styles that are seen twice."""
    candidates = {
        style
        for style in {style_of(line) for line in lines}
        if style.size >= body.size + LARGER or (style.bold and not body.bold and style.size >= body.size - 0.5)
    }
    runs = _runs(lines, dict.fromkeys(candidates, 1), headings)
    seen = Counter(_rank(style_of(run[0])) for run in runs)
    ranks = sorted((rank for rank, count in seen.items() if count >= _TWICE), reverse=True)[:_LEVELS]
    level = {rank: index for index, rank in enumerate(ranks, 1)}
    for run in runs:
        rank = _rank(style_of(run[0]))
        if rank in level:
            headings.add(Heading(run, level[rank]))


def _rank(style: Style) -> tuple[float, bool]:
    return (style.size, style.bold)


def _runs(lines: Sequence[Line], styles: dict[Style, int], headings: Headings) -> list[list[Line]]:
    """Lines of these styles that read as headings; those that follow each other closely in one style are one."""
    runs: list[list[Line]] = []
    neighbours = [None, *lines, None]
    for index, line in enumerate(lines):
        style = style_of(line)
        if style not in styles or id(line) in headings.by_line or line.mono >= 0.9:
            continue
        previous = neighbours[index]
        if runs and runs[-1][-1] is previous and style_of(runs[-1][-1]) == style and _is_close(runs[-1][-1], line):
            runs[-1].append(line)
        elif previous is None or not _flows(previous, line) or style_of(previous) != style:
            runs.append([line])
    following = {id(line): below for line, below in pairwise(lines)}
    return [
        run
        for run in runs
        if len(run) <= _MOST_WRAPPED and _reads_as_heading(run) and not _runs_on(run[-1], following.get(id(run[-1])))
    ]


def _runs_on(line: Line, below: Line | None) -> bool:
    """True for a bold line of a paragraph: it fills its column, and the next one follows closely in the same size."""
    if below is None or below.page != line.page or abs(below.size - line.size) > 0.6:
        return False
    is_full = line.right - line.x1 < 2.5 * line.size
    return 0 < below.y - line.y <= 1.5 * line.size and (is_full or below.text[:1].islower())


def _is_close(above: Line, below: Line) -> bool:
    return above.page == below.page and 0 < below.y - above.y <= 1.6 * below.size


def _flows(above: Line, below: Line) -> bool:
    return _is_close(above, below) and above.bold >= _BOLD and below.bold >= _BOLD


def _reads_as_heading(run: Sequence[Line]) -> bool:
    text = " ".join(line.text for line in run).strip()
    if not text or len(text) > LONGEST or text[-1] in ".,;" or not _LETTER.search(text):
        return False
    return not _BULLET.match(text) and not text[0].islower()


# levels ----------------------------------------------------------------------------------------------------------


def _find_title(lines: Sequence[Line], body: Body, headings: Headings, title: str) -> None:
    """The file's own title on its first page: the largest line there, where none of the headings is larger."""
    if not lines:
        return
    first = [line for line in lines if line.page == lines[0].page]
    largest = max(line.size for line in first)
    if largest < body.size + LARGER:
        return
    wanted = _plain(title)
    run: list[Line] = []
    for line in first:
        if abs(line.size - largest) < 0.6 and (
            not run or _is_close(run[-1], line) or line.y - run[-1].y < 2.5 * line.size
        ):
            run.append(line)
        elif run:
            break
    text = " ".join(line.text for line in run)
    known = [headings.by_line[id(line)] for line in run if id(line) in headings.by_line]
    if known:
        headings.document_title = text if wanted and _plain(text) == wanted else headings.document_title
        return
    if len(text) > 200 or not _LETTER.search(text):
        return
    others = [heading for heading in headings.found if heading.lines[0].size > largest + 0.6]
    if others and _plain(text) != wanted:
        return
    headings.document_title = text
    headings.add(Heading(run, 0))


def _settle_levels(headings: Headings) -> None:
    """One main heading: all others go one level down where the file has a title, or a first heading of its own."""
    has_title = any(heading.level == 0 for heading in headings.found)
    tops = sum(1 for heading in headings.found if heading.level == 1)
    for heading in headings.found:
        heading.level = min(6, heading.level + 1 if has_title else heading.level)
    if not has_title and tops == 0 and headings.found:
        least = min(heading.level for heading in headings.found)
        for heading in headings.found:
            heading.level -= least - 1
