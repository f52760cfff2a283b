"""A redirect is a hop of its own: scope, skip list and robots.txt are asked at its target as at any link's (SPEC 4)."""

from __future__ import annotations

from dataclasses import replace

from scrapepy.crawl.run import Run, StartFailure
from scrapepy.decide.scope import same_site
from scrapepy.decide.status import NoHop, follow
from scrapepy.model.entry import EntryKind, FrontierEntry
from scrapepy.model.outcome import Fetched
from scrapepy.model.skip import Skip
from scrapepy.model.url import CanonicalUrl
from scrapepy.web.canonical import SiteIdentity, canonical, host_of, split_fragment


def moved(run: Run, entry: FrontierEntry, outcome: Fetched) -> None:
    """Follow a redirect, or say why not. Raises StartFailure."""
    hop = follow(outcome, entry.hops, run.asked.get(entry.url, ()))
    if isinstance(hop, NoHop):
        run.fail(entry, outcome, hop.why, site_fault=entry.kind in (EntryKind.DATA, EntryKind.SITEMAP))
        return
    address, fragment = split_fragment(hop.target)
    url = canonical(address, None if entry.kind is EntryKind.SEED else run.site)
    assert url is not None, "redirects lead to http addresses"
    if url == entry.url:
        # The same resource at another spelling, which the server insists on (https, a tracking parameter); or a page
        # that sends its visitor round once to see whether cookies come back.
        run.asked.setdefault(url, set()).update((entry.address, address))
        run.frontier.again(replace(entry, address=address))
        run.wake.set()
        return
    if entry.kind is EntryKind.SEED:
        _move_start(run, entry, outcome, url, address, fragment or "")
        return
    target = run.discovery.target(entry, url, address)
    if isinstance(target, Skip):
        run.leave_out(entry, target.reason, rule=target.rule, detail=f"redirects to {address}")
        return
    public = entry.public_referrer or run.fetcher.is_public(entry.address)
    # Both or neither: who is stopped between the two has an address that is settled, and nothing that it leads to.
    with run.journal.batch():
        if run.alias(entry.url, url, outcome.status, fragment or ""):
            run.add([replace(target, public_referrer=public)])
        else:
            run.fail(entry, outcome, "redirect loop")


def _move_start(
    run: Run, entry: FrontierEntry, outcome: Fetched, url: CanonicalUrl, address: str, fragment: str
) -> None:
    """Begin anew where the start URL redirects to, if that is the same site (SPEC 3)."""
    if not same_site(url, entry.url):
        raise StartFailure(f"the start URL {entry.address} redirects to another site: {address}")
    if not run.alias(entry.url, url, outcome.status, fragment):
        raise StartFailure(f"the start URL {entry.address} could not be had: redirect loop")
    run.seed = url
    run.site = SiteIdentity(host_of(url), url.partition(":")[0])
    run.scope = run.discovery.scope = run.plan.scope.scope(url)
    run.moved_from = entry.address if not run.moved_from else run.moved_from
    run.add([FrontierEntry(url, address, EntryKind.SEED, hops=entry.hops + 1)])
