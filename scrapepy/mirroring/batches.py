"""Write jobs by the batch: as many as a worker is given at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from scrapepy.mirroring.messages import WriteJob

_BATCH = 16
"""Pages a write task holds: enough that messages do not cost, few enough that workers end together."""
_LARGE = 1 << 20
_FILLING = 12
"""Bytes of memory that a byte of a derived form takes while its slots are filled."""


def batches(jobs: Iterable[WriteJob]) -> Iterator[tuple[WriteJob, ...]]:
    """Large pages go by themselves, so that not all of a batch has to wait for the memory that one needs."""
    small = []
    for job in jobs:
        if job.spool[2] >= _LARGE:
            yield (job,)
        else:
            small.append(job)
    iterator = iter(small)
    while batch := tuple(islice(iterator, _BATCH)):
        yield batch


def needs_of(batch: tuple[WriteJob, ...]) -> int:
    """Bytes of memory that a batch needs: as its largest derived form does."""
    return _FILLING * max(job.spool[2] for job in batch)
