"""One worker process as the parent's event loop sees it: what it is given, what it answers, how it ends."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import sys
from collections import deque
from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol

from scrapepy.mirroring.worker import ALONE, ALONE_TIME, ERROR, HEADER, MEMORY, READY, START, TASK, TOLD

_START_SECONDS = 60.0
_STDERR_KEPT = 4096
_BOOT = (
    "import gc, sys; gc.disable(); sys.path[:] = sys.argv[2:]; from scrapepy.mirroring.worker import main; "
    "main(sys.argv[1])"
)
"""The worker has exactly our module path, however we came by it; ``-P`` keeps the current folder's files out of it.

There is no garbage yet to look for: a tenth of the time it takes to start. ``serve`` turns that on.
"""
_OUT_OF_MEMORY = ("MemoryError", "bad_alloc", "Cannot allocate memory")


class FailureCause(Enum):
    """Why a task has no answer."""

    TIMEOUT = "timeout"
    CRASH = "crash"
    MEMORY = "memory"
    ERROR = "error"  # the handler raised; the worker lives on
    START = "start"  # no worker could be started: nothing is said about the task


@dataclass(frozen=True, slots=True)
class Result:
    """What the handler returned."""

    value: Any


@dataclass(frozen=True, slots=True)
class WorkerFailure:
    """A task that came to nothing, with one sentence for the report and, for an error, its traceback."""

    kind: FailureCause
    detail: str
    trace: str = ""


@dataclass(slots=True, eq=False)
class Job:
    """A pickled task, and who waits for its answer (nobody, for what a worker is told before its first task)."""

    data: bytes
    future: asyncio.Future[Result | WorkerFailure] | None = None
    is_announcement: bool = False
    """True for what every worker is told: it is not handed on when a worker is lost."""
    is_alone: bool = False
    """True while it has all the memory to itself: no other worker is there."""

    @property
    def frame(self) -> bytes:
        """How it is sent."""
        return TOLD if self.is_announcement else ALONE if self.is_alone else TASK

    @property
    def is_dropped(self) -> bool:
        """True if its caller was cancelled."""
        return self.future is not None and self.future.done()

    def resolve(self, answer: Result | WorkerFailure) -> None:
        """Hand the answer to who waits for it."""
        if self.future is not None and not self.future.done():
            self.future.set_result(answer)


class Owner(Protocol):
    """What a worker tells its pool."""

    @property
    def time_limit(self) -> float:
        """Seconds a task."""

    def ready(self) -> None:
        """A worker can take jobs."""

    def freed(self) -> None:
        """A worker is done with a job."""

    def lost(self, worker: WorkerProcess, failure: WorkerFailure, *, started: bool) -> None:
        """A worker is no more; ``worker.jobs`` are what it had."""


class WorkerProcess(asyncio.SubprocessProtocol):
    """One process with its pipes. ``jobs`` are in its hands, the first one is at work."""

    def __init__(self, owner: Owner, module: str = "") -> None:
        self._owner = owner
        self._module = module
        """What the process may load before it is told anything."""
        self._loop = asyncio.get_running_loop()
        self.gone: asyncio.Future[None] = self._loop.create_future()
        """Done when nothing is left of the process."""
        self.jobs: deque[Job] = deque()
        self.is_ready = False
        self._is_lost = False
        self._is_ending = False
        self._transport: asyncio.SubprocessTransport | None = None
        self._input: asyncio.WriteTransport | None = None
        self._buffer = bytearray()
        self._needed = HEADER.size
        self._stderr = b""
        self._timer: asyncio.TimerHandle | None = None

    async def spawn(self, setup: bytes, announced: list[bytes]) -> None:
        """Start the process and send it what it needs to know first."""
        if self._is_lost:  # closed before we came to it
            self._is_gone()
            return
        path = [os.path.abspath(entry) for entry in sys.path]
        try:
            transport, _ = await self._loop.subprocess_exec(
                lambda: self,
                sys.executable,
                "-P",
                "-c",
                _BOOT,
                self._module,
                *path,
                start_new_session=True,  # Ctrl-C in the terminal is for the parent alone
            )
        except OSError as error:
            self._lose(_never_started(f"a worker process could not be started: {error.strerror or error}"))
            self._is_gone()
            return
        if self._is_lost:  # closed meanwhile
            transport.kill()
            return
        stream = transport.get_pipe_transport(0)
        assert isinstance(stream, asyncio.WriteTransport)
        self._input = stream
        stream.write(HEADER.pack(START, len(setup)) + setup)
        # What was announced while the process was being made is among them, since none could be given to it.
        for data in announced:
            self.give(Job(data, is_announcement=True))
        self._watch(_START_SECONDS)

    def give(self, job: Job) -> bool:
        """Put a job into the pipe; False if there is no pipe yet, or no more."""
        if self._input is None or self._is_lost or self._is_ending:
            return False
        self.jobs.append(job)
        self._input.write(HEADER.pack(job.frame, len(job.data)) + job.data)
        if self.is_ready and len(self.jobs) == 1:
            self._watch_next()
        return True

    def end(self) -> None:
        """Ask the process to end; one that is at work or not ready yet is killed."""
        self._is_ending = True
        if self.is_ready and not self.jobs and self._input is not None:
            self._input.close()
        else:
            self.kill()

    def kill(self) -> None:
        """End the process now; one that is only being made is ended as soon as it is there."""
        if self._transport is None:
            self._lose(_never_started("the workers were closed"))
        elif self._transport.get_returncode() is None:
            self._transport.kill()

    def abandon(self) -> None:
        """Kill the process and close its pipes without waiting for its end."""
        if self._transport is not None:
            self._transport.close()

    # called by the event loop --------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The process runs."""
        assert isinstance(transport, asyncio.SubprocessTransport)
        self._transport = transport

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """Bytes from standard output (frames) or standard error (its tail is kept for the report)."""
        if fd == 2:
            self._stderr = (self._stderr + data)[-_STDERR_KEPT:]
            return
        buffer = self._buffer
        buffer += data
        while len(buffer) >= self._needed:
            kind, length = HEADER.unpack_from(buffer)
            end = HEADER.size + length
            if len(buffer) < end:
                self._needed = end
                return
            with memoryview(buffer)[HEADER.size : end] as view:
                try:
                    value = pickle.loads(view)
                except Exception as error:  # a class that only the worker has, say
                    kind, value = ERROR, (f"the answer cannot be read: {error}", "")
            del buffer[:end]
            self._needed = HEADER.size
            self._received(kind, value)

    def connection_lost(self, exc: Exception | None) -> None:
        """The process has ended and everything it wrote was read."""
        self._lose(self._epitaph())
        self._is_gone()

    # the parts -----------------------------------------------------------------------------------------------------

    def _received(self, kind: bytes, value: Any) -> None:
        if self._is_lost:
            return
        if kind == READY:
            self.is_ready = True
            self._watch_next()
            self._owner.ready()
            return
        if not self.is_ready:
            self._give_up(WorkerFailure(FailureCause.ERROR, f"a worker process does not start: {value[0]}", value[1]))
            return
        if kind == MEMORY:
            # What it has allocated in the meantime stays in pieces: a fresh process is the better one.
            self._give_up(WorkerFailure(FailureCause.MEMORY, "it took too much memory"))
            return
        job = self.jobs.popleft()
        job.resolve(WorkerFailure(FailureCause.ERROR, *value) if kind == ERROR else Result(value))
        self._watch_next()
        self._owner.freed()

    def _watch_next(self) -> None:
        limit = self._owner.time_limit
        self._watch(None if not self.jobs else limit * ALONE_TIME if self.jobs[0].is_alone else limit)

    def _watch(self, seconds: float | None) -> None:
        """The job at the head has this long from now."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_later(seconds, self._time_is_up, seconds) if seconds is not None else None

    def _time_is_up(self, seconds: float) -> None:
        what = "gave up after" if self.is_ready else "a worker process was not ready after"
        self._give_up(WorkerFailure(FailureCause.TIMEOUT, f"{what} {seconds:g} s"))

    def _give_up(self, failure: WorkerFailure) -> None:
        self.kill()
        self._lose(failure)

    def _lose(self, failure: WorkerFailure) -> None:
        if not self._is_lost:
            self._is_lost = True
            self._watch(None)
            self._owner.lost(self, failure, started=self.is_ready)

    def _is_gone(self) -> None:
        if self._transport is not None:
            self._transport.close()
        if not self.gone.done():
            self.gone.set_result(None)

    def _epitaph(self) -> WorkerFailure:
        code = self._transport.get_returncode() if self._transport is not None else None
        said = self._stderr.decode("utf-8", "replace").strip()
        if any(words in said for words in _OUT_OF_MEMORY):
            return WorkerFailure(FailureCause.MEMORY, "it took too much memory", said)
        if code is not None and code < 0:
            try:
                name = signal.Signals(-code).name
            except ValueError:
                name = f"signal {-code}"
            return WorkerFailure(FailureCause.CRASH, f"the worker process died of {name}", said)
        last = said.splitlines()[-1] if said else f"exit status {code}"
        return WorkerFailure(FailureCause.CRASH, f"the worker process ended: {last}", said)


def _never_started(why: str) -> WorkerFailure:
    return WorkerFailure(FailureCause.CRASH, why)
