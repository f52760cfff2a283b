"""What a run did."""

from __future__ import annotations

from dataclasses import dataclass, field

from scrapepy.model.skip import Skip


@dataclass(frozen=True, slots=True)
class Failure:
    """A URL in scope that could not be had."""

    url: str
    reason: str
    """Plain words: ``500 Internal Server Error``, ``timeout``."""
    referrer: str | None = None
    status: int | None = None
    site_fault: bool = False
    """True for 404 and 410: the link is dead on the site itself."""


@dataclass(frozen=True, slots=True)
class SkipCount:
    """How many URLs were left out for one reason, with a few examples."""

    reason: str
    count: int
    examples: tuple[Skip, ...] = ()


@dataclass(frozen=True, slots=True)
class SectionChange:
    """What became of one section of a page that changed (SPEC 8)."""

    kind: str
    """``added``, ``removed``, ``renamed``, ``changed`` or ``links-only``."""
    url: str
    """Address of the page: of the one where the section is now, or was."""
    path: str
    """Of the page's Markdown file, below the site's folder."""
    id: str
    """The heading path."""
    anchor: str
    old_path: str | None = None
    """Of a renamed section: where it was."""
    old_id: str | None = None
    similarity: float | None = None
    words_changed: bool | None = None


@dataclass(frozen=True, slots=True)
class SectionTexts:
    """A section whose words changed, before and after: the Markdown. The first four fields are its change's."""

    kind: str
    path: str
    id: str
    old_id: str | None
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class MirrorReport:
    """The result of mirroring or refreshing one site."""

    site: str
    start: str
    html_dir: str
    markdown_dir: str | None
    pages: int = 0
    """HTML pages saved, over the whole mirror."""
    documents: int = 0
    """Markdown files, over the whole mirror."""
    assets: int = 0
    twins: int = 0
    """Markdown files made of the Markdown that the site publishes itself."""
    thin: tuple[tuple[str, str], ...] = ()
    """Pages whose Markdown keeps too little of their content, each with what it keeps (``55% of the letters``)."""
    new: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    moved: tuple[tuple[str, str], ...] = ()
    unchanged: int = 0
    sections: tuple[SectionChange, ...] = ()
    """Of the pages that changed."""
    failed: tuple[Failure, ...] = ()
    skipped: tuple[SkipCount, ...] = ()
    left_over: int = 0
    """URLs not asked for because of --max-pages."""
    requests: int = 0
    not_modified: int = 0
    bytes: int = 0
    """Received, as they came over the wire: bodies, and the heads of the answers."""
    seconds: float = 0.0
    interrupted: bool = False
    notes: tuple[str, ...] = field(default=())
    """Sentences worth telling: a moved start, an ignored robots.txt, a guard that noticed an endless space."""

    @property
    def complete(self) -> bool:
        """True if every URL in scope was had (a page dead on the site itself is no lack of the mirror)."""
        return not self.interrupted and all(f.site_fault for f in self.failed)
