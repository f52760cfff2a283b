from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from scrapepy.model.analysis import Analysis, BodyKind, PageFacts
from scrapepy.model.document import Anchors
from scrapepy.model.entry import EntryKind, FrontierEntry
from scrapepy.model.outcome import Fetched, NotModified
from scrapepy.model.report import Failure
from scrapepy.model.skip import Skip, SkipReason
from scrapepy.model.url import CanonicalUrl, LocalPath
from scrapepy.store.layout import SiteLayout, sites_in
from scrapepy.store.packing import pack_anchors, pack_links
from scrapepy.store.reading import StateReader
from scrapepy.store.records import AliasRow, Derived, Shown, Status
from scrapepy.store.state import State
from scrapepy.store.trees import TreeWriter

NOON = 1_795_953_600.0
START = CanonicalUrl("http://a.test/")
OTHER = CanonicalUrl("http://a.test/api/")

Entry = Callable[..., FrontierEntry]
Page = Callable[..., Fetched]


def url(path: str) -> CanonicalUrl:
    return CanonicalUrl("http://a.test/" + path)


def test_a_finished_run_is_followed_by_a_new_one_and_an_interrupted_one_goes_on(state_file: Path) -> None:
    with State.open(state_file) as state:
        first = state.begin(START, {"depth": 3}, NOON)
        assert (first.resumed, first.first) == (False, True)
    with State.open(state_file) as state:
        again = state.begin(START, {"depth": 3}, NOON + 1)
        assert (again.id, again.resumed, again.first) == (first.id, True, True)
        state.finish(NOON + 60, True, {"pages": 7})
        second = state.begin(START, {"depth": 3}, NOON + 3600)
        assert (second.id != first.id, second.resumed, second.first) == (True, False, False)
        (past,) = state.past_runs(5)
        assert (past.id, past.started, past.finished, past.complete, past.report) == (
            first.id,
            NOON,
            NOON + 60,
            True,
            {"pages": 7},
        )
        (start,) = state.starts()
        assert (start.url, start.options, start.created) == (START, {"depth": 3}, NOON)


def test_other_options_for_an_interrupted_run_ask_nothing_twice_but_look_again(
    state: State, entry: Entry, page: Page
) -> None:
    state.fetched(entry("a"), page("a"), BodyKind.HTML)
    state.analysed(Analysis(url("a"), BodyKind.HTML))
    state.skipped(Skip("http://a.test/b", SkipReason.DEPTH))
    assert state.begin(START, {}, NOON).resumed
    assert state.resume().unanalysed == ()
    assert len(state.skip_counts()) == 1
    assert state.begin(START, {"depth": 9}, NOON).resumed
    resumed = state.resume()
    assert resumed.known == (url("a"),)
    assert [stored.entry.url for stored in resumed.unanalysed] == [url("a")]
    assert state.skip_counts() == ()
    assert state.starts()[0].options == {"depth": 9}


def test_a_start_that_moved_is_found_under_both_addresses(state: State) -> None:
    number = state.begin(START, {}, NOON).start_id
    state.aliased(START, url("en/"), "redirect", 301)
    assert state.begin(START, {}, NOON).start_id == number
    assert state.begin(url("en/"), {}, NOON).start_id == number
    assert state.begin(OTHER, {}, NOON).start_id != number


def test_a_second_run_knows_nothing_until_it_asks_and_revisits_everything(
    state: State, entry: Entry, page: Page
) -> None:
    state.queued([entry("never"), entry("robots.txt", EntryKind.ROBOTS)])
    for name in ("a", "b"):
        state.fetched(entry(name), page(name), BodyKind.HTML)
    state.failed(entry("dead"), page("dead", status=404), "404 Not Found", True)
    state.accept()
    state.finish(NOON, False, {})
    run = state.begin(START, {}, NOON + 86400)
    assert state.resume().known == ()
    assert [visit.url for visit in state.revisits()] == [url("a"), url("b")]
    state.queued([entry("a", depth=2)])
    assert state.resume().queued == (entry("a", depth=2),)
    state.not_modified(entry("a"), NotModified(url("a"), (), NOON + 86401))
    assert state.resume().known == (url("a"),)
    assert [visit.url for visit in state.revisits()] == [url("b")]
    found = state.resource(url("a"))
    assert found is not None
    assert found.run_id == run.id


def test_a_start_that_ran_in_between_leaves_the_interrupted_one_whole(state: State, entry: Entry, page: Page) -> None:
    state.queued([entry("seen"), entry("open"), entry("shared")])
    state.fetched(entry("seen"), page("seen"), BodyKind.HTML)
    state.analysed(Analysis(url("seen"), BodyKind.HTML))
    state.begin(OTHER, {}, NOON)
    state.queued([entry("shared"), entry("theirs")])
    state.fetched(entry("shared"), page("shared"), BodyKind.HTML)
    state.analysed(Analysis(url("shared"), BodyKind.HTML))
    state.begin(START, {}, NOON)
    resumed = state.resume()
    assert set(resumed.known) == {url("seen"), url("shared")}
    assert [one.url for one in resumed.queued] == [url("open")]
    assert [stored.entry.url for stored in resumed.unanalysed] == [url("shared")]


def test_accept_and_reject(state: State, entry: Entry, page: Page) -> None:
    for name in ("a", "b", "c"):
        state.fetched(entry(name), page(name, b"old " + name.encode()), BodyKind.HTML)
    state.record_derived(url("a"), Derived(title="A"))
    state.accept()
    before = state.hashes()
    for name in ("a", "b", "new"):
        state.fetched(entry(name), page(name, b"new " + name.encode()), BodyKind.HTML)
    assert state.hashes() == before
    assert [r.url for r in state.resources() if r.is_changed] == [url("a"), url("b")]
    assert [r.url for r in state.resources() if r.is_new] == [url("new")]
    assert state.derived_of(url("a")) is None
    state.reject([url("a"), url("c"), url("new")])
    assert state.body_of(url("a")) == b"old a"
    assert state.derived_of(url("a")) == Derived(title="A")
    assert state.body_of(url("b")) == b"new b"
    assert state.body_of(url("new")) == b"new new"
    state.reject()
    assert state.body_of(url("b")) == b"old b"
    state.fetched(entry("b"), page("b", b"new b"), BodyKind.HTML)
    state.accept()
    assert state.hashes() == {r.url: r.copy.sha256 for r in state.resources() if r.copy}
    assert state._database.execute("SELECT count(*), (SELECT count(*) FROM body) FROM snapshot") == [(4, 4)]


def test_drop_forgets_the_copy_and_keeps_the_name(state: State, entry: Entry, page: Page) -> None:
    state.fetched(entry("a"), page("a"), BodyKind.HTML)
    state.set_paths({url("a"): LocalPath("a.html")})
    state.set_documents({url("a"): LocalPath("a.md")})
    state.accept()
    state.drop([url("a")])
    assert state.body_of(url("a")) is None
    assert state.validators(url("a")) is None
    assert state.paths() == {url("a"): "a.html"}
    assert state.documents() == {}


def test_bodies_go_to_the_tree_once(state: State, state_file: Path, entry: Entry, page: Page) -> None:
    tree = TreeWriter(state_file.parent.parent)
    state.fetched(entry("a.png"), page("a.png", b"image"), BodyKind.IMAGE)
    state.fetched(entry("feed"), page("feed", b"<feed/>"), BodyKind.XML)
    state.fetched(entry("empty.txt"), page("empty.txt", b""), BodyKind.TEXT)
    items = [
        (url("a.png"), LocalPath("img/a.png")),
        (url("feed"), LocalPath("feed.xml")),
        (url("empty.txt"), LocalPath("empty.txt")),
        (url("nobody"), LocalPath("nobody")),
    ]
    assert state.place(items, tree) == {
        url("a.png"): True,
        url("feed"): True,
        url("empty.txt"): True,
        url("nobody"): None,
    }
    assert state.paths() == {url("a.png"): "img/a.png", url("feed"): "feed.xml", url("empty.txt"): "empty.txt"}
    assert state.body_file(url("a.png")) is None
    assert state.body_of(url("a.png")) == b"image"
    target = state_file.parent.parent / "img" / "a.png"
    os.utime(target, (1, 1))
    assert set(state.place(items[:3], tree).values()) == {False}
    assert target.stat().st_mtime == 1
    target.unlink()
    assert state.place(items[:1], tree) == {url("a.png"): None}
    assert state.validators(url("a.png")) is None
    state.fetched(entry("a.png"), page("a.png", b"image"), BodyKind.IMAGE)
    assert state.place(items[:1], tree) == {url("a.png"): True}
    assert target.read_bytes() == b"image"


def test_a_body_moved_by_a_run_that_could_not_say_so_is_found(
    state: State, state_file: Path, entry: Entry, page: Page
) -> None:
    tree = TreeWriter(state_file.parent.parent)
    state.fetched(entry("a.png"), page("a.png", b"image"), BodyKind.IMAGE)

    def interrupted() -> None:
        with state.batch():
            state.place([(url("a.png"), LocalPath("a.png"))], tree)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert state.body_of(url("a.png")) is None
    assert state.place([(url("a.png"), LocalPath("a.png"))], tree) == {url("a.png"): False}
    assert state.body_of(url("a.png")) == b"image"


def test_a_changed_image_waits_beside_the_one_that_is_shown(
    state: State, state_file: Path, entry: Entry, page: Page
) -> None:
    tree = TreeWriter(state_file.parent.parent)
    items = [(url("a.png"), LocalPath("a.png"))]
    shown = state_file.parent.parent / "a.png"
    state.fetched(entry("a.png"), page("a.png", b"old"), BodyKind.IMAGE)
    state.place(items, tree)
    state.accept()
    state.fetched(entry("a.png"), page("a.png", b"login page"), BodyKind.IMAGE)
    assert shown.read_bytes() == b"old"
    state.reject()
    assert state.body_of(url("a.png")) == b"old"
    state.fetched(entry("a.png"), page("a.png", b"new"), BodyKind.IMAGE)
    assert state.place(items, tree) == {url("a.png"): True}
    state.accept()
    assert shown.read_bytes() == b"new"
    state.close()
    with State.open(state_file) as opened:
        bodies = state_file.parent / "bodies"
        assert [file for file in bodies.rglob("*") if file.is_file()] == []
        assert opened.body_of(url("a.png")) == b"new"


def test_what_was_derived_comes_back(state: State, state_file: Path, entry: Entry, page: Page) -> None:
    anchors = Anchors({"intro": "introduction"}, frozenset({"term"}), {"introduction": "Introduction"})
    links = [(url("b"), "x"), (url("b"), "y"), (url("a"), "x")]
    derived = Derived(
        3,
        "T",
        "fa",
        "sphinx",
        "no content",
        "short",
        "12 words",
        True,
        "7.spool",
        10,
        20,
        pack_anchors(anchors),
        pack_links(links),
    )
    state.record_derived(url("a"), derived)
    assert state.derived() == {}
    for name in ("a", "b"):
        state.fetched(entry(name), page(name, name.encode()), BodyKind.HTML)
    state.record_derived(url("a"), derived)
    state.record_derived(url("b"), Derived(links=pack_links([(url("b"), "z")])))
    state.record_written([(url("a"), "d1,d2", {LocalPath("b.png"), LocalPath("a.png")})])
    state.record_filled([(url("a"), "f00d")])
    with StateReader(state_file) as reader:
        assert reader.anchors_of(url("a")) == anchors
        assert reader.anchors_of(url("a")) is reader.anchors_of(url("a"))
        assert reader.anchors_of(url("b")) is None
        assert reader.anchors_of(url("c")) is None
        found = reader.derived_of(url("a"))
        assert found is not None
        assert (found.filled, found.images, found.anchors, found.links) == (
            "f00d",
            ("a.png", "b.png"),
            derived.anchors,
            derived.links,
        )
        assert reader.derived()[url("a")].spool_length == 20
        assert reader.derived()[url("a")].anchors == b""
        assert reader.links_of(url("a")) == {url("a"): ["x"], url("b"): ["x", "y"]}
        assert reader.links_of(url("b")) == {url("b"): ["z"]}
        assert reader.links_of(url("c")) == {}
        assert reader.body_of(url("b")) == b"b"
    state.forget_spool()
    assert state.derived()[url("a")].spool_file == ""
    assert state.digests_written() == {url("a"): "d1,d2"}
    state.about_to_write([url("a")])
    assert (state.digests_written(), state.derived()[url("a")].filled) == ({}, "")


def test_resources_are_filtered_and_in_order(state: State, entry: Entry, page: Page) -> None:
    for name, kind in (("b", BodyKind.HTML), ("a", BodyKind.HTML), ("c", BodyKind.CSS)):
        state.fetched(entry(name), page(name), kind)
    state.queued([entry("d")])
    assert [r.url for r in state.resources()] == [url("a"), url("b"), url("c"), url("d")]
    assert [r.url for r in state.resources({Status.FETCHED}, {BodyKind.HTML})] == [url("a"), url("b")]
    assert [r.url for r in state.resources({Status.QUEUED, Status.FAILED})] == [url("d")]
    assert list(state.resources(set())) == []
    assert state.resource(url("nobody")) is None


def test_failures_name_the_site_s_own_faults(state: State, entry: Entry, page: Page) -> None:
    state.failed(entry("x", referrer=START), page(status=404), "404 Not Found", True)
    state.failed(entry("y"), page(status=500), "500 Internal Server Error", False)
    state.failed(entry("searchindex.js", EntryKind.DATA), page(status=404), "404 Not Found", True)
    state.failed(entry("sitemap.xml", EntryKind.SITEMAP), page(status=404), "404 Not Found", True)
    assert state.failures() == (
        Failure(url("x"), "404 Not Found", START, 404, True),
        Failure(url("y"), "500 Internal Server Error", None, 500, False),
    )


def test_skips_are_counted_with_examples(state: State) -> None:
    for number in range(5):
        skip = Skip(f"http://b.test/{number}", SkipReason.OUT_OF_SCOPE, referrer=START)
        state.skipped(skip)
        state.skipped(skip)
    state.skipped(Skip("http://a.test/feed/", SkipReason.FEED, "wp-feed", "RSS"))
    counts = state.skip_counts(examples=2)
    assert [(count.reason, count.count) for count in counts] == [("out of scope", 5), ("feed", 1)]
    assert [skip.url for skip in counts[0].examples] == ["http://b.test/0", "http://b.test/1"]
    assert counts[1].examples == (Skip("http://a.test/feed/", SkipReason.FEED, "wp-feed", "RSS"),)
    assert len(list(state.skips())) == 6


def test_aliases_and_notes(state: State) -> None:
    state.aliased(url("a"), url("b"), "redirect", 302)
    state.aliased(url("a"), url("c"), "redirect", 301, "part")
    state.aliased(url("index.html"), url(""), "same bytes")
    assert state.aliases() == {
        url("a"): AliasRow(url("a"), url("c"), "part", "redirect", 301),
        url("index.html"): AliasRow(url("index.html"), url(""), "", "same bytes", None),
    }
    state.noted("robots.txt is ignored")
    state.noted("the start moved")
    state.noted("robots.txt is ignored")
    assert state.notes() == ("robots.txt is ignored", "the start moved")
    state.finish(NOON, True, {})
    state.begin(START, {}, NOON)
    assert state.notes() == ()


def test_the_summary_counts_what_has_a_name(state: State, entry: Entry, page: Page) -> None:
    for name, kind in (("a", BodyKind.HTML), ("b", BodyKind.HTML), ("c.css", BodyKind.CSS), ("unnamed", BodyKind.HTML)):
        state.fetched(entry(name), page(name, b"12345"), kind)
    state.set_paths({url("a"): LocalPath("a.html"), url("b"): LocalPath("b.html"), url("c.css"): LocalPath("c.css")})
    state.set_documents({url("a"): LocalPath("a.md"), url("b"): None})
    summary = state.summary()
    assert (summary.pages, summary.documents, summary.assets, summary.size) == (2, 1, 1, 15)
    assert (summary.last_run, summary.complete) == (None, False)
    state.finish(NOON, True, {})
    assert (state.summary().last_run, state.summary().complete) == (NOON, True)
    state.begin(OTHER, {}, NOON)
    assert not state.summary().complete
    assert [start.url for start in state.summary().starts] == [START, OTHER]


def test_an_empty_state_has_a_summary(state_file: Path) -> None:
    with State.open(state_file) as state:
        summary = state.summary()
    assert (summary.pages, summary.size, summary.starts, summary.complete) == (0, 0, (), True)


def test_the_layout_of_a_site(tmp_path: Path) -> None:
    layout = SiteLayout("a.test", tmp_path / "ScrapedSites", tmp_path / "MarkdownSites")
    assert sites_in(layout.html_root) == ()
    State.open(layout.state).close()
    (tmp_path / "ScrapedSites" / "README.md").write_text("what stands here")
    (tmp_path / "ScrapedSites" / "b.test").mkdir()
    assert sites_in(layout.html_root) == ("a.test",)
    assert layout.lock.parent == layout.spool.parent == layout.state.parent == layout.html / ".scrapepy"
    assert layout.markdown == tmp_path / "MarkdownSites" / "a.test"


def test_a_page_that_stays_keeps_its_copy_and_says_why(state: State, entry: Entry, page: Page) -> None:
    for name in ("a", "b"):
        state.fetched(entry(name), page(name), BodyKind.HTML)
    state.set_paths({url("a"): LocalPath("a.html"), url("b"): LocalPath("b.html")})
    state.accept()
    state.finish(NOON + 1, True, {})
    run = state.begin(START, {}, NOON + 2)
    state.fetched(entry("a"), page("a", b"<h1>error"), BodyKind.HTML)
    state.aliased(url("b"), url("c"), "redirect", 301)
    state.stay([(url("a"), Status.FAILED, "became an error page"), (url("b"), Status.FAILED, "moved to nowhere")])
    assert state.body_of(url("a")) == b"<p>Hello"
    assert state.aliases() == {}
    assert [(f.url, f.reason) for f in state.failures(run.id)] == [
        (url("a"), "became an error page"),
        (url("b"), "moved to nowhere"),
    ]


def test_an_abandoned_run_leaves_what_the_trees_show(state: State, entry: Entry, page: Page) -> None:
    for name in ("a", "b", "c"):
        state.fetched(entry(name), page(name), BodyKind.HTML)
        state.set_paths({url(name): LocalPath(name + ".html")})
    state.accept()
    state.finish(NOON + 1, True, {"pages": 3})
    state.begin(START, {}, NOON + 2)
    state.fetched(entry("a"), page("a", b"<h1>sign in"), BodyKind.HTML)
    state.aliased(url("b"), url("login"), "redirect", 302)
    state.fetched(entry("login"), page("login", b"<h1>sign in"), BodyKind.HTML)
    state.failed(entry("c"), page("c", status=404), "404 Not Found", True)
    assert state.abandon(NOON + 3, "nonsense")
    assert [(r.url, r.status, r.copy is not None) for r in state.resources()] == [
        (url("a"), Status.FETCHED, True),
        (url("b"), Status.FETCHED, True),
        (url("c"), Status.FETCHED, True),
        (url("login"), Status.FETCHED, False),
    ]
    assert state.aliases() == {}
    assert state.body_of(url("a")) == b"<p>Hello"
    assert [run.report for run in state.past_runs(-1, state.run.start_id)] == [{"error": "nonsense"}, {"pages": 3}]
    assert state.past_runs(-1, 99) == ()


def test_the_copies_that_are_shown(state: State, entry: Entry, page: Page) -> None:
    state.fetched(entry("a"), page("a"), BodyKind.HTML)
    facts = PageFacts(words=12, text_hash="abc")
    state.analysed(Analysis(url("a"), BodyKind.HTML, facts=facts))
    state.record_derived(url("a"), Derived(refusal="list page"))
    assert state.shown() == {}
    state.set_paths({url("a"): LocalPath("a.html")})
    state.accept()
    state.fetched(entry("a"), page("a", b"other"), BodyKind.HTML)
    assert state.shown() == {url("a"): Shown(BodyKind.HTML, 12, "abc", None, "list page")}
