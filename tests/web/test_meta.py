"""What a page states about itself, and nothing that it does not."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapepy.rules import meta_names as names
from scrapepy.web.json_ld import JsonLd, read_json_ld
from scrapepy.web.links import parse_page
from scrapepy.web.meta import PageMeta, language_tag, one_line, page_meta, x_robots_directives
from tests.support.selectors import alternatives, html_of


def meta(markup: str) -> PageMeta:
    return page_meta(parse_page(markup, "http://h/d/page.html"))


def ld(data: Any) -> str:
    return f'<script type="application/ld+json">{json.dumps(data)}</script>'


def test_a_page_that_states_nothing() -> None:
    assert meta("<p>Published on 31 January 2024 by Ann") == PageMeta()


def test_a_full_head() -> None:
    page = meta(
        """<html lang="en-us"><head><title> The
        Title </title>
        <meta name="Description" content=" What it   is. ">
        <meta name=author content="Ann"><meta name=author content="Bo"><meta name=author content="ann">
        <meta property="og:site_name" content="Site"><meta name=keywords content="a, b,,A , c d">
        <meta property="article:tag" content="e"><meta property="article:tag" content="b">
        <meta property="article:published_time" content="2024-01-31T08:00:00+00:00">
        <meta property="article:modified_time" content="2024-02-01">
        <meta name=generator content="Docutils 0.19"><meta name=generator content="Sphinx">
        <meta name=robots content="NoIndex, follow"><meta name=ScrapePy content="nofollow">
        <link rel=canonical href="../c?utm_source=x#f">"""
    )
    assert page == PageMeta(
        title="The Title",
        site_name="Site",
        description="What it is.",
        author="Ann, Bo",
        published="2024-01-31T08:00:00Z",
        modified="2024-02-01",
        language="en-US",
        tags=("a", "b", "c d", "e"),
        canonical="http://h/c",  # type: ignore[arg-type]
        robots=frozenset({"noindex", "follow", "nofollow"}),
        generator=("Docutils 0.19", "Sphinx"),
    )


def test_the_title_element_beats_open_graph() -> None:
    assert meta("<title>a</title><meta property=og:title content=b>").title == "a"
    assert meta("<title> </title><meta property=og:title content=b>").title == "b"
    assert meta("<meta property=og:title content=b>").title == "b"


def test_titles_are_harmless() -> None:
    assert meta("<title>a&#x1b;[31mred&#x1b;[0m&#x7;\u202eb&#0;</title>").title == "aredb\ufffd"
    assert meta("<title>a\x1b]0;owned\x07b</title>").title == "ab"
    assert meta("<title>می\u200cخواهم</title>").title == "می\u200cخواهم"
    assert meta("<title>a &lt;b&gt; &amp;amp;</title>").title == "a <b> &amp;"


def test_a_tool_tip_of_a_drawing_is_no_title() -> None:
    assert meta("<body><svg><title>Search</title></svg>").title is None
    assert meta("<body><svg><title>Search</title></svg><title>Late</title>").title == "Late"


def test_a_head_that_ended_too_early_is_read_all_the_same() -> None:
    page = meta("<head><div>oops</div><title>a</title><meta name=author content=Ann><link rel=canonical href=x>")
    assert (page.title, page.author, page.canonical) == ("a", "Ann", "http://h/d/x")


@pytest.mark.parametrize("href", ["file:///usr/share/doc/x.html", "javascript:x", "http://a b/", ""])
def test_a_canonical_that_is_no_web_address(href: str) -> None:
    assert meta(f"<link rel=canonical href='{href}'>").canonical is None


def test_an_author_who_is_an_address_is_none() -> None:
    assert meta("<meta property=article:author content='https://facebook.com/ann'>").author is None
    page = meta("<meta property=article:author content='https://facebook.com/ann'><meta name=dc.creator content=Ann>")
    assert page.author == "Ann"


def test_dates_that_are_none_are_left_out() -> None:
    page = meta(
        "<meta property=article:published_time content=yesterday><meta itemprop=datePublished content=2024-01-31>"
        "<meta name=date content=2020-01-01><meta name=dc.created content=2020-01-01>"
    )
    assert (page.published, page.modified) == ("2024-01-31", None)


@pytest.mark.parametrize(
    ("markup", "language"),
    [
        ("<html lang=de>", "de"),
        ("<html xml:lang=de>", "de"),
        ("<html lang=PT_br>", "pt-BR"),
        ("<html lang=zh-hant-tw>", "zh-Hant-TW"),
        ("<html lang='' ><meta property=og:locale content=fr_FR>", "fr-FR"),
        ("<meta http-equiv=Content-Language content=ja>", "ja"),
        ("<meta http-equiv=Content-Language content='en, fr'>", None),
        ("<html lang='{{ lang }}'>", None),
        ("<html lang=und>", None),
        ("<html lang=english>", None),
        ("<p lang=de>", None),
    ],
)
def test_language(markup: str, language: str | None) -> None:
    assert meta(markup).language == language


def test_a_word_index_is_no_list_of_tags() -> None:
    assert meta("".join(f"<meta name=keywords content='word{n}()'>" for n in range(40))).tags == ()


def test_what_is_too_long_is_cut_and_said() -> None:
    page = meta(
        f"<title>{'T' * 1001}</title><meta name=description content='{'d ' * 3000}'>"
        f"<meta name=keywords content='a,{'k' * 201}'><meta name=author content='{'A' * 1000}'>"
    )
    assert page.title == "T" * 999 + "…"
    assert page.description is not None
    assert len(page.description) == 5000
    assert (page.author, page.tags) == ("A" * 1000, ())
    assert page.cut == ("its title of 1,001 characters is cut", "its description of 5,999 characters is cut")


def test_json_ld_fills_what_the_head_leaves_open() -> None:
    data = {
        "@context": "https://schema.org",
        "@graph": [
            {"@type": "WebSite", "name": "Site", "@id": "#site"},
            {"@type": "Person", "@id": "#ann", "name": "Ann"},
            {
                "@type": "WebPage",
                "name": "Page",
                "description": "D",
                "dateModified": "2024-02-02",
                "inLanguage": "de-de",
            },
            {
                "@type": ["TechArticle", "Thing"],
                "headline": "H",
                "author": [{"@id": "#ann"}, {"@type": "Person", "name": ["Bo"]}],
                "datePublished": "2024-01-31",
                "keywords": "x, y",
            },
        ],
    }
    assert meta(ld(data)) == PageMeta(
        title="H",
        site_name="Site",
        description="D",
        author="Ann, Bo",
        published="2024-01-31",
        modified="2024-02-02",
        language="de-DE",
        tags=("x", "y"),
    )


def test_the_head_beats_json_ld() -> None:
    markup = "<title>T</title><meta name=author content=Ann>" + ld(
        {"@type": "Article", "headline": "H", "author": "Bo"}
    )
    page = meta(markup)
    assert (page.title, page.author) == ("T", "Ann")


def test_a_list_of_articles_is_not_the_page() -> None:
    articles = [{"@type": "Article", "headline": h, "author": "Bo", "datePublished": "2024-01-31"} for h in "ab"]
    assert read_json_ld([json.dumps(articles)]) == JsonLd()
    listed = {"@type": "ItemList", "itemListElement": articles}
    assert read_json_ld([json.dumps(listed)]) == JsonLd()


@pytest.mark.parametrize(
    "script",
    [
        *(
            "",
            "{",
            "null",
            "[]",
            "3",
            '"x"',
            '{"@type": 3}',
            '{"@graph": 1}',
            '{"@type": "Article", "author": {"@id": []}}',
        ),
        *(
            "[" * 100_000,
            '{"@type":"Article","author":' + "[" * 2000,
            '[{"@type":["Article",[]],"author":[[{"name":{}}]]}]',
        ),
    ],
)
def test_json_ld_that_is_broken_says_nothing(script: str) -> None:
    assert read_json_ld([script]) == JsonLd()


@pytest.mark.parametrize("wrapped", ["<!--{}-->", "//<![CDATA[\n{}\n//]]>", "{};"])
def test_json_ld_in_old_wrappings(wrapped: str) -> None:
    assert read_json_ld([wrapped.replace("{}", '{"@type": "Article", "headline": "a\tb"}')]).headline == "a\tb"


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["@type", "@graph", "@id", "author", "name", "headline", "keywords", "datePublished", "@value"]
            ),
            inner | st.sampled_from(["Article", "WebPage", "WebSite"]),
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(_JSON)
def test_json_ld_of_any_shape_is_read(data: Any) -> None:
    facts = read_json_ld([json.dumps(data)])
    assert isinstance(facts.headline, str)
    assert all(isinstance(name, str) for name in (*facts.authors, *facts.keywords))


def test_reading_leaves_the_tree_alone() -> None:
    parsed = parse_page("<title>a</title><link rel=canonical href=x><meta name=robots content=none>", "http://h/")
    before = parsed.tree.html
    assert page_meta(parsed).robots == {"noindex", "nofollow"}
    assert parsed.tree.html == before


@pytest.mark.parametrize(
    ("values", "directives"),
    [
        ([], set()),
        (["noindex"], {"noindex"}),
        (["NOINDEX, NoFollow"], {"noindex", "nofollow"}),
        (["none"], {"noindex", "nofollow"}),
        (["noindex", "nofollow"], {"noindex", "nofollow"}),
        (["googlebot: noindex, nofollow"], set()),
        (["scrapepy: noindex, nofollow"], {"noindex", "nofollow"}),
        (["ScrapePy : nofollow"], {"nofollow"}),
        (["nofollow, otherbot: noindex"], {"nofollow"}),
        (["otherbot: noindex, scrapepy: nofollow"], {"nofollow"}),
        (["max-snippet:-1, noindex"], {"max-snippet:-1", "noindex"}),
    ],
)
def test_x_robots_tag(values: list[str], directives: set[str]) -> None:
    assert x_robots_directives(values) == directives


@given(st.text(max_size=30))
def test_one_line_is_one_line(text: str) -> None:
    line = one_line(text)
    assert line == one_line(line)
    assert line.isprintable() or any(ord(character) > 0x7F for character in line)
    assert "\n" not in line


@given(st.text(max_size=12))
def test_language_tags_are_stable(text: str) -> None:
    tag = language_tag(text)
    assert tag is None or language_tag(tag) == tag


@pytest.mark.parametrize(
    ("markup", "published", "modified"),
    [
        ("<time pubdate datetime=2024-01-31>31 Jan</time>", "2024-01-31", None),
        ("<time itemprop=datePublished datetime=2024-01-31T08:00Z>x</time>", "2024-01-31T08:00:00Z", None),
        ("<meta itemprop=datePublished content=2024-01-31>", "2024-01-31", None),
        ("<p class=published><time datetime=2024-01-31>x</time></p>", "2024-01-31", None),
        (
            "<time class=entry-date datetime=2024-01-31>x</time><time class=updated datetime=2024-02-01>x</time>",
            "2024-01-31",
            "2024-02-01",
        ),
        ("<time datetime=2024-01-31>the day of the fair</time>", None, None),
        ("<time pubdate datetime=2024-01-31>x</time><time pubdate datetime=2023-01-31>y</time>", None, None),
        ("<p>Version 2024-01-31, © 2024</p><a href=/2024/01/31/>x</a>", None, None),
        ("<time class=entry-date datetime='31/01/2024'>x</time>", None, None),
    ],
)
def test_dates_that_a_page_shows_count_where_it_says_of_what_they_are(markup, published, modified) -> None:
    page = meta(f"<title>T</title><body>{markup}</body>")
    assert (page.published, page.modified) == (published, modified)


def test_an_author_whom_a_page_shows() -> None:
    assert meta("<p>by <a rel=author href=/ann>Ann Boyle</a></p>").author == "Ann Boyle"
    assert meta("<p><a rel=author href=/a>Ann</a></p><p><a rel=author href=/b>Bo</a></p>").author is None
    assert meta("<p>by <a href=/ann>Ann Boyle</a></p>").author is None
    assert meta("<meta name=author content=Cy><p><a rel=author href=/ann>Ann</a></p>").author == "Cy"


@pytest.mark.parametrize(
    ("markup", "published", "modified", "author"),
    [
        (
            "<p>Published on <time datetime=2024-01-31>31 Jan</time> by Ann Boyle</p>",
            *("2024-01-31", None, "Ann Boyle"),
        ),
        (
            "<p>Posted: <time>Jan 31, 2024</time> · Last updated <time>1 February 2024</time> by Ann van Dijk</p>",
            *("2024-01-31", "2024-02-01", "Ann van Dijk"),
        ),
        ("<p class=byline>By Ann Boyle</p>", None, None, "Ann Boyle"),
        ("<time class=entry-time>Jan 31, 2024</time>", "2024-01-31", None, None),
        # near misses
        ("<p>The rain was expected on <time datetime=2024-01-31>31 Jan</time> by the river</p>", None, None, None),
        ("<p>Posted: <time>Jan 31, 2024</time></p><p>Posted: <time>Jan 30, 2024</time></p>", None, None, None),
        ("<p class=byline>By the river</p>", None, None, None),
        ("<p class=byline>By Ann Boyle</p><p class=byline>By Bo Wren</p>", None, None, None),
        ("<p>Written by Ann Boyle</p>", None, None, None),
    ],
)
def test_what_a_page_says_of_its_date_and_author_in_words(markup, published, modified, author) -> None:
    page = meta(f"<title>T</title><body>{markup}</body>")
    assert (page.published, page.modified, page.author) == (published, modified, author)


def test_one_look_finds_whatever_the_three_would() -> None:
    for css in (names.SEEN_PUBLISHED, names.SEEN_MODIFIED, names.SEEN_AUTHOR):
        for selector in css.split(", "):
            assert any(one in selector for one in names.SEEN_ANY.split(", ")), selector


SEEN = [("SEEN_PUBLISHED", "published"), ("SEEN_MODIFIED", "modified"), ("SEEN_AUTHOR", "author")]


@pytest.mark.parametrize(
    ("listed", "field", "selector"),
    [
        pytest.param(listed, field, selector, id=selector)
        for listed, field in SEEN
        for selector in alternatives(getattr(names, listed))
    ],
)
def test_each_element_that_shows_it(listed, field, selector, monkeypatch) -> None:
    markup = html_of(selector, "Ann Boyle" if field == "author" else "x", "span")
    if field != "author":
        markup = markup.replace("<time", "<time datetime=2024-01-31").replace("content='x'", "content=2024-01-31")
    assert getattr(meta(f"<body>{markup}</body>"), field) in ("2024-01-31", "Ann Boyle")
    left = [other for other in alternatives(getattr(names, listed)) if other != selector]
    monkeypatch.setattr(names, listed, ", ".join(left))
    assert getattr(meta(f"<body>{markup}</body>"), field) is None, "another entry finds it too"
