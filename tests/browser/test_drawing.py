"""Sites that draw themselves by script, mirrored with Chromium: what is saved, what is asked, and what never is."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scrapepy.mirroring.request import MirrorRequest
from scrapepy.mirroring.site import mirror_site
from scrapepy.model.options import BrowserPolicy, KeepOptions, Pace, ScriptPolicy
from scrapepy.model.report import MirrorReport
from scrapepy.rules.browser_requests import OPENERS, REQUEST_ROLES
from tests.support.server import Server, html, typed

ROOT = str(Path(__file__).parents[2])


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as running:
        yield running


pytestmark = pytest.mark.usefixtures("browser")  # skipped where there is none

LONG = "Boats are moored, fuelled and kept in the harbour during the whole year. " * 6
SHELL = (
    "<!DOCTYPE html><html lang=en><head><title>Harbour</title></head><body><noscript>Please enable scripts.</noscript>"
    '<div id="app"></div><script type="module" src="/app.js"></script></body></html>'
)
APP = """
const pages = {
  "/": `<h1>Harbour</h1><p>%s</p><p>See <a href="/guide/knots#bowline">Knots</a>.</p>`,
  "/guide/knots": async () => {
    const knots = await (await fetch("/knots.json")).json();
    await new Promise((done) => setTimeout(done, 900));
    return "<main><h1>Knots</h1><p>They hold.</p><h2 id=bowline>Bowline</h2><p>" + knots.text + "</p>"
      + "<img src=/rope.svg alt=Rope></main>";
  },
};
const page = pages[location.pathname] || "<h1>Page not found</h1>";
document.title = location.pathname === "/" ? "Harbour" : "Knots";
document.getElementById("app").innerHTML = typeof page === "string" ? page : await page();
""".replace("%s", LONG)


def harbour(server: Server, **headers: str) -> None:
    """A site with real paths whose pages are all one shell."""
    shell = html(SHELL, **headers)
    server.pages({
        "/": shell,
        "/guide/knots": shell,
        "/app.js": typed("text/javascript", APP, **headers),
        "/knots.json": typed("application/json", json.dumps({"text": "A loop that never slips. " + LONG}), **headers),
        "/rope.svg": typed("image/svg+xml", '<svg xmlns="http://www.w3.org/2000/svg"/>', **headers),
    })  # fmt: skip


def mirror(server: Server, folder: Path, policy: BrowserPolicy = BrowserPolicy.AUTO, **options: Any) -> MirrorReport:
    request = MirrorRequest(
        server.origin + "/",
        pace=Pace(delay=0.0, timeout=60.0, retries=0),
        keep=KeepOptions(browser=policy),
        html_dir=folder / "html",
        markdown_dir=folder / "md",
    )
    return mirror_site(replace(request, **options))


def saved(report: MirrorReport, path: str) -> str:
    return Path(report.html_dir, path).read_text(encoding="utf-8")


def markdown(report: MirrorReport, path: str) -> str:
    return Path(report.markdown_dir or "", path).read_text(encoding="utf-8")


class TestAShell:
    def test_without_and_with_a_browser(self, server: Server, tmp_path: Path) -> None:
        harbour(server, ETag='"1"')
        report = mirror(server, tmp_path, BrowserPolicy.NEVER)
        assert any("1 page needs --browser" in note for note in report.notes)
        assert report.documents == 0

        before, begun = len(server.asked()), time.monotonic()
        report = mirror(server, tmp_path, pace=Pace(delay=0.15, timeout=60.0, retries=0))
        assert report.complete
        assert (report.pages, report.documents) == (2, 2)
        assert "[Knots](guide/knots.md#bowline)" in markdown(report, "index.md")
        assert "## Bowline\n\nA loop that never slips." in markdown(report, "guide/knots.md")
        page = saved(report, "guide/knots.html")
        assert 'src="../rope.svg"' in page
        assert "<script" not in page
        assert "enable scripts" not in page
        assert Path(report.html_dir, "knots.json").exists()
        assert not any("--browser" in note for note in report.notes)

        asked = server.asked()[before:]
        assert len({request.path for request in asked}) == len(asked), "each thing is asked for once"
        assert server.is_paced(0.15, begun, before)
        assert all("ScrapePy" in request.headers["user-agent"] for request in asked)

    def test_robots_txt_counts_in_the_browser_and_scripts_may_stay(self, server: Server, tmp_path: Path) -> None:
        harbour(server)
        server.script("/robots.txt", typed("text/plain", "User-agent: *\nDisallow: /knots.json"))
        report = mirror(server, tmp_path, keep=KeepOptions(browser=BrowserPolicy.AUTO, scripts=ScriptPolicy.KEEP))
        assert "/knots.json" not in server.paths()
        assert report.pages == 2
        assert 'src="app.js"' in saved(report, "index.html")

    def test_a_refresh_draws_again_what_shows_other_data(self, server: Server, tmp_path: Path) -> None:
        harbour(server)  # without validators: each body comes again
        mirror(server, tmp_path)
        before = len(server.paths())
        same = mirror(server, tmp_path)
        assert not same.changed
        assert same.pages == same.documents == 2
        assert len(server.paths()) - before == len(set(server.paths()[before:]))

        other = json.dumps({"text": "It holds in every weather. " + LONG})
        server.pages({"/knots.json": typed("application/json", other)})
        again = mirror(server, tmp_path)
        assert {url.removeprefix(server.origin) for url in again.changed} == {"/guide/knots", "/knots.json"}
        assert "It holds in every weather." in markdown(again, "guide/knots.md")


class TestWhatAPageMayDo:
    def test_hosts_methods_and_sockets(self, server: Server, tmp_path: Path) -> None:
        with Server() as other:
            script = f"""
            for (const kind of ["beacon", "data"]) fetch("{other.origin}/" + kind).catch(() => 0);
            fetch("/post", {{ method: "POST", body: "x" }}).catch(() => 0);
            navigator.sendBeacon("/beacon", "x");
            try {{ new WebSocket("{other.origin.replace("http", "ws")}/socket"); }} catch (e) {{}}
            const image = new Image(); image.src = "{other.origin}/pixel.png"; document.body.append(image);
            window.open("/popup");
            const frame = document.createElement("iframe"); frame.src = "{other.origin}/frame";
            document.body.append(frame);
            document.getElementById("app").innerHTML = "<h2>Drawn</h2><p>{LONG}</p>";
            """
            server.pages({"/": SHELL, "/app.js": typed("text/javascript", script)})
            other.pages({"/pixel.png": typed("image/png", b"\x89PNG\r\n\x1a\n")})
            report = mirror(server, tmp_path)
            assert "Boats are" in markdown(report, "index.md")
            assert set(other.paths()) <= {"/robots.txt", "/pixel.png"}
            assert "/pixel.png" in other.paths()
        assert not {"/post", "/beacon", "/popup"} & set(server.paths())
        assert all(request.method == "GET" for request in server.asked())
        assert any(f"wanted data from {other.origin}" in note for note in report.notes)

    def test_a_script_that_goes_elsewhere(self, server: Server, tmp_path: Path) -> None:
        page = f"document.getElementById('app').innerHTML = '<h2>Start</h2><p>{LONG}</p>'; location.href = '/next'"
        server.pages({"/": SHELL, "/app.js": typed("text/javascript", page), "/next": f"<h1>Next</h1><p>{LONG}</p>"})
        report = mirror(server, tmp_path)
        assert "Boats are" in markdown(report, "index.md")
        assert "# Next" in markdown(report, "next.md")

    def test_a_script_that_never_ends(self, server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("scrapepy.crawl.browser._STUCK", 1.0)
        endless = "setTimeout(() => { while (true) {} }, 300)"
        good = f'<h1>Good</h1><p>{LONG}</p><a href="/">x</a>'
        server.pages({"/": f'{good}<a href="/bad">b</a>', "/bad": SHELL, "/app.js": typed("text/javascript", endless)})
        report = mirror(server, tmp_path)
        assert any(f"{server.origin}/bad could not be drawn" in note for note in report.notes)
        assert "# Good" in markdown(report, "index.md")
        assert 'id="app"' in saved(report, "bad.html")

    def test_a_page_that_never_rests_is_saved_all_the_same(
        self, server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("scrapepy.crawl.browser._RESTLESS", 4.0)  # more than drawing takes, on any machine
        clock = f"document.body.innerHTML = '<h2>Clock</h2><p>{LONG}</p><b></b>';"
        clock += "setInterval(() => { document.querySelector('b').textContent = Math.random(); fetch('/x.json') }, 50)"
        server.pages(
            {"/": SHELL, "/app.js": typed("text/javascript", clock), "/x.json": typed("application/json", "1")}
        )
        assert "Boats are" in markdown(mirror(server, tmp_path), "index.md")
        assert server.paths().count("/x.json") == 1


class TestWhatIsWrittenDown:
    def draw(self, server: Server, tmp_path: Path, script: str) -> str:
        server.pages({"/": SHELL, "/app.js": typed("text/javascript", script)})
        return saved(mirror(server, tmp_path), "index.html")

    def test_styles_set_by_scripts_shadow_trees_and_drawings(self, server: Server, tmp_path: Path) -> None:
        text = self.draw(
            server,
            tmp_path,
            f"""
            const app = document.getElementById("app");
            app.innerHTML = "<h1>Parts</h1><p>{LONG}</p><div class=box></div><canvas width=4 height=4 id=c></canvas>";
            const style = document.createElement("style"); document.head.append(style);
            style.sheet.insertRule(".inserted {{ color: red }}");
            const sheet = new CSSStyleSheet(); sheet.replaceSync(".adopted {{ color: blue }}");
            document.adoptedStyleSheets = [sheet];
            const root = document.querySelector(".box").attachShadow({{ mode: "open" }});
            root.innerHTML = "<slot></slot><i>in the shadow</i>";
            document.getElementById("c").getContext("2d").fillRect(0, 0, 4, 4);
            """,
        )
        assert ".inserted" in text
        assert ".adopted" in text
        assert re.search(r'<template shadowrootmode="open".*in the shadow</i></template>', text, re.S)
        assert re.search(r'<img[^>]*src="data:image/png', text)

    def test_links_are_relative_to_where_the_router_went(self, server: Server, tmp_path: Path) -> None:
        text = self.draw(
            server,
            tmp_path,
            f"""
            history.replaceState({{}}, "", "/en/start");
            document.getElementById("app").innerHTML = "<h1>Start</h1><p>{LONG}</p><a href='next'>n</a>";
            """,
        )
        assert f'href="{server.origin}/en/next"' in text
        assert "/en/next" in server.paths()


class TestAllPages:
    PAGE = f'<html><head><title>P</title></head><body><main><h1>P</h1><p>{LONG}</p></main><script src="/a.js"></script>'

    def test_a_page_to_which_scripts_add_nothing_keeps_them(self, server: Server, tmp_path: Path) -> None:
        menu = "document.body.insertAdjacentHTML('beforeend', '<nav><a href=/found>Found</a></nav>')"
        server.pages({"/": self.PAGE, "/a.js": typed("text/javascript", menu), "/found": f"<h1>Found</h1>{LONG}"})
        report = mirror(server, tmp_path, BrowserPolicy.ALL)
        assert 'src="a.js"' in saved(report, "index.html")
        assert "Found</a>" not in saved(report, "index.html")
        assert "# Found" in markdown(report, "found.md"), "what only the drawn page names is found"

    def test_a_diagram_is_worth_its_few_words(self, server: Server, tmp_path: Path) -> None:
        drawing = '<svg id="mermaid-1" aria-roledescription="flowchart-v2"><text>Quay</text></svg>'
        script = f"document.querySelector('main').insertAdjacentHTML('beforeend', '{drawing}')"
        server.pages({"/": self.PAGE, "/a.js": typed("text/javascript", script)})
        assert ">Quay<" in saved(mirror(server, tmp_path, BrowserPolicy.ALL), "index.html")

    def test_text_that_scripts_add_is_saved(self, server: Server, tmp_path: Path) -> None:
        more = f"document.querySelector('main').insertAdjacentHTML('beforeend', '<h2>More</h2><p>{LONG * 2}</p>')"
        server.pages({"/": self.PAGE, "/a.js": typed("text/javascript", more)})
        report = mirror(server, tmp_path, BrowserPolicy.ALL)
        assert "## More" in markdown(report, "index.md")
        assert "<script" not in saved(report, "index.html")


def test_every_kind_of_request_has_a_role_and_every_opener_a_selector() -> None:
    assert {"script", "xhr", "fetch"} <= REQUEST_ROLES.keys()
    assert not {"websocket", "ping", "eventsource"} & REQUEST_ROLES.keys()
    assert all(row.selector for row in OPENERS)


@pytest.mark.parametrize("opener", OPENERS, ids=lambda row: row.id)
def test_openers_open_what_is_closed(browser: Any, opener: Any) -> None:
    from scrapepy.crawl.browser_scripts import OPEN

    page = browser.new_page()
    page.set_content(
        """<div class="swagger-ui">
        <h3 class="opblock-tag" data-is-open="false" onclick="this.dataset.isOpen='true'">closed</h3>
        <h3 class="opblock-tag" data-is-open="true" onclick="this.remove()">open</h3>
        <div class="opblock" id=c onclick="this.classList.add('is-open')"><b class="opblock-summary-control">x</b></div>
        <div class="opblock is-open" id=o onclick="this.remove()"><b class="opblock-summary-control">x</b></div>
        </div>"""
    )
    assert page.evaluate(OPEN, [opener.selector, 10]) == 1
    assert page.evaluate(OPEN, [opener.selector, 10]) == 0
    assert page.query_selector("#o") is not None
    page.close()


def test_without_chromium_one_sentence(tmp_path: Path) -> None:
    result = run("http://127.0.0.1:9", tmp_path, PATH="", SCRAPEPY_CHROMIUM="")
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1
    assert "apt install chromium" in result.stderr
    assert not (tmp_path / "ScrapedSites").exists()


def test_a_program_that_is_no_chromium_is_named(server: Server, tmp_path: Path) -> None:
    server.pages({"/": html(SHELL)})
    result = run(server.origin, tmp_path, SCRAPEPY_CHROMIUM="/bin/false")
    assert result.returncode == 2
    assert "/bin/false could not be started as Chromium" in result.stderr
    assert "name another program in SCRAPEPY_CHROMIUM" in result.stderr
    assert "Traceback" not in result.stderr


def test_without_the_extra_one_sentence(server: Server, tmp_path: Path) -> None:
    """As where Playwright is not installed: the interpreter knows no module of that name."""
    hidden = tmp_path / "hidden"
    hidden.mkdir()
    (hidden / "sitecustomize.py").write_text(
        "import importlib.util as u\nfind = u.find_spec\n"
        "u.find_spec = lambda name, *rest: None if name == 'playwright' else find(name, *rest)\n"
    )
    result = run(server.origin, tmp_path, PYTHONPATH=os.pathsep.join((str(hidden), ROOT)))
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1
    assert "pip install 'scrapepy[browser]'" in result.stderr
    assert not (tmp_path / "ScrapedSites").exists()


def run(origin: str, tmp_path: Path, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "scrapepy", origin + "/", "--browser", "--delay", "0"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": ROOT, **env},
        capture_output=True,
        text=True,
    )
