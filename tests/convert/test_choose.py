"""The content is the candidate with the best score, not the first one found."""

from __future__ import annotations

import json

import pytest

from scrapepy.convert import density, readability
from scrapepy.convert.choose import choose_content
from scrapepy.convert.outline import outline_of
from scrapepy.convert.to_markdown import convert_html
from scrapepy.web.html import block_text, parse

TEXT = "The kettle boils, and its whistle is heard in every room upstairs, even in the attic where nobody sleeps. "
MENU = "<ul class=menu>" + "".join(f"<li><a href=/{n}>Entry {n}</a></li>" for n in range(9)) + "</ul>"
FOOT = "<div class=footer><p>Call us, or write.</p><a href=/imprint>Imprint</a></div>"


def markdown_of(html: str) -> str:
    document = convert_html(f"<title>Kettles and their whistles</title><body>{html}</body>")
    assert document is not None
    return document.markdown


def test_all_sections_of_a_landing_page() -> None:
    sections = "".join(
        f"<section class=band><div class=inner><h2>Reason {n}</h2><p>{n}: {TEXT}</p></div></section>" for n in range(6)
    )
    teaser = f"<section class=band><article class=latest><h3>News</h3><p>{TEXT * 4}</p></article></section>"
    result = markdown_of(f"{MENU}<h1>Kettles</h1>{sections}{teaser}{FOOT}")
    assert all(f"Reason {n}" in result and f"{n}: The kettle" in result for n in range(6))
    assert "Entry 3" not in result
    assert "Imprint" not in result


def test_the_cards_of_a_listing_with_their_links() -> None:
    cards = "".join(
        f"<li class=product-card><a href=/kettle/{n}><h3>Kettle number {n} of steel</h3></a><p>Boils in {n} minutes, "
        f"holds two litres.</p><span class=price>${n}.00</span><button>Add to cart</button></li>"
        for n in range(1, 13)
    )
    result = markdown_of(f"{MENU}<main><h1>Kettles</h1><ul class=grid>{cards}</ul></main>{FOOT}")
    assert all(f"Kettle number {n} of steel" in result and f"](/kettle/{n})" in result for n in range(1, 13))
    assert "Add to cart" not in result


def test_structured_data_that_repeats_the_text_tells_where_it_is() -> None:
    paragraphs = [" ".join(f"steam{n} rises{m}" for m in range(12)) + "." for n in range(8)]
    data = json.dumps({"@type": "Article", "articleBody": " ".join(paragraphs)})
    body = "".join(f"<p>{one}</p>" for one in paragraphs)
    other = "".join(f"<p>Another {n}. {TEXT}</p>" for n in range(3))
    html = f"<div class=x1><div class=x2>{body}</div><div class=x3>{other}</div></div>"
    tree = parse(f"<script type='application/ld+json'>{data}</script><body>{MENU}{html}{FOOT}</body>")
    choice = choose_content(tree, " ".join(paragraphs))
    assert choice is not None
    assert choice.name == "stated"
    assert "Another" not in " ".join(block_text(node) for node in choice.nodes)


def test_choosing_only_reads() -> None:
    tree = parse(f"<body>{MENU}<div><h1>Kettles</h1><p>{TEXT}</p><p>{TEXT}</p></div>{FOOT}</body>")
    before = tree.html
    assert choose_content(tree) is not None
    assert tree.html == before


def test_nothing_is_torn_from_its_place() -> None:
    code = "<pre>boil(water)\nwait()\n</pre>"
    table = "<table><tr><th>Size</th><th>Time</th></tr><tr><td>small</td><td>3</td></tr></table>"
    items = "<ul><li>water</li><li>fire</li></ul>"
    parts = f"<h2>How</h2><p>{TEXT}</p>{code}<p>{TEXT}</p>{table}<p>{TEXT}</p>{items}<p>{TEXT}</p>"
    result = markdown_of(f"{MENU}<div>{parts}</div>{FOOT}")
    assert "```\nboil(water)\nwait()\n```" in result
    assert "| small | 3 |" in result
    assert "- water\n- fire" in result
    assert "## How" in result


@pytest.mark.parametrize("bad", ["comment", "sidebar", "footer"])
def test_readability_asks_for_bad_names_first(bad: str) -> None:
    outline = outline_of(
        parse(f"<body><div class='{bad} content'>{f'<p>{TEXT}</p>' * 2}</div><div id=c>{f'<p>{TEXT}</p>' * 6}</div>")
    )
    best = readability.best_box(outline)
    assert best is not None
    assert best.identity == "c"


def test_readability_takes_neighbours_along() -> None:
    outline = outline_of(
        parse(
            f"<body>{MENU}<div id=a><section><p>{TEXT}</p><p>{TEXT}</p></section><section><p>{TEXT}</p></section></div>"
        )
    )
    best = readability.best_box(outline)
    assert best is not None
    assert best.identity == "a"
    assert readability.best_box(outline_of(parse(f"<body>{MENU}</body>"))) is None


def test_text_between_breaks_is_dense_and_menus_are_not() -> None:
    html = f"<body>{MENU}<font><b>Kettles</b><br><br>{TEXT}<br><br>{TEXT}</font><p>{TEXT}</p><p>{TEXT}</p>{MENU}</body>"
    outline = outline_of(parse(html))
    dense = {outline.blocks[at].text for at in density.dense_blocks(outline)}
    assert any("whistle" in text for text in dense)
    assert not any(text.startswith("Entry") for text in dense)
    assert density.dense_blocks(outline_of(parse(f"<body>{MENU}</body>"))) == frozenset()


def test_signatures_and_examples_in_tables_among_the_text() -> None:
    """Racket's Scribble: few words and many links in each box, which are furniture anywhere but here."""

    def box(*rows: str) -> str:
        return f"<blockquote><table>{''.join(f'<tr><td>{row}</td></tr>' for row in rows)}</table></blockquote>"

    boil = box("<p>(<a href=#b>boil</a> <i>pot</i>) → <a href=p.html>pot?</a></p>", "pot : <a href=c.html>full?</a>")
    example = box('&gt; (<a href=#b>boil</a> (<a href=p.html>pot</a> "tea"))')
    parts = f"{boil}<div>{TEXT}</div><p>Example:</p>{example}<div>{TEXT}</div>{example.replace('tea', 'milk')}"
    result = markdown_of(f"<div>{MENU}</div><div><div><h3>Pots</h3>{parts}</div></div>")
    assert "pot : [full?](c.html)" in result
    assert '[pot](p.html) "tea"' in result
    assert '[pot](p.html) "milk"' in result
    assert "Entry 1" not in result


def test_the_element_with_the_code_wins() -> None:
    code = "".join(f"<h3>Part {n}</h3><pre>boil({n})\nwait()</pre>" for n in range(4))
    result = markdown_of(f"{MENU}<div><div class=text><h1>Kettles</h1><p>{TEXT * 4}</p></div><div>{code}</div></div>")
    assert all(f"boil({n})" in result for n in range(4))
