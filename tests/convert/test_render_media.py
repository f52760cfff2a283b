"""Which of an image's addresses is the one to show."""

from __future__ import annotations

import pytest

from scrapepy.convert.render_media import escape_alt, largest_candidate
from scrapepy.model.template import slot
from tests.support.render_golden import to_markdown

CANDIDATES = [
    (f"{slot(0)} 300w, {slot(1)} 900w, {slot(2)} 600w", 1),
    (f"{slot(0)} 1x, {slot(1)} 2x", 1),
    (f"{slot(0)}, {slot(1)} 2x", 1),
    (f"{slot(0)} 1.5x, {slot(1)}", 0),
    (f"{slot(0)}", 0),
]


@pytest.mark.parametrize(("srcset", "best"), CANDIDATES)
def test_largest_candidate(srcset: str, best: int) -> None:
    assert largest_candidate(srcset) == slot(best)


def test_no_candidate() -> None:
    assert largest_candidate(None) is None
    assert largest_candidate("data:image/png;base64,x 2x") is None


IMAGES = [
    ("<img src='a.png' alt=A>", "![A](a.png)"),
    ("<img src='a.png' data-src='b.png' alt=A>", "![A](b.png)"),
    ("<img src='img/placeholder.svg' srcset='b.png 2x' alt=A>", "![A](b.png)"),
    ("<img src='replaceholders.png' srcset='b.png 2x' alt=A>", "![A](replaceholders.png)"),
    ("<img src='data:image/gif;base64,R0' alt=A>", "A"),
    ("<img src='data:image/gif;base64,R0'>", ""),
    ("<img src='a.png' width=1 height=1>", ""),
    ("<img src='a.png' width=16 role=presentation>", ""),
    ("<img src='a.png' width=160 role=presentation>", "![](a.png)"),
    ("<img src='tada.png' alt='🎉'>", "🎉"),
    ("<img src='logo.png' alt='字'>", "![字](logo.png)"),
    ("<picture><source srcset='b.webp'><img src='data:,' alt=A></picture>", "![A](b.webp)"),
    ("<img src='a.png' alt='x' title='T'>", '![x](a.png "T")'),
]


@pytest.mark.parametrize(("source", "markdown"), IMAGES)
def test_images(source: str, markdown: str) -> None:
    assert to_markdown(source) == markdown


def test_escape_alt() -> None:
    assert escape_alt("a [b] `c` *d*") == "a \\[b\\] \\`c\\` \\*d\\*"


FRAMES = [
    ("<iframe src=\"javascript:parent.fetch('http://x/y')\"></iframe>", ""),
    ("<iframe src='about:blank' title=Nothing></iframe>", ""),
    ("<object data='data:text/plain,x'>in its place</object>", "in its place"),
    ("<iframe src='https://docs.test/demo' title=Demo></iframe>", "[Demo](https://docs.test/demo)"),
    ("<iframe src='javascript/demo.html'></iframe>", "[demo.html](javascript/demo.html)"),
]


@pytest.mark.parametrize(("source", "markdown"), FRAMES)
def test_frames(source: str, markdown: str) -> None:
    """Only what can be opened has a link."""
    assert to_markdown(source) == markdown
