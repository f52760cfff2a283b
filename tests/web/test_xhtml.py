"""XHTML that is to be read as XML, and pages that only look like it."""

from __future__ import annotations

import pytest

from scrapepy.convert.to_markdown import convert_html
from scrapepy.web.decode import decode_html
from scrapepy.web.xhtml import as_html

PROLOG = '<?xml version="1.0" encoding="UTF-8"?>\n<html xmlns="http://www.w3.org/1999/xhtml">'
SAID = "The smoke calms the bees, they fill up on honey, and the lid is lifted without haste. " * 4


@pytest.mark.parametrize(
    ("xhtml", "html"),
    [
        ('<script src="x.js" />', '<script src="x.js"></script>'),
        ("<title/>", "<title></title>"),
        ("<textarea rows='2' />", "<textarea rows='2'></textarea>"),
        ('<a id="x>y"/>', '<a id="x>y"></a>'),
        ("<o:p/>", "<o:p></o:p>"),
        ("<pre><![CDATA[if (a < b) {}]]></pre>", "<pre>if (a &lt; b) {}</pre>"),
        # as they were
        ("<br/><img src='a'/>", "<br/><img src='a'/>"),
        ("<!-- <title/> <![CDATA[x]]> -->", "<!-- <title/> <![CDATA[x]]> -->"),
        ("<script>//<![CDATA[\na('<b/>');\n//]]></script>", "<script>//<![CDATA[\na('<b/>');\n//]]></script>"),
        ("<p>a / b</p><a href=/x/>y</a >", "<p>a / b</p><a href=/x></a>y</a >"),
    ],
)
def test_what_html_has_no_word_for(xhtml: str, html: str) -> None:
    assert as_html(xhtml) == html


@pytest.mark.parametrize(
    ("text", "content_type", "is_read"),
    [
        (f"{PROLOG}<title/>", None, True),
        ("<html><title/>", "application/xhtml+xml; charset=utf-8", True),
        (f"{PROLOG}<title/>", "text/html", False),
        ("<html><title/>", None, False),
        ('<?xml version="1.0"?><rss><title/></rss>', None, False),
    ],
)
def test_which_pages_are_read_as_xml(text: str, content_type: str | None, is_read: bool) -> None:
    assert ("<title></title>" in decode_html(text.encode(), content_type).text) == is_read


@pytest.mark.parametrize("odd", ['<script src="x.js" />', "<title />", "<style />"])
def test_an_empty_element_does_not_hold_the_page(odd: str) -> None:
    page = f"{PROLOG}<head>{odd}</head><body><h1>Smoke</h1><p>{SAID}</p><textarea />"
    document = convert_html(
        f"{page}<pre><![CDATA[a < b]]></pre></body></html>".encode(), "https://bees.example/a.xhtml"
    )
    assert document is not None
    assert "# Smoke" in document.markdown
    assert "```\na < b\n```" in document.markdown


@pytest.mark.parametrize("start", ["<?xml version='1.0'?>", ""])
def test_a_text_is_read_as_xml_too(start: str) -> None:
    page = f"{start}<html><head><title /></head><body><h1>Smoke</h1><p>{SAID}</p></body></html>"
    for html in (page, page.encode()):
        document = convert_html(html, "https://bees.example/a.xhtml")
        assert document is not None
        assert "# Smoke" in document.markdown
        assert (convert_html(html, "https://bees.example/a.html") is None) == (not start)
