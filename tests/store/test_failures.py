from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from scrapepy.errors import ScrapePyError, StateDamaged, StateError, StateLocked, StoreError
from scrapepy.store.failures import state_error, store_error


def test_an_unknown_reason_is_told_in_the_system_s_words() -> None:
    assert str(store_error(OSError(71, "Protocol error"), "a.html")) == "cannot write a.html: protocol error"
    assert str(store_error(OSError(), "a.html", "read")) == "cannot read a.html: oserror"


@pytest.mark.parametrize(
    ("code", "kind", "words"),
    [
        (sqlite3.SQLITE_FULL, StoreError, "cannot write s: the disk is full"),
        (
            sqlite3.SQLITE_IOERR_WRITE,
            StoreError,
            "cannot read or write s: the disk is full, read-only or reports an error",
        ),
        (sqlite3.SQLITE_READONLY_DIRECTORY, StoreError, "cannot write s: it is read-only"),
        (
            sqlite3.SQLITE_CANTOPEN,
            StoreError,
            "cannot open s: no permission, no folder, or the disk is full, read-only or reports an error",
        ),
        (sqlite3.SQLITE_CORRUPT_INDEX, StateDamaged, "the state file s is damaged: words"),
        (sqlite3.SQLITE_NOTADB, StateDamaged, "the state file s is damaged: words"),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, StateLocked, "another process is writing s"),
        (sqlite3.SQLITE_ERROR, StateError, "the state file s cannot be used: words"),
    ],
)
def test_what_sqlite_says_becomes_an_error_of_the_tree(code: int, kind: type[ScrapePyError], words: str) -> None:
    error = sqlite3.OperationalError("words")
    error.sqlite_errorcode = code
    translated = state_error(error, Path("s"))
    assert type(translated) is kind
    assert str(translated) == words
