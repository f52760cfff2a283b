"""Sitemaps: which ones are asked for, and what becomes of what they list (SPEC 4, "Discovery")."""

from __future__ import annotations

from scrapepy.crawl.run import Run
from scrapepy.decide.robots import Rules
from scrapepy.decide.scope import same_site
from scrapepy.model.analysis import Analysis
from scrapepy.model.entry import EntryKind, FrontierEntry
from scrapepy.model.url import Role
from scrapepy.web.canonical import canonical, host_of, origin, resolve

MOST_SITEMAPS = 500
DEEPEST = 3
"""Lists of lists of lists: the protocol knows one level, some sites have two."""


def begin(run: Run) -> None:
    """Queue the sitemaps that robots.txt names, else the one at the root.

    With ``--max-depth`` there are none: what only a sitemap knows is no number of links away from the start.
    """
    if not run.plan.sitemap or run.scope.max_depth is not None or run.sitemaps:
        return
    home = origin(run.seed)
    policy = run.frontier.policy_of(home)
    named = _named(run)
    addresses = [address for name in named if (address := resolve(name, f"{home}/robots.txt")) is not None]
    if not addresses:
        guess = f"{home}/sitemap.xml"
        if isinstance(policy, Rules) and not policy.rules.allows(guess):
            return
        addresses = [guess]
    _queue(run, addresses, depth=0, public=run.fetcher.is_public(run.seed))


def is_guess(run: Run, entry: FrontierEntry) -> bool:
    """True for the sitemap that nobody named: if it is missing, nobody is at fault."""
    home = origin(run.seed)
    return entry.url == canonical(f"{home}/sitemap.xml", run.site) and not _named(run)


def listed(run: Run, entry: FrontierEntry, analysis: Analysis) -> None:
    """Queue further sitemaps. They must be on the host of the list that names them, or on the start's."""
    addresses = [
        f.address
        for f in analysis.found
        if f.role is Role.SITEMAP and (host_of(f.url) == host_of(entry.url) or same_site(f.url, run.seed))
    ]
    if entry.depth < DEEPEST:
        _queue(run, addresses, depth=entry.depth + 1, public=entry.public_referrer)


def _named(run: Run) -> tuple[str, ...]:
    """The sitemaps that robots.txt of the start's host names."""
    policy = run.frontier.policy_of(origin(run.seed))
    return policy.rules.sitemaps if isinstance(policy, Rules) else ()


def _queue(run: Run, addresses: list[str], *, depth: int, public: bool) -> None:
    entries = []
    for address in dict.fromkeys(addresses):
        url = canonical(address, run.site)
        if url is None:
            continue
        if run.sitemaps >= MOST_SITEMAPS:
            run.journal.noted(f"More than {MOST_SITEMAPS} sitemaps: the rest was not read.")
            break
        run.sitemaps += 1
        entries.append(
            FrontierEntry(url, address, EntryKind.SITEMAP, Role.SITEMAP, depth, run.seed, public_referrer=public)
        )
    run.add(entries)
