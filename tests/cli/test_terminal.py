from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapepy.cli.terminal import duration_text, printable, size_text


@given(st.text())
def test_nothing_that_a_terminal_obeys_is_left(text: str) -> None:
    shown = printable(text)
    assert not any(unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") for character in shown)
    assert not set(shown) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")
    assert printable(shown) == shown


@pytest.mark.parametrize("text", ["Straße", "داده‌کاوی", "日本語", "a b", "naïve — “quoted”", "👩‍👧"])
def test_text_of_every_script_stays(text: str) -> None:
    assert printable(text) == text


def test_an_escape_sequence_is_shown_as_one() -> None:
    assert printable("\x1b]0;owned\x07 title\nnext") == r"\x1b]0;owned\x07 title next"
    assert printable("\u202egpj.exe") == r"\u202egpj.exe"


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, "0 bytes"),
        (999, "999 bytes"),
        (1000, "1.0 kB"),
        (999_960, "1.0 MB"),
        (12_345_678, "12.3 MB"),
        (5 * 10**15, "5000.0 TB"),
    ],
)
def test_sizes(count: int, text: str) -> None:
    assert size_text(count) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.0, "0.0 s"), (59.94, "59.9 s"), (59.96, "1 min 0 s"), (3599.6, "1 h 0 min"), (7384, "2 h 3 min")],
)
def test_durations(seconds: float, text: str) -> None:
    assert duration_text(seconds) == text
