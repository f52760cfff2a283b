"""Text and blocks on their way from the tree to Markdown.

Text is collected in pieces until a block ends, and then is one of the blocks; the marks of ids that were met wait for
the next text that can hold them.
"""

from __future__ import annotations

from dataclasses import dataclass

from scrapepy.convert.anchors import CODED
from scrapepy.convert.render_inline import resolve_marks
from scrapepy.convert.white_space import fold, fold_spaces
from scrapepy.model.template import ANCHOR_CLOSE, ANCHOR_OPEN
from scrapepy.web.escape import BLOCK_STARTS, escape_line_start

TEXT, HEADING, LIST, CODE, QUOTE, TABLE, HTML, RULE = range(8)
"""Kinds of block."""
Block = tuple[int, str]
_WITHOUT_TEXT = frozenset({CODE, HTML, TABLE})
"""Blocks that cannot hold a mark at their beginning."""

LABEL = f"{ANCHOR_OPEN}l{ANCHOR_CLOSE}"
"""Mark in a bold line that the renderer wrote itself (a caption, a tab's label): no heading in disguise."""


def anchor(identifier: str, flag: str = "p") -> str:
    """The mark of an element's id, read by :mod:`scrapepy.convert.anchors`."""
    if not identifier.isalnum():
        for character, coded in CODED:
            if character in identifier:
                identifier = identifier.replace(character, coded)
    return f"{ANCHOR_OPEN}{flag}{identifier}{ANCHOR_CLOSE}"


def split_marks(text: str) -> tuple[str, str]:
    """The marks at the beginning of a text, and the rest."""
    end = 0
    while text.startswith(ANCHOR_OPEN, end):
        end = text.index(ANCHOR_CLOSE, end) + 1
    return text[:end], text[end:]


@dataclass(slots=True)
class Format:
    """An inline element that is open: its marks and where in ``pieces`` it began."""

    opening: str
    closing: str
    start: int


class Flow:
    """Where text and blocks go at the moment: a page, or a list item, cell or quote that is rendered apart."""

    __slots__ = ("blocks", "formats", "pieces")

    def __init__(self, formats: list[Format]) -> None:
        self.pieces: list[str] = []
        self.blocks: list[Block] = []
        self.formats = formats


class Collector:
    """What has been rendered so far."""

    def __init__(self) -> None:
        self.flow = Flow([])
        self.pieces = self.flow.pieces
        self.blocks = self.flow.blocks
        self.pending: list[str] = []
        """Marks of ids that wait for the next text."""
        self.line_break = "\\\n"
        """What ``br`` becomes: a hard break in paragraphs, something that needs no line in headings and cells."""

    def flush(self) -> None:
        """End the paragraph that is being collected."""
        pieces = self.pieces
        if not pieces:
            return
        if self.flow.formats:
            self._close_formats()
        text = pieces[0] if len(pieces) == 1 else "".join(pieces)
        pieces.clear()
        if "\n" in text or "\t" in text or "\f" in text or "  " in text:
            text = fold(text)
        if "\x00" in text:
            text = resolve_marks(text)
            if "  " in text:
                text = fold_spaces(text)
        text = text.strip(" \n\xa0")
        if not text:
            return
        if "\n" not in text:
            if text.isspace():
                return
            if text[0] != "$" or self.line_break != "\\\n":  # most paragraphs: one line, no formula
                if text[0] in BLOCK_STARTS and self.line_break == "\\\n":
                    text = escape_line_start(text)
                if self.pending:
                    text = "".join(self.pending) + text
                    self.pending.clear()
                self.blocks.append((TEXT, text))
                return
        elif "\xa0" in text:
            text = "\n".join(line if line.strip() else "" for line in text.split("\n")).strip("\n")
        if not text or text.isspace():
            return
        if self.line_break != "\\\n":
            if "\n" in text:
                text = text.replace("\n\n", self.line_break).replace("\n", self.line_break)
            self.emit(TEXT, text)
        elif "\n" in text:
            for paragraph in text.split("\n\n"):
                lines = [escape_line_start(line.strip(" ")) for line in paragraph.split("\n")]
                self.emit(TEXT, "\\\n".join(line for line in lines if line))
        elif text[:2] == "$$" and text[-2:] == "$$" and text.count("$$") == 2 and len(text) > 4:
            self.emit(CODE, f"$$\n{text[2:-2]}\n$$")
        else:
            self.emit(TEXT, escape_line_start(text))

    def _close_formats(self) -> None:
        """A block ends inside of emphasis: close the marks here, and let them begin again in the next block."""
        pieces = self.pieces
        for open_format in reversed(self.flow.formats):
            pieces.insert(open_format.start, open_format.opening)
            pieces.append(open_format.closing)
            open_format.start = 0

    def emit(self, kind: int, text: str) -> None:
        """Add a block; the marks that wait for text are put where they disturb nothing."""
        if not text:
            return
        pending = self.pending
        if pending:
            if kind == TEXT:
                text = "".join(pending) + text
                pending.clear()
            elif kind in _WITHOUT_TEXT:
                self._place_pending()
        self.blocks.append((kind, text))

    def _place_pending(self) -> None:
        """Put waiting marks before a block that cannot hold them: at the end of the last text, or alone."""
        if self.blocks:
            kind, text = self.blocks[-1]
            if kind in (TEXT, HEADING):
                self.blocks[-1] = kind, text + "".join(self.pending)
            else:
                self.blocks.append((TEXT, "".join(self.pending)))
            self.pending.clear()

    def enter(self) -> Flow:
        """Begin to render apart; give the result to :meth:`leave`."""
        outer = self.flow
        formats = [Format(each.opening, each.closing, 0) for each in outer.formats] if outer.formats else []
        self.flow = flow = Flow(formats)
        self.pieces, self.blocks = flow.pieces, flow.blocks
        return outer

    def leave(self, outer: Flow) -> list[Block]:
        """End what :meth:`enter` began and give its blocks."""
        if self.pieces:
            self.flush()
        blocks = self.blocks
        self.flow = outer
        self.pieces, self.blocks = outer.pieces, outer.blocks
        return blocks
