"""A pool of worker processes that can be killed.

Everything that parses what a stranger sent runs in one of them, with a limit on time and memory. A worker that hangs,
dies or eats up its memory costs the one task it was at; another takes its place and the crawl goes on.

Not ``concurrent.futures``: its pool breaks as a whole when one process dies, cannot stop a task, and needs a
``__main__`` guard in scripts. Here a worker is a plain subprocess, spoken to through its standard streams by the event
loop itself: 0.1 ms of the parent for a page of 100 kB (a thread a worker with blocking pipes took 0.13 ms, and waits
for the interpreter's lock while requests are handled).
"""

from __future__ import annotations

import asyncio
import os
import pickle
from collections import deque
from dataclasses import replace
from types import TracebackType
from typing import Self

from scrapepy.mirroring.worker import Setup
from scrapepy.mirroring.worker_process import FailureCause, Job, Result, WorkerFailure, WorkerProcess

__all__ = ["FailureCause", "Result", "WorkerFailure", "WorkerPool"]

MEBIBYTE = 1 << 20
MEMORY = 224 * MEBIBYTE
"""What all workers together may take for their tasks, beyond what they need to be there."""
ALONE_MEMORY = 224 * MEBIBYTE
"""What one task may take while no other worker is there."""
_MOST_WORKERS = 4
_DEPTH = 2
"""Tasks in a worker's pipe: the next one is there when the first is done, even while the parent is busy elsewhere."""
_START_TRIES = 3
_GRACE_SECONDS = 2.0


class WorkerPool:
    """Runs a handler on tasks in other processes; ``async with``, or :meth:`aclose` at the end.

    ``handler`` is ``package.module:function``. If its module has a function ``start``, each worker calls
    ``start(initial)`` once. ``count`` workers (the machine's processors, at most 4) are started as there is work for
    them. ``time_limit`` is in seconds a task. ``memory`` are the bytes, beyond what workers have when they are ready,
    that all of them may take together: each has its share. A task that needs more is done alone, with ``alone_memory``
    bytes and twice the time, while the other processes are ended: so a page of 20 MB beside one of a hundred thousand
    links costs patience, and no memory.
    """

    def __init__(
        self,
        handler: str,
        initial: object = None,
        *,
        count: int | None = None,
        time_limit: float = 30.0,
        memory: int = MEMORY,
        alone_memory: int = ALONE_MEMORY,
    ) -> None:
        self._count = max(1, count if count is not None else min(_processors(), _MOST_WORKERS))
        self._time_limit = time_limit
        self._share = memory // self._count
        self._module = handler.partition(":")[0]
        setup = Setup(handler, initial, self._share, max(alone_memory, self._share), time_limit, os.getpid())
        self._setup = pickle.dumps(setup, protocol=pickle.HIGHEST_PROTOCOL)
        self._workers: list[WorkerProcess] = []
        self._processes: set[WorkerProcess] = set()
        """All that are not yet gone from the system, those given up among them."""
        self._waiting: deque[Job] = deque()
        self._large: deque[Job] = deque()
        """Those that are done alone."""
        self._sole: Job | None = None
        self._announced: list[bytes] = []
        self._failed_starts = 0
        self._closed = False
        self._spawning: set[asyncio.Task[None]] = set()

    @property
    def count(self) -> int:
        """How many workers there may be at once."""
        return self._count

    @property
    def time_limit(self) -> float:
        """Seconds a task."""
        return self._time_limit

    @property
    def is_closed(self) -> bool:
        """True when no more tasks are taken."""
        return self._closed

    def start(self, count: int | None = None) -> None:
        """Start workers (all, or that many) without waiting for them: they get ready during the first requests."""
        for _ in range(min(count or self._count, self._count) - len(self._workers)):
            self._start_one()

    async def run(self, task: object, memory: int = 0) -> Result | WorkerFailure:
        """Have one task done. Tasks may overtake each other; if the caller is cancelled the answer is dropped.

        ``memory``: bytes that it will need, as far as one can tell beforehand; one that fails for want of memory, or
        kills its worker, is tried once more alone in any case.
        """
        self._check_open()
        job = Job(pickle.dumps(task, protocol=pickle.HIGHEST_PROTOCOL))
        while True:
            job.future = asyncio.get_running_loop().create_future()
            job.is_alone = job.is_alone or memory > self._share
            (self._large if job.is_alone else self._waiting).append(job)
            self._dispatch()
            answer = await job.future
            if isinstance(answer, Result) or answer.kind not in _ONCE_MORE or job.is_alone or self._closed:
                return answer
            job.is_alone = True

    async def broadcast(self, message: object) -> list[Result | WorkerFailure]:
        """Have every worker handle ``message`` once: those at work after what they have, later ones before their first.

        Answers what the present ones made of it. Tasks run afterwards find it handled.
        """
        self._check_open()
        data = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
        self._announced.append(data)
        loop = asyncio.get_running_loop()
        futures = []
        for worker in self._workers:
            future: asyncio.Future[Result | WorkerFailure] = loop.create_future()
            if worker.give(Job(data, future, is_announcement=True)):
                futures.append(future)
        return list(await asyncio.gather(*futures))

    async def aclose(self) -> None:
        """End all workers: those at rest by closing their input, those at work by force."""
        self._closed = True
        for jobs in (self._waiting, self._large):
            while jobs:
                jobs.popleft().resolve(WorkerFailure(FailureCause.CRASH, "the workers were closed"))
        for worker in tuple(self._workers):
            worker.end()
        try:
            await self._wait_for_the_end()
            for worker in tuple(self._processes):
                worker.kill()
            await self._wait_for_the_end()
        finally:
            # Ctrl-C may come while we wait: what is left then must not outlive the loop.
            for worker in tuple(self._processes):
                worker.abandon()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    # what a worker says --------------------------------------------------------------------------------------------

    def ready(self) -> None:
        """A worker can take jobs."""
        self._failed_starts = 0
        self._dispatch()

    def freed(self) -> None:
        """A worker is done with a job."""
        if self._waiting or self._large:
            self._dispatch()

    def lost(self, worker: WorkerProcess, failure: WorkerFailure, *, started: bool) -> None:
        """A worker is no more. Its first job failed; the others go to somebody else."""
        if worker not in self._workers:
            return
        self._workers.remove(worker)
        jobs = list(worker.jobs)
        worker.jobs.clear()
        if started and jobs:
            jobs.pop(0).resolve(failure)
        for job in reversed(jobs):
            if job.is_announcement or self._closed:
                job.resolve(failure)
            else:
                (self._large if job.is_alone else self._waiting).appendleft(job)
        if self._closed:
            return
        if not started:
            self._failed_starts += 1
            if self._failed_starts >= _START_TRIES:
                # It will not start the next time either: say so, rather than try for ever.
                self._failed_starts = 0
                failure = replace(failure, kind=FailureCause.START)
                for waiting in (self._waiting, self._large):
                    while waiting:
                        waiting.popleft().resolve(failure)
        self._dispatch()

    # the parts -----------------------------------------------------------------------------------------------------

    def _dispatch(self) -> None:
        """Give waiting jobs to the workers with the least to do, and start workers if all are busy."""
        if self._large or (self._sole is not None and not self._sole.is_dropped):
            self._dispatch_alone()
            return
        waiting = self._waiting
        while waiting:
            if waiting[0].is_dropped:
                waiting.popleft()
                continue
            best = None
            starting = 0
            for worker in self._workers:
                if not worker.is_ready:
                    starting += 1
                elif len(worker.jobs) < _DEPTH and (best is None or len(worker.jobs) < len(best.jobs)):
                    best = worker
            if (best is None or best.jobs) and len(waiting) > starting and len(self._workers) < self._count:
                self._start_one()
            if best is None:
                return
            best.give(waiting.popleft())

    def _dispatch_alone(self) -> None:
        """Let all others end their work, and then themselves; the last worker has the large job for itself."""
        if self._sole is not None and not self._sole.is_dropped:
            return
        while self._large and self._large[0].is_dropped:
            self._large.popleft()
        if not self._large:
            self._sole = None
            self._dispatch()
            return
        if any(worker.jobs for worker in self._workers if worker.is_ready):
            return
        if not self._workers:
            self._start_one()
        last, *others = sorted(self._workers, key=lambda worker: not worker.is_ready)
        for worker in others:
            worker.end()
        if not others and last.is_ready:
            self._sole = self._large.popleft()
            last.give(self._sole)

    def _start_one(self) -> None:
        worker = WorkerProcess(self, self._module)
        self._workers.append(worker)
        self._processes.add(worker)
        worker.gone.add_done_callback(lambda _: self._processes.discard(worker))
        task = asyncio.get_running_loop().create_task(worker.spawn(self._setup, self._announced))
        self._spawning.add(task)
        task.add_done_callback(self._spawning.discard)

    async def _wait_for_the_end(self) -> None:
        """Wait a moment for every process to be gone."""
        waits: list[asyncio.Future[None]] = [worker.gone for worker in self._processes]
        waits.extend(self._spawning)
        if waits:
            await asyncio.wait(waits, timeout=_GRACE_SECONDS)

    def _check_open(self) -> None:
        if self._closed:
            raise RuntimeError("the workers are closed")


_ONCE_MORE = (FailureCause.MEMORY, FailureCause.CRASH)
"""Where memory runs out inside the parser, the process dies without a word."""


def _processors() -> int:
    """How many this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
