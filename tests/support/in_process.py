"""Workers without processes, for tests whose subject is what a run makes and not who does it.

A worker takes longer to start than a small site to be mirrored. What goes in and comes out is pickled as it is on its
way to a process, and errors are told in the same words; limits on time and memory are for processes alone.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from scrapepy.mirroring import chunking, pdf_copies, pdfs, planning, site
from scrapepy.mirroring.derive import Worker
from scrapepy.mirroring.setting_up import HANDLER
from scrapepy.mirroring.worker import explained, load
from scrapepy.mirroring.workers import FailureCause, Result, WorkerFailure, WorkerPool


class PoolInProcess(WorkerPool):
    """Has tasks handled where it stands, one after the other."""

    def __init__(self, handler: str, initial: object = None, **limits: Any) -> None:
        super().__init__(handler, initial, **limits)
        self._worker = Worker(pickled(initial)) if handler == HANDLER else None
        self._handle = self._worker.handle if self._worker is not None else load(handler, initial)

    def start(self, count: int | None = None) -> None:
        """Nothing is to be started."""

    async def run(self, task: object, memory: int = 0) -> Result | WorkerFailure:
        """Have one task done, now."""
        self._check_open()
        try:
            return Result(pickled(self._handle(pickled(task))))
        except Exception as error:
            return WorkerFailure(FailureCause.ERROR, *explained(error))

    async def broadcast(self, message: object) -> list[Result | WorkerFailure]:
        """The one there is hears it."""
        return [await self.run(message)]

    async def aclose(self) -> None:
        """Close what a process closes by ending."""
        await super().aclose()
        if self._worker is not None:
            if self._worker._reader is not None:
                self._worker._reader.close()
            if self._worker._spool_file is not None:
                self._worker._spool_file.close()


def pickled(value: Any) -> Any:
    """What arrives of a value at the other end of a pipe."""
    return pickle.loads(pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL))


@contextmanager
def without_processes() -> Iterator[None]:
    """Runs start no worker processes."""
    with pytest.MonkeyPatch.context() as patched:
        for module in (chunking, pdf_copies, pdfs, planning, site):
            patched.setattr(module, "WorkerPool", PoolInProcess)
        yield


@pytest.fixture
def in_this_process() -> Iterator[None]:
    """Runs of this test start no worker processes."""
    with without_processes():
        yield
