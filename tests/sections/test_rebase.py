from __future__ import annotations

import posixpath
import re
from pathlib import Path

import pytest

from scrapepy.mirroring.check_markdown import markdown_facts
from scrapepy.sections.rebase import rebased
from scrapepy.web.frontmatter import parse_frontmatter
from tests.support import golden


@pytest.mark.parametrize(
    ("written", "seen"),
    [
        ("[x](y.md)", "[x](a/y.md)"),
        ("[x](../y.md#z 'Title')", "[x](y.md#z 'Title')"),
        ("[x](../../../ScrapedSites/d/y.pdf)", "[x](../../ScrapedSites/d/y.pdf)"),
        ("[x](#z) [y]()", "[x](a/p%20q.md#z) [y]()"),
        ("![x](<y (1).png>) [![a](b.png)](c/)", "![x](<a/y (1).png>) [![a](a/b.png)](a/c/)"),
        ("[x](f(1).md)", "[x](a/f(1).md)"),
        ("[x](https://d.test/y) [m](mailto:a@d.test) [r](/root) [p](//d.test/)", None),
        ("<a href=\"y.md\"><img alt='1' src='i.png'></a>", "<a href=\"a/y.md\"><img alt='1' src='a/i.png'></a>"),
        ('<pre>a[1](x.md) <a href="y.md">y</a></pre>', '<pre>a[1](x.md) <a href="a/y.md">y</a></pre>'),
        ("`[x](y.md)` a\\[1\\](x) \\`[x](y.md)\\`", "`[x](y.md)` a\\[1\\](x) \\`[x](a/y.md)\\`"),
        ("- ```\n  [x](y.md)\n  ```\n\n[x](y.md)\n", "- ```\n  [x](y.md)\n  ```\n\n[x](a/y.md)\n"),
        ("````md\n```\n[x](y.md)\n```\n````\n[x](y.md)", "````md\n```\n[x](y.md)\n```\n````\n[x](a/y.md)"),
        ("> ~~~\n> [x](y.md)\n", None),
        ("<!-- [x](y.md) -->", None),
    ],
)
def test_only_what_is_a_relative_link_leads_elsewhere(written: str, seen: str | None) -> None:
    assert rebased(written, "a/p q.md") == (written if seen is None else seen)


def test_every_link_of_real_pages_leads_to_where_it_led() -> None:
    own, linked = "one/two/page.md", 0
    for case in golden.names():
        file = golden.ROOT / case / "expected.md"
        _, body = parse_frontmatter(file.read_text("utf-8")) if file.is_file() else ({}, "")
        if "](" not in body:
            continue
        before, after = markdown_facts(body).targets, markdown_facts(rebased(body, own)).targets
        assert after == tuple(_from(Path(own), target) for target in before), case
        linked += len(before)
    assert linked > 200


def _from(own: Path, target: str) -> str:
    if not target or re.match(r"[A-Za-z][A-Za-z0-9+.-]*:|/", target):
        return target
    place, mark, fragment = target.partition("#")
    where = posixpath.normpath(f"{own.parent}/{place}") + "/" * place.endswith("/") if place else str(own)
    return where + mark + fragment
