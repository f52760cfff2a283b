"""Menus that nothing names are told by what they hold and where they stand."""

from __future__ import annotations

import pytest

from scrapepy.convert.outline import outline_of
from scrapepy.convert.side_menu import menu_nodes, side_menus
from scrapepy.web.html import parse

SENTENCE = "The hive is opened on a warm day, when most of the bees are out in the meadow. "
LINKS = "".join(f"<a href=c{at}.html>Chapter {at}</a><br>" for at in range(6))
TEXT = f"<h1>Frames</h1><p>{SENTENCE * 2}</p>"


def menus(html: str) -> list[str]:
    return [node.attributes.get("id") or "" for node in menu_nodes(parse(f"<body>{html}</body>"))]


@pytest.mark.parametrize(
    "html",
    [
        f"<div id=m>{LINKS}</div><div>{TEXT}</div>",
        f"<div id=m><b>Contents</b> {LINKS * 3}</div><div>{TEXT}</div>",
        f"<div><div id=m><ul>{LINKS.replace('<a', '<li><a')}</ul></div><div><div>{TEXT}</div></div></div>",
        f"<table><tr><td id=m>{LINKS}</td><td>{TEXT}</td></tr></table>",
        f"<table><tr><td>{TEXT}</td><td id=m>{LINKS}</td></tr></table>",
        f"<div id=m>{LINKS}</div><div>{TEXT.replace('h1', 'h2')}</div>",
        f"<h1>Frames</h1><table><tr><td id=m>{LINKS}</td><td><p>{SENTENCE * 9}</p></td></tr></table>",
        f"<h1>Frames</h1><table><tr><td id=m>{LINKS}</td><td><pre>{SENTENCE * 9}</pre></td></tr><tr><td>Bees</table>",
    ],
)
def test_nothing_but_links_beside_the_text(html: str) -> None:
    assert menus(html) == ["m"]


@pytest.mark.parametrize(
    "html",
    [
        pytest.param(f"<div>{TEXT}</div><div id=m>{LINKS}</div>", id="after the text"),
        pytest.param(f"{TEXT * 5}<table><tr><td id=m>{LINKS}<td><p>{SENTENCE}</table>", id="in a table of the text"),
        pytest.param(
            f"<h1>Frames</h1><table><tr><td id=m>{LINKS}<td><p>{SENTENCE * 9}<tr><td>a<td><p>{SENTENCE * 9}</table>",
            id="in a table of several rows",
        ),
        pytest.param(f"<h1>Frames</h1><table><tr><td id=m>{LINKS}<td>{SENTENCE * 9}</table>", id="in a table of data"),
        pytest.param(f"<div>{TEXT}<div id=m>{LINKS}</div></div>", id="in the text"),
        pytest.param(f"<div id=m><a href=/1>One</a> <a href=/2>Two</a></div><div>{TEXT}</div>", id="a few links"),
        pytest.param(f"<div id=m>{LINKS}{SENTENCE}</div><div>{TEXT}</div>", id="with words of its own"),
        pytest.param(f"<div id=m>{LINKS}</div><div><h1>Frames</h1><p>All.</p></div>", id="beside no text"),
        pytest.param(f"<div id=m>{LINKS}</div><div><p>{SENTENCE * 3}</p></div>", id="beside no title"),
        pytest.param(f"<div id=m>{LINKS}</div><div><h2><a href=/>Site</a></h2><p>{SENTENCE * 3}</p></div>", id="logo"),
    ],
)
def test_what_is_no_menu(html: str) -> None:
    assert menus(html) == []


def test_only_reads() -> None:
    tree = parse(f"<body><div>{LINKS}</div><div>{TEXT}</div></body>")
    before = tree.html
    assert len(side_menus(outline_of(tree))) == 1
    assert tree.html == before
