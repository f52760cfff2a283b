"""Footnotes by the marks of WordPress, by ids that only sound like notes, and code set in a font."""

from __future__ import annotations

import pytest

from scrapepy.convert.to_markdown import convert_html

SAID = "The smoke calms the bees, they fill up on honey, and the lid is lifted without haste. " * 5


def markdown(html: str) -> str:
    document = convert_html(f"<title>T</title><main><h1>Smoke</h1><p>{SAID}</p>{html}</main>", "https://bees.example/")
    assert document is not None
    return document.markdown


def test_notes_of_wordpress() -> None:
    html = (
        "<p>Read on.<sup data-fn=ab class=fn><a href='#ab' id=ab-link>1</a></sup></p><ol class={}><li id=ab>Of the "
        "keeper. <a href='#ab-link' aria-label='Jump to footnote reference 1'>↩︎</a></li></ol>"
    )
    assert markdown(html.format("wp-block-footnotes")).endswith("Read on.[^1]\n\n[^1]: Of the keeper.\n")
    assert "[^1]:" not in markdown(html.format("wp-block-list"))


def test_a_mark_whose_id_sounds_like_a_note_is_none() -> None:
    """DocBook: the way back leads to the mark, which is called ``footnote`` by who wrote it."""
    mark = "<a href='#ftn.footnoteSmoke' class=footnote id=footnoteSmoke><sup class=footnote>[a]</sup></a>"
    note = (
        "<div id='ftn.footnoteSmoke' class=footnote><p><a href='#footnoteSmoke' class=para><sup class=para>[a] </sup>"
        "</a>Of dry moss.</p></div>"
    )
    assert markdown(f"<table><tr><td>Smoke{mark}</td><td>Light it</td></tr></table><div class=footnotes>{note}</div>")[
        -60:
    ].endswith("\n\n[^a]: Of dry moss.\n")


@pytest.mark.parametrize(
    ("html", "code"),
    [
        ("<pre>\n<font color=red>\nopen lid\n</font></pre>", "```\nopen lid\n```"),
        ("<pre>\n<font color=red>\n\nopen lid\n</font></pre>", "```\n\nopen lid\n```"),
        ("<pre>\n\nopen <font color=red>lid</font></pre>", "```\n\nopen lid\n```"),
    ],
)
def test_a_font_around_code_is_no_line_of_it(html: str, code: str) -> None:
    assert code in markdown(html)
