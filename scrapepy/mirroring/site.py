"""One site, whole: gather, derive, write, report.

The wiring of all rooms and nothing else: what is decided stands in :mod:`scrapepy.decide`, what is recorded in
:mod:`scrapepy.store`, and the steps of writing in :mod:`scrapepy.mirroring.publish`.
"""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import signal
import tempfile
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, TypeVar

from scrapepy.crawl.engine import crawl
from scrapepy.crawl.events import Event, OnEvent, StartStands
from scrapepy.crawl.fetch import HttpFetcher
from scrapepy.crawl.journal import NullJournal
from scrapepy.crawl.plan import CrawlPlan, CrawlResult, ScopeOptions
from scrapepy.crawl.settle import PageRecord, settle_aliases
from scrapepy.decide.frontier import Frontier
from scrapepy.decide.robots import product_token
from scrapepy.errors import StartFailed, StateDamaged, UsageError
from scrapepy.mirroring.messages import Settings, tree_of
from scrapepy.mirroring.publish import Publisher, is_saved
from scrapepy.mirroring.reading import PoolAnalyst
from scrapepy.mirroring.request import MirrorRequest, Plan, remembered
from scrapepy.mirroring.summary import report_of, report_values
from scrapepy.mirroring.workers import WorkerPool
from scrapepy.model.analysis import BodyKind
from scrapepy.model.entry import EntryKind
from scrapepy.model.options import ConvertOptions
from scrapepy.model.outcome import Headers
from scrapepy.model.report import MirrorReport
from scrapepy.model.url import CanonicalUrl
from scrapepy.store.atomic import settle
from scrapepy.store.database import set_aside
from scrapepy.store.failures import store_error
from scrapepy.store.layout import SiteLayout
from scrapepy.store.lock import SiteLock
from scrapepy.store.records import Resumption
from scrapepy.store.state import State
from scrapepy.web.canonical import SiteIdentity, canonical, host_of, site_name

HANDLER = "scrapepy.mirroring.derive:handle"
_Answer = TypeVar("_Answer")


def mirror_site(request: MirrorRequest, on_event: OnEvent | None = None) -> MirrorReport:
    """Mirror the site of ``request.url``, or bring its mirror up to date. Blocks until done.

    Can be called from a notebook or from async code: it then works in a thread of its own. The first Ctrl-C stops
    gathering, and what was gathered is written; the second stops at once. Raises the tree of :mod:`scrapepy.errors`.
    """
    return _run(lambda: _mirror(request, on_event or _nobody))


def plan_site(request: MirrorRequest) -> Plan:
    """What a run would fetch first: robots.txt, the sitemap and the start page are read, nothing is written."""
    return _run(lambda: _plan(request))


async def _mirror(request: MirrorRequest, on_event: OnEvent) -> MirrorReport:
    start = _start(request)
    layout = SiteLayout(site_name(start), request.html_dir, request.markdown_dir)
    with _made(layout):
        with SiteLock(layout.lock, layout.site):
            state, notes = _open(layout)
            with state:
                report, left = await _mirror_into(request, layout, start, state, notes, on_event)
        if isinstance(report, str):
            if not left:
                _unmake(layout)
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
    for sentence in notes:
        state.noted(sentence)
    _clear(layout)
    settings = Settings(
        state_path=str(layout.state),
        spool_dir=str(layout.spool),
        html_root=str(layout.html),
        markdown_root=str(layout.markdown),
        scripts=request.keep.scripts,
        convert=ConvertOptions(min_words=request.keep.min_words),
        markdown=request.keep.markdown,
    )
    async with WorkerPool(HANDLER, settings) as pool:
        pool.start()
        analyst = PoolAnalyst(pool, state, SiteIdentity(host_of(start), start.partition(":")[0]))
        frontier = Frontier(request.pace, _token(request), request.keep.max_pages)
        seed, address = _where_it_stands(state, start, request.url) if run.resumed else (start, request.url)
        frontier.restore(
            resumption.known,
            [*resumption.queued, *([] if run.resumed else state.revisits())],
            pages_saved=_pages_had(state, resumption),
        )
        plan = CrawlPlan(
            seed=seed,
            address=address,
            scope=_scope(request),
            pace=request.pace,
            assets=request.keep.assets,
            sitemap=request.keep.sitemap,
            start_known=seed in set(resumption.known),
            unanalysed=tuple((stored.entry, stored.kind) for stored in resumption.unanalysed),
            condition=_conditions(state),
        )
        result = await _gather(request, plan, frontier, state, analyst, on_event)
        if result.start_failure:
            return result.start_failure, state.abandon(time.time(), result.start_failure)
        _settle(state)
        _note_shells(state)
        publisher = Publisher(layout, request.keep, result.site.host, state, pool, analyst)
        published = await publisher.publish(remove_gone=not result.interrupted)
    report = report_of(request, layout, state, result, published, time.time() - began)
    _finish(state, result, report)
    _clear(layout)
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

    fetcher = _fetcher(request, plan.address, str(state.incoming))
    stop = asyncio.Event()
    try:
        with _first_interrupt(stop.set):
            return await crawl(plan, frontier, fetcher, state, analyst, on_event=tell, stop=stop)
    finally:
        await fetcher.aclose()


async def _plan(request: MirrorRequest) -> Plan:
    start = _start(request)
    with tempfile.TemporaryDirectory(prefix="scrapepy-plan-") as folder:
        settings = Settings(spool_dir=folder, convert=ConvertOptions(), markdown=False)
        async with WorkerPool(HANDLER, settings, count=1) as pool:
            site = SiteIdentity(host_of(start), start.partition(":")[0])
            analyst = PoolAnalyst(pool, None, site)

            def tell(event: Event) -> None:
                if isinstance(event, StartStands):
                    analyst.site = event.site

            frontier = Frontier(request.pace, _token(request), request.keep.max_pages)
            plan = CrawlPlan(
                seed=start,
                address=request.url,
                scope=_scope(request),
                pace=request.pace,
                assets=request.keep.assets,
                sitemap=request.keep.sitemap,
                dry_run=True,
            )
            fetcher = _fetcher(request, request.url, folder)
            journal = NullJournal()
            try:
                result = await crawl(plan, frontier, fetcher, journal, analyst, on_event=tell)
            finally:
                await fetcher.aclose()
    if result.start_failure:
        raise StartFailed(result.start_failure)
    notes = tuple(f"left out: {count:,} × {reason.value}" for reason, count in result.skipped.items())
    pages = [entry.url for entry in result.planned if entry.kind in (EntryKind.PAGE, EntryKind.SEED)]
    return Plan(first=tuple(pages), total=len(pages), notes=notes)


def _where_it_stands(state: State, start: CanonicalUrl, address: str) -> tuple[CanonicalUrl, str]:
    """Where an interrupted run had found the start URL: redirects of then are not asked for again."""
    aliases = state.aliases()
    seed = start
    while (alias := aliases.get(seed)) is not None and alias.why == "redirect":
        seed = alias.target
        if seed == start:
            break
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


def _start(request: MirrorRequest) -> CanonicalUrl:
    start = canonical(request.url)
    if start is None:
        raise UsageError(f"not a web address: {request.url}")
    return start


def _scope(request: MirrorRequest) -> ScopeOptions:
    return ScopeOptions(
        request.stay_in_path,
        request.path,
        request.include,
        request.exclude,
        request.subdomains,
        request.max_depth,
    )


def _fetcher(request: MirrorRequest, start: str, spool: str) -> HttpFetcher:
    return HttpFetcher(request.pace, request.request, start=start, max_size=request.keep.max_size, spool_dir=spool)


def _token(request: MirrorRequest) -> str:
    return product_token(request.request.user_agent) if request.request.user_agent else "ScrapePy"


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
    """Say which pages have no text before a browser has run their scripts."""
    shells = [
        r.url for r in state.resources(kinds=[BodyKind.HTML]) if r.copy is not None and r.copy.is_shell and is_saved(r)
    ]
    if shells:
        pages = "1 page holds" if len(shells) == 1 else f"{len(shells):,} pages hold"
        state.noted(f"{pages} no text of their own: scripts draw them in a browser (the first is {shells[0]}).")


def _finish(state: State, result: CrawlResult, report: MirrorReport) -> None:
    if result.interrupted:
        return  # the run stays open: the same command goes on with it
    settle()  # after a power cut, a run that says it ended has its files
    state.finish(time.time(), report.complete, report_values(report))


def _open(layout: SiteLayout) -> tuple[State, list[str]]:
    """The state; a damaged one is set aside and a new one begun, which is said."""
    try:
        return State.open(layout.state), []
    except StateDamaged as damage:
        aside = set_aside(layout.state)
        return State.open(layout.state), [f"{damage}; it was set aside as {aside.name} and the site is gathered anew."]


@contextlib.contextmanager
def _made(layout: SiteLayout) -> Iterator[None]:
    """The folders of a site exist; what an earlier run left half made is swept away."""
    try:
        layout.state_folder.mkdir(parents=True, exist_ok=True)
        layout.markdown_root.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise store_error(error, layout.html) from error
    yield


def _unmake(layout: SiteLayout) -> None:
    """Take away what was made for a site of which nothing was had, as far as nobody else put anything there."""
    shutil.rmtree(layout.state_folder, ignore_errors=True)
    for folder in (layout.html, layout.html_root, layout.markdown_root):
        with contextlib.suppress(OSError):
            folder.rmdir()


def _clear(layout: SiteLayout) -> None:
    """Derived pages wait in the spool only while a run is going."""
    shutil.rmtree(layout.spool, ignore_errors=True)
    for root in {layout.html, layout.markdown}:
        if root.is_dir():
            tree_of(root).sweep()


# running -----------------------------------------------------------------------------------------------------------


def _run(work: Callable[[], Coroutine[Any, Any, _Answer]]) -> _Answer:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work())
    box: list[_Answer | BaseException] = []

    def inside() -> None:
        try:
            box.append(asyncio.run(work()))
        except BaseException as error:
            box.append(error)

    thread = threading.Thread(target=inside, name="scrapepy")
    thread.start()
    thread.join()
    answer = box[0]
    if isinstance(answer, BaseException):
        raise answer
    return answer


@contextlib.contextmanager
def _first_interrupt(stop: Callable[[], None]) -> Iterator[None]:
    """The first Ctrl-C calls ``stop``; from then on, and outside, it does what it always does."""
    loop = asyncio.get_running_loop()
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGINT)

    def interrupted(number: int, frame: object) -> None:
        signal.signal(signal.SIGINT, before)
        loop.call_soon_threadsafe(stop)

    signal.signal(signal.SIGINT, interrupted)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _nobody(event: Event) -> None:
    """Nobody listens."""
