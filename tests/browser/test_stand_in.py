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
