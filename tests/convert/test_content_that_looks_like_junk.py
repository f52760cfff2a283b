"""Pages whose own words are those of junk: everything that they say is kept."""

from __future__ import annotations

import pytest

from scrapepy.convert.to_markdown import convert_html

WORDS = "The kettle is filled with water before it is heated and emptied when it has boiled for a while. "

PAGES = {
    "the 500 best albums": (
        f"<title>The 500 best albums</title><main><h1>The 500 best albums</h1><p>{WORDS * 5}</p>"
        "<h2>404</h2><p>An album of this name.</p><h2>Not found</h2><p>Another one.</p></main>",
        ["# The 500 best albums", "## 404", "An album of this name.", "## Not found", "Another one."],
    ),
    "a page about subscribing": (
        '<title>Subscribe to events</title><body class="page-subscribe"><main class="subscribe subscribe-page">'
        f'<h1 class="subscribe-title">Subscribe to events</h1><p class="subscribe">{WORDS * 4}</p>'
        '<div class="subscribe-newsletter"><h2>How to subscribe</h2>'
        f"<p>Call <code>subscribe()</code> with a topic. {WORDS * 3}</p>"
        '<pre class="subscribe">subscribe("tea")\n</pre></div>'
        f'<section id="newsletter"><h2>Unsubscribing</h2><p>{WORDS * 3}</p></section></main></body>',
        ["# Subscribe to events", "## How to subscribe", "`subscribe()`", 'subscribe("tea")', "## Unsubscribing"],
    ),
    "a comments API": (
        f'<title>Comments API</title><main><h1>Comments API</h1><p>{WORDS * 4}</p><h2 id="comments">Comments</h2>'
        f'<section id="comments-1"><p>Each comment has a text. {WORDS * 2}</p><h3>List comments</h3>'
        "<pre>GET /comments</pre><table><tr><th>Field</th></tr><tr><td>text</td></tr></table></section>"
        f"<h2>Related articles</h2><p>The field <code>related</code> names articles. {WORDS}</p></main>",
        ["## Comments", "Each comment has a text.", "### List comments", "GET /comments", "| text |"],
    ),
    "an aside that is a note": (
        f'<title>Setup</title><main><h1>Setup</h1><p>{WORDS * 5}</p><aside class="note" role="note">'
        "<p>Unplug the kettle first.</p></aside><aside><p>A word beside the text of the page.</p></aside></main>",
        ["Unplug the kettle first.", "A word beside the text of the page."],
    ),
    "a header in an article": (
        "<title>Kettles</title><body><header><p>Site banner</p><nav><a href='/'>Home</a></nav></header>"
        "<article><header><h1>Kettles</h1><p>A subtitle that says what they are for.</p></header>"
        f"<p>{WORDS * 5}</p><section><header><h2>Parts</h2></header><p>{WORDS}</p></section></article></body>",
        ["# Kettles", "A subtitle that says what they are for.", "## Parts"],
    ),
}


@pytest.mark.parametrize("name", PAGES)
def test_all_of_it_is_kept(name: str) -> None:
    html, pieces = PAGES[name]
    document = convert_html(html, "https://docs.example.com/page.html")
    assert document is not None
    assert [piece for piece in pieces if piece not in document.markdown] == []
    assert document.markdown.count("The kettle is filled") == html.count("The kettle is filled")
    assert "Site banner" not in document.markdown
