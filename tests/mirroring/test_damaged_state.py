"""A state file that is damaged, emptied or gone is set aside and rebuilt; the run ends where it would have ended."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from scrapepy.store.reading import StateReader
from tests.support import small_manual
from tests.support.command import Mirror, Tree, undated
from tests.support.faulty_disk import FaultyDisk, needs_faulty_disk
from tests.support.server import Server

PAGE = 4096


def garbage_in_the_middle(state: Path) -> None:
    data = bytearray(state.read_bytes())
    middle = len(data) // 2 // PAGE * PAGE
    data[middle : middle + 3 * PAGE] = random.Random(1).randbytes(3 * PAGE)
    state.write_bytes(data)


def garbage_near_the_start(state: Path) -> None:
    data = bytearray(state.read_bytes())
    data[2 * PAGE : 12 * PAGE] = random.Random(2).randbytes(10 * PAGE)
    state.write_bytes(data)


def half_of_it(state: Path) -> None:
    os.truncate(state, state.stat().st_size // 2)


def a_few_bytes(state: Path) -> None:
    os.truncate(state, 100)


def no_bytes(state: Path) -> None:
    os.truncate(state, 0)


def no_database(state: Path) -> None:
    state.write_bytes(b"\xff" * 100 + state.read_bytes()[100:])


def nothing(state: Path) -> None:
    state.unlink()


DAMAGES = (garbage_in_the_middle, garbage_near_the_start, half_of_it, a_few_bytes, no_bytes, no_database, nothing)


@dataclass
class Stage:
    server: Server
    mirror: Mirror
    copy: Path
    old: tuple[Tree, Tree]
    new: tuple[Tree, Tree]

    def set(self, site: Callable[[str], dict[str, small_manual.Answer]]) -> None:
        shutil.rmtree(self.mirror.folder)
        shutil.copytree(self.copy, self.mirror.folder)
        small_manual.serve(self.server, site(self.server.origin))
        self.server.log.clear()


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    folder = tmp_path_factory.mktemp("damaged")
    with Server() as server:
        mirror = Mirror(
            folder / "mirror", server.origin + "/docs/", ("--delay", "0", "--retries", "1", "--min-words", "40")
        )
        small_manual.serve(server, small_manual.old_version(server.origin))
        assert mirror.run_here().code == 0
        own = mirror.html_dir / mirror.site / "docs"
        (own / "notes.html").write_text("<p>My notes")
        shutil.copy(own / "chapter-1.html", own / "a copy of mine.html")
        (mirror.markdown_dir / mirror.site / "docs" / "mine.md").write_text("My own")
        shutil.copytree(mirror.folder, folder / "copy")
        old = mirror.trees()
        small_manual.serve(server, small_manual.new_version(server.origin))
        assert mirror.run_here().code == 0
        yield Stage(server, mirror, folder / "copy", old, mirror.trees())


def times(mirror: Mirror) -> dict[str, int]:
    return {
        str(path): path.stat().st_mtime_ns
        for root in (mirror.html_dir, mirror.markdown_dir)
        for path in root.rglob("*")
        if path.is_file() and ".scrapepy" not in path.parts
    }


class TestRebuilding:
    @pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
    def test_a_site_that_did_not_change_changes_no_file(self, stage: Stage, damage: Callable[[Path], None]) -> None:
        stage.set(small_manual.old_version)
        mirror = stage.mirror
        before = times(mirror)
        damage(mirror.state)
        ended = mirror.run_here("mirror", mirror.url, *mirror.options, "--json")
        assert (ended.code, ended.err) == (0, "")
        report = json.loads(ended.out)
        said = [note for note in report["notes"] if "state file" in note]
        assert len(said) == 1
        if damage is not nothing:
            assert "set aside as state.damaged-1.sqlite3" in said[0]
            assert mirror.state.with_name("state.damaged-1.sqlite3").exists()
        assert "it was rebuilt from" in said[0]
        assert mirror.trees() == stage.old
        assert times(mirror) == before
        assert (report["new"], report["changed"], report["removed"]) == ([], [], []) or _only_assets(report)

    @pytest.mark.parametrize(
        "damage", [garbage_in_the_middle, half_of_it, a_few_bytes], ids=lambda damage: damage.__name__
    )
    def test_a_site_that_changed_is_mirrored_as_if_nothing_was(
        self, stage: Stage, damage: Callable[[Path], None]
    ) -> None:
        stage.set(small_manual.new_version)
        damage(stage.mirror.state)
        ended = stage.mirror.run_here()
        assert ended.code == 0, ended
        for found, wanted in zip(stage.mirror.trees(), stage.new, strict=True):
            assert sorted(found) == sorted(wanted)
            assert [path for path in wanted if undated(found[path]) != undated(wanted[path])] == []


def _only_assets(report: dict[str, list[str]]) -> bool:
    """What has no comment in it is not known by its file: it is told as new, and nothing is written."""
    return (
        not report["removed"] and not report["changed"] and all("." in url.rpartition("/")[2] for url in report["new"])
    )


def test_what_can_be_read_keeps_its_validators_and_options(stage: Stage) -> None:
    stage.set(small_manual.old_version)
    garbage_in_the_middle(stage.mirror.state)
    ended = stage.mirror.run_here("refresh", stage.mirror.site)
    assert ended.code == 0, ended
    answered = [request for request in stage.server.asked() if "if-none-match" in request.headers]
    assert len(answered) >= 5
    with StateReader(stage.mirror.state) as state:
        (start,) = state.starts()
        assert start.url == stage.mirror.url
        assert start.options["keep"]["min_words"] == 40  # type: ignore[index]
    assert stage.mirror.trees() == stage.old


def test_without_its_starts_refresh_says_what_to_do(stage: Stage) -> None:
    stage.set(small_manual.old_version)
    a_few_bytes(stage.mirror.state)
    ended = stage.mirror.run_here("refresh", stage.mirror.site)
    assert ended.code == 4
    assert len(ended.err.splitlines()) == 1
    assert "does not tell any more what it was made with" in ended.err
    assert stage.mirror.run_here().code == 0
    assert stage.mirror.trees() == stage.old


def test_a_page_that_is_gone_leaves_both_trees_after_a_rebuilding(stage: Stage) -> None:
    stage.set(small_manual.new_version)
    no_bytes(stage.mirror.state)
    ended = stage.mirror.run_here("mirror", stage.mirror.url, *stage.mirror.options, "--json")
    assert ended.code == 0
    assert [url.rpartition("/")[2] for url in json.loads(ended.out)["removed"]] == ["going"]


def test_a_server_that_is_down_after_a_rebuilding_changes_nothing(stage: Stage) -> None:
    stage.set(small_manual.old_version)
    a_few_bytes(stage.mirror.state)
    stage.server.script("/docs/", small_manual.Answer(500, b"broken"))
    ended = stage.mirror.run_here()
    assert ended.code == 3
    assert stage.mirror.trees() == stage.old
    stage.server.log.clear()
    small_manual.serve(stage.server, small_manual.old_version(stage.server.origin))
    assert stage.mirror.run_here().code == 0
    assert stage.mirror.trees() == stage.old


def test_a_page_whose_stored_bytes_are_damaged_keeps_its_files(stage: Stage) -> None:
    """Its links cannot be settled anew, so it stays as it is, is named, and is asked for again by the next run."""
    stage.set(small_manual.new_version)  # a page that it links to has moved, so it is to be written again
    with sqlite3.connect(stage.mirror.state) as connection:
        connection.execute(
            "UPDATE body SET data = zeroblob(500) WHERE snapshot_id ="
            " (SELECT latest FROM resource WHERE url LIKE '%/docs/only-in-sitemap')"
        )
    connection.close()
    ended = stage.mirror.run_here()
    assert ended.code == 1, ended
    assert "only-in-sitemap: its bytes were lost on this disk" in ended.out
    page = f"{stage.mirror.site}/docs/only-in-sitemap.html"
    assert stage.mirror.trees()[0][page] == stage.old[0][page]
    assert stage.mirror.run_here().code == 0
    for found, wanted in zip(stage.mirror.trees(), stage.new, strict=True):
        assert [path for path in wanted if undated(found[path]) != undated(wanted[path])] == []


def test_a_state_of_a_later_version_is_refused_and_left_alone(stage: Stage) -> None:
    stage.set(small_manual.old_version)
    with sqlite3.connect(stage.mirror.state) as connection:
        connection.execute("INSERT INTO migration VALUES ('a_later_step')")
    connection.close()
    before = stage.mirror.state.read_bytes()
    for command in (("mirror", stage.mirror.url), ("refresh", stage.mirror.site)):
        ended = stage.mirror.run_here(*command)
        assert ended.code == 4
        assert len(ended.err.splitlines()) == 1
        assert "was written by a later version of ScrapePy" in ended.err
    assert stage.mirror.state.read_bytes() == before
    assert not list(stage.mirror.state.parent.glob("*damaged*"))
    assert stage.mirror.trees() == stage.old


@needs_faulty_disk
@pytest.mark.parametrize("damage", [garbage_in_the_middle, nothing], ids=lambda damage: damage.__name__)
def test_killed_while_it_rebuilds_the_next_run_does_it_again(stage: Stage, damage: Callable[[Path], None]) -> None:
    stage.set(small_manual.old_version)
    before = times(stage.mirror)
    damage(stage.mirror.state)
    disk = FaultyDisk(stage.mirror.folder.parent, [stage.mirror.html_dir, stage.mirror.markdown_dir])
    for at in (3, 5, 8, 20):
        ended = stage.mirror.run(disk.environment(at, kill=signal.SIGKILL))
        assert ended.code == -signal.SIGKILL
        assert times(stage.mirror) == before
    assert stage.mirror.run_here().code == 0
    assert times(stage.mirror) == before
    assert stage.mirror.trees() == stage.old
    with StateReader(stage.mirror.state) as state:
        assert set(state.paths().values()) <= {path.partition("/")[2] for path in stage.old[0]}
