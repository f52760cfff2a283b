"""Have a body read by a worker, and take in what it turned out to be: its verdict, and what it leads to."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import nullcontext
from dataclasses import replace

from scrapepy.crawl import sitemaps
from scrapepy.crawl.discovery import Discovered, Finder
from scrapepy.crawl.run import UNREADABLE, Run
from scrapepy.decide.scope import included
from scrapepy.model.analysis import Analysis, BodyKind, Found
from scrapepy.model.entry import EntryKind, FrontierEntry
from scrapepy.model.outcome import Fetched
from scrapepy.model.skip import SkipReason
from scrapepy.model.url import Role
from scrapepy.web.canonical import canonical, resolve
from scrapepy.web.help_contents import is_contents
from scrapepy.web.meta import x_robots_directives
from scrapepy.web.refresh import refresh_url

READ_KINDS = frozenset({BodyKind.HTML, BodyKind.CSS, BodyKind.SCRIPT, BodyKind.SVG, BodyKind.SITEMAP})
"""Bodies in which links may stand."""

_PAGE_KINDS = (EntryKind.SEED, EntryKind.PAGE)
_DEAD_ENDS = (SkipReason.ERROR_PAGE, SkipReason.SOFT_404)
_LINKS_AT_A_TIME = 2000  # a page of a hundred thousand links must not hold up the other requests


async def analysed(run: Run, entry: FrontierEntry, page: Fetched, kind: BodyKind) -> Analysis:
    """The analyst's answer; counted, so that requests wait while many bodies do."""
    run.reading += 1
    try:
        return await run.analyst.analyse(entry, page, kind)
    finally:
        run.reading -= 1


async def recall(run: Run, entry: FrontierEntry, status: int = 200) -> None:
    """Find the links of a stored copy again: it did not change, or an interrupted run had not come to read it."""
    run.reading += 1
    try:
        analysis = await run.analyst.recall(entry)
        await run.fetcher.locate(entry.address)
    finally:
        run.reading -= 1
    if analysis is None:
        run.had(entry, status, page=False)
    else:
        await read(run, entry, analysis, Fetched(entry.url, entry.address, status, (), b"", run.clock()))


async def read(run: Run, entry: FrontierEntry, analysis: Analysis, page: Fetched) -> None:
    """Record what a body turned out to be, and queue what it leads to."""
    if analysis.failure:
        # In one, or who is stopped between the two never hears of the failure again; that of the start ends the run.
        with run.journal.batch() if entry.kind is not EntryKind.SEED else nullcontext():
            run.journal.analysed(analysis)
            run.fail(entry, page, f"{UNREADABLE}: {analysis.failure}")
        return
    if entry.kind is EntryKind.SITEMAP:
        discovered = await _judged_in_pieces(run, entry, analysis.found, None)
        with run.journal.batch():
            sitemaps.listed(run, entry, analysis)
            _record(run, discovered)
            run.journal.analysed(analysis)
        return
    analysis = _with_verdict(run, entry, analysis)
    facts = analysis.facts
    discovered = Discovered()
    if facts is None or facts.verdict not in _DEAD_ENDS:
        own = run.texts.own(entry.url, entry.referrer, facts)
        repeats = run.texts.repeats(entry.url, facts)
        finder = Finder(entry, run.fetcher.is_public(page.address), _nofollow(analysis, page), own, repeats)
        discovered = await _judged_in_pieces(run, entry, _named(analysis, page), finder)
    with run.journal.batch():
        _record(run, discovered)
        if facts is not None:
            queue_data(run, entry, run.indexes.of_page(page.address, analysis.found, facts.platform, page.body))
        run.journal.analysed(analysis)
        if facts is not None and facts.verdict is not None:
            run.leave_out(entry, facts.verdict, rule=facts.verdict_rule, detail=facts.title[:200])
            return
    run.had(entry, page.status, page=analysis.kind is BodyKind.HTML and entry.kind in _PAGE_KINDS)


def queue_data(run: Run, entry: FrontierEntry, addresses: Iterable[str]) -> None:
    """Queue what scripts load by themselves."""
    if not run.plan.assets:  # a table of contents is needed for its pages
        addresses = [address for address in addresses if is_contents(address)]
    public = run.fetcher.is_public(entry.address)
    run.add(
        FrontierEntry(url, address, EntryKind.DATA, _role(address), entry.depth, entry.url, public_referrer=public)
        for address in addresses
        if (url := canonical(address, run.site)) is not None
    )


def queue_pages(run: Run, entry: FrontierEntry, addresses: Iterable[str]) -> None:
    """Queue pages that only scripts link to, judged like what any page links to."""
    found = [
        Found(url, address, Role.LINK) for address in addresses if (url := canonical(address, run.site)) is not None
    ]
    if found:
        _record(run, run.discovery.read(Finder(entry, run.fetcher.is_public(entry.address), own_text=True), found))


def _role(address: str) -> Role:
    """Scripts and pages that scripts load are read as what they are."""
    path = address.partition("?")[0]
    if path.endswith(".js"):
        return Role.SCRIPT
    return Role.FRAME if path.endswith(".html") else Role.DATA


def _with_verdict(run: Run, entry: FrontierEntry, analysis: Analysis) -> Analysis:
    """The analysis with the verdict that the site and the options make of the page's own.

    The start URL is saved whatever it looks like, and so is what ``--include`` names.
    """
    facts = analysis.facts
    if facts is None or entry.kind not in _PAGE_KINDS:
        return analysis
    verdict, rule = facts.verdict, facts.verdict_rule
    if entry.kind is EntryKind.SEED:
        run.soft404.start = facts
    if entry.kind is EntryKind.SEED or included(entry.url, run.scope):
        verdict, rule = None, ""
    elif verdict is None:
        if (listing := run.discovery.listing(entry.url)) is not None:
            verdict, rule = listing.reason, listing.rule
        elif run.soft404.is_missing(analysis):
            verdict, rule = SkipReason.SOFT_404, "probe"
    if verdict is facts.verdict:
        return analysis
    return replace(analysis, facts=replace(facts, verdict=verdict, verdict_rule=rule))


def _nofollow(analysis: Analysis, page: Fetched) -> bool:
    if analysis.facts is not None and analysis.facts.nofollow:
        return True
    values = [value for name, value in page.headers if name == "x-robots-tag"]
    return bool(values) and "nofollow" in x_robots_directives(values)


def _named(analysis: Analysis, page: Fetched) -> tuple[Found, ...]:
    """What a body names; a Refresh header counts as the ``meta`` element of that name."""
    header = page.header("refresh")
    place = refresh_url(header) if header is not None else None
    if header is None or place is None:
        return analysis.found
    address = resolve(header[slice(*place)], page.address)
    url = canonical(address) if address is not None else None
    if address is None or url is None:
        return analysis.found
    return (*analysis.found, Found(url, address.partition("#")[0], Role.REFRESH))


async def _judged_in_pieces(
    run: Run, entry: FrontierEntry, found: tuple[Found, ...], finder: Finder | None
) -> Discovered:
    """Judge what was found; ``finder`` None for a sitemap."""
    whole = Discovered()
    for start in range(0, len(found), _LINKS_AT_A_TIME):
        if start:
            await asyncio.sleep(0)
        piece = found[start : start + _LINKS_AT_A_TIME]
        part = run.discovery.listed(entry, piece) if finder is None else run.discovery.read(finder, piece)
        whole.entries += part.entries
        whole.skips += part.skips
    return whole


def _record(run: Run, discovered: Discovered) -> None:
    run.add(discovered.entries)
    for skip in discovered.skips:
        run.skip(skip)
