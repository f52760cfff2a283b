"""The frontier under any order of events: nothing lost, nothing twice, no promise broken, and an end."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from scrapepy.decide.frontier import Done, Final, Frontier, Idle, Retry, WaitUntil
from scrapepy.decide.robots import AllowAll, DisallowAll, Rules, parse_robots
from scrapepy.model.entry import EntryKind, FrontierEntry
from scrapepy.model.options import Pace
from scrapepy.model.outcome import FailureKind, Fetched, FetchFailed, Outcome
from scrapepy.model.url import CanonicalUrl

HOSTS = ("http://a", "http://b:81", "https://c")
POLICIES = (
    AllowAll("test"),
    DisallowAll("test", until=300.0),
    Rules(parse_robots(b"User-agent: *\nDisallow: /1\nCrawl-delay: 2\n", "ScrapePy")),
)
KINDS = (EntryKind.PAGE, EntryKind.ASSET, EntryKind.SITEMAP, EntryKind.PROBE, EntryKind.DATA, EntryKind.FRAME)


@dataclass
class Start:
    moment: float
    delay: float


class FrontierMachine(RuleBasedStateMachine):
    """Plays the engine. ``fate`` says of each URL ever added where it is; each has exactly one place."""

    @initialize(
        delay=st.sampled_from([0.0, 0.5]),
        concurrency=st.integers(1, 3),
        max_pages=st.sampled_from([None, None, 1, 4]),
        retries=st.integers(0, 2),
    )
    def begin(self, delay: float, concurrency: int, max_pages: int | None, retries: int) -> None:
        self.pace = Pace(delay=delay, concurrency=concurrency, retries=retries)
        self.max_pages = max_pages
        self.frontier = Frontier(self.pace, max_pages=max_pages)
        self.now = 1000.0
        self.fate: dict[CanonicalUrl, str] = {}
        self.kinds: dict[CanonicalUrl, EntryKind] = {}
        self.tries: dict[CanonicalUrl, int] = {}
        self.not_before: dict[CanonicalUrl, float] = {}
        self.under_way: dict[CanonicalUrl, FrontierEntry] = {}
        self.unjudged: list[CanonicalUrl] = []
        self.saved = 0
        self.last_start: dict[str, float] = {}
        self.least: dict[str, float] = dict.fromkeys(HOSTS, delay)
        self.robots_answered: dict[str, bool] = {}

    def host(self, url: CanonicalUrl) -> str:
        return url[: url.index("/", 8)]

    # --- events

    @rule(host=st.sampled_from(HOSTS), path=st.integers(0, 30), kind=st.sampled_from(KINDS), depth=st.integers(0, 3))
    def add(self, host: str, path: int, kind: EntryKind, depth: int) -> None:
        url = CanonicalUrl(f"{host}/{path}")
        is_new = self.frontier.add(FrontierEntry(url, url, kind, depth=depth))
        assert is_new is (url not in self.fate)
        if is_new:
            self.fate[url], self.kinds[url] = "queued", kind
        self.robots_answered.setdefault(host, False)
        self.collect()

    @rule(host=st.sampled_from(HOSTS), path=st.integers(0, 30))
    def know(self, host: str, path: int) -> None:
        url = CanonicalUrl(f"{host}/{path}")
        if self.frontier.know(url):
            self.fate[url] = "known only"

    @rule(seconds=st.floats(0, 50))
    def time_passes(self, seconds: float) -> None:
        self.now += seconds

    @rule()
    def claim(self) -> None:
        self.handle(self.frontier.claim(self.now))

    def handle(self, claim: object) -> None:
        self.collect()
        if isinstance(claim, WaitUntil):
            assert claim.moment > self.now
        if not isinstance(claim, FrontierEntry):
            return
        host, url = self.host(claim.url), claim.url
        if claim.kind is EntryKind.ROBOTS:
            assert not self.robots_answered[host]
        else:
            assert self.robots_answered[host], "asked before robots.txt was read"
            assert self.fate[url] == "queued"
            assert self.not_before.get(url, 0.0) <= self.now
            assert not (url.endswith("/1") and self.frontier.policy_of(host) == POLICIES[2])
            if claim.kind is EntryKind.PAGE and self.max_pages is not None:
                begun = [one for one in self.under_way.values() if one.kind is EntryKind.PAGE]
                assert self.saved + len(begun) + len(self.unjudged) < self.max_pages
            self.fate[url] = "under way"
        assert url not in self.under_way
        if self.least[host] and host in self.last_start:
            assert self.now - self.last_start[host] >= self.least[host]
        self.last_start[host] = self.now
        self.under_way[url] = claim
        assert sum(self.host(one) == host for one in self.under_way) <= self.pace.concurrency
        assert len(self.under_way) <= 16

    @precondition(lambda self: self.under_way)
    @rule(data=st.data(), seconds=st.floats(0, 3))
    def finish(self, data: st.DataObject, seconds: float) -> None:
        self.now += seconds
        url = data.draw(st.sampled_from(sorted(self.under_way)))
        choice = data.draw(st.sampled_from(["200", "200", "404", "500", "429", "wait", "day", "reset", "large"]))
        self.end(url, choice, data.draw(st.sampled_from(POLICIES)))

    def end(self, url: CanonicalUrl, choice: str, policy: AllowAll | DisallowAll | Rules) -> None:
        entry = self.under_way.pop(url)
        outcome = self.outcome(url, choice)
        result = self.frontier.finished(entry, outcome, self.now)
        self.tries[url] = self.tries.get(url, 0) + 1
        host = self.host(url)
        if isinstance(result, Retry):
            assert self.tries[url] <= self.pace.retries
            assert result.at >= self.now + 1
            self.not_before[url] = result.at
        if entry.kind is EntryKind.ROBOTS:
            if isinstance(result, Final):
                self.robots_answered[host] = True
                self.frontier.set_robots(host, policy, self.now)
                if isinstance(policy, Rules):
                    self.least[host] = max(self.pace.delay, 2.0)
        elif isinstance(result, Retry):
            self.fate[url] = "queued"
        else:
            self.fate[url] = "done"
            if entry.kind is EntryKind.PAGE and choice == "200":
                self.unjudged.append(url)
        self.collect()

    def outcome(self, url: CanonicalUrl, choice: str) -> Outcome:
        if choice in ("reset", "large"):
            kind = FailureKind.NETWORK if choice == "reset" else FailureKind.TOO_LARGE
            return FetchFailed(url, kind, at=self.now)
        status, wait = {"wait": ("503", "10"), "day": ("429", "86400")}.get(choice, (choice, None))
        headers = () if wait is None else (("retry-after", wait),)
        return Fetched(url, url, int(status), headers, b"", at=self.now)

    @precondition(lambda self: self.unjudged)
    @rule(is_page=st.booleans())
    def judge(self, is_page: bool) -> None:
        url = self.unjudged.pop(0)
        if is_page:
            self.saved += 1
            self.frontier.page_saved(url)
        else:
            self.frontier.page_not_saved(url)

    @precondition(lambda self: self.under_way)
    @rule(data=st.data())
    def cancel(self, data: st.DataObject) -> None:
        url = data.draw(st.sampled_from(sorted(self.under_way)))
        entry = self.under_way.pop(url)
        self.frontier.release(entry)
        if entry.kind is not EntryKind.ROBOTS:
            self.fate[url] = "queued"
        self.collect()

    @rule()
    def break_off_and_resume(self) -> None:
        """The process dies: the journal knows what is known, what is queued and what was saved, and nothing else."""
        queued = [url for url, fate in self.fate.items() if fate in ("queued", "under way")]
        self.frontier = Frontier(self.pace, max_pages=self.max_pages)
        self.frontier.restore(
            self.fate, [FrontierEntry(url, url, self.kinds[url]) for url in queued], pages_saved=self.saved
        )
        for url in queued:
            self.fate[url] = "queued"
        self.under_way.clear()
        self.unjudged.clear()
        self.tries.clear()
        self.not_before.clear()
        self.last_start.clear()
        self.least = dict.fromkeys(HOSTS, self.pace.delay)
        self.robots_answered = {self.host(url): False for url in queued}

    def collect(self) -> None:
        for skip in self.frontier.pop_refused():
            assert self.fate[CanonicalUrl(skip.url)] == "queued"
            self.fate[CanonicalUrl(skip.url)] = "refused"
        for abandoned in self.frontier.pop_abandoned():
            if abandoned.entry.kind is not EntryKind.ROBOTS:
                assert self.fate[abandoned.entry.url] == "queued"
                self.fate[abandoned.entry.url] = "abandoned"

    # --- what always holds

    @invariant()
    def all_is_accounted_for(self) -> None:
        if not hasattr(self, "frontier"):
            return
        counts = self.frontier.counts()
        fates = list(self.fate.values())
        robots_queued = counts.queued - fates.count("queued")
        assert 0 <= robots_queued <= len(HOSTS)
        assert counts.in_flight == len(self.under_way)
        assert counts.pages_saved == self.saved
        assert all(url in self.frontier for url in self.fate)

    def teardown(self) -> None:
        """Play on with a good network: it ends, and everything has come to something."""
        if not hasattr(self, "frontier"):
            return
        for _ in range(5000):
            claim = self.frontier.claim(self.now)
            self.handle(claim)
            if isinstance(claim, WaitUntil):
                self.now = claim.moment
            elif isinstance(claim, Idle):
                assert self.under_way or self.unjudged, "nothing to wait for"
                for url in sorted(self.under_way):
                    self.end(url, "200", POLICIES[0])
                while self.unjudged:
                    self.judge(is_page=True)
            elif isinstance(claim, Done):
                break
        else:
            raise AssertionError("no end")
        left = [url for url, fate in self.fate.items() if fate == "queued"]
        assert len(left) == self.frontier.left_over()
        assert all(self.kinds[url] is EntryKind.PAGE for url in left)
        assert not left or (self.max_pages is not None and self.saved >= self.max_pages)
        assert set(self.fate.values()) <= {"queued", "done", "refused", "abandoned", "known only"}


TestFrontierMachine = FrontierMachine.TestCase
TestFrontierMachine.settings = settings(
    max_examples=60, stateful_step_count=60, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
