from __future__ import annotations

import pytest

from scrapepy.store.entries import without_credentials


@pytest.mark.parametrize(
    ("address", "clean"),
    [
        ("https://me:secret@a.test/", "https://a.test/"),
        ("https://me@a.test:81/x?y=z@w", "https://a.test:81/x?y=z@w"),
        ("https://a@b:c@a.test/", "https://a.test/"),
        ("https://a.test/@user", "https://a.test/@user"),
        ("https://a.test?x=@", "https://a.test?x=@"),
        ("https://a.test#@", "https://a.test#@"),
        ("mailto:me@a.test", "mailto:me@a.test"),
        ("me@a.test", "me@a.test"),
    ],
)
def test_user_and_password_are_taken_out(address: str, clean: str) -> None:
    assert without_credentials(address) == clean
