from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scrapepy.sections import inline
from scrapepy.sections.inline import inline_spans, read_inline
from scrapepy.sections.split import split


def read(body: str) -> str:
    return " ".join(section.read for section in split(body))


READ = [
    ("[x](u1)", "x"),
    ('[x](u1 "title")', "x"),
    ("[x](<u 1>)", "x"),
    ("[x](u(1))", "x"),
    ("[`a[i](x)`](u)", "`a[i](x)`"),
    ("`a[i](x)`", "`a[i](x)`"),
    ("``a` [i](x)``", "``a` [i](x)``"),
    ("`open [i](x)", "`open i"),
    ("![alt *text*](i.png)", "alt *text*"),
    ("[![alt](i.png) more](u)", "alt more"),
    ("![a [link](u) b](i.png)", "a link b"),
    ("\\[x](u)", "\\[x](u)"),
    ("\\![x](u)", "\\!x"),
    ("a [b [x](u)", "a [b x"),
    ("see <https://example.com/a> now", "see <> now"),
    ("<me@example.com>", "<>"),
    ("see https://example.com/a. Now", "see <>. Now"),
    ("(www.example.com/a_(b))", "(<>)"),
    ("`https://example.com`", "`https://example.com`"),
    ("[https://example.com](u)", "https://example.com"),
    ("[x][ref] and [ref]\n\n[ref]: /url 'title'", "x and ref"),
    ("[x][none]", "[x][none]"),
    ("a[^1]\n\n[^1]: word", "a[^1] [^1]: word"),
    ("a[^1]\n\n[^1]: two words\n\n    more [x](u)", "a[^1] [^1]: two words more x"),
    ('a<a id="x"></a>b', "ab"),
    ('<a id="x"></a>\n\ntext', "text"),
    ('<img src="a.png" alt="A &amp; B">', "A & B"),
    ('<b class="k" id="x">t</b>', '<b class="k">t</b>'),
    ('<details id="d"><summary>s</summary>\n\ntext\n\n</details>', "<details><summary>s</summary> text </details>"),
    ("<!-- [x](u) -->", "<!-- [x](u) -->"),
    ("a  \n\tb\u00a0 c", "a b c"),
    ("*a* **b** ~~c~~ \\_d", "*a* **b** ~~c~~ \\_d"),
    ("- a\n- [b](u)\n\n3. c", "- a - b 3. c"),
    ("> [!NOTE]\n> text", "> [!NOTE] text"),
    ("| a | [b](u) |\n| --- | --- |\n| c | `[d](u)` |", "| a | b | c | `[d](u)`"),
    ("---", "---"),
    ("```py  x\na  [x](u)\n\n    b\n```", "```py x\na  [x](u)\n\n    b\n```"),
    ("    a [x](u)", "```\na [x](u)\n```"),
    ("[x](javascript:alert(1))", "x"),
]


@pytest.mark.parametrize(("markdown", "expected"), READ)
def test_as_read(markdown: str, expected: str) -> None:
    assert read(markdown) == expected


SAME = [
    ("[x](u1)", "[x](u2)"),
    ("![x](u1)", "![x](u2)"),
    ("<https://a.example>", "<https://b.example>"),
    ("[x][r]\n\n[r]: /a", "[x][r]\n\n[r]: /b"),
    ('<a id="a"></a>x', '<a id="b"></a>x'),
    ('<img src="a">', '<img src="b">'),
    ("a b", "a\n  b"),
]
OTHER = [
    ("`a[i](x)`", "`a[i](y)`"),
    ("```\n[x](a)\n```", "```\n[x](b)\n```"),
    ("    [x](a)", "    [x](b)"),
    ("```\nif a:\n  b\n```", "```\nif a:\nb\n```"),
    ("\\[x](a)", "\\[x](b)"),
    ("[^1]: a", "[^1]: b"),
    ("# A", "## A"),
    ("*a*", "**a**"),
    ("![a](u)", "![b](u)"),
]


@pytest.mark.parametrize(("one", "two"), SAME)
def test_same_as_read(one: str, two: str) -> None:
    assert split(one)[0].fingerprint == split(two)[0].fingerprint
    assert split(one)[0].sha256 != split(two)[0].sha256


@pytest.mark.parametrize(("one", "two"), OTHER)
def test_other_as_read(one: str, two: str) -> None:
    assert split(one)[0].fingerprint != split(two)[0].fingerprint


WORDS = [
    ("# Two words\n\n- three\n- four `five`", 5),
    ("漢字 kana", 3),
    ("| a | b |\n| - | - |\n| c | d e |", 5),
    ("```py\nx = 1\n```", 3),
    ("> quote", 1),
    ("", 0),
]


@pytest.mark.parametrize(("markdown", "words"), WORDS)
def test_words(markdown: str, words: int) -> None:
    assert sum(section.words for section in split(markdown)) == words


MARKS = ["[", "]", "(", ")", "](", "`", "``", "!", "\\", "<", ">", '"', " ", "\n", "a", "b c", "&", "https://e.x/", "*"]


@given(st.lists(st.sampled_from([*MARKS, "[x](u)", "`c`", "![i](u)", '[t](u "t")']), max_size=12).map("".join))
@example("[`a`](u)`b`")
def test_the_short_way_is_the_parsers(text: str) -> None:
    """What is seen without the parser is what the parser sees."""
    short = inline._plain_spans(text)
    if short is not None:
        assert inline._without(text, short) == inline._without(text, inline_spans(text, {}))


def test_the_short_way_is_taken() -> None:
    assert inline._plain_spans('The [`json`](json.md) module, see [x](a/b.md#c "title") and ![i](u).') is not None
    assert read_inline("The [`json`](json.md) module", {}) == "The `json` module"
