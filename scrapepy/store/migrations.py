"""How the state's tables came to be: named steps, each in a transaction with its record.

A step that was published is never changed; what comes later is a new step at the end. A state that names a step this
version does not know was written by a later one.
"""

from __future__ import annotations

from collections.abc import Callable

from scrapepy.errors import StateError, StateTooNew
from scrapepy.store.database import Database


def first_tables(database: Database) -> None:
    """Starts, runs, resources, what was had of them, and why the rest was not."""
    for statement in _FIRST_TABLES:
        database.execute(statement)


def other_parts(database: Database) -> None:
    """What a page's Markdown is made of besides the page."""
    database.execute("ALTER TABLE derived ADD COLUMN beside TEXT NOT NULL DEFAULT '[]'")


def what_is_kept(database: Database) -> None:
    """Of pages whose Markdown keeps too little of them: what."""
    database.execute("ALTER TABLE derived ADD COLUMN lack TEXT NOT NULL DEFAULT ''")


def what_was_written(database: Database) -> None:
    """Digests of the files as they were last written: what somebody edited stays while they hold."""
    database.execute("CREATE TABLE written (url TEXT PRIMARY KEY, digests TEXT NOT NULL) WITHOUT ROWID")


STEPS: tuple[Callable[[Database], None], ...] = (first_tables, other_parts, what_is_kept, what_was_written)
"""In the order in which they are taken."""


def migrate(database: Database, steps: tuple[Callable[[Database], None], ...] = STEPS) -> tuple[str, ...]:
    """Take the steps that the state has not seen; answers their names. Raises ``StateTooNew``."""
    taken: list[str] = []
    with database.batch():
        database.execute("CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY) WITHOUT ROWID")
        done = {str(name) for (name,) in database.execute("SELECT name FROM migration")}
    check_version(database, done, steps)
    for step in steps:
        if step.__name__ in done:
            continue
        with database.batch():
            step(database)
            database.execute("INSERT INTO migration VALUES (?)", (step.__name__,))
        taken.append(step.__name__)
    return tuple(taken)


def check_version(
    database: Database, done: set[str] | None = None, steps: tuple[Callable[[Database], None], ...] = STEPS
) -> None:
    """Raise ``StateTooNew`` if the state has taken steps that this version does not know.

    For a reader (``done`` is None) a state without tables is an error: its first run was killed as it
    began, or something emptied it.
    """
    if done is None:
        is_empty = database.execute("SELECT count(*) FROM sqlite_master") == [(0,)]
        done = set() if is_empty else {str(name) for (name,) in database.execute("SELECT name FROM migration")}
        if not done:
            raise StateError(
                f"the state file {database.path} is empty: run 'scrapepy mirror' with the mirror's address again,"
                " which goes on with what is there"
            )
    unknown = done - {step.__name__ for step in steps}
    if unknown:
        raise StateTooNew(
            f"the state file {database.path} was written by a later version of ScrapePy"
            f" (it knows {min(unknown)!r}): upgrade with pip install -U scrapepy"
        )


_FIRST_TABLES = (
    # A start URL with its options; refresh runs each again.
    """CREATE TABLE start (
        id INTEGER PRIMARY KEY,
        url TEXT NOT NULL UNIQUE,
        options TEXT NOT NULL DEFAULT '{}',
        created REAL NOT NULL
    )""",
    # One visit of a start; without "finished" it was interrupted, and the next command goes on with it.
    """CREATE TABLE run (
        id INTEGER PRIMARY KEY,
        start_id INTEGER NOT NULL REFERENCES start (id),
        options TEXT NOT NULL DEFAULT '{}',
        started REAL NOT NULL,
        finished REAL,
        complete INTEGER,
        report TEXT
    )""",
    # One identity. Status, reason … tell how the last asking ended (in the run run_id); "latest" is the newest copy
    # that came, "kept" the one that the trees show. They differ between a refresh and its acceptance.
    """CREATE TABLE resource (
        id INTEGER PRIMARY KEY,
        url TEXT NOT NULL UNIQUE,
        address TEXT NOT NULL,
        kind TEXT NOT NULL,
        role TEXT NOT NULL,
        depth INTEGER NOT NULL DEFAULT 0,
        referrer TEXT,
        hops INTEGER NOT NULL DEFAULT 0,
        chain INTEGER NOT NULL DEFAULT 0,
        public_referrer INTEGER NOT NULL DEFAULT 0,
        status TEXT NOT NULL,
        attempts INTEGER NOT NULL DEFAULT 0,
        not_before REAL,
        http_status INTEGER,
        reason TEXT NOT NULL DEFAULT '',
        rule TEXT NOT NULL DEFAULT '',
        detail TEXT NOT NULL DEFAULT '',
        start_id INTEGER,
        run_id INTEGER,
        first_saved TEXT,
        path TEXT,
        md_path TEXT,
        latest INTEGER,
        kept INTEGER
    )""",
    # One answer whose bytes were new. Where they are: encoding "gzip" (table body), "file" (below bodies/),
    # "tree" (moved to the resource's path), "none" (empty).
    """CREATE TABLE snapshot (
        id INTEGER PRIMARY KEY,
        resource_id INTEGER NOT NULL REFERENCES resource (id),
        run_id INTEGER,
        http_status INTEGER NOT NULL,
        address TEXT NOT NULL,
        etag TEXT,
        last_modified TEXT,
        content_type TEXT,
        headers TEXT NOT NULL DEFAULT '[]',
        body_kind TEXT NOT NULL,
        sha256 TEXT NOT NULL,
        size INTEGER NOT NULL,
        encoding TEXT NOT NULL,
        fetched_at REAL NOT NULL,
        checked_at REAL NOT NULL,
        changed TEXT NOT NULL,
        analysed INTEGER NOT NULL DEFAULT 0,
        charset TEXT NOT NULL DEFAULT '',
        failure TEXT NOT NULL DEFAULT '',
        title TEXT NOT NULL DEFAULT '',
        canonical TEXT,
        nofollow INTEGER NOT NULL DEFAULT 0,
        noindex INTEGER NOT NULL DEFAULT 0,
        platform TEXT NOT NULL DEFAULT '',
        words INTEGER NOT NULL DEFAULT 0,
        text_hash TEXT NOT NULL DEFAULT '',
        verdict TEXT,
        verdict_rule TEXT NOT NULL DEFAULT '',
        is_shell INTEGER NOT NULL DEFAULT 0
    )""",
    "CREATE INDEX snapshot_resource ON snapshot (resource_id)",
    "CREATE TABLE body (snapshot_id INTEGER PRIMARY KEY REFERENCES snapshot (id), data BLOB NOT NULL)",
    # What was made of a snapshot by the worker that read it.
    """CREATE TABLE derived (
        snapshot_id INTEGER PRIMARY KEY REFERENCES snapshot (id),
        converter_version INTEGER NOT NULL DEFAULT 0,
        title TEXT NOT NULL DEFAULT '',
        language TEXT NOT NULL DEFAULT '',
        extractor TEXT NOT NULL DEFAULT '',
        refusal TEXT NOT NULL DEFAULT '',
        refusal_rule TEXT NOT NULL DEFAULT '',
        refusal_detail TEXT NOT NULL DEFAULT '',
        optional INTEGER NOT NULL DEFAULT 0,
        spool_file TEXT NOT NULL DEFAULT '',
        spool_offset INTEGER NOT NULL DEFAULT 0,
        spool_length INTEGER NOT NULL DEFAULT 0,
        filled TEXT NOT NULL DEFAULT '',
        images TEXT NOT NULL DEFAULT '[]',
        anchors BLOB NOT NULL DEFAULT x'',
        links BLOB NOT NULL DEFAULT x'',
        found BLOB NOT NULL DEFAULT x''
    )""",
    """CREATE TABLE alias (
        source TEXT PRIMARY KEY,
        target TEXT NOT NULL,
        fragment TEXT NOT NULL DEFAULT '',
        why TEXT NOT NULL,
        status INTEGER,
        run_id INTEGER
    ) WITHOUT ROWID""",
    """CREATE TABLE skip (
        url TEXT NOT NULL,
        reason TEXT NOT NULL,
        rule TEXT NOT NULL DEFAULT '',
        detail TEXT NOT NULL DEFAULT '',
        referrer TEXT,
        start_id INTEGER,
        run_id INTEGER,
        PRIMARY KEY (url, reason)
    ) WITHOUT ROWID""",
    "CREATE TABLE note (run_id INTEGER, text TEXT NOT NULL, PRIMARY KEY (run_id, text))",
)
