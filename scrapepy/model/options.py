"""Options, a small value a stage: a function receives only its own."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from scrapepy.model.url import CanonicalUrl

MEBIBYTE = 1024 * 1024


class ScriptPolicy(Enum):
    """What becomes of scripts in the saved HTML (SPEC 5)."""

    AUTO = "auto"
    KEEP = "keep"
    STRIP = "strip"


class ImagePolicy(Enum):
    """Where the images of the Markdown copy are."""

    LOCAL = "local"
    REMOTE = "remote"


class IndexLinks(Enum):
    """What becomes of links to an index page of this or a parent folder (SPEC 6.7)."""

    TEXT = "text"
    LINK = "link"


class AnchorStyle(Enum):
    """How a fragment names a heading in Markdown."""

    GITHUB = "github"
    OBSIDIAN = "obsidian"


class BrowserPolicy(Enum):
    """Which pages a browser draws before they are saved (``--browser``)."""

    NEVER = "never"
    AUTO = "auto"  # those that hold no text before their scripts have run
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Scope:
    """Which URLs are pages of this mirror (SPEC 4).

    ``prefix`` is a path that ends in ``/`` (only below it) or a border-exact path without (``/docs`` is ``/docs`` and
    ``/docs/…``, never ``/docs-old``); ``/`` means the whole host. ``include`` and ``exclude`` are anchored globs of
    path and query.
    """

    seed: CanonicalUrl
    prefix: str = "/"
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    subdomains: bool = False
    max_depth: int | None = None


@dataclass(frozen=True, slots=True)
class Pace:
    """How gently hosts are asked (SPEC 3, "pace")."""

    delay: float = 0.5
    concurrency: int = 4
    timeout: float = 30.0
    body_seconds: float = 300.0
    retries: int = 3
    ignore_robots: bool = False


@dataclass(frozen=True, slots=True)
class RequestOptions:
    """What every request carries.

    ``headers`` and ``cookies`` go to the start URL's host only, and are stored nowhere.
    """

    user_agent: str = ""
    """Empty means ScrapePy's own."""
    headers: tuple[tuple[str, str], ...] = ()
    cookies_file: str | None = None
    username: str | None = None
    password: str | None = None


@dataclass(frozen=True, slots=True)
class KeepOptions:
    """What is kept and how it is written."""

    markdown: bool = True
    assets: bool = True
    max_size: int = 100_000_000
    """Bytes of one file, compressed or not."""
    max_pages: int | None = None
    sitemap: bool = True
    scripts: ScriptPolicy = ScriptPolicy.AUTO
    images: ImagePolicy = ImagePolicy.LOCAL
    min_words: int = 50
    index_links: IndexLinks = IndexLinks.LINK
    anchors: AnchorStyle = AnchorStyle.GITHUB
    twins: bool = True
    keep_removed: bool = False
    llms: bool = False
    browser: BrowserPolicy = BrowserPolicy.NEVER


@dataclass(frozen=True, slots=True)
class ConvertOptions:
    """What the converter needs to know."""

    min_words: int = 50
    fragment: bool = False
    """The input is content, not a page: all of it is converted, nothing dropped for being short."""
    address_rules: bool = True
    """False for foreign folders: taxonomy and feeds are not told by URL."""
    twins: bool = True
    """Markdown that the site publishes of a page stands for it where it holds as much."""
