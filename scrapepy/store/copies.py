"""The stored answers of resources: kept, compared, brought to the tree, forgotten.

A resource has a *latest* copy, the newest bytes that came, and a *kept* one, which the trees show. They are the same
but between a refresh and its acceptance, so that a site that answers nonsense for a day costs nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime

from scrapepy.model.analysis import BodyKind
from scrapepy.model.outcome import RENDERED, Fetched, Headers
from scrapepy.model.url import CanonicalUrl, LocalPath
from scrapepy.store.bodies import FILE, GZIP, LOST, TREE, Bodies, digest_of, encoding_for, packed
from scrapepy.store.database import Database
from scrapepy.store.entries import without_credentials
from scrapepy.store.trees import TreeWriter

KEPT_HEADERS = frozenset(
    {
        "content-type",
        "content-language",
        "content-disposition",
        "content-location",
        "etag",
        "last-modified",
        "link",
        "refresh",
        "x-robots-tag",
        RENDERED,
    }
)
"""Response headers worth keeping; cookies are written nowhere."""

_TABLES = (("body", "snapshot_id"), ("derived", "snapshot_id"), ("snapshot", "id"))
_LATEST = "FROM resource JOIN snapshot ON snapshot.id = latest WHERE url = ?"


class Copies:
    """Answers in the tables ``snapshot`` and ``body``, and their files."""

    def __init__(self, database: Database, bodies: Bodies) -> None:
        self._database = database
        self.bodies = bodies

    def keep(
        self, resource: int, latest: int | None, kept: int | None, run: int | None, page: Fetched, kind: BodyKind
    ) -> int:
        """Store what came and answer the number of the latest copy: the one we had, where the bytes are the same.

        Equal bytes under a new ETag are no change; other bytes under the old one are.
        """
        digest, size = digest_of(page)
        if latest is not None and self._is_same(latest, digest, kind, page):
            self._confirm(latest, page)
            self.bodies.discard(page)
            return latest
        number = self._store(resource, run, page, kind, digest, size)
        if kept is not None:
            # Of a copy whose bytes were lost it is not known whether these are others: its day stands till the files
            # made of both are compared.
            self._database.execute(
                "UPDATE snapshot SET changed = (SELECT changed FROM snapshot WHERE id = ?1) WHERE id = ?2"
                " AND EXISTS (SELECT 1 FROM snapshot WHERE id = ?1 AND sha256 = '' AND changed <> '')",
                (kept, number),
            )
        if latest is not None and latest != kept:
            self.forget(latest)
        return number

    def forget(self, number: int) -> None:
        """Drop one copy; its file, if it has one, is swept at the next start."""
        for table, column in _TABLES:
            self._database.execute(f"DELETE FROM {table} WHERE {column} = ?", (number,))

    def forget_unused(self) -> None:
        """Drop the copies that are neither the latest nor shown."""
        used = "SELECT latest FROM resource WHERE latest NOTNULL UNION SELECT kept FROM resource WHERE kept NOTNULL"
        for table, column in _TABLES:
            self._database.execute(f"DELETE FROM {table} WHERE {column} NOT IN ({used})")

    def body_of(self, url: CanonicalUrl, *, shown: bool = False) -> bytes | None:
        """The bytes of the latest copy (of the one that the trees show, where ``shown``).

        None where there is none, or what is on the disk is not what came.
        """
        which = "kept" if shown else "latest"
        rows = self._database.execute(
            f"SELECT snapshot.id, encoding, size, data, path FROM resource JOIN snapshot ON snapshot.id = {which}"
            " LEFT JOIN body ON snapshot_id = snapshot.id WHERE url = ?",
            (url,),
        )
        return self.bodies.read(*rows[0]) if rows else None

    def is_there(self, url: CanonicalUrl) -> bool:
        """True if the bytes of the latest copy can be had."""
        rows = self._database.execute(f"SELECT snapshot.id, encoding, size, path {_LATEST}", (url,))
        return bool(rows) and self.bodies.is_there(*rows[0])

    def lose(self, url: CanonicalUrl) -> None:
        """The bytes of the latest copy are not there any more, or damaged: ask for them without condition."""
        number = "(SELECT latest FROM resource WHERE url = ?)"
        self._database.execute(f"DELETE FROM body WHERE snapshot_id = {number}", (url,))
        self._database.execute(
            f"UPDATE snapshot SET encoding = ?, sha256 = '', etag = NULL, last_modified = NULL WHERE id = {number}",
            (LOST, url),
        )

    def place(
        self, items: Iterable[tuple[CanonicalUrl, LocalPath]], tree: TreeWriter
    ) -> dict[CanonicalUrl, bool | None]:
        """Bring bodies to the tree as they came; see :meth:`scrapepy.store.state.State.place`."""
        with self._database.batch():
            return {url: self._place(url, path, tree) for url, path in items}

    # the parts -----------------------------------------------------------------------------------------------------

    def _is_same(self, number: int, digest: str, kind: BodyKind, page: Fetched) -> bool:
        """True if the copy holds the same bytes, read in the same way, and still has them."""
        rows = self._database.execute(
            "SELECT sha256, body_kind, content_type, snapshot.id, encoding, size, path"
            " FROM snapshot JOIN resource ON resource.id = resource_id WHERE snapshot.id = ?",
            (number,),
        )
        same = bool(rows) and rows[0][:3] == (digest, kind.value, page.header("content-type"))
        return same and self.bodies.is_there(*rows[0][3:])

    def _confirm(self, number: int, page: Fetched) -> None:
        self._database.execute(
            "UPDATE snapshot SET http_status = ?, etag = ?, last_modified = ?, headers = ?, checked_at = ?"
            " WHERE id = ?",
            (page.status, page.header("etag"), page.header("last-modified"), _kept(page.headers), page.at, number),
        )

    def _store(self, resource: int, run: int | None, page: Fetched, kind: BodyKind, digest: str, size: int) -> int:
        encoding = encoding_for(kind, page)
        number = self._database.insert(
            "INSERT INTO snapshot (resource_id, run_id, http_status, address, etag, last_modified, content_type,"
            " headers, body_kind, sha256, size, encoding, fetched_at, checked_at, changed)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                resource,
                run,
                page.status,
                without_credentials(page.address),
                page.header("etag"),
                page.header("last-modified"),
                page.header("content-type"),
                _kept(page.headers),
                kind.value,
                digest,
                size,
                encoding,
                page.at,
                page.at,
                utc_day(page.at),
            ),
        )
        if encoding == GZIP:
            self._database.insert("INSERT INTO body VALUES (?, ?)", (number, packed(page)))
        elif encoding == FILE:
            self.bodies.keep_file(number, page)
        return number

    def _place(self, url: CanonicalUrl, path: LocalPath, tree: TreeWriter) -> bool | None:
        rows = self._database.execute(f"SELECT snapshot.id, encoding, size, path {_LATEST}", (url,))
        if not rows:
            return None
        number, encoding, size, old = rows[0]
        if encoding == TREE and old == path:
            return False if tree.size(path) == size else None
        if encoding == FILE:
            source = self.bodies.place(number)
            if self.bodies.is_there(number, encoding, size, None):
                changed = tree.move_in(source, path)
            elif not source.exists() and tree.size(path) == size:
                changed = False  # moved by a run that was killed before it could say so
            else:
                return None
            self._database.execute("UPDATE snapshot SET encoding = ? WHERE id = ?", (TREE, number))
        else:
            body = self.body_of(url)
            if body is None:
                return None
            changed = tree.write(path, body)
        self._database.execute("UPDATE resource SET path = ? WHERE url = ?", (path, url))
        return changed


def utc_day(at: float) -> str:
    """The UTC day of a Unix time.

    >>> utc_day(0.0)
    '1970-01-01'
    """
    return datetime.fromtimestamp(at, UTC).date().isoformat()


def _kept(headers: Headers) -> str:
    kept = [pair for pair in headers if pair[0] in KEPT_HEADERS]
    return json.dumps(kept, ensure_ascii=False, separators=(",", ":")) if kept else "[]"
