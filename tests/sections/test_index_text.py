from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapepy.sections.index_text import index_text

EXAMPLE = (
    "<h2>داده\u200c<strong>کاوی</strong> &amp; حسگر</h2><p>ولتاژ <em>3.3</em> V<br>جریان&nbsp;12 mA.</p>"
    '<script>if (x < 2) { send("not indexed"); }</script><style>p { color: red; }</style><p>پایان</p>'
)
EXAMPLE_TEXT = "داده\u200cکاوی & حسگر ولتاژ 3.3 V جریان 12 mA. پایان"

GOOD = [
    (EXAMPLE, EXAMPLE_TEXT),
    ("", ""),
    ("A<em>B</em>C", "ABC"),
    ("<div>A<span>B</span></div><div>C</div>", "AB C"),
    ("<p>A</p><p>B<br/>C</p>", "A B C"),
    ("A<!--x-->B", "AB"),
    ("A<!---->B<!-- <p> & -- > -->C", "ABC"),
    ("A<script>x & y</script>B", "A B"),
    ("A<STYLE></stylex></sty></STYLE >B", "A B"),
    ("<script><!-- </p> ]]> </scripts></script>", ""),
    ("<p>&lt;x&gt; &#65; &#x42;</p>", "<x> A B"),
    ("&#65;&#x42;&#x1F642;", "AB🙂"),
    ("&#X41;&#0065;&quot;&apos;", "AA\"'"),
    ("&#x10FFFF;&#xD7FF;&#xE000;", "\U0010ffff\ud7ff\ue000"),
    ("&#128;", "\x80"),
    ("<P>A</p><Br>B<bR />C", "A B C"),
    ("a &nbsp;\u00a0\t\n\u2028b ", "a b"),
    ("a\u200db\u200cc", "a\u200db\u200cc"),
    ("<a href=\"x>y\" title='<&' data-x=1 b>A</a>", "A"),
    ("<p x=y/>A</p>", "A"),
    ("<ul><li>A</li><li>B</li></ul><h1>C</h1>D", "A B C D"),
    ("<p", ""),
    ("A<p", "A"),
    ("A<p class='x", "A"),
    ("A<br", "A"),
    ("A<b", "A"),
]
BAD = [
    *("&#0;", "&#x0;", "&#xD800;", "&#xDFFF;", "&#1114112;", "&#x110000;", "&#" + "9" * 4000 + ";", "&copy;", "&AMP;"),
    *("&amp", "&", "&;", "&#;", "&#x;", "&#x", "A &am", "A & B", "A < B", "A > B", "A<", "<", "<1>", "< p>"),
    *("<img>", "<span/>", "<p/>", "<p />", "<script/>", "<table></table>", "<h3></h3>", "<svg:p></svg:p>", "<p<b></p>"),
    *("<p><em>A</p></em>", "<p>A", "</p>", "</br>", "<p></p></p>", "<div><p", "<p></p", "<p></", "<p></p x>", "</>"),
    *("<!doctype html>", "<?xml?>", "<![CDATA[x]]>", "<!x>", "<!", "<!-", "<!-- x", "<!-- x --", "<!-->", "<!--->"),
    *("<!-- a --!> b -->", "<script>x", "<script></script", "<style></scripts>", "<p></ p>", "<p></p/>", "\ud800"),
]


@pytest.mark.parametrize(("html", "text"), GOOD)
def test_right_values(html: str, text: str) -> None:
    assert index_text([html]) == text
    assert index_text(list(html)) == text


@pytest.mark.parametrize("html", BAD)
def test_refused(html: str) -> None:
    with pytest.raises(ValueError, match=r"\w \w"):
        index_text([html])


def test_pieces() -> None:
    assert index_text(["<p>one ", "two", " three</p>"]) == "one two three"
    assert index_text([]) == ""


LIMITS: list[tuple[str, list[str], list[str]]] = [
    ("depth", ["<span>" * 16 + "</span>" * 16], ["<span>" * 17 + "</span>" * 17]),
    ("depth in a script", ["<p>" * 15 + "<script></script>" + "</p>" * 15], ["<p>" * 16 + "<script></script>"]),
    ("start tags", ["<br>" * 128], ["<br>" * 129]),
    ("pairs", ["<em></em>" * 128], ["<em></em>" * 128 + "<br>"]),
    ("output", ["a" * 4096], ["a" * 4097]),
    ("output is counted collapsed", ["a" * 4094 + " " * 4000 + "b"], ["a" * 4095 + " " * 4000 + "bc"]),
    ("pieces", [""] * 1024, [""] * 1025),
    ("input", [" " * 8192], [" " * 8193]),
    ("input in pieces", [" " * 8] * 1024, [*[" " * 8] * 1023, " " * 9]),
]


@pytest.mark.parametrize(("name", "passes", "refused"), LIMITS, ids=[name for name, _, _ in LIMITS])
def test_limits(name: str, passes: list[str], refused: list[str]) -> None:
    index_text(passes)
    with pytest.raises(ValueError, match=r"more than|longer than"):
        index_text(refused)


class Text(str):
    __slots__ = ()


class Pieces(list[str]):
    pass


@pytest.mark.parametrize("value", [("a",), b"a", None, "a", [b"a"], [None], [Text("a")], Pieces(["a"]), iter(["a"])])
def test_other_types_are_refused(value: Any) -> None:
    with pytest.raises(ValueError, match="must be"):
        index_text(value)


def test_every_cut_of_the_example_in_two() -> None:
    assert len(EXAMPLE) == 190
    texts = {index_text([EXAMPLE[:cut], EXAMPLE[cut:]]) for cut in range(191)}
    assert texts == {EXAMPLE_TEXT}


def result(pieces: list[str]) -> str | type[Exception]:
    try:
        return index_text(pieces)
    except ValueError as error:
        return type(error)


TOKENS = [
    *("<p>", "</p>", "<em>", "</em>", "<br>", "<br/>", "<a b='>'>", "</a>", "<script>", "</script>", "<!--", "-->"),
    *("&amp;", "&#65;", "&nbsp;", "&", "<", ">", " ", "x", "y", "\u200c", "p", "/", "<LI>", "</li>", "<i>", "</"),
]
FRAGMENTS = st.lists(st.sampled_from(TOKENS), max_size=14).map("".join)


@given(FRAGMENTS | st.just(EXAMPLE), st.lists(st.integers(0, 190), max_size=8))
def test_cuts_change_nothing(html: str, cuts: list[int]) -> None:
    edges = sorted({0, len(html), *(cut for cut in cuts if cut < len(html))})
    pieces = [html[start:end] for start, end in pairwise(edges)]
    assert result(pieces) == result([html])


# A second reader, slow and simple: one token after the other is taken off the front.
ORACLE = re.compile(
    r"""
      (?P<comment><!--(?!-?>)(?:(?!--!?>).)*-->)
    | (?P<script><(?P<raw>script|style)(?P<in_raw>(?:\s[^<>]*?)?)>(?:(?!</(?P=raw)[\s>/]).)*</(?P=raw)\s*>)
    | (?P<start><(?P<name>p|div|h1|h2|ul|li|a|span|em|strong)(?:\s+(?:'[^']*'|[^'/<>])*)?>)
    | (?P<br><br\s*/?>)
    | (?P<end></(?P<ended>p|div|h1|h2|ul|li|a|span|em|strong)\s*>)
    | (?P<reference>&(?:amp|lt|gt|quot|apos|nbsp|\#65);)
    | (?P<text>[^<>&])
    """,
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
WRITTEN = {"&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'", "&nbsp;": " ", "&#65;": "A"}


def oracle(html: str) -> str | type[Exception]:
    text, stack = "", []
    while html:
        match = ORACLE.match(html)
        if match is None:
            unfinished = re.fullmatch(r"<[a-z](?:[^>']|'[^']*')*'?[^>']*|<a b='>?", html, re.IGNORECASE)
            if unfinished and not stack:
                break
            return ValueError
        html = html[match.end() :]
        if match["start"]:
            stack.append(match["name"].lower())
        if match["end"] and (not stack or stack.pop() != match["ended"].lower()):
            return ValueError
        name = (match["name"] or match["ended"] or "").lower()
        inline = name in ("a", "span", "em", "strong") or match["comment"]
        text += WRITTEN[match[0]] if match["reference"] else match["text"] or ("" if inline else " ")
    return ValueError if stack else " ".join(text.split())


@given(FRAGMENTS)
def test_a_second_reader_agrees(html: str) -> None:
    assert result([html]) == oracle(html)
