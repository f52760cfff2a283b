"""The frontier: every URL that is on its way, and the one answer to "what now?".

A state machine without clock and socket: the engine says what time it is and what came of each request, the frontier
says what to ask for next, until when to wait, or that nothing is left. It keeps the promises of politeness (SPEC 4):
robots.txt of a host first and once, delays, requests at once, Retry-After, and an end to asking hosts that only fail.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from scrapepy.decide.budget import PageBudget
from scrapepy.decide.claims import Abandoned, Claim, Counts, Done, Final, HostWait, Idle, Retry, WaitUntil
from scrapepy.decide.host_order import HostOrder
from scrapepy.decide.host_queue import PAGE_KINDS, HostQueue, may_be_page, origin_of, robots_url
from scrapepy.decide.retry import asks_too_long, retry_after
from scrapepy.decide.robots import AllowAll, DisallowAll, RobotsPolicy, Rules
from scrapepy.decide.throttle import LONG_CRAWL_DELAY, LONGEST_CRAWL_DELAY, Throttle
from scrapepy.model.entry import EntryKind, FrontierEntry
from scrapepy.model.options import Pace
from scrapepy.model.outcome import Outcome
from scrapepy.model.skip import Skip, SkipReason
from scrapepy.model.url import CanonicalUrl

__all__ = ["Abandoned", "Claim", "Counts", "Done", "Final", "Frontier", "HostWait", "Idle", "Retry", "WaitUntil"]

MOST_AT_ONCE = 16
"""Requests under way to all hosts together (more only where ``--concurrency`` for one host is more)."""


@dataclass(frozen=True, slots=True)
class _UnderWay:
    """A claimed entry, when it was claimed, and its place among those of its depth."""

    entry: FrontierEntry
    since: float
    order: int


class Frontier:
    """What is known, queued and under way. Not thread-safe; all times are Unix times.

    The life of an entry: :meth:`add`, :meth:`claim`, the request, :meth:`finished`; then again from :meth:`claim` if
    that said Retry. A SEED or PAGE entry whose final outcome was 2xx or 304 is answered for by :meth:`page_saved` or
    :meth:`page_not_saved` once its body was judged; until then it counts towards ``--max-pages``.
    A ROBOTS entry is answered for by :meth:`set_robots`; its host's other entries wait for that.
    """

    def __init__(self, pace: Pace, token: str = "ScrapePy", max_pages: int | None = None) -> None:
        self.token = token
        """The product token that robots.txt files know us by."""
        self._pace = pace
        self._budget = PageBudget(max_pages)
        self._most = max(MOST_AT_ONCE, pace.concurrency)
        self.known: set[CanonicalUrl] = set()
        """Every URL that was ever added, noted or restored."""
        self._hosts: dict[str, HostQueue] = {}
        self._in_flight: dict[CanonicalUrl, _UnderWay] = {}
        self._judged_later: set[CanonicalUrl] = set()
        self._hosts_by_turn = HostOrder()
        self._order = 0
        self._queued = self._queued_pages = 0
        self._pages_open = self._budget.open(0)
        self._held = False
        self._done = self._refused_count = self._abandoned_count = 0
        self._refused: list[Skip] = []
        self._abandoned: list[Abandoned] = []
        self._notes: list[str] = []

    # --- what comes in -------------------------------------------------------------------------------------------

    def add(self, entry: FrontierEntry) -> bool:
        """Queue an entry; False if its URL is known already.

        Where a known URL still waits and is met again at a smaller depth, it takes that depth.
        """
        url = entry.url
        if url in self.known:
            self._lower_depth(entry)
            return False
        self._host(origin_of(url))  # makes the host's robots.txt known
        if url in self.known:
            return False
        self.known.add(url)
        self._enqueue(entry)
        return True

    def know(self, url: CanonicalUrl) -> bool:
        """Note a URL that is not to be asked for (it was skipped, or is an alias); False if it was known already."""
        if url in self.known:
            return False
        self.known.add(url)
        return True

    def __contains__(self, url: object) -> bool:
        return url in self.known

    def restore(self, known: Iterable[CanonicalUrl], queued: Iterable[FrontierEntry], pages_saved: int = 0) -> None:
        """Take over the records of a run that was broken off; entries that were under way then count as queued.

        The policies of robots.txt files are asked for anew.
        """
        self.known.update(known)
        self._budget = replace(self._budget, saved=self._budget.saved + pages_saved)
        self._pages_changed()
        for entry in queued:
            if entry.kind is EntryKind.ROBOTS or entry.url in self._in_flight:
                continue
            host = self._hosts.get(origin_of(entry.url))
            if host is None or entry.url not in host.entries:
                self.known.add(entry.url)
                self._enqueue(entry)

    def hasten(self, url: CanonicalUrl) -> bool:
        """Have a queued entry asked for before others, since somebody waits for it; True if an answer is to come."""
        if url in self._in_flight:
            return True
        host = self._hosts.get(origin_of(url))
        if host is None or (not self._pages_open and host.is_page(url)):
            return False
        self._order += 1
        waits = host.hurry(url, self._order)
        if waits:
            self._place(host)
        return waits

    def hold_pages(self, held: bool) -> None:
        """Ask for no further pages, or go on with them: those that came are more than can be dealt with."""
        if held is not self._held:
            self._held = held
            self._pages_changed()

    def take_seeds(self, seed: CanonicalUrl) -> list[FrontierEntry]:
        """Take out, and forget, the queued entries that were the start URL of an earlier run and are not ``seed``."""
        taken = []
        for host in self._hosts.values():
            for entry in [e for e in host.entries.values() if e.kind is EntryKind.SEED and e.url != seed]:
                host.drop(entry.url)
                self._count(entry, -1)
                self.known.discard(entry.url)
                taken.append(entry)
            if taken:
                self._place(host)
        return taken

    # --- what goes out -------------------------------------------------------------------------------------------

    def claim(self, now: float) -> Claim:
        """The next entry to ask for, which is under way from now on; or why there is none."""
        if len(self._in_flight) >= self._most:
            return Idle()
        while (host := self._hosts_by_turn.pick(now, pages_open=self._pages_open)) is not None:
            taken = self._take(host)
            if taken is None:
                self._place(host)
                continue
            entry, order = taken
            self._in_flight[entry.url] = _UnderWay(entry, now, order)
            if entry.kind in PAGE_KINDS:
                self._judged_later.add(entry.url)
                self._pages_changed()
            host.throttle = host.throttle.started(now)
            self._place(host)
            return entry
        waiting = self._hosts_by_turn.next_moment()
        if waiting is not None:
            return WaitUntil(waiting[0], waiting[1].origin)
        return Idle() if self._in_flight or self._queued > self.left_over() else Done()

    def finished(self, entry: FrontierEntry, outcome: Outcome, now: float) -> Retry | Final:
        """Say how the request for a claimed entry ended. Retry: it is queued again, with one attempt more."""
        under_way = self._in_flight.pop(entry.url)
        entry = under_way.entry
        host = self._hosts[origin_of(entry.url)]
        host.throttle = host.throttle.finished(outcome, under_way.since, now)
        tries = entry.attempts + 1
        at = None
        if entry.kind is not EntryKind.PROBE:
            at = retry_after(outcome, tries, now, self._pace)
        host.health = host.health.after(outcome, now, final=at is None)
        if host.health.ailing:
            host.throttle = host.throttle.calmed()
        reason = ""
        if asks_too_long(outcome, now):
            reason = "the server asks to wait longer than we do"
        if host.left_alone is None and (why := host.health.left_alone(now)) is not None:
            self._leave_alone(host, why)
        if at is not None and host.left_alone is not None:
            at, reason = None, host.left_alone
        if at is not None or not may_be_page(outcome):
            self._unjudge(entry.url)
        if at is None:
            self._done += 1
            self._place(host)
            return Final(reason)
        # in its old place: else what failed once would wait until all else of its depth was tried, and failed too
        self._push(host, replace(entry, attempts=tries), under_way.order, not_before=at)
        return Retry(at)

    def again(self, entry: FrontierEntry) -> None:
        """Queue an entry once more although its outcome was final: a redirect to itself that set a cookie."""
        self._unjudge(entry.url)
        self._done -= 1
        self._enqueue(replace(entry, hops=entry.hops + 1))

    def release(self, entry: FrontierEntry) -> None:
        """Put a claimed entry back as if it had not been claimed: its request was cancelled."""
        under_way = self._in_flight.pop(entry.url)
        host = self._hosts[origin_of(entry.url)]
        host.throttle = host.throttle.released()
        self._unjudge(entry.url)
        self._enqueue(under_way.entry, under_way.order)
        self._place(host)  # a place has become free, whatever stands first now

    def page_saved(self, url: CanonicalUrl) -> None:
        """A page of this URL was saved: it counts towards ``--max-pages``."""
        self._judged_later.discard(url)
        self._budget = replace(self._budget, saved=self._budget.saved + 1)
        self._pages_changed()

    def page_not_saved(self, url: CanonicalUrl) -> None:
        """No page came of this URL: a file, an error, a redirect, a skipped page."""
        self._unjudge(url)

    # --- robots.txt ----------------------------------------------------------------------------------------------

    def set_robots(self, origin: str, policy: RobotsPolicy, now: float) -> None:
        """Open a host's queue under ``policy``. A policy that closes the host refuses all that waits there."""
        host = self._host(origin)
        host.policy = policy
        if host.drop(robots_url(origin)) is not None:
            self._queued -= 1
        match policy:
            case Rules(rules):
                host.throttle = host.throttle.with_crawl_delay(rules.crawl_delay)
                delay = rules.crawl_delay
                if delay is not None and delay > max(LONG_CRAWL_DELAY, self._pace.delay):
                    kept = "" if delay <= LONGEST_CRAWL_DELAY else f"; {LONGEST_CRAWL_DELAY:g} s are kept"
                    self._notes.append(
                        f"robots.txt of {origin} asks for {delay:g} s between requests (Crawl-delay){kept}."
                    )
            case DisallowAll(why):
                for entry in self._drain(host):
                    self._refuse(entry, why)
            case AllowAll():
                pass
        self._place(host)

    def policy_of(self, origin: str) -> RobotsPolicy | None:
        """The policy of a host; None while it is unknown."""
        host = self._hosts.get(origin)
        return None if host is None else host.policy

    # --- what there is to tell -----------------------------------------------------------------------------------

    def pop_refused(self) -> list[Skip]:
        """What robots.txt refused since the last call; ``rule`` is the line that did."""
        refused, self._refused = self._refused, []
        return refused

    def pop_abandoned(self) -> list[Abandoned]:
        """What is given up since the last call because its host is left alone."""
        abandoned, self._abandoned = self._abandoned, []
        return abandoned

    def pop_notes(self) -> list[str]:
        """Sentences for the report since the last call."""
        notes, self._notes = self._notes, []
        return notes

    def counts(self) -> Counts:
        """Where the entries are."""
        return Counts(
            queued=self._queued,
            in_flight=len(self._in_flight),
            done=self._done,
            refused=self._refused_count,
            abandoned=self._abandoned_count,
            left_over=self.left_over(),
            pages_saved=self._budget.saved,
        )

    def left_over(self) -> int:
        """Pages that are queued and will not be asked for because of ``--max-pages``."""
        return self._queued_pages if self._budget.spent() else 0

    def waits(self, now: float) -> list[HostWait]:
        """The hosts with queued entries that may not be asked now, and why; the longest wait first."""
        waits = []
        for host in self._hosts.values():
            until = host.throttle.ready_at()
            if not host.entries or (host.policy is not None and until is not None and until <= now):
                continue
            if host.policy is None:
                why = "robots.txt"
            elif until is None:
                why = "answers"
            elif host.throttle.slowed:
                why = "slowed down"
            else:
                why = "delay"
            waits.append(HostWait(host.origin, len(host.entries), until if host.policy else None, why))
        return sorted(waits, key=lambda wait: -(wait.until or 0.0))

    # --- inside --------------------------------------------------------------------------------------------------

    def _enqueue(self, entry: FrontierEntry, order: int | None = None) -> None:
        host = self._host(origin_of(entry.url))
        if host.left_alone is not None:
            self._abandon(entry, host.left_alone)
            return
        if isinstance(host.policy, DisallowAll) and entry.kind is not EntryKind.ROBOTS:
            self._refuse(entry, host.policy.why)
            return
        if order is None:
            self._order = order = self._order + 1
        self._push(host, entry, order)

    def _push(self, host: HostQueue, entry: FrontierEntry, order: int, not_before: float | None = None) -> None:
        self._count(entry, 1)
        before = host.head(pages=self._pages_open)
        host.push(entry, order, not_before)
        if not_before is not None or host.head(pages=self._pages_open) != before:
            self._place(host)

    def _count(self, entry: FrontierEntry, by: int) -> None:
        self._queued += by
        if entry.kind in PAGE_KINDS:
            self._queued_pages += by

    def _drain(self, host: HostQueue) -> Iterator[FrontierEntry]:
        for entry in host.drain():
            self._count(entry, -1)
            yield entry

    def _host(self, origin: str) -> HostQueue:
        host = self._hosts.get(origin)
        if host is not None:
            return host
        host = self._hosts[origin] = HostQueue(origin, Throttle.of(self._pace))
        if self._pace.ignore_robots:
            host.policy = AllowAll("--ignore-robots")
        else:
            url = robots_url(origin)
            self.known.add(url)
            self._enqueue(FrontierEntry(url, url, EntryKind.ROBOTS))
        return host

    def _lower_depth(self, entry: FrontierEntry) -> None:
        host = self._hosts.get(origin_of(entry.url))
        waiting = None if host is None else host.entries.get(entry.url)
        if host is None or waiting is None or waiting.depth <= entry.depth or waiting.attempts:
            return
        self._order += 1
        host.push(replace(waiting, depth=entry.depth, referrer=entry.referrer, chain=entry.chain), self._order)
        self._place(host)

    def _take(self, host: HostQueue) -> tuple[FrontierEntry, int] | None:
        """The host's best entry that robots.txt allows; what it refuses goes on the way."""
        while host.head(pages=self._pages_open) is not None:
            entry, order = host.pop(pages=self._pages_open)
            self._count(entry, -1)
            if isinstance(host.policy, Rules) and entry.kind is not EntryKind.ROBOTS:
                rule = host.policy.rules.decides(entry.address)
                if rule is not None and not rule.allow:
                    self._refuse(entry, rule.line)
                    continue
            return entry, order
        return None

    def _refuse(self, entry: FrontierEntry, line: str) -> None:
        self._refused_count += 1
        self._refused.append(Skip(entry.url, SkipReason.ROBOTS, line, referrer=entry.referrer))

    def _abandon(self, entry: FrontierEntry, reason: str) -> None:
        self._abandoned_count += 1
        self._abandoned.append(Abandoned(entry, reason))

    def _leave_alone(self, host: HostQueue, why: str) -> None:
        host.left_alone = why
        self._notes.append(f"{host.origin} is left alone: {why}.")
        for entry in self._drain(host):
            self._abandon(entry, why)

    def _unjudge(self, url: CanonicalUrl) -> None:
        if url in self._judged_later:
            self._judged_later.discard(url)
            self._pages_changed()

    def _pages_changed(self) -> None:
        """Notice that ``--max-pages`` holds pages back from now on, or no longer."""
        pages_open = not self._held and self._budget.open(len(self._judged_later))
        if pages_open != self._pages_open:
            self._pages_open = pages_open
            for host in self._hosts.values():
                self._place(host)

    def _place(self, host: HostQueue) -> None:
        self._hosts_by_turn.place(host, pages_open=self._pages_open)
