"""The renderer against its golden cases, against markdownify, and for what must hold for any page."""

from __future__ import annotations

import html
import re

import markdownify
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from scrapepy.convert.render import MarkdownConverter, RenderHints, render
from scrapepy.model.template import without_marks
from scrapepy.web.html import parse
from scrapepy.web.links import parse_page
from tests.support import render_golden

READER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])


def to_markdown(source: str) -> str:
    return render_golden.to_markdown(source)


def shown(markdown: str) -> str:
    """The text a reader sees, white space aside."""
    body = parse(READER.render(markdown)).body
    assert body is not None
    return squeezed(body.text())


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text.replace("\u200b", ""))


@pytest.mark.parametrize("case", render_golden.names())
def test_golden(case: str) -> None:
    assert render_golden.convert(case) == render_golden.expected(case)


def test_there_are_golden_cases() -> None:
    assert len(render_golden.names()) >= 50


@pytest.mark.parametrize("case", render_golden.names())
def test_golden_code_is_the_pages_code(case: str) -> None:
    """Every line of a page's code that is no number, button or hidden helper stands in a code block of the Markdown."""
    source = (render_golden.ROOT / case / "source.html").read_text(encoding="utf-8")
    blocks = [token.content for token in READER.parse(render_golden.expected(case)) if token.type == "fence"]
    written = "\n".join(blocks) + html.unescape(
        render_golden.expected(case) if "<pre>" in render_golden.expected(case) else ""
    )
    tree = parse_page(source, "https://docs.example/").tree
    for helper in tree.css(
        ".lineno, .linenos, .lnt, .boring, button, .hljs-ln-numbers, .rouge-gutter, .gutter, svg, .linenodiv, "
        ".source-line-no, .nr, .lines"
    ):
        helper.decompose()
    for block in tree.css("pre"):
        if block.css_first("br, div, li, pre, table") is None:
            for line in block.text().rstrip("\n").split("\n"):
                assert line in written


ORACLE = [
    "<p>One <b>bold</b> and <em>slanted</em> word</p>",
    "<h1>Title</h1><p>text</p><h3>Third</h3>",
    "<p>a <a>no target</a> b</p>",
    "<ul><li>one</li><li>two</li></ul>",
    "<ol><li>one</li><li>two</li></ol>",
    "<ol start='4'><li>four</li></ol>",
    "<ul><li>one<ul><li>deep</li></ul></li></ul>",
    "<blockquote><p>said</p></blockquote>",
    "<blockquote><p>one</p><p>two</p></blockquote>",
    "<p>line<br>break</p>",
    "<p>before</p><hr><p>after</p>",
    "<pre>some\n  code</pre>",
    "<p>use <code>x = 1</code> here</p>",
    "<p><code>a`b</code></p>",
    "<p><del>gone</del></p>",
    "<p><q>said</q></p>",
    "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>",
    "<div><p>in</p><p>a div</p></div>",
    "<p>text</p><ul><li>item</li></ul><p>text</p>",
    "<h2>With <em>emphasis</em></h2>",
    "<p>spaces   and more</p>",
    "<p>a*b*c and snake_case</p>",
    "<script>x</script><style>y</style><p>z</p>",
    "<!-- comment --><p>text</p>",
    "",
]


@pytest.mark.parametrize("source", ORACLE)
def test_markdownify_is_the_oracle(source: str) -> None:
    """Where the dialects agree, markdownify over BeautifulSoup and the walk over Lexbor write the same."""
    options = {"heading_style": "ATX", "bullets": "-", "newline_style": "BACKSLASH", "escape_underscores": False}
    assert tidy(to_markdown(source)) == tidy(markdownify.markdownify(source, **options))


def tidy(markdown: str) -> str:
    return re.sub(r"\n{3,}", "\n\n", markdown).strip()


def test_it_is_markdownifys_converter() -> None:
    assert issubclass(MarkdownConverter, markdownify.MarkdownConverter)
    assert MarkdownConverter().convert("<p>a <b>b</b> <i>c</i></p>") == "a **b** *c*"
    assert MarkdownConverter(strip=["b"]).convert("<p>a <b>b</b> <i>c</i></p>") == "a b *c*"
    assert MarkdownConverter(convert=["b"]).convert("<p>a <b>b</b> <i>c</i></p>") == "a **b** c"
    assert MarkdownConverter(bullets="*").convert("<ul><li>x</li></ul>") == "* x"
    assert MarkdownConverter(sub_symbol="~").convert("H<sub>2</sub>O") == "H~2~O"
    assert MarkdownConverter(code_language="c").convert("<pre>x</pre>") == "```c\nx\n```"


def test_a_subclass_may_have_its_own_convert_methods() -> None:
    class Shouting(MarkdownConverter):
        def convert_b(self, el: object, text: str, parent_tags: set[str]) -> str:
            return text.upper()

        def convert_hr(self, el: object, text: str, parent_tags: set[str]) -> str:
            return "***"

    assert Shouting().convert("<p>a <b>b <i>c</i></b></p><hr>") == "a B *C*\n\n***"


def test_hints_name_the_language_of_code_that_states_none() -> None:
    listing = "<pre>int x;</pre><pre class='language-python'>x = 1</pre>"
    assert render_golden.to_markdown(listing, RenderHints(code_language="cpp")) == (
        "```cpp\nint x;\n```\n\n```python\nx = 1\n```"
    )


def test_the_node_itself_is_rendered() -> None:
    page = parse_page("<main id=m><p>x</p></main><pre class=language-c>y</pre>", "https://docs.example/")
    main, block = page.tree.css_first("main"), page.tree.css_first("pre")
    assert main is not None
    assert block is not None
    assert without_marks(render(main, page)) == "pmx"
    assert render(block, page) == "```c\ny\n```"


DEEP = {
    "div": "<div>" * 5000,
    "span": "<p>" + "<span>" * 5000,
    "b": "<p>" + "<b>" * 5000,
    "inline": "<p>" + "<b><i><code><a href=x><sup>" * 500,
    "ul": "<ul><li>" * 2000,
    "quote": "<blockquote>" * 2000,
    "table": "<table><tr><td>" * 400,
    "dl": "<dl><dd>" * 2000,
    "details": "<details><summary>s</summary>" * 500,
    "heading": "<h1><div>" * 500,
    "code": "<code><span>" * 2000,
    "pre": "<pre>" + "<span>" * 5000,
    "pre lines": "<pre>" + "<div>" * 2000,
    "note": "<div class='admonition note'><p class='admonition-title'>T</p>" * 500,
    "api": "<dl class='py function'><dt class='sig' id=a>f()</dt><dd>" * 400,
    "figure": "<figure>" * 500,
    "tabs": "<div class='tabbed-set'><label>x</label>" * 500,
    "member": "<section class='detail'><h3>x</h3><div class='member-signature'>void f()</div>" * 300,
    "footnotes": "<div class=footnotes><div class=footnote>" * 300,
}


@pytest.mark.parametrize("kind", DEEP)
def test_any_depth_is_fine(kind: str) -> None:
    assert "deep" in to_markdown(DEEP[kind] + "deep")


WORDS = st.sampled_from([
    "foo", "bar", "a_b", "__x__", "*", "**", "_", "`", "``", "[x]", "[y](z)", "]", "[", "<b>", "<", "&", "a<b", "1.",
    "2)", "#", "##", "-", "+", ">", "=", "---", "~~~", "~", "~~", "\\", "\\*", "!", "$", "|", "word,", "(paren)",
    "“q”", "中文", "é", "—", "&copy;", "http://x.y/z_w_", "snake_case", "*args", "**kw", "C++", "x*y", "|a|", "::",
    "100%", "\xa0", "\u200b", "Ünï",
])  # fmt: skip
GAPS = st.sampled_from(["", " ", "\n"])


def element(children: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    tags = st.sampled_from(["b", "em", "del", "span", "code", "a href='u.html'", "a href='x(y'"])
    return st.builds(lambda tag, text: f"<{tag}>{text}</{tag.split()[0]}>", tags, children)


PIECE = st.recursive(WORDS.map(lambda word: html.escape(word, quote=False)), element, max_leaves=4)
INLINE = st.lists(st.tuples(PIECE, GAPS), min_size=1, max_size=5).map(lambda parts: "".join(a + b for a, b in parts))
BLOCK = st.one_of(
    INLINE.map(lambda text: f"<p>{text}</p>"),
    INLINE.map(lambda text: f"<h2>{text}</h2>"),
    INLINE.map(lambda text: f"<ul><li>{text}</li><li><p>{text}</p></li></ul>"),
    INLINE.map(lambda text: f"<blockquote>{text}</blockquote>"),
    INLINE.map(lambda text: f"<table><tr><th>{text}</th><td>{text}</td></tr></table>"),
    st.lists(WORDS).map(lambda words: f"<pre>{html.escape(chr(10).join(words))}x</pre>"),
)


@settings(max_examples=300, deadline=None)
@given(st.lists(BLOCK, min_size=1, max_size=3).map("".join))
def test_a_reader_sees_the_pages_text(source: str) -> None:
    """Nothing is lost, nothing is read as Markdown that the page does not mean so."""
    page = parse_page(source, "https://docs.example/")
    assert page.tree.body is not None
    assert shown(to_markdown(source)) == squeezed(page.tree.body.text())


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="ab`~ \n\t*#->[]<&|$\\_", max_size=60))
def test_code_is_exactly_the_code(code: str) -> None:
    source = f"<pre><code>{html.escape(code)}</code></pre>"
    fences = [token.content for token in READER.parse(to_markdown(source)) if token.type == "fence"]
    assert fences == ([code.rstrip("\n") + "\n"] if code.strip() else [])


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="ab`~ *[]<&|$\\_", max_size=20))
def test_a_code_span_is_exactly_its_code(code: str) -> None:
    spans = [
        child.content
        for token in READER.parse(to_markdown(f"<p>x<code>{html.escape(code)}</code>y</p>"))
        for child in token.children or ()
        if child.type == "code_inline"
    ]
    assert spans == ([" ".join(code.split())] if code.strip() else [])


def test_no_mark_is_left() -> None:
    for case in render_golden.names():
        assert not re.search("[\ufdd0-\ufdd4\x00]", render_golden.convert(case))
