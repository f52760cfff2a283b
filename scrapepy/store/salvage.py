"""What can still be read of a damaged state file, row by row, around the parts that cannot.

SQLite answers from every page of a file that is sound; where it meets one that is not, reading goes on behind it. What
it does not answer at all (its list of tables may be what is damaged) is looked for in the pages themselves.
Nothing that is read here is believed as it stands: :mod:`scrapepy.store.rebuild` looks at each row.
"""

from __future__ import annotations

import contextlib
import functools
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from scrapepy.store.raw_pages import RawPages

Row = dict[str, Any]

COLUMNS = {
    "start": ("id", "url", "options", "created"),
    "run": ("id", "start_id", "options", "started", "finished", "complete", "report"),
    "resource": (
        "id", "url", "address", "kind", "role", "depth", "referrer", "hops", "chain", "public_referrer", "status",
        "attempts", "not_before", "http_status", "reason", "rule", "detail", "start_id", "run_id", "first_saved",
        "path", "md_path", "latest", "kept",
    ),
    "snapshot": (
        "id", "resource_id", "run_id", "http_status", "address", "etag", "last_modified", "content_type", "headers",
        "body_kind", "sha256", "size", "encoding", "fetched_at", "checked_at", "changed", "analysed", "charset",
        "failure", "title", "canonical", "nofollow", "noindex", "platform", "words", "text_hash", "verdict",
        "verdict_rule", "is_shell",
    ),
    "body": ("snapshot_id", "data"),
}  # fmt: skip
"""The tables that are worth it, with their columns in the order in which they stand in the file; the rowid first."""

_LONGEST_LEAP = 1 << 24
"""Rows that are skipped at once, at most, before a table is given up from that end."""


class Wreck:
    """A damaged state file, open for reading as far as it goes; a context manager. The file is not changed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None
        self._is_broken = False
        # The log counts if it can be read; "immutable" leaves it out, and asks for no index of it.
        for how in ("mode=ro", "mode=ro&immutable=1"):
            try:
                connection = sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, isolation_level=None)
            except sqlite3.Error:
                continue
            connection.text_factory = _text
            connection.row_factory = _row
            with contextlib.suppress(sqlite3.Error):
                connection.execute("SELECT count(*) FROM sqlite_master")
                self._connection = connection
                break
            connection.close()
        self._is_broken = self._connection is None

    def rows(self, table: str) -> Iterator[Row]:
        """The readable rows of a table, each once."""
        key = COLUMNS[table][0]
        seen: set[int] = set()
        for row in self._by_sqlite(table, key):
            if row[key] not in seen:
                seen.add(row[key])
                yield row
        if not self._is_broken:
            return
        for number in self._raw.rowids(len(COLUMNS[table])):
            found = self.one(table, number) if number not in seen else None
            if found is not None:
                yield found

    def one(self, table: str, number: int) -> Row | None:
        """One row by its rowid; None where it is not there, or cannot be read."""
        names = COLUMNS[table]
        with contextlib.suppress(sqlite3.Error):
            for row in self._execute(f"SELECT * FROM {table} WHERE {names[0]} = ?", (number,)):
                return row
        for values in self._raw.rows(len(names), number):
            # SQLite leaves the rowid out of the row; the table "note" has two columns as well, and no such.
            if values[0] is None and (table != "body" or isinstance(values[1], bytes)):
                return {**dict(zip(names, values, strict=True)), names[0]: number}
        return None

    def aliases(self) -> Iterator[Row]:
        """The rows of the table ``alias`` up to the first that cannot be read."""
        with contextlib.suppress(sqlite3.Error):
            yield from self._execute("SELECT * FROM alias", ())

    def _by_sqlite(self, table: str, key: str) -> Iterator[Row]:
        """From both ends of the table, since what is broken lies between."""
        for order, compare, last, way in (("ASC", ">", -1, 1), ("DESC", "<", 1 << 60, -1)):
            leap = 1
            while leap <= _LONGEST_LEAP:
                sql = f"SELECT * FROM {table} NOT INDEXED WHERE {key} {compare} ? ORDER BY {key} {order}"
                try:
                    for row in self._execute(sql, (last,)):
                        last, leap = row[key], 1
                        yield row
                except sqlite3.Error:
                    self._is_broken = True
                    if last == 1 << 60:  # not even the end is known
                        break
                    last += way * leap
                    leap *= 2
                else:
                    break

    @functools.cached_property
    def _raw(self) -> RawPages:
        return RawPages(self._path)

    def close(self) -> None:
        """Close the file."""
        if self._connection is not None:
            self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _execute(self, sql: str, values: tuple[object, ...]) -> Iterator[Row]:
        return iter(()) if self._connection is None else self._connection.execute(sql, values)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _row(cursor: sqlite3.Cursor, values: tuple[Any, ...]) -> Row:
    return {column[0]: value for column, value in zip(cursor.description, values, strict=True)}
