"""The whole house on small sites: fetched, saved, converted, run again."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from scrapepy.crawl.events import PageDone
from scrapepy.errors import StartFailed, StoreError
from scrapepy.mirroring.check import check_site
from scrapepy.mirroring.listing import list_mirrors
from scrapepy.mirroring.planning import plan_site
from scrapepy.mirroring.request import MirrorRequest
from scrapepy.mirroring.site import mirror_site
from scrapepy.model.options import KeepOptions, Pace
from scrapepy.model.report import MirrorReport
from scrapepy.model.skip import SkipReason
from tests.support.link_audit import audit
from tests.support.server import Answer, Server, html, redirect, robots, typed

FAST = Pace(delay=0.0, concurrency=4, timeout=60.0, retries=1)
PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 40
LONG = "<p>" + "The quick brown fox jumps over the lazy dog near the river bank today. " * 6 + "</p>"

MANUAL = {
    "/docs/": f'<title>Manual</title><link rel=stylesheet href="/style/main.css"><main><h1>Manual</h1>{LONG}'
    '<p>See <a href="guide/">the guide</a>, <a href="guide/setup#Install">how to install</a>, '
    '<a href="../elsewhere">elsewhere</a>, <a href="old">the old page</a>, <a href="data.zip">a file</a> and '
    '<a href="gone">a dead one</a>.</p></main>',
    "/docs/guide/": f'<title>Guide</title><main><h1>Guide</h1>{LONG}<p><img src="../img/a.png" alt="A lamp">'
    '<a href="setup">Setup</a></p></main>',
    "/docs/guide/setup": f'<title>Setup</title><main><h1>Setup</h1>{LONG}<h2 id="Install">Installing it</h2>{LONG}'
    '<pre><code class="language-sh">pip install x\n</code></pre></main>',
    "/docs/old": redirect("/docs/guide/setup#Install"),
    "/docs/gone": html("<h1>Not found</h1>", 404),
    "/docs/data.zip": typed("application/zip", b"PK\x03\x04rest"),
    "/docs/img/a.png": typed("image/png", PNG),
    "/style/main.css": typed("text/css", 'body { background: url("bg.png") } @import "more.css";'),
    "/style/bg.png": typed("image/png", PNG + b"1"),
    "/style/more.css": typed("text/css", "p { color: red }"),
}


def mirror(server: Server, tmp_path: Path, path: str = "/docs/", **changes: object) -> MirrorReport:
    request = MirrorRequest(
        server.origin + path,
        stay_in_path=True,
        pace=FAST,
        html_dir=tmp_path / "ScrapedSites",
        markdown_dir=tmp_path / "MarkdownSites",
    )
    return mirror_site(replace(request, **changes))  # type: ignore[arg-type]


def tree(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".scrapepy" not in path.parts
    }


class TestFirstRun:
    def test_every_file_stands_where_it_should(self, server: Server, tmp_path: Path) -> None:
        server.pages(MANUAL)
        report = mirror(server, tmp_path)
        html_files, documents = tree(Path(report.html_dir)), tree(Path(report.markdown_dir or ""))
        assert set(html_files) == {
            "docs/index.html",
            "docs/guide/index.html",
            "docs/guide/setup.html",
            "docs/data.zip",
            "docs/img/a.png",
            "style/main.css",
            "style/bg.png",
            "style/more.css",
        }
        assert set(documents) == {"docs/index.md", "docs/guide/index.md", "docs/guide/setup.md", "docs/img/a.png"}
        assert (report.pages, report.documents, report.assets) == (3, 3, 5)
        assert [(f.url, f.site_fault) for f in report.failed] == [(server.origin + "/docs/gone", True)]
        assert report.complete

    def test_links_of_both_copies(self, server: Server, tmp_path: Path) -> None:
        server.pages(MANUAL)
        report = mirror(server, tmp_path)
        page = (Path(report.html_dir) / "docs/index.html").read_text()
        assert 'href="guide/index.html"' in page
        assert page.count('href="guide/setup.html#Install"') == 2  # one of them through the redirect
        assert f'href="{server.origin}/elsewhere"' in page
        assert 'href="../style/main.css"' in page
        text = (Path(report.markdown_dir or "") / "docs/index.md").read_text()
        assert "[the guide](guide/index.md)" in text
        assert "[how to install](guide/setup.md#installing-it)" in text
        assert "[the old page](guide/setup.md#installing-it)" in text
        assert f"[elsewhere]({server.origin}/elsewhere)" in text
        assert f"[a file](../../../ScrapedSites/{report.site}/docs/data.zip)" in text
        guide = (Path(report.markdown_dir or "") / "docs/guide/index.md").read_text()
        assert "![A lamp](../img/a.png)" in guide
        assert audit(Path(report.html_dir), server.origin).clean
        assert not check_site(Path(report.html_dir), Path(report.markdown_dir or "")).faults

    def test_frontmatter(self, server: Server, tmp_path: Path) -> None:
        server.pages(MANUAL)
        report = mirror(server, tmp_path)
        text = (Path(report.markdown_dir or "") / "docs/guide/setup.md").read_text()
        head = yaml.safe_load(text.split("---\n")[1])
        assert head["title"] == "Setup"
        assert head["source"] == server.origin + "/docs/guide/setup"
        assert "```sh\npip install x\n```" in text

    def test_one_folder_for_both(self, server: Server, tmp_path: Path) -> None:
        server.pages(MANUAL)
        report = mirror(server, tmp_path, html_dir=tmp_path / "both", markdown_dir=tmp_path / "both")
        names = set(tree(Path(report.html_dir)))
        assert {"docs/index.html", "docs/index.md", "docs/img/a.png"} <= names
        assert "[a file](data.zip)" in (Path(report.html_dir) / "docs/index.md").read_text()

    def test_no_markdown(self, server: Server, tmp_path: Path) -> None:
        server.pages(MANUAL)
        report = mirror(server, tmp_path, keep=KeepOptions(markdown=False))
        assert report.documents == 0
        assert not list(tmp_path.rglob("*.md"))


class TestAliases:
    def test_index_twin_and_canonical_are_one_file(self, server: Server, tmp_path: Path) -> None:
        body = f"<title>T</title><link rel=canonical href='/docs/x'><main><h1>T</h1>{LONG}</main>"
        server.pages({
            "/docs/": '<a href="g/">1</a><a href="g/index.html">2</a><a href="x">x</a><a href="x?print=2#f">y</a>',
            "/docs/g/": "<h1>same</h1>",
            "/docs/g/index.html": "<h1>same</h1>",
            "/docs/x": body,
            "/docs/x?print=2": body,
        })  # fmt: skip
        report = mirror(server, tmp_path)
        page = (Path(report.html_dir) / "docs/index.html").read_text()
        assert page.count('href="g/index.html"') == 2
        assert 'href="x.html"' in page
        assert 'href="x.html#f"' in page
        assert set(tree(Path(report.html_dir))) == {"docs/index.html", "docs/g/index.html", "docs/x.html"}


class TestStart:
    def test_a_failed_start_leaves_nothing_behind(self, server: Server, tmp_path: Path) -> None:
        server.pages({"/docs/": html("no", 404)})
        with pytest.raises(StartFailed, match="404"):
            mirror(server, tmp_path)
        assert list(tmp_path.iterdir()) == []

    def test_another_start_does_not_hear_of_it(self, server: Server, tmp_path: Path) -> None:
        server.pages({**MANUAL, "/nope/": html("no", 404)})
        mirror(server, tmp_path)
        with pytest.raises(StartFailed):
            mirror(server, tmp_path, "/nope/")
        report = mirror(server, tmp_path)
        assert [failure.url for failure in report.failed] == [server.origin + "/docs/gone"]
        assert [
            start for mirrored in list_mirrors(tmp_path / "ScrapedSites", tmp_path / "M") for start in mirrored.starts
        ] == [server.origin + "/docs/"]

    def test_robots_forbids(self, server: Server, tmp_path: Path) -> None:
        server.pages({"/robots.txt": robots("User-agent: *\nDisallow: /"), "/docs/": "x"})
        with pytest.raises(StartFailed, match=r"robots\.txt"):
            mirror(server, tmp_path)
        assert server.paths() == ["/robots.txt"]

    def test_an_unwritable_folder(self, server: Server, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("in the way")
        with pytest.raises(StoreError):
            mirror(server, tmp_path, html_dir=tmp_path / "file")

    def test_dry_run_writes_nothing(self, server: Server, tmp_path: Path) -> None:
        server.pages(MANUAL)
        request = MirrorRequest(server.origin + "/docs/", stay_in_path=True, pace=FAST, html_dir=tmp_path / "S")
        plan = plan_site(request)
        assert server.origin + "/docs/guide/" in plan.first
        assert plan.total == len(plan.first) == 5
        assert os.listdir(tmp_path) == []


class TestPages:
    def test_max_pages_is_complete_with_a_count(self, server: Server, tmp_path: Path) -> None:
        server.pages(MANUAL)
        report = mirror(server, tmp_path, keep=KeepOptions(max_pages=2))
        assert report.pages == 2
        assert report.left_over >= 1
        assert report.complete

    def test_a_page_that_says_it_is_missing_is_left_out(self, server: Server, tmp_path: Path) -> None:
        server.pages({
            "/docs/": '<a href="a">a</a><a href="b">b</a>',
            "/docs/a": "<title>404 Not Found</title><h1>404 Not Found</h1>",
            "/docs/b": f"<title>HTTP 404 explained</title><main><h1>HTTP 404 explained</h1>{LONG}</main>",
        })  # fmt: skip
        report = mirror(server, tmp_path)
        assert "docs/b.html" in tree(Path(report.html_dir))
        assert "docs/a.html" not in tree(Path(report.html_dir))
        assert SkipReason.ERROR_PAGE.value in [skip.reason for skip in report.skipped]

    def test_pages_drawn_by_script_are_told(self, server: Server, tmp_path: Path) -> None:
        shell = '<title>App</title><div id="root"></div><script src="/docs/app.js"></script>'
        server.pages({"/docs/": f'<h1>Start</h1>{LONG}<a href="app">app</a>', "/docs/app": shell})
        server.pages({"/docs/app.js": typed("text/javascript", "draw()")})
        report = mirror(server, tmp_path)
        assert any("/docs/app)" in note and "1 page needs --browser" in note for note in report.notes)

    def test_diagrams_whose_text_is_in_a_script_are_told(self, server: Server, tmp_path: Path) -> None:
        page = f'<h1>Start</h1>{LONG}<a href="plain">plain</a><script src="/assets/js/%s.e049206f.js"></script>'
        told = (
            'e.exports=JSON.parse(\'{"id":"x","permalink":"%s"}\');(0,a.jsx)(s.%s,{value:"graph TD;\\n    A--\\x3eB;"})'
        )
        server.pages({"/docs/": page % "0fb0cd94", "/docs/plain": page % "1fb0cd94"})
        server.pages({
            "/assets/js/0fb0cd94.e049206f.js": typed("text/javascript", told % ("/docs/", "mermaid")),
            "/assets/js/1fb0cd94.e049206f.js": typed("text/javascript", told % ("/docs/plain", "pre")),
        })  # fmt: skip
        for _ in range(2):  # the second run asks for nothing that it did not have
            # docusaurus-mermaid is the row
            notes = [note for note in mirror(server, tmp_path).notes if "--browser=all" in note]
            assert len(notes) == 1
            assert "1 page has diagrams" in notes[0]
            assert "/docs/)" in notes[0]


class TestSecondRun:
    def test_nothing_changed_nothing_written(self, server: Server, tmp_path: Path) -> None:
        server.pages(MANUAL)
        report = mirror(server, tmp_path)
        folders = [Path(report.html_dir), Path(report.markdown_dir or "")]
        stamps = [{path: path.stat().st_mtime_ns for path in f.rglob("*") if path.is_file()} for f in folders]
        again = mirror(server, tmp_path)
        assert not again.new
        assert not again.changed
        for folder, before in zip(folders, stamps, strict=True):
            after = {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}
            kept = {path: stamp for path, stamp in before.items() if ".scrapepy" not in path.parts}
            assert {path: after.get(path) for path in kept} == kept

    def test_unchanged_pages_are_asked_with_a_condition(self, server: Server, tmp_path: Path) -> None:
        server.script(
            "/docs/", html("<h1>x</h1><a href=p>p</a>", ETag='"1"'), Answer(status=304, headers={"ETag": '"1"'})
        )
        server.pages({"/docs/p": "<h1>p</h1>"})
        mirror(server, tmp_path)
        asked_before = len(server.paths())
        again = mirror(server, tmp_path)
        assert server.asked("/docs/")[1].headers["if-none-match"] == '"1"'
        assert again.not_modified == 1
        assert server.paths()[asked_before:].count("/docs/p") == 1
        assert again.pages == 2

    def test_a_changed_page_and_a_gone_one(self, server: Server, tmp_path: Path) -> None:
        server.pages({"/docs/": '<a href="a">a</a><a href="b">b</a>', "/docs/a": "<h1>a</h1>", "/docs/b": "<h1>b</h1>"})
        first = mirror(server, tmp_path)
        server.pages({"/docs/a": "<h1>new</h1>", "/docs/b": html("gone", 410)})
        second = mirror(server, tmp_path)
        files = tree(Path(first.html_dir))
        assert b"new" in files["docs/a.html"]
        assert "docs/b.html" not in files
        assert second.changed == (server.origin + "/docs/a",)
        assert second.removed == (server.origin + "/docs/b",)
        assert f'href="{server.origin}/docs/b"' in files["docs/index.html"].decode()

    def test_a_server_that_is_down_changes_nothing(self, server: Server, tmp_path: Path) -> None:
        server.pages(MANUAL)
        report = mirror(server, tmp_path)
        before = tree(Path(report.html_dir)), tree(Path(report.markdown_dir or ""))
        for path in MANUAL:
            server.script(path, html("down", 500))
        with pytest.raises(StartFailed, match="500"):
            mirror(server, tmp_path, pace=replace(FAST, retries=0))
        assert (tree(Path(report.html_dir)), tree(Path(report.markdown_dir or ""))) == before
        server.pages({**MANUAL, "/docs/guide/": f"<h1>back again</h1>{LONG}"})
        back = mirror(server, tmp_path)
        assert back.changed == (server.origin + "/docs/guide/",)


def test_works_inside_a_running_loop(server: Server, tmp_path: Path) -> None:
    import asyncio

    server.pages(MANUAL)

    async def notebook() -> MirrorReport:
        return mirror(server, tmp_path)

    assert asyncio.run(notebook()).pages == 3


class TestResume:
    def test_an_interrupted_run_goes_on(self, server: Server, tmp_path: Path) -> None:
        server.pages({
            "/docs": redirect("/docs/"),
            "/docs/": "".join(f'<a href="p{n}">{n}</a>' for n in range(30)),
            **{f"/docs/p{n}": f"<h1>page {n}</h1>" for n in range(30)},
        })  # fmt: skip
        seen: list[str] = []

        def interrupt(event: object) -> None:
            if isinstance(event, PageDone):
                seen.append(event.url)
                if len(seen) == 8:
                    os.kill(os.getpid(), signal.SIGINT)

        first = _mirror_with(server, tmp_path, interrupt)
        assert first.interrupted
        assert 8 <= first.pages < 31
        assert audit(Path(first.html_dir), server.origin).dangling == []
        asked_before = server.paths()
        second = _mirror_with(server, tmp_path, None)
        assert not second.interrupted
        assert second.pages == 31
        again = [path for path in server.paths()[len(asked_before) :] if path in asked_before]
        assert len([path for path in again if path.startswith("/docs/p")]) <= 4  # those under way, at most
        assert "/docs" not in server.paths()[len(asked_before) :]

    def test_an_interrupted_refresh_goes_on(self, server: Server, tmp_path: Path) -> None:
        def site(word: str) -> dict[str, str]:
            links = "".join(f'<a href="p{n}">{n}</a>' for n in range(30))
            return {"/docs": links, **{f"/p{n}": f"<h1>page {n}</h1><p>{word}" for n in range(30)}}

        server.pages(site("old"))
        _mirror_with(server, tmp_path, None)
        server.pages(site("new"))
        seen: list[str] = []

        def interrupt(event: object) -> None:
            if isinstance(event, PageDone):
                seen.append(event.url)
                if len(seen) == 8:
                    os.kill(os.getpid(), signal.SIGINT)

        assert _mirror_with(server, tmp_path, interrupt).interrupted
        last = _mirror_with(server, tmp_path, None)
        assert not last.interrupted
        pages = list(Path(last.html_dir).rglob("p*.html"))
        assert len(pages) == 30
        assert all("new" in page.read_text() for page in pages)


def _mirror_with(server: Server, tmp_path: Path, on_event: Callable[[object], None] | None) -> MirrorReport:
    request = MirrorRequest(
        server.origin + "/docs",
        stay_in_path=True,
        pace=replace(FAST, concurrency=2),
        html_dir=tmp_path / "S",
        markdown_dir=tmp_path / "M",
    )
    return mirror_site(request, on_event)
