"""Has pages written by the workers, a batch at a time, and tells the search index of them meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from scrapepy.errors import ScrapePyError, StoreError
from scrapepy.mirroring.batches import batches, needs_of
from scrapepy.mirroring.messages import WriteJob, WriteRefused, WriteTask, Written, WrittenBatch
from scrapepy.mirroring.page_indexer import PageIndexer
from scrapepy.mirroring.workers import Result, WorkerPool

_AT_ONCE = 4
"""Batches for each worker that are on their way: in its hands, in its pipe, and waiting for the index."""


async def write_pages(pool: WorkerPool, jobs: Iterable[WriteJob], indexer: PageIndexer) -> list[Written]:
    """Fill in and write these pages. Raises ``StoreError`` where the disk refuses.

    The index hears of them in the order of ``jobs``, whichever worker is first: what it finds equally good then comes
    in the same order after every run.
    """
    turns = asyncio.Semaphore(_AT_ONCE * pool.count)
    several = list(batches(jobs))
    told = [asyncio.Event() for _ in several]

    async def write(number: int, batch: tuple[WriteJob, ...]) -> tuple[Written, ...]:
        try:
            return await written(number, batch)
        finally:
            told[number].set()

    async def written(number: int, batch: tuple[WriteJob, ...]) -> tuple[Written, ...]:
        async with turns:
            answer = await pool.run(WriteTask(batch), needs_of(batch))
            if not isinstance(answer, Result):
                raise ScrapePyError(f"a worker process failed while the copies were written: {answer.detail}")
            if isinstance(answer.value, WriteRefused):
                raise StoreError(answer.value.sentence)
            done: WrittenBatch = answer.value
            if number:
                await told[number - 1].wait()
            await indexer.add(done.indexed)
            return done.written

    answers = await asyncio.gather(*(write(number, batch) for number, batch in enumerate(several)))
    return [one for answer in answers for one in answer]
