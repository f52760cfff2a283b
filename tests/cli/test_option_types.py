from __future__ import annotations

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapepy.cli.option_types import HEADER, LINE, PATH_PREFIX, SECONDS, SECONDS_ABOVE_ZERO, SIZE


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("100MB", 100_000_000),
        ("1MB", 1_000_000),
        ("1mb", 1_000_000),
        ("512k", 512_000),
        ("512 kB", 512_000),
        ("2GiB", 2 * 1024**3),
        ("1Ki", 1024),
        ("1.5M", 1_500_000),
        ("1000", 1000),
        ("7 bytes", 7),
        ("7b", 7),
    ],
)
def test_sizes(text: str, size: int) -> None:
    assert SIZE.convert(text, None, None) == size


@pytest.mark.parametrize("text", ["", "MB", "-1", "0", "0.2", "1XB", "1e3", "ten", "1MBs", "1 M B", "nan"])
def test_what_is_no_size(text: str) -> None:
    with pytest.raises(click.BadParameter):
        SIZE.convert(text, None, None)


@given(st.integers(min_value=1, max_value=10**15))
def test_a_plain_number_is_bytes(number: int) -> None:
    assert SIZE.convert(str(number), None, None) == number


@pytest.mark.parametrize(("text", "seconds"), [("0", 0.0), ("0.5", 0.5), ("30", 30.0)])
def test_seconds(text: str, seconds: float) -> None:
    assert SECONDS.convert(text, None, None) == seconds


@pytest.mark.parametrize("text", ["-0.1", "nan", "inf", "soon", ""])
def test_what_is_no_length_of_time(text: str) -> None:
    with pytest.raises(click.BadParameter):
        SECONDS.convert(text, None, None)


def test_a_timeout_of_zero_is_none() -> None:
    with pytest.raises(click.BadParameter):
        SECONDS_ABOVE_ZERO.convert("0", None, None)


def test_a_header_is_cut_at_its_first_colon() -> None:
    assert HEADER.convert("X-A:  b: c ", None, None) == ("X-A", "b: c")
    assert HEADER.convert("X-Empty:", None, None) == ("X-Empty", "")


@pytest.mark.parametrize("text", ["no colon", ": value", "Bad Name: x", "X: a\r\nEvil: b", "X: a\x00b"])
def test_what_is_no_header(text: str) -> None:
    with pytest.raises(click.BadParameter):
        HEADER.convert(text, None, None)


def test_a_bad_header_does_not_show_its_secret() -> None:
    with pytest.raises(click.BadParameter) as caught:
        HEADER.convert("Authorization Bearer s3cret", None, None)
    assert "s3cret" not in caught.value.message


def test_a_path_prefix_starts_with_a_slash() -> None:
    assert PATH_PREFIX.convert("docs", None, None) == "/docs"
    assert PATH_PREFIX.convert("/docs/", None, None) == "/docs/"
    with pytest.raises(click.BadParameter):
        PATH_PREFIX.convert("https://example.com/docs", None, None)


def test_a_user_agent_is_one_line() -> None:
    assert LINE.convert(" me (mail: a@b.org) ", None, None) == "me (mail: a@b.org)"
    with pytest.raises(click.BadParameter):
        LINE.convert("a\nb", None, None)


@pytest.mark.parametrize(
    ("typed", "browser", "urls"),
    [
        (["--browser", "http://h/"], "all", ("http://h/",)),
        (["http://h/", "--browser"], "all", ("http://h/",)),
        (["--browser=auto", "http://h/"], "auto", ("http://h/",)),
        (["--browser", "auto", "http://h/"], "auto", ("http://h/",)),
        (["--browser", "--quiet", "http://h/"], "all", ("http://h/",)),
        (["http://h/"], "never", ("http://h/",)),
        (["http://h/", "--", "--browser"], "never", ("http://h/", "--browser")),
    ],
)
def test_an_option_that_may_stand_alone(typed: list[str], browser: str, urls: tuple[str, ...]) -> None:
    from scrapepy.cli.mirror_command import mirror

    context = mirror.make_context("mirror", list(typed))
    assert (context.params["browser"], context.params["urls"]) == (browser, urls)
