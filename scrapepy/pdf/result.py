"""What goes into the conversion of a PDF and what comes out of it: values, without the libraries that do it."""

from __future__ import annotations

from dataclasses import dataclass, field

from scrapepy.model.document import Metadata
from scrapepy.model.template import Template


@dataclass(frozen=True, slots=True)
class PdfOptions:
    """How a PDF is converted."""

    outline: bool = True
    """False: headings from styles, whatever the bookmarks say."""
    fill_down: bool = True
    """Repeat a merged value of a table's first column in each of its rows."""
    images: bool = True
    image_folder: str = "images"
    """The folder of the images as the Markdown writes it, percent-encoded, without a slash at its end."""


@dataclass(frozen=True, slots=True)
class Image:
    """A picture of the file: its name in the folder of images, and its bytes."""

    name: str
    data: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Counts:
    """What was found, for ``--explain`` and the benchmark."""

    pages: int = 0
    bookmarks: int = 0
    headings_from_bookmarks: int = 0
    headings_from_style: int = 0
    tables_found: int = 0
    tables: int = 0
    """In the Markdown: parts on several pages are one."""
    running_lines: int = 0
    contents_lines: int = 0
    left_out_words: int = 0
    """Those of both."""
    images: int = 0


@dataclass(frozen=True, slots=True)
class PdfDocument:
    """A PDF as Markdown with slots for its links."""

    body: Template
    metadata: Metadata
    pages: tuple[tuple[int, int], ...]
    """Offset in the body, and the page of what begins there."""
    anchors: dict[str, str]
    """``page=N`` and where it leads in the Markdown."""
    images: tuple[Image, ...] = ()
    counts: Counts = field(default_factory=Counts)
