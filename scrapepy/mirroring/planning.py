"""A dry run: what a mirror of a site would fetch first."""

from __future__ import annotations

import tempfile

from scrapepy.crawl.engine import crawl
from scrapepy.crawl.events import Event, StartStands
from scrapepy.crawl.journal import NullJournal
from scrapepy.crawl.plan import CrawlPlan
from scrapepy.decide.frontier import Frontier
from scrapepy.errors import StartFailed
from scrapepy.mirroring.messages import Settings
from scrapepy.mirroring.reading import PoolAnalyst
from scrapepy.mirroring.request import MirrorRequest, Plan
from scrapepy.mirroring.running import run_to_end
from scrapepy.mirroring.setting_up import HANDLER, fetcher_for, scope_of, start_of, token_of
from scrapepy.mirroring.workers import WorkerPool
from scrapepy.model.entry import EntryKind
from scrapepy.model.options import ConvertOptions
from scrapepy.web.canonical import SiteIdentity, host_of


def plan_site(request: MirrorRequest) -> Plan:
    """What a run would fetch first: robots.txt, the sitemap and the start page are read, nothing is written."""
    return run_to_end(lambda: _plan(request))


async def _plan(request: MirrorRequest) -> Plan:
    start = start_of(request)
    with tempfile.TemporaryDirectory(prefix="scrapepy-plan-") as folder:
        settings = Settings(spool_dir=folder, convert=ConvertOptions(), markdown=False)
        async with WorkerPool(HANDLER, settings, count=1) as pool:
            site = SiteIdentity(host_of(start), start.partition(":")[0])
            analyst = PoolAnalyst(pool, None, site)

            def tell(event: Event) -> None:
                if isinstance(event, StartStands):
                    analyst.site = event.site

            frontier = Frontier(request.pace, token_of(request), request.keep.max_pages)
            plan = CrawlPlan(
                seed=start,
                address=request.url,
                scope=scope_of(request),
                pace=request.pace,
                assets=request.keep.assets,
                sitemap=request.keep.sitemap,
                dry_run=True,
            )
            fetcher = fetcher_for(request, request.url, folder)
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
