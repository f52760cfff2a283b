"""One site, whole: gather, derive, write, report.

The wiring of all rooms and nothing else: what is decided stands in :mod:`scrapepy.decide`, what is recorded in
:mod:`scrapepy.store`, and the steps of writing in :mod:`scrapepy.mirroring.publish`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from scrapepy.crawl.browser import require_browser
from scrapepy.crawl.engine import crawl
from scrapepy.crawl.events import Event, OnEvent, StartStands
from scrapepy.crawl.plan import CrawlPlan, CrawlResult
from scrapepy.crawl.settle import PageRecord, settle_aliases
from scrapepy.decide.frontier import Frontier
from scrapepy.errors import StartFailed
from scrapepy.mirroring.dead_links import forget_unnamed, named_by
from scrapepy.mirroring.disk_scripts import write_script_twins, write_words
from scrapepy.mirroring.folders import clear, make, unmake
from scrapepy.mirroring.guards import judge
from scrapepy.mirroring.indexing import index_documents
from scrapepy.mirroring.llms_files import write_llms
from scrapepy.mirroring.messages import Settings
from scrapepy.mirroring.outside import note_on, outside
from scrapepy.mirroring.pdf_copies import PdfCopies
from scrapepy.mirroring.publish import Publisher
from scrapepy.mirroring.published import is_saved
from scrapepy.mirroring.reading import PoolAnalyst
from scrapepy.mirroring.rebuilding import open_state
from scrapepy.mirroring.request import MirrorRequest, remembered
from scrapepy.mirroring.running import first_interrupt, run_to_end
from scrapepy.mirroring.setting_up import HANDLER, fetcher_for, rendering_for, scope_of, start_of, token_of
from scrapepy.mirroring.summary import report_of, report_values
from scrapepy.mirroring.told_before import with_told
from scrapepy.mirroring.undrawn import note_on_drawings
from scrapepy.mirroring.workers import WorkerPool
from scrapepy.model.analysis import BodyKind
from scrapepy.model.options import BrowserPolicy, ConvertOptions, ImagePolicy
from scrapepy.model.outcome import RENDERED, Headers
from scrapepy.model.report import MirrorReport
from scrapepy.model.url import CanonicalUrl
from scrapepy.store.changed_texts import keep_texts, kept_texts
from scrapepy.store.layout import SiteLayout
from scrapepy.store.lock import SiteLock
from scrapepy.store.records import Resource, Resumption
from scrapepy.store.state import State
from scrapepy.store.trees import refuse_links
from scrapepy.web.canonical import SiteIdentity, host_of, site_name

_UNKNOWN_TO_IT = (401, 403, 407)


def mirror_site(request: MirrorRequest, on_event: OnEvent | None = None) -> MirrorReport:
    """Mirror the site of ``request.url``, or bring its mirror up to date. Blocks until done.

    Can be called from a notebook or from async code: it then works in a thread of its own. The first Ctrl-C stops
    gathering, and what was gathered is written; the second stops at once. Raises the tree of :mod:`scrapepy.errors`.
    """
    if request.keep.browser is not BrowserPolicy.NEVER:
        require_browser()
    return run_to_end(lambda: _mirror(request, on_event or _nobody))


async def _mirror(request: MirrorRequest, on_event: OnEvent) -> MirrorReport:
    start = start_of(request)
    layout = SiteLayout(site_name(start), request.html_dir, request.markdown_dir)
    refuse_links(layout)
    make(layout)
    with SiteLock(layout.lock, layout.site):
        state, notes = open_state(layout)
        with state:
            report, left = await _mirror_into(request, layout, start, state, [*request.told, *notes], on_event)
    if isinstance(report, str):
        if not left:
            unmake(layout)
        raise StartFailed(report)
    return report


async def _mirror_into(
    request: MirrorRequest,
    layout: SiteLayout,
    start: CanonicalUrl,
    state: State,
    notes: list[str],
    on_event: OnEvent,
) -> tuple[MirrorReport | str, bool]:
    """One run with an open state: its report, or why nothing could be fetched and whether the state holds anything."""
    began = time.time()
    run = state.begin(start, remembered(request), began)
    resumption = state.resume()
    missing = request.missing.words()
    if missing:
        notes.append(f"The start was made with {missing}, which are not stored: this run went on without.")
    for sentence in notes:
        state.noted(sentence)
    clear(layout)
    settings = Settings(
        state_path=str(layout.state),
        spool_dir=str(layout.spool),
        html_root=str(layout.html),
        markdown_root=str(layout.markdown),
        scripts=request.keep.scripts,
        convert=ConvertOptions(min_words=request.keep.min_words, twins=request.keep.twins),
        markdown=request.keep.markdown,
        pdf_images=request.keep.images is ImagePolicy.LOCAL,
    )
    async with WorkerPool(HANDLER, settings) as pool:
        if run.first:
            pool.start()  # a refresh starts them when there is something to read: mostly there is little, or nothing
            await asyncio.sleep(0)  # they are on their way before we go on loading what we need ourselves
        analyst = PoolAnalyst(pool, state, SiteIdentity(host_of(start), start.partition(":")[0]))
        frontier = Frontier(request.pace, token_of(request), request.keep.max_pages)
        seed, address = _where_it_stands(state, start, request.url) if run.resumed else (start, request.url)
        left_out = outside(state, request, start)
        frontier.restore(
            resumption.known,
            [entry for entry in (*resumption.queued, *state.revisits()) if entry.url not in left_out],
            pages_saved=_pages_had(state, resumption),
        )
        plan = CrawlPlan(
            seed=seed,
            address=address,
            scope=scope_of(request),
            pace=request.pace,
            assets=request.keep.assets,
            sitemap=request.keep.sitemap,
            twins=request.keep.twins and request.keep.markdown,
            start_known=seed in set(resumption.known),
            unanalysed=tuple((stored.entry, stored.kind) for stored in resumption.unanalysed),
            condition=_conditions(state),
        )
        result = await _gather(request, plan, frontier, state, analyst, on_event)
        if result.start_failure:
            failure = _with_needs(result.start_failure, request, state.resource(result.seed))
            return failure, state.abandon(time.time(), failure)
        left_out &= outside(state, request, start)  # but for what is wanted all the same: an image, say
        judgement = judge(state, left_out, interrupted=result.interrupted, accept_losses=request.accept_losses)
        if judgement.failure:
            missing = request.missing.words()
            failure = judgement.failure + (f"; it was made with {missing}, which must be given again" * bool(missing))
            return failure, state.abandon(time.time(), failure)
        disbelieved = [*(url for url, _, _ in judgement.stay), *(CanonicalUrl(skip.url) for skip in judgement.refused)]
        of_nobody = named_by(state, disbelieved) if not result.interrupted else frozenset()
        state.stay(judgement.stay)
        state.refuse(judgement.refused)
        forget_unnamed(state, of_nobody)
        for sentence in judgement.notes:
            state.noted(sentence)
        may_remove = judgement.may_remove and not result.interrupted
        if left_out and not result.interrupted:
            state.noted(note_on(left_out, removed=may_remove and not request.keep.keep_removed))
        _settle(state)
        pdfs = PdfCopies(state, settings, analyst.site)
        publisher = Publisher(layout, request.keep, result.site.host, state, pool, analyst, pdfs)
        published = await publisher.publish(remove_gone=may_remove, outside=left_out)
        _note_shells(state)
        for sentence in await index_documents(layout, state, pool):
            state.noted(sentence)
    write_script_twins(layout, state)
    for sentence in (note_on_drawings(state), write_llms(layout, state), write_words(layout, state, published.finds)):
        if sentence:
            state.noted(sentence)
    published = with_told(published, state.told(), kept_texts(layout, state.run.start_id, state.run.id))
    report = report_of(request, layout, state, result, published, time.time() - began)
    keep_texts(layout, state.run.start_id, state.run.id, published.texts)
    _finish(state, result, report)
    if not result.interrupted:
        layout.rebuilt.unlink(missing_ok=True)
    clear(layout)
    return report, True


async def _gather(
    request: MirrorRequest,
    plan: CrawlPlan,
    frontier: Frontier,
    state: State,
    analyst: PoolAnalyst,
    on_event: OnEvent,
) -> CrawlResult:
    def tell(event: Event) -> None:
        if isinstance(event, StartStands):
            analyst.site = event.site
        on_event(event)

    fetcher = fetcher_for(request, plan.address, str(state.incoming))
    stop = asyncio.Event()
    try:
        with first_interrupt(stop.set):
            async with rendering_for(request, state) as rendering:
                return await crawl(
                    plan, frontier, fetcher, state, analyst, on_event=tell, stop=stop, rendering=rendering
                )
    finally:
        await fetcher.aclose()


def _where_it_stands(state: State, start: CanonicalUrl, address: str) -> tuple[CanonicalUrl, str]:
    """Where an interrupted run had found the start URL: redirects of then are not asked for again."""
    seed = state.redirected(start)
    if seed == start:
        return start, address
    resource = state.resource(seed)
    return seed, resource.address if resource is not None else seed


def _pages_had(state: State, resumption: Resumption) -> int:
    """Pages that the interrupted run had saved, which count towards ``--max-pages``."""
    known = set(resumption.known)
    waiting = {stored.entry.url for stored in resumption.unanalysed}
    return sum(
        1
        for resource in state.resources(kinds=[BodyKind.HTML])
        if resource.url in known and resource.url not in waiting and is_saved(resource)
    )


def _with_needs(failure: str, request: MirrorRequest, start: Resource | None) -> str:
    """The sentence, with what may be why: a site that wants to know us, and what we are no longer told."""
    missing = request.missing.words()
    if not missing or start is None or start.http_status not in _UNKNOWN_TO_IT:
        return failure
    return f"{failure}; the mirror was made with {missing}, which must be given again"


def _conditions(state: State) -> Callable[[CanonicalUrl], Headers]:
    def condition(url: CanonicalUrl) -> Headers:
        validators = state.validators(url)
        if validators is None:
            return ()
        if validators.etag:
            return (("if-none-match", validators.etag),)
        return (("if-modified-since", validators.last_modified),) if validators.last_modified else ()

    return condition


def _settle(state: State) -> None:
    """Pages that turned out to be one, now that all are in."""
    records = [
        PageRecord(r.url, r.copy.sha256, r.copy.text_hash, r.copy.canonical, r.copy.words)
        for r in state.resources(kinds=[BodyKind.HTML])
        if r.copy is not None and is_saved(r)
    ]
    with state.batch():
        for alias in settle_aliases(records):
            state.aliased(alias.source, alias.target, alias.why)


def _note_shells(state: State) -> None:
    """Say which pages have not all of their text before a browser has run their scripts.

    Some have it in Markdown: of an API, say.
    """
    undrawn: list[str] = []
    empty: list[str] = []
    readable = 0
    for resource in state.resources(kinds=[BodyKind.HTML]):
        copy = resource.copy
        if copy is None or not copy.is_shell or not is_saved(resource):
            continue
        if any(name == RENDERED for name, _ in copy.headers):
            if resource.md_path is None:
                empty.append(resource.url)
        else:
            undrawn.append(resource.url)
            readable += resource.md_path is not None
    if undrawn:
        told = " The Markdown has its text already." if readable == len(undrawn) else ""
        pages = "1 page needs" if len(undrawn) == 1 else f"{len(undrawn):,} pages need"
        state.noted(
            f"{pages} --browser: scripts draw the text, or what stands behind tabs (the first is {undrawn[0]});"
            f" run again with --browser=auto.{told}"
        )
    if empty:
        pages = "1 page has" if len(empty) == 1 else f"{len(empty):,} pages have"
        state.noted(f"{pages} no text in a browser either (the first is {empty[0]}).")


def _finish(state: State, result: CrawlResult, report: MirrorReport) -> None:
    if result.interrupted:
        state.keep_told(report_values(report))  # the run stays open: the same command goes on with it
        return
    state.finish(time.time(), report.complete, report_values(report))


def _nobody(event: Event) -> None:
    """Nobody listens."""
