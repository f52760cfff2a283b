"""Real file systems that are too small: a tmpfs of a megabyte or two, mounted for the test."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support import small_manual
from tests.support.command import Mirror, Tree, undated
from tests.support.server import Server

Mount = Callable[[Path, str], None]


def _can_mount() -> bool:
    if sys.platform != "linux" or os.geteuid() or not shutil.which("mount"):
        return False
    return not subprocess.run(["unshare", "--mount", "true"], capture_output=True, check=False).returncode


pytestmark = pytest.mark.skipif(not _can_mount(), reason="a small tmpfs is mounted: needs Linux, root and mount")


@pytest.fixture
def mount() -> Iterator[Mount]:
    """Mount a tmpfs of that size; a second time, give it another size."""
    mounted: list[Path] = []

    def do(folder: Path, size: str) -> None:
        again = folder in mounted
        folder.mkdir(parents=True, exist_ok=True)
        options = f"remount,size={size}" if again else f"size={size}"
        done = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)], capture_output=True, text=True, check=False
        )
        if done.returncode:
            pytest.skip(f"a tmpfs cannot be mounted: {done.stderr.strip()}")
        if not again:
            mounted.append(folder)

    yield do
    for folder in mounted:
        with contextlib.suppress(OSError):
            subprocess.run(["umount", "--lazy", str(folder)], capture_output=True, check=False)


@pytest.fixture
def whole(server: Server, tmp_path: Path) -> tuple[Tree, Tree]:
    """What a run with room makes."""
    small_manual.serve(server, small_manual.old_version(server.origin))
    mirror = Mirror(tmp_path / "whole", server.origin + "/docs/")
    assert mirror.run_here().code == 0
    return mirror.trees()


@pytest.mark.parametrize(
    ("full", "size"),
    [
        ("both", "200k"),  # the state itself finds no room
        ("both", "1m"),  # the large file finds none
        ("both", "2m"),  # the trees find none
        ("markdown", "24k"),  # the Markdown stands on another file system
    ],
)
def test_one_sentence_and_a_way_back(
    server: Server, tmp_path: Path, whole: tuple[Tree, Tree], mount: Mount, full: str, size: str
) -> None:
    mirror = Mirror(tmp_path / "small", server.origin + "/docs/")
    folder = {"both": mirror.folder, "html": mirror.html_dir, "markdown": mirror.markdown_dir}[full]
    mount(folder, size)
    for _ in range(2):  # and once more, which changes nothing
        ended = mirror.run()
        assert ended.code == 4, ended
        assert len(ended.err.splitlines()) == 1
        assert ended.err.startswith("scrapepy: cannot ")
        assert "the disk is full" in ended.err
        assert not mirror.orphans()
        for found, wanted in zip(mirror.trees(), whole, strict=True):
            assert [path for path in found if undated(found[path]) != undated(wanted[path])] == []
    mount(folder, "50m")
    assert mirror.run_here().code == 0
    assert not mirror.temporaries()
    for found, wanted in zip(mirror.trees(), whole, strict=True):
        assert sorted(found) == sorted(wanted)
        assert [path for path in wanted if undated(found[path]) != undated(wanted[path])] == []
