"""The report of a run, from what the crawl counted, the state recorded and the publisher wrote."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any

from scrapepy.crawl.plan import CrawlResult
from scrapepy.mirroring.dead_links import still_named
from scrapepy.mirroring.published import Published
from scrapepy.mirroring.request import MirrorRequest
from scrapepy.model.report import Failure, MirrorReport, SectionChange, SkipCount
from scrapepy.model.skip import Skip, SkipReason
from scrapepy.store.layout import SiteLayout
from scrapepy.store.state import State

_EXAMPLES = 3


def report_of(
    request: MirrorRequest,
    layout: SiteLayout,
    state: State,
    result: CrawlResult,
    published: Published,
    seconds: float,
) -> MirrorReport:
    """What the run did and what stands now."""
    failed = still_named(state, state.failures(state.run.id), published.removed)
    named = {failure.url for failure in failed}
    lost = tuple(Failure(url, "its bytes were lost on this disk") for url in published.lost if url not in named)
    return MirrorReport(
        site=layout.site,
        start=result.seed,
        html_dir=str(layout.html),
        markdown_dir=str(layout.markdown) if request.keep.markdown else None,
        pages=published.pages,
        documents=published.documents,
        assets=published.assets,
        sections=published.sections,
        twins=published.twins,
        thin=published.thin,
        new=published.new,
        changed=published.changed,
        removed=published.removed,
        moved=published.moved,
        unchanged=published.unchanged,
        failed=(*failed, *lost),
        skipped=_skipped(state, result.skipped, published.refusals or {}),
        left_over=result.left_over,
        requests=result.requests,
        not_modified=result.not_modified,
        bytes=result.bytes,
        seconds=seconds,
        interrupted=result.interrupted,
        notes=state.notes(),
    )


def report_values(report: MirrorReport) -> dict[str, object]:
    """The report as JSON values, as the state keeps it."""
    values: dict[str, object] = json.loads(json.dumps(asdict(report), default=lambda value: value.value))
    return values


def report_from(values: Mapping[str, Any]) -> MirrorReport:
    """The report whose :func:`report_values` these are; what an earlier version did not report has its default."""
    known = {field.name for field in fields(MirrorReport)}
    given: dict[str, Any] = {name: value for name, value in values.items() if name in known}
    for name in ("new", "changed", "removed", "notes"):
        given[name] = tuple(given.get(name, ()))
    for name in ("moved", "thin"):
        given[name] = tuple((first, second) for first, second in given.get(name, ()))
    given["sections"] = tuple(SectionChange(**section) for section in given.get("sections", ()))
    given["failed"] = tuple(Failure(**failure) for failure in given.get("failed", ()))
    given["skipped"] = tuple(
        SkipCount(
            skip["reason"],
            skip["count"],
            tuple(Skip(**{**example, "reason": SkipReason(example["reason"])}) for example in skip["examples"]),
        )
        for skip in given.get("skipped", ())
    )
    return MirrorReport(**given)


def _skipped(
    state: State, counted: Mapping[SkipReason, int], refusals: Mapping[str, tuple[str, ...]]
) -> tuple[SkipCount, ...]:
    """What was left out, the most frequent reasons first. The state keeps only examples of the very frequent ones."""
    recorded = {count.reason: count for count in state.skip_counts(_EXAMPLES, state.run.start_id)}
    counts: dict[str, SkipCount] = dict(recorded)
    for reason, number in counted.items():
        known = recorded.get(reason.value)
        if known is None or known.count < number:
            counts[reason.value] = SkipCount(reason.value, number, known.examples if known else ())
    for words, urls in refusals.items():
        examples = tuple(Skip(url, SkipReason(words)) for url in urls[:_EXAMPLES])
        saved = "saved" if words == SkipReason.UNREADABLE_PDF.value else "saved as HTML"
        counts[words] = SkipCount(f"{words} ({saved}, no Markdown)", len(urls), examples)
    return tuple(sorted(counts.values(), key=lambda count: (-count.count, count.reason)))
