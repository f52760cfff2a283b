from __future__ import annotations

import click
import pytest

from scrapepy.cli.main import main
from scrapepy.cli.search_command import search


@pytest.mark.parametrize(
    ("words", "query"),
    [
        (["--", "--site"], ("--site",)),
        (["--", "--json"], ("--json",)),
        (["--json", "--", "foo", "--", "bar"], ("foo", "--", "bar")),
        (["foo", "--limit", "3", "--", "--help"], ("foo", "--help")),
        (["foo", "-bar"], ("foo", "-bar")),
    ],
)
def test_behind_two_dashes_all_is_the_query(words: list[str], query: tuple[str, ...]) -> None:
    assert search.make_context("search", list(words)).params["query"] == query


@pytest.mark.parametrize("words", [["foo", "--sit"], ["--nowhere", "foo"], ["foo", "--nowhere", "--", "--site"]])
def test_before_them_an_unknown_option_is_refused(words: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(click.NoSuchOption):
        search.make_context("search", list(words))
    assert main(["search", *words]) == 2
    assert "No such option" in capfd.readouterr().err
