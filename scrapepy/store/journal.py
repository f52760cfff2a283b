"""What the crawl records while it runs: every entry, every outcome, at once.

Each call is one transaction (or part of the enclosing batch), a fraction of a millisecond, and survives the death of
the process. The engine knows these methods as its journal.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from scrapepy.model.analysis import Analysis, BodyKind
from scrapepy.model.entry import EntryKind, FrontierEntry
from scrapepy.model.outcome import Fetched, FetchFailed, NotModified
from scrapepy.model.skip import Skip, SkipReason
from scrapepy.model.url import CanonicalUrl
from scrapepy.store.bodies import INLINE_KINDS
from scrapepy.store.copies import Copies, utc_day
from scrapepy.store.database import Database
from scrapepy.store.entries import ENTRY_COLUMNS, QUEUE, entry_from, entry_values, without_credentials
from scrapepy.store.records import Resumption, Run, Status, Stored, Validators

_EACH_RUN = (EntryKind.ROBOTS.value, EntryKind.PROBE.value)
"""Asked for anew by every process: their answers are rules for it, not copies."""

_BY_LINK = frozenset({SkipReason.OUT_OF_SCOPE, SkipReason.EXCLUDED, SkipReason.NOFOLLOW, SkipReason.DEPTH})
"""Said of a link; the same URL may still be wanted as an asset."""

_OF_THIS_RUN = "(resource.run_id IS ?1 OR (start_id IS ?2 AND resource.run_id > ?1)) AND kind NOT IN (?3, ?4)"
"""Of the current run, or (where another start ran after it was cut off) of its start and asked for since."""


class Recorder:
    """The writing half of the state that the engine sees; ``crawl.journal.Journal`` is its outline."""

    _database: Database
    _copies: Copies
    _run: Run | None

    def batch(self) -> contextlib.AbstractContextManager[None]:
        """All that is recorded inside is one transaction."""
        return self._database.batch()

    # the frontier --------------------------------------------------------------------------------------------------

    def resume(self) -> Resumption:
        """Where the current run was cut off; all empty in a new one."""
        values = (self._run_id, self._start_id, *_EACH_RUN)
        known = self._database.execute(
            f"SELECT url FROM resource WHERE {_OF_THIS_RUN} AND status <> 'queued' ORDER BY id", values
        )
        queued = self._database.execute(
            f"SELECT {ENTRY_COLUMNS} FROM resource WHERE {_OF_THIS_RUN} AND status = 'queued' ORDER BY id", values
        )
        # What another start fetched since was analysed by that start's scope, so it is looked at again. So is a copy of
        # an earlier run that this one found to be current: what its links led to then is not what is to be asked now.
        unanalysed = self._database.execute(
            f"SELECT {ENTRY_COLUMNS}, body_kind, snapshot.address, content_type"
            f" FROM resource JOIN snapshot ON snapshot.id = latest WHERE {_OF_THIS_RUN} AND status = 'fetched'"
            " AND (analysed = 0 OR resource.run_id > ?1 OR snapshot.run_id IS NOT resource.run_id)"
            f" AND encoding <> 'none' AND body_kind IN ({_READABLE}) ORDER BY resource.id",
            values,
        )
        return Resumption(
            tuple(CanonicalUrl(url) for (url,) in known),
            tuple(entry_from(row) for row in queued),
            tuple(Stored(entry_from(row), BodyKind(row[10]), row[11], row[12]) for row in unanalysed),
        )

    def queued(self, entries: Sequence[FrontierEntry]) -> None:
        """New entries of the frontier, and those of earlier runs that are to be asked again."""
        if entries:
            run, start = self._run_id, self._start_id
            self._database.execute_many(QUEUE, [entry_values(entry, run, start) for entry in entries])

    def retrying(self, entry: FrontierEntry, at: float) -> None:
        """The entry is to be tried again; ``at`` is in the engine's time and means nothing to another process."""
        self._database.execute(
            "UPDATE resource SET status = 'queued', run_id = ?, attempts = ?, not_before = ? WHERE url = ?",
            (self._run_id, entry.attempts, at, entry.url),
        )

    # outcomes ------------------------------------------------------------------------------------------------------

    def fetched(self, entry: FrontierEntry, page: Fetched, kind: BodyKind) -> None:
        """An answer with a body; it is stored, unless its bytes are those we have.

        ``page.file`` is taken over (moved). Raises :class:`~scrapepy.errors.StoreError` where the disk is full.
        """
        with self._database.batch():
            resource, latest, kept = self._resource(entry)
            number = self._copies.keep(resource, latest, kept, self._run_id, page, kind)
            self._stands_for_itself(entry.url)
            self._database.execute(
                "UPDATE resource SET status = 'fetched', run_id = ?, http_status = ?, attempts = ?, reason = '',"
                " rule = '', detail = ?, latest = ?, first_saved = coalesce(first_saved, ?) WHERE id = ?",
                (self._run_id, page.status, entry.attempts, page.note, number, utc_day(page.at), resource),
            )

    def not_modified(self, entry: FrontierEntry, answer: NotModified) -> None:
        """304: the copy we have is current (its validators may be new: RFC 9111, section 3.2)."""
        headers = dict(reversed(answer.headers))
        with self._database.batch():
            self._database.execute(
                "UPDATE snapshot SET etag = coalesce(?, etag), last_modified = coalesce(?, last_modified),"
                " checked_at = ? WHERE id = (SELECT latest FROM resource WHERE url = ?)",
                (headers.get("etag"), headers.get("last-modified"), answer.at, entry.url),
            )
            self._settle(entry, Status.FETCHED, 304)

    def failed(self, entry: FrontierEntry, outcome: FetchFailed | Fetched, reason: str, site_fault: bool) -> None:
        """No usable answer. A copy of an earlier run stays; ``site_fault`` is True for 404 and 410."""
        status = Status.GONE if site_fault else Status.FAILED
        with self._database.batch():
            if isinstance(outcome, Fetched):
                self._copies.bodies.discard(outcome)
                self._settle(entry, status, outcome.status, reason, outcome.note)
            else:
                self._settle(entry, status, None, reason, outcome.detail)

    def skipped(self, skip: Skip) -> None:
        """Something was left out; an entry that was queued for it is settled."""
        url = without_credentials(skip.url)
        with self._database.batch():
            self._database.execute(
                "INSERT OR IGNORE INTO skip VALUES (?, ?, ?, ?, ?, ?, ?)",
                (url, skip.reason.name, skip.rule, skip.detail, skip.referrer, self._start_id, self._run_id),
            )
            self._database.execute(
                "UPDATE resource SET status = 'skipped', reason = ?, rule = ?, detail = ? WHERE url = ?"
                " AND status = 'queued' AND run_id IS ? AND (? OR kind NOT IN ('asset', 'frame', 'data'))",
                (skip.reason.value, skip.rule, skip.detail, url, self._run_id, skip.reason not in _BY_LINK),
            )

    def aliased(
        self, source: CanonicalUrl, target: CanonicalUrl, why: str, status: int | None = None, fragment: str = ""
    ) -> None:
        """``source`` stands for ``target``: a redirect (its status, the fragment of its ``Location``), a twin."""
        with self._database.batch():
            self._database.execute(
                "INSERT OR REPLACE INTO alias (source, target, fragment, why, status, run_id)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (source, target, fragment, why, status, self._run_id),
            )
            self._database.execute(
                "UPDATE resource SET status = 'alias', run_id = ?, http_status = ?, reason = '' WHERE url = ?",
                (self._run_id, status, source),
            )

    def analysed(self, analysis: Analysis) -> None:
        """What the worker found out about the latest copy. Record the entries it led to first, or in one batch."""
        facts = analysis.facts
        values: tuple[object, ...] = (analysis.charset, analysis.failure)
        columns = "analysed = 1, charset = ?, failure = ?"
        if facts is not None:
            columns += _FACTS
            verdict = facts.verdict.name if facts.verdict is not None else None
            values += (facts.title, facts.canonical, facts.nofollow, facts.noindex, facts.platform, facts.words)
            values += (facts.text_hash, verdict, facts.verdict_rule, facts.is_shell)
        self._database.execute(
            f"UPDATE snapshot SET {columns} WHERE id = (SELECT latest FROM resource WHERE url = ?)",
            (*values, analysis.url),
        )

    def noted(self, sentence: str) -> None:
        """A sentence for the report."""
        self._database.execute("INSERT OR IGNORE INTO note VALUES (?, ?)", (self._run_id, sentence))

    def validators(self, url: CanonicalUrl) -> Validators | None:
        """What makes a request for ``url`` conditional; None without a copy, or where its bytes were lost."""
        rows = self._database.execute(
            "SELECT etag, last_modified FROM resource JOIN snapshot ON snapshot.id = latest WHERE url = ?", (url,)
        )
        if not rows or rows[0] == (None, None) or not self._copies.is_there(url):
            return None
        return Validators(*rows[0])

    # the parts -----------------------------------------------------------------------------------------------------

    @property
    def _run_id(self) -> int | None:
        return self._run.id if self._run is not None else None

    @property
    def _start_id(self) -> int | None:
        return self._run.start_id if self._run is not None else None

    def _resource(self, entry: FrontierEntry) -> tuple[int, int | None, int | None]:
        """Id, latest and kept copy of the entry's resource, made if nobody queued it."""
        sql = "SELECT id, latest, kept FROM resource WHERE url = ?"
        rows = self._database.execute(sql, (entry.url,))
        if not rows:
            self._database.execute(QUEUE, entry_values(entry, self._run_id, self._start_id))
            rows = self._database.execute(sql, (entry.url,))
        number, latest, kept = rows[0]
        return number, latest, kept

    def _stands_for_itself(self, url: CanonicalUrl) -> None:
        """An earlier run may have been redirected, or have taken the page for a twin: no more."""
        self._database.execute("DELETE FROM alias WHERE source = ?", (url,))

    def _settle(
        self, entry: FrontierEntry, status: Status, http_status: int | None, reason: str = "", detail: str = ""
    ) -> None:
        number, _, _ = self._resource(entry)
        if status is not Status.FAILED:
            self._stands_for_itself(entry.url)
        self._database.execute(
            "UPDATE resource SET status = ?, run_id = ?, http_status = ?, attempts = ?, reason = ?, rule = '',"
            " detail = ? WHERE id = ?",
            (status.value, self._run_id, http_status, entry.attempts, reason, detail, number),
        )


_READABLE = ", ".join(f"'{kind.value}'" for kind in sorted(INLINE_KINDS, key=lambda kind: kind.value))
_FACTS = (
    ", title = ?, canonical = ?, nofollow = ?, noindex = ?, platform = ?, words = ?,"
    " text_hash = ?, verdict = ?, verdict_rule = ?, is_shell = ?"
)
