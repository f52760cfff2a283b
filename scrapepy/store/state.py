"""The state of one site: opened, told what runs, asked, and settled when the trees are written."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from scrapepy.model.entry import FrontierEntry
from scrapepy.model.skip import Skip
from scrapepy.model.url import CanonicalUrl, LocalPath
from scrapepy.store.bodies import FILE, TREE, Bodies
from scrapepy.store.copies import Copies, utc_day
from scrapepy.store.database import Database
from scrapepy.store.entries import ENTRY_COLUMNS, entry_from
from scrapepy.store.journal import Recorder
from scrapepy.store.migrations import migrate
from scrapepy.store.reading import Readings
from scrapepy.store.records import Derived, Run, Status
from scrapepy.store.rows import derived_values, mapping_from
from scrapepy.store.trees import TreeWriter

_SECRET = frozenset({"password", "cookies", "header_values"})
_OF_LATEST = "snapshot_id = (SELECT latest FROM resource WHERE url = ?)"


class State(Recorder, Readings):
    """The SQLite file of a site with its bodies. One thread of one process has it open, under the site's lock."""

    def __init__(self, database: Database, bodies: Bodies) -> None:
        self._database = database
        self._copies = Copies(database, bodies)
        self._run = None

    @classmethod
    def open(cls, path: Path) -> State:
        """Open (or make) the state file ``<site>/.scrapepy/state.sqlite3``.

        Raises :class:`~scrapepy.errors.StateDamaged` (see :func:`~scrapepy.store.database.set_aside`),
        :class:`~scrapepy.errors.StateTooNew`, or :class:`~scrapepy.errors.StoreError` where the disk refuses.
        """
        database = Database.open(path)
        try:
            migrate(database)
            bodies = Bodies(path.parent / "bodies", path.parent.parent)
            bodies.prepare()
            rows = database.execute("SELECT id FROM snapshot WHERE encoding = ?", (FILE,))
            bodies.sweep({number for (number,) in rows})
        except BaseException:
            database.close()
            raise
        return cls(database, bodies)

    @property
    def incoming(self) -> Path:
        """Where the fetcher may put large bodies, so that they are renamed and not copied."""
        return self._copies.bodies.incoming

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # runs ----------------------------------------------------------------------------------------------------------

    def begin(self, url: CanonicalUrl, options: Mapping[str, object], now: float) -> Run:
        """Start a run of that start URL, or go on with one that was cut off.

        ``options`` is what a refresh needs, as JSON values and without secrets (``ValueError`` otherwise). Where an
        interrupted run goes on with other options, every body that it has is to be analysed again, since the options
        decide which links count; nothing is asked for twice.
        """
        if _SECRET & options.keys():
            raise ValueError("secrets are not stored")
        text = json.dumps(options, sort_keys=True, ensure_ascii=False)
        database = self._database
        with database.batch():
            start = self._start(url, text, now)
            rows = database.execute(
                "SELECT id, options FROM run WHERE start_id = ? AND finished IS NULL ORDER BY id DESC LIMIT 1", (start,)
            )
            done = database.execute("SELECT 1 FROM run WHERE start_id = ? AND finished NOTNULL LIMIT 1", (start,))
            if rows:
                run, old = int(rows[0][0]), rows[0][1]
            else:
                run, old = self._new_run(start, text, now), None
            self._adopt(start)
            if old != text:
                database.execute("DELETE FROM skip WHERE start_id = ?", (start,))
            if old is not None and old != text:
                database.execute("UPDATE run SET options = ? WHERE id = ?", (text, run))
                database.execute("UPDATE snapshot SET analysed = 0 WHERE run_id = ?", (run,))
            if rows:
                self._ask_for_lost(run)
        self._run = Run(run, start, resumed=bool(rows), first=not done)
        return self._run

    def _ask_for_lost(self, run: int) -> None:
        """Files of bodies that this run had and that are gone since (a power cut, a hand): asked for once more."""
        rows = self._database.execute(
            "SELECT resource.id, snapshot.id, size, path FROM resource JOIN snapshot ON snapshot.id = latest"
            " WHERE resource.run_id = ? AND encoding = ? AND latest IS NOT kept",
            (run, FILE),
        )
        bodies = self._copies.bodies
        for resource, number, size, path in rows:
            # One that is where it was to go was moved there by a run that could not say so any more.
            if not bodies.is_there(number, FILE, size, None) and not bodies.is_there(number, TREE, size, path):
                self._database.execute(
                    "UPDATE resource SET status = 'queued', latest = kept, attempts = 0 WHERE id = ?", (resource,)
                )
                self._copies.forget(number)

    def _adopt(self, start: int) -> None:
        """After a rebuilding without starts nobody knows what brought a resource: the first that runs takes them on."""
        self._database.execute("UPDATE resource SET start_id = ? WHERE start_id IS NULL", (start,))

    def _start(self, url: CanonicalUrl, options: str, now: float) -> int:
        database = self._database
        known = self.start_of(url)
        if known is not None:
            database.execute("UPDATE start SET options = ? WHERE id = ?", (options, known.id))
            return known.id
        return database.insert("INSERT INTO start (url, options, created) VALUES (?, ?, ?)", (url, options, now))

    def _new_run(self, start: int, options: str, now: float) -> int:
        return self._database.insert(
            "INSERT INTO run (start_id, options, started) VALUES (?, ?, ?)", (start, options, now)
        )

    def finish(self, now: float, complete: bool, report: Mapping[str, object]) -> None:
        """The run is over; the next one of this start is a refresh."""
        if self._run is not None:
            self._database.execute(
                "UPDATE run SET finished = ?, complete = ?, report = ? WHERE id = ?",
                (now, complete, json.dumps(report, ensure_ascii=False), self._run.id),
            )

    def keep_told(self, report: Mapping[str, object]) -> None:
        """What an interrupted run has told of so far; the run stays open."""
        self._database.execute(
            "UPDATE run SET report = ? WHERE id = ?", (json.dumps(report, ensure_ascii=False), self.run.id)
        )

    def told(self) -> Mapping[str, Any]:
        """What this run had told of when it was interrupted; empty where it was not."""
        return mapping_from(self._database.execute("SELECT report FROM run WHERE id = ?", (self.run.id,))[0][0])

    @property
    def run(self) -> Run:
        """The run that is going."""
        assert self._run is not None, "begin() comes first"
        return self._run

    def abandon(self, now: float, reason: str) -> bool:
        """The run came to nothing: its start URL could not be had. False if nothing at all is left in the state.

        A start that never had anything is forgotten; one with a mirror keeps it, as it was: what the run was told
        (gone, moved, left out) of URLs that the trees show is not believed, and what else it found is forgotten.
        """
        run = self.run
        with self._database.batch():
            came = "latest IN (SELECT id FROM snapshot WHERE run_id = ?)"
            self._database.execute(f"UPDATE resource SET latest = NULL WHERE kept IS NULL AND {came}", (run.id,))
            self.reject()
            of_run = "run_id = ? AND kept IS NOT NULL AND path IS NOT NULL AND status IN ('alias', 'gone', 'skipped')"
            for statement in (
                f"DELETE FROM alias WHERE source IN (SELECT url FROM resource WHERE {of_run})",
                f"UPDATE resource SET status = 'fetched', reason = '', rule = '' WHERE {of_run}",
            ):
                self._database.execute(statement, (run.id,))
            had = "SELECT count(*) FROM resource WHERE start_id = ? AND kept IS NOT NULL"
            if run.first and not self._database.execute(had, (run.start_id,))[0][0]:
                for statement in (
                    "DELETE FROM skip WHERE start_id = ?",
                    "DELETE FROM resource WHERE start_id = ? AND latest IS NULL",
                    "DELETE FROM run WHERE start_id = ?",
                    "DELETE FROM start WHERE id = ?",
                ):
                    self._database.execute(statement, (run.start_id,))
            else:
                self.finish(now, complete=False, report={"error": reason})
        return bool(self._database.execute("SELECT count(*) FROM start")[0][0])

    def revisits(self) -> tuple[FrontierEntry, ...]:
        """What earlier runs of this start had and this run has not asked for yet, in the order of its first finding.

        What they did not get is asked for again if something still leads there, not for its own sake.
        """
        rows = self._database.execute(
            f"SELECT {ENTRY_COLUMNS} FROM resource WHERE start_id IS ? AND run_id IS NOT ?"
            " AND latest IS NOT NULL AND kind NOT IN ('robots', 'probe')"
            " ORDER BY id",
            (self._start_id, self._run_id),
        )
        return tuple(entry_from(row) for row in rows)

    # names and what was made ---------------------------------------------------------------------------------------

    def set_paths(self, paths: Mapping[CanonicalUrl, LocalPath]) -> None:
        """Give names in the HTML tree."""
        self._database.execute_many("UPDATE resource SET path = ? WHERE url = ?", [(p, u) for u, p in paths.items()])

    def set_documents(self, documents: Mapping[CanonicalUrl, LocalPath | None]) -> None:
        """Give names in the Markdown tree; None for a page that has no copy (any more)."""
        self._database.execute_many(
            "UPDATE resource SET md_path = ? WHERE url = ?", [(p, u) for u, p in documents.items()]
        )

    def record_derived(self, url: CanonicalUrl, derived: Derived) -> None:
        """What a worker made of the latest copy of ``url``."""
        self._database.execute(
            "INSERT OR REPLACE INTO derived SELECT latest, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?"
            " FROM resource"
            " WHERE url = ? AND latest IS NOT NULL",
            (*derived_values(derived), url),
        )

    def forget_spool(self) -> None:
        """The spool files are gone: what is derived again starts from the stored body."""
        self._database.execute("UPDATE derived SET spool_file = '' WHERE spool_file <> ''")

    def about_to_write(self, urls: Iterable[CanonicalUrl]) -> None:
        """A run that is killed before it has recorded what it wrote of these leaves nothing that could be believed."""
        several = [(url,) for url in urls]
        with self._database.batch():
            self._database.execute_many("INSERT OR REPLACE INTO written VALUES (?, '')", several)
            self._database.execute_many(f"UPDATE derived SET filled = '' WHERE {_OF_LATEST}", several)

    def record_written(self, written: Iterable[tuple[CanonicalUrl, str, Iterable[LocalPath]]]) -> None:
        """For pages whose files were written: the digests of the files, and the images that they show."""
        several = [(url, digests, json.dumps(sorted(images), ensure_ascii=False)) for url, digests, images in written]
        with self._database.batch():
            self._database.execute_many(
                "INSERT OR REPLACE INTO written VALUES (?, ?)", [(url, digests) for url, digests, _ in several]
            )
            self._database.execute_many(
                f"UPDATE derived SET images = ? WHERE {_OF_LATEST}", [(images, url) for url, _, images in several]
            )

    def unwritten(self, url: CanonicalUrl, why: str) -> None:
        """No files could be written of a page, so that nothing is made of it; a copy that the trees show stays."""
        with self._database.batch():
            self._database.execute(f"DELETE FROM derived WHERE {_OF_LATEST}", (url,))
            self._database.execute(
                "UPDATE resource SET status = 'failed', reason = ?, run_id = ?,"
                " path = CASE WHEN kept IS NULL THEN NULL ELSE path END WHERE url = ?",
                (why, self._run_id, url),
            )

    def record_filled(self, filled: Iterable[tuple[CanonicalUrl, str]]) -> None:
        """For pages whose files are as they would be written now: how their links resolved (a fingerprint)."""
        self._database.execute_many(
            f"UPDATE derived SET filled = ? WHERE {_OF_LATEST}", [(value, url) for url, value in filled]
        )

    def digests_written(self) -> dict[CanonicalUrl, str]:
        """Of each resource whose files are known to be as they were written, or edited since: the digests."""
        return dict(self._database.execute("SELECT url, digests FROM written WHERE digests <> ''"))

    # bodies and the trees ------------------------------------------------------------------------------------------

    def place(
        self, items: Iterable[tuple[CanonicalUrl, LocalPath]], tree: TreeWriter
    ) -> dict[CanonicalUrl, bool | None]:
        """Bring bodies to the tree as they came: True where a file changed, False where it was so already.

        None where the bytes are lost (a power cut, a hand in the folder): to be fetched again. The path is recorded.
        A kill in between is no harm: what was moved but not recorded is found in its place.
        """
        return self._copies.place(items, tree)

    def lose(self, urls: Iterable[CanonicalUrl]) -> None:
        """The bytes of these are damaged or gone: the next run asks for them whatever the server says of changes."""
        with self._database.batch():
            for url in urls:
                self._copies.lose(url)

    def changed_after_all(self, urls: Iterable[CanonicalUrl]) -> None:
        """Copies that took over the day of one whose bytes were lost, and turned out to be others."""
        rows = self._database.execute(
            "SELECT url, snapshot.id, fetched_at FROM resource JOIN snapshot ON latest = snapshot.id"
        )
        wanted = set(urls)
        self._database.execute_many(
            "UPDATE snapshot SET changed = ? WHERE id = ?",
            [(utc_day(at), number) for url, number, at in rows if url in wanted],
        )

    def accept(self) -> None:
        """The trees show the latest copies now: older ones are dropped."""
        with self._database.batch():
            self._database.execute("UPDATE resource SET kept = latest WHERE kept IS NOT latest")
            self._copies.forget_unused()

    def reject(self, urls: Iterable[CanonicalUrl] | None = None) -> None:
        """Go back to the copies that the trees show (of these URLs, or of all): what came instead is not believed."""
        condition = "kept IS NOT NULL AND latest IS NOT kept"
        with self._database.batch():
            if urls is None:
                self._database.execute(f"UPDATE resource SET latest = kept WHERE {condition}")
            else:
                self._database.execute_many(
                    f"UPDATE resource SET latest = kept WHERE url = ? AND {condition}", [(url,) for url in urls]
                )
            self._copies.forget_unused()

    def stay(self, items: Iterable[tuple[CanonicalUrl, Status, str]]) -> None:
        """These URLs keep the copies that the trees show, whatever came or where they lead; how they ended, and why."""
        settle = "UPDATE resource SET latest = kept, status = ?, reason = ?, run_id = ? WHERE url = ? AND kept NOTNULL"
        with self._database.batch():
            for url, status, reason in items:
                self._database.execute(
                    settle,
                    (status.value, reason, self._run_id, url),
                )
                self._database.execute("DELETE FROM alias WHERE source = ?", (url,))
            self._copies.forget_unused()

    def refuse(self, skips: Iterable[Skip]) -> None:
        """Pages that came for the first time and are not to be saved after all."""
        settle = "UPDATE resource SET latest = NULL, status = 'skipped', reason = ?, detail = ? WHERE url = ?"
        with self._database.batch():
            for skip in skips:
                self._database.execute(settle + " AND kept IS NULL", (skip.reason.value, skip.detail, skip.url))
                self.skipped(skip)
            self._copies.forget_unused()

    def forget(self, urls: Iterable[CanonicalUrl]) -> None:
        """Addresses that were never had, as if nobody had named them. What has a copy or a name stays."""
        self._database.execute_many(
            "DELETE FROM resource WHERE url = ? AND latest IS NULL AND kept IS NULL AND path IS NULL",
            [(url,) for url in urls],
        )

    def drop(self, urls: Iterable[CanonicalUrl]) -> None:
        """Forget the copies of these URLs, whose files are removed; their names stay reserved."""
        with self._database.batch():
            self._database.execute_many(
                "UPDATE resource SET latest = NULL, kept = NULL, md_path = NULL WHERE url = ?", [(url,) for url in urls]
            )
            self._copies.forget_unused()
