"""The way between two files, resolved as a browser does."""

from __future__ import annotations

from urllib.parse import quote, unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrapepy.model.url import LocalPath
from scrapepy.offline.relative import relative
from scrapepy.web.canonical import resolve


@pytest.mark.parametrize(
    ("source", "target", "reference"),
    [
        ("index.html", "a.html", "a.html"),
        ("index.html", "index.html", "index.html"),
        ("guide/index.html", "index.html", "../index.html"),
        ("a/b/c.html", "a/d/e.html", "../d/e.html"),
        ("a/b.html", "a/b/c.html", "b/c.html"),
        ("ab/x.html", "a/x.html", "../a/x.html"),
        ("x.html", "a:b.html", "a%3Ab.html"),
        ("x.html", "a b%2F#?.html", "a%20b%252F%23%3F.html"),
        ("x.html", "page.php@id=3&x.html", "page.php@id=3&x.html"),
        ("x.html", "f(1), 'q'.html", "f%281%29%2C%20%27q%27.html"),
        ("x.html", "café/فا.html", "caf%C3%A9/%D9%81%D8%A7.html"),
        ("x.html", "_external/[__1]_81/a.css", "_external/%5B__1%5D_81/a.css"),
    ],
)
def test_relative(source: str, target: str, reference: str) -> None:
    assert relative(LocalPath(source), LocalPath(target)) == reference


_NAME = st.one_of(
    st.sampled_from(
        [
            "a",
            "A",
            "b",
            "a:b",
            "http:",
            "%2e%2e",
            "%",
            "#",
            "?",
            " x",
            "a b",
            "é",
            "…",
            "😀",
            "@",
            "~",
            ";",
            "a&b",
            "...",
        ]
    ),
    st.text(min_size=1, max_size=4).filter(lambda text: "/" not in text and text not in (".", "..")),
)
_PATH = st.lists(_NAME, min_size=1, max_size=5).map("/".join).map(LocalPath)


@settings(max_examples=150)
@given(_PATH, _PATH)
def test_resolved_from_the_one_it_leads_to_the_other(source: LocalPath, target: LocalPath) -> None:
    base = "http://x/" + quote(source)
    found = resolve(relative(source, target), base)
    assert found is not None
    assert found.startswith("http://x/")
    assert unquote(found.removeprefix("http://x/"), errors="strict") == target
    assert "?" not in found
    assert "#" not in found
