from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scrapepy.decide.robots_rule import RobotsTarget, normal, robots_rule

TEXTS = st.text("ab/?%~*$,:=&+ é2F7e", max_size=15)


@given(TEXTS, st.booleans())
def test_one_spelling_is_reached_at_once(text: str, plain_query: bool) -> None:
    once = normal(text, plain_query=plain_query)
    if "%25" not in once and "%" not in once.replace("%2F", "").replace("%3F", ""):
        assert normal(once, plain_query=plain_query) == once


@given(TEXTS.filter(lambda text: "*" not in text and "$" not in text and "#" not in text and "://" not in text))
def test_every_path_fits_the_rule_that_is_written_like_it(text: str) -> None:
    path = "/" + text
    assert RobotsTarget(path).fits(robots_rule(False, path))


def test_octets_are_counted_after_normalisation() -> None:
    assert robots_rule(True, "/ツ").length == robots_rule(True, "/%e3%83%84").length == 10
    assert robots_rule(True, "/%7E").length == robots_rule(True, "/~").length == 2
    assert robots_rule(True, "/a*$").length == 4


def test_the_line_is_printable() -> None:
    rule = robots_rule(False, b"/caf\xe9".decode("utf-8", "surrogateescape"))
    assert rule.line == "Disallow: /caf?"
