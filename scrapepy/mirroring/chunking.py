"""The chunks of many pages, cut in several processes where that pays."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from scrapepy.errors import ScrapePyError
from scrapepy.mirroring.running import run_to_end
from scrapepy.mirroring.sources import SourcePage
from scrapepy.mirroring.workers import Result, WorkerPool
from scrapepy.model.section import Chunk
from scrapepy.sections.chunk import chunk_markdown
from scrapepy.sections.pages import page_marks, with_pages
from scrapepy.sections.split import DEFAULT_LEVEL
from scrapepy.web.frontmatter import parse_frontmatter

_MUCH = 2_000_000
"""Code points that take longer to cut than a process to start."""
_BATCH = 200_000
_TIME_LIMIT = 600.0
_HANDLER = "scrapepy.mirroring.chunking:handle"


@dataclass(frozen=True, slots=True)
class ChunkTask:
    """Pages to be cut, and how."""

    pages: tuple[SourcePage, ...]
    level: int
    max_chars: int | None
    pdf: tuple[int, int | None]
    """The same two for PDFs."""


def handle(task: ChunkTask) -> tuple[tuple[Chunk, ...], ...] | str:
    """Cut the pages; called in a worker process. A sentence where one cannot be cut."""
    try:
        return tuple(_chunks(page, task.level, task.max_chars, task.pdf) for page in task.pages)
    except ScrapePyError as error:
        return str(error)


def _chunks(page: SourcePage, level: int, max_chars: int | None, pdf: tuple[int, int | None]) -> tuple[Chunk, ...]:
    fields, body = parse_frontmatter(page.text)
    marks = page.pages if page.pages is not None else page_marks(body)
    if marks or page.pages is not None:
        level, max_chars = pdf
    cut = chunk_markdown(
        page.text, level=level, max_chars=max_chars, url=page.url, path=page.path, captured=page.captured
    )
    if not marks and page.pages is None:
        return cut
    source = fields.get("source")
    address = page.url or (source if isinstance(source, str) else None)
    return with_pages(cut, marks, address)


def chunks_of(
    pages: Sequence[SourcePage],
    level: int = DEFAULT_LEVEL,
    max_chars: int | None = None,
    pdf: tuple[int, int | None] | None = None,
) -> tuple[tuple[Chunk, ...], ...]:
    """The chunks of each page, in order; ``pdf``: level and size for those that are PDFs. Raises UsageError as
    ``chunk_markdown`` does."""
    of_pdfs = (level, max_chars) if pdf is None else pdf
    if len(pages) < 2 or sum(len(page.text) for page in pages) < _MUCH:
        return tuple(_chunks(page, level, max_chars, of_pdfs) for page in pages)
    return run_to_end(lambda: _in_processes([ChunkTask(batch, level, max_chars, of_pdfs) for batch in _batches(pages)]))


async def _in_processes(tasks: Sequence[ChunkTask]) -> tuple[tuple[Chunk, ...], ...]:
    async with WorkerPool(_HANDLER, time_limit=_TIME_LIMIT) as pool:
        pool.start()
        answers = await asyncio.gather(*(pool.run(task) for task in tasks))
    found: list[tuple[Chunk, ...]] = []
    for answer in answers:
        if not isinstance(answer, Result):
            raise ScrapePyError(f"a worker process failed while pages were cut into sections: {answer.detail}")
        if isinstance(answer.value, str):
            raise ScrapePyError(answer.value)
        found.extend(answer.value)
    return tuple(found)


def _batches(pages: Sequence[SourcePage]) -> list[tuple[SourcePage, ...]]:
    batches: list[tuple[SourcePage, ...]] = []
    batch: list[SourcePage] = []
    size = 0
    for page in pages:
        batch.append(page)
        size += len(page.text)
        if size >= _BATCH:
            batches.append(tuple(batch))
            batch, size = [], 0
    return [*batches, tuple(batch)] if batch else batches
