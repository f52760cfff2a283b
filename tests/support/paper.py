"""A page that small PDFs are drawn on, with reportlab; heights are measured from the top."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import pairwise

from reportlab.pdfgen.canvas import Canvas

WIDTH, HEIGHT = 420.0, 595.0
LEFT = 50.0

PROSE = (
    "The quick brown fox jumps over the lazy dog and runs on. Every river finds its way to the sea, and every word "
    "its line. Sentences that are long enough go over several lines, as this one does, until they reach their end. "
)


class Paper:
    """A canvas that knows how far down it is; heights are measured from the top."""

    def __init__(self, **info: str) -> None:
        self.file = io.BytesIO()
        self.canvas = Canvas(self.file, pagesize=(WIDTH, HEIGHT), invariant=1)
        self.canvas.setTitle(info.get("title", ""))
        self.canvas.setAuthor(info.get("author", ""))
        self.y = 60.0

    def text(self, x: float, y: float, text: str, font: str = "Helvetica", size: float = 10) -> float:
        """A line at a place; answers where it ends."""
        self.canvas.setFont(font, size)
        self.canvas.drawString(x, HEIGHT - y, text)
        return x + self.canvas.stringWidth(text, font, size)

    def line(self, text: str, x: float = LEFT, font: str = "Helvetica", size: float = 10, step: float = 1.2) -> None:
        """The next line."""
        self.text(x, self.y, text, font, size)
        self.y += step * size

    def block(self, text: str, width: float = 320, x: float = LEFT, font: str = "Helvetica", size: float = 10) -> None:
        """A paragraph, and a gap behind it."""
        for line in wrapped(self.canvas, text, width, font, size):
            self.line(line, x, font, size)
        self.y += 8

    def heading(self, text: str, level: int | None = None, size: float = 16) -> None:
        """A bold line; with a level it has a bookmark."""
        self.y += 12
        if level is not None:
            key = f"k{id(text)}-{self.y}-{self.canvas.getPageNumber()}"
            self.canvas.bookmarkHorizontal(key, 0, HEIGHT - self.y + size)
            self.canvas.addOutlineEntry(text, key, level)
        self.line(text, font="Helvetica-Bold", size=size, step=1.5)

    def grid(self, xs: list[float], ys: list[float], skip: tuple[tuple[str, int, int], ...] = ()) -> None:
        """Ruling lines between those edges; ``skip``: ("v", edge, row) and ("h", edge, column) are not drawn."""
        for index, x in enumerate(xs):
            for row, (top, bottom) in enumerate(pairwise(ys)):
                if ("v", index, row) not in skip:
                    self.canvas.line(x, HEIGHT - top, x, HEIGHT - bottom)
        for index, y in enumerate(ys):
            for column, (left, right) in enumerate(pairwise(xs)):
                if ("h", index, column) not in skip:
                    self.canvas.line(left, HEIGHT - y, right, HEIGHT - y)

    def table(self, xs: list[float], rows: list[list[str]], height: float = 20) -> None:
        """A plain ruled table."""
        ys = [self.y + height * index for index in range(len(rows) + 1)]
        self.grid(xs, ys)
        for top, row in zip(ys, rows, strict=False):
            for x, cell in zip(xs, row, strict=False):
                self.text(x + 4, top + 13, cell, size=9)
        self.y = ys[-1] + 20

    def page(self) -> None:
        """Turn to the next page."""
        self.canvas.showPage()
        self.y = 60.0

    def done(self) -> bytes:
        """The file."""
        self.canvas.save()
        return self.file.getvalue()


def wrapped(canvas: Canvas, text: str, width: float, font: str, size: float) -> Iterator[str]:
    """The lines of a paragraph."""
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if canvas.stringWidth(longer, font, size) > width and line:
            yield line
            line = word
        else:
            line = longer
    if line:
        yield line
