"""URLs in style sheets: found by the tokens of CSS, replaced and nothing else touched."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
import tinycss2
from hypothesis import given
from hypothesis import strategies as st

from scrapepy.model.template import slot
from scrapepy.model.url import Role
from scrapepy.web.canonical import SiteIdentity
from scrapepy.web.css import css_urls, number_css, replace_css_urls


def urls(text: str) -> list[str]:
    return [found.url for found in css_urls(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a{background:url(a.png)}", ["a.png"]),
        ("a{background:url( a.png )}", ["a.png"]),
        ("a{background:url('a.png')}", ["a.png"]),
        ('a{background:url( "a.png" )}', ["a.png"]),
        ("a{background:URL(a.png)}", ["a.png"]),
        ("a{background:u\\72 l(a.png)}", ["a.png"]),
        ("a{background:\\75\\000052L(a.png)}", ["a.png"]),
        ("a{background:url(a\\)b\\20 c.png)}", ["a)b c.png"]),
        ('a{background:url("a\\"b.png")}', ['a"b.png']),
        ('a{background:url("a\\\nb.png")}', ["ab.png"]),
        ("a{background:url(a.png", ["a.png"]),
        ('a{background:url("a.png', ["a.png"]),
        ('a{background:url("a.png" crossorigin(anonymous))}', ["a.png"]),
        ('a{background:src("a.png")}', ["a.png"]),
        ("a{background:url(a.png),url(b.png)}", ["a.png", "b.png"]),
        ("a{background:url(http://h/*.png)} b{background:url(c.png)}", ["http://h/*.png", "c.png"]),
        ("@import 'a.css';", ["a.css"]),
        ("@import url(a.css) print;", ["a.css"]),
        ('@import/**/"a.css"layer(x) supports(display:grid) screen;', ["a.css"]),
        ('@IMPORT "a.css";', ["a.css"]),
        ("@font-face{font-family:x;src:local('y'),url(a.woff2)format('woff2')}", ["a.woff2"]),
        ('a{background:image-set("a.png" 1x,url(b.png) 2x type("image/png"),"c.png" 3x)}', ["a.png", "b.png", "c.png"]),
        ("a{background:-webkit-image-set(url(a.png) 1x)}", ["a.png"]),
        (".a\\:url\\(x\\){background:url(b.png)}", ["b.png"]),
        ("a{content:'\\'';background:url(b.png)}", ["b.png"]),
        ("a{content:'broken\n;background:url(b.png)}", ["b.png"]),
        ("background:url(a.png)", ["a.png"]),
        ("/* */a{cursor:url(a.cur) 2 2,auto}", ["a.cur"]),
    ],
)
def test_what_a_browser_would_load(text: str, expected: list[str]) -> None:
    assert urls(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "/* url(a.png) @import 'x' */",
        "/* url(a.png)",
        "a{content:'url(a.png)'}",
        'a{content:"@import \\"x\\""}',
        "a{content:'a.png'}",
        "@namespace 'http://www.w3.org/1999/xhtml';",
        "@namespace svg url(http://www.w3.org/2000/svg);",
        "@charset 'utf-8';",
        "a{background:url()}",
        "a{background:url('')}",
        "a{fill:url(#gradient)}",
        "a{fill:url('#gradient')}",
        "a{background:myurl(a.png)}",
        "a{background:-url(a.png)}",
        "a{color:#url(a.png)}",
        "a{background:url(a b.png)}",
        "a{background:url(a'b.png)}",
        "a{background:url(a(b.png)}",
        "a{width:calc(1px + (2px))}",
        "a{font-family:'x.png'}",
        "@media (min-width:1px){a{color:red}}",
        "a{background:image-set(type('image/png'))}",
        ".url{color:red}.src{color:blue}",
    ],
)
def test_what_it_would_not(text: str) -> None:
    assert urls(text) == []
    assert replace_css_urls(text, lambda url, rule: "x") == text


def test_rules_are_told_apart() -> None:
    text = "@import 'a.css';@font-face{src:url(b.woff)}c{background:url(d.png)}@media x{@font-face{src:url(e)}}"
    assert [(found.url, found.rule) for found in css_urls(text)] == [
        ("a.css", "import"),
        ("b.woff", "font-face"),
        ("d.png", ""),
        ("e", "font-face"),
    ]


def test_all_else_is_left_to_the_byte() -> None:
    before = "@charset 'utf-8';\r\n@import  {}  screen;\n/* é */ a > b{{ background : URL( {} ) no-repeat ; }}\f"
    text = before.format("'a.css'", "'b.png'")
    assert replace_css_urls(text, lambda url, rule: url.upper()) == before.format('"A.CSS"', '"B.PNG"')


def test_what_has_no_replacement_stays_as_written() -> None:
    text = "a{background:url( data:image/png;base64,AA== )}b{background:url(b.png)}"
    assert replace_css_urls(text, lambda url, rule: None if url.startswith("data:") else "x") == (
        'a{background:url( data:image/png;base64,AA== )}b{background:url("x")}'
    )


def test_a_sheet_gets_slots_with_roles() -> None:
    text = (
        "@import 'base.css';@font-face{src:url(../f.woff2#iefix)}"
        "a{background:url(i.png)}b{background:url(i.png)}c{background:url(data:,x)}d{fill:url(#x)}"
    )
    template = number_css(text, "http://h/css/site.css?v=1", SiteIdentity("h", "https"))
    assert template.text == (
        f'@import "{slot(0)}";@font-face{{src:url("{slot(1)}")}}'
        f'a{{background:url("{slot(2)}")}}b{{background:url("{slot(2)}")}}c{{background:url(data:,x)}}d{{fill:url(#x)}}'
    )
    assert [(r.url, r.address, r.fragment, r.role) for r in template.references] == [
        ("https://h/css/base.css", "http://h/css/base.css", None, Role.STYLE),
        ("https://h/f.woff2", "http://h/f.woff2#iefix", "iefix", Role.FONT),
        ("https://h/css/i.png", "http://h/css/i.png", None, Role.IMAGE),
    ]


def _nodes(nodes: Iterable[Any]) -> Iterator[Any]:
    for node in nodes:
        yield node
        for part in ("prelude", "content", "arguments"):
            yield from _nodes(getattr(node, part, None) or ())


def oracle(text: str) -> list[str]:
    """URLs by tinycss2's tokens, in order: url tokens and url("…") functions, but those of a bare fragment."""
    found = []
    for node in _nodes(tinycss2.parse_component_value_list(text)):
        if node.type == "url":
            found.append(node.value)
        elif node.type == "function" and node.lower_name in ("url", "src"):
            strings = [argument for argument in node.arguments if argument.type not in ("whitespace", "comment")]
            # a comment cannot stand inside url(): this is tinycss2's reading of url(/**/"x")
            if strings and strings[0].type == "string" and node.arguments[0].type != "comment":
                found.append(strings[0].value)
    return [url for url in found if url.strip() and not url.strip().startswith("#")]


_TOKENS = st.sampled_from(
    [
        *(
            "url(",
            "URL(",
            "\\75rl(",
            "a.png",
            "'b.png'",
            '"c.png"',
            ")",
            "(",
            " ",
            "\n",
            "'",
            '"',
            "\\",
            "\\29 ",
            "\\)",
        ),
        *(
            "/*",
            "*/",
            "{",
            "}",
            ";",
            ":",
            ",",
            "#f",
            "x",
            "é",
            "calc(",
            "\\75 r\\6c (",
            "src",
            "-url(",
            "/",
            "*",
            "a\\'b",
        ),
    ]
)


def _is_plain(text: str) -> bool:
    """Leaves out what tinycss2 reads otherwise than the standard: some backslashes in a broken url()."""
    return "\\\\" not in text and "\\\n" not in text and not text.endswith("\\")


_SHEETS = st.lists(_TOKENS, max_size=18).map("".join).filter(_is_plain)


@given(_SHEETS)
def test_the_urls_are_those_of_a_css_parser(text: str) -> None:
    assert urls(text) == oracle(text)


@given(_SHEETS)
def test_replacing_leaves_the_rest_alone(text: str) -> None:
    before = list(css_urls(text))
    numbers = iter(range(len(before)))
    replaced = replace_css_urls(text, lambda url, rule: f"new{next(numbers)}")
    assert urls(replaced) == [f"new{i}" for i in range(len(before))]
    expected, position = "", 0
    for number, found in enumerate(before):
        expected += re.escape(text[position : found.start]) + rf'(?:url\("new{number}"\)|"new{number}")'
        position = found.end
    assert re.fullmatch(expected + re.escape(text[position:]), replaced)
