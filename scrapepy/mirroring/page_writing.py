"""Has pages written by the workers, a batch at a time, and tells the search index of them meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping

from scrapepy.errors import ScrapePyError, StoreError
from scrapepy.mirroring.address_book import AddressBook
from scrapepy.mirroring.batches import batches, needs_of
from scrapepy.mirroring.dependence import Dependence
from scrapepy.mirroring.messages import WriteJob, WriteRefused, WriteTask, Written, WrittenBatch
from scrapepy.mirroring.page_indexer import PageIndexer
from scrapepy.mirroring.workers import FailureCause, Result, WorkerPool
from scrapepy.model.url import CanonicalUrl
from scrapepy.store.records import Derived, Resource

_AT_ONCE = 4
"""Batches for each worker that are on their way: in its hands, in its pipe, and waiting for the index."""


def jobs_for(
    resources: Iterable[Resource],
    book: AddressBook,
    derived: Mapping[CanonicalUrl, Derived],
    dependence: Dependence,
    before: Mapping[CanonicalUrl, str],
) -> list[WriteJob]:
    """What the workers are to write. ``before`` tells what was written of each last: what somebody made of those files
    since then stays."""
    resources = list(resources)
    compared = any(r.is_changed for r in resources)
    jobs = []
    for resource in resources:
        url, copy, made = resource.url, resource.copy, derived.get(resource.url)
        if made is None or copy is None:
            continue
        path, document = book.files[url], book.documents.get(url)
        comes = resource.is_changed or resource.is_new
        stays = not comes and (resource.path, resource.md_path) == (path, document)
        jobs.append(
            WriteJob(
                url,
                path,
                document,
                (made.spool_file, made.spool_offset, made.spool_length),
                url,
                copy.changed,
                resource.first_saved or copy.changed,
                dependence.wanted_of(url),
                compared=compared and comes,
                title=made.title,
                before=before.get(url, "") if stays else "",
            )
        )
    return jobs


async def write_pages(
    pool: WorkerPool, jobs: Iterable[WriteJob], indexer: PageIndexer
) -> tuple[list[Written], dict[CanonicalUrl, str]]:
    """Fill in and write these pages: what was written, and why the others could not be.

    A page on which a worker fails, whatever becomes of it, keeps no other from being written. Raises ``StoreError``
    where the disk refuses, ``ScrapePyError`` where no worker can be had.

    The index hears of them in the order of ``jobs``, whichever worker is first: what it finds equally good then comes
    in the same order after every run.
    """
    turns = asyncio.Semaphore(_AT_ONCE * pool.count)
    several = list(batches(jobs))
    told = [asyncio.Event() for _ in several]
    failed: dict[CanonicalUrl, str] = {}

    async def write(number: int, batch: tuple[WriteJob, ...]) -> tuple[Written, ...]:
        try:
            return await written(number, batch)
        finally:
            told[number].set()

    async def written(number: int, batch: tuple[WriteJob, ...]) -> tuple[Written, ...]:
        async with turns:
            done = [one async for one in _written(pool, batch, failed)]
            if number:
                await told[number - 1].wait()
            for one in done:
                await indexer.add(one.indexed)
            return tuple(page for one in done for page in one.written)

    answers = await asyncio.gather(*(write(number, batch) for number, batch in enumerate(several)))
    return [one for answer in answers for one in answer], failed


async def _written(
    pool: WorkerPool, batch: tuple[WriteJob, ...], failed: dict[CanonicalUrl, str]
) -> AsyncIterator[WrittenBatch]:
    """Have a batch written; where that fails, each page for itself."""
    answer = await pool.run(WriteTask(batch), needs_of(batch))
    if isinstance(answer, Result):
        if isinstance(answer.value, WriteRefused):
            raise StoreError(answer.value.sentence)
        yield answer.value
    elif answer.kind is FailureCause.START or pool.is_closed:
        raise ScrapePyError(f"a worker process failed while the copies were written: {answer.detail}")
    elif len(batch) == 1:
        failed[batch[0].url] = answer.detail
    else:
        for job in batch:
            async for one in _written(pool, (job,), failed):
                yield one
