"""From what a body names to what is asked for next, each URL judged once.

Pages repeat their navigation, so that of four hundred links on a page hardly one is new: known ones cost a look into a
set and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from scrapepy.crawl.texts import Traps
from scrapepy.decide.scope import included, judge
from scrapepy.decide.skip_url import is_tracker, skip_url
from scrapepy.decide.traps import MOST_ALIKE, OVERRULED, Populations, chain_of, trap
from scrapepy.model.analysis import Found
from scrapepy.model.entry import EntryKind, FrontierEntry
from scrapepy.model.options import Scope
from scrapepy.model.skip import Skip, SkipReason
from scrapepy.model.url import CanonicalUrl, Role
from scrapepy.web.canonical import host_of, without_tracking
from scrapepy.web.help_contents import is_contents

_WORDPRESS_SIGNS = ("/wp-content/", "/wp-includes/")


@dataclass(slots=True)
class Discovered:
    """What a body led to, in the order of the body."""

    entries: list[FrontierEntry] = field(default_factory=list)
    skips: list[Skip] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Finder:
    """The body that names things. ``nofollow``: its links are not to be followed (its requisites are loaded anyway).

    ``own_text``: it says something that no page before it said. ``repeats``: how many pages in a row at its path, up to
    this one, said what one before said.
    """

    entry: FrontierEntry
    public: bool
    nofollow: bool = False
    own_text: bool = False
    repeats: int = 0


class Discovery:
    """What is known of links and requisites. ``scope`` may be changed while nothing was judged yet (a moved start)."""

    def __init__(self, scope: Scope, *, assets: bool) -> None:
        self.scope = scope
        self.traps = Traps()
        self.wordpress = False
        """True once the site showed that it is WordPress."""
        self._assets = assets
        self._links: set[CanonicalUrl] = set()
        self._requisites: set[CanonicalUrl] = set()
        self._populations = Populations()
        self._before: frozenset[CanonicalUrl] = frozenset()

    def remember(self, urls: Iterable[CanonicalUrl]) -> None:
        """Take over what earlier runs, or an interrupted one, had found: what was followed then is followed now."""
        self._before = frozenset(urls)
        for url in self._before:
            self._populations.count(url)
            self.wordpress = self.wordpress or any(sign in url for sign in _WORDPRESS_SIGNS)

    def read(self, finder: Finder, found: Iterable[Found]) -> Discovered:
        """Judge what is new among ``found``."""
        result = Discovered()
        links, requisites = self._links, self._requisites
        link = Role.LINK
        for one in found:
            role, url = one.role, one.url
            if role is link:
                if url not in links:
                    self._link(finder, one, result)
            elif url in requisites:
                pass
            elif role.loads:
                requisites.add(url)
                self._requisite(finder, one, result)
            elif role.navigates:
                if url not in links:
                    self._link(finder, one, result)
            elif role is Role.FEED and url not in links:
                links.add(url)
                result.skips.append(Skip(url, SkipReason.FEED, "rel-alternate", referrer=finder.entry.url))
        return result

    def listed(self, sitemap: FrontierEntry, found: Iterable[Found]) -> Discovered:
        """Judge the pages that a sitemap lists: the same rules, but for depth, which they have none of."""
        result = Discovered()
        seed = FrontierEntry(self.scope.seed, self.scope.seed, EntryKind.SEED)
        finder = Finder(seed, sitemap.public_referrer, own_text=True)
        for one in found:
            if one.role is Role.LINK and one.url not in self._links:
                self._link(finder, Found(one.url, one.address, Role.SITEMAP), result)
        return result

    def target(self, source: FrontierEntry, url: CanonicalUrl, address: str) -> FrontierEntry | Skip:
        """What becomes of a redirect's target: an entry in place of ``source``, or why it is not followed."""
        if source.kind in (EntryKind.PAGE, EntryKind.SEED):
            refused = self._refusal(url, source.depth)
            if refused is not None:
                return refused
        elif (rule := is_tracker(url)) is not None:
            return Skip(url, SkipReason.TRACKER, rule)
        elif source.kind is EntryKind.FRAME and host_of(url) != host_of(source.url):
            return Skip(url, SkipReason.OUT_OF_SCOPE, "frame of another host")
        return FrontierEntry(
            url,
            address,
            source.kind,
            source.role,
            source.depth,
            source.referrer,
            hops=source.hops + 1,
            chain=source.chain,
            public_referrer=source.public_referrer,
        )

    def listing(self, url: CanonicalUrl) -> Skip | None:
        """The rule that has a page read for its links only (an archive page), by its address; None for other pages."""
        skip = skip_url(url, wordpress=self.wordpress, scope=self.scope)
        return skip.skip if skip is not None and skip.read_links else None

    def _link(self, finder: Finder, one: Found, result: Discovered) -> None:
        parent, url = finder.entry, one.url
        depth = parent.depth if one.role is Role.FRAME else parent.depth + 1
        if finder.nofollow and one.role is not Role.FRAME:
            if url not in self._links:
                result.skips.append(Skip(url, SkipReason.NOFOLLOW, "page", referrer=parent.url))
            return  # another page may link to it without saying so
        refused = self._refusal(url, depth)
        chain = 0
        if refused is None:
            chain = chain_of(parent, url, own_text=finder.own_text)
            refused = self._trap(finder, url, depth, chain)
        if refused is None or refused.reason is not SkipReason.DEPTH:  # it may be found nearer to the start
            self._links.add(url)
        if refused is not None:
            if one.role is not Role.META:  # said about the page, not a link of it
                result.skips.append(Skip(url, refused.reason, refused.rule, refused.detail, parent.url))
            return
        result.entries.append(
            FrontierEntry(
                url,
                without_tracking(one.address),
                EntryKind.PAGE,
                one.role,
                depth,
                parent.url,
                chain=chain,
                public_referrer=finder.public,
            )
        )

    def _trap(self, finder: Finder, url: CanonicalUrl, depth: int, chain: int) -> Skip | None:
        if url in self._before:
            return None
        strict = self._populations.strict(finder.entry, url, own_text=finder.own_text)
        is_beside = url.partition("?")[0] == finder.entry.url.partition("?")[0]
        same = finder.repeats if is_beside and "?" in url else 0
        population = self._populations.count(url) if same <= MOST_ALIKE else 0
        found = trap(url, chain, population, depth=depth, strict=strict, same=same)
        if found is None or (found.rule in OVERRULED and included(url, self.scope)):
            return None
        self.traps.add(found)
        return found

    def _refusal(self, url: CanonicalUrl, depth: int) -> Skip | None:
        refused = judge(url, self.scope, depth)
        if refused is not None:
            return refused
        skip = skip_url(url, wordpress=self.wordpress, scope=self.scope)
        return skip.skip if skip is not None and not skip.read_links else None

    def _requisite(self, finder: Finder, one: Found, result: Discovered) -> None:
        parent, url = finder.entry, one.url
        if not self.wordpress and any(sign in url for sign in _WORDPRESS_SIGNS):
            self.wordpress = True
        kind = EntryKind.ASSET
        if one.role is Role.FRAME:
            if judge(url, self.scope, parent.depth) is None:
                if url not in self._links:
                    self._link(finder, one, result)
                return
            if host_of(url) != host_of(parent.url):
                result.skips.append(Skip(url, SkipReason.OUT_OF_SCOPE, "frame of another host", referrer=parent.url))
                return
            kind = EntryKind.FRAME
        elif one.role is Role.DATA:
            kind = EntryKind.DATA
        if (rule := is_tracker(url)) is not None:
            result.skips.append(Skip(url, SkipReason.TRACKER, rule, referrer=parent.url))
            return
        if not self._assets and not is_contents(one.address):
            result.skips.append(Skip(url, SkipReason.NO_ASSETS, "--no-assets", referrer=parent.url))
            return
        result.entries.append(
            FrontierEntry(
                url,
                without_tracking(one.address),
                kind,
                one.role,
                parent.depth,
                parent.url,
                public_referrer=finder.public,
            )
        )
