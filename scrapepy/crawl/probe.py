"""Learn how a site answers for pages that do not exist, by asking for one (SPEC 4, "Error pages")."""

from __future__ import annotations

from zlib import crc32

from scrapepy.decide.soft_404 import Soft404, is_soft_404, learn_soft_404
from scrapepy.model.analysis import Analysis, PageFacts
from scrapepy.model.entry import EntryKind, FrontierEntry
from scrapepy.model.options import Scope
from scrapepy.model.url import CanonicalUrl, Role
from scrapepy.web.canonical import origin, path_and_query

_MOST_EARLY = 256


class SoftNotFound:
    """What the probe taught, and the pages that came before it did."""

    def __init__(self) -> None:
        self._soft: Soft404 | None = None
        self._open = True
        self._early: list[Analysis] = []
        self.start: PageFacts | None = None
        """The start page, which a site may show in place of what it does not have."""

    def is_missing(self, analysis: Analysis) -> bool:
        """Whether a page is the site's way to say that there is none. Pages before the answer are kept in mind."""
        if analysis.facts is None:
            return False
        if self._soft is not None:
            return is_soft_404(analysis.facts, self._soft)
        if self._open and len(self._early) < _MOST_EARLY:
            self._early.append(analysis)
        return False

    def learn(self, probe: PageFacts | None) -> list[Analysis]:
        """Take the probe's facts (None: the site says 404); answers the early pages that are missing ones."""
        self._open = False
        early, self._early = self._early, []
        self._soft = learn_soft_404(probe, self.start) if probe is not None else None
        if self._soft is None:
            return []
        soft = self._soft
        return [page for page in early if page.facts is not None and is_soft_404(page.facts, soft)]


def probe_for(scope: Scope) -> FrontierEntry:
    """The entry for an address below the scope's folder that cannot exist; the same in each run of a site.

    Servers may treat names with and without an extension differently, so it looks like the start URL.
    """
    folder = scope.prefix if scope.prefix.endswith("/") else scope.prefix + "/"
    name = path_and_query(scope.seed).partition("?")[0].rpartition("/")[2]
    extension = name[name.rfind(".") :] if "." in name else ""
    address = CanonicalUrl(f"{origin(scope.seed)}{folder}no-such-page-{crc32(scope.seed.encode()):08x}{extension}")
    return FrontierEntry(address, address, EntryKind.PROBE, Role.LINK)
