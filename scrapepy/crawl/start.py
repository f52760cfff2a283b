"""The start of a crawl: the start URL, and what is asked for once it stands."""

from __future__ import annotations

from dataclasses import replace

from scrapepy.crawl import llms_lists, sitemaps
from scrapepy.crawl.events import StartStands
from scrapepy.crawl.probe import probe_for
from scrapepy.crawl.run import Run, StartFailure
from scrapepy.decide.robots import DisallowAll
from scrapepy.model.entry import EntryKind, FrontierEntry
from scrapepy.model.outcome import FailureKind, FetchFailed
from scrapepy.model.skip import Skip, SkipReason
from scrapepy.model.url import CanonicalUrl
from scrapepy.web.canonical import origin


def begin(run: Run) -> None:
    """Queue the start URL, or go on where an interrupted run stopped."""
    run.former = run.frontier.take_seeds(run.plan.seed)
    if not run.plan.start_known:
        run.add([FrontierEntry(run.plan.seed, run.plan.address, EntryKind.SEED)])
        return
    run.started = True
    run.emit(StartStands(run.seed, run.scope, run.site, moved=False))
    _ask_former(run)
    if run.plan.unanalysed or run.frontier.counts().queued:
        _ask_for_nothing(run)


def start_stands(run: Run, entry: FrontierEntry) -> None:
    """The start URL was answered well: tell so, and go for sitemaps and the probe."""
    run.started = True
    run.emit(StartStands(run.seed, run.scope, run.site, moved=bool(run.moved_from)))
    if run.moved_from:
        run.journal.noted(f"The start URL {run.moved_from} redirects to {entry.address}; the mirror starts there.")
    if run.plan.scope.unclear_folder(run.seed):
        run.journal.noted(
            f"With --stay-in-path, {run.seed} is taken for a page in {run.scope.prefix}, since the server does not "
            "redirect it to a folder."
        )
    _ask_former(run)
    sitemaps.begin(run)
    llms_lists.begin(run, entry)
    if not run.plan.dry_run:
        _ask_for_nothing(run)


def _ask_former(run: Run) -> None:
    """What once was the start is a page like others: a redirect that held for a season must not hold for ever."""
    run.add([replace(entry, kind=EntryKind.PAGE, depth=max(entry.depth, 1)) for entry in run.former])
    run.former = []


def _ask_for_nothing(run: Run) -> None:
    """Queue the probe; the journal does not hear of it."""
    probe = probe_for(run.scope)
    run.probe = probe.url
    run.frontier.add(probe)
    run.wake.set()


def refused(run: Run, skip: Skip) -> None:
    """robots.txt refuses something. Raises StartFailure where it is the start URL."""
    if skip.url == run.seed and not run.started:
        policy = run.frontier.policy_of(origin(run.seed))
        if isinstance(policy, DisallowAll):
            raise StartFailure(f"nothing could be fetched from {origin(run.seed)}: {policy.why}")
        raise StartFailure(f"robots.txt of {origin(run.seed)} forbids the start URL ({skip.rule})")
    if skip.url == run.probe:
        run.soft404.learn(None)
        return
    if origin(skip.url) in run.forbidden:
        skip = replace(skip, reason=SkipReason.FORBIDDEN_ADDRESS, rule="")
    elif isinstance(policy := run.frontier.policy_of(origin(skip.url)), DisallowAll):
        # Nobody has forbidden it: the host could not be asked, and the mirror lacks what it wanted from there.
        url = CanonicalUrl(skip.url)
        referrer = CanonicalUrl(skip.referrer) if skip.referrer else None
        entry = FrontierEntry(url, url, EntryKind.ASSET, referrer=referrer)
        run.fail(entry, FetchFailed(url, FailureKind.NETWORK, run.clock(), policy.why), policy.why)
        return
    run.skip(skip, settles=True)


def abandoned(run: Run, entry: FrontierEntry, why: str) -> None:
    """An entry is not asked for since its host only fails. Raises StartFailure where it is the start URL."""
    if entry.kind is EntryKind.PROBE:
        run.soft404.learn(None)
    elif entry.kind is not EntryKind.ROBOTS:
        run.fail(entry, FetchFailed(entry.url, FailureKind.NETWORK, run.clock(), why), why)
