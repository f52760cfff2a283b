from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from scrapepy.errors import StateDamaged, StateError, StoreError
from scrapepy.model.url import CanonicalUrl
from scrapepy.store.database import Database, set_aside
from scrapepy.store.reading import StateReader
from scrapepy.store.state import State
from tests.support.noise import noise


@pytest.fixture
def filled(state_file: Path) -> Path:
    """A state of a few hundred pages, closed."""
    with State.open(state_file) as state:
        state.begin(CanonicalUrl("http://a.test/"), {"depth": 3}, 0.0)
        with state.batch():
            for number in range(3000):
                state.noted(f"sentence {number} " + "x" * 200)
    return state_file


@pytest.mark.parametrize("bytes_kept", [1, 50, 1000])
def test_what_is_no_database_is_damaged(filled: Path, bytes_kept: int) -> None:
    filled.write_bytes(b"\xff" * bytes_kept + filled.read_bytes()[bytes_kept:])
    with pytest.raises(StateDamaged, match="is damaged"):
        State.open(filled)


def test_a_truncated_file_is_damaged(filled: Path) -> None:
    size = filled.stat().st_size
    os.truncate(filled, size // 2 // 4096 * 4096)
    with pytest.raises(StateDamaged):
        State.open(filled)


def test_a_page_of_noise_in_the_middle_is_noticed(filled: Path) -> None:
    data = bytearray(filled.read_bytes())
    middle = len(data) // 2 // 4096 * 4096
    data[middle : middle + 4096] = noise(4096)
    filled.write_bytes(data)
    with pytest.raises(StateDamaged):
        State.open(filled)


def test_an_empty_file_is_a_new_state(state_file: Path) -> None:
    state_file.parent.mkdir(parents=True)
    state_file.write_bytes(b"")
    with State.open(state_file) as state:
        assert state.counts() == {}


def test_set_aside_keeps_everything_and_makes_room(filled: Path) -> None:
    damaged = b"no database"
    filled.write_bytes(damaged)
    log = filled.with_name(filled.name + "-wal")
    log.write_bytes(b"log")
    aside = set_aside(filled)
    assert aside.name == "state.damaged-1.sqlite3"
    assert aside.read_bytes() == damaged
    assert aside.with_name(aside.name + "-wal").read_bytes() == b"log"
    with State.open(filled) as state:
        assert state.starts() == ()
    filled.write_bytes(damaged)
    assert set_aside(filled).name == "state.damaged-2.sqlite3"
    assert not filled.exists()


def test_set_aside_of_nothing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot move"):
        set_aside(tmp_path / "state.sqlite3")


@pytest.mark.parametrize("name", ["state.sqlite3", ""])
def test_links_are_not_written_through(state_file: Path, tmp_path: Path, name: str) -> None:
    theirs = tmp_path / "theirs"
    if name:
        state_file.parent.mkdir(parents=True)
    else:
        state_file.parent.parent.mkdir(parents=True)
        theirs.mkdir()
    (state_file.parent / name).symlink_to(theirs)
    with pytest.raises(StoreError, match="symbolic link"):
        State.open(state_file)
    assert not theirs.is_file()


def test_a_folder_that_cannot_be_made_is_a_store_error(tmp_path: Path) -> None:
    (tmp_path / "site").write_bytes(b"a file")
    with pytest.raises(StoreError, match=r"cannot make the folder .*\.scrapepy: a file stands where a folder must be"):
        State.open(tmp_path / "site" / ".scrapepy" / "state.sqlite3")


def test_a_full_disk_undoes_the_batch_and_the_state_goes_on(state_file: Path) -> None:
    with State.open(state_file) as state:
        state.begin(CanonicalUrl("http://a.test/"), {}, 0.0)
        state.noted("before")
        pages = state._database.execute("PRAGMA page_count")[0][0]
        state._database.execute(f"PRAGMA max_page_count = {pages + 3}")

        def fill() -> None:
            with state.batch():
                for number in range(100):
                    state.noted(f"{number}" + "x" * 1000)

        with pytest.raises(StoreError, match="the disk is full"):
            fill()
        assert state.notes() == ("before",)
        state._database.execute("PRAGMA max_page_count = 1000000")
        state.noted("after")
    with StateReader(state_file) as reader:
        assert reader.notes() == ("before", "after")


def test_batches_nest_and_an_error_undoes_the_outermost(tmp_path: Path) -> None:
    database = Database.open(tmp_path / "d.sqlite3")
    database.execute("CREATE TABLE t (x)")
    with database.batch(), database.batch():
        database.execute("INSERT INTO t VALUES (1)")

    def interrupted() -> None:
        with database.batch():
            database.execute("INSERT INTO t VALUES (2)")
            with database.batch():
                database.execute("INSERT INTO t VALUES (3)")
            raise KeyError

    with pytest.raises(KeyError):
        interrupted()
    with pytest.raises(StateError, match="cannot be used"):
        database.execute("no sql")
    database.execute("INSERT INTO t VALUES (4)")
    assert database.execute("SELECT x FROM t") == [(1,), (4,)]
    database.close()


def test_a_reader_sees_each_commit_and_cannot_write(state_file: Path) -> None:
    with State.open(state_file) as state:
        state.begin(CanonicalUrl("http://a.test/"), {}, 0.0)
        with StateReader(state_file) as reader:
            assert reader.notes() == ()
            state.noted("one")
            assert reader.notes() == ("one",)
            with state.batch():
                state.noted("two")
                assert reader.notes() == ("one",)
            assert reader.notes() == ("one", "two")
            with pytest.raises(StoreError, match="read-only"):
                reader._database.execute("DELETE FROM note")


def test_a_reader_of_nothing_says_so(state_file: Path) -> None:
    with pytest.raises(StoreError, match=r"cannot read .*: there is no such file"):
        StateReader(state_file)
    state_file.parent.mkdir(parents=True)
    sqlite3.connect(state_file).execute("CREATE TABLE other (x)")
    with pytest.raises(StateError, match="cannot be used"):
        StateReader(state_file)


def test_where_the_log_s_index_cannot_be_made_the_file_alone_is_read(
    filled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a folder without write permission (which root, who may run the tests, always has)."""
    opened = []
    real = Database._connect

    def connect(path: Path, uri: str) -> Database:
        opened.append(uri)
        return real(path, uri)

    def execute(self: Database, sql: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        if "immutable" not in opened[-1]:
            raise StoreError("cannot open: permission denied")
        return real_execute(self, sql, values)

    real_execute = Database.execute
    monkeypatch.setattr(Database, "_connect", staticmethod(connect))
    monkeypatch.setattr(Database, "execute", execute)
    with StateReader(filled) as reader:
        assert len(reader.notes()) == 3000
    assert ["immutable" in uri for uri in opened] == [False, True]
    filled.with_name(filled.name + "-wal").write_bytes(b"commits that would be missed")
    with pytest.raises(StoreError, match="permission denied"):
        StateReader(filled)
