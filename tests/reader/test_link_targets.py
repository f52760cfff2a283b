from __future__ import annotations

from pathlib import Path

import pytest

from scrapepy.mirroring.browsing import Leaf, SiteBook
from scrapepy.reader.link_targets import LinkTargets
from scrapepy.reader.markdown_view import render_markdown
from scrapepy.store.layout import SiteLayout

LEAVES = (
    Leaf(0, "/", "guide/a.html", "guide/a.md", "A", "", "", "", None, ()),
    Leaf(1, "/b", "b c.html", "b c.md", "B", "", "", "", None, ()),
    Leaf(2, "/x", "only.html", "", "X", "", "", "", None, ()),
)
BOOK = SiteBook(
    "e.example", (1, 1.0), LEAVES, {leaf.path: leaf.number for leaf in LEAVES},
    {leaf.document: leaf.number for leaf in LEAVES if leaf.document}, {},
)  # fmt: skip


@pytest.fixture
def targets(tmp_path: Path) -> LinkTargets:
    return LinkTargets(SiteLayout("e.example", tmp_path / "S", tmp_path / "M"), BOOK, "guide/a.md")


@pytest.mark.parametrize(
    ("written", "leads"),
    [
        ("../b%20c.md#x%20y", "/page/e.example/b%20c.html?view=markdown#x%20y"),
        ("#here", "#here"),
        ("../../../S/e.example/only.html#z", "/page/e.example/only.html#z"),
        ("../../../S/e.example/files/a.zip", "/file/e.example/html/files/a.zip"),
        ("img/x.png", "/file/e.example/markdown/guide/img/x.png"),
        ("https://example.com/?a=b", "https://example.com/?a=b"),
        ("mailto:a@example.com", "mailto:a@example.com"),
        ("javascript:alert(1)", None),
        ("data:text/html,x", None),
        ("//example.com/x", None),
        ("../../../other/x.html", None),
        ("../../../../../../etc/passwd", None),
    ],
)
def test_links(targets: LinkTargets, written: str, leads: str | None) -> None:
    assert targets.link(written) == leads


HOSTILE = [
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<iframe src=https://e.com></iframe>",
    "<svg onload=x>",
    "<a href='java&#10;script:alert(1)'>x</a>", "<form action=/x><button>x</button></form>", "<base href=https://e.com>",
    "<style>*{}</style>", "<p style='background:url(//e.com)'>x</p>", "<meta http-equiv=refresh content='0;url=/x'>",
    "<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>", "<link rel=stylesheet href=//e.com>",
    "[x](vbscript:x)", "![x](https://e.com/pixel.png)", "<video src=https://e.com/x autoplay></video>",
    "<input onfocus=x>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>", "<div id=main class='bar side' data-find>x</div>",
]  # fmt: skip


BAD = (
    "<script", "onerror", "onload", "onfocus", "<iframe", "<svg", "<form", "<base", "<style", "<meta", "<link",
    "<video",
    'href="javascript', 'href="vbscript', 'src="http', "url(", 'class="bar', "data-find",
)  # fmt: skip


@pytest.mark.parametrize("written", HOSTILE)
def test_nothing_harmful_comes_out(targets: LinkTargets, written: str) -> None:
    html = render_markdown(f"before\n\n{written}\n\nafter", targets).html.lower()
    for bad in BAD:
        assert bad not in html, html
    assert "after" in html


def test_the_dialect(targets: LinkTargets) -> None:
    shown = render_markdown(
        "# A `b`\n\n## A b\n\n> [!WARNING]\n> Mind *it*.\n\n| a | b |\n| - | -: |\n| 1 | $x_1$ |\n\n- [x] done\n\n"
        "Text[^1] costs \\$5.\n\n<details><summary>more</summary>\n\n**in**\n\n</details>\n\n"
        "<a id=\"term\"></a>Term\n\n[^1]: Note.\n",
        targets,
    )  # fmt: skip
    assert [(heading.level, heading.anchor) for heading in shown.headings] == [(1, "a-b"), (2, "a-b-1")]
    for part in (
        '<blockquote class="alert warning">',
        'class="alert-title">Warning</strong>Mind <em>it</em>.',
        '<td class="align-right"><span class="math">x_1</span></td>',
        'checked="" aria-label="done"',
        "costs $5.",
        "<summary>more</summary>",
        "<strong>in</strong>",
        '<a id="term"',
        '<a href="#fn1"',
    ):
        assert part in shown.html, part
