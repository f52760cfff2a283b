"""What becomes of each answer: kept and read, followed, left out, or given up."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import replace

from scrapepy.crawl import llms_lists, sitemaps
from scrapepy.crawl.api_specs import api_specs
from scrapepy.crawl.drawing import draw, not_modified, would_differ
from scrapepy.crawl.reading import READ_KINDS, analysed, queue_data, queue_pages, read, recall
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
from scrapepy.web.canonical import path_and_query
from scrapepy.web.help_contents import is_contents

ENDLESS = 100_000_000
"""Bytes of a body without an announced length from which on it is a failure: it may never end."""

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

_FILES = (BodyKind.IMAGE, BodyKind.SVG, BodyKind.FONT, BodyKind.CSS, BodyKind.SCRIPT, BodyKind.JSON, BodyKind.SITEMAP)
_FILE_EXTENSIONS = frozenset(extension for row in MEDIA_TYPES if row.kind in _FILES for extension in row.extensions)


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
            run.leave_out(entry, SkipReason.NO_CONTENT, rule=str(outcome.status))
        case _:
            assert not isinstance(outcome, NotModified)
            _gave_up(run, entry, outcome, given_up)


async def _unchanged(run: Run, entry: FrontierEntry, answer: NotModified) -> None:
    if run.rendering.wants(entry) and await would_differ(run, entry):
        run.rendering.unconditional.add(entry.url)  # once more, since the copy is not what came but what was drawn
        run.frontier.again(entry)
        run.wake.set()
        return
    await _stands(run, entry, answer)


async def _stands(run: Run, entry: FrontierEntry, answer: NotModified) -> None:
    """The stored copy is current."""
    with run.journal.batch():
        run.journal.not_modified(entry, answer)
        if entry.kind is EntryKind.SEED:
            start_stands(run, entry)
    await recall(run, entry, 304)


async def _came(run: Run, entry: FrontierEntry, page: Fetched) -> None:
    kind = classify(page.header("content-type"), page.address, _head(page), entry.role)
    if (unwanted := _unwanted(run, entry, kind)) is not None:
        drop_file(page)
        run.leave_out(entry, unwanted, rule="by its content")
        return
    if kind is BodyKind.HTML and (wanted := _missing(run, entry)):
        run.fail(entry, page, f"a web page in place of {wanted}", site_fault=True)
        return
    if entry.url in run.lists:
        if kind is not BodyKind.TEXT:
            drop_file(page)
            run.fail(entry, page, "something else in place of a list", site_fault=True)
            return
        llms_lists.listed(run, entry, page)
    also: tuple[Found, ...] = ()
    if kind is BodyKind.HTML and run.rendering.wants(entry):
        drawing = await draw(run, entry, page)
        if drawing.unchanged:
            drop_file(page)
            await _stands(run, entry, not_modified(page))
            return
        if drawing.page.file is None:
            drop_file(page)
        page, also = drawing.page, drawing.found
    if entry.kind is EntryKind.SITEMAP:
        kind = BodyKind.SITEMAP  # lists as plain text and feeds, too
    with run.journal.batch():
        run.journal.fetched(entry, page, kind)
        if entry.kind is EntryKind.SEED:
            start_stands(run, entry)
        if kind is BodyKind.SCRIPT and page.body:
            queue_data(run, entry, run.indexes.of_script(page.address, page.body, data=entry.kind is EntryKind.DATA))
        queue_data(run, entry, api_specs(entry, page, kind))
        queue_data(run, entry, run.indexes.of_data(page.address, page.body))
        queue_pages(run, entry, run.indexes.pages(page.address, page.body))
        if kind is BodyKind.HTML and entry.kind in (EntryKind.SEED, EntryKind.PAGE):
            llms_lists.of_page(run, entry)
    if kind in READ_KINDS or (kind is BodyKind.XML and is_contents(page.address)):
        analysis = await analysed(run, entry, page, kind)
        await read(run, entry, replace(analysis, found=(*analysis.found, *also)) if also else analysis, page)
    else:
        run.had(entry, page.status, page=False)


def _unwanted(run: Run, entry: FrontierEntry, kind: BodyKind) -> SkipReason | None:
    """Feeds and sitemaps that a link leads to are left out (SPEC 4)."""
    if entry.kind is not EntryKind.PAGE or included(entry.url, run.scope):
        return None
    return {BodyKind.FEED: SkipReason.FEED, BodyKind.SITEMAP: SkipReason.MANIFEST}.get(kind)


def _missing(run: Run, entry: FrontierEntry) -> str:
    """What should be where a web page came: sites answer 200 for files that they do not have. Empty where it may be.

    A page of the mirror may stand in an ``img`` by mistake, and is a page all the same, unless it is called an image.
    """
    if entry.kind in (EntryKind.SEED, EntryKind.PAGE, EntryKind.FRAME):
        return ""
    extension = "." + path_and_query(entry.url).partition("?")[0].rpartition(".")[2].lower()
    if in_scope(entry.url, run.scope) and extension not in _FILE_EXTENSIONS:
        return ""
    return _REQUISITES.get(entry.role, "")


def _gave_up(run: Run, entry: FrontierEntry, outcome: Fetched | FetchFailed, given_up: str) -> None:
    words = reason(outcome, run.clock())
    if given_up:
        words = f"{words}; {given_up}"
    if isinstance(outcome, FetchFailed):
        match outcome.failure:
            case FailureKind.DISK:
                raise StoreError(f"cannot write a download: {outcome.detail}")
            case FailureKind.ENCODING if entry.url not in run.plain:
                run.plain.add(entry.url)  # once more, asking for no compression at all
                run.frontier.again(entry)
                run.wake.set()
                return
            case FailureKind.FORBIDDEN_ADDRESS if entry.kind is not EntryKind.SEED:
                run.leave_out(entry, SkipReason.FORBIDDEN_ADDRESS, detail=outcome.detail)
                return
            case FailureKind.TOO_LARGE if outcome.wire_bytes < ENDLESS and entry.kind is not EntryKind.SEED:
                # the user's limit, not a fault, whether the length was announced or not
                run.leave_out(entry, SkipReason.SIZE, detail=outcome.detail)
                return
            case _:
                pass
    refused = isinstance(outcome, Fetched) and 400 <= outcome.status < 500
    nobodys_fault = (entry.kind is EntryKind.DATA and refused) or sitemaps.is_guess(run, entry)
    run.fail(entry, outcome, words, site_fault=nobodys_fault or is_site_fault(outcome))


async def _probed(run: Run, entry: FrontierEntry, outcome: Outcome) -> None:
    """The answer for the address that cannot exist."""
    facts = None
    if isinstance(outcome, Fetched) and answer_of(outcome) is Answer.CAME:
        kind = classify(outcome.header("content-type"), outcome.address, _head(outcome), Role.LINK)
        if kind is BodyKind.HTML:
            facts = (await analysed(run, entry, outcome, kind)).facts
            if run.soft404.start is None:  # an interrupted run had it before
                start = await run.analyst.recall(FrontierEntry(run.seed, run.seed, EntryKind.SEED))
                run.soft404.start = start.facts if start is not None else None
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
