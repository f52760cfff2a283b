"""Blocks → Markdown with slots, and the page on which each stretch of it stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from scrapepy.model.template import LINK_OPEN, slot
from scrapepy.model.url import Reference, Role
from scrapepy.pdf.blocks import Block, Code, Head, ImageBlock, ListEntry, Note, Rows, TableBlock, Text
from scrapepy.pdf.displays import is_table_of_numbers
from scrapepy.pdf.hyphens import Vocabulary, mended
from scrapepy.pdf.inline import Joined, joined, written
from scrapepy.pdf.stitch import plain_rows
from scrapepy.pdf.values import Line, Target
from scrapepy.web.canonical import canonical
from scrapepy.web.escape import escape_line_start, escape_plain, longest_run
from scrapepy.web.slug import Slugger

PAGE_ID = "page="
"""Pages are anchors under the name that viewers of PDFs know: ``manual.pdf#page=12``."""

_PIPE = re.compile(r"(?<!\\)\|")
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.I)
_FRAGMENT_UNSAFE = re.compile(r"[\s()<>\[\]]")


@dataclass(slots=True)
class Written:
    """The Markdown of a file."""

    text: str
    references: tuple[Reference, ...]
    pages: tuple[tuple[int, int], ...]
    """Offset in the text, and the page (from 1) of what begins there."""
    slugs: dict[str, str]
    """``page=N`` → the anchor that stands for it."""
    tables: int


@dataclass(slots=True)
class Writer:
    """Writes the blocks of one file. ``image_href`` names the file of a picture, if there is one."""

    words: Vocabulary
    image_href: Callable[[ImageBlock], str | None]
    fill_down: bool = True
    references: list[Reference] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)
    length: int = 0
    pages: list[tuple[int, int]] = field(default_factory=list)
    page: int = 1
    tables: int = 0
    _slots: dict[str, int] = field(default_factory=dict)
    _notes: dict[tuple[int, str], str] = field(default_factory=dict)
    _places: dict[int, list[tuple[float, str]]] = field(default_factory=dict)
    _known: frozenset[int] = frozenset()
    _in_list: bool = False
    _is_numbered: bool = False

    def write(self, blocks: Sequence[Block], page_count: int) -> Written:
        """All of it."""
        self._notes = {(block.page, block.mark): block.label for block in blocks if isinstance(block, Note)}
        self._known = frozenset(range(2, page_count + 1))
        slugger = Slugger()
        for block in blocks:
            if isinstance(block, Head):
                text = self._heading_text(block)
                slug = slugger.slug(_without_escapes(text))
                self._places.setdefault(block.page, []).append((block.lines[0].y, slug))
        for block in blocks:
            self._turn_to(block.page)
            self._block(block)
        self._turn_to(page_count)
        text = "".join(self.parts)
        slugs = {f"{PAGE_ID}{number}": f"{PAGE_ID}{number}" for number in self._known}
        return Written(text, tuple(self.references), tuple(self.pages), slugs, self.tables)

    # blocks --------------------------------------------------------------------------------------------------------

    def _turn_to(self, page: int) -> None:
        """Anchors of the pages that begin before the next block."""
        if page <= self.page:
            return
        anchors = "".join(f'<a id="{PAGE_ID}{number}"></a>' for number in range(self.page + 1, page + 1))
        if self._in_list:
            self._put("\n")
            self._in_list = False
        self._mark(page, self.length)
        self._put(anchors + "\n\n")
        self.page = page

    def _mark(self, page: int, offset: int) -> None:
        """Note where a page begins, the first time that something of it comes."""
        if page > (self.pages[-1][1] if self.pages else 1):
            self.pages.append((offset, page))

    def _put(self, text: str) -> None:
        self.parts.append(text)
        self.length += len(text)

    def _block(self, block: Block) -> None:
        if self._in_list and not isinstance(block, ListEntry) and not getattr(block, "depth", 0):
            self._put("\n")
            self._in_list = False
        match block:
            case Head():
                self._put(f"{'#' * max(1, block.level)} {self._heading_text(block)}\n\n")
            case Text():
                self._text(block)
            case ListEntry():
                self._entry(block)
            case Code():
                self._code(block)
            case Rows():
                self._fence(block.rows, block.depth)
            case Note():
                text = joined(block.lines, self.words, len(block.mark))
                self._put(f"[^{block.label}]: {self._inline(text, block.page).strip()}\n\n")
            case TableBlock():
                self._table(block)
            case ImageBlock():
                href = self.image_href(block)
                if href is not None:
                    self._put(f"![Image on page {block.page}]({href})\n\n")

    def _heading_text(self, block: Head) -> str:
        text = mended([line.text for line in block.lines], self.words)
        return escape_plain(" ".join(_without_sup(block.lines, text).split())).rstrip("# ")

    def _text(self, block: Text) -> None:
        text = joined(block.lines, self.words)
        body = escape_line_start(self._inline(text, block.page).strip())
        if block.is_label and len(block.lines) == 1 and not any(s.kind == "code" for s in text.spans):
            body = f"**{body}**"
        indent = "  " * block.depth if self._in_list else ""
        self._put_over_pages(indent + body + "\n\n", text, len(indent))

    def _entry(self, block: ListEntry) -> None:
        text = joined(block.lines, self.words, block.skip)
        marker = f"{block.marker} " if block.marker else "- "
        indent = "   " if block.marker else "  "
        body = self._inline(text, block.page).strip()
        if self._in_list and block.depth == 1 and bool(block.marker) is not self._is_numbered:
            self._put("\n")  # another list
        if block.depth == 1:
            self._is_numbered = bool(block.marker)
        self._in_list = True
        self._put_over_pages("  " * (block.depth - 1) + marker + body + "\n", text, len(indent))

    def _put_over_pages(self, markdown: str, text: Joined, before: int) -> None:
        """Write a paragraph, and note where in it another page begins: in proportion, since escaping moves letters."""
        start = self.length
        for offset, page in text.pages:
            share = offset / max(1, len(text.text))
            self._mark(page, start + before + int(share * (len(markdown) - before)))
        self._put(markdown)

    def _code(self, block: Code) -> None:
        left = min(line.x0 for line in block.lines)
        pitch = sorted(line.pitch for line in block.lines)[len(block.lines) // 2] or 5.0
        lines: list[str] = []
        for index, line in enumerate(block.lines):
            if index in block.gaps:
                lines.append("")
            lines.append(" " * max(0, round((line.x0 - left) / pitch)) + line.text.rstrip())
        fence = "`" * max(3, longest_run("\n".join(lines), "`") + 1)
        start = self.length
        indent = "  " * block.depth if self._in_list else ""
        rows = [fence, *lines, fence]
        if self._in_list and indent:
            self._put("\n")
        at = start + len(fence) + 1
        for line in block.lines:
            self._mark(line.page, at)
            at += len(line.text) + 1 + len(indent)
        self._put("\n".join(indent + row if row else row for row in rows) + "\n\n")

    def _fence(self, rows: Sequence[str], depth: int) -> None:
        fence = "`" * max(3, longest_run("\n".join(rows), "`") + 1)
        indent = "  " * depth if self._in_list else ""
        if indent:
            self._put("\n")
        self._put("\n".join(indent + row for row in (fence, *rows, fence)) + "\n\n")

    def _table(self, block: TableBlock) -> None:
        grid = block.grid
        rows = plain_rows(grid, self._cell_text, fill_down=self.fill_down)
        header, *body = [[_cell(text) for text in row] for row in rows]
        self.tables += 1
        self._put(f"| {' | '.join(header)} |\n|{' --- |' * len(header)}\n")
        skipped = len(grid.rows) - len(body)
        for index, row in enumerate(body):
            self._mark(grid.pages[index + skipped], self.length)
            self._put(f"| {' | '.join(row)} |\n")
        self._put("\n")

    def _cell_text(self, lines: Sequence[str]) -> str:
        return "\n".join(lines) if is_table_of_numbers(lines) else mended(lines, self.words)

    # inline --------------------------------------------------------------------------------------------------------

    def _inline(self, text: Joined, page: int) -> str:
        return written(text.text, text.spans, page, self._link, self._note_mark)

    def _note_mark(self, mark: str, page: int) -> str:
        label = self._notes.get((page, mark)) or self._notes.get((page + 1, mark))
        return f"[^{label}]" if label else f"<sup>{escape_plain(mark)}</sup>"

    def _link(self, text: str, target: Target) -> str:
        if target.page:
            anchor = self._anchor(target)
            return f"[{text}](#{anchor})" if anchor else text
        uri = _FRAGMENT_UNSAFE.sub(lambda match: f"%{ord(match[0]):02X}", target.uri)
        index = self._slots.get(uri)
        if index is None:
            fragment = uri.partition("#")[2] if "#" in uri else None
            url = canonical(uri) if _SCHEME.match(uri) else None
            index = self._slots[uri] = len(self.references)
            self.references.append(Reference(url, uri, fragment, Role.LINK))
        return f"{LINK_OPEN}[{text}]({slot(index)})"

    def _anchor(self, target: Target) -> str:
        """The heading that a place in the file shows, else its page."""
        if target.top is not None:
            near = [(abs(y - target.top), slug) for y, slug in self._places.get(target.page, ()) if slug]
            if near and min(near)[0] < 36:
                return min(near)[1]
        return f"{PAGE_ID}{target.page}" if target.page in self._known else ""


def _cell(text: str) -> str:
    return _PIPE.sub(r"\\|", escape_plain(text)).strip().replace("\n", "<br>")


def _without_sup(lines: Sequence[Line], text: str) -> str:
    for line in lines:
        for span in line.spans:
            if span.kind == "sup":
                mark = line.text[span.start : span.end]
                text = text.replace(line.text[: span.end], line.text[: span.start], 1) if mark else text
    return text


def _without_escapes(text: str) -> str:
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", text)
