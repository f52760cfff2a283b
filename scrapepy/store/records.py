"""What the state answers: plain values, no rows."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from scrapepy.model.analysis import BodyKind
from scrapepy.model.entry import EntryKind, FrontierEntry
from scrapepy.model.skip import SkipReason
from scrapepy.model.url import CanonicalUrl, LocalPath, Role


class Status(Enum):
    """How the last asking for a resource ended."""

    QUEUED = "queued"  # not asked yet, or under way when the run was cut off
    FETCHED = "fetched"  # an answer with a body, or 304 for the copy we have
    ALIAS = "alias"  # stands for another resource (a redirect, a twin)
    SKIPPED = "skipped"  # refused after it was queued (robots.txt …)
    FAILED = "failed"  # no usable answer
    GONE = "gone"  # 404 or 410: dead on the site itself


PLAIN_IF_UNDERIVED = frozenset({BodyKind.SCRIPT, BodyKind.SVG})
"""Kinds of which nothing is derived where they name nothing: a script without imports is saved as it came."""


@dataclass(frozen=True, slots=True)
class Run:
    """One visit of a start."""

    id: int
    start_id: int
    resumed: bool
    """True if an interrupted run goes on."""
    first: bool
    """True if no run of this start was ever finished."""


@dataclass(frozen=True, slots=True)
class Start:
    """A start URL with the options it was made with (no secrets)."""

    id: int
    url: CanonicalUrl
    options: dict[str, object]
    created: float


@dataclass(frozen=True, slots=True)
class PastRun:
    """A run that was finished. ``report`` is what the integrator gave as JSON."""

    id: int
    start_id: int
    started: float
    finished: float
    complete: bool
    report: dict[str, object]


@dataclass(frozen=True, slots=True)
class Stored:
    """A body that was fetched and not yet analysed when the run was cut off."""

    entry: FrontierEntry
    kind: BodyKind
    address: str
    """Where the body came from."""
    content_type: str | None


@dataclass(frozen=True, slots=True)
class Resumption:
    """Where an interrupted run stood."""

    known: tuple[CanonicalUrl, ...] = ()
    """Settled in this run, one way or another: not to be asked again."""
    queued: tuple[FrontierEntry, ...] = ()
    """In the order in which they were queued; those under way are among them, with their attempts."""
    unanalysed: tuple[Stored, ...] = ()


@dataclass(frozen=True, slots=True)
class Validators:
    """What makes a request conditional (RFC 9110, section 13.1)."""

    etag: str | None
    last_modified: str | None


@dataclass(frozen=True, slots=True)
class Derived:
    """What a worker made of a page, as far as the state keeps it."""

    converter_version: int = 0
    title: str = ""
    language: str = ""
    extractor: str = ""
    refusal: str = ""
    """Value of the :class:`SkipReason` for which there is no Markdown copy."""
    refusal_rule: str = ""
    refusal_detail: str = ""
    optional: bool = False
    """True if the page has optional anchors, to be written where a link wants them."""
    spool_file: str = ""
    """Name of the spool file that holds the templates, with the place in it in bytes."""
    spool_offset: int = 0
    spool_length: int = 0
    anchors: bytes = b""
    """See :func:`scrapepy.store.packing.pack_anchors`."""
    links: bytes = b""
    """See :func:`scrapepy.store.packing.pack_links`."""
    filled: str = ""
    """Fingerprint of how the links resolved when the files were last written; ``""`` if they were not."""
    images: tuple[LocalPath, ...] = ()
    """Images that the Markdown shows."""
    found: bytes = b""
    """What the body leads to, so that a 304 needs no parser: :func:`scrapepy.store.packing.pack_found`."""
    lack: str = ""
    """What its Markdown keeps too little of, as words."""
    beside: tuple[tuple[CanonicalUrl, str], ...] = ()
    """Other resources that the Markdown was made of, each with the SHA-256 of the copy that was used (``""``: none was
    had). Where a copy has changed since, the page is derived again."""


@dataclass(frozen=True, slots=True)
class Copy:
    """A stored answer of a resource, without its bytes."""

    id: int
    status: int
    address: str
    etag: str | None
    last_modified: str | None
    content_type: str | None
    headers: tuple[tuple[str, str], ...]
    kind: BodyKind
    sha256: str
    size: int
    encoding: str
    fetched_at: float
    checked_at: float
    changed: str
    """UTC day (``2026-11-30``) on which these bytes were first seen."""
    analysed: bool
    charset: str
    failure: str
    title: str
    canonical: CanonicalUrl | None
    nofollow: bool
    noindex: bool
    platform: str
    words: int
    text_hash: str
    verdict: SkipReason | None
    verdict_rule: str
    is_shell: bool


@dataclass(frozen=True, slots=True)
class Resource:
    """A URL and all that is known of it."""

    id: int
    url: CanonicalUrl
    address: str
    kind: EntryKind
    role: Role
    depth: int
    referrer: CanonicalUrl | None
    status: Status
    http_status: int | None
    reason: str
    detail: str
    start_id: int | None
    run_id: int | None
    first_saved: str | None
    """UTC day on which a copy was first had."""
    path: LocalPath | None
    md_path: LocalPath | None
    kept: int | None
    """Id of the copy that the trees show."""
    copy: Copy | None
    """The latest copy that came."""

    @property
    def is_new(self) -> bool:
        """True if there is a copy and the trees have never shown one."""
        return self.copy is not None and self.kept is None

    @property
    def is_changed(self) -> bool:
        """True if the trees show other bytes than came last."""
        return self.copy is not None and self.kept is not None and self.copy.id != self.kept


@dataclass(frozen=True, slots=True)
class Shown:
    """What is known of the copy of a resource that the trees show."""

    kind: BodyKind
    words: int
    text_hash: str
    verdict: SkipReason | None
    refusal: str
    """Why it has no Markdown copy."""


@dataclass(frozen=True, slots=True)
class ShelfRow:
    """What a reader is told of one page."""

    url: CanonicalUrl
    path: LocalPath
    md_path: LocalPath | None
    title: str
    language: str
    changed: str
    """UTC day on which these bytes were first seen."""
    fetched_at: float


@dataclass(frozen=True, slots=True)
class AliasRow:
    """Another address of a resource."""

    source: CanonicalUrl
    target: CanonicalUrl
    fragment: str
    """Of the redirect's ``Location``, without ``#``."""
    why: str
    status: int | None


@dataclass(frozen=True, slots=True)
class Summary:
    """What ``list`` tells of a mirror."""

    starts: tuple[Start, ...]
    pages: int
    documents: int
    assets: int
    size: int
    """Bytes of all copies, as the sites sent them (decoded)."""
    last_run: float | None
    """Unix time at which the last run ended."""
    complete: bool
    """False if the last run of a start was interrupted, or left URLs in scope that could not be had."""
    interrupted: float | None = None
    """Unix time of the last that is known of a run that was cut off and not gone on with."""
