"""What repeats on the pages and is no part of the text: running heads, page numbers, lines of a table of contents."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Sequence

from scrapepy.pdf.style import Body, body_of, lines_of
from scrapepy.pdf.values import Figure, Item, Line, ReadPage

_EDGE = 0.1
_OFTEN = 0.4
_FEWEST = 3
_MOST_LINES = 5
_LARGER = 2.5
_LEVEL = 4.0
"""Points: lines that stand as high as each other."""
_DIGITS = re.compile(r"\d+")
_ROMAN = re.compile(r"(?=[ivxlcdm])m*(?:c[md]|d?c{0,3})(?:x[cl]|l?x{0,3})(?:i[xv]|v?i{0,3})", re.I)
_FOLIO = re.compile(
    r"[\W_]*(?:(?:page|seite|p\.|стр\.?|página)\s*)?(\d{1,4})(?:\s*(?:/|of|von|de|из)\s*\d{1,4})?[\W_]*", re.I
)
_LEADERS = re.compile(r"(?:[.·․…]\s*){6,}\s*\S{1,9}$")
_ENDS_IN_NUMBER = re.compile(r"\s(?:\d{1,4}|[ivxlc]{1,6})$")


def is_contents_line(text: str) -> bool:
    """True for a line of a table of contents: six or more leader dots and a number.

    >>> is_contents_line("2.1 Setup . . . . . . . . 17"), is_contents_line("and so on ... 17")
    (True, False)
    """
    return _LEADERS.search(text) is not None


def without_running(pages: Sequence[ReadPage]) -> int:
    """Take out of the pages what repeats at their edges; answers how many lines went."""
    edges: dict[int, list[Line]] = {page.number: _edge_lines(page) for page in pages}
    total = sum(1 for page in pages if page.items)
    often = max(_FEWEST, _OFTEN * total)
    texts: dict[str, list[tuple[int, float, str]]] = defaultdict(list)
    starts: dict[str, set[int]] = defaultdict(set)
    heights: Counter[int] = Counter()
    alone: Counter[int] = Counter()
    apart = {id(line) for page in pages for line in _apart(page, edges[page.number])}
    for number, lines in edges.items():
        for line in lines:
            texts[_key(line.text)].append((number, line.y, line.text))
            for part in _ends(line.text):
                starts[part].add(number)
        heights.update({round(line.y / 2) for line in lines})
        alone.update({round(line.y / 2) for line in lines if id(line) in apart})
    body = body_of(lines_of(pages))
    offsets: Counter[int] = Counter()
    for number, lines in edges.items():
        offsets.update({value - number for line in lines for value in _numbers(line.text)})
    folio = {offset for offset, count in offsets.items() if count >= max(_FEWEST, 0.2 * total)}
    heights_of = {page.number: page.height for page in pages}
    first = min(edges, default=1)
    largest = max((line.size for line in lines_of(pages[:1])), default=0.0)
    gone: set[int] = set()
    numbers: set[int] = set()
    for number, lines in edges.items():
        for line in lines:
            seen = len({page for page, y, _ in texts[_key(line.text)] if abs(y - line.y) < _LEVEL})
            y = round(line.y / 2)
            usual = max(heights[y], heights[y - 1] + heights[y], heights[y] + heights[y + 1]) >= often
            is_folio = any(value - number in folio for value in _numbers(line.text))
            is_inner = (
                _EDGE * heights_of[number] < line.y - 0.7 * line.size and line.y < (1 - _EDGE) * heights_of[number]
            )
            if is_inner and not is_folio:
                continue  # a number far from the edge counts only where the pages are numbered so
            if _is_page_number(line.text, is_folio, usual):
                if is_folio or line.mono < 0.9 or body.mono:
                    numbers.add(id(line))
            elif seen >= often:
                is_title = number == first and line.size >= largest and line.y < 0.5 * heights_of[number]
                if not _is_large(line, body) or not (is_title or _is_counted(texts[_key(line.text)], folio)):
                    gone.add(id(line))
            elif usual and id(line) in apart and alone[y] >= 0.8 * heights[y] and line.size <= body.size + 0.5:
                # The outermost line, by itself, where such lines stand on most pages: heads that name the chapter.
                alike = max([seen + 1, *(len(starts[part]) for part in _ends(line.text))])
                if alike >= _FEWEST or is_folio:
                    gone.add(id(line))
    for page in pages:
        gone -= _part_of_the_text(page, gone | numbers, body)
    gone |= numbers
    removed = 0
    for page in pages:
        kept: list[Item] = [item for item in page.items if id(item) not in gone]
        removed += len(page.items) - len(kept)
        page.items = kept
    _without_repeated_pictures(pages)
    return removed


def _part_of_the_text(page: ReadPage, gone: Container[int], body: Body) -> set[int]:
    """Of the lines that are to go those that the text goes on from in the same style: it only begins alike."""
    lines = sorted((item for item in page.items if isinstance(item, Line)), key=_y)
    kept: set[int] = set()
    for ordered in (lines, lines[::-1]):
        chain: list[Line] = []
        for line in ordered:
            if id(line) in gone:
                chain.append(line)
                continue
            if chain:
                last = chain[-1]
                is_close = abs(line.y - last.y) < 1.35 * body.leading * max(last.size, line.size)
                is_alike = abs(line.size - last.size) < 0.4 and line.face == last.face
                level = abs(line.y - last.y) < 2
                if (is_close and is_alike and not level) or len(chain) > _MOST_LINES:
                    kept |= {id(one) for one in chain}
            break
    return kept


def _is_large(line: Line, body: Body) -> bool:
    """True for the size of a heading: on the first page it is the title, though each page repeats it."""
    return line.size >= body.size + _LARGER


def _is_counted(alike: Sequence[tuple[int, float, str]], folio: Container[int]) -> bool:
    """True for "Part 1", "Part 2" …: lines that differ in their number alone, which is not that of the page."""
    numbered = sum(any(value - page in folio for value in _numbers(text)) for page, _, text in alike)
    return len({text for _, _, text in alike}) > 0.8 * len(alike) and numbered < 0.5 * len(alike)


def _apart(page: ReadPage, edge: Sequence[Line]) -> list[Line]:
    """Lines at the edge that no other line stands close to, above or below."""
    lines = [item for item in page.items if isinstance(item, Line)]
    return [
        line
        for line in edge
        if not any(
            other is not line and 1 < abs(other.y - line.y) < 1.6 * max(other.size, line.size) for other in lines
        )
    ]


def _ends(text: str) -> set[str]:
    """How a line begins and ends: a changing head often keeps one of them."""
    words = _key(text).split()
    return {" ".join(words[:2]), "\0" + " ".join(words[-2:])} if len(words) > 2 else set()


def _edge_lines(page: ReadPage) -> list[Line]:
    low, high = _EDGE * page.height, (1 - _EDGE) * page.height
    lines = [item for item in page.items if isinstance(item, Line)]
    found = [line for line in lines if line.y <= low or line.y - line.size * 0.7 >= high]
    for outer in (min(lines, key=_y, default=None), max(lines, key=_y, default=None)):
        # A wide margin: the first or last line stands at the edge too, if it is numbered.
        if outer is not None and all(outer is not line for line in found) and _numbers(outer.text):
            found += [outer] if not 2 * low < outer.y < page.height - 2 * low else []
    return found


def _y(line: Line) -> float:
    return line.y


def _key(text: str) -> str:
    return " ".join(_DIGITS.sub("", text).split()).casefold()


def _numbers(text: str) -> set[int]:
    """The numbers that a line begins and ends with."""
    words = text.split()
    return {
        int(bare) for word in words[:1] + words[-1:] if (bare := word.strip("-–—.[]()|")).isdigit() and len(bare) < 5
    }


def _is_page_number(text: str, is_folio: bool, usual: bool) -> bool:
    """True for a bare page number: an arabic one, or a roman one where lines use to stand."""
    match = _FOLIO.fullmatch(text)
    if match:
        return True
    bare = text.strip(" -–—.[]()")
    return bool(bare) and _ROMAN.fullmatch(bare) is not None and (usual or len(bare) > 1 or bare.islower())


def without_contents(pages: Iterable[ReadPage]) -> int:
    """Take out the lines of tables of contents, and what stands between them that ends in a number as well."""
    removed = 0
    for page in pages:
        lines = [item for item in page.items if isinstance(item, Line)]
        dotted = [is_contents_line(line.text) for line in lines]
        linked = [_is_linked_entry(line) for line in lines]
        count = sum(dotted)
        if not count and sum(linked) < max(5, 0.5 * len(lines)):
            continue
        gone = {id(line) for line, is_it in zip(lines, dotted, strict=True) if is_it}
        if sum(linked) >= 3:
            gone |= {id(line) for line, is_it in zip(lines, linked, strict=True) if is_it}
        if count >= 4:
            for index, line in enumerate(lines):
                near = any(dotted[max(0, index - 2) : index]) and any(dotted[index + 1 : index + 3])
                chapter = _ENDS_IN_NUMBER.search(line.text) and any(dotted[max(0, index - 2) : index + 3])
                if not dotted[index] and (near or chapter) and len(line.text) < 120:
                    gone.add(id(line))
        removed += len(gone)
        page.items = [item for item in page.items if id(item) not in gone]
    return removed


def _is_linked_entry(line: Line) -> bool:
    """True for a line that as a whole leads to a place in the file, and ends in a number: an entry of the contents."""
    if not _ENDS_IN_NUMBER.search(line.text):
        return False
    return sum(span.end - span.start for span in line.spans if span.target is not None and span.target.page) >= (
        0.6 * len(line.text)
    )


def _without_repeated_pictures(pages: Sequence[ReadPage]) -> None:
    """A logo on every page is no picture of the text."""
    seen: Counter[object] = Counter()
    for page in pages:
        seen.update({_picture_key(item) for item in page.items if isinstance(item, Figure)})
    often = max(_FEWEST, _OFTEN * len(pages))
    for page in pages:
        page.items = [
            item for item in page.items if not (isinstance(item, Figure) and seen[_picture_key(item)] >= often)
        ]


def _picture_key(figure: Figure) -> object:
    return (figure.picture.pixels, tuple(round(edge) for edge in figure.picture.box))
