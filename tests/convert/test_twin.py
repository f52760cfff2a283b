"""The Markdown that a site publishes of its own pages."""

from __future__ import annotations

import pytest

from scrapepy.convert.beside import look_beside
from scrapepy.convert.links import fill
from scrapepy.convert.pipeline import convert_page
from scrapepy.convert.single import LonePageLinks
from scrapepy.convert.twin import foreign_syntax, twins_of
from scrapepy.model.document import Conversion
from scrapepy.rules.twins import FOREIGN_SYNTAXES
from scrapepy.web.links import parse_page

PAGE = """<title>Kettles</title><link rel="alternate" type="text/markdown" href="kettles.md">
<main><h1>Kettles</h1><p>A kettle is filled with water, heated, and emptied once it has boiled for a while.</p>
<h2 id="use">How to use it</h2><p>See <a href="setup.html#lid">the lid</a> before you begin to fill it.</p>
<pre><code class="language-sh">kettle --heat 100
</code></pre><table><tr><th>a</th></tr><tr><td>b</td></tr></table></main>"""
TWIN = """---
title: From the site
---

# Kettles

A *kettle* is filled with water, heated,
and emptied once it has boiled for a while.

## How to use it

See [the lid][lid] before you begin to fill it.

```sh
kettle --heat 100
```

| a |
| - |
| b |

[lid]: setup.md#lid
"""


def convert(page: str, twin: str | None, address: str = "https://a.example/docs/kettles.html") -> Conversion:
    parsed = parse_page(page, address)
    library = {"https://a.example/docs/kettles.md": twin, "https://a.example/docs/_sources/kettles.md.txt": twin}
    return convert_page(parsed, beside=look_beside(parsed, lambda where: (library.get(where) or "").encode() or None))


def test_a_twin_that_holds_as_much_is_the_page() -> None:
    conversion = convert(PAGE, TWIN)
    assert conversion.extractor == "twin: kettles.md"
    assert conversion.metadata.title == "Kettles"
    assert conversion.body is not None
    links = LonePageLinks("https://a.example/docs/kettles.html", conversion.anchors)
    assert fill(conversion.body, links, lambda _: False) == (
        "# Kettles\n\nA *kettle* is filled with water, heated, and emptied once it has boiled for a while.\n\n"
        "## How to use it\n\nSee [the lid](https://a.example/docs/setup.md#lid) before you begin to fill it.\n\n"
        "```sh\nkettle --heat 100\n```\n\n| a |\n| --- |\n| b |\n"
    )
    assert conversion.anchors.slugs["use"] == "how-to-use-it"


@pytest.mark.parametrize(
    ("change", "lack"),
    [
        (("and emptied once it has boiled for a while.", ""), "it lacks 9 words"),
        (("kettle --heat 100", "kettle --heat"), "it lacks 1 code blocks"),
        (("## How to use it", "How to use it"), "it lacks the heading 'how to use it'"),
        (("[the lid][lid]", "the lid"), "it lacks 1 links"),
        (("| - |\n", ""), "it lacks 1 tables"),
        (("```sh", "```{code} sh"), "myst-directive"),
        (("# Kettles", "<Tabs>\n# Kettles\n</Tabs>"), "mdx-component"),
        ((TWIN, "<!DOCTYPE html><title>Kettles</title>"), "a web page"),
        ((TWIN, ""), ""),
    ],
)
def test_a_twin_that_holds_less_is_not(change: tuple[str, str], lack: str) -> None:
    conversion = convert(PAGE, TWIN.replace(*change))
    assert conversion.extractor.endswith(": main")
    notes = [removal.why for removal in conversion.removals if removal.step == "twin"]
    assert notes == ([f"the site's own Markdown is not used: {lack}"] if lack else [])


def test_a_page_without_text_has_it_from_its_twin() -> None:
    shell = PAGE.partition("<main>")[0] + '<div id="root"></div><script src="app.js"></script>'
    conversion = convert(shell, TWIN)
    assert conversion.refusal is None
    assert conversion.extractor == "twin: kettles.md"


def test_the_sources_of_sphinx_name_sources_where_pages_name_pages() -> None:
    page = PAGE.replace('<link rel="alternate" type="text/markdown" href="kettles.md">', "")
    page += '<a href="_sources/kettles.md.txt">Source</a>'
    conversion = convert(page, TWIN)
    assert conversion.body is not None
    assert conversion.extractor == "twin: kettles.md.txt"
    assert "https://a.example/docs/setup.html#lid" in {r.address for r in conversion.body.references}


@pytest.mark.parametrize(
    ("address", "link", "announced"),
    [
        ("https://a.example/docs/kettles", '<a href="/docs/kettles.md">', True),
        ("https://a.example/docs/kettles.html", '<a href="kettles.md">', True),
        ("https://a.example/docs/kettles/", '<a href="/docs/kettles.md">', True),
        ("https://a.example/docs/kettles/", '<a href="index.md">', True),
        ("https://a.example/docs/kettles.html", '<a href="_sources/pots.md.txt">', False),
        ("https://a.example/kettles.html", '<a href="_sources/kettles.md.txt">', True),
        ("https://a.example/kettles.html", '<a href="_sources/kettles.rst.txt">', False),
        ("https://a.example/", '<a href="_sources/index.md.txt">', True),
        ("https://a.example/docs/index.html", '<a href="_sources/index.md.txt">', True),
        ("https://a.example/docs/x/", '<a href="../_sources/x.md.txt">', True),
        ("https://a.example/docs/x/", '<a href="../_sources/index.md.txt">', False),
        ("https://a.example/docs/kettles.html", '<a href="pots.md">', False),
        ("https://a.example/docs/kettles.html", '<a href="https://b.example/docs/kettles.md">', False),
        ("https://a.example/x", '<link rel="alternate" type="text/markdown; charset=utf-8" href="y.md">', True),
        ("https://a.example/x", '<link rel="alternate" type="application/rss+xml" href="y.md">', False),
    ],
)
def test_what_announces_a_twin(address: str, link: str, announced: bool) -> None:
    assert bool(twins_of(parse_page(f"<title>x</title>{link}x</a>", address))) is announced


@pytest.mark.parametrize("row", FOREIGN_SYNTAXES, ids=lambda row: row.id)
def test_syntaxes_that_are_no_plain_markdown(row: object) -> None:
    assert foreign_syntax(getattr(row, "example")) == getattr(row, "id")  # noqa: B009
    assert foreign_syntax(getattr(row, "near_miss")) == ""  # noqa: B009
    assert foreign_syntax(f"````\n{getattr(row, 'near_miss')}\n````") == ""  # noqa: B009
