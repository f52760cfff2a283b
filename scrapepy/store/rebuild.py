"""A state made again: from what a damaged one still tells, and from what the saved pages say of themselves.

What it must hold above all are the names, so that a rerun renames no file, and the starts with their options. A copy
whose bytes were found again keeps its validators and costs a 304; of another it is only known that it is there, so
that it is asked for without condition, and its files change where its bytes have.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from scrapepy.errors import StoreError
from scrapepy.model.analysis import BodyKind
from scrapepy.model.entry import EntryKind
from scrapepy.model.skip import SkipReason
from scrapepy.model.url import CanonicalUrl, LocalPath, Role
from scrapepy.store.bodies import GZIP, LOST, NONE, Bodies, is_body
from scrapepy.store.database import Database
from scrapepy.store.migrations import migrate
from scrapepy.store.records import Status
from scrapepy.store.salvage import Row, Wreck
from scrapepy.store.trees import safe_parts
from scrapepy.web.canonical import canonical

_DEEP = 99
"""Links from the start to a page of which that is not known; it takes its true depth as soon as it is met."""
_KINDS = frozenset(kind.value for kind in EntryKind)
_ROLES = frozenset(role.value for role in Role)
_BODY_KINDS = frozenset(kind.value for kind in BodyKind)
_VERDICTS = frozenset({None, *(reason.name for reason in SkipReason)})


@dataclass(frozen=True, slots=True)
class SavedPage:
    """What a saved page says of itself."""

    url: CanonicalUrl
    path: LocalPath
    changed: str
    """UTC day."""
    document: LocalPath | None = None
    """Its Markdown copy."""
    created: str = ""
    """UTC day on which the first copy was had."""


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """How much of it there is."""

    starts: int = 0
    copies: int = 0
    """Resources of which the old state told, with the bytes that came or the file that was made of them."""
    pages: int = 0
    """Pages that are known by their files alone."""


def rebuild(damaged: Path | None, target: Path, layout_html: Path, pages: Iterable[SavedPage]) -> Rebuilt:
    """Write a new state file ``target``; ``damaged`` is the one before, None where nothing is left of it.

    ``layout_html`` is the site's folder. Raises :class:`~scrapepy.errors.StoreError`.
    """
    database = Database.open(target)
    try:
        migrate(database)
        with database.batch():
            builder = _Builder(database, layout_html, {page.url: page for page in pages})
            if damaged is not None:
                with Wreck(damaged) as wreck:
                    builder.take(wreck)
            builder.add_pages()
            builder.add_unknown()
        return Rebuilt(len(builder.starts), builder.copies, builder.alone)
    finally:
        database.close()


class _Builder:
    """Fills the tables of the new state."""

    def __init__(self, database: Database, html: Path, pages: Mapping[CanonicalUrl, SavedPage]) -> None:
        self._database = database
        self._html = html
        self._bodies = Bodies(html / ".scrapepy" / "bodies", html)
        self._pages = pages
        self._of_pages = {page.path: page.url for page in pages.values()}
        self._urls: set[str] = set()
        self._paths: set[str] = set()
        self._unknown: list[tuple[int, CanonicalUrl, str, str]] = []
        self.starts: set[int] = set()
        self.copies = 0
        self.alone = 0

    def take(self, wreck: Wreck) -> None:
        """What the old state tells."""
        for row in wreck.rows("start"):
            if _is_canonical(row.get("url")) and _is_object(row.get("options")):
                self._insert("start", id=row["id"], url=row["url"], options=row["options"], created=_moment(row))
                self.starts.add(row["id"])
        for row in wreck.rows("run"):
            # One that was cut off is not gone on with: what it had queued may be lost.
            finished = isinstance(row.get("finished"), int | float) and row.get("start_id") in self.starts
            if finished and _is_object(row.get("report")) and _is_object(row.get("options")):
                self._insert("run", **_known(row, _RUN))
        for row in wreck.rows("resource"):
            if _is_resource(row) and row["url"] not in self._urls:
                self._take_resource(row, wreck)
        for row in wreck.aliases():
            if _is_canonical(row.get("source")) and _is_canonical(row.get("target")):
                fields = {"fragment": row["fragment"], "why": row["why"], "status": row["status"]}
                self._insert("alias", source=row["source"], target=row["target"], **fields)

    def add_pages(self) -> None:
        """The pages that only their files tell of."""
        for page in sorted(self._pages.values(), key=lambda page: page.url.encode()):
            if page.url in self._urls or page.path in self._paths:
                continue
            # As if each had been a start once: they are asked for as soon as the start of the next run stands.
            row = {"url": page.url, "address": page.url, "kind": EntryKind.SEED.value, "role": Role.LINK.value}
            number = self._resource({**row, "depth": _DEEP}, page.path, page.document, page.created or page.changed)
            self._unknown.append((number, page.url, BodyKind.HTML.value, page.changed))
            self.alone += 1

    def add_unknown(self) -> None:
        """Copies of which is only known that they were had; last, since the others have their numbers."""
        for number, url, kind, changed in self._unknown:
            copy = self._database.insert(
                "INSERT INTO snapshot (resource_id, http_status, address, body_kind, sha256, size, encoding,"
                " fetched_at, checked_at, changed) VALUES (?, 200, ?, ?, '', 0, ?, 0.0, 0.0, ?)",
                (number, url, kind, LOST, changed),
            )
            self._show(number, copy)

    # the parts -----------------------------------------------------------------------------------------------------

    def _take_resource(self, row: Row, wreck: Wreck) -> None:
        page = self._pages.get(row["url"])
        path = page.path if page is not None else self._path(row.get("path"))
        if path in self._paths:
            path = None
        shown = row.get("kept")
        copy = wreck.one("snapshot", shown or row["latest"]) if shown or row.get("latest") else None
        kind = copy.get("body_kind") if copy is not None else None
        sound = copy is not None and _is_snapshot(copy, row) and self._has_bytes(copy, path, wreck)
        there = path is not None and (self._html / path).is_file() and (page is not None or kind != "html")
        if not sound and not there and path is None and row["status"] != Status.ALIAS.value:
            return  # never had, or nothing of it is left: it is found again
        document = page.document if page is not None else None
        first = row.get("first_saved") if isinstance(row.get("first_saved"), str) else None
        if row["start_id"] not in self.starts and kind == "html":
            row = {**row, "kind": EntryKind.SEED.value, "depth": _DEEP}
        number = self._resource(row, path, document, (page.created if page is not None else "") or first)
        if sound and copy is not None:
            self._snapshot(number, copy, wreck)
            self._show(number, copy["id"], kept=bool(shown) and path is not None)
        elif there and shown:
            changed = page.changed if page is not None else str((copy or {}).get("changed") or first or "")
            self._unknown.append((number, row["url"], kind if kind in _BODY_KINDS else "other", changed))
        else:
            return
        self.copies += 1

    def _path(self, path: object) -> LocalPath | None:
        """The name in the tree, as far as it can be one; a page's file says itself whose it is."""
        if not isinstance(path, str) or path in self._of_pages:
            return None
        try:
            safe_parts(path)
        except StoreError:
            return None
        return LocalPath(path)

    def _has_bytes(self, copy: Row, path: LocalPath | None, wreck: Wreck) -> bool:
        number, encoding, size = copy["id"], copy["encoding"], copy["size"]
        if encoding != GZIP:
            return self._bodies.is_there(number, encoding, size, path)
        body = wreck.one("body", number)
        return body is not None and isinstance(body["data"], bytes) and is_body(body["data"], copy["sha256"], size)

    def _snapshot(self, resource: int, copy: Row, wreck: Wreck) -> None:
        # Not "analysed": what a page leads to was not kept, so its stored bytes are read once more.
        self._insert("snapshot", **{**_known(copy, _SNAPSHOT), "resource_id": resource, "run_id": None, "analysed": 0})
        body = wreck.one("body", copy["id"]) if copy["encoding"] == GZIP else None
        if body is not None:
            self._insert("body", snapshot_id=copy["id"], data=body["data"])

    def _resource(self, row: Row, path: LocalPath | None, document: LocalPath | None, first: str | None) -> int:
        known = {name: row[name] for name in _RESOURCE if row.get(name) is not None}
        status = row.get("status")
        if status not in (Status.ALIAS.value, Status.GONE.value):
            status = Status.FETCHED.value
        start = row.get("start_id") if row.get("start_id") in self.starts else None
        fields = {"status": status, "start_id": start, "path": path, "md_path": document, "first_saved": first}
        self._insert("resource", **{**known, **fields})
        self._urls.add(row["url"])
        if path is not None:
            self._paths.add(path)
        return int(self._database.execute("SELECT id FROM resource WHERE url = ?", (row["url"],))[0][0])

    def _show(self, resource: int, copy: int, *, kept: bool = True) -> None:
        self._database.execute(
            "UPDATE resource SET latest = ?, kept = ? WHERE id = ?", (copy, copy if kept else None, resource)
        )

    def _insert(self, table: str, **fields: object) -> None:
        names = ", ".join(fields)
        marks = ", ".join("?" * len(fields))
        self._database.execute(f"INSERT OR IGNORE INTO {table} ({names}) VALUES ({marks})", tuple(fields.values()))


_RUN = ("id", "start_id", "options", "started", "finished", "complete", "report")
_RESOURCE = ("url", "address", "kind", "role", "depth", "referrer", "hops", "chain", "public_referrer")
_SNAPSHOT = (
    "id", "http_status", "address", "etag", "last_modified", "content_type", "headers", "body_kind", "sha256", "size",
    "encoding", "fetched_at", "checked_at", "changed", "charset", "title", "canonical", "nofollow", "noindex",
    "platform", "words", "text_hash", "verdict", "verdict_rule", "is_shell",
)  # fmt: skip


def _known(row: Row, names: Iterable[str]) -> Row:
    return {name: row[name] for name in names if name in row}


def _is_canonical(url: object) -> bool:
    return isinstance(url, str) and canonical(url) == url


def _is_object(text: object) -> bool:
    try:
        return isinstance(json.loads(text), dict) if isinstance(text, str) else False
    except ValueError:
        return False


def _moment(row: Row) -> float:
    created = row.get("created")
    return created if isinstance(created, int | float) else 0.0


def _is_resource(row: Row) -> bool:
    """True if the row can be what we once wrote."""
    return (
        _is_canonical(row.get("url"))
        and _is_canonical(canonical(row["address"]) if isinstance(row.get("address"), str) else None)
        and row.get("kind") in _KINDS
        and row.get("role") in _ROLES
        and row.get("kind") not in (EntryKind.ROBOTS.value, EntryKind.PROBE.value)
        and (row.get("referrer") is None or _is_canonical(row["referrer"]))
        and all(row.get(name) is None or isinstance(row[name], int) for name in ("start_id", "latest", "kept"))
        and all(isinstance(row.get(name), int) for name in ("depth", "hops", "chain", "public_referrer"))
    )


def _is_snapshot(copy: Row, resource: Row) -> bool:
    numbers = all(isinstance(copy.get(name), int) for name in ("id", "http_status", "size", "words"))
    texts = all(isinstance(copy.get(name), str) for name in ("sha256", "changed", "headers", "address", "text_hash"))
    return (
        numbers
        and texts
        and copy.get("body_kind") in _BODY_KINDS
        and copy.get("verdict") in _VERDICTS
        and copy.get("encoding") in ("gzip", "file", "tree", NONE)
        and copy.get("resource_id") == resource["id"]
        and all(isinstance(copy.get(name), int | float) for name in ("fetched_at", "checked_at"))
    )
