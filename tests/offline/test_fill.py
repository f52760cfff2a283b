"""Slots filled: every kind of place, what is missing, and nothing else changed."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrapepy.model.options import ScriptPolicy
from scrapepy.model.resolution import Resolution, Standing
from scrapepy.model.template import Template, slot
from scrapepy.model.url import CanonicalUrl, Reference, Role
from scrapepy.offline.page import fill_page, page_template
from scrapepy.web.html import Node, parse, serialise
from scrapepy.web.links import parse_page

PAGE = "http://docs.test/guide/"


def book(reference: Reference) -> Resolution:
    """A small address book: what is called ``gone`` is not in the copy, ``docs.test`` is, all else is online."""
    if reference.url is None:
        return Resolution(reference.address, Standing.ONLINE)
    if "gone" in reference.url:
        return Resolution(reference.address, Standing.MISSING)
    path = reference.address.removeprefix("http://docs.test/")
    return Resolution(f"../{path}", Standing.SAVED) if path != reference.address else _online(reference)


def _online(reference: Reference) -> Resolution:
    return Resolution(reference.address, Standing.ONLINE)


def body(html: str, resolve: Callable[[Reference], Resolution] = book) -> str:
    """The body of a page with ``html`` in it, cleaned, filled and written."""
    template = page_template(parse_page(f"<body>{html}", PAGE), ScriptPolicy.KEEP, ())
    filled = fill_page(template, resolve, "")
    return re.sub(r"\A.*?<body>|</body>.*\Z", "", filled, flags=re.DOTALL)


@pytest.mark.parametrize(
    ("html", "written"),
    [
        ('<a href="a.html?x=1&amp;y=2#f">', '<a href="../guide/a.html?x=1&amp;y=2#f"></a>'),
        ('<a href="//else.test/">', '<a href="http://else.test/"></a>'),
        ('<a href="mailto:a@b.test">', '<a href="mailto:a@b.test"></a>'),
        ("<a href='javascript:f(\"x\")'>", '<a href="javascript:f(&quot;x&quot;)"></a>'),
        ('<a href="gone.html">', '<a href="http://docs.test/guide/gone.html"></a>'),
        ('<form action="/send">', '<form action="../send"></form>'),
        ('<blockquote cite="/c">', '<blockquote cite="../c"></blockquote>'),
        ('<img src="/i.png">', '<img src="../i.png">'),
        ('<img alt="x" src="/gone.png">', '<img alt="x" data-scrapepy-src="http://docs.test/gone.png">'),
        (
            '<video poster="/gone.png" src="/v.mp4">',
            '<video data-scrapepy-poster="http://docs.test/gone.png" src="../v.mp4"></video>',
        ),
        ('<object data="/gone.svg">', '<object data-scrapepy-data="http://docs.test/gone.svg"></object>'),
        ('<iframe src="/gone">', '<iframe data-scrapepy-src="http://docs.test/gone"></iframe>'),
        ('<script src="/gone.js"></script>', '<script data-scrapepy-src="http://docs.test/gone.js"></script>'),
        ('<table background="/gone.png">', '<table data-scrapepy-background="http://docs.test/gone.png"></table>'),
        (
            '<svg><use xlink:href="/gone.svg#a"></use><image href="/i.png"></image></svg>',
            '<svg><use data-scrapepy-xlink:href="http://docs.test/gone.svg#a"></use>'
            '<image href="../i.png"></image></svg>',
        ),
        (
            '<link rel="stylesheet" href="/gone.css"><link rel="canonical" href="/gone">',
            '<link rel="stylesheet" data-scrapepy-href="http://docs.test/gone.css">'
            '<link rel="canonical" href="http://docs.test/gone">',
        ),
        (
            '<meta http-equiv="refresh" content="3; url=\'/gone\'">',
            '<meta http-equiv="refresh" content="3; url=\'http://docs.test/gone\'">',
        ),
        (
            '<meta http-equiv="refresh" content="0;URL=/a?b&c">',
            '<meta http-equiv="refresh" content="0;URL=../a?b&amp;c">',
        ),
        (
            '<noscript><img src="/i.png"><img src="/gone.png"></noscript>',
            '<noscript><img src="../i.png"><img data-scrapepy-src="http://docs.test/gone.png"></noscript>',
        ),
        (
            '<template><img src="/gone.png"></template>',
            '<template><img data-scrapepy-src="http://docs.test/gone.png"></template>',
        ),
    ],
)
def test_attributes(html: str, written: str) -> None:
    assert body(html) == written


@pytest.mark.parametrize(
    ("srcset", "written"),
    [
        ("/s.png 300w,\n /m.png 600w,/l.png 1000w", 'srcset="../s.png 300w,\n ../m.png 600w, ../l.png 1000w"'),
        ("/gone.png 1x, /m.png 2x", 'srcset="../m.png 2x"'),
        ("/s.png, /gone.png 2x", 'srcset="../s.png"'),
        ("data:image/gif;base64,R0lGOD 1x, /gone.png 2x", 'srcset="data:image/gif;base64,R0lGOD 1x"'),
        (
            "/gone1.png 1x, /gone2.png 2x",
            'data-scrapepy-srcset="http://docs.test/gone1.png 1x, http://docs.test/gone2.png 2x"',
        ),
    ],
)
def test_srcset_loses_only_what_is_missing(srcset: str, written: str) -> None:
    assert body(f'<img srcset="{srcset}">') == f"<img {written}>"


@pytest.mark.parametrize(
    ("html", "written"),
    [
        (
            "<p style=\"color:red;background:url(/i.png),url('/gone.png')\">",
            '<p style="color:red;background:url(&quot;../i.png&quot;),url(&quot;about:invalid&quot;)"></p>',
        ),
        (
            "<style>@import '/a.css' print;@import url(/gone.css);b{background:url(/i.png)}"
            "i{src:url(/gone.ttf)}</style>",
            '<style>@import "../a.css" print;@import url("data:text/css,");b{background:url("../i.png")}'
            'i{src:url("about:invalid")}</style>',
        ),
        (
            "<script type=module>import a from '/a.js'; import '/gone.js'; import(\"./b.js\");"
            ' if (x="1") {}</script>',
            "<script type=\"module\">import a from '../a.js'; import 'data:text/javascript,';"
            ' import("../guide/b.js"); if (x="1") {}</script>',
        ),
        (
            '<script type=importmap>{"imports": {"a": "/a.js"}}</script>',
            '<script type="importmap">{"imports": {"a": "../a.js"}}</script>',
        ),
        (
            "<script>import('/a.js'); x = \"url(/gone.png)\"</script>",
            "<script>import('/a.js'); x = \"url(/gone.png)\"</script>",
        ),
    ],
)
def test_styles_and_scripts(html: str, written: str) -> None:
    assert body(html) == written


def test_a_document_in_an_attribute() -> None:
    written = body(
        "<iframe srcdoc=\"<img src=/i.png><img src=/gone.png><p style='background:url(/gone.png)'>\"></iframe>"
    )
    document = parse(written).css_first("iframe")
    assert document is not None
    inner = document.attributes["srcdoc"] or ""
    assert '<img src="../i.png"><img data-scrapepy-src="http://docs.test/gone.png">' in inner
    assert 'style="background:url(&quot;about:invalid&quot;)"' in inner


def test_nothing_breaks_out_of_a_style_or_script() -> None:
    hostile = Resolution('x"</style></script><script>alert(1)</script>\\', Standing.ONLINE)
    written = body(
        '<style>a{b:url(/i)}</style><p style="b:url(/j)"><a href=/k></a><script type=module>import "/m.js"</script>',
        lambda reference: hostile,
    )
    tree = parse(written)
    assert [script.attributes.get("type") for script in tree.css("script")] == ["module"]
    assert len(tree.css("style")) == 1
    link = tree.css_first("a")
    assert link is not None
    assert link.attributes["href"] == hostile.href


def test_a_module_is_not_named_by_a_bare_word() -> None:
    same_folder = Resolution("b.js", Standing.SAVED)
    assert body('<script type=module>import "./b.js"</script>', lambda reference: same_folder) == (
        '<script type="module">import "./b.js"</script>'
    )


def test_marks_that_a_page_forges_are_left_out() -> None:
    reference = Reference(CanonicalUrl("http://docs.test/a"), "http://docs.test/a", None, Role.LINK)
    text = f'<p title="x {slot(7)} {slot(0)}">{slot(9)}y</p><a href="{slot(0)}"></a><style>{slot(3)}"{slot(4)}"</style>'
    assert fill_page(Template(text, (reference,)), book, "") == (
        '<p title="x  ../a">y</p><a href="../a"></a><style>""</style>'
    )


def test_each_reference_is_asked_for_once() -> None:
    asked: list[str] = []

    def resolve(reference: Reference) -> Resolution:
        asked.append(reference.address)
        return book(reference)

    body(
        '<a href="/a"></a><a href="/a"></a><img src="/gone.png" srcset="/gone.png 1x, /b.png 2x"><a href="/a#x">',
        resolve,
    )
    assert sorted(asked) == [
        "http://docs.test/a",
        "http://docs.test/a#x",
        "http://docs.test/b.png",
        "http://docs.test/gone.png",
    ]


@pytest.mark.parametrize(
    ("start", "written"),
    [
        ("<!DOCTYPE html><title>x</title>", "<!DOCTYPE html>\n<!-- b -->\n<html><head>"),
        ("<title>x</title>", "<!-- b -->\n<html><head>"),
        ("<!-- first --><!DOCTYPE html>", "<!-- first --><!DOCTYPE html>\n<!-- b -->\n<html>"),
        (
            '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">',
            '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN"',
        ),
    ],
)
def test_the_banner_stands_behind_the_doctype(start: str, written: str) -> None:
    template = page_template(parse_page(start, PAGE), ScriptPolicy.AUTO, ())
    assert fill_page(template, book, "<!-- b -->").startswith(written)


def test_a_long_banner_does_not_push_the_charset_out_of_sight() -> None:
    template = page_template(parse_page("<!DOCTYPE html><title>x</title>", PAGE), ScriptPolicy.AUTO, ())
    banner = f"<!-- {'x' * 2_000} -->"
    assert fill_page(template, book, banner).startswith(
        f'<!DOCTYPE html><html><head><meta charset="utf-8">{banner}<title>'
    )


_ATTRIBUTES = st.sampled_from(
    (
        *(
            'href="a"',
            "href='?x=\"&y'",
            'src="gone.png"',
            "src=i.png",
            'srcset="gone.png 1x, b.png 2x"',
            "poster=gone.png",
        ),
        *(
            "style='a:url(\"x\");b:url(gone)'",
            "alt='x=\"y'",
            'title="a=&quot;b"',
            "hidden",
            'class="a b"',
            'data-x="<&>\xa0"',
        ),
    )
)
_ELEMENTS = st.recursive(
    st.one_of(
        st.sampled_from(
            ["text", "a &amp; b", "&lt;i&gt;", '="', '<!-- x="y -->', "\n", "<br>", "&nbsp;", "<pre>\n\nx</pre>"]
        ),
        st.sampled_from(["<style>@import 'gone.css';a{b:url(x.png)}</style>", '<script>x="\'";</script>']),
        st.sampled_from(
            ["<script type=module>import {a} from './gone.js';x=\"y\"</script>", "<textarea>\n\n<a></textarea>"]
        ),
        st.sampled_from(
            ["<noscript><img src=gone.png><a href='x'>y</a></noscript>", "<svg><use href='gone.svg#x'/></svg>"]
        ),
        st.sampled_from(["<template><img src=gone.png></template>", "<iframe srcdoc='<a href=x>\"</a>'></iframe>"]),
    ),
    lambda inner: st.builds(
        lambda tag, attributes, inside: f"<{tag} {' '.join(attributes)}>{''.join(inside)}</{tag}>",
        st.sampled_from(["div", "p", "a", "img", "video", "ul", "table", "td", "b", "object", "select", "h1"]),
        st.lists(_ATTRIBUTES, max_size=3),
        st.lists(inner, max_size=3),
    ),
    max_leaves=8,
)


def _shape(node: Node | None) -> list[tuple[object, ...]]:
    """Elements with the names of their attributes, and texts; what filling may change left out."""
    assert node is not None
    shape: list[tuple[object, ...]] = []
    for each in node.traverse(include_text=True):
        parent = each.parent.tag if each.parent is not None else ""
        if each.tag == "-text":
            shape.append(("text", "" if parent in ("style", "script", "noscript") else each.text_content))
        else:
            names = sorted(name.removeprefix("data-scrapepy-") for name in each.attributes)
            plain = {k: v for k, v in each.attributes.items() if k in ("title", "alt", "class", "data-x", "hidden")}
            shape.append((each.tag, names, plain))
    return shape


@settings(max_examples=80, deadline=None)
@given(
    st.lists(_ELEMENTS, max_size=4).map("".join),
    st.sampled_from(["", "<!doctype html>", "<html><head><base href=/x/>"]),
)
def test_filling_changes_no_more_than_the_slots(html: str, start: str) -> None:
    template = page_template(parse_page(start + html, PAGE), ScriptPolicy.KEEP, ())
    filled = fill_page(template, book, "")
    assert "\ufdd0" not in filled
    assert "\ufdd1" not in filled
    assert _shape(parse(filled).root) == _shape(parse(template.text).root)
    if serialise(parse(template.text)) == template.text:  # some nestings change whenever they are parsed again
        assert serialise(parse(filled)) == filled
    loads = re.findall(r'\s(?:src|srcset|poster)="http[^"]*gone|url\("?http[^)]*gone|from [\'"]http[^\'"]*gone', filled)
    assert not loads
