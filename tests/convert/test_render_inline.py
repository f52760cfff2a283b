"""Marks of emphasis, written so that a reader sees the emphasis that the page has."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from scrapepy.convert.render_inline import BREAK, EMPHASIS, STRONG, STRUCK, resolve_marks, without_inline_marks

READER = MarkdownIt("commonmark", {"html": True}).enable("strikethrough")


def strong(text: str) -> str:
    return STRONG[0] + text + STRONG[1]


def em(text: str) -> str:
    return EMPHASIS[0] + text + EMPHASIS[1]


def struck(text: str) -> str:
    return STRUCK[0] + text + STRUCK[1]


CASES = [
    (f"a {strong('b')} c", "a **b** c"),
    (f"next{em(' it')}. {strong('bold ')}x", "next *it*. **bold** x"),
    (f"in{strong('side')}words", "in**side**words"),
    (f"{strong('a')}{strong('b')}", "**ab**"),
    (f"{strong('a')} {strong('b')}", "**a** **b**"),
    (strong(strong("a") + "b"), "**ab**"),
    (f"x{strong('')}y{em(' ')}z", "xy z"),
    (strong(em("x")), "***x***"),
    (em(strong("x")), "***x***"),
    (strong(em("x") + " y"), "**_x_ y**"),
    (strong("x ") + em("y"), "**x** *y*"),
    (strong("x") + em("y"), "**x**_y_"),
    (f"{strong('Note:')}text", "**Note**:text"),
    (f"foo{strong('(bar)')}baz", "foo(**bar**)baz"),
    (f"字{strong('“引用”')}字", "字“**引用**”字"),
    (f"foo{strong('`x`')}bar", "foo<strong>`x`</strong>bar"),
    (f"{strong('Note' + BREAK)}text", "**Note**\ntext"),
    (f"a {BREAK} {BREAK} b", "a\n\nb"),
    (strong(f"a{BREAK}{BREAK}b"), "**a**\n\n**b**"),
    (struck(f"a {strong('b')}"), "~~a **b**~~"),
    (em("`a`") + em("`b`"), "*`ab`*"),
    (f"a{em('a' + strong('a'))}{strong('(x)')}", "a*a<strong>a</strong>*<strong>(x)</strong>"),
]


@pytest.mark.parametrize(("marked", "markdown"), CASES)
def test_resolve_marks(marked: str, markdown: str) -> None:
    assert resolve_marks(marked) == markdown


WORDS = st.sampled_from(["a", "b c", "(x)", "“q”", "字", " d", "e ", "`f`", ".", "é!"])
MARKED = st.recursive(
    WORDS, lambda inner: st.lists(inner, min_size=1, max_size=3).flatmap(
        lambda parts: st.sampled_from([strong, em, struck]).map(lambda mark: mark("".join(parts)))
    ), max_leaves=5,
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.lists(MARKED, min_size=1, max_size=4).map("".join).filter(lambda marked: "``" not in marked))
def test_only_the_text_is_seen(marked: str) -> None:
    """No delimiter is left standing in what a reader sees."""
    rendered = READER.parseInline(resolve_marks(marked).strip())[0].children or []
    seen = "".join(child.content for child in rendered if child.type in ("text", "text_special", "code_inline"))
    text = without_inline_marks(marked).replace("`", "")
    assert "".join(seen.split()) == "".join(text.split())
