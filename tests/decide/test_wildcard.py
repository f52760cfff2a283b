from __future__ import annotations

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapepy.decide.wildcard import Wildcard


@pytest.mark.parametrize(
    ("parts", "anchored", "text", "expected"),
    [
        (("/a",), False, "/abc", True),
        (("/a",), True, "/abc", False),
        (("/a",), True, "/a", True),
        (("/a", ""), True, "/abc", True),
        (("", "b"), False, "/abc", True),
        (("", "b"), True, "/abc", False),
        (("/a", "a"), True, "/a", False),  # the two parts must not share a character
        (("/a", "b", "b"), True, "/abb", True),
        (("/a", "b", "b"), True, "/ab", False),
        (("",), False, "", True),
    ],
)
def test_parts_follow_one_another(parts: tuple[str, ...], anchored: bool, text: str, expected: bool) -> None:
    assert Wildcard(parts, anchored).matches(text) is expected


@given(
    st.lists(st.text("ab/", max_size=3), min_size=1, max_size=5),
    st.booleans(),
    st.text("ab/", max_size=12),
)
def test_is_the_regular_expression(parts: list[str], anchored: bool, text: str) -> None:
    pattern = re.compile(".*".join(map(re.escape, parts)))
    found = pattern.fullmatch(text) if anchored else pattern.match(text)
    assert Wildcard(tuple(parts), anchored).matches(text) is (found is not None)


def test_many_stars_cost_nothing() -> None:
    pattern = Wildcard(("/", *["a"] * 40, "b"), anchored=True)
    start = time.process_time()
    assert not pattern.matches("/" + "a" * 20_000)
    assert time.process_time() - start < 0.5
