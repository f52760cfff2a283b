"""Any order of outcomes, kills, acceptances and new runs leaves what a plain dictionary would hold."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from scrapepy.model.analysis import Analysis, BodyKind
from scrapepy.model.entry import EntryKind, FrontierEntry
from scrapepy.model.outcome import FailureKind, Fetched, FetchFailed, NotModified
from scrapepy.model.skip import Skip, SkipReason
from scrapepy.model.url import CanonicalUrl, LocalPath
from scrapepy.store.state import State
from scrapepy.store.trees import TreeWriter

START = CanonicalUrl("http://a.test/")
NAMES = [CanonicalUrl(f"http://a.test/{name}") for name in ("a", "b", "c.png", "d.png")]
names = st.sampled_from(NAMES)
bodies = st.sampled_from([b"", b"one", b"two", b"three"])


def kind_of(url: CanonicalUrl) -> BodyKind:
    return BodyKind.IMAGE if url.endswith("png") else BodyKind.HTML


class RecordedSite(RuleBasedStateMachine):
    """``latest`` and ``kept`` are bodies by URL; ``standing`` is the status in this run of what was asked for in it."""

    @initialize()
    def open(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="scrapepy-test-"))
        self.path = self.folder / "site" / ".scrapepy" / "state.sqlite3"
        self.tree = TreeWriter(self.folder / "site")
        self.latest: dict[CanonicalUrl, bytes] = {}
        self.kept: dict[CanonicalUrl, bytes] = {}
        self.standing: dict[CanonicalUrl, str] = {}
        self.analysed: set[CanonicalUrl] = set()
        self.state = State.open(self.path)
        self.state.begin(START, {}, 0.0)

    def entry(self, url: CanonicalUrl) -> FrontierEntry:
        return FrontierEntry(url, url, EntryKind.PAGE)

    @rule(url=names)
    def queue(self, url: CanonicalUrl) -> None:
        self.state.queued([self.entry(url)])
        self.standing.setdefault(url, "queued")

    @rule(url=names, body=bodies)
    def fetch(self, url: CanonicalUrl, body: bytes) -> None:
        page = Fetched(url, url, 200, (("etag", '"1"'),), body, 0.0)
        self.state.fetched(self.entry(url), page, kind_of(url))
        if self.latest.get(url) != body:
            self.analysed.discard(url)
        self.latest[url] = body
        self.standing[url] = "fetched"

    @rule(url=names)
    def revalidate(self, url: CanonicalUrl) -> None:
        if self.state.validators(url) is not None:
            self.state.not_modified(self.entry(url), NotModified(url, (), 1.0))
            self.standing[url] = "fetched"

    @rule(url=names, site_fault=st.booleans())
    def fail(self, url: CanonicalUrl, site_fault: bool) -> None:
        self.state.failed(self.entry(url), FetchFailed(url, FailureKind.TIMEOUT, 0.0), "timeout", site_fault)
        self.standing[url] = "gone" if site_fault else "failed"

    @rule(url=names)
    def refuse(self, url: CanonicalUrl) -> None:
        self.state.skipped(Skip(url, SkipReason.ROBOTS))
        if self.standing.get(url) == "queued":
            self.standing[url] = "skipped"

    @rule(url=names)
    def analyse(self, url: CanonicalUrl) -> None:
        self.state.analysed(Analysis(url, kind_of(url)))
        if url in self.latest:
            self.analysed.add(url)

    @rule()
    def place_images(self) -> None:
        images = [(url, LocalPath(url.rpartition("/")[2])) for url in NAMES if url.endswith("png")]
        placed = self.state.place(images, self.tree)
        for url, path in images:
            assert (placed[url] is None) == (url not in self.latest)
            if url in self.latest:
                assert (self.folder / "site" / path).read_bytes() == self.latest[url]
        # From here on the tree shows them; nothing is rejected any more, as in a run.
        self.accept()

    @rule()
    def accept(self) -> None:
        self.state.accept()
        self.kept = dict(self.latest)

    @rule()
    def reject(self) -> None:
        self.state.reject()
        for url, body in self.kept.items():
            if self.latest[url] != body:
                self.latest[url] = body
                self.analysed.discard(url)
        # What was analysed of the kept copy is known still; the state may know more than this model.

    @rule(url=names)
    def remove(self, url: CanonicalUrl) -> None:
        self.state.drop([url])
        self.tree.remove(url.rpartition("/")[2])
        for copies in (self.latest, self.kept):
            copies.pop(url, None)
        self.analysed.discard(url)

    @rule()
    def next_run(self) -> None:
        self.state.finish(0.0, True, {})
        self.state.begin(START, {}, 0.0)
        self.standing.clear()

    @rule()
    def killed(self) -> None:
        """Closing loses nothing that a kill would keep (that a kill keeps it: test_kill)."""
        self.state.close()
        self.state = State.open(self.path)
        assert self.state.begin(START, {}, 0.0).resumed

    @invariant()
    def bodies_are_the_latest(self) -> None:
        assert {url: self.state.body_of(url) for url in NAMES if self.state.body_of(url) is not None} == self.latest

    @invariant()
    def hashes_are_of_what_is_shown(self) -> None:
        assert self.state.hashes() == {url: hashlib.sha256(body).hexdigest() for url, body in self.kept.items()}

    @invariant()
    def nothing_is_lost_or_asked_twice(self) -> None:
        resumed = self.state.resume()
        assert {entry.url for entry in resumed.queued} == {u for u, s in self.standing.items() if s == "queued"}
        assert set(resumed.known) == {u for u, s in self.standing.items() if s != "queued"}
        unread = {stored.entry.url for stored in resumed.unanalysed}
        assert not unread & self.analysed
        for url in unread:
            assert self.standing[url] == "fetched"
            assert kind_of(url) is BodyKind.HTML

    @invariant()
    def no_copy_is_left_behind(self) -> None:
        used = {r.copy.id for r in self.state.resources() if r.copy} | {
            r.kept for r in self.state.resources() if r.kept
        }
        rows = self.state._database.execute("SELECT id FROM snapshot")
        assert {number for (number,) in rows} == used

    def teardown(self) -> None:
        if hasattr(self, "state"):
            self.state.close()
            shutil.rmtree(self.folder)


TestRecordedSite = RecordedSite.TestCase
TestRecordedSite.settings = settings(max_examples=30, stateful_step_count=30, deadline=None)
