from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from scrapepy.web.escape import code_span, escape_line_start, escape_text, escape_title, longest_run

READER = MarkdownIt("commonmark").enable(["strikethrough", "table"])

TEXT = [
    ("plain words", "plain words"),
    ("2 * 3 and x*y", "2 * 3 and x\\*y"),
    ("*args, **kwargs", "\\*args, \\*\\*kwargs"),
    ("snake_case, __init__, _x, x_", "snake_case, \\_\\_init\\_\\_, \\_x, x\\_"),
    ("see [1], list[int], [, step] here", "see [1], list[int], [, step] here"),
    ("[a](b) [c][d] [e]: f", "\\[a\\](b) \\[c\\][d] \\[e\\]: f"),
    ("[x] [^1] [[wiki]] [ ] end]", "\\[x\\] \\[^1\\] \\[[wiki]\\] \\[ \\] end\\]"),
    ("ends with [a]", "ends with \\[a\\]"),
    ("`tick`", "\\`tick\\`"),
    ("a<b, a < b, </p>, <!--", "a\\<b, a < b, \\</p>, \\<!--"),
    ("&copy; &#65; AT&T & &x", "\\&copy; \\&#65; AT&T & &x"),
    ("~~x~~ a~b ~/home cd ~/src", "\\~\\~x\\~\\~ a\\~b ~/home cd ~/src"),
    ("C:\\dir \\* end\\", "C:\\dir \\\\\\* end\\\\"),
    ("$5 and $6, $x$, $$y$$", "$5 and $6, \\$x$, \\$\\$y\\$\\$"),
    ("soft\u00adhyphen zero\u200bwidth می\u200cشود", "softhyphen zerowidth می\u200cشود"),
    ("\\(a_1\\) and \\(foo\\)", "$a_1$ and \\\\(foo\\\\)"),
]


@pytest.mark.parametrize(("text", "markdown"), TEXT)
def test_escape_text(text: str, markdown: str) -> None:
    assert escape_text(text) == markdown


@pytest.mark.parametrize("text", [text for text, _ in TEXT if "\\(" not in text and "\u200b" not in text])
def test_a_reader_sees_the_text(text: str) -> None:
    token = READER.parse(f"x {escape_text(text)}")[1]
    assert {child.type for child in token.children or ()} <= {"text", "text_special"}
    assert "".join(child.content for child in token.children or ()) == f"x {text}"


LINES = [
    ("# x", "\\# x"),
    ("#x", "#x"),
    ("####### x", "####### x"),
    ("> x", "\\> x"),
    ("- x", "\\- x"),
    ("-x", "-x"),
    ("+ x", "\\+ x"),
    ("1. x", "1\\. x"),
    ("12) x", "12\\) x"),
    ("1986 was", "1986 was"),
    ("1234567890. x", "1234567890. x"),
    ("---", "\\---"),
    ("- - -", "\\- - -"),
    ("===", "\\==="),
    ("=> x", "=> x"),
    ("~~~", "\\~~~"),
    ("", ""),
]


@pytest.mark.parametrize(("line", "written"), LINES)
def test_escape_line_start(line: str, written: str) -> None:
    assert escape_line_start(line) == written
    if line:
        assert [token.type for token in READER.parse("text\n" + written)] == [
            "paragraph_open",
            "inline",
            "paragraph_close",
        ]


@given(st.text(alphabet="a` ", min_size=1).filter(lambda text: text.strip()))
def test_code_span(code: str) -> None:
    token = READER.parse(f"x{code_span(code)}x")[1]
    assert [child.content for child in token.children or () if child.type == "code_inline"] == [code]


def test_longest_run() -> None:
    assert longest_run("a ``` b ` c", "`") == 3
    assert longest_run("", "`") == 0


def test_escape_title() -> None:
    assert escape_title('a "b"\n c\\ &amp;') == 'a \\"b\\" c\\\\ &amp;amp;'
