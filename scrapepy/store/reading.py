"""What the state can be asked; by the process that writes it, and by others beside it."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Collection, Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

from scrapepy.model.analysis import Analysis, BodyKind
from scrapepy.model.document import Anchors
from scrapepy.model.report import Failure, SkipCount
from scrapepy.model.skip import Skip, SkipReason
from scrapepy.model.url import CanonicalUrl, LocalPath
from scrapepy.store.bodies import Bodies
from scrapepy.store.copies import Copies
from scrapepy.store.database import Database
from scrapepy.store.migrations import check_version
from scrapepy.store.packing import links_by_target, unpack_anchors
from scrapepy.store.records import (
    PLAIN_IF_UNDERIVED,
    AliasRow,
    Derived,
    PastRun,
    Resource,
    ShelfRow,
    Shown,
    Start,
    Status,
    Summary,
)
from scrapepy.store.rows import (
    BLOB_COLUMNS,
    DERIVED_COLUMNS,
    FROM_DERIVED,
    NO_BLOBS,
    SELECT_RESOURCES,
    analysis_from,
    derived_from,
    mapping_from,
    resource_from,
)

_ANCHORS_CACHED = 512
_LONGEST_CHAIN = 24


class Readings:
    """The reading half of the state."""

    _database: Database
    _copies: Copies

    # resources -----------------------------------------------------------------------------------------------------

    def resources(
        self,
        statuses: Collection[Status] | None = None,
        kinds: Collection[BodyKind] | None = None,
        *,
        copied: bool = False,
    ) -> Iterator[Resource]:
        """Resources in the byte order of their URLs, of these statuses and with a copy of these kinds (None: all).

        ``copied``: only those with a copy; a page may name a hundred thousand addresses that were never asked for.
        """
        conditions, values = ["latest NOTNULL"] if copied else [], []
        for column, wanted in (("status", statuses), ("body_kind", kinds)):
            if wanted is not None:
                conditions.append(f"{column} IN ({', '.join('?' * len(wanted))})")
                values += [str(item.value) for item in wanted]
        where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
        return map(resource_from, self._database.execute(f"{SELECT_RESOURCES}{where} ORDER BY url", values))

    def resource(self, url: CanonicalUrl) -> Resource | None:
        """All that is known of one URL."""
        rows = self._database.execute(f"{SELECT_RESOURCES} WHERE url = ?", (url,))
        return resource_from(rows[0]) if rows else None

    def body_of(self, url: CanonicalUrl, *, shown: bool = False) -> bytes | None:
        """The bytes of the latest copy (of the one that the trees show, where ``shown``).

        None where there is none, or what is on the disk is not what came.
        """
        return self._copies.body_of(url, shown=shown)

    def body_file(self, url: CanonicalUrl) -> Path | None:
        """The file that holds the latest copy, where it is one and not in the tree yet."""
        rows = self._database.execute(
            "SELECT snapshot.id FROM resource JOIN snapshot ON snapshot.id = latest"
            " WHERE url = ? AND encoding = 'file'",
            (url,),
        )
        return self._copies.bodies.place(rows[0][0]) if rows else None

    def paths(self) -> dict[CanonicalUrl, LocalPath]:
        """Every name ever given in the HTML tree, also of what is gone: names never change."""
        return dict(self._database.execute("SELECT url, path FROM resource WHERE path IS NOT NULL"))

    def documents(self) -> dict[CanonicalUrl, LocalPath]:
        """The names in the Markdown tree."""
        return dict(self._database.execute("SELECT url, md_path FROM resource WHERE md_path IS NOT NULL"))

    def titles(self) -> Iterator[tuple[CanonicalUrl, LocalPath, str]]:
        """Every file of the Markdown tree: its page's URL, its path, and the page's title."""
        yield from self._database.execute(
            "SELECT url, md_path, coalesce(derived.title, '') FROM resource"
            " LEFT JOIN derived ON derived.snapshot_id = resource.kept WHERE md_path IS NOT NULL ORDER BY url"
        )

    def shelf(self) -> Iterator[ShelfRow]:
        """Every page that the trees show, and what else has a Markdown file, in the byte order of their URLs."""
        rows = self._database.execute(
            "SELECT url, path, md_path, coalesce(nullif(derived.title, ''), snapshot.title, ''),"
            " coalesce(derived.language, ''), snapshot.changed, fetched_at FROM resource"
            " JOIN snapshot ON snapshot.id = resource.kept LEFT JOIN derived ON derived.snapshot_id = resource.kept"
            " WHERE path IS NOT NULL AND (body_kind = 'html' OR md_path IS NOT NULL) ORDER BY url"
        )
        return (ShelfRow(*row) for row in rows)

    def found_in(self, url: CanonicalUrl) -> bytes:
        """What the copy shown of a page leads to (``unpack_found``); empty where that was not kept."""
        rows = self._database.execute(
            "SELECT found FROM resource JOIN derived ON snapshot_id = coalesce(kept, latest) WHERE url = ?", (url,)
        )
        return rows[0][0] or b"" if rows else b""

    def found_by_each(self) -> Iterator[tuple[CanonicalUrl, bytes]]:
        """What each latest copy leads to, as far as that was kept, in the order in which the pages were found."""
        rows = self._database.execute(
            "SELECT url, found FROM resource JOIN derived ON snapshot_id = latest ORDER BY resource.id"
        )
        return ((CanonicalUrl(url), found) for url, found in rows if found)

    def edition(self) -> tuple[int, float]:
        """Changes whenever a run has ended: the last one's number, and when it ended."""
        rows = self._database.execute("SELECT coalesce(max(id), 0), coalesce(max(finished), 0) FROM run")
        return int(rows[0][0]), float(rows[0][1])

    def hashes(self) -> dict[CanonicalUrl, str]:
        """SHA-256 of the copies that the trees show."""
        return dict(
            self._database.execute("SELECT url, sha256 FROM resource JOIN snapshot ON snapshot.id = resource.kept")
        )

    def digest_of(self, url: CanonicalUrl) -> tuple[CanonicalUrl, str]:
        """The resource that an address stands for, and the SHA-256 of its latest copy (``""`` where it has none)."""
        for _ in range(_LONGEST_CHAIN):
            target = self._database.execute("SELECT target FROM alias WHERE source = ?", (url,))
            if not target:
                break
            url = target[0][0]
        rows = self._database.execute(
            "SELECT sha256 FROM resource JOIN snapshot ON snapshot.id = latest WHERE url = ?", (url,)
        )
        return url, str(rows[0][0]) if rows else ""

    def shown(self) -> dict[CanonicalUrl, Shown]:
        """The copies that the trees show, where newer ones may have come since."""
        rows = self._database.execute(
            "SELECT url, body_kind, words, text_hash, verdict, coalesce(refusal, '') FROM resource"
            " JOIN snapshot ON snapshot.id = kept LEFT JOIN derived ON snapshot_id = kept WHERE path IS NOT NULL"
        )
        return {
            url: Shown(BodyKind(kind), words, text_hash, SkipReason[verdict] if verdict else None, refusal)
            for url, kind, words, text_hash, verdict, refusal in rows
        }

    def aliases(self) -> dict[CanonicalUrl, AliasRow]:
        """Other addresses, one hop each."""
        rows = self._database.execute("SELECT source, target, fragment, why, status FROM alias ORDER BY source")
        return {row[0]: AliasRow(*row) for row in rows}

    def counts(self) -> dict[Status, int]:
        """How many resources stand how."""
        rows = self._database.execute("SELECT status, count(*) FROM resource GROUP BY status")
        return {Status(status): count for status, count in rows}

    # what was made of them -----------------------------------------------------------------------------------------

    def derived(self) -> dict[CanonicalUrl, Derived]:
        """What was made of each latest copy; the anchors and links are left out (they are large)."""
        rows = self._database.execute(f"SELECT url, {DERIVED_COLUMNS}, {NO_BLOBS} {FROM_DERIVED} ORDER BY url")
        return {row[0]: derived_from(row[1:]) for row in rows}

    def derived_of(self, url: CanonicalUrl) -> Derived | None:
        """What was made of the latest copy of one page, all of it."""
        rows = self._database.execute(f"SELECT {DERIVED_COLUMNS}, {BLOB_COLUMNS} {FROM_DERIVED} WHERE url = ?", (url,))
        return derived_from(rows[0]) if rows else None

    def analysis_of(self, url: CanonicalUrl) -> Analysis | None:
        """What was found out about the latest copy when it was read; None where that was not kept."""
        resource = self.resource(url)
        if resource is None or resource.copy is None or not resource.copy.analysed:
            return None
        copy = resource.copy
        rows = self._database.execute(f"SELECT found {FROM_DERIVED} WHERE url = ? AND found <> x''", (url,))
        if rows:
            return analysis_from(url, copy, rows[0][0])
        if copy.kind in PLAIN_IF_UNDERIVED and not copy.failure:
            return Analysis(url, copy.kind, charset=copy.charset)
        return None

    def anchors_of(self, url: CanonicalUrl) -> Anchors | None:
        """The anchors of a page's Markdown; None where it has none."""
        rows = self._database.execute(f"SELECT anchors {FROM_DERIVED} WHERE url = ?", (url,))
        return unpack_anchors(rows[0][0]) if rows and rows[0][0] else None

    def anchor_digests(self) -> tuple[tuple[CanonicalUrl, str], ...]:
        """For each page with anchors a digest of them: equal where all links into the page lead to the same places."""
        rows = self._database.execute(f"SELECT url, anchors {FROM_DERIVED} WHERE anchors <> x'' ORDER BY url")
        return tuple((url, hashlib.sha256(anchors).hexdigest()[:16]) for url, anchors in rows)

    def links_of(self, url: CanonicalUrl) -> dict[CanonicalUrl, list[str]]:
        """Everything that the latest copy of a page refers to, with the fragments of it (``""``: without one)."""
        rows = self._database.execute(f"SELECT links {FROM_DERIVED} WHERE url = ?", (url,))
        return links_by_target(rows[0][0]) if rows and rows[0][0] else {}

    # what was not had ----------------------------------------------------------------------------------------------

    def failures(self, run_id: int | None = None) -> tuple[Failure, ...]:
        """URLs that could not be had (in that run; None: whenever they were last asked for), in order.

        A host's robots.txt and our probes are none.
        """
        rows = self._database.execute(
            "SELECT url, reason, referrer, http_status, status = 'gone' FROM resource"
            " WHERE (status = 'failed' OR (status = 'gone' AND kind NOT IN ('data', 'sitemap')))"
            " AND (?1 IS NULL OR run_id IS ?1) ORDER BY url",
            (run_id,),
        )
        return tuple(
            Failure(url, reason, referrer, status, bool(fault)) for url, reason, referrer, status, fault in rows
        )

    def skip_counts(self, examples: int = 3, start_id: int | None = None) -> tuple[SkipCount, ...]:
        """How many URLs were left out for each reason, the most frequent first, each with its first few.

        ``start_id``: by the crawls of that start; None: by any.
        """
        counts = self._database.execute(
            "SELECT reason, count(*) FROM skip WHERE ?1 IS NULL OR start_id IS ?1 GROUP BY reason ORDER BY 2 DESC, 1",
            (start_id,),
        )
        return tuple(
            SkipCount(SkipReason[reason].value, count, tuple(self.skips(SkipReason[reason], examples)))
            for reason, count in counts
        )

    def skips(self, reason: SkipReason | None = None, limit: int = -1) -> Iterator[Skip]:
        """What was left out, in order (``limit`` -1: all)."""
        rows = self._database.execute(
            "SELECT url, reason, rule, detail, referrer FROM skip"
            " WHERE ?1 IS NULL OR reason = ?1 ORDER BY url LIMIT ?2",
            (reason.name if reason is not None else None, limit),
        )
        return (Skip(url, SkipReason[name], rule, detail, referrer) for url, name, rule, detail, referrer in rows)

    def notes(self) -> tuple[str, ...]:
        """The sentences noted in the last run, in order."""
        rows = self._database.execute("SELECT text FROM note WHERE run_id IS (SELECT max(id) FROM run) ORDER BY rowid")
        return tuple(text for (text,) in rows)

    # starts and runs -----------------------------------------------------------------------------------------------

    def starts(self) -> tuple[Start, ...]:
        """The starts of this site, in the order in which they were first run."""
        rows = self._database.execute("SELECT id, url, options, created FROM start ORDER BY id")
        return tuple(Start(number, url, mapping_from(options), created) for number, url, options, created in rows)

    def start_of(self, url: CanonicalUrl) -> Start | None:
        """The start of that address: it is one with the address that it redirects to, whichever was run first."""
        rows = self._database.execute("SELECT id FROM start WHERE url = ?", (url,))
        for to_it, from_it in (("target", "source"), ("source", "target")):
            rows = rows or self._database.execute(
                f"SELECT start.id FROM alias JOIN start ON start.url = {to_it}"
                f" WHERE {from_it} = ? AND why = 'redirect' ORDER BY start.id",
                (url,),
            )
        return next((start for start in self.starts() if rows and start.id == rows[0][0]), None)

    def redirected(self, url: CanonicalUrl) -> CanonicalUrl:
        """Where the redirects lead that were met from that address on; the address itself where there are none, or
        where they lead back to it."""
        rows = self._database.execute(
            "WITH RECURSIVE hop (at, number) AS (VALUES (?, 0) UNION SELECT target, number + 1 FROM alias JOIN hop"
            " ON source = at WHERE why = 'redirect' AND number < 30) SELECT at FROM hop ORDER BY number",
            (url,),
        )
        way = [CanonicalUrl(at) for (at,) in rows]
        return way[-1] if len(set(way)) == len(way) else url

    def past_runs(self, limit: int = 1, start_id: int | None = None) -> tuple[PastRun, ...]:
        """The last finished runs (of that start; None: of any), newest first (``limit`` -1: all)."""
        rows = self._database.execute(
            "SELECT id, start_id, started, finished, complete, report FROM run"
            " WHERE finished IS NOT NULL AND (?2 IS NULL OR start_id IS ?2) ORDER BY id DESC LIMIT ?1",
            (limit, start_id),
        )
        return tuple(
            PastRun(number, start, started, finished, bool(complete), mapping_from(report))
            for number, start, started, finished, complete, report in rows
        )

    def summary(self) -> Summary:
        """What ``list`` tells of the mirror."""
        database = self._database
        pages, documents, assets, size = database.execute(
            "SELECT coalesce(sum(body_kind = 'html'), 0), count(md_path), coalesce(sum(body_kind <> 'html'), 0),"
            " coalesce(sum(size), 0) FROM resource JOIN snapshot ON snapshot.id = latest WHERE path IS NOT NULL"
        )[0]
        last = database.execute("SELECT max(finished) FROM run")[0][0]
        unfinished = database.execute(
            "SELECT count(*) FROM start WHERE NOT coalesce("
            "(SELECT complete FROM run WHERE start_id = start.id ORDER BY id DESC LIMIT 1), 0)"
        )[0][0]
        cut_off = database.execute(
            "SELECT max(max(run.started, coalesce((SELECT max(checked_at) FROM snapshot), 0))) FROM run"
            " WHERE finished IS NULL"
        )[0][0]
        return Summary(self.starts(), pages, documents, assets, size, last, unfinished == 0, cut_off)


class StateReader(Readings):
    """A connection of its own that only reads: in a worker, or in a command that needs no lock.

    ``path`` is the state file. Sees each commit of the writer as soon as it is made.
    """

    def __init__(self, path: Path) -> None:
        self._database = Database.open_readonly(path)
        self._copies = Copies(self._database, Bodies(path.parent / "bodies", path.parent.parent))
        self._anchors = functools.lru_cache(maxsize=_ANCHORS_CACHED)(super().anchors_of)
        try:
            check_version(self._database)
        except BaseException:
            self.close()
            raise

    def anchors_of(self, url: CanonicalUrl) -> Anchors | None:
        """The anchors of a page's Markdown; remembered, since a page is pointed at from many."""
        return self._anchors(url)

    def close(self) -> None:
        """Close the connection."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
