"""The steps by themselves."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scrapepy.pdf.hyphens import Vocabulary, joint, mended
from scrapepy.pdf.running import is_contents_line, without_running
from scrapepy.pdf.values import Glyph, Line, ReadPage
from scrapepy.pdf.words import joined, rows_of, words_of


def _glyphs(text: str, x: float = 10, y: float = 50, size: float = 10, width: float = 5) -> list[Glyph]:
    return [Glyph(c, x + width * i, x + width * (i + 1), y, size, 0) for i, c in enumerate(text)]


def _line(text: str) -> Line:
    return Line(text, 0, 100, 0, 10, 10, 0, 0, False, "F", 1, 0, 100)


def test_words_end_at_blanks_and_at_gaps() -> None:
    words = words_of([*_glyphs("one two"), *_glyphs("three", x=50)])
    assert [word.text for word in words] == ["one", "two", "three"]


def test_an_accent_that_is_drawn_by_itself_joins_its_letter() -> None:
    glyphs = [Glyph("¨", 10, 15, 50, 10, 0), Glyph("o", 10, 15, 50, 10, 0), Glyph("l", 15, 18, 50, 10, 0)]
    assert [word.text for word in words_of(glyphs)] == ["öl"]


def test_letters_drawn_twice_are_one() -> None:
    glyphs = [glyph for g in _glyphs("bold") for glyph in (g, g._replace(x0=g.x0 + 0.3, x1=g.x1 + 0.3))]
    assert [word.text for word in words_of(glyphs)] == ["bold"]


def test_a_raised_mark_stands_apart_from_its_word() -> None:
    words = words_of([*_glyphs("word"), *_glyphs("2", x=30, y=46, size=6, width=3)])
    (row,) = rows_of(words)
    (word,) = joined(row)
    assert (word.text, word.mark) == ("word", "2")


@pytest.mark.parametrize(
    ("text", "is_it"),
    [
        ("1 Intro . . . . . . . 7", True),
        ("Intro......... ix", True),
        ("and so on ... 7", False),
        ("a . b . c 7", False),
    ],
)
def test_lines_of_a_contents_page(text: str, is_it: bool) -> None:
    assert is_contents_line(text) is is_it


def test_hyphens_follow_the_documents_own_spelling() -> None:
    words = Vocabulary([_line("a documentation of the command-line, and user space")])
    assert mended(["the docu-", "mentation"], words) == "the documentation"
    assert mended(["a command-", "line"], words) == "a command-line"
    assert mended(["a user-", "space"], words) == "a user-space"
    assert mended(["an unknown frag-", "ment"], words) == "an unknown fragment"


def test_fragments_at_line_ends_are_no_words() -> None:
    words = Vocabulary([_line("one docu-"), _line("mentation more")])
    assert (words.count("docu"), words.count("mentation"), words.count("more")) == (0, 0, 1)


def test_cjk_lines_join_without_a_blank() -> None:
    assert joint("日本", "語", Vocabulary()) == (0, "")
    assert joint("A.", "B", Vocabulary()) == (0, " ")


def _page(number: int, lines: list[tuple[float, str]]) -> ReadPage:
    items = [replace(_line(text), y=y, page=number, right=300) for y, text in lines]
    return ReadPage(number, 400, 600, list(items), 500)


def _texts(pages: list[ReadPage]) -> list[list[str]]:
    return [[item.text for item in page.items if isinstance(item, Line)] for page in pages]


def test_heads_that_name_the_chapter_go() -> None:
    heads = ["The manual: first", "The manual: first", "The manual: second", "The manual: third", "The manual: end"]
    pages = [_page(n, [(30, head), (80, f"text {n}"), (92, "more")]) for n, head in enumerate(heads, 1)]
    assert without_running(pages) == 5
    assert _texts(pages)[2] == ["text 3", "more"]


def test_text_that_begins_alike_on_every_page_stays() -> None:
    lines = [(50.0, "All pages begin so"), (62.0, "and go on with other words")]
    pages = [_page(n, [*lines, (74.0, f"until they end with {n} of them")]) for n in range(1, 6)]
    assert without_running(pages) == 0


def test_a_line_that_ends_in_the_number_of_its_page_stays() -> None:
    pages = [_page(n, [(50, f"This is step {n}"), (62, f"of something long {n}a"), (585, str(n))]) for n in range(1, 6)]
    assert without_running(pages) == 5
    assert _texts(pages)[2] == ["This is step 3", "of something long 3a"]
