"""What a crawl is told, and what it answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from scrapepy.decide.scope import scope_of
from scrapepy.model.analysis import BodyKind
from scrapepy.model.entry import FrontierEntry
from scrapepy.model.options import Pace, Scope
from scrapepy.model.outcome import Headers
from scrapepy.model.skip import SkipReason
from scrapepy.model.url import CanonicalUrl
from scrapepy.web.canonical import SiteIdentity, path_and_query


@dataclass(frozen=True, slots=True)
class ScopeOptions:
    """The options from which the scope is made, and made anew where the start URL redirects to."""

    stay_in_path: bool = False
    path: str | None = None
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    subdomains: bool = False
    max_depth: int | None = None

    def scope(self, seed: CanonicalUrl) -> Scope:
        """The scope of a crawl that starts there."""
        return scope_of(
            seed,
            stay_in_path=self.stay_in_path,
            path=self.path,
            include=self.include,
            exclude=self.exclude,
            subdomains=self.subdomains,
            max_depth=self.max_depth,
        )

    def unclear_folder(self, seed: CanonicalUrl) -> bool:
        """True if ``--stay-in-path`` had to guess: the start URL may be a page or a folder (``/guide``)."""
        name = path_and_query(seed).partition("?")[0].rpartition("/")[2]
        return self.stay_in_path and not self.path and bool(name) and "." not in name


@dataclass(frozen=True, slots=True)
class CrawlPlan:
    """What to gather.

    ``address`` is the start URL as it is asked for, without credentials; ``pace`` the frontier's.
    """

    seed: CanonicalUrl
    address: str
    scope: ScopeOptions = field(default_factory=ScopeOptions)
    pace: Pace = field(default_factory=Pace)
    assets: bool = True
    """False for ``--no-assets``."""
    sitemap: bool = True
    twins: bool = False
    """Whether ``llms.txt`` is asked for, which names the site's own Markdown."""
    dry_run: bool = False
    """Ask for robots.txt, sitemap and start page only."""
    start_known: bool = False
    """True where an interrupted run goes on that had the start URL: ``seed`` is then where it found it."""
    unanalysed: tuple[tuple[FrontierEntry, BodyKind], ...] = ()
    """Bodies of an interrupted run that were fetched and not read: their links are still to be found."""
    condition: Callable[[CanonicalUrl], Headers] | None = None
    """The headers that make a request conditional (If-None-Match, If-Modified-Since); none where no copy is stored."""


@dataclass(frozen=True, slots=True)
class CrawlResult:
    """How a crawl ended. What was had, failed and left out is in the journal."""

    seed: CanonicalUrl
    """Where the start URL is after redirects."""
    scope: Scope
    site: SiteIdentity
    start_failure: str = ""
    """One sentence, not empty where nothing could be fetched: the start URL failed, or robots.txt forbids it."""
    interrupted: bool = False
    requests: int = 0
    not_modified: int = 0
    bytes: int = 0
    """Received, as they came over the wire: bodies, and the heads of the answers."""
    pages: int = 0
    failures: int = 0
    """URLs given up, those dead on the site itself among them."""
    left_over: int = 0
    """Pages not asked for because of ``--max-pages``."""
    skipped: dict[SkipReason, int] = field(default_factory=dict)
    """How many URLs were left out for each reason; the journal has only examples of the frequent ones."""
    planned: tuple[FrontierEntry, ...] = ()
    """Of a dry run: what would be fetched next, pages before assets."""
