"""What a worker found out about one body."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple

from scrapepy.model.skip import SkipReason
from scrapepy.model.url import CanonicalUrl, Role


class BodyKind(Enum):
    """What a body is, by its type and first bytes (decide.classify)."""

    HTML = "html"
    CSS = "css"
    SCRIPT = "script"
    SITEMAP = "sitemap"
    FEED = "feed"
    XML = "xml"
    JSON = "json"
    SVG = "svg"
    IMAGE = "image"
    FONT = "font"
    MEDIA = "media"
    PDF = "pdf"
    TEXT = "text"
    MANIFEST = "manifest"
    OTHER = "other"


class Found(NamedTuple):
    """A URL that a body names, once for each (url, role group).

    A named tuple like :class:`~scrapepy.model.url.Reference`: they travel by the hundred between processes.
    """

    url: CanonicalUrl
    address: str
    """Absolute, without its fragment: what a browser would ask for."""
    role: Role
    nofollow: bool = False


@dataclass(frozen=True, slots=True)
class PageFacts:
    """What an HTML page says of itself, as far as the crawl needs it."""

    title: str = ""
    canonical: CanonicalUrl | None = None
    """``rel=canonical``, unless it is the page itself."""
    nofollow: bool = False
    noindex: bool = False
    platform: str = ""
    words: int = 0
    text_hash: str = ""
    """16 hex digits over the main text with white space folded: equal for pages that say the same."""
    verdict: SkipReason | None = None
    """Not None where the page is not to be saved (error page, taxonomy …)."""
    verdict_rule: str = ""
    is_shell: bool = False
    """True where the page holds no text and would draw itself by script."""
    sketch: bytes = b""
    """What its main text is like (web.likeness), where its address could be one of an endless space; else empty."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """A body's links and facts. Picklable; made in a worker process, read by the engine and by the journal."""

    url: CanonicalUrl
    kind: BodyKind
    found: tuple[Found, ...] = ()
    facts: PageFacts | None = None
    charset: str = ""
    failure: str = ""
    """Not empty where the body could not be read: a sentence (``gave up after 20 s``)."""
    notes: tuple[str, ...] = field(default=())

    def __reduce__(self) -> tuple[Callable[..., Analysis], tuple[object, ...]]:
        # Links by columns: pickling them one by one takes most of the time that an analysis travels.
        columns = tuple(zip(*self.found, strict=True))
        return _analysis, (self.url, self.kind, columns, self.facts, self.charset, self.failure, self.notes)


def _analysis(
    url: CanonicalUrl,
    kind: BodyKind,
    columns: tuple[tuple[Any, ...], ...],
    facts: PageFacts | None,
    charset: str,
    failure: str,
    notes: tuple[str, ...],
) -> Analysis:
    """An :class:`Analysis` as it has been pickled."""
    return Analysis(url, kind, tuple(map(Found, *columns)) if columns else (), facts, charset, failure, notes)
