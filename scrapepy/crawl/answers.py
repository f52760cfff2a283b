"""What becomes of each answer: kept, followed, read, given up."""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from dataclasses import replace

from scrapepy.crawl import sitemaps
from scrapepy.crawl.discovery import Discovered, Finder
from scrapepy.crawl.redirects import moved
from scrapepy.crawl.run import Run
from scrapepy.crawl.start import start_stands
from scrapepy.decide.classify import HEAD_BYTES, classify
from scrapepy.decide.scope import in_scope, included
from scrapepy.decide.status import Answer, answer_of, is_site_fault, reason
from scrapepy.errors import StoreError
from scrapepy.model.analysis import Analysis, BodyKind, Found
from scrapepy.model.entry import EntryKind, FrontierEntry
from scrapepy.model.outcome import FailureKind, Fetched, FetchFailed, NotModified, Outcome
from scrapepy.model.skip import Skip, SkipReason
from scrapepy.model.url import Role
from scrapepy.rules.media_types import MEDIA_TYPES
from scrapepy.web.canonical import canonical, path_and_query, resolve
from scrapepy.web.meta import x_robots_directives
from scrapepy.web.refresh import refresh_url

READ_KINDS = frozenset({BodyKind.HTML, BodyKind.CSS, BodyKind.SCRIPT, BodyKind.SVG, BodyKind.SITEMAP})
"""Bodies in which links may stand."""

_PAGE_KINDS = (EntryKind.SEED, EntryKind.PAGE)
_DEAD_ENDS = (SkipReason.ERROR_PAGE, SkipReason.SOFT_404)
_REQUISITES = {
    Role.IMAGE: "an image",
    Role.ICON: "an icon",
    Role.FONT: "a font",
    Role.STYLE: "a style sheet",
    Role.SCRIPT: "a script",
    Role.MANIFEST: "a manifest",
    Role.DATA: "data",
    Role.SITEMAP: "a sitemap",
}
"""What a web page cannot stand for."""
_FILE_EXTENSIONS = frozenset(
    extension
    for row in MEDIA_TYPES
    if row.kind in (BodyKind.IMAGE, BodyKind.SVG, BodyKind.FONT, BodyKind.CSS, BodyKind.SCRIPT, BodyKind.JSON)
    for extension in row.extensions
)
_LINKS_AT_A_TIME = 2000  # a page of a hundred thousand links must not hold up the other requests


async def answered(run: Run, entry: FrontierEntry, outcome: Outcome, given_up: str = "") -> None:
    """Deal with the final outcome of an entry. ``given_up``: why it is not tried again though it might be.

    Raises StartFailure, and StoreError where the disk refuses.
    """
    if entry.kind is EntryKind.PROBE:
        await _probed(run, entry, outcome)
        return
    match answer_of(outcome):
        case Answer.CAME:
            assert isinstance(outcome, Fetched)
            await _came(run, entry, outcome)
        case Answer.UNCHANGED:
            assert isinstance(outcome, NotModified)
            await _unchanged(run, entry, outcome)
        case Answer.MOVED:
            assert isinstance(outcome, Fetched)
            moved(run, entry, outcome)
        case Answer.EMPTY:
            assert isinstance(outcome, Fetched)
            if entry.kind is EntryKind.SEED:
                run.fail(entry, outcome, reason(outcome))
            run.not_a_page(entry)
            run.skip(Skip(entry.url, SkipReason.NO_CONTENT, str(outcome.status), referrer=entry.referrer), settles=True)
        case _:
            assert not isinstance(outcome, NotModified)
            _gave_up(run, entry, outcome, given_up)


def _gave_up(run: Run, entry: FrontierEntry, outcome: Fetched | FetchFailed, given_up: str) -> None:
    words = reason(outcome, run.clock())
    if given_up:
        words = f"{words}; {given_up}"
    if isinstance(outcome, FetchFailed):
        match outcome.failure:
            case FailureKind.DISK:
                raise StoreError(f"a download could not be written: {outcome.detail}")
            case FailureKind.ENCODING if entry.url not in run.plain:
                run.plain.add(entry.url)  # once more, asking for no compression at all
                run.frontier.again(entry)
                run.wake.set()
                return
            case FailureKind.FORBIDDEN_ADDRESS if entry.kind is not EntryKind.SEED:
                _leave_out(run, entry, SkipReason.FORBIDDEN_ADDRESS, outcome.detail)
                return
            case FailureKind.TOO_LARGE if outcome.wire_bytes == 0 and entry.kind is not EntryKind.SEED:
                # Announced and not begun: the user's limit, not a fault. A body that grew over it is a failure.
                _leave_out(run, entry, SkipReason.SIZE, outcome.detail)
                return
            case _:
                pass
    refused = isinstance(outcome, Fetched) and 400 <= outcome.status < 500
    nobodys_fault = (entry.kind is EntryKind.DATA and refused) or entry.url == run.guessed_sitemap
    run.fail(entry, outcome, words, site_fault=nobodys_fault or is_site_fault(outcome))


def _leave_out(run: Run, entry: FrontierEntry, why: SkipReason, detail: str) -> None:
    run.not_a_page(entry)
    run.skip(Skip(entry.url, why, detail=detail, referrer=entry.referrer), settles=True)


async def _came(run: Run, entry: FrontierEntry, page: Fetched) -> None:
    kind = classify(page.header("content-type"), page.address, _head(page), entry.role)
    unwanted = _unwanted(run, entry, kind)
    if unwanted is not None:
        drop_file(page)
        run.not_a_page(entry)
        run.skip(unwanted, settles=True)
        return
    if kind is BodyKind.HTML and (wanted := _missing(run, entry)):
        run.fail(entry, page, f"a web page in place of {wanted}", site_fault=True)
        return
    if entry.kind is EntryKind.SITEMAP:
        kind = BodyKind.SITEMAP  # lists as plain text and feeds, too
    with run.journal.batch():
        run.journal.fetched(entry, page, kind)
        if entry.kind is EntryKind.SEED:
            start_stands(run, entry)
        if kind is BodyKind.SCRIPT and page.body:
            _add_data(run, entry, run.indexes.of_script(page.address, page.body, data=entry.kind is EntryKind.DATA))
    if kind not in READ_KINDS:
        run.had(entry, page.status, page=False)
        return
    run.reading += 1
    try:
        analysis = await run.analyst.analyse(entry, page, kind)
    finally:
        run.reading -= 1
    await read(run, entry, analysis, page)


def _missing(run: Run, entry: FrontierEntry) -> str:
    """What should be where a web page came: sites answer 200 for files that they do not have. Empty where it may be.

    A page of the mirror may stand in an ``img`` by mistake, and is a page all the same, unless it is called an image.
    """
    wanted = _REQUISITES.get(entry.role, "") if entry.kind not in _PAGE_KINDS else ""
    extension = "." + path_and_query(entry.url).partition("?")[0].rpartition(".")[2].lower()
    if wanted and in_scope(entry.url, run.scope) and extension not in _FILE_EXTENSIONS:
        return ""
    return wanted


def _unwanted(run: Run, entry: FrontierEntry, kind: BodyKind) -> Skip | None:
    """Feeds and sitemaps that a link leads to are left out (SPEC 4)."""
    if entry.kind is not EntryKind.PAGE or included(entry.url, run.scope):
        return None
    reasons = {BodyKind.FEED: SkipReason.FEED, BodyKind.SITEMAP: SkipReason.MANIFEST}
    why = reasons.get(kind)
    return None if why is None else Skip(entry.url, why, "by its content", referrer=entry.referrer)


async def _unchanged(run: Run, entry: FrontierEntry, answer: NotModified) -> None:
    with run.journal.batch():
        run.journal.not_modified(entry, answer)
        if entry.kind is EntryKind.SEED:
            start_stands(run, entry)
    await recall(run, entry, 304)


async def recall(run: Run, entry: FrontierEntry, status: int = 200) -> None:
    """Find the links of a stored copy again: it did not change, or an interrupted run had not come to read it."""
    run.reading += 1
    try:
        analysis = await run.analyst.recall(entry)
    finally:
        run.reading -= 1
    if analysis is None:
        run.had(entry, status, page=False)
        return
    stored = Fetched(entry.url, entry.address, status, (), b"", run.clock())
    await read(run, entry, analysis, stored)


async def read(run: Run, entry: FrontierEntry, analysis: Analysis, page: Fetched) -> None:
    """Take in what a body turned out to be, and queue what it leads to."""
    if entry.kind is EntryKind.SITEMAP:
        discovered = await _in_pieces(run, entry, analysis.found, None)
        with run.journal.batch():
            sitemaps.listed(run, entry, analysis)
            _record(run, discovered)
            run.journal.analysed(analysis)
        return
    if analysis.failure:
        run.journal.analysed(analysis)
        run.fail(entry, page, analysis.failure)
        return
    analysis = _judged(run, entry, analysis)
    facts = analysis.facts
    discovered = Discovered()
    if facts is None or facts.verdict not in _DEAD_ENDS:
        finder = Finder(entry, run.fetcher.is_public(page.address), _nofollow(analysis, page))
        discovered = await _in_pieces(run, entry, _followed(analysis, page), finder)
    with run.journal.batch():
        _record(run, discovered)
        if facts is not None:
            data = run.indexes.of_page(page.address, analysis.found, facts.platform, page.body)
            _add_data(run, entry, data)
        run.journal.analysed(analysis)
        if facts is not None and facts.verdict is not None:
            run.skip(
                Skip(entry.url, facts.verdict, facts.verdict_rule, facts.title[:200], entry.referrer), settles=True
            )
    if facts is not None and facts.verdict is not None:
        run.not_a_page(entry)
    else:
        run.had(entry, page.status, page=analysis.kind is BodyKind.HTML and entry.kind in _PAGE_KINDS)


def _judged(run: Run, entry: FrontierEntry, analysis: Analysis) -> Analysis:
    """The analysis with the verdict that the site and the options make of the page's own."""
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


def _followed(analysis: Analysis, page: Fetched) -> tuple[Found, ...]:
    """What a body names; a Refresh header counts as the ``meta`` element of that name."""
    header = page.header("refresh")
    place = refresh_url(header) if header is not None else None
    address = resolve(header[slice(*place)], page.address) if header is not None and place is not None else None
    url = canonical(address) if address is not None else None
    if address is None or url is None:
        return analysis.found
    return (*analysis.found, Found(url, address.partition("#")[0], Role.REFRESH))


async def _in_pieces(run: Run, entry: FrontierEntry, found: tuple[Found, ...], finder: Finder | None) -> Discovered:
    """Judge what was found; ``finder`` None for a sitemap."""
    whole = Discovered()
    for start in range(0, len(found), _REQUISITES = {
    Role.IMAGE: "an image",
    Role.ICON: "an icon",
    Role.FONT: "a font",
    Role.STYLE: "a style sheet",
    Role.SCRIPT: "a script",
    Role.MANIFEST: "a manifest",
    Role.DATA: "data",
    Role.SITEMAP: "a sitemap",
}
"""What a web page cannot stand for."""
_FILE_EXTENSIONS = frozenset(
    extension
    for row in MEDIA_TYPES
    if row.kind in (BodyKind.IMAGE, BodyKind.SVG, BodyKind.FONT, BodyKind.CSS, BodyKind.SCRIPT, BodyKind.JSON)
    for extension in row.extensions
)
_LINKS_AT_A_TIME):
        if start:
            await asyncio.sleep(0)
        piece = found[start : start + _REQUISITES = {
    Role.IMAGE: "an image",
    Role.ICON: "an icon",
    Role.FONT: "a font",
    Role.STYLE: "a style sheet",
    Role.SCRIPT: "a script",
    Role.MANIFEST: "a manifest",
    Role.DATA: "data",
    Role.SITEMAP: "a sitemap",
}
"""What a web page cannot stand for."""
_FILE_EXTENSIONS = frozenset(
    extension
    for row in MEDIA_TYPES
    if row.kind in (BodyKind.IMAGE, BodyKind.SVG, BodyKind.FONT, BodyKind.CSS, BodyKind.SCRIPT, BodyKind.JSON)
    for extension in row.extensions
)
_LINKS_AT_A_TIME]
        part = run.discovery.listed(entry, piece) if finder is None else run.discovery.read(finder, piece)
        whole.entries += part.entries
        whole.skips += part.skips
    return whole


def _record(run: Run, discovered: Discovered) -> None:
    run.add(discovered.entries)
    for skip in discovered.skips:
        run.skip(skip)


def _add_data(run: Run, entry: FrontierEntry, addresses: list[str]) -> None:
    """Queue what scripts load by themselves."""
    if not addresses or not run.plan.assets:
        return
    public = run.fetcher.is_public(entry.address)
    run.add(
        FrontierEntry(url, address, EntryKind.DATA, _role(address), entry.depth, entry.url, public_referrer=public)
        for address in addresses
        if (url := canonical(address, run.site)) is not None
    )


def _role(address: str) -> Role:
    """Scripts and pages that scripts load are read as what they are."""
    path = address.partition("?")[0]
    if path.endswith(".js"):
        return Role.SCRIPT
    return Role.FRAME if path.endswith(".html") else Role.DATA


async def _probed(run: Run, entry: FrontierEntry, outcome: Outcome) -> None:
    """The answer for the address that cannot exist."""
    facts = None
    if isinstance(outcome, Fetched) and answer_of(outcome) is Answer.CAME:
        kind = classify(outcome.header("content-type"), outcome.address, _head(outcome), Role.LINK)
        if kind is BodyKind.HTML:
            run.reading += 1
            try:
                facts = (await run.analyst.analyse(entry, outcome, kind)).facts
            finally:
                run.reading -= 1
        drop_file(outcome)
    for page in run.soft404.learn(facts):
        _take_back(run, page)


def _take_back(run: Run, page: Analysis) -> None:
    """A page that was saved before the probe's answer was known turns out to be a missing one."""
    assert page.facts is not None
    facts = replace(page.facts, verdict=SkipReason.SOFT_404, verdict_rule="probe")
    with run.journal.batch():
        run.journal.analysed(replace(page, facts=facts))
        run.skip(Skip(page.url, SkipReason.SOFT_404, "probe", facts.title[:200]), settles=True)


def _head(page: Fetched) -> bytes:
    if page.file is None:
        return page.body[:HEAD_BYTES]
    with open(page.file, "rb") as file:
        return file.read(HEAD_BYTES)


def drop_file(outcome: Outcome) -> None:
    """Delete the temporary file of a body that nobody takes over."""
    if isinstance(outcome, Fetched) and outcome.file is not None:
        with suppress(OSError):
            os.unlink(outcome.file)
