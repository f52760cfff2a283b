"""A disk that fails, or a process that is killed, at the n-th change of what lies below some folders.

``faulty_disk.c`` is loaded into the command and into every worker process it starts, so that files, SQLite's own
writes and the workers' are all met alike, wherever in the code they are. A write that is killed is half done.

>>> disk = FaultyDisk(folder, [html, markdown])
>>> run(command, env=disk.environment(at=17, fault=errno.ENOSPC))    # full from the 17th change on
>>> run(command, env=disk.environment(at=17, kill=signal.SIGKILL))
>>> disk.count                                                       # changes that the last run made, or tried
"""

from __future__ import annotations

import functools
import hashlib
import os
import shutil
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

import pytest

_SOURCE = Path(__file__).with_name("faulty_disk.c")
_BOARD = struct.Struct("qqq")


@functools.cache
def library() -> Path | None:
    """The compiled library; None where it cannot be made (no Linux, no C compiler)."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if sys.platform != "linux" or compiler is None:
        return None
    digest = hashlib.sha256(_SOURCE.read_bytes()).hexdigest()[:16]
    target = Path(tempfile.gettempdir()) / f"scrapepy-faulty-disk-{os.getuid()}-{digest}.so"
    if not target.exists():
        made = target.with_suffix(f".{os.getpid()}")
        command = [compiler, "-shared", "-fPIC", "-O1", "-o", str(made), str(_SOURCE), "-ldl"]
        if subprocess.run(command, capture_output=True, check=False).returncode:
            return None
        made.replace(target)
    return target


needs_faulty_disk = pytest.mark.skipif(
    sys.platform != "linux" or not (shutil.which("cc") or shutil.which("gcc")),
    reason="the disk that fails is loaded into processes: needs Linux and a C compiler",
)


class FaultyDisk:
    """The disk below ``under``, as the processes see it that have its environment. ``folder`` is for its own files."""

    def __init__(self, folder: Path, under: Iterable[Path]) -> None:
        self._board = folder / "faulty-disk-board"
        self._under = ":".join(str(path.absolute()) for path in under)

    def environment(
        self, at: int = 0, *, fault: int = 0, lasting: bool = True, kill: int = 0, group: bool = False
    ) -> dict[str, str]:
        """For the next run. ``at`` 0: nothing happens, changes are counted.

        ``fault`` is an errno: that change is refused, and if ``lasting`` all that follow. ``kill`` is a signal for the
        process that was started first, or (``group``) for its whole group.
        """
        self._board.write_bytes(_BOARD.pack(0, 0, 0))
        environment = {
            "LD_PRELOAD": str(library()),
            "FAULTY_DISK_BOARD": str(self._board),
            "FAULTY_DISK_UNDER": self._under,
            "FAULTY_DISK_AT": str(at),
            "FAULTY_DISK_ERROR": str(int(fault)),
            "FAULTY_DISK_SIGNAL": str(int(kill)),
        }
        if lasting:
            environment["FAULTY_DISK_LASTING"] = "1"
        if group:
            environment["FAULTY_DISK_GROUP"] = "1"
        return environment

    @property
    def count(self) -> int:
        """How many changes the processes of the last run made, or tried to make."""
        return int(_BOARD.unpack(self._board.read_bytes())[0])

    @property
    def struck(self) -> bool:
        """True if the fault was met in the last run."""
        return bool(_BOARD.unpack(self._board.read_bytes())[2])
