"""What a refresh changed, section by section: of pages whose bytes changed, and of new ones what came from those."""

from __future__ import annotations

import asyncio
import hashlib
import os
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path

from scrapepy.mirroring.messages import CompareTask, ToCompare, Versions, WriteJob, Written
from scrapepy.mirroring.workers import Result, WorkerPool
from scrapepy.model.report import SectionChange, SectionTexts
from scrapepy.model.section import ChangeKind, Chunk
from scrapepy.store.atomic import put
from scrapepy.store.failures import store_error

MOST = 5_000
"""A report names so many sections, those with other words first."""
_BATCH = 16
_LARGE = 1 << 20
_NEEDS = 12
"""Bytes of memory that a byte of both versions takes while they are cut."""


def keep_before(job: WriteJob, root: Path, spool: Path, after: bytes) -> ToCompare | None:
    """Keep the Markdown that is about to be overwritten with ``after``, if that is another and its sections are asked
    for. Raises StoreError.

    What is kept already is from a first try, in which the worker died after it had written the file.
    """
    if not job.compared or job.document is None:
        return None
    kept = _kept(spool, job.document)
    if kept.exists():
        return ToCompare(job.url, job.document, kept.stat().st_size + len(after))
    try:
        before = (root / job.document).read_bytes()
    except OSError:
        before = b""  # there is none, or nothing that could be read: whoever writes will say so
    if before == after:
        return None
    try:
        put(os.fspath(kept), before)
    except OSError as error:
        raise store_error(error, kept) from error
    return ToCompare(job.url, job.document, len(before) + len(after))


def versions_of(page: ToCompare, root: Path, spool: Path) -> Versions:
    """The sections of a page before and after; called in a worker process."""
    from scrapepy.sections.chunk import chunk_markdown  # here, since most workers never compare

    def sections(file: Path) -> tuple[Chunk, ...]:
        return chunk_markdown(file.read_bytes().decode("utf-8", "replace"), url=page.url, path=page.document)

    return Versions(sections(_kept(spool, page.document)), sections(root / page.document))


async def compared(pool: WorkerPool, written: Iterable[Written]) -> tuple[list[Versions], list[str]]:
    """The sections of the pages that were written, and what is to be said of those that could not be compared."""
    pages = [one.compared for one in written if one.compared is not None]
    large = [(page,) for page in pages if page.size >= _LARGE]
    small = iter([page for page in pages if page.size < _LARGE])
    batches = [*large, *iter(lambda: tuple(islice(small, _BATCH)), ())]
    found: dict[ToCompare, Versions | str] = {}
    for batch, answers in zip(batches, await asyncio.gather(*(_compared(pool, one) for one in batches)), strict=True):
        found.update(zip(batch, answers, strict=True))
    in_order = [found[page] for page in pages]
    versions = [answer for answer in in_order if isinstance(answer, Versions)]
    return versions, [answer for answer in in_order if isinstance(answer, str)]


async def _compared(pool: WorkerPool, pages: tuple[ToCompare, ...]) -> list[Versions | str]:
    answer = await pool.run(CompareTask(pages), _NEEDS * max(page.size for page in pages))
    if isinstance(answer, Result):
        return list(answer.value)
    if len(pages) > 1:
        return [one for page in pages for one in await _compared(pool, (page,))]
    return [f"The sections of {pages[0].url} could not be compared: {answer.detail}."]


def _kept(spool: Path, document: str) -> Path:
    return spool / f"{hashlib.sha256(document.encode('utf-8', 'surrogatepass')).hexdigest()[:32]}.before"


def section_changes(versions: Sequence[Versions]) -> tuple[tuple[SectionChange, ...], tuple[SectionTexts, ...]]:
    """What became of the sections of the pages that changed, page by page, and the texts of those whose words did."""
    if not any(pair.old for pair in versions):
        return (), ()
    from scrapepy.sections.compare import compare_chunks

    old = [chunk for pair in versions for chunk in pair.old]
    new = [chunk for pair in versions for chunk in pair.new]
    addresses = {chunk.path: chunk.url or "" for chunk in (*old, *new)}
    known = {chunk.path for chunk in old}
    changes: list[SectionChange] = []
    texts: dict[int, SectionTexts] = {}
    for diff in compare_chunks(old, new).sections:
        here = diff.new or diff.old
        assert here is not None
        is_new_page = diff.kind is ChangeKind.ADDED and here.path not in known
        if diff.kind is ChangeKind.UNCHANGED or is_new_page:
            continue
        renamed = diff.kind is ChangeKind.RENAMED and diff.old is not None
        changes.append(
            SectionChange(
                kind=diff.kind.value,
                url=addresses[here.path],
                path=here.path or "",
                id=here.id,
                anchor=here.anchor,
                old_path=diff.old.path if renamed and diff.old else None,
                old_id=diff.old.id if renamed and diff.old else None,
                similarity=diff.similarity,
                words_changed=diff.words_changed,
            )
        )
        if diff.kind is not ChangeKind.LINKS_ONLY and not (renamed and not diff.words_changed):
            last = changes[-1]
            texts[id(last)] = SectionTexts(last.kind, last.path, last.id, last.old_id, diff.old_text, diff.new_text)
    if len(changes) > MOST:
        changes.sort(key=lambda change: change.kind == ChangeKind.LINKS_ONLY.value)
    kept = tuple(changes[:MOST])
    return kept, tuple(texts[id(change)] for change in kept if id(change) in texts)
