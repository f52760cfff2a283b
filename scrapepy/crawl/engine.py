"""The crawl: asks the frontier what to do, does it, and hands each answer to where it belongs.

One task dispatches; each request is a task of its own, which goes on to have its body read by a worker and to queue
what that leads to. All of them live in one TaskGroup, so that the end, a failure and Ctrl-C unwind in the same way.
Decisions are made elsewhere (:mod:`scrapepy.decide`), the parsing in other processes.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import assert_never

from scrapepy.crawl import start
from scrapepy.crawl.answers import answered, drop_file
from scrapepy.crawl.discovery import Discovery
from scrapepy.crawl.events import Noted, OnEvent, Progress, Retrying, Waiting
from scrapepy.crawl.journal import Analyst, Fetcher, Journal
from scrapepy.crawl.plan import CrawlPlan, CrawlResult
from scrapepy.crawl.reading import recall
from scrapepy.crawl.rendering import Rendering
from scrapepy.crawl.robots_txt import RobotsFiles
from scrapepy.crawl.run import Run, StartFailure
from scrapepy.decide.claims import Done, Final, Idle, Retry, WaitUntil
from scrapepy.decide.frontier import Frontier
from scrapepy.decide.robots import Rules
from scrapepy.decide.status import reason
from scrapepy.model.entry import EntryKind, FrontierEntry
from scrapepy.model.outcome import FetchRequest, Headers, Outcome
from scrapepy.model.skip import Skip, SkipReason
from scrapepy.model.url import CanonicalUrl
from scrapepy.web.canonical import SiteIdentity, host_of, origin

MOST_READING = 16
"""Bodies that wait for a worker; with more, no further requests are begun, so that memory is bounded."""

_WORTH_TELLING = 1.0  # seconds of waiting below which nobody wants to be told
_TELL_AGAIN = 5.0  # seconds after which a wait that goes on is told again
_TICK = 1.0  # seconds of waiting after which the state of things is told, so that nobody thinks it hangs
_PROGRESS_SECONDS = 0.2


class _StopAsked(Exception):  # noqa: N818 (a signal)
    """The stop event was set."""


async def crawl(
    plan: CrawlPlan,
    frontier: Frontier,
    fetcher: Fetcher,
    journal: Journal,
    analyst: Analyst,
    *,
    on_event: OnEvent = lambda event: None,
    clock: Callable[[], float] = time.time,
    stop: asyncio.Event | None = None,
    rendering: Rendering | None = None,
) -> CrawlResult:
    """Gather what the plan says; ends when nothing is left, the start failed, or ``stop`` is set.

    ``frontier`` may hold what an interrupted run left (:meth:`Frontier.restore`). When stopped, or cancelled,
    requests under way are abandoned (they stay queued in the journal) and the result says ``interrupted``.
    ``rendering``: what has pages drawn by a browser.
    Raises what the journal raises, StoreError above all, after all requests were abandoned.
    """
    run = Run(
        plan=plan,
        frontier=frontier,
        fetcher=fetcher,
        journal=journal,
        analyst=analyst,
        rendering=rendering or Rendering(),
        emit=on_event,
        clock=clock,
        seed=plan.seed,
        scope=plan.scope.scope(plan.seed),
        site=SiteIdentity(host_of(plan.seed), plan.seed.partition(":")[0]),
        discovery=Discovery(plan.scope.scope(plan.seed), assets=plan.assets),
    )
    run.discovery.remember(frontier.known)
    failure, interrupted = "", False
    try:
        async with asyncio.TaskGroup() as group:
            engine = _Engine(run, group)
            watcher = group.create_task(_watch(stop)) if stop is not None else None
            await engine.go()
            if watcher is not None:
                watcher.cancel()
    except asyncio.CancelledError:
        task = asyncio.current_task()
        if task is not None:
            task.uncancel()
        interrupted = True
    except BaseExceptionGroup as many:
        first = _first(many)
        if isinstance(first, StartFailure):
            failure = str(first)
        elif isinstance(first, _StopAsked):
            interrupted = True
        else:
            raise first from None
    for sentence in (*run.discovery.traps.sentences(), *run.rendering.sentences()):
        run.journal.noted(sentence)
    return _result(run, failure, interrupted)


class _Engine:
    """The dispatcher and its requests."""

    def __init__(self, run: Run, group: asyncio.TaskGroup) -> None:
        self._run = run
        self._group = group
        self._robots = RobotsFiles()
        self._under_way = 0
        self._told = 0.0
        self._waiting_told = ("", 0.0)
        self._waiting_told_at = 0.0

    async def go(self) -> None:
        """Dispatch until nothing is left."""
        run = self._run
        if run.plan.pace.ignore_robots:
            run.journal.noted("robots.txt is ignored, as --ignore-robots says.")
        start.begin(run)
        unread = deque(entry for entry, _ in run.plan.unanalysed)
        while True:
            self._collect()
            run.wake.clear()
            if run.reading >= MOST_READING:
                await run.wake.wait()
                continue
            if unread:
                self._begin(recall(run, unread.popleft()))
                await asyncio.sleep(0)
                continue
            now = run.clock()
            claim = run.frontier.claim(now)
            match claim:
                case FrontierEntry():
                    self._begin(self._one(claim))
                case WaitUntil(moment, host):
                    if not self._collect():
                        self._tell_waiting(moment, host, now)
                        await self._sleep(min(moment - now, _TICK))
                case Idle():
                    if not self._collect():
                        await run.wake.wait()
                case Done():
                    if self._collect():
                        continue
                    if not self._under_way:
                        break
                    await run.wake.wait()
                case _:
                    assert_never(claim)
        self._tell(force=True)

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        self._under_way += 1
        task = self._group.create_task(work)
        task.add_done_callback(self._ended)

    def _ended(self, _: asyncio.Task[None]) -> None:
        self._under_way -= 1
        self._run.wake.set()

    async def _one(self, entry: FrontierEntry) -> None:
        """One request, from asking to queueing what its body leads to."""
        run = self._run
        outcome = self._robots.known(entry.address) if entry.kind is EntryKind.ROBOTS else None
        if outcome is None:
            outcome = await run.fetcher.fetch(self._request(entry))
            run.count(outcome)
        decision = run.frontier.finished(entry, outcome, run.clock())
        run.wake.set()
        self._tell()
        match decision:
            case Retry(at):
                self._retry(entry, outcome, at)
            case Final(given_up):
                run.rendering.arrived(entry.url, outcome)
                if entry.kind is EntryKind.ROBOTS:
                    await self._robots.answered(run, entry, outcome)
                else:
                    await answered(run, entry, outcome, given_up)
            case _:
                assert_never(decision)

    def _request(self, entry: FrontierEntry) -> FetchRequest:
        run = self._run
        headers: Headers = ()
        asks_anew = entry.kind in (EntryKind.ROBOTS, EntryKind.PROBE) or run.rendering.is_unseen(entry)
        if run.plan.condition is not None and not asks_anew:
            headers = run.plan.condition(entry.url)
        if entry.url in run.plain:
            headers = (*headers, ("accept-encoding", "identity"))
        return FetchRequest(
            entry.url, entry.address, entry.role, headers=headers, public_referrer=entry.public_referrer
        )

    def _retry(self, entry: FrontierEntry, outcome: Outcome, at: float) -> None:
        run = self._run
        drop_file(outcome)
        if entry.kind is not EntryKind.ROBOTS:
            run.journal.retrying(replace(entry, attempts=entry.attempts + 1), at)
        run.emit(Retrying(entry.url, reason(outcome, run.clock()), at))

    def _collect(self) -> bool:
        """Record what the frontier decided by itself; True if there was anything."""
        run = self._run
        refused, abandoned, notes = (
            run.frontier.pop_refused(),
            run.frontier.pop_abandoned(),
            run.frontier.pop_notes(),
        )
        if not (refused or abandoned or notes):
            return False
        with run.journal.batch():
            for skip in refused:
                run.rendering.arrived(CanonicalUrl(skip.url), None)
                start.refused(run, skip)
            for sentence in notes:
                run.journal.noted(sentence)
                run.emit(Noted(sentence))
            for left in abandoned:
                run.rendering.arrived(left.entry.url, None)
                start.abandoned(run, left.entry, left.reason)
        return True

    async def _sleep(self, seconds: float) -> None:
        """Wait, or until something happened."""
        handle = asyncio.get_running_loop().call_later(max(seconds, 0.0), self._run.wake.set)
        try:
            await self._run.wake.wait()
        finally:
            handle.cancel()

    def _tell_waiting(self, moment: float, host: str, now: float) -> None:
        if moment - now < _WORTH_TELLING:
            return
        if (host, moment) != self._waiting_told or not 0 <= now - self._waiting_told_at < _TELL_AGAIN:
            self._waiting_told, self._waiting_told_at = (host, moment), now
            why = next((wait.why for wait in self._run.frontier.waits(now) if wait.origin == host), "delay")
            self._run.emit(Waiting(host, moment, why))
        self._tell()

    def _tell(self, *, force: bool = False) -> None:
        now = time.monotonic()
        if not force and now - self._told < _PROGRESS_SECONDS:
            return
        self._told = now
        run, counts = self._run, self._run.frontier.counts()
        run.emit(
            Progress(
                pages=run.pages,
                assets=run.assets,
                queued=counts.queued - counts.left_over,
                in_flight=counts.in_flight,
                failures=run.failures,
                requests=run.requests,
                bytes=run.bytes,
            )
        )


async def _watch(stop: asyncio.Event) -> None:
    await stop.wait()
    raise _StopAsked


def _first(many: BaseExceptionGroup[BaseException]) -> BaseException:
    """The exception that matters: one of ours before the others, and never a mere cancellation."""
    leaves: list[BaseException] = []
    for error in many.exceptions:
        leaves.append(_first(error) if isinstance(error, BaseExceptionGroup) else error)
    leaves.sort(key=lambda error: isinstance(error, _StopAsked | StartFailure))
    return leaves[0]


def _planned(run: Run) -> tuple[FrontierEntry, ...]:
    """What a dry run would ask for next, as far as the robots.txt files that were read allow."""
    allowed = []
    for entry in run.planned:
        policy = run.frontier.policy_of(origin(entry.url))
        line = policy.rules.decides(entry.address) if isinstance(policy, Rules) else None
        if line is not None and not line.allow:
            run.skip(Skip(entry.url, SkipReason.ROBOTS, line.line, referrer=entry.referrer))
        else:
            allowed.append(entry)
    return tuple(sorted(allowed, key=lambda entry: (entry.kind is not EntryKind.PAGE, entry.depth)))


def _result(run: Run, failure: str, interrupted: bool) -> CrawlResult:
    planned = _planned(run)
    return CrawlResult(
        seed=run.seed,
        scope=run.scope,
        site=run.site,
        start_failure=failure,
        interrupted=interrupted,
        requests=run.requests,
        not_modified=run.not_modified,
        bytes=run.bytes,
        pages=run.pages,
        failures=run.failures,
        left_over=run.frontier.left_over(),
        skipped=dict(run.skipped),
        planned=planned,
    )
