from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import scrapepy.store
from scrapepy.model.entry import EntryKind, FrontierEntry
from scrapepy.model.outcome import Fetched
from scrapepy.model.url import CanonicalUrl
from scrapepy.store.state import State

NOON = 1_795_953_600.0  # 2026-11-29 12:00 UTC


@pytest.fixture
def environment() -> dict[str, str]:
    """For subprocesses: the package is found however this one found it."""
    return {**os.environ, "PYTHONPATH": str(Path(scrapepy.store.__file__).parents[2])}


@pytest.fixture
def state_file(tmp_path: Path) -> Path:
    return tmp_path / "site" / ".scrapepy" / "state.sqlite3"


@pytest.fixture
def state(state_file: Path) -> Iterator[State]:
    with State.open(state_file) as opened:
        opened.begin(CanonicalUrl("http://a.test/"), {}, NOON)
        yield opened


@pytest.fixture
def entry() -> Callable[..., FrontierEntry]:
    def make(path: str = "", kind: EntryKind = EntryKind.PAGE, **fields: object) -> FrontierEntry:
        url = CanonicalUrl("http://a.test/" + path)
        return FrontierEntry(**{"url": url, "address": url, "kind": kind, **fields})  # type: ignore[arg-type]

    return make


@pytest.fixture
def page() -> Callable[..., Fetched]:
    def make(path: str = "", body: bytes = b"<p>Hello", at: float = NOON, **fields: object) -> Fetched:
        url = CanonicalUrl("http://a.test/" + path)
        headers = (("content-type", "text/html"), ("etag", '"1"'))
        values = {"url": url, "address": url, "status": 200, "headers": headers, "body": body, "at": at}
        return Fetched(**{**values, "size": len(body), **fields})  # type: ignore[arg-type]

    return make
