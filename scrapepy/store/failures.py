"""What the operating system and SQLite say when the disk refuses, as one plain sentence."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from scrapepy.errors import ScrapePyError, StateDamaged, StateError, StateLocked, StoreError, reason_of


def store_error(error: OSError, path: Path | str, doing: str = "write") -> StoreError:
    """``error`` as one sentence that names the file and the reason.

    >>> import errno
    >>> str(store_error(OSError(errno.ENOSPC, "No space left on device"), "site/a.html"))
    'cannot write site/a.html: the disk is full'
    """
    return StoreError(f"cannot {doing} {path}: {reason_of(error)}")


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
            return StoreError(
                f"cannot open {path}: no permission, no folder, or the disk is full, read-only or reports an error"
            )
        case sqlite3.SQLITE_IOERR:
            return StoreError(f"cannot read or write {path}: the disk is full, read-only or reports an error")
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return StateDamaged(f"the state file {path} is damaged: {error}")
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return StateLocked(f"another process is writing {path}")
        case _:
            return StateError(f"the state file {path} cannot be used: {error}")
