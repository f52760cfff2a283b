"""Search boxes without their scripts: which pages get ours, and how it finds the words."""

from __future__ import annotations

import pytest

from scrapepy.model.options import ScriptPolicy
from scrapepy.offline.find_box import MARK, FindablePage, find_box_at, words_script
from scrapepy.offline.page import page_template
from scrapepy.rules.search_boxes import SEARCH_BOXES, SearchBox
from scrapepy.web.links import parse_page

WORDS = (
    "<p>Boats are moored, fuelled and kept in the harbour during the whole year, and in winter they are on land.</p>"
)
TRIED = {
    "docsearch": ('<button class="DocSearch DocSearch-Button">Search</button>', '<div class="DocSearch-Hit"></div>'),
    "vitepress": ('<div class="VPNavBarSearch"><button>Search</button></div>', '<div class="VPNavBar"><button>x</div>'),
    "docusaurus": ('<input class="navbar__search-input">', '<input class="navbar__input">'),
    "nextra": ('<div class="nextra-search"><input></div>', '<div class="nextra-toc"><input></div>'),
    "fumadocs": ('<button data-search="">Search</button>', '<button data-searched="">x</button>'),
    "nuxt-ui": (
        '<button><span data-slot="trailing"><kbd>k</kbd></span></button>',
        '<button><span data-slot="leading"><kbd>k</kbd></span></button>',
    ),
    "vuepress": ('<div class="search-box"><input></div>', '<div class="sidebar-box"><input></div>'),
    "says-so": ('<input type="search">', '<input type="text">'),
    "starlight": (
        "<site-search><button data-open-modal>x</button></site-search>",
        "<button data-open-modal>x</button>",
    ),
}


def copy_of(body: str, head: str, scripts: ScriptPolicy = ScriptPolicy.AUTO) -> str:
    html = f"<!doctype html><html><head>{head}</head><body><main>{WORDS}</main>{body}</body></html>"
    page = parse_page(html, "http://docs.test/guide/page")
    return page_template(page, scripts, ("Docusaurus",) if "main." in head else ()).text


TAKEN = '<script src="/assets/js/main.0123abcd.js"></script>'


@pytest.mark.parametrize("row", SEARCH_BOXES, ids=lambda row: row.id)
def test_rows(row: SearchBox) -> None:
    hit, near_miss = TRIED[row.id]
    head = "" if row.on_disk_only else TAKEN
    text = copy_of(hit, head)
    assert f'<script {MARK}="">' in text
    assert ('if (location.protocol === "file:") (() =>' in text) is row.on_disk_only
    assert MARK not in copy_of(near_miss, head)
    assert MARK not in copy_of(hit, TAKEN if row.on_disk_only else ""), "the site's own scripts do it, or none can"
    assert MARK not in copy_of(hit, head, ScriptPolicy.KEEP)
    assert MARK not in copy_of(hit, head, ScriptPolicy.STRIP)


def test_the_way_to_the_words() -> None:
    text = copy_of('<input type="search">', TAKEN)
    for path, way in (("index.html", "./"), ("guide/page.html", "../"), ("a/b/index.html", "../../")):
        filled = find_box_at(text, path)
        assert filled is not None
        assert f'<script {MARK}="{way}">' in filled
    assert find_box_at(copy_of("", TAKEN), "index.html") is None


def test_there_is_an_end_to_the_words() -> None:
    pages = [FindablePage(f"{name}.html", name, (("", name, "x" * 10),)) for name in "abc"]
    text = words_script(pages, 25).decode()
    assert text.count('"xxxxxxxxxx"') == 2
    assert '["c.html","c",[["","c",""]]]' in text
