from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scrapepy import convert_fragment, convert_html
from scrapepy.errors import UsageError
from scrapepy.mirroring import api
from scrapepy.mirroring.request import MirrorRequest


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"max_pages": 0}, "max_pages must be 1 or more, not 0"),
        ({"max_pages": "5"}, "max_pages must be a whole number, not str"),
        ({"max_pages": True}, "max_pages must be a whole number, not bool"),
        ({"max_depth": -1}, "max_depth must be 0 or more, not -1"),
        ({"delay": "0"}, "delay must be a number, not str"),
        ({"delay": -0.1}, "delay must be 0 or more, not -0.1"),
        ({"delay": float("nan")}, "delay must be 0 or more, not nan"),
        ({"timeout": 0}, "timeout must be more than 0"),
        ({"concurrency": 0}, "concurrency must be 1 or more, not 0"),
        ({"concurrency": 2.5}, "concurrency must be a whole number, not float"),
        ({"retries": None}, "retries must be a whole number, not None"),
        ({"max_size": 0}, "max_size must be 1 or more, not 0"),
        ({"min_words": -1}, "min_words must be 0 or more, not -1"),
        ({"sitemap": "no"}, "sitemap must be True or False, not str"),
        ({"path": 3}, "path must be a text, not int"),
        ({"include": 3}, "include must be a text or several, not int"),
        ({"exclude": [b"/x"]}, "exclude must be a text or several, not list"),
        ({"headers": ["A: b"]}, "headers must be a mapping of names to texts"),
        ({"headers": {"A": 1}}, "headers must be a mapping of names to texts"),
        ({"cookies": 3}, "cookies must be a path, not int"),
        ({"html_dir": None}, "html_dir must be a path, not None"),
        ({"scripts": "all"}, "an option has no such value"),
        ({"scripts": None}, "scripts must be a text, not None"),
    ],
)
def test_wrong_options_are_refused_in_one_sentence(options: dict[str, Any], words: str) -> None:
    with pytest.raises(UsageError) as caught:
        api.mirror("http://h.test/", **options)
    assert words in str(caught.value)


@pytest.mark.parametrize("url", [None, 3, b"http://h.test/"])
def test_an_address_is_a_text(url: Any) -> None:
    with pytest.raises(UsageError, match="url must be a text"):
        api.mirror(url)


def test_right_ones_arrive(monkeypatch: pytest.MonkeyPatch) -> None:
    got: list[MirrorRequest] = []
    monkeypatch.setattr(api, "mirror_site", lambda request, on_event: got.append(request))
    api.mirror(
        "HTTP://H.test", max_pages=1, max_depth=0, delay=1, timeout=2, include="/a*", exclude=["/b"],
        headers={"A": "b"}, cookies=Path("c.txt"), html_dir="x",
    )  # fmt: skip
    (request,) = got
    assert (request.url, request.max_depth, request.include, request.exclude) == (
        "http://h.test/",
        0,
        ("/a*",),
        ("/b",),
    )
    assert (request.keep.max_pages, request.pace.delay, request.html_dir) == (1, 1, Path("x"))
    assert (request.request.headers, request.request.cookies_file) == ((("A", "b"),), "c.txt")


@pytest.mark.parametrize(("html", "kind"), [(None, "None"), (3, "int"), (Path("x"), "Path")])
def test_what_is_no_html(html: Any, kind: str) -> None:
    for function in (convert_html, convert_fragment):
        with pytest.raises(TypeError, match=f"the HTML must be a text or bytes, not .*{kind}"):
            function(html)
