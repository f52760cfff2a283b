"""PDF → Markdown, the front door: bytes in, a document out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from scrapepy.model.document import Metadata
from scrapepy.model.template import Template
from scrapepy.pdf.blocks import Block, Head, ImageBlock, TableBlock
from scrapepy.pdf.door import PdfFile
from scrapepy.pdf.flow import blocks_of
from scrapepy.pdf.headings import find_headings
from scrapepy.pdf.hyphens import Vocabulary
from scrapepy.pdf.limits import MAX_IMAGE_BYTES, MAX_IMAGES, MIN_LETTERS, Unreadable
from scrapepy.pdf.markdown import Writer
from scrapepy.pdf.page import read_page
from scrapepy.pdf.result import Counts, Image, PdfDocument, PdfOptions
from scrapepy.pdf.running import without_contents, without_running
from scrapepy.pdf.stitch import stitched
from scrapepy.pdf.style import body_of, lines_of
from scrapepy.pdf.values import Line, ReadPage

_DATE = re.compile(r"(?:D:)?(\d{4})(\d{2})?(\d{2})?")
_NO_TITLE = re.compile(r"(?:untitled.*|.*\.(?:docx?|odt|rtf|tex|dvi|indd|qxd|fm|ps|eps|xml|html?|md|cgi))", re.I)
_MADE_BY = re.compile(r"^Microsoft (?:Word|PowerPoint|Excel) - ")


def _words(lines: Iterable[Line]) -> int:
    return sum(sum(1 for word in line.text.split() if any(map(str.isalnum, word))) for line in lines)


def convert_pdf(data: bytes, options: PdfOptions | None = None) -> PdfDocument:
    """A PDF as Markdown.

    Raises :class:`~scrapepy.pdf.limits.Unreadable` for files that cannot become Markdown: damaged, locked with a
    password, too long, or without a text layer.
    """
    options = options or PdfOptions()
    file = PdfFile(data)
    bookmarks = file.bookmarks() if options.outline else ()
    pages: list[ReadPage] = []
    for page in file.pages():
        pages.append(read_page(page, file.faces, pages[-1] if pages else None))
    _check_text(pages)
    before = _words(lines_of(pages))
    running = without_running(pages)
    contents = without_contents(pages)
    lines = lines_of(pages)
    body = body_of(lines)
    info = file.info()
    title = _title(info.get("Title", ""))
    headings = find_headings(pages, bookmarks, body, title)
    words = Vocabulary(lines)
    blocks = blocks_of(pages, headings, body)
    found = sum(1 for block in blocks if isinstance(block, TableBlock))
    blocks = _without_empty_contents(stitched(blocks), contents)
    shelf = _Shelf(file, options)
    written = Writer(words, shelf.href, options.fill_down).write(blocks, file.count)
    text = written.text.rstrip("\n") + "\n"
    heads = [block for block in blocks if isinstance(block, Head)]
    from_bookmarks = sum(1 for heading in headings.found if heading.from_bookmark)
    counts = Counts(
        pages=file.count,
        bookmarks=len(bookmarks),
        headings_from_bookmarks=from_bookmarks,
        headings_from_style=len(heads) - from_bookmarks,
        tables_found=found,
        tables=written.tables,
        running_lines=running,
        contents_lines=contents,
        left_out_words=before - _words(lines),
        images=len(shelf.images),
    )
    return PdfDocument(
        Template(text, written.references),
        _metadata(info, title or headings.document_title),
        written.pages,
        written.slugs,
        tuple(shelf.images),
        counts,
    )


def _check_text(pages: Sequence[ReadPage]) -> None:
    letters = sum(page.letters for page in pages)
    if letters < MIN_LETTERS * len(pages):
        raise Unreadable("has no text layer, only pictures of pages; run OCR first (ocrmypdf, for example)")
    if sum(page.lost for page in pages) > 0.3 * letters:
        raise Unreadable("has fonts that do not say which letters they draw; run OCR first (ocrmypdf, for example)")


def _without_empty_contents(blocks: Sequence[Block], contents: int) -> list[Block]:
    """Without the heading of a table of contents of which no line is left."""
    if not contents:
        return list(blocks)
    kept: list[Block] = []
    for index, block in enumerate(blocks):
        following = blocks[index + 1] if index + 1 < len(blocks) else None
        is_empty = isinstance(block, Head) and (isinstance(following, Head) or following is None)
        if is_empty and isinstance(block, Head) and isinstance(following, Head):
            is_empty = following.level <= block.level and following.page > block.page
        if not is_empty or not isinstance(block, Head) or block.title:
            kept.append(block)
    return kept


class _Shelf:
    """The pictures that the Markdown shows, as they are asked for."""

    def __init__(self, file: PdfFile, options: PdfOptions) -> None:
        self._file = file
        self._options = options
        self._size = 0
        self._known: dict[bytes, str] = {}
        self.images: list[Image] = []

    def href(self, block: ImageBlock) -> str | None:
        """The address of a picture from the Markdown; None where it cannot be had."""
        if not self._options.images or len(self.images) >= MAX_IMAGES or self._size > MAX_IMAGE_BYTES:
            return None
        found = self._file.image(block.page, block.figure.picture.name)
        if found is None:
            return None
        extension, data = found
        name = self._known.get(data)
        if name is None:
            number = 1 + sum(1 for image in self.images if image.name.startswith(f"page-{block.page}-"))
            name = self._known[data] = f"page-{block.page}-{number}.{extension}"
            self.images.append(Image(name, data))
            self._size += len(data)
        return f"{self._options.image_folder}/{name}"


# metadata ----------------------------------------------------------------------------------------------------------


def _title(text: str) -> str:
    title = " ".join(_MADE_BY.sub("", text).split())
    return "" if _NO_TITLE.fullmatch(title) else title


def _metadata(info: dict[str, str], title: str) -> Metadata:
    published, modified = _date(info.get("CreationDate", "")), _date(info.get("ModDate", ""))
    return Metadata(
        title=title or None,
        author=" ".join(info.get("Author", "").split()) or None,
        published=published,
        modified=modified if modified != published else None,
        description=" ".join(info.get("Subject", "").split()) or None,
        language=info.get("Lang") or None,
        tags=tuple(_tags(info.get("Keywords", ""))),
    )


def _date(text: str) -> str | None:
    """A date of ISO 32000-1, 7.9.4 as ISO 8601: the day, as far as it is written."""
    match = _DATE.match(text.strip())
    if not match or not "1970" <= match[1] <= "2200":
        return None
    parts = [part for part in match.groups() if part]
    if len(parts) > 1 and not 1 <= int(parts[1]) <= 12:
        parts = parts[:1]
    if len(parts) > 2 and not 1 <= int(parts[2]) <= 31:
        parts = parts[:2]
    return "-".join(parts)


def _tags(text: str) -> Iterable[str]:
    separator = ";" if ";" in text else ","
    seen: dict[str, None] = {}
    for tag in text.split(separator):
        bare = " ".join(tag.split())
        if bare and len(bare) < 60:
            seen.setdefault(bare)
    return list(seen)[:20]
