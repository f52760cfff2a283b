from __future__ import annotations

from pathlib import Path

import pytest

import scrapepy.convert.to_markdown as front_door
from scrapepy.convert.explain import explain
from scrapepy.convert.pipeline import TEXT_STEPS
from scrapepy.convert.to_markdown import (
    clean_markdown,
    convert_file,
    convert_fragment,
    convert_html,
    convert_page,
    convert_text,
    extract_content,
    is_page,
    promote_bold_headings,
)
from scrapepy.model.options import AnchorStyle, ConvertOptions
from scrapepy.model.skip import SkipReason
from scrapepy.model.template import SLOT_OPEN
from scrapepy.web.links import parse_page
from tests.support import golden

WORDS = "The kettle boils the water until it is hot, and whistles. " * 11
PAGE = (
    "<html lang=en><head><title>Kettles</title></head><body><nav>Menu</nav>"
    f"<main><h1>Kettles</h1><p>{WORDS}</p></main></body></html>"
)


@pytest.mark.parametrize("case", [name for name in golden.names() if not name.startswith("platform")])
def test_golden(case: str) -> None:
    assert golden.convert(case) == golden.expected(case)


@pytest.mark.parametrize("case", golden.names())
def test_the_same_input_gives_the_same_bytes(case: str) -> None:
    assert golden.convert(case) == golden.convert(case)


def test_convert_html() -> None:
    document = convert_html(PAGE, "https://site.example/kettles?utm_source=x")
    assert document is not None
    assert document.markdown == f"# Kettles\n\n{WORDS.strip()}\n"
    assert document.metadata.title == "Kettles"
    assert document.metadata.source == "https://site.example/kettles"
    assert document.metadata.language == "en"
    assert document.extractor == "selector: main"
    assert convert_html(PAGE.encode("utf-16"), "https://site.example/") is not None


def test_what_is_no_page_is_none() -> None:
    assert convert_html("") is None
    assert convert_html("<p>Short.</p>") is None
    assert convert_html(PAGE.replace("Kettles", "404 Not Found")) is None
    assert convert_html("<p>" + "word " * 40 + "</p>") is None
    assert convert_html("<p>" + "word " * 40 + "</p>", min_words=10) is not None


def test_convert_fragment_takes_everything() -> None:
    assert convert_fragment("<p>Hi</p>") == "Hi\n"
    assert convert_fragment("<nav><a href=x>Home</a></nav><p hidden>a</p>") != ""
    assert convert_fragment("<div class=share>Share</div>") == "Share\n"
    assert convert_fragment("") == ""
    assert convert_fragment("<a href='../x'>x</a>", "https://site.example/a/b") == "[x](https://site.example/x)\n"
    assert convert_fragment("<a href='../x'>x</a>") == "[x](../x)\n"
    assert not convert_fragment("<p>One</p>").startswith("---")


def test_convert_page_leaves_slots() -> None:
    page = parse_page(PAGE.replace("<p>", "<p><a href=/x>x</a> ", 1), "https://site.example/kettles")
    conversion = convert_page(page)
    assert conversion.body is not None
    assert SLOT_OPEN in conversion.body.text
    assert conversion.body.references[0].address == "https://site.example/x"
    assert conversion.refusal is None
    assert conversion.anchors.texts == {"kettles": "Kettles"} or "kettles" in conversion.anchors.texts


def test_a_refusal_says_why() -> None:
    conversion, markdown = convert_text("<main><p>" + "word " * 30 + "</p></main>", None, ConvertOptions(min_words=40))
    assert (conversion.refusal, conversion.refusal_rule, conversion.refusal_detail) == (
        SkipReason.LIST_PAGE,
        "min-words",
        "30 words",
    )
    assert (conversion.body, markdown) == (None, "")


def test_obsidian_anchors() -> None:
    html = PAGE.replace("</main>", "<h2 id=two>Part two</h2><p><a href='#two'>see</a></p></main>")
    assert "[see](#part-two)" in convert_text(html)[1]
    assert "[see](#Part%20two)" in convert_text(html, anchors=AnchorStyle.OBSIDIAN)[1]


def test_optional_anchors_are_written_only_where_a_link_wants_them() -> None:
    terms = "<dl><dt id=lid>Lid</dt><dd>On top.</dd><dt id=rim>Rim</dt><dd>Around.</dd></dl>"
    html = PAGE.replace("</main>", terms + "<p><a href='#lid'>see</a></p></main>")
    markdown = convert_text(html)[1]
    assert '<a id="lid"></a>' in markdown
    assert "[see](#lid)" in markdown
    assert "rim" not in markdown


@pytest.mark.parametrize(
    ("name", "body", "result"),
    [
        ("a.html", b"<p>x", True),
        ("a.HTM", b"", True),
        ("a", b"<!DOCTYPE html><p>", True),
        ("a", b"plain text", False),
        ("a.php", b"\xef\xbb\xbf\n<html>", True),
        ("a.php", b"<?php echo 1;", False),
        ("a.txt", b"<html>", False),
        ("a.md", b"<html>", False),
        ("feed.html", b"<?xml version='1.0'?><rss version='2.0'>", False),
        ("atom", b"<?xml version='1.0'?>\n<feed xmlns='http://www.w3.org/2005/Atom'>", False),
        ("x.xhtml", b"<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'>", True),
    ],
)
def test_which_files_are_pages(name: str, body: bytes, result: bool) -> None:
    assert is_page(name, body) is result


def test_convert_file(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(PAGE, encoding="utf-8")
    (tmp_path / "page.txt").write_text(PAGE, encoding="utf-8")
    (tmp_path / "feed").write_bytes(b"<rss>")
    document = convert_file(tmp_path / "page.html")
    assert document is not None
    assert document.markdown.startswith("# Kettles\n")
    assert document.metadata.source is None
    assert convert_file(tmp_path / "page.txt") is None
    assert convert_file(tmp_path / "feed") is None
    with pytest.raises(FileNotFoundError):
        convert_file(tmp_path / "none.html")


def test_extract_content_gives_the_pages_own_html() -> None:
    html = PAGE.replace("<p>", "<p><a href='/x?a=1&amp;b=2'>x</a> ", 1)
    content = extract_content(html)
    assert content is not None
    assert content.startswith("<main><h1>Kettles</h1>")
    assert 'href="/x?a=1&amp;b=2"' in content
    absolute = extract_content(html, "https://site.example/")
    assert absolute is not None
    assert 'href="https://site.example/x?a=1&amp;b=2"' in absolute


def test_the_originals_names_are_there() -> None:
    assert promote_bold_headings("text\n\n**Part**\n\ntext\n") == "text\n\n## Part\n\ntext\n"
    assert clean_markdown("# T\n\n# T\n\n3 hours ago\n\n\n\n[a\nb](c)\n") == "# T\n\n[a b](c)\n"
    for name in front_door.__all__:
        assert callable(getattr(front_door, name))
    assert len(TEXT_STEPS) == 3


def test_documentation_keeps_its_words() -> None:
    html = (
        "<html data-content_root=./><title>Share — Kettle documentation</title><div class=body role=main><h1>Share</h1>"
        f"<p>{WORDS}</p><h2>Related Articles</h2><p>Read more</p><p><b>Trending</b></p>"
        "<h2>Comments</h2><p>None.</p></div>"
    )
    markdown = convert_text(html, "https://site.example/share.html")[1]
    assert "## Related Articles\n\nRead more\n\n**Trending**\n\n## Comments\n\nNone.\n" in markdown


def test_explain() -> None:
    conversion, _ = convert_text((golden.ROOT / "article--blog" / "source.html").read_bytes(), "https://site.example/")
    said = explain(conversion)
    assert said.startswith(
        "extractor: selector: .entry-content\nplatform: none recognised\nkept: 100% of the letters, "
    )
    assert "\nremoved:\n" in said
    assert "  junk advert: an advert\n    Buy a better kettle today!\n" in said
    assert "  clean advertisement: " in said
    refused, _ = convert_text("<p>Short.</p>")
    assert explain(refused).endswith("no Markdown: no content (short 6 characters left)\nremoved: nothing\n")


@pytest.mark.parametrize(
    "html",
    [
        "",
        "<",
        "<html>",
        "<frameset><frame src=a.html></frameset>",
        "<body>" + "<div>" * 600 + "deep" + "</div>" * 600,
        "<table>" + "<tr><td>x" * 50,
        "<p>\x00\x01\ufffe</p>",
        "\ufdd01\ufdd1 \ufdd3hx\ufdd4 \ufdd2[x](y)",
        "<title>" + "t" * 10_000,
        "<h1></h1>" * 50,
        "<main><noscript><img src=x></noscript></main>",
        "<main><noscript></noscript></main>",
    ],
)
def test_messy_input_ends_well(html: str) -> None:
    conversion, markdown = convert_text(html, "https://site.example/")
    assert conversion.refusal is not None or markdown
    convert_fragment(html)


@pytest.mark.parametrize(
    ("head", "title"),
    [
        ("<title>How kettles whistle: the ultimate guide 2025 | Example</title>", "How kettles whistle"),
        ("<title>Whistling kettles explained</title><meta property=og:title content='Kettles'>", "Kettles"),
        ("<title>Steam and lime | Example.com</title>", "Steam and lime"),
        ("<title>Steam | Example</title><meta property=og:title content='Steam and lime'>", "Steam and lime"),
    ],
)
def test_the_title_is_what_the_heading_says_where_it_says_the_same(head: str, title: str) -> None:
    words = "The kettle boils, and its whistle is heard in every room upstairs. " * 9
    document = convert_html(f"{head}<body><main><h1>How kettles whistle</h1><p>{words}</p></main>")
    assert document is not None
    assert document.metadata.title == title
