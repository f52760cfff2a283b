from __future__ import annotations

import time

import pytest
from markdown_it import MarkdownIt

from scrapepy.convert.links import fill, target
from scrapepy.model.resolution import Resolution, Standing
from scrapepy.model.template import ANCHOR_CLOSE, ANCHOR_OPEN, LINK_OPEN, Template, slot
from scrapepy.model.url import CanonicalUrl, Reference, Role

READER = MarkdownIt("commonmark").enable("table")


def filled(text: str, *answers: tuple[str, Standing], wanted: str = "") -> str:
    references = tuple(Reference(CanonicalUrl(href), href, None, Role.LINK) for href, _ in answers)
    by_address = {href: Resolution(href, standing) for href, standing in answers}
    return fill(
        Template(text, references), lambda reference: by_address[reference.address], wanted.split().__contains__
    )


SAVED = ("a.md", Standing.SAVED)
GONE = ("gone", Standing.TEXT)
AWAY = ("https://x.example/a_b", Standing.ONLINE)


TITLES = {"": "", "plain": ' "a title"', "quotes": ' "a \\")\\" b"'}


def link(text: str, number: int = 0, title: str = "") -> str:
    return f"{LINK_OPEN}[{text}]({slot(number)}{TITLES[title]})"


CASES = [
    (f"see {link('here')}.", [SAVED], "see [here](a.md)."),
    (f"see {link('here')}.", [GONE], "see here."),
    ("see " + link("here", title="plain") + ".", [SAVED], 'see [here](a.md "a title").'),
    ("see " + link("here", title="quotes") + ".", [GONE], "see here."),
    (f"{link('*a*')}{link('`b`', 1)}{link('c')}", [SAVED, GONE], "[*a*](a.md)`b`[c](a.md)"),
    (f"`Map<`{link('`K`')}`>`, `x`", [GONE], "`Map<K>`, `x`"),
    (f"`Map<`{link('`K`')}`>`", [SAVED], "`Map<`[`K`](a.md)`>`"),
    (f"```` a`` {link('``b``')}", [GONE], "```` a`` ``b``"),
    (f"![alt]({slot(0)})", [("i.png", Standing.SAVED)], "![alt](i.png)"),
    (f"![alt]({slot(0)})", [("https://x.example/i.png", Standing.MISSING)], "![alt](https://x.example/i.png)"),
    (f'a ![alt \\[x\\]]({slot(0)} "t") b', [GONE], "a alt \\[x\\] b"),
    (f"a ![]({slot(0)}) b", [GONE], "a  b"),
    (link(f"![alt]({slot(1)})"), [SAVED, ("i.png", Standing.SAVED)], "[![alt](i.png)](a.md)"),
    (link(f"![alt]({slot(1)})"), [SAVED, GONE], "[alt](a.md)"),
    (link(f"![alt]({slot(1)}) text"), [GONE, ("i.png", Standing.SAVED)], "![alt](i.png) text"),
    (link("`![`"), [SAVED], "[`![`](a.md)"),
    (link("`![`"), [GONE], "`![`"),
    (link("https://x.example/a\\_b"), [AWAY], "<https://x.example/a_b>"),
    (
        link("https://x.example/a\\_b"),
        [("https://x.example/a_b", Standing.SAVED)],
        "[https://x.example/a\\_b](https://x.example/a_b)",
    ),
    (
        link("https://x.example/a\\_b", title="plain"),
        [AWAY],
        '[https://x.example/a\\_b](https://x.example/a_b "a title")',
    ),
    (link("https://other.example/"), [AWAY], "[https://other.example/](https://x.example/a_b)"),
    (
        f'<td><a href="{slot(0)}">x &amp; y</a> <a href="{slot(1)}">z</a></td>',
        [SAVED, GONE],
        '<td><a href="a.md">x &amp; y</a> z</td>',
    ),
    (
        f'<img src="{slot(0)}" alt="A"><img src="{slot(1)}" alt="B">',
        [("i.png?a&b", Standing.SAVED), GONE],
        '<img src="i.png?a&amp;b" alt="A">B',
    ),
    ("no links", [], "no links"),
    (f"stray {LINK_OPEN}mark", [], "stray mark"),
]


@pytest.mark.parametrize(("text", "answers", "expected"), CASES)
def test_fill(text: str, answers: list[tuple[str, Standing]], expected: str) -> None:
    assert filled(text, *answers) == expected


def test_anchors_are_written_where_something_wants_them() -> None:
    text = f'- {ANCHOR_OPEN}a{ANCHOR_CLOSE}**a**\n- {ANCHOR_OPEN}b"<{ANCHOR_CLOSE}**b**'
    assert filled(text, wanted="a") == '- <a id="a"></a>**a**\n- **b**'
    assert filled(text, wanted='b"<') == '- **a**\n- <a id="b&quot;&lt;"></a>**b**'


TARGETS = [
    ("page.md", "page.md"),
    ("../a/b.md#slug", "../a/b.md#slug"),
    ("a b.html", "a%20b.html"),
    ("f_(x).html", "f_(x).html"),
    ("f(x.html", "f%28x.html"),
    ("f)x(.html", "f%29x%28.html"),
    ("a|b", "a%7Cb"),
    ("a<b>c", "a%3Cb%3Ec"),
    ("a\\b", "a%5Cb"),
    ("?a=1&copy=2", "?a=1&copy=2"),
    ("?a=1&copy;=2", "?a=1&amp;copy;=2"),
    ("line\nend", "line%0Aend"),
    ("", ""),
]


@pytest.mark.parametrize(("href", "written"), TARGETS)
def test_target(href: str, written: str) -> None:
    assert target(href) == written


@pytest.mark.parametrize("href", [href for href, _ in TARGETS] + ["a(b(c)d)e", "'q\"", "*a*_b_`c`", "()", "x)"])
def test_a_reader_finds_the_target(href: str) -> None:
    tokens = READER.parse(f"| [x]({target(href)}) |\n| --- |")
    links = [child for token in tokens for child in token.children or () if child.type == "link_open"]
    assert len(links) == 1
    expected = READER.normalizeLink(target(href).replace("&amp;", "&"))
    assert links[0].attrs["href"] == expected


def test_time_is_linear() -> None:
    """Three hundred links take less than a few milliseconds, and ten times as many about ten times that."""

    def seconds(count: int) -> float:
        text = " ".join(f"word word {link(f'link {n}', n)} and `code`" for n in range(count))
        references = tuple(Reference(None, f"{n}.html", None, Role.LINK) for n in range(count))
        template = Template(text, references)
        best = 9.0
        for _ in range(5):
            start = time.process_time()
            fill(template, lambda reference: Resolution(reference.address, Standing.SAVED), lambda _: False)
            best = min(best, time.process_time() - start)
        return best

    assert seconds(300) < 0.02
    assert seconds(3000) < 40 * max(seconds(300), 0.0002)
