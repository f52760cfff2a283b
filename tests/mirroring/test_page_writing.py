"""A page on which a worker fails keeps no other of its batch from being written."""

from __future__ import annotations

import asyncio
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from scrapepy.errors import ScrapePyError
from scrapepy.mirroring.messages import WriteJob, Written
from scrapepy.mirroring.page_indexer import PageIndexer
from scrapepy.mirroring.page_writing import write_pages
from scrapepy.mirroring.workers import WorkerPool
from scrapepy.model.url import CanonicalUrl, LocalPath

HANDLER = """
import os, time
from scrapepy.mirroring.messages import WriteTask, Written, WrittenBatch

def start(initial):
    if initial == "broken":
        raise ValueError("no such setting")

def handle(task):
    assert isinstance(task, WriteTask)
    return WrittenBatch(tuple(map(write, task.jobs)))

def write(job):
    match job.url:
        case "crash":
            os._exit(1)
        case "memory":
            raise MemoryError
        case "error":
            raise ValueError("no such thing")
        case "hang":
            time.sleep(600)
    return Written(job.url, True, True)
"""


@pytest.fixture
def handler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    (tmp_path / "fails_at_writing.py").write_text(textwrap.dedent(HANDLER))
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    yield "fails_at_writing:handle"
    sys.modules.pop("fails_at_writing", None)


def write(
    handler: str, folder: Path, names: list[str], initial: str = "", time_limit: float = 600.0
) -> tuple[list[Written], dict[CanonicalUrl, str]]:
    async def run() -> tuple[list[Written], dict[CanonicalUrl, str]]:
        jobs = [WriteJob(CanonicalUrl(name), LocalPath(name), None, ("", 0, 1), name, "", "") for name in names]
        async with (
            WorkerPool(handler, initial, count=1, time_limit=time_limit) as pool,
            PageIndexer(folder / "search.sqlite3") as indexer,
        ):
            return await write_pages(pool, jobs, indexer)

    return asyncio.run(run())


def test_only_the_page_that_fails_is_not_written(handler: str, tmp_path: Path) -> None:
    names = [*map(str, range(20)), "crash", "a", "memory", "error", "b"]
    written, failed = write(handler, tmp_path, names)
    assert {one.url for one in written} == {*map(str, range(20)), "a", "b"}
    assert list(failed) == ["crash", "memory", "error"]
    assert "took too much memory" in failed[CanonicalUrl("memory")]
    assert "no such thing" in failed[CanonicalUrl("error")]


def test_one_that_hangs(handler: str, tmp_path: Path) -> None:
    written, failed = write(handler, tmp_path, ["a", "hang", "b"], time_limit=1.5)
    assert ([one.url for one in written], list(failed)) == (["a", "b"], ["hang"])


def test_no_worker_at_all_is_not_the_fault_of_the_pages(handler: str, tmp_path: Path) -> None:
    with pytest.raises(ScrapePyError, match="no such setting"):
        write(handler, tmp_path, ["a", "b"], "broken")
