from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapepy.errors import UsageError
from scrapepy.mirroring.start_url import StartUrl, parse_start_url, without_credentials

pytestmark = pytest.mark.usefixtures("in_this_process")


@pytest.mark.parametrize(
    ("typed", "url"),
    [
        ("docs.example.com", "https://docs.example.com/"),
        ("docs.example.com/guide/", "https://docs.example.com/guide/"),
        ("localhost:8000/x", "https://localhost:8000/x"),
        ("127.0.0.1:8080/python/", "https://127.0.0.1:8080/python/"),
        ("//docs.example.com/a", "https://docs.example.com/a"),
        (" http://docs.example.com/a?b#c ", "http://docs.example.com/a?b"),
        ("HTTP://Docs.example.com", "http://docs.example.com/"),
        ("Http://h.test:80/a/../b c", "http://h.test/b%20c"),
        ("http:///h.test", "http://h.test/"),
        ("http:h.test", "http://h.test/"),
        ("http://bücher.test/ä?ö", "http://xn--bcher-kva.test/%C3%A4?%C3%B6"),
        ("bücher.test", "https://xn--bcher-kva.test/"),
        ("http://H.TEST./a", "http://h.test/a"),
        ("http://h.test.:8080", "http://h.test:8080/"),
        ("host:8080", "https://host:8080/"),
        ("host:8080?q", "https://host:8080/?q"),
        ("http:8080/x", "https://http:8080/x"),
        ("https://docs.example.com/@user", "https://docs.example.com/@user"),
        ("[::1]:8080/", "https://[::1]:8080/"),
        ("docs.example.com/login?next=http://a.test/", "https://docs.example.com/login?next=http://a.test/"),
    ],
)
def test_what_is_typed(typed: str, url: str) -> None:
    assert parse_start_url(typed) == StartUrl(url)


@pytest.mark.parametrize(
    ("typed", "start"),
    [
        ("https://me:secret@h.test/a", StartUrl("https://h.test/a", "me", "secret")),
        ("me:secret@h.test/a", StartUrl("https://h.test/a", "me", "secret")),
        ("https://me@h.test/", StartUrl("https://h.test/", "me", None)),
        ("https://me:@h.test/", StartUrl("https://h.test/", "me", "")),
        ("https://m%40e:s%3A%2Fc@h.test/", StartUrl("https://h.test/", "m@e", "s:/c")),
        ("https://a@b:c@h.test/", StartUrl("https://h.test/", "a@b", "c")),
    ],
)
def test_credentials_are_taken_out(typed: str, start: StartUrl) -> None:
    assert parse_start_url(typed) == start
    assert "secret" not in repr(parse_start_url(typed))


@pytest.mark.parametrize(
    "typed",
    [
        *("", "https://", "https://a b/", "ftp://h.test/", "file:///a", "https://h.test:99999/"),
        *(
            "mailto:x@y",
            "MAILTO:x@y.test",
            "javascript:1",
            "tel:1",
            "about:blank",
            "file:x",
            "foo:bar",
            "data:text/html,x",
        ),
        *("..", "http://../", "http://%2e%2e/", "%2E%2e/x", ".", "http://./", "http://a..b/", "http://.a/"),
    ],
)
def test_what_is_no_address(typed: str) -> None:
    with pytest.raises(UsageError):
        parse_start_url(typed)


@given(st.from_regex(r"[a-zA-Z0-9/?#:%.-]{1,12}", fullmatch=True))
def test_no_message_holds_the_secret(secret: str) -> None:
    marked = f"s3cret{secret}s3cret"
    try:
        said = repr(parse_start_url(f"https://me:{marked}@h.test/"))
    except UsageError as error:
        said = str(error)
    assert "s3cret" not in said


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("https://me:secret@h.test/x@y", "https://h.test/x@y"),
        ("me:secret@h.test", "h.test"),
        ("h.test/@me", "h.test/@me"),
        ("/@me/*", "/@me/*"),
        ("8", "8"),
    ],
)
def test_without_credentials(text: str, clean: str) -> None:
    assert without_credentials(text) == clean
