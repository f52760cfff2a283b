"""The blocks of a document, before they are written as Markdown."""

from __future__ import annotations

from dataclasses import dataclass, field

from scrapepy.pdf.values import Figure, Grid, Line


@dataclass(slots=True)
class Head:
    """A heading."""

    lines: list[Line]
    level: int
    page: int
    title: str = ""


@dataclass(slots=True)
class Text:
    """A paragraph. ``depth`` is that of the list item that it goes on, 0 outside lists."""

    lines: list[Line]
    page: int
    depth: int = 0
    is_label: bool = False


@dataclass(slots=True)
class ListEntry:
    """The first paragraph of a list's item. ``marker`` is its number with its dot, or empty for a bullet."""

    lines: list[Line]
    page: int
    depth: int
    marker: str
    skip: int
    """Characters of the first line that are the bullet or number."""


@dataclass(slots=True)
class Code:
    """Lines of one width a letter; ``gaps`` are the indexes of lines that a blank line stands before."""

    lines: list[Line]
    page: int
    gaps: set[int] = field(default_factory=set)
    depth: int = 0


@dataclass(slots=True)
class Note:
    """A footnote: ``mark`` as it stands in the text, ``label`` as the Markdown calls it."""

    lines: list[Line]
    page: int
    mark: str
    label: str


@dataclass(slots=True)
class TableBlock:
    """A table, perhaps over several pages."""

    grid: Grid
    page: int


@dataclass(slots=True)
class ImageBlock:
    """A picture."""

    figure: Figure
    page: int


@dataclass(slots=True)
class Rows:
    """A matrix, or equations: rows of a text in which blanks and line ends matter."""

    rows: list[str]
    page: int
    depth: int = 0


Block = Head | Text | ListEntry | Code | Rows | Note | TableBlock | ImageBlock
