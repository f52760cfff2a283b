"""What documentation generators load by script, row by row, each with a near miss."""

from __future__ import annotations

import gzip

import pytest

from scrapepy.crawl.plan import ScopeOptions
from scrapepy.crawl.site_indexes import SiteIndexes, doxygen_branches, doxygen_sections, doxygen_tree
from scrapepy.model.analysis import Found
from scrapepy.model.entry import EntryKind
from scrapepy.model.url import CanonicalUrl, Role
from scrapepy.rules.site_indexes import SITE_INDEXES
from tests.support.crawling import crawl_site
from tests.support.server import Server, html, typed


def script(address: str) -> Found:
    return Found(CanonicalUrl(address), address, Role.SCRIPT)


def loaded(address: str, platform: str = "", body: bytes = b"") -> list[str]:
    return SiteIndexes().of_page("http://h/d/guide/p.html", [script(address)], platform, body)


PAGEFIND = [
    f"http://h/d/pagefind/{name}"
    for name in ("pagefind.js", "pagefind-entry.json", "pagefind-worker.js", "wasm.unknown.pagefind")
]
CASES = {
    "storybook": ("http://h/d/sb-manager/runtime.js", "", ["http://h/d/index.json"]),
    "sphinx": ("http://h/d/_static/doctools.js?v=1", "", ["http://h/d/searchindex.js", "http://h/d/objects.inv"]),
    "mkdocs": (
        "http://h/d/search/main.js",
        "",
        ["http://h/d/search/search_index.json", "http://h/d/search/worker.js", "http://h/d/search/lunr.js"],
    ),
    "mkdocs-material": (
        "http://h/d/assets/javascripts/bundle.a5f9d56c.min.js",
        "mkdocs-material",
        ["http://h/d/search/search_index.json"],
    ),
    "mdbook": ("http://h/d/book-609e4cb8.js", "", []),
    "mdbook-before-0.5": ("http://h/d/searcher.js", "", ["http://h/d/searchindex.js", "http://h/d/searchindex.json"]),
    "pagefind-starlight": ("http://h/d/_astro/Search.astro_astro_type_script.CJi.js", "", PAGEFIND),
    "pagefind": ("http://h/d/pagefind/pagefind-ui.js", "", PAGEFIND),
    "javadoc": (
        "http://h/d/script.js",
        "javadoc",
        ["http://h/d/search.js"]
        + [f"http://h/d/{name}-search-index.js" for name in ("module", "package", "type", "member", "tag")],
    ),
    "javadoc-zip": (
        "http://h/d/jquery/jszip/dist/jszip.min.js",
        "javadoc",
        [f"http://h/d/{name}-search-index.zip" for name in ("module", "package", "type", "member", "tag")],
    ),
    "flare": (
        "http://h/d/Resources/Scripts/MadCapAll.js",
        "",
        ["http://h/d/Data/HelpSystem.xml", "http://h/d/Data/HelpSystem.js"],
    ),
    "robohelp": ("http://h/d/whver.js", "", ["http://h/d/whxdata/whtoc.xml", "http://h/d/whxdata/whtdata0.xml"]),
    "robohelp-responsive": ("http://h/d/template/scripts/rh.min.js", "robohelp", ["http://h/d/whxdata/toc.new.js"]),
}
NEAR_MISSES = {
    "storybook": ("http://h/d/manager/runtime.js", ""),
    "mdbook": ("http://h/d/notebook-609e4cb8.js", ""),
    "mdbook-before-0.5": ("http://h/d/researcher.js", ""),
    "pagefind-starlight": ("http://h/d/_astro/Sidebar.astro.CJi.js", ""),
    "pagefind": ("http://h/d/pagefind-ui.js", ""),
    "flare": ("http://h/d/Scripts/MadCapAll.js", ""),
    "robohelp": ("http://h/d/wherever.js", ""),
    "robohelp-responsive": ("http://h/d/template/scripts/rh.min.js", "docsy"),
    "sphinx": ("http://h/d/_static/doctools.json", ""),
    "mkdocs": ("http://h/d/research/main.js", ""),
    "mkdocs-material": ("http://h/d/assets/javascripts/bundle.css", ""),
    "javadoc": ("http://h/d/script.js", "sphinx"),
    "javadoc-zip": ("http://h/d/jszip.min.js", "javadoc"),
    "doxygen-tree": ("http://h/d/mynavtreedata.js", ""),
    "doxygen-images": ("http://h/d/resize.js", ""),
    "doxygen-sections": ("http://h/d/searchdata.js", ""),
    "doxygen-search": ("http://h/d/research/search.js", ""),
}
READ = {
    "doxygen-tree": ("http://h/d/navtreedata.js", b'var NAVTREEINDEX = ["a.html", "b.html"];'),
    "doxygen-images": ("http://h/d/my_navtree_hacks.js", b'node.src = relpath+"open.png"'),
    "doxygen-sections": (
        "http://h/d/search/searchdata.js",
        b'var indexSectionsWithContent = { 0: "ab" };\nvar indexSectionNames = { 0: "all" };',
    ),
}


@pytest.mark.parametrize("row", SITE_INDEXES, ids=lambda row: row.id)
def test_every_row_has_its_case_and_needs_to_be_there(row: object) -> None:
    identity = row.id  # type: ignore[attr-defined]
    others = tuple(other for other in SITE_INDEXES if other.id != identity)
    if identity in CASES:
        address, platform, expected = CASES[identity]
        assert loaded(address, platform) == expected
        assert SiteIndexes(others).of_page("http://h/d/p", [script(address)], platform, b"") == []
    elif identity in READ:
        address, body = READ[identity]
        assert SiteIndexes().of_script(address, body, data=False)
        assert SiteIndexes(others).of_script(address, body, data=False) == []
    else:
        assert identity == "doxygen-search", "tested below, with the row it belongs to"
    address, platform = NEAR_MISSES[identity]
    assert loaded(address, platform) == []
    assert SiteIndexes().of_script(address, READ.get(identity, ("", b""))[1], data=False) == []


def test_each_script_is_looked_at_once() -> None:
    indexes = SiteIndexes()
    found = [script("http://h/d/_static/doctools.js")]
    assert indexes.of_page("http://h/d/a", found, "", b"")
    assert indexes.of_page("http://h/d/b", found, "", b"") == []


def test_a_platform_recognised_later_counts() -> None:
    indexes = SiteIndexes()
    found = [script("http://h/d/script.js")]
    assert indexes.of_page("http://h/d/a", found, "", b"") == []
    assert len(indexes.of_page("http://h/d/b", found, "javadoc", b"")) == 6


def test_worker_that_the_page_names() -> None:
    body = b'<script id="__config">{"search": "../assets/javascripts/workers/search.f8cc74c7.min.js"}</script>'
    address, platform, expected = CASES["mkdocs-material"]
    assert loaded(address, platform, body) == [
        *expected,
        "http://h/d/assets/javascripts/workers/search.f8cc74c7.min.js",
    ]


def test_the_index_that_a_book_names() -> None:
    body = b'<script>window.path_to_searchindex_js = "../searchindex-e7da95b9.js";</script>'
    assert loaded("http://h/d/book-609e4cb8.js", "", body) == ["http://h/d/searchindex-e7da95b9.js"]
    assert loaded("http://h/d/notebook-609e4cb8.js", "", body) == []


def test_the_pieces_of_pagefind() -> None:
    indexes = SiteIndexes()
    entry = b'{"version": "1.6.0", "languages": {"en": {"hash": "en_98b56a3455", "wasm": "en", "page_count": 2}}}'
    assert indexes.of_data("http://h/d/pagefind/pagefind-entry.json", entry) == [
        "http://h/d/pagefind/pagefind.en_98b56a3455.pf_meta",
        "http://h/d/pagefind/wasm.en.pagefind",
    ]
    # as Pagefind 1.6 wrote it, with a filter
    meta = b"pagefind_dcd\x86e1.6.0\x82\x83jen_e3761de\x12`\x83jen_9471764\x18\x93`"
    meta += b"\x81\x83a1b\xc3\x80jen_ce92f9a\x81\x82dkindjen_1a2b3c4\x80\x83eimageiimage_altetitle"
    assert indexes.of_data("http://h/d/pagefind/pagefind.en_98b56a3455.pf_meta", gzip.compress(meta)) == [
        "http://h/d/pagefind/fragment/en_e3761de.pf_fragment",
        "http://h/d/pagefind/fragment/en_9471764.pf_fragment",
        "http://h/d/pagefind/index/en_ce92f9a.pf_index",
        "http://h/d/pagefind/filter/en_1a2b3c4.pf_filter",
    ]
    assert indexes.of_data("http://h/d/pagefind/pagefind.en_98b56a3455.pf_meta", gzip.compress(meta[:30])) == []
    assert indexes.of_data("http://h/d/pagefind/pagefind.en_98b56a3455.pf_meta", b"not packed") == []
    assert indexes.of_data("http://h/d/pagefind/pagefind-entry.json", b'{"languages": [{"hash": "../x"}]}') == []
    assert indexes.of_data("http://h/d/other.json", entry) == []


def test_languages_of_a_search_of_mkdocs() -> None:
    indexes = SiteIndexes()
    address = "http://h/d/search/search_index.json"
    asked = indexes.of_data(address, b'{"config":{"lang":["ja","de"]},"docs":[]}')
    root = "http://h/d/assets/javascripts/lunr/"
    own = [name for name in asked if name.startswith(root)]
    assert [name.removeprefix(root) for name in own] == [
        "min/lunr.stemmer.support.min.js",
        "min/lunr.ja.min.js",
        "min/lunr.de.min.js",
        "min/lunr.multi.min.js",
        "tinyseg.js",
    ]
    assert "http://h/d/search/lunr.de.js" in asked
    assert indexes.of_data(address, b'{"config":{"lang":["en"]},"docs":[]}') == []
    assert indexes.of_data(address, b'{"docs":[{"lang":["../x"]}]}') == []


class TestDoxygen:
    def test_tree(self) -> None:
        body = b"""var NAVTREE = [ [ "Eigen", "index.html", [
            [ "Overview", "index.html", null ],
            [ "A \\"quoted\\" title", "modules.html", "modules" ],
            [ "No page", null, "group__X" ] ] ] ];
            var NAVTREEINDEX = [ "a.html", "b.html#x" ];"""
        assert doxygen_tree(body) == ["navtreeindex0.js", "navtreeindex1.js", "modules.js", "group__X.js"]

    def test_branches_cannot_leave_the_folder(self) -> None:
        assert (
            doxygen_branches(b'[ "a", "b", "../../etc/passwd" ], [ "a", "b", "c/d" ], [ "a", "b", "http://x" ]') == []
        )

    def test_branch_of_a_branch(self) -> None:
        body = b'var group__X =\n[ [ "T", "t.html", "classT" ] ];'
        indexes = SiteIndexes()
        assert indexes.of_script("http://h/d/group__X.js", body, data=True) == ["http://h/d/classT.js"]
        assert indexes.of_script("http://h/d/group__X.js", body, data=False) == []
        assert indexes.of_script("http://h/d/other.js", body, data=True) == []

    def test_sections(self) -> None:
        body = b"""var indexSectionsWithContent =\n{\n  0: "abcdefghijklmnopq",\n  1: "\\"x"\n};
            var indexSectionNames =\n{\n  0: "all",\n  1: "classes"\n};\nvar indexSectionLabels = { 0: "All" };"""
        names = doxygen_sections(body)
        assert names[:2] == ["all_0", "all_1"]
        assert names[16:] == ["all_10", "classes_0", "classes_1"]

    @pytest.mark.parametrize("search_first", [True, False])
    def test_old_searches_load_pages_too(self, search_first: bool) -> None:
        indexes = SiteIndexes()
        sections = READ["doxygen-sections"]
        search = ("http://h/d/search/search.js", b"this.resultsPath + '_' + hexCode + this.extension;")
        found: set[str] = set()
        for address, body in (search, sections) if search_first else (sections, search):
            found.update(indexes.of_script(address, body, data=False))
        names = ("all_0.js", "all_1.js", "all_0.html", "all_1.html", "nomatches.html")
        assert found == {f"http://h/d/search/{name}" for name in names}


def test_in_a_crawl(server: Server) -> None:
    """The indexes above the path are saved; one that is missing is nobody's fault."""
    server.pages({
        "/d/guide/": '<script src="../_static/doctools.js"></script><script src="../navtreedata.js"></script>g',
        "/d/_static/doctools.js": typed("text/javascript", "1"),
        "/d/searchindex.js": typed("text/javascript", "Search.setIndex({})"),
        "/d/navtreedata.js": typed("text/javascript", 'var NAVTREE = [ [ "M", "m.html", "modules" ] ];'),
        "/d/modules.js": typed("text/javascript", 'var modules =\n[ [ "T", "t.html", "classT" ] ];'),
        "/d/classT.js": typed("text/javascript", "var classT =\n[ ];"),
    })  # fmt: skip
    crawled = crawl_site(server, "/d/guide/", scope=ScopeOptions(stay_in_path=True))
    names = {"searchindex.js", "modules.js", "classT.js"}
    assert {f"{server.origin}/d/{name}" for name in names} <= set(crawled.journal.saved())
    assert crawled.journal.entries[f"{server.origin}/d/searchindex.js"].kind is EntryKind.DATA
    assert crawled.journal.failures == {f"{server.origin}/d/objects.inv": ("404 Not Found", True)}
    assert crawled.result.failures == 0


def test_without_assets_there_are_none(server: Server) -> None:
    server.pages({"/": html('<script src="_static/doctools.js"></script>')})
    crawl_site(server, assets=False)
    assert server.paths().count("/searchindex.js") == 0


def test_pages_of_a_menu_that_is_drawn() -> None:
    body = (
        b'{"v":5,"entries":{"a--docs":{"id":"a--docs","title":"A","name":"Docs","storiesImports":[],"type":"docs"},'
        b'"a--one":{"id":"a--one","type":"story"}}}'
    )
    indexes = SiteIndexes()
    assert indexes.pages("http://h/d/index.json?x", body) == ["http://h/d/iframe.html?viewMode=docs&id=a--docs"]
    assert indexes.pages("http://h/d/index.json", b'{"entries": {"a": {"id": "a--docs", "type": "docs"}}}') == []
    assert indexes.pages("http://h/d/stories.json", body) == []
