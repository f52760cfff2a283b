"""The URL in a meta refresh, by the steps of the HTML standard."""

from __future__ import annotations

import pytest

from scrapepy.web.refresh import refresh_url


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("2; url=next.html", "next.html"),
        ("0;URL=next.html", "next.html"),
        ("0,url=next.html", "next.html"),
        ("0 url=next.html", "next.html"),
        ("  5.5 ;  url = 'a b.html' trailing", "a b.html"),
        ('0; url="a.html"', "a.html"),
        ("0; url='a.html", "a.html"),
        ("0; url=a.html'", "a.html'"),
        ("0; next.html", "next.html"),
        ("0; 'next.html'", "next.html"),
        (".5; url=a", "a"),
        ("0; url=?x=1;y=2,3", "?x=1;y=2,3"),
        ("0; ur=a", "ur=a"),
        ("0; urlx", "urlx"),
    ],
)
def test_the_url_is_found(content: str, expected: str) -> None:
    place = refresh_url(content)
    assert place is not None
    assert content[place[0] : place[1]] == expected


@pytest.mark.parametrize(
    "content", ["", "30", "30;", "30; url=", "30; url=''", "x; url=a", "url=a", "-1; url=a", "5x; url=a"]
)
def test_there_is_none(content: str) -> None:
    assert refresh_url(content) is None
