"""Mirrors brought up to date: with the options of before, one start after the other, and nothing good lost."""

from __future__ import annotations

import os
import signal
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scrapepy.crawl.events import PageDone
from scrapepy.errors import StartFailed, UsageError
from scrapepy.mirroring.changes import past_changes
from scrapepy.mirroring.refresh import Named, Overruling, mirrors_named, refresh_requests
from scrapepy.mirroring.request import MirrorRequest, Needs, remembered
from scrapepy.mirroring.site import mirror_site
from scrapepy.model.options import (
    AnchorStyle,
    ImagePolicy,
    IndexLinks,
    KeepOptions,
    Pace,
    RequestOptions,
    ScriptPolicy,
)
from scrapepy.model.report import MirrorReport
from scrapepy.store.layout import SiteLayout
from scrapepy.store.reading import StateReader
from scrapepy.store.state import State
from scrapepy.web.canonical import site_name
from tests.support.link_audit import audit
from tests.support.server import Answer, Request, Server, conditional, html, redirect, robots, typed

pytestmark = pytest.mark.usefixtures("in_this_process")

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 40
FAST = Pace(delay=0.0, concurrency=4, timeout=60.0, retries=0)


def asked_for(tmp_path: Path, url: str, **changes: Any) -> MirrorRequest:
    request = MirrorRequest(
        url, stay_in_path=True, pace=FAST, html_dir=tmp_path / "ScrapedSites", markdown_dir=tmp_path / "MarkdownSites"
    )
    return replace(request, **changes)


def refresh(server: Server, tmp_path: Path, overruling: Overruling | None = None) -> list[MirrorReport]:
    named = Named(site_name(server.origin))
    requests = refresh_requests(named, tmp_path / "ScrapedSites", tmp_path / "MarkdownSites", overruling)
    return [mirror_site(request) for request in requests]


def trees(tmp_path: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(tmp_path)): path.read_bytes()
        for path in sorted(tmp_path.rglob("*"))
        if path.is_file() and ".scrapepy" not in path.parts
    }


def names(tmp_path: Path) -> set[str]:
    """The pages and documents of both trees, without the roots."""
    return {"/".join(Path(name).parts[2:]) for name in trees(tmp_path)}


def prose(subject: str, words: int = 80) -> str:
    return " ".join(f"{subject} {number}" for number in range(words // 2))


def page(subject: str, more: str = "", words: int = 80) -> str:
    text = f"<p>{prose(subject, words)}</p>"
    return f"<title>{subject}</title><main><h1>All about {subject}</h1>{text}{more}</main>"


def site(count: int) -> dict[str, str | Answer]:
    """A start page with ``count`` pages behind it."""
    links = "".join(f'<p><a href="p{number}">page {number}</a></p>' for number in range(count))
    return {"/docs/": page("start", links), **{f"/docs/p{number}": page(f"p{number}") for number in range(count)}}


def test_hosts_of_an_intranet_are_asked_at_every_run(server: Server, tmp_path: Path) -> None:
    with Server("127.5.0.1") as assets:
        assets.script("/i.png", typed("image/png", PNG))
        images = f'<img src="{assets.origin}/i.png"><img src="http://localhost:{server.port}/j.png">'
        server.pages({"/docs/": page("start", images), "/j.png": typed("image/png", PNG)})
        first = mirror_site(asked_for(tmp_path, server.origin + "/docs/"))
        before = trees(tmp_path)
        (again,) = refresh(server, tmp_path)
        assert (first.skipped, again.skipped) == ((), ())
        assert trees(tmp_path) == before
        assert len(assets.asked("/i.png")) == len(server.asked("/j.png")) == 2


class TestRemembered:
    def test_every_option_comes_back(self, tmp_path: Path) -> None:
        request = MirrorRequest(
            "https://docs.test/guide/",
            stay_in_path=True,
            path="/guide",
            include=("/a/*",),
            exclude=("/b/*", "*?print"),
            subdomains=True,
            max_depth=3,
            pace=Pace(1.5, 2, 10.0, 100.0, 5, True),
            request=RequestOptions("me", (("X-Team", "docs"),), "cookies.txt", "me", "secret"),
            keep=KeepOptions(
                markdown=False,
                assets=False,
                max_size=1000,
                max_pages=7,
                sitemap=False,
                scripts=ScriptPolicy.STRIP,
                images=ImagePolicy.REMOTE,
                min_words=9,
                index_links=IndexLinks.TEXT,
                anchors=AnchorStyle.OBSIDIAN,
                keep_removed=True,
            ),
            html_dir=tmp_path / "h",
            markdown_dir=tmp_path / "m",
        )
        layout = SiteLayout("docs.test", tmp_path / "h", tmp_path / "m")
        layout.state_folder.mkdir(parents=True)
        with State.open(layout.state) as state:
            state.begin(request.url, remembered(request), 1.0)  # type: ignore[arg-type]
        assert "secret" not in layout.state.read_bytes().decode("latin-1")
        (again,) = refresh_requests(Named("docs.test"), tmp_path / "h", tmp_path / "m")
        without = replace(request, request=RequestOptions("me"), needs=Needs(("X-Team",), True, True))
        assert again == without
        assert again.missing.words() == "the header X-Team, the cookies, and the password"
        assert remembered(again) == remembered(request)  # what is needed is not forgotten by a run without it

    def test_the_command_line_overrules(self, tmp_path: Path) -> None:
        layout = SiteLayout("docs.test", tmp_path / "h", tmp_path / "m")
        layout.state_folder.mkdir(parents=True)
        with State.open(layout.state) as state:
            first = MirrorRequest("https://docs.test/", keep=KeepOptions(min_words=7))
            state.begin(first.url, remembered(first), 1.0)  # type: ignore[arg-type]
        said = Overruling({"delay": 2.0}, {"keep_removed": True}, "you", (("x-team", "b"),), "c.txt")
        (again,) = refresh_requests(Named("docs.test", "me", "pw"), tmp_path / "h", tmp_path / "m", said)
        assert (again.pace, again.keep) == (Pace(delay=2.0), KeepOptions(min_words=7, keep_removed=True))
        assert again.request == RequestOptions("you", (("x-team", "b"),), "c.txt", "me", "pw")

    def test_what_a_state_of_before_did_not_know_has_its_default(self, tmp_path: Path) -> None:
        layout = SiteLayout("docs.test", tmp_path / "h", tmp_path / "m")
        layout.state_folder.mkdir(parents=True)
        with State.open(layout.state) as state:
            state.begin("https://docs.test/", {"pace": {"delay": 3, "unheard_of": 1}}, 1.0)  # type: ignore[arg-type]
        (again,) = refresh_requests(Named("docs.test"), tmp_path / "h", tmp_path / "m")
        assert (again.pace, again.keep) == (Pace(delay=3), KeepOptions())

    def test_names(self, tmp_path: Path) -> None:
        for name in ("docs.test", "127.0.0.1_8080"):
            layout = SiteLayout(name, tmp_path, tmp_path)
            layout.state_folder.mkdir(parents=True)
            layout.state.touch()
        assert [named.site for named in mirrors_named((), tmp_path)] == ["127.0.0.1_8080", "docs.test"]
        for name in ("docs.test", "ScrapedSites/docs.test/", "https://docs.test/guide/", "docs.test/guide"):
            assert mirrors_named([name, "docs.test"], tmp_path) == (Named("docs.test"),)
        assert mirrors_named(["http://127.0.0.1:8080/x"], tmp_path) == (Named("127.0.0.1_8080"),)
        assert mirrors_named(["https://me:pw@docs.test/"], tmp_path) == (Named("docs.test", "me", "pw"),)
        for name in ("other.test", "https://me:pw@other.test/", "ftp://docs.test/"):
            with pytest.raises(UsageError, match="there is no mirror of") as error:
                mirrors_named([name], tmp_path)
            assert "pw" not in str(error.value)
        with pytest.raises(UsageError, match="no mirrors in"):
            mirrors_named((), tmp_path / "nothing")


class TestStarts:
    def test_each_removes_only_what_it_had_brought(self, server: Server, tmp_path: Path) -> None:
        server.pages({
            "/a/": page("a", '<a href="x">x</a>'),
            "/a/x": page("x"),
            "/b/": page("b", '<a href="y">y</a> <a href="/a/x">x</a>'),
            "/b/y": page("y"),
        })  # fmt: skip
        mirror_site(asked_for(tmp_path, server.origin + "/a/"))
        mirror_site(asked_for(tmp_path, server.origin + "/b/"))
        server.pages({"/a/x": html("gone", 410), "/b/y": html("gone", 404)})
        first, second = refresh(server, tmp_path)
        assert (first.start, first.removed) == (server.origin + "/a/", (server.origin + "/a/x",))
        assert (second.start, second.removed) == (server.origin + "/b/", (server.origin + "/b/y",))
        assert names(tmp_path) == {"a/index.html", "a/index.md", "b/index.html", "b/index.md"}

    def test_what_needs_a_header_says_so(self, server: Server, tmp_path: Path) -> None:
        def guarded(request: Request) -> Answer:
            return html(page("secret")) if "x-key" in request.headers else html("who are you?", 401)

        server.script("/docs/", guarded)
        key = RequestOptions(headers=(("X-Key", "s3cret"),))
        mirror_site(asked_for(tmp_path, server.origin + "/docs/", request=key))
        before = trees(tmp_path)
        with pytest.raises(StartFailed, match=r"401 .*; the mirror was made with the header X-Key, which must be"):
            refresh(server, tmp_path)
        (report,) = refresh(server, tmp_path, Overruling(headers=(("x-key", "s3cret"),)))
        assert report.unchanged == 1
        assert trees(tmp_path) == before
        server.pages({"/docs/": page("secret")})
        (report,) = refresh(server, tmp_path)
        assert any("was made with the header" in note for note in report.notes)


class TestGone:
    def test_removed_unless_they_are_kept(self, server: Server, tmp_path: Path) -> None:
        server.pages(site(3))
        mirror_site(asked_for(tmp_path, server.origin + "/docs/"))
        before = trees(tmp_path)
        server.pages({"/docs/p1": html("gone", 404)})
        (kept,) = refresh(server, tmp_path, Overruling(keep={"keep_removed": True}))
        assert kept.removed == ()
        assert trees(tmp_path) == before
        assert kept.pages == 4
        (removed,) = refresh(server, tmp_path, Overruling(keep={"keep_removed": False}))
        assert removed.removed == (server.origin + "/docs/p1",)
        assert {"docs/p1.html", "docs/p1.md"} & names(tmp_path) == set()
        assert audit(Path(removed.html_dir), server.origin).clean
        server.pages({"/docs/p1": page("p1")})
        (back,) = refresh(server, tmp_path)
        assert back.new == (server.origin + "/docs/p1",)
        assert trees(tmp_path) == before

    def test_nobody_leads_to_it_any_more(self, server: Server, tmp_path: Path) -> None:
        """Then the site has removed it, and nothing there is dead."""
        server.pages(site(3))
        mirror_site(asked_for(tmp_path, server.origin + "/docs/"))
        home = site(3)["/docs/"]
        assert isinstance(home, str)
        gone = [server.origin + f"/docs/p{number}" for number in (1, 2)]
        server.pages({
            "/docs/": home.replace('href="p1"', "").replace('href="p2"', ""),
            "/docs/p0": page("p0", '<a href="p2">two</a>'),
            "/docs/p1": html("gone", 404),
            "/docs/p2": html("gone", 404),
        })  # fmt: skip
        (report,) = refresh(server, tmp_path)
        assert report.removed == tuple(gone)
        assert [(f.url, f.referrer) for f in report.failed] == [(gone[1], server.origin + "/docs/p0")]
        assert report.complete


class TestMoved:
    def test_a_moved_page_is_followed(self, server: Server, tmp_path: Path) -> None:
        server.pages(site(4))
        mirror_site(asked_for(tmp_path, server.origin + "/docs/"))
        server.pages({"/docs/p2": redirect("/docs/two", 301), "/docs/two": page("p2")})
        (report,) = refresh(server, tmp_path)
        old, new = server.origin + "/docs/p2", server.origin + "/docs/two"
        assert report.moved == ((old, new),)
        assert (report.new, report.changed, report.removed, report.unchanged) == ((), (), (), 4)
        assert report.complete
        assert {"docs/two.html", "docs/two.md"} <= names(tmp_path)
        assert {"docs/p2.html", "docs/p2.md"} & names(tmp_path) == set()
        assert b'href="two.html"' in trees(tmp_path)[f"ScrapedSites/{report.site}/docs/index.html"]
        assert b"(two.md)" in trees(tmp_path)[f"MarkdownSites/{report.site}/docs/index.md"]
        before = trees(tmp_path)
        (again,) = refresh(server, tmp_path)
        assert (again.moved, again.removed, again.unchanged) == ((), (), 5)
        assert trees(tmp_path) == before
        server.pages({"/docs/p2": page("p2 is back")})
        (back,) = refresh(server, tmp_path)
        assert back.new == (old,)
        assert "docs/p2.html" in names(tmp_path)

    def test_with_keep_removed_the_old_file_stays(self, server: Server, tmp_path: Path) -> None:
        server.pages(site(3))
        mirror_site(asked_for(tmp_path, server.origin + "/docs/", keep=KeepOptions(keep_removed=True)))
        server.pages({"/docs/p2": redirect("/docs/", 301)})
        (report,) = refresh(server, tmp_path)
        assert report.moved == ((server.origin + "/docs/p2", server.origin + "/docs/"),)
        assert "docs/p2.html" in names(tmp_path)
        (report,) = refresh(server, tmp_path)
        assert report.moved == ()

    def test_to_what_cannot_be_had(self, server: Server, tmp_path: Path) -> None:
        server.pages(site(4))
        mirror_site(asked_for(tmp_path, server.origin + "/docs/"))
        before = trees(tmp_path)
        server.pages({
            "/docs/p1": redirect("/docs/one", 301),
            "/docs/one": html("down", 500),
            "/docs/p2": redirect("/docs/two", 301),
            "/docs/two": html("gone", 404),
            "/docs/p3": redirect("/elsewhere/", 301),
        })  # fmt: skip
        (report,) = refresh(server, tmp_path)
        assert report.moved == ()
        assert report.removed == (server.origin + "/docs/p2",)
        reasons = {failure.url: failure.reason for failure in report.failed}
        assert (
            "moved to " + server.origin + "/docs/one, which could not be had: 500"
            in reasons[server.origin + "/docs/p1"]
        )
        assert any("/docs/p3: out of scope" in note for note in report.notes)
        after = trees(tmp_path)
        for name in ("p1.html", "p3.html", "p1.md", "p3.md"):
            path = next(path for path in before if path.endswith("/docs/" + name))
            assert after[path] == before[path]
        server.pages({"/docs/one": page("p1")})
        (report,) = refresh(server, tmp_path)
        assert report.moved == ((server.origin + "/docs/p1", server.origin + "/docs/one"),)

    def test_twins_found_later(self, server: Server, tmp_path: Path) -> None:
        server.pages({"/docs/": page("start", '<a href="a/">a</a> <a href="a/index.html">a</a>')})
        server.pages({"/docs/a/": page("a"), "/docs/a/index.html": page("other")})
        mirror_site(asked_for(tmp_path, server.origin + "/docs/"))
        assert len([name for name in names(tmp_path) if name.startswith("docs/a/")]) == 4
        server.pages({"/docs/a/index.html": page("a")})
        (report,) = refresh(server, tmp_path)
        assert report.moved == ((server.origin + "/docs/a/index.html", server.origin + "/docs/a/"),)
        assert len([name for name in names(tmp_path) if name.startswith("docs/a/")]) == 2
        (report,) = refresh(server, tmp_path)
        assert (report.moved, report.removed, report.unchanged) == ((), (), 2)


LOGIN = html(page("sign in", "<form><input name=user></form>"))
ERROR = html("<title>Service unavailable</title><h1>503 Service Unavailable</h1>")


class TestNonsense:
    """A site that answers nonsense costs the mirror nothing."""

    @pytest.mark.parametrize("broken", ["500", "403", "login", "login by redirect", "error page", "empty"])
    def test_for_everything(self, server: Server, tmp_path: Path, broken: str) -> None:
        pages = {**site(6), "/docs/a.png": typed("image/png", PNG)}
        pages["/docs/p1"] = page("p1", '<img src="a.png" alt="A lamp">')
        server.pages(pages)
        mirror_site(asked_for(tmp_path, server.origin + "/docs/"))
        before = trees(tmp_path)
        answers = {
            "500": html("down", 500),
            "403": html("no", 403),
            "login": LOGIN,
            "login by redirect": redirect("/docs/login", 302),
            "error page": ERROR,
            "empty": html("<title>x</title>"),
        }
        server.pages(dict.fromkeys(pages, answers[broken]) | {"/docs/login": LOGIN})
        for _ in range(2):
            with pytest.raises(StartFailed):
                refresh(server, tmp_path)
            assert trees(tmp_path) == before
        server.pages(pages)
        (report,) = refresh(server, tmp_path)
        assert (report.new, report.changed, report.removed, report.moved) == ((), (), (), ())
        assert trees(tmp_path) == before

    def test_behind_the_start_page(self, server: Server, tmp_path: Path) -> None:
        server.pages(site(8))
        mirror_site(asked_for(tmp_path, server.origin + "/docs/"))
        before = trees(tmp_path)
        server.pages({f"/docs/p{number}": LOGIN for number in range(7)} | {"/docs/p7": html("gone", 404)})
        (report,) = refresh(server, tmp_path)
        assert trees(tmp_path) == before
        assert report.removed == ()
        assert [failure.reason for failure in report.failed if not failure.site_fault] == [
            "answers with one and the same page as 6 others; the good copy is kept"
        ] * 7
        assert "7 of 9 known pages could not be had: nothing was removed." in report.notes
        server.pages(site(7))
        (report,) = refresh(server, tmp_path)
        assert report.removed == (server.origin + "/docs/p7",)

    def test_of_one_page(self, server: Server, tmp_path: Path) -> None:
        server.pages({**site(6), "/docs/p4": page("p4", words=400)})
        mirror_site(asked_for(tmp_path, server.origin + "/docs/"))
        before = trees(tmp_path)
        server.pages({
            "/docs/p1": ERROR,
            "/docs/p2": html("<title>p2</title><main><h1>p2</h1></main>"),
            "/docs/p3": Answer(204),
            "/docs/p4": page("p4", words=60),
        })  # fmt: skip
        (report,) = refresh(server, tmp_path)
        changed = {name for name, body in trees(tmp_path).items() if before[name] != body}
        assert {name.rpartition("/")[2] for name in changed} == {"p4.html", "p4.md"}
        reasons = {failure.url.rpartition("/")[2]: failure.reason for failure in report.failed}
        assert reasons == {
            "p1": "became an error page; the good copy is kept",
            "p2": "became nearly empty (1 of 82 words left); the good copy is kept unless --accept-losses is given",
            "p3": "answered without content; the good copy is kept",
        }
        assert not report.complete
        server.pages({"/docs/p1": page("p1, longer", words=200)})
        (report,) = refresh(server, tmp_path)
        assert report.changed == (server.origin + "/docs/p1",)

    def test_a_web_page_in_place_of_an_image(self, server: Server, tmp_path: Path) -> None:
        pages = {**site(2), "/docs/a.png": typed("image/png", PNG)}
        pages["/docs/p1"] = page("p1", '<img src="a.png" alt="A lamp">')
        server.pages(pages)
        mirror_site(asked_for(tmp_path, server.origin + "/docs/"))
        before = trees(tmp_path)
        server.pages({"/docs/a.png": LOGIN})
        (report,) = refresh(server, tmp_path)
        assert trees(tmp_path) == before
        assert [failure.url for failure in report.failed] == [server.origin + "/docs/a.png"]
        server.pages({"/docs/a.png": html("gone", 404)})
        (report,) = refresh(server, tmp_path)
        assert [name for name in names(tmp_path) if name.endswith(".png")] == []

    def test_most_pages_fail(self, server: Server, tmp_path: Path) -> None:
        server.pages(site(6))
        mirror_site(asked_for(tmp_path, server.origin + "/docs/"))
        before = trees(tmp_path)
        server.pages({f"/docs/p{number}": html("down", 500) for number in range(4)} | {"/docs/p5": html("gone", 404)})
        (report,) = refresh(server, tmp_path)
        assert trees(tmp_path) == before
        assert "4 of 7 known pages could not be had: nothing was removed." in report.notes
        server.pages({f"/docs/p{number}": page(f"p{number}") for number in range(2)})
        (report,) = refresh(server, tmp_path)
        assert report.removed == (server.origin + "/docs/p5",)

    def test_robots_forbid_it_since(self, server: Server, tmp_path: Path) -> None:
        server.pages(site(3))
        mirror_site(asked_for(tmp_path, server.origin + "/docs/"))
        before = trees(tmp_path)
        server.pages({"/robots.txt": robots("User-agent: *\nDisallow: /docs/p1")})
        (report,) = refresh(server, tmp_path)
        assert trees(tmp_path) == before
        assert any(note.startswith("1 known address is left out since") for note in report.notes)

    def test_a_site_that_was_written_anew_is_believed(self, server: Server, tmp_path: Path) -> None:
        server.pages(site(6))
        mirror_site(asked_for(tmp_path, server.origin + "/docs/"))
        links = "".join(f'<p><a href="q{number}">page {number}</a></p>' for number in range(6))
        server.pages({"/docs/": page("another start", links)})
        server.pages({f"/docs/p{number}": html("gone", 404) for number in range(6)})
        server.pages({f"/docs/q{number}": page(f"q{number}") for number in range(6)})
        (report,) = refresh(server, tmp_path)
        assert (len(report.new), len(report.removed), len(report.changed)) == (6, 6, 1)


def test_what_was_told_is_kept(server: Server, tmp_path: Path) -> None:
    server.pages(site(5))
    mirror_site(asked_for(tmp_path, server.origin + "/docs/"))
    server.pages({"/docs/p0": page("p0 anew"), "/docs/p1": redirect("/docs/one", 301), "/docs/one": page("p1")})
    server.pages({"/docs/p2": html("gone", 404), "/docs/p3": html("down", 500)})
    (report,) = refresh(server, tmp_path)
    (history,) = past_changes(report.site, tmp_path / "ScrapedSites", tmp_path / "MarkdownSites", 2)
    assert [past.refresh for past in history.reports] == [True, False]
    assert history.reports[0].report == report
    assert [len(part) for part in (report.changed, report.moved, report.removed, report.failed)] == [1, 1, 1, 2]
    for path in site(5):
        server.script(path, html("down", 500))
    with pytest.raises(StartFailed):
        refresh(server, tmp_path)
    (history,) = past_changes(report.site, tmp_path / "ScrapedSites", tmp_path / "MarkdownSites")
    assert [why for _, why in history.in_vain] == [
        f"the start URL {server.origin}/docs/ answered 500 Internal Server Error"
    ]
    assert history.reports[0].report == report


def test_an_interrupted_refresh_ends_like_an_unbroken_one(server: Server, tmp_path: Path) -> None:
    server.pages(site(24))
    for folder in ("whole", "broken"):
        mirror_site(asked_for(tmp_path / folder, server.origin + "/docs/"))
    before = trees(tmp_path / "broken")
    server.pages({"/docs/p3": page("p3 anew"), "/docs/p4": redirect("/docs/four", 301), "/docs/four": page("p4")})
    server.pages({"/docs/p5": html("gone", 404), "/docs/p6": ERROR, "/docs/p23": html("gone", 410)})
    (unbroken,) = refresh(server, tmp_path / "whole")
    seen: list[str] = []

    def interrupt(event: object) -> None:
        if isinstance(event, PageDone):
            seen.append(event.url)
            if len(seen) == 8:
                os.kill(os.getpid(), signal.SIGINT)

    named = Named(site_name(server.origin))
    (request,) = refresh_requests(named, tmp_path / "broken/ScrapedSites", tmp_path / "broken/MarkdownSites")
    first = mirror_site(replace(request, pace=replace(request.pace, concurrency=2)), interrupt)
    assert first.interrupted
    assert (first.removed, first.moved) == ((), ())
    assert set(before) <= set(trees(tmp_path / "broken"))  # nothing goes before all is known
    assert audit(Path(first.html_dir), server.origin).dangling == []
    (second,) = refresh(server, tmp_path / "broken")
    assert not second.interrupted
    assert trees(tmp_path / "broken") == trees(tmp_path / "whole")
    assert (second.removed, second.moved) == (unbroken.removed, unbroken.moved)
    assert set(first.changed) == {server.origin + "/docs/p3"}  # which is told again: the run before had not changed it
    for told in (second, past_changes(named.site, request.html_dir, request.markdown_dir)[0].reports[0].report):
        assert (set(told.changed), set(told.new)) == (set(unbroken.changed), set(unbroken.new))
        assert told.unchanged == unbroken.unchanged
        assert {(one.kind, one.id) for one in told.sections} == {(one.kind, one.id) for one in unbroken.sections}
    assert len(unbroken.removed) == 2
    assert len(unbroken.moved) == 1


class TestPowerCut:
    """A name may reach the disk before the bytes do."""

    def test_files_are_on_the_disk_before_the_state_calls_them_written(
        self, server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for path, answer in site(3).items():
            assert isinstance(answer, str)
            server.script(path, conditional(html(answer), f'"{path}"'))
        request = asked_for(tmp_path, server.origin + "/docs/")
        state_file = SiteLayout(site_name(server.origin), request.html_dir, request.markdown_dir).state
        recorded: list[set[str]] = []

        def look() -> None:
            with StateReader(state_file) as state:
                recorded.append({made.filled for made in state.derived().values()})
                assert not any(resource.kept for resource in state.resources())

        monkeypatch.setattr("scrapepy.mirroring.publish.settle", look)
        mirror_site(request)
        assert recorded == [{""}]
        mirror_site(request)
        assert len(recorded) == 1  # nothing was written, so there is nothing to bring anywhere

    def test_an_empty_file_is_written_again(self, server: Server, tmp_path: Path) -> None:
        server.pages(site(3))
        request = asked_for(tmp_path, server.origin + "/docs/")
        mirror_site(request)
        before = trees(tmp_path)
        for name in ("*1.html", "*2.md"):
            (file,) = tmp_path.rglob(name)
            file.write_bytes(b"")
        mirror_site(request)
        assert trees(tmp_path) == before


def test_an_edit_stays_until_what_would_be_written_changes(server: Server, tmp_path: Path) -> None:
    """Another page's anchors, a new page, a removed copy: none of them is a reason to lose somebody's words."""
    pages = site(3)
    server.pages(pages)
    request = asked_for(tmp_path, server.origin + "/docs/")
    mirror_site(request)
    edited = {path for path in tmp_path.rglob("p[12].*") if path.suffix in (".md", ".html")}
    assert len(edited) == 4
    for path in edited:
        path.write_text(path.read_text() + "\nMINE\n")

    pages["/docs/p0"] = page("p0 anew", '<h2 id=new>New</h2><p><a href="p9#there">nine</a> <a href="#new">new</a></p>')
    pages["/docs/p9"] = page("p9", "<h2 id=there>There</h2><p>Words are here.</p>")
    server.pages(pages)
    refresh(server, tmp_path)
    assert {path.name for path in edited if "MINE" not in path.read_text()} == set()
    refresh(server, tmp_path)
    next(tmp_path.rglob("p2.md")).unlink()
    refresh(server, tmp_path)
    anew = {path for path in edited if "MINE" not in path.read_text()}
    assert {path.name for path in anew} == {"p2.md"}

    pages["/docs/p1"] = page("p1 anew")
    server.pages(pages)
    refresh(server, tmp_path)
    assert {path.name for path in edited if "MINE" in path.read_text()} == {"p2.html"}


def test_an_edit_goes_where_the_links_lead_elsewhere(server: Server, tmp_path: Path) -> None:
    pages = site(1) | {"/docs/p0": page("p0", '<h2 id=here>Here</h2><p><a href="#here">here</a></p>')}
    server.pages(pages)
    mirror_site(asked_for(tmp_path, server.origin + "/docs/"))
    document = next(tmp_path.rglob("p0.md"))
    before = document.read_text()
    document.write_text(before + "\nMINE\n")
    refresh(server, tmp_path, Overruling(keep={"anchors": AnchorStyle.OBSIDIAN}))
    assert "MINE" not in document.read_text() != before
