from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest

from scrapepy.errors import StoreError
from scrapepy.model.analysis import Analysis, BodyKind, Found, PageFacts
from scrapepy.model.entry import EntryKind, FrontierEntry
from scrapepy.model.outcome import FailureKind, Fetched, FetchFailed, NotModified
from scrapepy.model.skip import Skip, SkipReason
from scrapepy.model.url import CanonicalUrl, Role
from scrapepy.store.bodies import Bodies
from scrapepy.store.packing import pack_found
from scrapepy.store.records import Derived, Resumption, Status, Validators
from scrapepy.store.state import State

NOON = 1_795_953_600.0
START = CanonicalUrl("http://a.test/")

Entry = Callable[..., FrontierEntry]
Page = Callable[..., Fetched]


def again(state: State, path: Path, options: dict[str, object] | None = None) -> State:
    """The state as the next process finds it."""
    state.close()
    opened = State.open(path)
    opened.begin(START, options or {}, NOON)
    return opened


def test_a_new_run_resumes_from_nothing(state: State) -> None:
    assert state.resume() == Resumption()


def test_entries_come_back_as_they_were_queued(state: State, state_file: Path, entry: Entry) -> None:
    entries = [
        entry("z", EntryKind.SEED),
        entry("a", EntryKind.ASSET, role=Role.FONT, depth=3, referrer=START, attempts=2, hops=1, chain=4),
        entry("b", EntryKind.FRAME, role=Role.FRAME, public_referrer=True),
    ]
    state.queued(entries[:2])
    state.queued(entries[1:])
    state.queued([])
    state = again(state, state_file)
    assert state.resume().queued == tuple(entries)
    state.close()


def test_what_is_settled_is_known_and_what_was_under_way_is_queued(
    state: State, state_file: Path, entry: Entry, page: Page
) -> None:
    names = ("done", "dead", "broken", "moved", "refused", "waiting", "unread", "image")
    state.queued([entry(name) for name in names])
    state.queued([entry("robots.txt", EntryKind.ROBOTS), entry("no-such-page", EntryKind.PROBE)])
    state.fetched(entry("done"), page("done"), BodyKind.HTML)
    state.analysed(Analysis(CanonicalUrl("http://a.test/done"), BodyKind.HTML))
    state.failed(entry("dead"), page("dead", status=404), "404 Not Found", True)
    broken = FetchFailed(CanonicalUrl("http://a.test/broken"), FailureKind.TIMEOUT, NOON, "30 s")
    state.failed(entry("broken", attempts=3), broken, "timeout", False)
    state.aliased(CanonicalUrl("http://a.test/moved"), CanonicalUrl("http://a.test/done"), "redirect", 301, "part")
    state.skipped(Skip("http://a.test/refused", SkipReason.ROBOTS, "Disallow: /refused"))
    state.retrying(entry("waiting", attempts=1), 17.0)
    state.fetched(entry("unread"), page("unread", note="not gzip although it says so"), BodyKind.HTML)
    state.fetched(entry("image"), page("image", body=b"GIF"), BodyKind.IMAGE)
    state = again(state, state_file)
    resumed = state.resume()
    assert {url.removeprefix("http://a.test/") for url in resumed.known} == set(names) - {"waiting"}
    assert resumed.queued == (entry("waiting", attempts=1),)
    (stored,) = resumed.unanalysed
    assert (stored.entry, stored.kind, stored.address, stored.content_type) == (
        entry("unread"),
        BodyKind.HTML,
        "http://a.test/unread",
        "text/html",
    )
    assert state.body_of(stored.entry.url) == b"<p>Hello"
    assert state.counts() == {
        Status.FETCHED: 3,
        Status.GONE: 1,
        Status.FAILED: 1,
        Status.ALIAS: 1,
        Status.SKIPPED: 1,
        Status.QUEUED: 3,
    }
    state.close()


def test_a_fetched_page_is_kept_with_what_matters_of_its_answer(state: State, entry: Entry, page: Page) -> None:
    headers = (
        ("content-type", "text/html; charset=koi8-r"),
        ("etag", 'W/"x"'),
        ("set-cookie", "session=secret"),
        ("x-robots-tag", "noindex"),
        ("x-robots-tag", "scrapepy: nofollow"),
    )
    answer = page("a", b"<p>Hi", headers=headers, address="http://me:secret@a.test/a?utm_source=x")
    state.fetched(entry("a", address="http://me:secret@a.test/a"), answer, BodyKind.HTML)
    found = state.resource(CanonicalUrl("http://a.test/a"))
    assert found is not None
    assert found.copy is not None
    assert found.status is Status.FETCHED
    assert found.address == "http://a.test/a"
    assert found.first_saved == found.copy.changed == "2026-11-29"
    assert found.copy.address == "http://a.test/a?utm_source=x"
    assert found.copy.headers == (headers[0], headers[1], headers[3], headers[4])
    assert (found.copy.size, found.copy.kind, found.copy.etag) == (5, BodyKind.HTML, 'W/"x"')
    assert found.copy.sha256 == hashlib.sha256(b"<p>Hi").hexdigest()
    assert found.is_new
    assert not found.copy.analysed


def test_no_secret_reaches_the_disk(state: State, state_file: Path, entry: Entry, page: Page) -> None:
    answer = page("a", headers=(("set-cookie", "session=hunter2"),), address="http://me:hunter2@a.test/a")
    state.queued([entry("a", address="http://me:hunter2@a.test/a")])
    state.fetched(entry("a"), answer, BodyKind.HTML)
    state.skipped(Skip("http://me:hunter2@b.test/", SkipReason.OUT_OF_SCOPE))
    with pytest.raises(ValueError, match="secrets are not stored"):
        state.begin(START, {"password": "hunter2"}, NOON)
    state.close()
    written = [file.read_bytes() for file in state_file.parent.rglob("*") if file.is_file()]
    assert written
    assert not any(b"hunter2" in data for data in written)


def test_the_body_that_came_packed_is_not_packed_again(state: State, entry: Entry, page: Page) -> None:
    body = b"<p>Hello " * 2000
    state.fetched(entry("a"), page("a", body, gzipped=gzip.compress(body)), BodyKind.HTML)
    assert state.body_of(CanonicalUrl("http://a.test/a")) == body


def test_equal_bytes_are_no_change_whatever_the_etag_says(state: State, entry: Entry, page: Page) -> None:
    state.fetched(entry("a"), page("a"), BodyKind.HTML)
    state.analysed(Analysis(CanonicalUrl("http://a.test/a"), BodyKind.HTML, charset="utf-8"))
    state.accept()
    state.fetched(
        entry("a"),
        page("a", at=NOON + 86400, headers=(("content-type", "text/html"), ("etag", '"2"'))),
        BodyKind.HTML,
    )
    found = state.resource(CanonicalUrl("http://a.test/a"))
    assert found is not None
    assert found.copy is not None
    assert not found.is_changed
    assert (found.copy.etag, found.copy.changed, found.copy.charset) == ('"2"', "2026-11-29", "utf-8")
    assert found.copy.checked_at == NOON + 86400
    assert found.copy.fetched_at == NOON


def test_other_bytes_under_the_same_etag_are_a_change(state: State, entry: Entry, page: Page) -> None:
    state.fetched(entry("a"), page("a"), BodyKind.HTML)
    state.accept()
    state.fetched(entry("a"), page("a", b"<p>Other", at=NOON + 86400), BodyKind.HTML)
    found = state.resource(CanonicalUrl("http://a.test/a"))
    assert found is not None
    assert found.copy is not None
    assert found.is_changed
    assert (found.first_saved, found.copy.changed, found.copy.analysed) == ("2026-11-29", "2026-11-30", False)


@pytest.mark.parametrize("change", [{"headers": (("content-type", "text/plain"),)}, {}])
def test_equal_bytes_read_in_another_way_are_a_change(
    state: State, entry: Entry, page: Page, change: dict[str, object]
) -> None:
    state.fetched(entry("a"), page("a"), BodyKind.HTML)
    state.accept()
    state.fetched(entry("a"), page("a", **change), BodyKind.HTML if change else BodyKind.XML)
    found = state.resource(CanonicalUrl("http://a.test/a"))
    assert found is not None
    assert found.is_changed


def test_equal_bytes_are_stored_again_where_the_file_was_lost(state: State, entry: Entry, page: Page) -> None:
    url = CanonicalUrl("http://a.test/a.png")
    state.fetched(entry("a.png"), page("a.png", b"image"), BodyKind.IMAGE)
    file = state.body_file(url)
    assert file is not None
    assert state.validators(url) == Validators('"1"', None)
    file.unlink()
    assert state.validators(url) is None
    assert state.body_of(url) is None
    state.fetched(entry("a.png"), page("a.png", b"image"), BodyKind.IMAGE)
    assert state.body_of(url) == b"image"


def test_not_modified_keeps_the_copy_and_takes_new_validators(state: State, entry: Entry, page: Page) -> None:
    url = CanonicalUrl("http://a.test/a")
    state.fetched(entry("a"), page("a"), BodyKind.HTML)
    state.accept()
    state.not_modified(entry("a"), NotModified(url, (("etag", '"2"'),), NOON + 5))
    assert state.validators(url) == Validators('"2"', None)
    state.not_modified(entry("a"), NotModified(url, (("last-modified", "Sun, 29 Nov 2026 12:00:00 GMT"),), NOON + 9))
    assert state.validators(url) == Validators('"2"', "Sun, 29 Nov 2026 12:00:00 GMT")
    found = state.resource(url)
    assert found is not None
    assert found.copy is not None
    assert (found.http_status, found.copy.status, found.copy.checked_at) == (304, 200, NOON + 9)
    assert not found.is_changed


def test_without_validators_no_request_is_conditional(state: State, entry: Entry, page: Page) -> None:
    assert state.validators(START) is None
    state.fetched(entry(), page(headers=()), BodyKind.HTML)
    assert state.validators(START) is None


def test_a_failure_leaves_the_copy_of_before(state: State, entry: Entry, page: Page, tmp_path: Path) -> None:
    state.fetched(entry("a"), page("a"), BodyKind.HTML)
    temporary = tmp_path / "t"
    temporary.write_bytes(b"a large error page")
    state.failed(entry("a"), page("a", b"", status=503, file=str(temporary)), "503 Service Unavailable", False)
    assert not temporary.exists()
    found = state.resource(CanonicalUrl("http://a.test/a"))
    assert found is not None
    assert (found.status, found.http_status, found.reason) == (Status.FAILED, 503, "503 Service Unavailable")
    assert state.body_of(found.url) == b"<p>Hello"


def test_facts_are_kept(state: State, entry: Entry, page: Page) -> None:
    url = CanonicalUrl("http://a.test/a")
    facts = PageFacts("T", START, True, True, "sphinx", 12, "00ff", SkipReason.TAXONOMY, "wp-tag", True)
    state.fetched(entry("a"), page("a"), BodyKind.HTML)
    state.analysed(Analysis(url, BodyKind.HTML, (), facts, "utf-8", "gave up after 20 s"))
    found = state.resource(url)
    assert found is not None
    copy = found.copy
    assert copy is not None
    assert copy.analysed
    kept = PageFacts(
        copy.title,
        copy.canonical,
        copy.nofollow,
        copy.noindex,
        copy.platform,
        copy.words,
        copy.text_hash,
        copy.verdict,
        copy.verdict_rule,
        copy.is_shell,
    )
    assert kept == facts
    assert (copy.charset, copy.failure) == ("utf-8", "gave up after 20 s")


def test_an_analysis_comes_back_for_a_304(state: State, entry: Entry, page: Page) -> None:
    url = CanonicalUrl("http://a.test/a")
    found = (Found(START, "http://a.test/?utm_source=x", Role.LINK, True), Found(url, url, Role.IMAGE))
    analysis = Analysis(url, BodyKind.HTML, found, PageFacts("T", words=7, verdict=SkipReason.SOFT_404), "utf-8")
    assert state.analysis_of(url) is None
    state.fetched(entry("a"), page("a"), BodyKind.HTML)
    state.record_derived(url, Derived(found=pack_found(found)))
    assert state.analysis_of(url) is None
    state.analysed(analysis)
    assert state.analysis_of(url) == analysis
    state.fetched(entry("a"), page("a", b"<p>Other"), BodyKind.HTML)
    assert state.analysis_of(url) is None


@pytest.mark.parametrize("outcome", ["fetched", "not modified", "gone", "failed"])
def test_what_answers_for_itself_is_no_alias_any_more(state: State, entry: Entry, page: Page, outcome: str) -> None:
    url = CanonicalUrl("http://a.test/a")
    state.aliased(url, START, "redirect", 301)
    state.finish(NOON, True, {})
    state.begin(START, {}, NOON)
    state.queued([entry("a")])
    match outcome:
        case "fetched":
            state.fetched(entry("a"), page("a"), BodyKind.HTML)
        case "not modified":
            state.not_modified(entry("a"), NotModified(url, (), NOON))
        case "gone":
            state.failed(entry("a"), page("a", status=410), "410 Gone", True)
        case _:
            state.failed(entry("a"), page("a", status=500), "500", False)
    assert (url in state.aliases()) == (outcome == "failed")


@pytest.mark.parametrize(
    ("kind", "reason", "status"),
    [
        (EntryKind.PAGE, SkipReason.ROBOTS, Status.SKIPPED),
        (EntryKind.ASSET, SkipReason.ROBOTS, Status.SKIPPED),
        (EntryKind.PAGE, SkipReason.OUT_OF_SCOPE, Status.SKIPPED),
        (EntryKind.ASSET, SkipReason.OUT_OF_SCOPE, Status.QUEUED),  # said of a link to what a page shows
        (EntryKind.FRAME, SkipReason.NOFOLLOW, Status.QUEUED),
    ],
)
def test_a_skip_settles_what_it_is_about(
    state: State, entry: Entry, kind: EntryKind, reason: SkipReason, status: Status
) -> None:
    state.queued([entry("a", kind)])
    state.skipped(Skip("http://a.test/a", reason))
    found = state.resource(CanonicalUrl("http://a.test/a"))
    assert found is not None
    assert found.status is status


def test_a_skip_said_of_a_fetched_page_leaves_it_fetched(state: State, entry: Entry, page: Page) -> None:
    state.fetched(entry("a"), page("a"), BodyKind.HTML)
    state.skipped(Skip("http://a.test/a", SkipReason.TAXONOMY))
    assert state.counts() == {Status.FETCHED: 1}


def test_a_newer_copy_replaces_one_that_was_never_shown(state: State, entry: Entry, page: Page) -> None:
    for body in (b"one", b"two", b"three"):
        state.fetched(entry("a"), page("a", body), BodyKind.HTML)
    assert state._database.execute("SELECT count(*), (SELECT count(*) FROM body) FROM snapshot") == [(1, 1)]
    assert state.body_of(CanonicalUrl("http://a.test/a")) == b"three"


def test_a_full_disk_forgets_the_answer_and_not_the_entry(
    state: State, entry: Entry, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    state.queued([entry("a.png")])

    def fail(*arguments: object) -> None:
        raise StoreError("cannot write: the disk is full")

    monkeypatch.setattr(Bodies, "keep_file", fail)
    with pytest.raises(StoreError, match="the disk is full"):
        state.fetched(entry("a.png"), page("a.png", b"image"), BodyKind.IMAGE)
    found = state.resource(CanonicalUrl("http://a.test/a.png"))
    assert found is not None
    assert (found.status, found.copy) == (Status.QUEUED, None)
