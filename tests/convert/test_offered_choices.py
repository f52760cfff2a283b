"""Facets of a list go; what a reader ticks off, or reads beside a box to tick, stays."""

from __future__ import annotations

import pytest

from scrapepy.convert.offered_choices import offered_choices
from scrapepy.convert.outline import outline_of
from scrapepy.convert.to_markdown import convert_html
from scrapepy.web.html import parse

TEXT = "The lamps of the yard are lit at dusk and burn until the last boat is in. "
FACETS = "".join(
    f"<li><label><input type=checkbox name=wood value={n}> Kind {n}</label></li>" for n in ("ash", "oak", "elm", "fir")
)


def found_in(html: str) -> list[str]:
    outline = outline_of(parse(f"<body>{html}<p>{TEXT * 3}</p></body>"))
    return [outline.blocks[at].text for at in sorted(offered_choices(outline))]


def test_the_facets_of_a_list_go_and_its_entries_stay() -> None:
    entries = "".join(f"<li><h3><a href=/{n}>Chair {n}</a></h3><p>{TEXT}</p></li>" for n in range(5))
    document = convert_html(
        f"<title>Chairs</title><main><h1>Chairs</h1><p>{TEXT}</p><div><h4>Wood</h4><ul>{FACETS}</ul></div>"
        f"<ul>{entries}</ul></main>"
    )
    assert document is not None
    assert "Chair 4" in document.markdown
    assert "Kind oak" not in document.markdown


def test_what_is_sent_is_a_choice() -> None:
    assert found_in(f"<ul>{FACETS}</ul>") == ["Kind ash Kind oak Kind elm Kind fir"]
    assert found_in(f"<ul>{FACETS.replace('checkbox', 'radio')}</ul>") != []


@pytest.mark.parametrize(
    "html",
    [
        f"<ul>{FACETS.replace(' value=', ' data-n=')}</ul>",
        f"<ul>{FACETS.replace(' name=wood', '')}</ul>",
        f"<ul>{FACETS.replace(' name=', ' disabled name=')}</ul>",
        f"<ul>{FACETS.replace('checkbox', 'text')}</ul>",
        "<ul>" + FACETS[: FACETS.index("</li>") + 5] * 2 + "</ul>",
        f"<ul>{FACETS.replace('Kind', 'A kind of wood that grows here and lasts')}</ul>",
        f"<ul>{FACETS.replace('Kind', '<a href=/k>Kind of</a>')}</ul>",
        f"<div><h2>Kinds</h2><ul>{FACETS}</ul><pre>kinds()</pre></div>".replace("<ul>", "<span>").replace("</ul>", ""),
        f"<ul>{FACETS.replace('Kind', 'It is lit at dusk, it is a')}</ul>".replace("</label>", ".</label>"),
    ],
    ids=["for oneself", "no name", "shown only", "to write in", "two", "explained", "links", "code", "sentences"],
)
def test_what_only_looks_like_choices_stays(html: str) -> None:
    assert found_in(html) == []
