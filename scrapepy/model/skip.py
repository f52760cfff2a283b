"""Why something was left out: kept for every URL, since it is the first question a mirror is asked."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class SkipReason(Enum):
    """The kinds the report counts. The value is the words the report uses."""

    OUT_OF_SCOPE = "out of scope"
    EXCLUDED = "excluded by --exclude"
    ROBOTS = "disallowed by robots.txt"
    NOFOLLOW = "nofollow"
    DEPTH = "deeper than --max-depth"
    PAGES = "over --max-pages"
    SIZE = "over --max-size"
    TRAP = "endless space"
    FEED = "feed"
    MANIFEST = "XML manifest"
    TAXONOMY = "taxonomy or archive page"
    REPLY = "comment-reply link"
    SHARE = "share link"
    PRINT = "print version"
    CALENDAR = "calendar"
    STATE_CHANGING = "logout or other state-changing link"
    ERROR_PAGE = "error page"
    SOFT_404 = "error page answered as a page"
    TRACKER = "tracker or advert"
    FORBIDDEN_ADDRESS = "address not allowed"
    NO_ASSETS = "left out by --no-assets"
    # of the Markdown copy only: the HTML is saved
    NO_CONTENT = "no content"
    LIST_PAGE = "list page"
    SEARCH_PAGE = "search page"
    TOO_MUCH = "too large to convert"
    UNREADABLE_PDF = "PDF that cannot be read"  # a scan, a password, damage

    __hash__ = object.__hash__  # every link that is left out is counted by its reason


@dataclass(frozen=True, slots=True)
class Skip:
    """One thing left out, with the rule that said so."""

    url: str
    reason: SkipReason
    rule: str = ""
    """Id of the rule row, or the line of robots.txt, that decided."""
    detail: str = ""
    referrer: str | None = None
