"""The disk is full, read-only or broken from the n-th change on: one sentence, exit 4, whole files, and a way back.

``SCRAPEPY_FAULTS`` is how many places in a run are tried for each fault (3); ``all``: every one.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support import small_manual
from tests.support.command import Ended, Mirror, Tree, undated
from tests.support.faulty_disk import FaultyDisk, needs_faulty_disk
from tests.support.server import Server

pytestmark = needs_faulty_disk

_PLACES = os.environ.get("SCRAPEPY_FAULTS") or "3"
_WORDS = {
    errno.ENOSPC: "the disk is full",
    errno.EROFS: "read-only",
    errno.EIO: "reports an error",
}


@dataclass
class Stage:
    """A server with a mirror that is brought from ``before`` to ``after`` in ``changes`` changes of the disk."""

    server: Server
    mirror: Mirror
    disk: FaultyDisk
    copy: Path
    before: tuple[Tree, Tree]
    after: tuple[Tree, Tree]
    changes: int

    def reset(self) -> None:
        shutil.rmtree(self.mirror.folder)
        shutil.copytree(self.copy, self.mirror.folder)


@pytest.fixture(scope="module", params=["first run", "refresh"])
def stage(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    folder = tmp_path_factory.mktemp("faults")
    with Server() as server:
        mirror = Mirror(folder / "mirror", server.origin + "/docs/")
        disk = FaultyDisk(folder, [mirror.html_dir, mirror.markdown_dir])
        small_manual.serve(server, small_manual.old_version(server.origin))
        if request.param == "refresh":
            assert mirror.run_here().code == 0
            small_manual.serve(server, small_manual.new_version(server.origin))
        before = mirror.trees()
        shutil.copytree(mirror.folder, folder / "copy")
        assert mirror.run(disk.environment()).code == 0
        yield Stage(server, mirror, disk, folder / "copy", before, mirror.trees(), disk.count)


def places(changes: int) -> list[int]:
    """Where in a run the fault is met: spread evenly, another offset for each kind of run."""
    if _PLACES == "all":
        return list(range(1, changes + 1))
    step = changes / int(_PLACES)
    return [1 + int((number + 0.37) * step) for number in range(int(_PLACES))]


@pytest.mark.timeout(36_000 if _PLACES == "all" else 600 + 60 * int(_PLACES))
@pytest.mark.parametrize("fault", list(_WORDS), ids=lambda number: errno.errorcode[number])
def test_one_sentence_whole_files_and_a_way_back(stage: Stage, fault: int) -> None:
    faults = []
    for at in places(stage.changes):
        stage.reset()
        ended = stage.mirror.run(stage.disk.environment(at, fault=fault))
        if (what := _wrong(stage, ended, fault)) is not None:
            faults.append((at, what, ended))
        ended = stage.mirror.run_here()
        if ended.code != 0 or not _equal(stage.mirror.trees(), stage.after) or stage.mirror.temporaries():
            faults.append((at, "the rerun is not whole", ended))
    assert not faults


def _wrong(stage: Stage, ended: Ended, fault: int) -> str | None:
    """What is not as it should be after the run that met the fault."""
    if not _whole(stage):
        return "not whole"
    if not stage.disk.struck or ended.code == 0:
        # What was refused was cleaning up after a run that was done, or there was nothing left to refuse.
        return None if ended.code == 0 and _equal(stage.mirror.trees(), stage.after) else "said to be done"
    if ended.code != 4 or len(ended.err.splitlines()) != 1 or not ended.err.startswith("scrapepy: "):
        return "not one sentence and exit 4"
    return None if _WORDS[fault] in ended.err else "another sentence"


def _whole(stage: Stage) -> bool:
    return all(
        undated(data) in (undated(before.get(path, b"")), undated(after.get(path, b"")))
        for found, before, after in zip(stage.mirror.trees(), stage.before, stage.after, strict=True)
        for path, data in found.items()
    )


def _equal(found: tuple[Tree, Tree], wanted: tuple[Tree, Tree]) -> bool:
    return all(
        sorted(one) == sorted(other) and all(undated(one[path]) == undated(other[path]) for path in one)
        for one, other in zip(found, wanted, strict=True)
    )
