"""PDFs of the disk as Markdown: each in a worker process with a limit on time and memory (SPEC 10)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from urllib.parse import quote

from scrapepy.convert.frontmatter import with_frontmatter
from scrapepy.convert.links import fill
from scrapepy.errors import MissingExtra, UsageError
from scrapepy.mirroring.address_book import plain_resolution
from scrapepy.mirroring.pdf_images import image_folder
from scrapepy.mirroring.running import run_to_end
from scrapepy.mirroring.workers import FailureCause, Result, WorkerPool
from scrapepy.model.resolution import Resolution, Standing
from scrapepy.model.template import Template
from scrapepy.model.url import Reference
from scrapepy.pdf.limits import Unreadable
from scrapepy.pdf.result import Image, PdfDocument, PdfOptions

PDF_START = b"%PDF-"
HEAD = 1024
TIME_LIMIT = 900.0
"""Seconds for a file: 5,000 pages, the most that are read, take half of it."""
MEMORY = 1 << 30
_PAGE_BEGINS = "\ufdd7"
"""A noncharacter like those of model.template: stands where a page begins while links are filled in."""
_HANDLER = "scrapepy.mirroring.pdfs:handle"


@dataclass(frozen=True, slots=True)
class PdfTask:
    """A file to convert."""

    body: bytes
    options: PdfOptions


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a file has no Markdown: the end of the sentence "it …"."""

    sentence: str


def is_pdf(body: bytes) -> bool:
    """True for bytes that begin as PDFs do: the mark may stand in the first kilobyte (ISO 32000-1, note in 7.5.2).

    >>> is_pdf(b"%PDF-1.7"), is_pdf(b"<p>%PDF-1.7"), is_pdf(b"")
    (True, False, False)
    """
    head = body[:HEAD]
    return head.lstrip(b"\xef\xbb\xbf\x00\t\n\r ").startswith(PDF_START) or (b"\n" + PDF_START) in head


def has_extra() -> bool:
    """True if the libraries of the extra ``pdf`` are there."""
    return find_spec("pdfplumber") is not None and find_spec("pypdf") is not None


def handle(task: PdfTask) -> PdfDocument | Refusal:
    """Convert a file; called in a worker process."""
    from scrapepy.pdf.document import convert_pdf

    try:
        return convert_pdf(task.body, task.options)
    except Unreadable as error:
        return Refusal(error.sentence)


def read_pdfs(
    bodies: Sequence[Callable[[], bytes]], options: Sequence[PdfOptions], told: Callable[[int], None] | None = None
) -> list[PdfDocument | Refusal]:
    """Several files, one after the other. Raises MissingExtra where the extra is not installed."""
    if not has_extra():
        raise MissingExtra("pdf", "reading PDFs")
    return run_to_end(lambda: _read(bodies, options, told))


def read_pdf(body: bytes, options: PdfOptions) -> PdfDocument | Refusal:
    """One file."""
    return read_pdfs([lambda: body], [options])[0]


async def _read(
    bodies: Sequence[Callable[[], bytes]], options: Sequence[PdfOptions], told: Callable[[int], None] | None
) -> list[PdfDocument | Refusal]:
    found: list[PdfDocument | Refusal] = []
    async with WorkerPool(_HANDLER, count=1, time_limit=TIME_LIMIT, memory=MEMORY, alone_memory=MEMORY) as pool:
        for number, (body, one) in enumerate(zip(bodies, options, strict=True)):
            answer = await pool.run(PdfTask(body(), one))
            if isinstance(answer, Result):
                assert not isinstance(answer.value, BaseException)
                found.append(answer.value)
            else:
                found.append(Refusal(refusal_of(answer.kind)))
            if told is not None:
                told(number)
            await asyncio.sleep(0)
    return found


def refusal_of(kind: FailureCause) -> str:
    """What is said of a file that a worker did not come to an end with."""
    if kind is FailureCause.TIMEOUT:
        return "takes too long to read"
    if kind is FailureCause.MEMORY:
        return "needs too much memory to be read"
    return "cannot be read: the converter failed on it"


def text_of(document: PdfDocument, source: str | None, *, frontmatter: bool = True) -> str:
    """The Markdown of one file by itself: its links lead where the file says."""
    text, _ = filled(document)
    return with_frontmatter(replace(document.metadata, source=source), text) if frontmatter else text


def filled(document: PdfDocument) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The body with its links as they are written in the file, and where in it each page begins."""
    text, parts, last = document.body.text, [], 0
    for offset, _ in document.pages:
        parts.append(text[last:offset])
        last = offset
    marked = Template(_PAGE_BEGINS.join([*parts, text[last:]]), document.body.references)
    first, *others = fill(marked, _as_written, lambda _: True).split(_PAGE_BEGINS)
    marks, length = [], len(first)
    for (_, page), part in zip(document.pages, others, strict=True):
        marks.append((length, page))
        length += len(part)
    return "".join([first, *others]), tuple(marks)


def _as_written(reference: Reference) -> Resolution:
    if reference.url is None:
        return plain_resolution(reference)
    return Resolution(reference.address, Standing.ONLINE)


def options_for(document: str | None, *, outline: bool = True, fill_down: bool = True) -> PdfOptions:
    """The options for a document of that name; without a name it can have no images beside it."""
    folder = quote(image_folder(document.rpartition("/")[2])) if document else ""
    return PdfOptions(outline, fill_down, document is not None, folder)


def pdf_of(body: bytes, name: str, options: PdfOptions) -> PdfDocument:
    """One file, or UsageError where it has no Markdown."""
    found = read_pdf(body, options)
    if isinstance(found, Refusal):
        raise UsageError(f"{name} {found.sentence}")
    return found


def images_of(document: PdfDocument, name: str) -> list[tuple[str, Image]]:
    """The paths of a document's images, and the images."""
    return [(f"{image_folder(name)}/{image.name}", image) for image in document.images]
