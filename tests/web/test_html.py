"""The door to the HTML parser: what is read is written back, and text reads as on the screen."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapepy.web.html import (
    block_text,
    class_words,
    neutral,
    parse,
    parse_fragment,
    serialise,
    tag_ids,
    visible_words,
)

QUIRKS = '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 3.2 Final//EN">'
STRICT = '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">'
LEGACY = '<!DOCTYPE html SYSTEM "about:legacy-compat">'


@pytest.mark.parametrize("doctype", ["<!DOCTYPE html>", QUIRKS, STRICT, LEGACY, ""])
def test_the_doctype_stays_what_it_was(doctype: str) -> None:
    text = f"{doctype}<html><head></head><body></body></html>"
    assert serialise(parse(text)) == text


def test_a_doctype_that_cannot_be_written_is_plain() -> None:
    assert serialise(parse("<!DOCTYPE html SYSTEM 'a\"b'>")).startswith("<!DOCTYPE html><html>")


def test_comments_around_the_doctype_stay() -> None:
    text = f"<!-- <!DOCTYPE html> -->{STRICT}<!--b--><html><head></head><body></body></html><!--c-->"
    assert serialise(parse(text)) == text


@pytest.mark.parametrize("tag", ["pre", "textarea", "listing"])
def test_the_first_blank_line_of_a_block_is_kept(tag: str) -> None:
    text = f"<html><head></head><body><{tag}>\n\nx</{tag}><{tag}>\ny</{tag}></body></html>"
    tree = parse(text)
    written = serialise(tree)
    assert written == f"<html><head></head><body><{tag}>\n\nx</{tag}><{tag}>y</{tag}></body></html>"
    assert tree.css(tag)[0].text() == "\nx"  # the tree was not harmed
    assert serialise(tree) == written


def test_the_first_blank_line_is_kept_in_templates_too() -> None:
    inner = "<pre>\n\nx</pre><template><pre>\n\ny</pre></template>"
    text = f"<html><head><template>{inner}</template></head><body></body></html>"
    assert serialise(parse(text)) == text


def test_noscript_is_text_and_does_not_end_the_head() -> None:
    text = '<html><head><noscript><img src="x"></noscript><link rel="x"></head><body></body></html>'
    tree = parse(text)
    assert tree.head is not None
    assert [node.tag for node in tree.head.css("*")][1:] == ["noscript", "link"]
    assert serialise(tree) == text


@pytest.mark.parametrize(
    "inner",
    [
        "<script>if (a < b && c > d) '</p>'</script>",
        "<style>a > b::before { content: '<' }</style>",
        "<template><p>x</p><template><b>y</b></template></template>",
        '<svg viewBox="0 0 1 1"><linearGradient id="a"></linearGradient><foreignObject><p>x</p></foreignObject></svg>',
        "<math><mi>x</mi></math>",
        '<my-element a="1"></my-element>',
        "<p>a &amp; b &lt;c&gt; &nbsp;</p>",
        '<select><option selected="">a</option></select>',
        '<iframe srcdoc="&lt;p&gt;&quot;x&quot; &amp;amp; y&lt;/p&gt;"></iframe>',
        "<!-- comment -- -->",
    ],
)
def test_what_is_read_is_written(inner: str) -> None:
    text = f"<!DOCTYPE html><html><head></head><body>{inner}</body></html>"
    assert serialise(parse(text)) == text


_PIECES = (
    *(
        "<p>",
        "</p>",
        "<pre>",
        "</pre>",
        "\n",
        "\n\n",
        "x",
        "<b>",
        "</b>",
        "<table>",
        "<tr><td>",
        "</table>",
        "<!--c-->",
    ),
    *(
        "<textarea>",
        "</textarea>",
        "<script>",
        "</script>",
        "<template>",
        "</template>",
        "<svg>",
        "</svg>",
        "&lt;",
        "<",
    ),
    *("<noscript>", "</noscript>", "<li>", "<ul>", "</ul>", "<a href='x'>", "</a>", QUIRKS, "<title>", "</title>"),
)
_MARKUP = st.lists(st.sampled_from(_PIECES), max_size=25).map("".join)


@given(_MARKUP)
def test_writing_is_stable(text: str) -> None:
    once = serialise(parse(text))
    # misnested formatting needs a second parse to settle, in every HTML parser
    twice = serialise(parse(once))
    assert serialise(parse(twice)) == twice


def test_references_that_would_make_slots_are_neutralised() -> None:
    written = "&#xfdd0;0&#XFDD1; &#x0000FDD2 &#64976; &#064980; &#xfdd0a; &#xfdd5; &#649760; &amp;"
    tree = parse(neutral(written))
    assert tree.body is not None
    text = tree.body.text()
    assert not any("\ufdd0" <= character <= "\ufdd4" for character in text)
    assert text.startswith("\ufffd0\ufffd \ufffd \ufffd \ufffd ")
    assert text.endswith("\U000fdd0a \ufdd5 \U0009ea20 &")


def test_a_fragment_is_written_without_a_document() -> None:
    assert parse_fragment("<link href=x><p>a").html == '<link href="x"><p>a</p>'
    assert parse_fragment("text <b>x</b>").html == "text <b>x</b>"


def test_class_words_are_lower_case_and_in_order() -> None:
    node = parse("<p class=' Note  main-TEXT\n'>").css_first("p")
    assert node is not None
    assert class_words(node) == ("note", "main-text")
    empty = parse("<p class>").css_first("p")
    assert empty is not None
    assert class_words(empty) == ()


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<p>data<b>base</b></p><p>next</p>", "database next"),
        ("a<br>b", "a b"),
        ("<ul><li>a<li>b</ul>", "a b"),
        ("<table><tr><td>a</td><td>b</td></tr></table>", "a b"),
        ("a<script>x</script>b<style>y</style>c", "a b c"),
        ("da<!-- x -->ta", "data"),
        ("a<template><p>x</p></template>b", "a b"),
        ("a<noscript><p>x</p></noscript>b", "a b"),
        ("a &amp; b&nbsp;c &lt;d&gt;", "a & b c <d>"),
        ("<p>می\u200cخواهم</p>", "می\u200cخواهم"),
        ("  a \n\t b  ", "a b"),
        ("<h2>x<a>¶</a></h2>y", "x¶ y"),
        ("", ""),
    ],
)
def test_block_text(markup: str, text: str) -> None:
    body = parse(f"<body>{markup}").body
    assert body is not None
    assert block_text(body) == text


def test_block_text_of_deep_nesting_needs_no_recursion() -> None:
    body = parse("<body>" + "<div>" * 3000 + "x").body
    assert body is not None
    assert block_text(body) == "x"


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("one", 1),
        ("one  two\nthree", 3),
        ("日本語", 3),
        ("日本語 text です", 6),
        ("한국어 글", 2),
        ("don't — stop", 3),
    ],
)
def test_visible_words(text: str, count: int) -> None:
    assert visible_words(text) == count


def test_tag_ids_are_those_of_every_document() -> None:
    ids = tag_ids(["a", "template", "noscript"])
    body = parse("<body><p><a>x</a>").body
    assert body is not None
    assert ids["a"] in [node.tag_id for node in body.traverse()]
    with pytest.raises(KeyError):
        tag_ids(["no-such-element"])
