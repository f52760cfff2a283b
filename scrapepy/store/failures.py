"""What the operating system and SQLite say when the disk refuses, as one plain sentence."""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path

from scrapepy.errors import ScrapePyError, StateDamaged, StateError, StateLocked, StoreError

_REASONS = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk quota is used up",
    errno.EROFS: "the file system is read-only",
    errno.EACCES: "permission denied",
    errno.EPERM: "permission denied",
    errno.ENAMETOOLONG: "the name is too long for the file system",
    errno.ENOTDIR: "a file stands where a folder must be",
    errno.EISDIR: "a folder stands where a file must be",
    errno.EMFILE: "too many open files",
    errno.EIO: "the disk reports an error",
}


def store_error(error: OSError, path: Path | str, doing: str = "write") -> StoreError:
    """``error`` as one sentence that names the file and the reason.

    >>> import errno
    >>> str(store_error(OSError(errno.ENOSPC, "No space left on device"), "site/a.html"))
    'cannot write site/a.html: the disk is full'
    """
    reason = _REASONS.get(error.errno or 0) or (error.strerror or type(error).__name__).lower()
    return StoreError(f"cannot {doing} {path}: {reason}")


def state_error(error: sqlite3.Error, path: Path) -> ScrapePyError:
    """``error`` as the error of our tree that it stands for.

    Result codes: https://sqlite.org/rescode.html; the low byte of an extended code is its primary code.
    """
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    match code:
        case sqlite3.SQLITE_FULL:
            return StoreError(f"cannot write {path}: the disk is full")
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return StoreError(f"cannot write {path}: it is read-only")
        case sqlite3.SQLITE_CANTOPEN:
            return StoreError(f"cannot open {path}: permission denied, or its folder is missing")
        case sqlite3.SQLITE_IOERR:
            return StoreError(f"cannot read or write {path}: the disk is full, read-only or reports an error")
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return StateDamaged(f"the state file {path} is damaged: {error}")
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return StateLocked(f"another process is writing {path}")
        case _:
            return StateError(f"the state file {path} cannot be used: {error}")
