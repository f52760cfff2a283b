"""The candidates of srcset, by the algorithm of the HTML standard."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapepy.web.srcset import candidates, replace_candidates


def urls(value: str) -> list[str]:
    return [value[start:end] for start, end in candidates(value)]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("", []),
        (" , ,", []),
        ("a.png", ["a.png"]),
        ("a.png 2x", ["a.png"]),
        ("a.png, b.png 2x", ["a.png", "b.png"]),
        ("a.png 300w,b.png 600w", ["a.png", "b.png"]),
        ("a.png,b.png 2x", ["a.png,b.png"]),
        ("a.png,, b.png", ["a.png", "b.png"]),
        (",a.png ,b.png", ["a.png", "b.png"]),
        ("\n a.png\t1.5x ,\n b.png 2x\n", ["a.png", "b.png"]),
        ("data:image/png;base64,AAAA 1x, b.png 2x", ["data:image/png;base64,AAAA", "b.png"]),
        ("data:,x, b.png", ["data:,x", "b.png"]),
        ("a(1,2).png 1x, b.png", ["a(1,2).png", "b.png"]),
        ("a.png foo(1, 2), b.png", ["a.png", "b.png"]),
        ("a.png foo(1, b.png", ["a.png"]),
        ("/x?w=1,h=2 1x, /y?w=1,h=2 2x", ["/x?w=1,h=2", "/y?w=1,h=2"]),
    ],
)
def test_candidates(value: str, expected: list[str]) -> None:
    assert urls(value) == expected


def test_descriptors_and_space_stay() -> None:
    assert replace_candidates(" a.png  300w ,\n b.png 2x ", lambda url: f"<{url}>") == " <a.png>  300w ,\n <b.png> 2x "


def test_a_comma_right_before_a_url_gets_a_space() -> None:
    assert replace_candidates("a 1x,b 2x", lambda url: url) == "a 1x, b 2x"


_URLS = st.text(alphabet="ab09/:;=?.(),", min_size=1, max_size=12).map(lambda url: url.strip(",") or "x")


@given(st.lists(st.tuples(_URLS, st.sampled_from(["", " 1x", " 20w"])), max_size=6))
def test_what_is_put_in_is_read_again(pairs: list[tuple[str, str]]) -> None:
    value = ", ".join(url + descriptor for url, descriptor in pairs)
    assert urls(value) == [url for url, _ in pairs]
    numbers = iter(range(len(pairs)))
    replaced = replace_candidates(value, lambda _: f"slot{next(numbers)}")
    assert replaced == ", ".join(f"slot{i}{descriptor}" for i, (_, descriptor) in enumerate(pairs))


@given(st.text(alphabet="ab,. ()\n2x:", max_size=30))
def test_replacing_each_by_itself_changes_no_candidate(value: str) -> None:
    again = replace_candidates(value, lambda url: url)
    assert urls(again) == urls(value)
    assert replace_candidates(again, lambda url: url) == again
