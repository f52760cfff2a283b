"""The command as a process of its own, to be killed: what it leaves on the disk, and what is left running."""

from __future__ import annotations

import contextlib
import io
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path

from scrapepy.cli.main import main
from scrapepy.model.entry import EntryKind
from scrapepy.store.atomic import TEMPORARY
from scrapepy.store.layout import STATE_FOLDER
from scrapepy.store.reading import StateReader
from scrapepy.store.records import Resource, Status
from tests.support.in_process import without_processes

ROOT = Path(__file__).parents[2]
Tree = dict[str, bytes]

_MARK = "SCRAPEPY_TEST_RUN"


@dataclass(frozen=True, slots=True)
class Ended:
    """How a run ended. ``code`` is negative for a signal."""

    code: int
    out: str
    err: str

    @property
    def sentences(self) -> list[str]:
        """What was said on standard error by the command itself."""
        return [line for line in self.err.splitlines() if line.startswith("scrapepy:")]


@dataclass
class Mirror:
    """A mirror of one site in ``folder``, made by the command."""

    folder: Path
    url: str
    options: tuple[str, ...] = ("--delay", "0", "--retries", "1")
    processors: int = 1
    """How many the command may use, and so how many workers it starts: 0 for all."""
    html_dir: Path = field(init=False)
    markdown_dir: Path = field(init=False)

    def __post_init__(self) -> None:
        self.html_dir = self.folder / "ScrapedSites"
        self.markdown_dir = self.folder / "MarkdownSites"
        self.folder.mkdir(parents=True, exist_ok=True)

    @property
    def site(self) -> str:
        return self.url.split("/")[2].replace(":", "_")

    @property
    def state(self) -> Path:
        return self.html_dir / self.site / STATE_FOLDER / "state.sqlite3"

    def start(self, environment: Mapping[str, str] | None = None, *arguments: str) -> subprocess.Popen[str]:
        """Start ``scrapepy mirror`` (or the command that ``arguments`` are) in a process group of its own."""
        command = [sys.executable, "-m", "scrapepy", *self._command(arguments)]
        path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
        process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=self.folder,
            env={**_compiled_once(), "PYTHONPATH": path, _MARK: str(self.folder), **(environment or {})},
            start_new_session=True,
        )
        if self.processors and hasattr(os, "sched_setaffinity"):
            own = sorted(os.sched_getaffinity(0))
            with contextlib.suppress(ProcessLookupError):
                os.sched_setaffinity(process.pid, {own[(process.pid + n) % len(own)] for n in range(self.processors)})
        return process

    def run(self, environment: Mapping[str, str] | None = None, *arguments: str, timeout: float = 600.0) -> Ended:
        """The same, to its end."""
        with self.start(environment, *arguments) as process:
            try:
                out, err = process.communicate(timeout=timeout)
            except BaseException:
                with contextlib.suppress(OSError):
                    os.killpg(process.pid, signal.SIGKILL)
                raise
        return Ended(process.returncode, out, err)

    def run_here(self, *arguments: str) -> Ended:
        """The same in this process, for what is done before and after the run that a test is about."""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.chdir(self.folder), redirect_stdout(out), redirect_stderr(err), without_processes():
            code = main(self._command(arguments))
        return Ended(code, out.getvalue(), err.getvalue())

    def _command(self, arguments: tuple[str, ...]) -> list[str]:
        folders = ["--html-dir", str(self.html_dir), "--markdown-dir", str(self.markdown_dir)]
        return [*(arguments or ("mirror", self.url, *self.options)), *folders]

    def trees(self) -> tuple[Tree, Tree]:
        """All files of both trees but the state's, and but temporary ones."""
        return tree(self.html_dir), tree(self.markdown_dir)

    def temporaries(self) -> list[Path]:
        """What a run should have taken away: temporary files, in the trees and in the state's folder."""
        return [
            path
            for root in (self.html_dir, self.markdown_dir)
            for path in root.rglob("*")
            if path.name.startswith(TEMPORARY) or "spool" in path.parts or path.parent.name == "incoming"
        ]

    def meaning(self) -> dict[str, object]:
        """What the state says, without what differs from run to run (numbers of rows, moments)."""
        with StateReader(self.state) as state:
            resources = {r.url: _facts(r) for r in state.resources() if r.kind is not EntryKind.PROBE}
            aliases = {source: (row.target, row.fragment, row.why) for source, row in state.aliases().items()}
            starts = [(start.url, start.options) for start in state.starts()]
            derived = {
                url: (made.title, made.filled, made.images)
                for url, made in state.derived().items()
                if url not in aliases  # of a twin that once had a file something may be left
            }
        return {"resources": resources, "aliases": aliases, "starts": starts, "derived": derived}

    def orphans(self, patience: float = 60.0) -> list[int]:
        """Processes of this mirror that still run, after a moment."""
        end = time.monotonic() + patience
        while (left := self._running()) and time.monotonic() < end:
            time.sleep(0.02)
        return left

    def _running(self) -> list[int]:
        mark = f"{_MARK}={self.folder}".encode()
        found = []
        for entry in Path("/proc").iterdir():
            if not entry.name.isdecimal() or int(entry.name) == os.getpid():
                continue
            with contextlib.suppress(OSError):
                if mark in (entry / "environ").read_bytes().split(b"\0"):
                    found.append(int(entry.name))
        return found


def _compiled_once() -> dict[str, str]:
    """The environment, in which Python keeps compiled modules all the same: runs by the dozen begin faster."""
    environment = dict(os.environ)
    if environment.pop("PYTHONDONTWRITEBYTECODE", None):
        environment.setdefault(
            "PYTHONPYCACHEPREFIX", str(Path(tempfile.gettempdir()) / f"scrapepy-tests-{os.getuid()}")
        )
    return environment


def _facts(resource: Resource) -> tuple[object, ...]:
    """What a resource is. After Ctrl-C a twin may have had a file for a while, whose name stays its own."""
    kind, status, copy = resource.kind.value, resource.status, resource.copy
    if status is Status.ALIAS or copy is None:
        return kind, status.value, resource.reason
    return (
        kind, status.value, resource.reason, resource.path, resource.md_path, resource.is_new or resource.is_changed,
        copy.sha256, copy.size, copy.kind.value, copy.etag, copy.words, copy.title, copy.encoding,
    )  # fmt: skip


def tree(root: Path) -> Tree:
    """All files below ``root`` but the state's, and but temporary ones."""
    return {
        str(path.relative_to(root)): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and STATE_FOLDER not in path.relative_to(root).parts and not path.name.startswith(TEMPORARY)
    }


def undated(data: bytes) -> bytes:
    """``data`` without UTC days, for runs on either side of midnight."""
    return re.sub(rb"\d{4}-\d\d-\d\d", b"day", data)


def seed_of(name: str, default: int) -> random.Random:
    """Random numbers that can be had again: the seed is printed, and set by the environment variable ``name``."""
    seed = int(os.environ.get(name) or default)
    print(f"{name}={seed}")
    return random.Random(seed)
