from __future__ import annotations

from pathlib import Path

import pytest

from scrapepy.errors import StateError, StateTooNew
from scrapepy.store.database import Database
from scrapepy.store.migrations import STEPS, migrate
from scrapepy.store.reading import StateReader
from scrapepy.store.state import State


def a_later_step(database: Database) -> None:
    database.execute("ALTER TABLE start ADD COLUMN colour TEXT")


def a_broken_step(database: Database) -> None:
    database.execute("CREATE TABLE half (x)")
    raise RuntimeError("cut off")


def test_each_step_is_taken_once(tmp_path: Path) -> None:
    database = Database.open(tmp_path / "s.sqlite3")
    assert migrate(database) == tuple(step.__name__ for step in STEPS)
    assert migrate(database) == ()
    assert migrate(database, (*STEPS, a_later_step)) == ("a_later_step",)
    assert migrate(database, (*STEPS, a_later_step)) == ()
    database.close()


def test_a_step_that_fails_leaves_no_trace(tmp_path: Path) -> None:
    database = Database.open(tmp_path / "s.sqlite3")
    with pytest.raises(RuntimeError):
        migrate(database, (*STEPS, a_broken_step))
    assert database.execute("SELECT name FROM sqlite_master WHERE name = 'half'") == []
    assert migrate(database, (*STEPS, a_later_step)) == ("a_later_step",)
    database.close()


def test_a_later_version_s_state_is_left_alone(state_file: Path) -> None:
    database = Database.open(state_file)
    migrate(database, (*STEPS, a_later_step))
    database.close()
    before = state_file.read_bytes()
    for opening in (State.open, StateReader):
        with pytest.raises(StateTooNew, match=r"later version of ScrapePy \(it knows 'a_later_step'\)"):
            opening(state_file)
    assert state_file.read_bytes() == before


def test_a_state_whose_first_run_was_killed_at_once_says_so(state_file: Path) -> None:
    Database.open(state_file).close()
    with pytest.raises(StateError, match="is empty"):
        StateReader(state_file)
    State.open(state_file).close()
    StateReader(state_file).close()
