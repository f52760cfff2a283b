"""Copies that stay alive: search, workers and modules from a disk, and what a browser draws of tabs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the extra 'reader' is not installed")

from scrapepy.mirroring.request import MirrorRequest
from scrapepy.mirroring.site import mirror_site
from scrapepy.model.options import BrowserPolicy, KeepOptions, Pace
from scrapepy.model.report import MirrorReport
from tests.support.chromium import expect, opened
from tests.support.reading import PROSE, Reading
from tests.support.server import Server, html, typed

FAST = Pace(delay=0.0, concurrency=4, timeout=60.0, retries=0)


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as running:
        yield running


@pytest.fixture
def tab(browser: Any) -> Iterator[Any]:
    context = opened(browser, viewport={"width": 1280, "height": 800})
    yield context.new_page()
    context.close()


def mirror(server: Server, folder: Path, **options: Any) -> MirrorReport:
    roots = {"html_dir": folder / "html", "markdown_dir": folder / "md"}
    return mirror_site(replace(MirrorRequest(server.origin + "/", pace=FAST, **roots), **options))


def at(report: MirrorReport, path: str) -> str:
    return Path(report.html_dir, path).resolve().as_uri()


ROUTED = f"""<!doctype html><html lang=en><head><title>%s</title><meta name="generator" content="VitePress v1.6">
<script type="module" src="/assets/app.Ab1.js"></script></head><body><div id="app"><div class="Layout">
<div class="VPNavBarSearch"><button>Search</button></div><nav><a href="/guide/knots.html">Knots</a></nav>
<div class="VPContent"><main class="vp-doc"><h1>%s</h1><p>{PROSE * 3}</p><h2 id="Bowline">The bowline</h2><p>%s</p>
</main></div></div></div></body></html>"""


def test_a_search_box_without_its_scripts(server: Server, tab: Any, tmp_path: Path) -> None:
    server.pages({
        "/": html(ROUTED % ("Harbour", "Harbour", "Boats lie here.")),
        "/guide/knots.html": html(ROUTED % ("Knots", "Knots", "A façade of zephyrs that never slips.")),
        "/assets/app.Ab1.js": typed("text/javascript", "document.body.textContent = '404'"),
    })  # fmt: skip
    report = mirror(server, tmp_path)

    def asked(frame: Any) -> None:
        frame.locator(".VPNavBarSearch button").click()
        box = frame.get_by_role("searchbox")
        box.fill("nothing-of-this")
        expect(frame.get_by_role("status").last).to_have_text("Nothing found.")
        box.fill("Facade zephyr")
        expect(frame.locator("[data-scrapepy-search] a")).to_have_count(1)
        expect(frame.locator("[data-scrapepy-search] a")).to_have_text("Knots › The bowline")
        box.press("Enter")

    tab.goto(at(report, "index.html"))
    asked(tab.main_frame)
    tab.wait_for_url("**/guide/knots.html#Bowline")
    tab.keyboard.press("Control+k")
    expect(tab.get_by_role("searchbox")).to_be_focused()
    tab.keyboard.press("Escape")
    expect(tab.locator("[data-scrapepy-search] dialog")).not_to_be_visible()
    with Reading(tmp_path / "html", tmp_path / "md") as reading:
        tab.goto(f"{reading.address}/page/{report.site}/index.html")
        asked(tab.frame_locator("iframe.saved-page"))
        expect(tab.frame_locator("iframe.saved-page").locator("h1")).to_have_text("Knots")


BUNDLE = """
const place = document.querySelector("[data-md-component=search] output");
const ready = location.protocol === "file:"
  ? new Promise((done) => {
      const script = document.createElement("script");
      Object.assign(script, { src: "search/search_index.js", onload: () => done(__index) });
      document.head.append(script);
    })
  : fetch("search/search_index.json").then((answer) => answer.json());
try {
  const worker = new Worker("assets/javascripts/workers/search.js");
  worker.addEventListener("message", (event) => { place.textContent = event.data.join(" "); });
  ready.then((index) => worker.postMessage(index.docs));
} catch (error) { place.textContent = "no worker"; }
"""
WORKER = """
addEventListener("message", (event) => {
  postMessage(event.data.map((one) => one.location + "=" + one.title));
});
"""


def test_a_worker_and_its_index_from_a_disk(server: Server, tab: Any, tmp_path: Path) -> None:
    config = '<script id="__config" type="application/json">{"search": "assets/javascripts/workers/search.js"}</script>'
    server.pages({
        "/": html(
            f'<!doctype html><title>Start</title><div data-md-component="search"><output>...</output></div><main>'
            f'<p>{PROSE * 3}<a href="guide/">on</a></p></main>{config}'
            '<script src="assets/javascripts/bundle.js"></script>'
        ),
        "/guide/": html(f"<title>Guide</title><main><p>{PROSE * 3}</p></main>"),
        "/assets/javascripts/bundle.js": typed("text/javascript", BUNDLE),
        "/assets/javascripts/workers/search.js": typed("text/javascript", WORKER),
        "/search/search_index.json": typed(
            "application/json", json.dumps({"docs": [{"location": "guide/", "title": "Guide"}]})
        ),
    })  # fmt: skip
    report = mirror(server, tmp_path)
    tab.goto(at(report, "index.html"))
    expect(tab.locator("output")).to_have_text("guide/index.html=Guide")


MODULES = f"""<!doctype html><html><head><title>M</title>
<script type="module" src="one.js"></script></head><body><main><p>{PROSE * 3}</p></main><output></output>
<script type="module">import {{ two }} from "./two.js"; document.querySelector("output").textContent += two;</script>
<script>
document.addEventListener("DOMContentLoaded", () => {{ document.querySelector("output").textContent += " end"; }});
</script></body></html>"""


def test_modules_are_quiet_on_a_disk_and_run_in_order_on_a_server(server: Server, tab: Any, tmp_path: Path) -> None:
    server.pages({
        "/": html(MODULES),
        "/one.js": typed("text/javascript", 'document.querySelector("output").textContent += "one ";'),
        "/two.js": typed("text/javascript", 'export const two = "two";'),
    })  # fmt: skip
    report = mirror(server, tmp_path)
    said: list[str] = []
    tab.on("console", lambda message: said.append(message.text))
    tab.on("pageerror", lambda error: said.append(str(error)))
    tab.goto(at(report, "index.html"))
    expect(tab.locator("output")).to_have_text(" end")
    assert said == []
    with Reading(tmp_path / "html", tmp_path / "md") as reading:
        tab.goto(f"{reading.address}/page/{report.site}/index.html")
        expect(tab.frame_locator("iframe.saved-page").locator("output")).to_have_text("one two end")


STORING = f"""<!doctype html><html><head><title>S</title></head><body><main><p>{PROSE * 3}</p></main>
<output></output><script>
localStorage.setItem("theme", "dark"); localStorage.other = 7; sessionStorage.clear();
document.querySelector("output").textContent = [localStorage.getItem("theme"), localStorage.theme, localStorage.length,
  Object.keys(localStorage).sort(), "other" in localStorage, localStorage.getItem("none"), localStorage.none].join(" ");
</script></body></html>"""


def test_a_page_that_remembers_is_read_where_frames_may_not(server: Server, tab: Any, tmp_path: Path) -> None:
    server.pages({"/": html(STORING)})
    report = mirror(server, tmp_path)
    with Reading(tmp_path / "html", tmp_path / "md") as reading:
        tab.goto(f"{reading.address}/page/{report.site}/index.html")
        output = tab.frame_locator("iframe.saved-page").locator("output")
        expect(output).to_have_text("dark dark 2 other,theme true  ")


UNMADE = f"""<!doctype html><html><head><title>U</title></head><body><main><h1>Tabs</h1><p>{PROSE * 3}</p>
<div><div role="tablist"><button role="tab" aria-selected="true" id="a">npm</button>
<button role="tab" aria-selected="false" id="b">Yarn</button></div>
<div id="place"><div role="tabpanel" data-state="active">npm install</div></div></div>
<div><div role="tablist"><button role="tab" aria-selected="true" class="pair" aria-controls="p1">One</button>
<button role="tab" aria-selected="false" class="pair" aria-controls="p2">Two</button></div>
<div id="p1" role="tabpanel" data-state="active">harbour of one</div><span id="p2" role="tabpanel"
style="position: fixed; width: 1px; height: 1px"></span></div>
<h3><button aria-expanded="false" data-state="closed">More</button></h3><div data-state="closed" hidden></div>
<h3><button aria-expanded="false" data-state="closed">Other</button></h3><div data-state="closed" hidden></div>
</main><script src="app.js"></script></body></html>"""
APP = """
const texts = { a: "npm install", b: "yarn add zephyr" };
for (const tab of document.querySelectorAll("#a, #b")) {
  tab.addEventListener("click", () => setTimeout(() => {
    for (const one of document.querySelectorAll("#a, #b")) one.setAttribute("aria-selected", String(one === tab));
    document.querySelector("#place").innerHTML = `<div role="tabpanel" data-state="active">${texts[tab.id]}</div>`;
  }, 5));
}
const pair = [...document.querySelectorAll(".pair")], both = ["harbour of one", "mooring of two"];
for (const tab of pair) {
  tab.addEventListener("click", () => pair.forEach((one, index) => {
    one.setAttribute("aria-selected", String(one === tab));
    const part = document.getElementById(one.getAttribute("aria-controls"));
    part.outerHTML = one === tab ? `<div id="${part.id}" role="tabpanel" data-state="active">${both[index]}</div>`
      : `<span id="${part.id}" role="tabpanel" style="position: fixed; width: 1px; height: 1px"></span>`;
  }));
}
const folds = [...document.querySelectorAll("[aria-expanded]")], texts_of = ["folded lantern", "folded anchor"];
folds.forEach((button, index) => button.addEventListener("click", () => folds.forEach((one, at) => {
  const part = one.parentElement.nextElementSibling, open = at === index; // only one at a time, the other in a moment
  if (!open && one.dataset.state === "closed") return;
  one.setAttribute("aria-expanded", String(open));
  for (const each of [one, part]) each.dataset.state = open ? "open" : "closed";
  setTimeout(() => { part.hidden = !open; part.textContent = open ? texts_of[at] : ""; }, open ? 0 : 40);
})));
"""


def test_what_stands_behind_tabs_is_drawn(server: Server, tab: Any, tmp_path: Path) -> None:
    server.pages({"/": html(UNMADE), "/app.js": typed("text/javascript", APP)})
    report = mirror(server, tmp_path / "without")
    assert any("1 page needs --browser" in note for note in report.notes)
    report = mirror(server, tmp_path / "with", keep=KeepOptions(browser=BrowserPolicy.AUTO))
    assert not any("--browser" in note for note in report.notes)
    markdown = Path(report.markdown_dir, "index.md").read_text(encoding="utf-8")
    assert markdown.index("npm install") < markdown.index("yarn add zephyr") < markdown.index("folded lantern")
    assert markdown.index("folded lantern") < markdown.index("folded anchor")
    tab.goto(at(report, "index.html"))
    expect(tab.get_by_text("npm install")).to_be_visible()
    expect(tab.get_by_text("yarn add zephyr")).not_to_be_visible()
    tab.click("text=Yarn")
    expect(tab.get_by_text("yarn add zephyr")).to_be_visible()
    expect(tab.get_by_text("npm install")).not_to_be_visible()
    expect(tab.get_by_text("folded lantern")).to_be_visible()
    expect(tab.get_by_text("mooring of two")).not_to_be_visible()
    tab.click("text=Two")
    expect(tab.get_by_text("mooring of two")).to_be_visible()
    assert tab.evaluate("document.getElementById('p2').clientHeight") > 1
    expect(tab.get_by_text("harbour of one")).not_to_be_visible()
    tab.click("text=More")
    expect(tab.get_by_text("folded lantern")).not_to_be_visible()
    expect(tab.get_by_text("folded anchor")).to_be_visible()
