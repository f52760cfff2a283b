"""The command is killed at random moments, in a first run and in a refresh; nothing is ever lost or half written.

Most kills come at the n-th change of the disk, so that gathering, deriving and writing are met alike; some come after a
random time. ``SCRAPEPY_KILLS`` is how many there are of each run (25), ``SCRAPEPY_KILLS_SEED`` which. Two lanes, each
with a server and folders of its own, share them: a run mostly waits for the start of processes.
"""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

from scrapepy.errors import StateError, StoreError
from scrapepy.store.reading import StateReader
from tests.support import small_manual
from tests.support.command import Ended, Mirror, Tree, seed_of, undated
from tests.support.faulty_disk import FaultyDisk, needs_faulty_disk
from tests.support.server import Answer, Server

pytestmark = [needs_faulty_disk, pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")]

KILLS = int(os.environ.get("SCRAPEPY_KILLS") or 25)
LANES = 2
IN_A_ROW = 4
"""So many kills, at most, before a run may come to its end."""
CONCURRENCY = 4
_EACH_RUN = ("/robots.txt", "/sitemap.xml")
"""Asked anew by every process, as are the addresses that cannot exist."""


@dataclass(frozen=True)
class Unbroken:
    """What a run that nobody disturbs makes."""

    site: dict[str, Answer]
    trees: tuple[Tree, Tree]
    meaning: dict[str, object]
    changes: int
    seconds: float


@dataclass
class Stage:
    """One folder for all runs (its path is part of what is written), and what unbroken runs make there."""

    server: Server
    mirror: Mirror
    disk: FaultyDisk
    copy: Path
    """The folder as the first run left it."""
    first: Unbroken
    refresh: Unbroken

    def set(self, refresh: bool) -> None:
        """The folder before the run."""
        shutil.rmtree(self.mirror.folder)
        if refresh:
            shutil.copytree(self.copy, self.mirror.folder)
        else:
            self.mirror.folder.mkdir()
        small_manual.serve(self.server, (self.refresh if refresh else self.first).site)
        self.server.log.clear()


@pytest.fixture(scope="module")
def stages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Stage]]:
    folders = [tmp_path_factory.mktemp(f"kills-{lane}") for lane in range(LANES)]
    with contextlib.ExitStack() as servers, ThreadPoolExecutor(LANES) as lanes:
        yield list(lanes.map(_stage, (servers.enter_context(Server()) for _ in folders), folders, range(LANES)))


def _stage(server: Server, folder: Path, lane: int) -> Stage:
    mirror = Mirror(folder / "mirror", server.origin + "/docs/")
    disk = FaultyDisk(folder, [mirror.html_dir, mirror.markdown_dir])
    sites = small_manual.old_version(server.origin), small_manual.new_version(server.origin)
    if lane:  # PDFs are read by processes of their own: that they are killed is tried in one lane
        for site in sites:
            del site["/docs/paper.pdf"]
    first = _unbroken(server, mirror, disk, sites[0])
    shutil.copytree(mirror.folder, folder / "copy")
    refresh = _unbroken(server, mirror, disk, sites[1])
    assert first.trees != refresh.trees
    return Stage(server, mirror, disk, folder / "copy", first, refresh)


def _unbroken(server: Server, mirror: Mirror, disk: FaultyDisk, site: dict[str, Answer]) -> Unbroken:
    small_manual.serve(server, site)
    server.log.clear()
    began = time.monotonic()
    ended = mirror.run(disk.environment())
    assert ended.code == 0, ended.err
    assert not mirror.temporaries()
    seconds = time.monotonic() - began
    return Unbroken(site, mirror.trees(), mirror.meaning(), disk.count, seconds)


@pytest.mark.timeout(600 + 60 * KILLS)
@pytest.mark.parametrize("refresh", [False, True], ids=["first run", "refresh"])
def test_nothing_is_lost_or_half_written(stages: list[Stage], refresh: bool) -> None:
    numbers = seed_of("SCRAPEPY_KILLS_SEED", 20_261_130 + refresh)
    seeds = [numbers.random() for _ in stages]
    wanted = [KILLS // LANES + (lane < KILLS % LANES) for lane in range(LANES)]
    with ThreadPoolExecutor(LANES) as lanes:
        killed = sum(lanes.map(_kill, stages, [refresh] * LANES, seeds, wanted))
    assert killed >= KILLS


def _kill(stage: Stage, refresh: bool, seed: float, wanted: int) -> int:
    """So many kills in one lane; how many there were."""
    numbers = random.Random(seed)
    killed = 0
    while killed < wanted:
        stage.set(refresh)
        kills = _Kills(stage, refresh, numbers)
        for _ in range(min(IN_A_ROW, wanted - killed)):
            if kills.one():
                break
        else:
            kills.to_the_end()
        killed += kills.count
    return killed


_in_this_process = threading.Lock()
"""The folder that the process is in, and where it prints, are one for all lanes."""


class _Kills:
    """Some kills one after the other, and the run that comes to its end."""

    def __init__(self, stage: Stage, refresh: bool, numbers: random.Random) -> None:
        self._stage = stage
        self._before = stage.first if refresh else None
        self._after = stage.refresh if refresh else stage.first
        self._numbers = numbers
        self._changes = self._after.changes
        self._interrupted = False
        self.count = 0
        self._told: list[str] = []

    def one(self) -> bool:
        """Run and kill; True if the run had come to its end before."""
        numbers, mirror, disk = self._numbers, self._stage.mirror, self._stage.disk
        mirror.processors = numbers.choice((1, 1, 0))
        how = numbers.choice(("kill", "kill", "kill", "group", "group", "interrupt", "time"))
        if how == "time":
            seconds = numbers.uniform(0.2, self._after.seconds)
            self._told.append(f"kill after {seconds:.2f} s")
            with mirror.start(disk.environment()) as process:
                time.sleep(seconds)
                process.kill()
                out, err = process.communicate()
            ended = Ended(process.returncode, out, err)
            met = ended.code < 0
        else:
            at = numbers.randint(1, max(self._changes, 2))
            self._told.append(f"{how} at {at}")
            sign = signal.SIGINT if how == "interrupt" else signal.SIGKILL
            ended = mirror.run(disk.environment(at, kill=sign, group=how == "group"))
            met = disk.struck
            self._interrupted |= how == "interrupt" and met
        assert "Traceback" not in ended.err, self._said(ended)
        assert ended.code in ({-signal.SIGKILL, 0, 130} if met else {0}), self._said(ended)
        if met:
            self.count += 1
            self._changes = max(self._changes - disk.count // 2, self._changes // 3)
            self._whole()
        if not met or self._is_finished():
            self._equal(ended)
            return True
        return False

    def to_the_end(self) -> None:
        """Nobody disturbs this one."""
        with _in_this_process:
            ended = self._stage.mirror.run_here()
        assert ended.code == 0, self._said(ended)
        self._equal(ended)

    def _is_finished(self) -> bool:
        """True if the kill came so late that the run had said that it was done."""
        try:
            with StateReader(self._stage.mirror.state) as state:
                return len(state.past_runs(-1)) == (2 if self._before else 1)
        except (StoreError, StateError) as error:  # killed before there was one
            if self._before is not None or not any(words in str(error) for words in ("is empty", "no such file")):
                raise
            return False

    # what must be so -----------------------------------------------------------------------------------------------

    def _whole(self) -> None:
        """Each file is what it was or what it is to be, the state opens, no process is left."""
        mirror = self._stage.mirror
        assert not mirror.orphans(), self._told
        for number, found in enumerate(mirror.trees()):
            good = [unbroken.trees[number] for unbroken in (self._before, self._after) if unbroken is not None]
            for path, data in found.items():
                if any(path in tree and undated(tree[path]) == undated(data) for tree in good):
                    continue
                # After Ctrl-C a page is written with what is there: links to what is not had yet lead to the site.
                assert self._interrupted, (path, self._told)
                assert path.endswith((".html", ".md", ".css", ".svg")), (path, self._told)
                if path.endswith((".html", ".md")):
                    assert b"The end of" in data[-60:], (path, self._told)

    def _equal(self, ended: Ended) -> None:
        """Both trees and the state are what an unbroken run makes, and nothing else is left."""
        mirror = self._stage.mirror
        assert not mirror.orphans(), self._told
        assert ended.code or not mirror.temporaries(), self._told  # the next run sweeps what a late kill left
        for found, wanted in zip(mirror.trees(), self._after.trees, strict=True):
            assert sorted(found) == sorted(wanted), self._said(ended)
            assert [p for p in wanted if undated(found[p]) != undated(wanted[p])] == [], self._said(ended)
        meaning = mirror.meaning()
        for part, value in self._after.meaning.items():
            assert meaning[part] == value, (part, self._told)
        self._asked()

    def _asked(self) -> None:
        """Asked twice is at most what was under way at a kill."""
        wanted = {path for path in self._stage.server.paths() if path in self._after.site and path not in _EACH_RUN}
        times = Counter(path for path in self._stage.server.paths() if path in wanted)
        again = {path: count - 1 for path, count in times.items() if count > 1}
        assert sum(again.values()) <= CONCURRENCY * self.count, (again, self._told)

    def _said(self, ended: Ended) -> tuple[object, ...]:
        return self._told, ended.code, ended.out, ended.err
