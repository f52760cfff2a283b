"""What the steps of reading a PDF hand to each other. Coordinates are points (1/72 inch) from the page's top left."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

LOST = "\ufffd"
"""Stands for a letter of a font that does not say which it draws."""


class FontFace(NamedTuple):
    """What a font looks like, as far as its name and its descriptor tell."""

    name: str
    bold: bool = False
    italic: bool = False
    mono: bool = False


class Glyph(NamedTuple):
    """One drawn character (a ligature may be several letters)."""

    text: str
    x0: float
    x1: float
    y: float
    """Of the baseline, from the top of the page."""
    size: float
    font: int
    """Index into the file's faces."""


class Rule(NamedTuple):
    """A drawn straight line; ``x0 == x1`` or ``top == bottom``."""

    x0: float
    top: float
    x1: float
    bottom: float


Box = tuple[float, float, float, float]
"""x0, top, x1, bottom."""


class Target(NamedTuple):
    """Where a link of the file leads: an address, or a place in the file itself."""

    uri: str = ""
    page: int = 0
    """From 1; 0 where ``uri`` is meant."""
    top: float | None = None
    """From the page's top edge, where the link says so."""


class Link(NamedTuple):
    """A rectangle that leads somewhere."""

    box: Box
    target: Target


class Picture(NamedTuple):
    """A drawn image: ``name`` is that of its resource."""

    name: str
    box: Box
    pixels: tuple[int, int]


class Bookmark(NamedTuple):
    """An entry of the outline; ``level`` from 1."""

    level: int
    title: str
    page: int
    top: float | None


@dataclass(frozen=True, slots=True)
class RawPage:
    """What stands on one page, nothing of it understood yet."""

    number: int
    """From 1."""
    width: float
    height: float
    glyphs: tuple[Glyph, ...]
    rules: tuple[Rule, ...] = ()
    pictures: tuple[Picture, ...] = ()
    links: tuple[Link, ...] = ()


class Word(NamedTuple):
    """Letters without a gap."""

    text: str
    x0: float
    x1: float
    y: float
    """Of the baseline."""
    size: float
    """Of most of its letters."""
    font: int
    mark: str = ""
    """A smaller mark that stands raised at its end (a footnote's number)."""
    glued: bool = False
    """True if no blank stands before it: a word of another font goes on."""


class Span(NamedTuple):
    """A stretch of a line's text that is more than text: ``kind`` is ``code``, ``sup`` or ``link``."""

    start: int
    end: int
    kind: str
    target: Target | None = None


class Gap(NamedTuple):
    """A wide gap in a line, and where in its text the word behind it begins."""

    x0: float
    x1: float
    at: int


@dataclass(slots=True)
class Line:
    """A line of one column."""

    text: str
    x0: float
    x1: float
    second: float
    """Left edge of its second word: where the text of a list's item begins."""
    y: float
    size: float
    bold: float
    """Share of its letters, 0 to 1."""
    mono: float
    italic: bool
    face: str
    """Name of the font of most letters, without its weight's sake."""
    page: int
    left: float
    """Left edge of its column."""
    right: float
    spans: tuple[Span, ...] = ()
    pitch: float = 0.0
    """Width of a letter where all are of one width."""
    gaps: tuple[Gap, ...] = ()
    """Those far wider than between words."""


@dataclass(slots=True)
class Cell:
    """A cell of a ruled table: lines of text; ``across`` and ``down`` are the columns and rows it takes."""

    lines: tuple[str, ...]
    across: int = 1
    down: int = 1
    ys: tuple[float, ...] = ()
    """The baselines of the lines."""


@dataclass(slots=True)
class Grid:
    """A ruled table. ``rows[r][c]`` is None where a cell of above or left reaches."""

    rows: list[list[Cell | None]]
    box: Box
    page: int
    edges: tuple[float, ...] = ()
    """The x of its columns' edges."""
    pages: list[int] = field(default_factory=list)
    """The page of each row."""
    last_page: int = 0


@dataclass(slots=True)
class Figure:
    """A picture in its place."""

    picture: Picture
    page: int


Item = Line | Grid | Figure


@dataclass(slots=True)
class ReadPage:
    """A page in reading order."""

    number: int
    width: float
    height: float
    items: list[Item]
    letters: int
    lost: int = 0
    """Letters of fonts that do not say which they are."""
