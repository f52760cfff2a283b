"""Parts that a button opens: each way of saying so, alone, and what is no such part."""

from __future__ import annotations

import pytest

from scrapepy.convert.folds import settle_folds
from scrapepy.convert.junk_rules import hits
from scrapepy.rules.folds import FOLD_WORDS, NOT_FOLDED, OPENS, SPOILER_WORDS
from scrapepy.rules.junk_html import BOX_WORDS
from scrapepy.web.html import parse

TEXT = "<p>" + "The smoke calms the bees, they fill up on honey, and the lid is lifted. " * 8 + "</p>"


def settled(html: str) -> str:
    tree = parse(f"<body>{html}</body>")
    settle_folds(tree)
    assert tree.body is not None
    return (tree.body.html or "").removeprefix("<body>").removesuffix("</body>")


@pytest.mark.parametrize("name", OPENS)
def test_each_attribute_that_names_what_is_opened(name: str) -> None:
    html = "<button {}='x'>Why?</button><div id='x' hidden>So.</div>"
    assert settled(html.format(name)) == '<p><b>Why?</b></p><div id="x">So.</div>'
    assert "<button" in settled(html.format("data-x"))


@pytest.mark.parametrize("word", sorted(FOLD_WORDS))
def test_each_word_of_parts_that_fold(word: str) -> None:
    assert settled(f"<button class='x-{word}'>Why?</button><p hidden>So.</p>") == "<p><b>Why?</b></p><p>So.</p>"
    assert "<button" in settled(f"<button class='x-{word}q'>Why?</button><p hidden>So.</p>")


@pytest.mark.parametrize("word", sorted(SPOILER_WORDS))
def test_each_word_of_what_is_hidden_in_posts(word: str) -> None:
    html = "<button class='bbCode{}Button'>Spoiler: the end</button><div hidden>They marry.</div>"
    assert settled(html.format(word.title())) == "<p>Spoiler: the end</p><div>They marry.</div>"
    assert "<button" in settled(html.format(word.title() + "q"))


@pytest.mark.parametrize("role", sorted(NOT_FOLDED))
def test_each_role_of_what_is_no_text(role: str) -> None:
    html = "<button aria-expanded='false'>Sort by</button><div role='{}' hidden>Price, name</div>"
    assert "<button" in settled(html.format(role))
    assert "<button" not in settled(html.format("region"))


@pytest.mark.parametrize(
    "html",
    [
        "<button>Print</button><p>Text</p>",
        "<p>Text <button aria-expanded='false'>more</button></p><p>Text</p>",
        "<button aria-controls='y'>Why?</button><p>Text</p><p id='y'>Far</p>",
        "<nav><button aria-expanded='false'>Menu</button><p>Text</p></nav>",
        "<button aria-expanded='false' aria-haspopup='true'>Menu</button><p>Text</p>",
        "<button aria-expanded='false'>Menu</button><p><a href='/'>Home</a></p>",
        "<button aria-expanded='false'>Search</button><div><form>Words</form></div>",
        "<h2>Title <button>Copy</button></h2>",
    ],
)
def test_other_buttons_stay(html: str) -> None:
    assert "<button" in settled(html)


def test_a_heading_that_is_all_button_is_a_heading() -> None:
    assert settled("<h2><button>Hours</button></h2>") == "<h2>Hours</h2>"


@pytest.mark.parametrize("word", sorted(BOX_WORDS))
def test_each_word_of_boxes_that_belong_to_a_text(word: str) -> None:
    html = "<article>{}<aside class='sidebar {}'>Eleven hives</aside>{}</article>"
    for name, count in ((word, 0), (f"{word}q", 1)):
        node = parse(html.format(TEXT, name, TEXT)).css_first("article")
        assert node is not None
        assert len(hits(node)) == count
