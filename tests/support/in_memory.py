"""Whole mirror runs without a socket and without processes, for tests that need hundreds of them.

The site is a dictionary, the fetcher looks into it, and the worker's handler runs in the test itself; everything
between them (frontier, engine, state, guards, address book, trees) is the program's own.
"""

from __future__ import annotations

import itertools
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from unittest import mock

from scrapepy.mirroring import publish
from scrapepy.mirroring import site as site_module
from scrapepy.mirroring.messages import Settings, WriteTask
from scrapepy.mirroring.request import MirrorRequest
from scrapepy.mirroring.setting_up import HANDLER
from scrapepy.mirroring.workers import Result, WorkerFailure
from scrapepy.model.options import Pace
from scrapepy.model.outcome import FailureKind, Fetched, FetchFailed, FetchRequest, NotModified, Outcome
from scrapepy.model.report import MirrorReport
from tests.support.in_process import PoolInProcess

ORIGIN = "http://site.test"
_DAY = 1_796_000_000.0


@dataclass(frozen=True, slots=True)
class Held:
    """What the site answers at one path. ``fails`` goes before everything else."""

    body: bytes = b""
    content_type: str = "text/html; charset=utf-8"
    status: int = 200
    location: str = ""
    etag: str = ""
    ignores_conditions: bool = False
    """Answers 200 with the body to a conditional request, too."""
    fails: Held | FailureKind | None = None


class Killed(BaseException):
    """Stands for the death of the process."""


@dataclass(slots=True)
class MemorySite:
    """The site, and what happens to whoever asks it. ``log`` is what was asked for, with the status answered."""

    paths: dict[str, Held] = field(default_factory=dict)
    log: list[tuple[str, int]] = field(default_factory=list)
    interrupt_at: int | None = None
    """Ctrl-C at the n-th request, counted from 0."""
    kill_at: int | None = None
    """Death at the n-th request."""
    kill_writing_at: int | None = None
    """Death when the n-th batch of pages is to be written."""

    def answer(self, request: FetchRequest) -> Outcome:
        """One answer."""
        count = len(self.log)
        if count == self.kill_at:
            raise Killed
        if count == self.interrupt_at:
            signal.raise_signal(signal.SIGINT)
        path = request.address.removeprefix(ORIGIN)
        held = self.paths.get(path, Held(b"<h1>Not Found</h1>", status=404))
        if isinstance(held.fails, FailureKind):
            self.log.append((path, 0))
            return FetchFailed(request.url, held.fails, _DAY)
        held = held.fails or held
        headers = [("content-type", held.content_type)]
        if held.location:
            headers.append(("location", held.location))
        if held.etag:
            headers.append(("etag", held.etag))
            if ("if-none-match", held.etag) in request.headers and not held.ignores_conditions:
                self.log.append((path, 304))
                return NotModified(request.url, tuple(headers), _DAY)
        self.log.append((path, held.status))
        body = held.body if held.status == 200 else b""
        size = len(body)
        return Fetched(
            request.url, request.address, held.status, tuple(headers), body, _DAY, wire_bytes=size, size=size
        )


class _Fetcher:
    def __init__(self, site: MemorySite) -> None:
        self._site = site

    async def fetch(self, request: FetchRequest) -> Outcome:
        return self._site.answer(request)

    def is_public(self, address: str) -> bool:
        return True

    async def locate(self, address: str) -> None:
        pass

    def space(self, origin: str, seconds: float) -> None:
        pass

    async def aclose(self) -> None:
        pass


class _Pool(PoolInProcess):
    """A task that kills does so before anything is done."""

    def __init__(self, settings: Settings, site: MemorySite) -> None:
        super().__init__(HANDLER, settings)
        self._site = site
        self._batches = itertools.count()

    async def run(self, task: object, memory: int = 0) -> Result | WorkerFailure:
        if isinstance(task, WriteTask) and next(self._batches) == self._site.kill_writing_at:
            raise Killed
        return await super().run(task, memory)


@contextmanager
def _instead(site: MemorySite) -> Iterator[None]:
    replaced: dict[str, Callable[..., object]] = {
        "WorkerPool": lambda handler, settings: _Pool(settings, site),
        "fetcher_for": lambda *_: _Fetcher(site),
    }
    # the whole machine's disk is not waited for
    with mock.patch.multiple(site_module, **replaced), mock.patch.object(publish, "settle"):
        yield


def mirror_from(site: MemorySite, folder: Path, start: str = "/", request: MirrorRequest | None = None) -> MirrorReport:
    """Mirror the site into ``folder``, or refresh it there. Raises what ``mirror_site`` raises, and Killed.

    ``request`` is completed with the address, the folders and a pace without waiting.
    """
    request = replace(
        request or MirrorRequest(""),
        url=ORIGIN + start,
        pace=Pace(delay=0.0, concurrency=2, retries=0),
        html_dir=folder / "html",
        markdown_dir=folder / "markdown",
    )
    site.log.clear()
    with _instead(site):
        return site_module.mirror_site(request)


def trees_of(folder: Path) -> dict[str, bytes]:
    """What people see: the files of both trees."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".scrapepy" not in path.parts
    }
