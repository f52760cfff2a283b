"""How much of its content a page's Markdown keeps, and what happens where that is too little."""

from __future__ import annotations

from benchmarks.fidelity import GOLDEN_FLOORS, Score, measure_golden
from scrapepy.convert.explain import explain
from scrapepy.convert.kept import holdings, lacks
from scrapepy.convert.to_markdown import convert_text

WORDS = "The kettle is filled with water before it is heated and emptied when it has boiled. "
COOKIES = "We use cookies to make page {} work, count its readers and show them what they like best."
FEED = "".join(f"<p>{COOKIES.format(number)}</p>" for number in range(60))
POST = f'<div class="post-content"><h1>Kettles</h1><p>{WORDS * 4}</p>{FEED}</div>'


def test_the_golden_pages_keep_what_is_pinned() -> None:
    score = Score()
    measure_golden(score)
    assert score.pages >= 30
    assert {kind: score.value(kind) for kind, floor in GOLDEN_FLOORS.items() if score.value(kind) < floor} == {}


def test_a_page_tells_what_it_keeps() -> None:
    html = f"<main><h1>A</h1><p>{WORDS * 9}</p><pre>x\ny</pre><h2>B</h2><p><a href=b.html>b</a> {WORDS}</p></main>"
    conversion, _ = convert_text(f"<title>A</title>{html}", "https://a.example/")
    assert conversion.kept["letters"] > 0.98
    assert {kind: conversion.kept[kind] for kind in ("code", "headings", "links")} == {
        "code": 1.0,
        "headings": 1.0,
        "links": 1.0,
    }
    assert conversion.lack == ""
    assert "kept: 100% of the letters, 100% of the code, 100% of the headings" in explain(conversion)


def test_an_extractor_that_keeps_too_little_gives_way_to_the_next() -> None:
    article = f"<article><h2>How it works</h2><p>{WORDS * 4}</p></article>"
    conversion, text = convert_text(f"<title>Kettles</title><body>{POST}{article}</body>", "https://a.example/")
    assert conversion.extractor == "selector: article"
    assert conversion.lack == ""
    assert "How it works" in text
    assert "extractor selector: .post-content: passed over: it kept only" in explain(conversion)


def test_plain_text_that_was_not_chosen_is_missed() -> None:
    post = f'<div class="post-content"><p>{WORDS * 8}</p></div>'
    rest = "".join(f"<div><div>Kettle {n}</div><div>holds {3 * n} cups</div></div>" for n in range(2, 40))
    html = f"<title>Kettles</title><body><h1>Kettles</h1>{post}{{}}</body>"
    conversion, text = convert_text(html.format(rest), "https://a.example/")
    assert "Kettle 39\n\nholds 117 cups" in text
    assert "extractor selector: .post-content: passed over: it kept only" in explain(conversion)
    conversion, text = convert_text(html.format(f"<footer>{rest}</footer>"), "https://a.example/")
    assert conversion.extractor == "selector: .post-content"
    assert "Kettle 39" not in text
    assert conversion.kept["letters"] > 0.95


def test_where_none_keeps_enough_the_first_stays_and_it_is_said() -> None:
    conversion, text = convert_text(f"<title>Kettles</title><body>{POST}</body>", "https://a.example/")
    assert conversion.extractor == "selector: .post-content"
    assert conversion.lack.endswith("% of the letters")
    assert "too little is kept" in explain(conversion)
    assert text.startswith("# Kettles")


def test_what_one_text_lacks_of_another() -> None:
    whole = "# A\n\nOne two three.\n\n```sh\nls\n```\n\n| a |\n| --- |\n| b |\n"
    assert lacks(holdings(whole), holdings(whole)) == ""
    assert lacks(holdings(whole), holdings(whole.replace("ls", "pwd"))) == "1 code blocks"
    assert lacks(holdings(whole), holdings(whole.replace("two", ""))) == "1 words"
    assert lacks(holdings(whole), holdings(whole.replace("# A", "A"))) == "the heading 'a'"


def test_tables_in_quotes_count() -> None:
    table = "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>"
    html = f"<div><h1>A</h1><p>{WORDS * 9}</p><blockquote>{table}</blockquote><p>{WORDS}</p></div>"
    conversion, _ = convert_text(f"<title>A</title>{html}", "https://a.example/")
    assert conversion.kept["tables"] == 1.0


def test_code_that_was_not_chosen_is_missed_and_the_next_candidate_taken() -> None:
    code = "".join(f"<p>Step {number}:</p><pre>boil({number})\nwait()</pre>" for number in range(5))
    aside = f"<div class=related-posts>{code}</div>"
    conversion, text = convert_text(
        f"<title>A</title><div><h1>A</h1><p>{WORDS * 9}</p>{aside}<p>{WORDS * 9}</p></div>", "https://a.example/"
    )
    assert text.count("```") == 10 or conversion.lack.endswith("of the code")
