"""One process a site.

``flock`` on a file that also says who holds it: the system frees it the moment that process is gone, however it went.
Where there is no ``flock`` (Windows, some network file systems), a file that only one can create stands in, and one
whose process is dead is taken over.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import socket
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from scrapepy.errors import StateLocked, StoreError
from scrapepy.store.failures import store_error

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

_YOUNG = 10.0
"""Seconds in which a stand-in that says nothing may be one that is just being written."""
_HELD = frozenset({errno.EAGAIN, errno.EACCES, errno.EWOULDBLOCK})


class SiteLock:
    """Holds a site from :meth:`acquire` to :meth:`release` (or in a ``with``).

    ``path`` is the lock file, ``site`` the name for messages. Raises :class:`~scrapepy.errors.StateLocked` with who
    holds the lock and since when, or :class:`~scrapepy.errors.StoreError` where the folder is not writable.
    """

    def __init__(self, path: Path, site: str, clock: Callable[[], float] = time.time) -> None:
        self._path = path
        self._site = site
        self._clock = clock
        self._descriptor: int | None = None
        self._marker: Path | None = None

    def acquire(self) -> Self:
        """Take the lock, at once or not at all."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            if self._path.is_symlink():
                raise StoreError(f"refused to write through the symbolic link {self._path}: remove it and run again")
            descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)
        except OSError as error:
            raise store_error(error, self._path) from error
        try:
            self._lock(descriptor)
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, self._claim(), 0) if hasattr(os, "pwrite") else os.write(descriptor, self._claim())
        except OSError as error:
            os.close(descriptor)
            self._drop_marker()
            raise store_error(error, self._path) from error
        except StateLocked:
            os.close(descriptor)
            raise
        self._descriptor = descriptor
        return self

    def release(self) -> None:
        """Let go; harmless if not held. The (empty) file stays, since removing it would let two hold "the" lock."""
        if self._descriptor is None:
            return
        with contextlib.suppress(OSError):
            os.ftruncate(self._descriptor, 0)
        os.close(self._descriptor)
        self._descriptor = None
        self._drop_marker()

    def __enter__(self) -> Self:
        return self.acquire() if self._descriptor is None else self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()

    def _lock(self, descriptor: int) -> None:
        if fcntl is not None:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                if error.errno in _HELD:
                    raise self._locked(self._path) from None
            else:
                return
        self._mark()

    def _mark(self) -> None:
        """The stand-in for ``flock``: ``lock.held`` can be created by one process only."""
        marker = self._path.with_name(self._path.name + ".held")
        for _ in range(2):
            try:
                descriptor = os.open(marker, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
            except FileExistsError:
                if not _is_left_over(marker):
                    raise self._locked(marker) from None
                with contextlib.suppress(FileNotFoundError):
                    marker.unlink()
                continue
            try:
                os.write(descriptor, self._claim())
            finally:
                os.close(descriptor)
            self._marker = marker
            return
        raise self._locked(marker)

    def _drop_marker(self) -> None:
        if self._marker is not None:
            with contextlib.suppress(OSError):
                self._marker.unlink()
            self._marker = None

    def _claim(self) -> bytes:
        claim: dict[str, object] = {"pid": os.getpid(), "since": round(self._clock(), 3), "host": socket.gethostname()}
        claim["born"] = _birth(os.getpid())
        return json.dumps(claim).encode() + b"\n"

    def _locked(self, path: Path) -> StateLocked:
        return StateLocked(f"another scrapepy{holder(path)} is working on {self._site}")


def holder(path: Path) -> str:
    """Who holds the lock file, for a message: `` (process 123, since 2026-11-30 17:02 UTC)``, or nothing."""
    claim = _read(path)
    pid, since, host = claim.get("pid"), claim.get("since"), claim.get("host")
    if not isinstance(pid, int) or not isinstance(since, int | float):
        return ""
    try:
        moment = f"{datetime.fromtimestamp(since, UTC):%Y-%m-%d %H:%M} UTC"
    except (OverflowError, ValueError, OSError):
        return f" (process {pid})"
    where = f" on {host}" if isinstance(host, str) and host != socket.gethostname() else ""
    return f" (process {pid}{where}, since {moment})"


def is_held(path: Path) -> bool:
    """True if the process that the lock file names is at work. Nothing is locked by asking."""
    claim = _read(path)
    return bool(claim) and not _is_stale(claim)


def _is_left_over(marker: Path) -> bool:
    """True for a stand-in whose process is dead, or that was never written to its end."""
    claim = _read(marker)
    if claim:
        return _is_stale(claim)
    try:
        return time.time() - marker.stat().st_mtime > _YOUNG
    except OSError:
        return False


def _read(path: Path) -> dict[str, object]:
    try:
        claim = json.loads(path.read_bytes()[:4096])
    except (OSError, ValueError):
        return {}
    return claim if isinstance(claim, dict) else {}


def _is_stale(claim: dict[str, object]) -> bool:
    """True if the claim is of a process of this host that is no more."""
    pid = claim.get("pid")
    if not isinstance(pid, int) or pid <= 0 or claim.get("host") != socket.gethostname() or os.name == "nt":
        return False  # (on Windows os.kill is no question but a deed)
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    except OSError:
        pass
    born = claim.get("born")
    return bool(born) and bool(now := _birth(pid)) and born != now  # the number has gone to another process since


def _birth(pid: int) -> str:
    """What tells a process from a later one of the same number: the boot, and the moment after it (proc(5)); else
    nothing."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
        return f"{boot} {Path(f'/proc/{pid}/stat').read_text('utf-8', 'replace').rpartition(')')[2].split()[19]}"
    except (OSError, IndexError):
        return ""
