"""What the crawl tells while it runs, for a progress bar or a log. Nothing depends on who listens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from scrapepy.model.options import Scope
from scrapepy.model.url import CanonicalUrl
from scrapepy.web.canonical import SiteIdentity


@dataclass(frozen=True, slots=True)
class StartStands:
    """The start URL answered: where it is after redirects, and what that means. Comes before any body is analysed."""

    seed: CanonicalUrl
    scope: Scope
    site: SiteIdentity
    moved: bool


@dataclass(frozen=True, slots=True)
class PageDone:
    """A page was had (``status`` 304: the copy of before is current)."""

    url: CanonicalUrl
    status: int


@dataclass(frozen=True, slots=True)
class AssetDone:
    """Anything else was had."""

    url: CanonicalUrl
    status: int


@dataclass(frozen=True, slots=True)
class Failed:
    """A URL was given up. ``site_fault``: dead on the site itself."""

    url: CanonicalUrl
    reason: str
    site_fault: bool


@dataclass(frozen=True, slots=True)
class Retrying:
    """A URL failed and is tried again at Unix time ``at``."""

    url: CanonicalUrl
    reason: str
    at: float


@dataclass(frozen=True, slots=True)
class Waiting:
    """Nothing can be asked before Unix time ``until``, for the sake of ``host`` (an origin).

    Told again every few seconds while it lasts.
    """

    host: str
    until: float
    why: str


@dataclass(frozen=True, slots=True)
class Noted:
    """Something that the user should know at once; it stands in the report, too."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Progress:
    """Where the crawl stands; comes some times a second at most."""

    pages: int
    """Pages had."""
    assets: int
    queued: int
    in_flight: int
    failures: int
    requests: int
    bytes: int
    """Received, as they came over the wire: bodies, and the heads of the answers."""


Event = StartStands | PageDone | AssetDone | Failed | Retrying | Waiting | Noted | Progress
OnEvent = Callable[[Event], None]
