from __future__ import annotations

import sys

import pytest

from scrapepy.convert import fallback, standard
from scrapepy.convert.extract import Candidate, choose, extract
from scrapepy.rules.content import CONTENT
from scrapepy.web.html import block_text
from scrapepy.web.links import parse_page
from scrapepy.web.meta import page_meta

WORDS = "The kettle boils the water until it is hot, and whistles. " * 11
ADDRESS = "https://site.example/a/b"


def extracted(html: str):
    page = parse_page(html, ADDRESS)
    before = page.tree.html
    found = extract(page, page_meta(page))
    assert page.tree.html == before, "choosing only reads"
    return found


def text(found) -> str:
    return " ".join(block_text(node) for node in found.nodes)


@pytest.mark.parametrize("rule", CONTENT, ids=lambda rule: rule.css)
def test_each_selector_earns_its_keep(rule) -> None:
    html = "<body>" + rule.case.replace("@", WORDS) + "</body>"
    page = parse_page(html, ADDRESS)
    first = next(standard.matches(page.tree))
    assert first[1] == rule.css
    others = [other for other in CONTENT if other is not rule]
    without = next(standard.matches(page.tree, others), None)
    assert without is None or without[0].mem_id != first[0].mem_id


def test_an_empty_main_or_a_teaser_does_not_win_over_the_article() -> None:
    html = (
        "<main></main><article class=card><h2>Teaser</h2><p>Read on about kettles.</p></article>"
        f"<article><h1>Kettles</h1><p>{WORDS}</p></article>"
    )
    found = extracted(html)
    assert found.extractor == "selector: article"
    assert text(found).startswith("Kettles The kettle")


def test_every_match_of_a_selector_is_tried() -> None:
    html = f"<div class=entry-content>Teaser</div><div class=entry-content><p>{WORDS}</p></div>"
    assert text(extracted(html)).startswith("The kettle")


@pytest.mark.parametrize(
    ("inner", "enough"),
    [
        ("word " * 50, False),
        ("word " * 51, True),
        ("<p>word</p>" * 51, True),
        ("<p>word</p>" * 50, False),
        ("<b>w</b>ord " * 50, False),
        ("<b>wo</b><i>rd</i> " * 60, True),
        ("漢" * 101, True),
        ("漢字" * 20, False),
        ("<script>" + "var x = 1; " * 60 + "</script>word " * 3, False),
        ("<noscript>" + "word " * 60 + "</noscript>", False),
        ("a b " * 26, True),
        ("a " * 40 + "x" * 100, False),
        ("", False),
    ],
)
def test_words_are_counted_with_borders_and_by_character_where_no_spaces_are_written(inner: str, enough: bool) -> None:
    node = parse_page(f"<main>{inner}</main>", ADDRESS).tree.css_first("main")
    assert node is not None
    assert standard.is_enough(node) is enough


def test_the_platform_comes_first() -> None:
    article = f"<article><p>{WORDS}</p></article>"
    html = f"<html data-content_root=./>{article}<div class=body role=main><p>Short page.</p></div>"
    found = extracted(html)
    assert (found.extractor, found.platform.name, found.by_row) == ("sphinx: div.body", "sphinx", True)
    assert text(found) == "Short page."


def test_a_recognised_platform_whose_row_finds_nothing_goes_on() -> None:
    found = extracted(f"<meta name=generator content='Doxygen 1.9'><body><article><p>{WORDS}</p></article>")
    assert (found.extractor, found.platform.name, found.by_row) == ("selector: article", "doxygen", False)


def test_joined_content_is_in_document_order_and_not_twice() -> None:
    html = (
        "<meta name=generator content='Asciidoctor 2'><body><div id=content><p>Two</p><div id=header>inside</div></div>"
        "<div id=footnotes><div class=footnote>Three</div></div><div id=footer>Last updated</div>"
    )
    assert text(extracted(html)) == "Two inside Three"


def test_the_last_resort_is_the_body() -> None:
    found = extracted("<body><p>Only a line.</p></body>")
    assert found.extractor == "landmark: body"
    assert text(found) == "Only a line."
    assert extracted("<frameset><frame src=a.html></frameset>").nodes == () or not text(
        extracted("<frameset></frameset>")
    )


def test_candidates_are_lazy() -> None:
    asked = []

    def extractor(name: str):
        asked.append(name)
        yield Candidate((), name)

    chosen = choose(candidate for name in ("a", "b") for candidate in extractor(name))
    assert chosen is not None
    assert chosen.extractor == "a"
    assert asked == ["a"]


def test_text_for_readers_without_scripts() -> None:
    post = f"<header>Forum</header><div class=post><p>{WORDS}</p><a href=/t/2>Next</a></div>"
    html = f"<body><div id=app></div><noscript>{post}</noscript>"
    found = extracted(html)
    assert found.extractor == "noscript"
    assert "The kettle boils" in text(found)
    assert extracted("<body><noscript>Please enable JavaScript.</noscript><p>x</p>").extractor == "landmark: body"


def test_trafilatura_keeps_links_as_they_were_numbered() -> None:
    pytest.importorskip("trafilatura")
    paragraphs = "".join(f"<p>{WORDS} <a href='/x{n}'>Link {n}</a></p>" for n in range(4))
    page = parse_page(f"<body><div><h1>Kettles</h1>{paragraphs}<img src=a.png></div></body>", ADDRESS)
    node = fallback.by_trafilatura(page.tree)
    assert node is not None
    assert "Link 2" in block_text(node)
    hrefs = [page.reference(link.attributes.get("href")) for link in node.css("a")]
    assert [reference.address for reference in hrefs if reference] == [f"https://site.example/x{n}" for n in range(4)]


def test_without_the_extra_the_cascade_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "trafilatura", None)
    fallback._trafilatura.cache_clear()
    try:
        assert not fallback.has_trafilatura()
        assert extracted("<body><p>Only a line.</p></body>").extractor == "landmark: body"
        assert text(extracted(f"<body><div><p>{WORDS}</p></div></body>")).startswith("The kettle boils")
    finally:
        monkeypatch.undo()
        fallback._trafilatura.cache_clear()


def test_a_category_page_of_a_wiki_keeps_its_lists() -> None:
    lists = "<div id=mw-pages><h2>Pages in this category</h2><ul><li><a href=/Kettle>Kettle</a></li></ul></div>"
    html = (
        "<meta name=generator content='MediaWiki 1.43'><body><h1 id=firstHeading>Category:Kettles</h1>"
        f"<div id=mw-content-text><div class=mw-parser-output><p>{WORDS}</p></div>{lists}</div>"
    )
    found = extracted(html)
    assert found.extractor == "mediawiki: div#mw-content-text"
    assert text(found).endswith("Pages in this category Kettle")


def test_a_find_that_has_lost_the_shape_of_the_page_does_not_count() -> None:
    page = parse_page(
        "<body><nav><ul><li>Menu</li></ul></nav><h1>Boil</h1><pre>void boil(void);</pre><ul><li>a</li><li>b</li></ul>",
        ADDRESS,
    )

    def lost(html: str) -> bool:
        found = parse_page(html, ADDRESS).tree.body
        assert found is not None
        return fallback.has_lost_shape(found, page.tree)

    assert lost("<p>Boil void boil(void); a b</p>")
    assert lost("<h1>Boil</h1><p>a</p><p>b</p>")
    assert not lost("<h1>Boil</h1><pre>void boil(void);</pre><p>a</p>")
