from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from scrapepy.model.analysis import BodyKind
from scrapepy.model.outcome import Fetched
from scrapepy.model.url import CanonicalUrl, LocalPath
from scrapepy.store.raw_pages import RawPages
from scrapepy.store.rebuild import Rebuilt, SavedPage, rebuild
from scrapepy.store.salvage import COLUMNS, Wreck
from scrapepy.store.state import State
from scrapepy.store.trees import TreeWriter

PAGE = 4096
PAGES = 60


@pytest.fixture
def filled(state_file: Path, entry: Callable[..., object], page: Callable[..., Fetched]) -> Path:
    """A state of sixty pages of some kilobytes and one image in the tree, closed."""
    numbers = random.Random(5)
    with State.open(state_file) as state:
        state.begin(CanonicalUrl("http://a.test/"), {"depth": 3}, 0.0)
        for number in range(PAGES):
            state.queued([entry(f"p{number}")])  # type: ignore[list-item]
            body = numbers.randbytes(numbers.randrange(100, 12_000))
            state.fetched(entry(f"p{number}"), page(f"p{number}", body), BodyKind.HTML)  # type: ignore[arg-type]
            state.noted(f"A sentence {number}.")
        state.set_paths({CanonicalUrl(f"http://a.test/p{n}"): LocalPath(f"p{n}.html") for n in range(PAGES)})
        state.queued([entry("a.png")])  # type: ignore[list-item]
        state.fetched(entry("a.png"), page("a.png", b"\x89PNG" * 9), BodyKind.IMAGE)  # type: ignore[arg-type]
        state.place([(CanonicalUrl("http://a.test/a.png"), LocalPath("a.png"))], TreeWriter(state_file.parents[1]))
        state.accept()
        state.finish(5.0, True, {"pages": PAGES})
    return state_file


def test_the_columns_are_those_of_the_tables(filled: Path) -> None:
    with sqlite3.connect(filled) as connection:
        for table, columns in COLUMNS.items():
            names = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            assert sorted(names) == sorted(columns)
            assert tuple(names) == columns
    connection.close()


@pytest.mark.parametrize("table", COLUMNS)
def test_pages_hold_what_sqlite_reads_from_them(filled: Path, table: str) -> None:
    with sqlite3.connect(filled) as connection:
        wanted = {row[0]: list(row[1:]) for row in connection.execute(f"SELECT * FROM {table}")}
    connection.close()
    pages, columns = RawPages(filled), len(COLUMNS[table])
    assert wanted
    for number, values in wanted.items():
        found = [row[1:] for row in pages.rows(columns, number)]
        # SQLite writes a whole number in a column of the type REAL as an integer.
        assert values in found, (table, number)


def test_a_wreck_answers_all_but_what_is_broken(filled: Path, tmp_path: Path) -> None:
    data = bytearray(filled.read_bytes())
    middle = len(data) // 2 // PAGE * PAGE
    data[middle : middle + 2 * PAGE] = random.Random(1).randbytes(2 * PAGE)
    broken = tmp_path / "broken.sqlite3"
    broken.write_bytes(data)
    with Wreck(broken) as wreck:
        resources = list(wreck.rows("resource"))
        bodies = [row for number in range(1, PAGES + 1) if (row := wreck.one("body", number)) is not None]
    assert len(resources) >= PAGES - 25
    assert len({row["url"] for row in resources}) == len(resources)
    assert len(bodies) >= PAGES - 5
    assert broken.read_bytes() == data


@pytest.mark.parametrize("kept", [0, 100, PAGE])
def test_without_its_head_the_pages_still_tell(filled: Path, tmp_path: Path, kept: int) -> None:
    broken = tmp_path / "broken.sqlite3"
    broken.write_bytes(b"\xff" * kept + filled.read_bytes()[kept:] if kept else filled.read_bytes())
    target = tmp_path / "new.sqlite3"
    assert rebuild(broken, target, filled.parents[1], []) == Rebuilt(1, PAGES + 1, 0)
    shutil.move(target, filled)
    with State.open(filled) as state:
        (start,) = state.starts()
        assert (start.url, start.options) == ("http://a.test/", {"depth": 3})
        assert [run.report for run in state.past_runs(-1)] == [{"pages": PAGES}]
        assert len(state.paths()) == PAGES + 1
        validators = state.validators(CanonicalUrl("http://a.test/p7"))
        assert validators is not None
        assert validators.etag == '"1"'
        assert state.body_of(CanonicalUrl("http://a.test/a.png")) == b"\x89PNG" * 9


def test_a_page_that_only_its_file_tells_of_keeps_its_name(filled: Path, tmp_path: Path) -> None:
    target = tmp_path / "new.sqlite3"
    saved = SavedPage(CanonicalUrl("http://a.test/odd"), LocalPath("odd-1a2b.html"), "2025-01-02", None, "2024-03-04")
    assert rebuild(None, target, filled.parents[1], [saved]) == Rebuilt(0, 0, 1)
    shutil.move(target, filled)
    with State.open(filled) as state:
        run = state.begin(CanonicalUrl("http://a.test/"), {}, 0.0)
        assert state.paths() == {saved.url: saved.path}
        assert state.validators(saved.url) is None
        assert [one.url for one in state.revisits()] == [saved.url]
        resource = state.resource(saved.url)
        assert resource is not None
        assert (resource.start_id, resource.first_saved) == (run.start_id, "2024-03-04")
        assert state.body_of(saved.url) is None


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE resource SET url = 'http://a.test/p ' || id",
        "UPDATE resource SET path = '../' || path, kept = NULL, latest = NULL",
        "UPDATE resource SET kind = 'nonsense'",
        "UPDATE start SET options = 'no json'",
        "UPDATE snapshot SET sha256 = 'x', body_kind = 'nonsense'",
    ],
)
def test_rows_that_cannot_be_ours_are_not_believed(filled: Path, tmp_path: Path, change: str) -> None:
    with sqlite3.connect(filled) as connection:
        connection.execute(change)
    connection.close()
    target = tmp_path / "new.sqlite3"
    rebuilt = rebuild(filled, target, filled.parents[1], [])
    assert rebuilt.starts == (0 if "start" in change else 1)
    shutil.move(target, filled)
    with State.open(filled) as state:
        assert not any(path.startswith("..") for path in state.paths().values())
        hashes = state.hashes()
        assert len(hashes) == (PAGES + 1 if "start" in change else 1 if "sha256" in change else 0)
        assert "x" not in hashes.values()
