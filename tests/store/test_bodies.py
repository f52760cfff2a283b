from __future__ import annotations

import errno
import gzip
import os
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapepy.errors import StoreError
from scrapepy.model.analysis import BodyKind
from scrapepy.model.entry import FrontierEntry
from scrapepy.model.outcome import Fetched
from scrapepy.model.url import CanonicalUrl, LocalPath
from scrapepy.store.bodies import INLINE_LIMIT, Bodies, digest_of, encoding_for, packed
from scrapepy.store.state import State
from scrapepy.store.trees import TreeWriter

Page = Callable[..., Fetched]


@pytest.fixture
def bodies(tmp_path: Path) -> Bodies:
    made = Bodies(tmp_path / "site" / ".scrapepy" / "bodies", tmp_path / "site")
    made.prepare()
    return made


@given(st.binary(max_size=300))
def test_packed_bodies_come_back(body: bytes) -> None:
    url = CanonicalUrl("http://a.test/")
    page = Fetched(url, url, 200, (), body, 0.0)
    assert Bodies(Path("b"), Path("r")).read(1, "gzip", len(body), packed(page), None) == body


def test_what_came_packed_is_kept_as_it_came(page: Page) -> None:
    stream = gzip.compress(b"<p>Hello", 9)
    assert packed(page(gzipped=stream)) is stream


@pytest.mark.parametrize(
    ("kind", "body", "encoding"),
    [
        (BodyKind.HTML, b"<p>", "gzip"),
        (BodyKind.SVG, b"<svg/>", "gzip"),
        (BodyKind.IMAGE, b"GIF89a", "file"),
        (BodyKind.TEXT, b"words", "file"),
        (BodyKind.HTML, b"", "none"),
        (BodyKind.IMAGE, b"", "none"),
        (BodyKind.SCRIPT, b"x" * INLINE_LIMIT, "gzip"),
        (BodyKind.SCRIPT, b"x" * (INLINE_LIMIT + 1), "file"),
    ],
)
def test_what_is_rewritten_is_packed_and_the_rest_is_a_file(
    page: Page, kind: BodyKind, body: bytes, encoding: str
) -> None:
    assert encoding_for(kind, page(body=body)) == encoding


def test_a_body_too_large_for_memory_is_moved_not_copied(bodies: Bodies, page: Page) -> None:
    temporary = bodies.incoming / "t1"
    temporary.write_bytes(b"video")
    inode = temporary.stat().st_ino
    large = page(body=b"", file=str(temporary), size=5)
    assert digest_of(large) == digest_of(page(body=b"video"))
    assert encoding_for(BodyKind.HTML, large) == "file"
    bodies.keep_file(7, large)
    assert not temporary.exists()
    assert bodies.place(7).stat().st_ino == inode
    assert bodies.read(7, "file", 5, None, None) == b"video"


def test_a_body_from_another_file_system_is_copied(
    bodies: Bodies, page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def replace(*arguments: object) -> None:
        raise OSError(errno.EXDEV, "Invalid cross-device link")

    monkeypatch.setattr(os, "replace", replace)
    (tmp_path / "t").write_bytes(b"video")
    bodies.keep_file(1, page(body=b"", file=str(tmp_path / "t")))
    assert bodies.read(1, "file", 5, None, None) == b"video"
    assert not (tmp_path / "t").exists()


def test_what_is_not_what_was_recorded_is_not_handed_out(bodies: Bodies, page: Page) -> None:
    data = packed(page(body=b"hello"))
    assert bodies.read(1, "gzip", 5, data, None) == b"hello"
    for wrong in (data[:-9], b"noise", None, zlib.compress(b"hello")):
        assert bodies.read(1, "gzip", 5, wrong, None) is None
    assert bodies.read(1, "gzip", 4, data, None) is None
    bodies.keep_file(1, page(body=b"image"))
    assert bodies.is_there(1, "file", 5, None)
    os.truncate(bodies.place(1), 3)
    assert not bodies.is_there(1, "file", 5, None)
    assert bodies.read(1, "file", 5, None, None) is None
    assert bodies.read(2, "file", 5, None, None) is None
    assert bodies.read(2, "tree", 5, None, None) is None


def test_sweep_keeps_what_is_recorded(bodies: Bodies, page: Page) -> None:
    for number in (1, 2, 257, 300):
        bodies.keep_file(number, page(body=b"x"))
    (bodies.place(1).parent / "strange").write_bytes(b"")
    assert bodies.sweep({1, 300}) == 3
    assert [bodies.is_there(number, "file", 1, None) for number in (1, 2, 257, 300)] == [True, False, False, True]


def test_incoming_is_emptied_at_the_start(bodies: Bodies) -> None:
    (bodies.incoming / "half").write_bytes(b"x")
    bodies.prepare()
    assert list(bodies.incoming.iterdir()) == []


def test_a_full_disk_is_one_sentence(bodies: Bodies, page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    def replace(*arguments: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    (bodies.incoming / "t").write_bytes(b"x")
    monkeypatch.setattr(os, "replace", replace)
    with pytest.raises(StoreError, match=r"cannot write .*bodies/01/1: the disk is full"):
        bodies.keep_file(1, page(file=str(bodies.incoming / "t")))


def test_a_vanished_temporary_is_one_sentence(page: Page) -> None:
    with pytest.raises(StoreError, match="cannot read /no/such"):
        digest_of(page(file="/no/such"))


def test_a_file_that_was_deleted_while_a_run_was_cut_off_is_asked_for_again(
    state_file: Path, entry: Callable[..., FrontierEntry], page: Callable[..., Fetched]
) -> None:
    """One that has gone to its place in the tree already is not lost."""
    urls = [CanonicalUrl(f"http://a.test/{name}") for name in ("lost.png", "kept.png", "moved.png")]
    with State.open(state_file) as state:
        state.begin(CanonicalUrl("http://a.test/"), {}, 0.0)
        for url in urls:
            name = url.rpartition("/")[2]
            state.queued([entry(name)])
            state.fetched(entry(name), page(name, name.encode() * 9), BodyKind.IMAGE)
        state.set_paths({url: LocalPath(url.rpartition("/")[2]) for url in urls})
        lost, _, moved = [state.body_file(url) for url in urls]
    assert lost is not None
    assert moved is not None
    lost.unlink()
    moved.rename(state_file.parents[1] / "moved.png")
    with State.open(state_file) as state:
        assert state.begin(CanonicalUrl("http://a.test/"), {}, 1.0).resumed
        resumed = state.resume()
        assert [one.url for one in resumed.queued] == [urls[0]]
        assert set(resumed.known) == set(urls[1:])
        items = [(url, LocalPath(url.rpartition("/")[2])) for url in urls[1:]]
        placed = state.place(items, TreeWriter(state_file.parents[1]))
        assert placed == {urls[1]: True, urls[2]: False}
