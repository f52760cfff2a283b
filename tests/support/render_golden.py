"""Golden cases of the renderer: ``tests/golden/render/<subject>--<case>/{source.html, expected.md}``.

The source is content at :data:`ADDRESS`; what is expected is its Markdown with links filled in: into the page as
anchors, below the same folder as relative paths, elsewhere as addresses.

``python -m tests.support.render_golden [name …]`` rewrites expectations and shows what changed, to be read before it is
kept.
"""

from __future__ import annotations

import sys
from pathlib import Path
from urllib.parse import unquote

from scrapepy.convert.anchors import settle
from scrapepy.convert.links import fill
from scrapepy.convert.render import RenderHints, render
from scrapepy.model.resolution import Resolution, Standing
from scrapepy.model.template import Template
from scrapepy.model.url import Reference
from scrapepy.web.links import parse_page
from tests.support.golden import rewrite

ROOT = Path(__file__).parent.parent / "golden" / "render"
FOLDER = "https://docs.example/guide/"
ADDRESS = FOLDER + "page.html"


def names() -> list[str]:
    """The cases, in order."""
    return sorted(case.name for case in ROOT.iterdir() if case.is_dir())


def to_markdown(html: str, hints: RenderHints | None = None) -> str:
    """Content as Markdown, its links filled in."""
    page = parse_page(html, ADDRESS)
    body = page.tree.body
    assert body is not None
    text, anchors = settle(render(body, page, hints))

    def resolve(reference: Reference) -> Resolution:
        if reference.url is None:
            unsafe = reference.address.startswith(("javascript:", "data:"))
            return Resolution(reference.address, Standing.TEXT if unsafe else Standing.ONLINE)
        if reference.url == page.url and reference.fragment is not None:
            return Resolution("#" + anchors.slugs.get(unquote(reference.fragment), ""), Standing.SAVED)
        if reference.address.startswith(FOLDER):
            return Resolution(reference.address.removeprefix(FOLDER), Standing.SAVED)
        return Resolution(reference.address, Standing.ONLINE)

    linked = {unquote(each.fragment) for each in page.references if each.fragment and each.url == page.url}
    return fill(Template(text, tuple(page.references)), resolve, linked.__contains__)


def convert(name: str) -> str:
    """The case's source as Markdown."""
    return to_markdown((ROOT / name / "source.html").read_text(encoding="utf-8")) + "\n"


def expected(name: str) -> str:
    """What is expected of the case; a missing file fails, so that no wrong result becomes the standard by itself."""
    return (ROOT / name / "expected.md").read_text(encoding="utf-8")


def main(arguments: list[str]) -> None:
    """Rewrite the expectations of the cases named (all, if none is) and show each change."""
    rewrite(ROOT, arguments or names(), convert)


if __name__ == "__main__":
    main(sys.argv[1:])
