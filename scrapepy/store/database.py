"""The door to SQLite: how the state file is opened, spoken to and given up."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from scrapepy.errors import StateDamaged, StoreError
from scrapepy.store.failures import state_error, store_error

_CHECKPOINT_PAGES = 4000
"""The log is folded into the file each 16 MB: a fold waits for the disk, and 4 MB (the default) is one each second."""
_CACHE_KIBIBYTES = 8 * 1024


class Database:
    """One connection, whose errors are those of :mod:`scrapepy.errors`. Used by one thread."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection
        self._depth = 0

    @classmethod
    def open(cls, path: Path) -> Database:
        """Open for reading and writing, made if missing; raises ``StateDamaged``, ``StoreError`` …

        WAL with ``synchronous=NORMAL``: a commit is one write without waiting for the disk. It survives the death of
        the process; a power cut may undo the last commits, never tear one (https://sqlite.org/wal.html).
        """
        for part in (path.parent, path):
            if part.is_symlink():
                raise StoreError(f"refused to write through the symbolic link {part}: remove it and run again")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise store_error(error, path.parent, "make the folder") from error
        database = cls._connect(path, f"{path.absolute().as_uri()}?mode=rwc")
        try:
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("PRAGMA synchronous = NORMAL")
            database.execute(f"PRAGMA wal_autocheckpoint = {_CHECKPOINT_PAGES}")
            database.execute(f"PRAGMA journal_size_limit = {_CHECKPOINT_PAGES * 4096}")
            database.execute(f"PRAGMA cache_size = -{_CACHE_KIBIBYTES}")
            database.check()
        except BaseException:
            database.close()
            raise
        return database

    @classmethod
    def open_readonly(cls, path: Path) -> Database:
        """Open for reading, beside a writer; raises ``StoreError`` where there is no state."""
        if not path.is_file():
            raise StoreError(f"cannot read {path}: there is no such file")
        database = cls._connect(path, f"{path.absolute().as_uri()}?mode=ro")
        try:
            database.execute("SELECT count(*) FROM sqlite_master")
        except StoreError:
            # A folder that we may not write to lacks the shared index of the log; without a log none is needed.
            database.close()
            log = path.with_name(path.name + "-wal")
            if log.exists() and log.stat().st_size:
                raise
            database = cls._connect(path, f"{path.absolute().as_uri()}?mode=ro&immutable=1")
        except BaseException:
            database.close()
            raise
        return database

    @classmethod
    def _connect(cls, path: Path, uri: str) -> Database:
        try:
            # isolation_level=None: transactions are begun here and nowhere else.
            connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=10.0, cached_statements=256)
        except sqlite3.Error as error:
            raise state_error(error, path) from error
        return cls(path, connection)

    def check(self) -> None:
        """Raise ``StateDamaged`` where the file is not sound (all of it is read: about 1 ms a megabyte)."""
        rows = self.execute("PRAGMA quick_check(1)")
        if rows != [("ok",)]:
            raise StateDamaged(f"the state file {self.path} is damaged: {rows[0][0] if rows else 'unreadable'}")

    def execute(self, sql: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Run one statement and answer all its rows."""
        try:
            return self._connection.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise state_error(error, self.path) from error

    def execute_many(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        """Run one statement for each row, in one transaction."""
        with self.batch():
            try:
                self._connection.executemany(sql, rows)
            except sqlite3.Error as error:
                raise state_error(error, self.path) from error

    def insert(self, sql: str, values: Sequence[object]) -> int:
        """Run one ``INSERT`` and answer the new row's id."""
        try:
            return self._connection.execute(sql, values).lastrowid or 0
        except sqlite3.Error as error:
            raise state_error(error, self.path) from error

    @contextlib.contextmanager
    def batch(self) -> Iterator[None]:
        """All that is recorded inside is one transaction; batches may be nested (the outermost one counts)."""
        if self._depth:
            self._depth += 1
            try:
                yield
            finally:
                self._depth -= 1
            return
        self.execute("BEGIN IMMEDIATE")
        self._depth = 1
        try:
            yield
        except BaseException:
            self._depth = 0
            with contextlib.suppress(sqlite3.Error):
                self._connection.rollback()
            raise
        self._depth = 0
        try:
            self._connection.commit()
        except sqlite3.Error as error:
            with contextlib.suppress(sqlite3.Error):
                self._connection.rollback()
            raise state_error(error, self.path) from error

    def close(self) -> None:
        """Close; the log is folded in where the disk allows, else at the next opening."""
        with contextlib.suppress(sqlite3.Error):
            self._connection.close()


def set_aside(path: Path) -> Path:
    """Move a damaged state file (and its log) out of the way; answers its new name.

    The first free one of ``state.damaged-1.sqlite3``, ``-2`` …: nothing is ever thrown away.
    """
    for number in range(1, 10_000):
        aside = path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")
        if not aside.exists():
            break
    try:
        for ending in ("-wal", "-shm"):
            companion = path.with_name(path.name + ending)
            if companion.exists():
                companion.replace(aside.with_name(aside.name + ending))
        path.replace(aside)
    except OSError as error:
        raise store_error(error, path, "move") from error
    return aside


def damaged_states(path: Path) -> list[Path]:
    """State files that were set aside, the last one first."""
    found = path.parent.glob(f"{path.stem}.damaged-*{path.suffix}")
    numbered = [(int(digits), file) for file in found if (digits := file.stem.rpartition("-")[2]).isdecimal()]
    return [file for _, file in sorted(numbered, reverse=True)]


def put_in_place(source: Path, path: Path) -> None:
    """Make a closed state file ``source`` the state file ``path``, where there is none."""
    try:
        with source.open("rb") as file:
            os.fsync(file.fileno())
        source.replace(path)
    except OSError as error:
        raise store_error(error, path) from error
