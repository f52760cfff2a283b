from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrapepy.store import atomic


def test_put_makes_a_whole_file_and_leaves_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "a.html"
    atomic.put(str(target), b"one")
    atomic.put(str(target), b"two")
    assert target.read_bytes() == b"two"
    assert os.listdir(tmp_path) == ["a.html"]


def test_put_writes_on_after_a_short_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: real(descriptor, data[:3]))
    atomic.put(str(tmp_path / "a"), b"longer than three")
    monkeypatch.undo()
    assert (tmp_path / "a").read_bytes() == b"longer than three"


@pytest.mark.parametrize("function", ["write", "close", "replace"])
def test_a_failure_at_any_step_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, function: str
) -> None:
    target = tmp_path / "a"
    target.write_bytes(b"old")
    real_close = os.close

    def fail(*arguments: object) -> None:
        if function == "close":
            real_close(arguments[0])  # type: ignore[arg-type]
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, function, fail)
    with pytest.raises(OSError, match="No space left"):
        atomic.put(str(target), b"new")
    monkeypatch.undo()
    assert target.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a"]


def test_temporary_names_are_short_unique_and_beside_the_target(tmp_path: Path) -> None:
    target = str(tmp_path / ("n" * 255))
    names = {atomic.temporary_beside(target) for _ in range(100)}
    assert len(names) == 100
    assert {os.path.dirname(name) for name in names} == {str(tmp_path)}
    assert max(len(os.path.basename(name)) for name in names) < 64
    atomic.put(target, b"the longest name there is")
    assert os.listdir(tmp_path) == ["n" * 255]


def test_sweep_removes_leftovers_only(tmp_path: Path) -> None:
    (tmp_path / "deep" / "er").mkdir(parents=True)
    (tmp_path / "deep" / "er" / f"{atomic.TEMPORARY}17-3").write_bytes(b"half")
    (tmp_path / "deep" / "kept.html").write_bytes(b"whole")
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / f"{atomic.TEMPORARY}1-1").write_bytes(b"not below")
    (tmp_path / "deep" / "link").symlink_to(outside)
    assert atomic.sweep(tmp_path / "deep") == 1
    assert (tmp_path / "deep" / "kept.html").exists()
    assert (outside / f"{atomic.TEMPORARY}1-1").exists()


def test_same_bytes(tmp_path: Path) -> None:
    for name, data in (("a", b"x" * 3_000_000), ("b", b"x" * 3_000_000), ("c", b"x" * 2_999_999 + b"y"), ("d", b"x")):
        (tmp_path / name).write_bytes(data)
    assert atomic.same_bytes(str(tmp_path / "a"), str(tmp_path / "b"))
    assert not atomic.same_bytes(str(tmp_path / "a"), str(tmp_path / "c"))
    assert not atomic.same_bytes(str(tmp_path / "a"), str(tmp_path / "d"))


@settings(max_examples=50, deadline=None)
@given(old=st.binary(max_size=40), new=st.binary(max_size=40))
def test_holds_is_equality(tmp_path_factory: pytest.TempPathFactory, old: bytes, new: bytes) -> None:
    target = tmp_path_factory.getbasetemp() / "holds"
    target.write_bytes(old)
    assert atomic.holds(str(target), new, len(old)) == (old == new)


def test_settle_can_be_called() -> None:
    atomic.settle()
