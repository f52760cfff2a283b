"""Pages whose scripts were taken out: their tabs, switches and foldable parts still work, from a disk."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scrapepy.model.options import ScriptPolicy
from scrapepy.model.resolution import Resolution, Standing
from scrapepy.offline.banner import banner
from scrapepy.offline.page import fill_page, page_template
from scrapepy.offline.stand_in import MARK
from scrapepy.web.links import parse_page
from tests.support.chromium import expect, opened

WORDS = (
    "<p>Boats are moored, fuelled and kept in the harbour during the whole year, and in winter they are on land.</p>"
)
DOCUSAURUS = f"""<!DOCTYPE html><html data-theme="light"><head><meta name="generator" content="Docusaurus v3.9">
<script src="/assets/js/main.0123abcd.js" defer></script></head><body><div id="__docusaurus">
<div class="toggle_x colorModeToggle_x"><button class="clean-btn toggleButtonDisabled_a" disabled>theme</button></div>
<main>{WORDS}<div class="tabs-container"><ul role="tablist" class="tabs">
<li role="tab" tabindex="0" aria-selected="true" class="tabs__item tabs__item--active">npm</li>
<li role="tab" tabindex="-1" aria-selected="false" class="tabs__item">Yarn</li></ul>
<div><div role="tabpanel">npm install</div><div role="tabpanel" hidden>yarn add
<div class="tabs-container"><ul role="tablist"><li role="tab" aria-selected="true">a</li>
<li role="tab" aria-selected="false">b</li>
</ul><div><div role="tabpanel">inner a</div><div role="tabpanel" hidden>inner b</div></div></div>
</div></div></div>
<button aria-expanded="false" aria-controls="more">More</button><div id="more" hidden>folded text</div>
</main></div></body></html>"""
VITEPRESS = f"""<!DOCTYPE html><html><head><meta name="generator" content="VitePress v1.6">
<style>.blocks > div {{ display: none }} .blocks > .active {{ display: block }}</style>
<script type="module" src="/assets/app.Ab1.js"></script></head><body><div id="app"><div class="Layout">
<div class="VPContent">
<nav class="VPDocAsideOutline"><div>On this page</div><ul class="VPDocOutlineItem root"></ul></nav>
<main class="vp-doc">{WORDS}<h2 id="one">One</h2><div class="vp-code-group"><div class="tabs">
<input type="radio" name="g" id="t1" checked><label for="t1">A</label>
<input type="radio" name="g" id="t2"><label for="t2">B</label>
</div><div class="blocks"><div class="active">first block</div><div>second block</div></div></div></main>
</div></div></div></body></html>"""
NEXTRA = f"""<!DOCTYPE html><html class="light"><head>
<script src="/_next/static/chunks/main-1.js" defer></script></head>
<body><div class="nextra-search"><input type="search"><kbd style="visibility: hidden">CTRL K</kbd></div>
<button title="Change theme"><span><svg></svg>Light</span></button>
<main>{WORDS}<div role="tablist"><button role="tab" aria-selected="true">a</button>
<button role="tab" aria-selected="false">b</button></div><div><div role="tabpanel">first a</div>
<div role="tabpanel" hidden>first b</div></div>
<div role="tablist"><button role="tab" aria-selected="true">a</button>
<button role="tab" aria-selected="false">b</button></div><div><div role="tabpanel">second a</div>
<div role="tabpanel" hidden>second b</div></div>
<details><summary>Fold</summary><div style="height:0;overflow:hidden;opacity:0"><p>in the fold</p></div></details>
</main></body></html>"""
NUXT = f"""<!DOCTYPE html><html><head><script type="module" src="/_nuxt/entry.js"></script></head><body>
<div id="__nuxt"><button><i data-slot="trailing"><kbd> </kbd><kbd>k</kbd></i></button><main>{WORDS}
<div data-state="closed"><button aria-controls="" aria-expanded="false" data-state="closed"><span>Show more</span>
</button>
<div id="c" hidden="until-found" data-state="closed">collapsed text</div></div>
<div data-state="closed"><h3 data-state="closed">
<button aria-controls="" aria-expanded="false" data-state="closed">Ask</button></h3>
<div hidden data-state="closed">answered text</div></div>
<div><div role="tablist"><button role="tab" aria-selected="true" aria-controls="n1">npm</button>
<button role="tab" aria-selected="false" aria-controls="n2">yarn</button></div>
<div id="n1" role="tabpanel"><pre id="n1" role="tabpanel">npm install</pre></div>
<div id="n2" role="tabpanel" hidden><pre id="n2" role="tabpanel" hidden>yarn add</pre></div></div>
</main></div></body></html>"""
SIDEBAR = f"""<!DOCTYPE html><html><head><meta name="generator" content="VitePress v1.6">
<style>.collapsed > .items {{ display: none }}</style>
<script type="module" src="/assets/app.Ab1.js"></script></head><body><div id="app"><div class="Layout">
<div class="VPContent"><section class="VPSidebarItem collapsible collapsed"><div class="item">This part</div>
<div class="items"><a href="page.html">this page</a></div></section>
<section class="VPSidebarItem collapsible collapsed"><div class="item">Other part</div>
<div class="items"><a href="other.html">other page</a></div></section>
<nav class="VPDocAsideOutline"><ul class="VPDocOutlineItem root"></ul></nav>
<main class="vp-doc">{WORDS}<h2 id="one">One</h2><h3 id="two">Two<a class="header-anchor" href="#two">#</a></h3>
<h2 id="three">Three</h2></main></div></div></div></body></html>"""
STARLIGHT = f"""<!DOCTYPE html><html data-theme="dark"><head>
<script type="module" src="/_astro/page.js"></script></head>
<body>
<main>{WORDS}<ul role="tablist"><li><a role="tab" href="#p0" aria-selected="true">npm</a></li>
<li><a role="tab" href="#p1" aria-selected="false">Yarn</a></li></ul>
<div id="p0" role="tabpanel">npm install</div><div id="p1" role="tabpanel" hidden>yarn add</div></main></body></html>"""


def copy_of(html: str, scripts: ScriptPolicy = ScriptPolicy.AUTO) -> str:
    """The page as it is saved."""
    page = parse_page(html, "http://docs.test/guide/page")
    generators = tuple(part.split('"')[0] for part in html.split('name="generator" content="')[1:])
    template = page_template(page, scripts, generators)
    head = banner("http://docs.test/", "2026-11-30", None)
    return fill_page(template, lambda reference: Resolution("missing.js", Standing.SAVED), head)


@pytest.fixture
def tab(browser: Any) -> Iterator[Any]:
    context = opened(browser, offline=True)
    yield context.new_page()
    context.close()


def shown(tab: Any, folder: Path, html: str) -> Any:
    (folder / "page.html").write_text(copy_of(html), encoding="utf-8")
    tab.goto((folder / "page.html").as_uri())
    return tab


def test_tabs_theme_and_folded_parts_of_docusaurus(tab: Any, tmp_path: Path) -> None:
    page = shown(tab, tmp_path, DOCUSAURUS)
    page.click("text=Yarn")
    expect(page.locator("text=yarn add")).to_be_visible()
    expect(page.locator("text=npm install")).to_be_hidden()
    expect(page.locator("text=Yarn").first).to_have_attribute("aria-selected", "true")
    expect(page.locator("text=Yarn").first).to_have_class(re.compile("tabs__item--active"))
    page.click("[role=tab] >> text=/^b$/")
    expect(page.locator("text=inner b")).to_be_visible()
    expect(page.locator("text=yarn add")).to_be_visible()  # tabs inside a panel leave the outer ones alone
    page.focus("text=Yarn")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("text=npm install")).to_be_visible()
    page.click(".colorModeToggle_x button")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.click("text=More")
    expect(page.locator("text=folded text")).to_be_visible()


def test_code_groups_and_the_outline_of_vitepress(tab: Any, tmp_path: Path) -> None:
    page = shown(tab, tmp_path, VITEPRESS)
    page.click("label[for=t2]")
    expect(page.locator("text=second block")).to_be_visible()
    expect(page.locator("text=first block")).to_be_hidden()
    expect(page.locator(".VPDocAsideOutline a")).to_have_attribute("href", "#one")


def test_the_sidebar_of_vitepress_shows_where_one_is(tab: Any, tmp_path: Path) -> None:
    html = SIDEBAR.replace('href="page.html"', f'href="{(tmp_path / "page.html").as_uri()}"')
    written = copy_of(html).replace('href="missing.js"', 'href="page.html"', 1)
    (tmp_path / "page.html").write_text(written, encoding="utf-8")
    tab.goto((tmp_path / "page.html").as_uri())
    expect(tab.locator("text=this page")).to_be_visible()
    expect(tab.locator("text=other page")).to_be_hidden()
    tab.click("text=Other part")
    expect(tab.locator("text=other page")).to_be_visible()
    expect(tab.locator(".VPDocAsideOutline > ul > li > a")).to_have_text(["One", "Three"])
    expect(tab.locator(".VPDocAsideOutline ul ul a")).to_have_text(["Two"])


def test_sets_of_tabs_side_by_side_and_folds_of_nextra(tab: Any, tmp_path: Path) -> None:
    page = shown(tab, tmp_path, NEXTRA)
    page.locator("[role=tab]").nth(3).click()
    expect(page.locator("text=second b")).to_be_visible()
    expect(page.locator("text=second a")).to_be_hidden()
    expect(page.locator("text=first a")).to_be_visible()
    expect(page.locator("text=CTRL K")).to_be_visible()
    expect(page.locator("button[title]")).to_have_text("System")
    page.click("button[title]")
    expect(page.locator("button[title]")).to_have_text("Dark")
    page.click("text=Fold")
    expect(page.locator("details > div")).to_have_css("opacity", "1")
    assert page.evaluate("document.querySelector('details > div').clientHeight") > 0


def test_folds_and_code_groups_of_nuxt_ui(tab: Any, tmp_path: Path) -> None:
    page = shown(tab, tmp_path, NUXT)
    page.click("text=Show more")
    expect(page.locator("text=collapsed text")).to_be_visible()
    page.click("text=Hide more")
    expect(page.locator("text=collapsed text")).to_be_hidden()
    page.click("text=Ask")
    expect(page.locator("text=answered text")).to_be_visible()
    page.click("text=yarn")
    expect(page.locator("text=yarn add")).to_be_visible()
    expect(page.locator("kbd").first).to_have_text("CTRL")


def test_modules_do_not_run_from_a_disk(tab: Any, tmp_path: Path) -> None:
    page = shown(tab, tmp_path, STARLIGHT)
    page.click("text=Yarn")
    expect(page.locator("text=yarn add")).to_be_visible()


@pytest.mark.parametrize(
    ("html", "stands_in"),
    [
        (DOCUSAURUS, True),
        (STARLIGHT, True),
        (DOCUSAURUS.replace('role="', 'data-r="').replace("aria-", "data-a-").replace("colorModeToggle", "x"), False),
        (STARLIGHT.replace(' type="module"', ""), False),
        (f"<html><body>{WORDS}<ul role=tablist></ul></body></html>", False),
    ],
)
def test_it_stands_only_where_it_is_needed(html: str, stands_in: bool) -> None:
    assert (MARK in copy_of(html)) is stands_in
    assert MARK not in copy_of(html, ScriptPolicy.KEEP)
    assert MARK not in copy_of(html, ScriptPolicy.STRIP)
    assert copy_of(copy_of(html)).count(f"<script {MARK}") <= 1


def test_on_a_server_modules_do_their_own_work() -> None:
    assert f'<script {MARK}>if (location.protocol === "file:")' in copy_of(STARLIGHT)
    assert f"<script {MARK}>(()" in copy_of(DOCUSAURUS)
