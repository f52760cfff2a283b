from __future__ import annotations

import random
import time

from hypothesis import given
from hypothesis import strategies as st

from scrapepy.web.likeness import SKETCH_SIZE, alike, is_full, may_repeat, text_sketch

WORDS = ("alpha", "beta", "gamma", "delta", "server", "client", "token", "parse", "build", "option", "value", "green")


def story(seed: int, words: int = 300) -> str:
    choose = random.Random(seed)
    return " ".join(choose.choice(WORDS) for _ in range(words))


def sketch(text: str) -> bytes:
    return text_sketch(text.encode())


def test_the_same_but_for_numbers_is_alike() -> None:
    assert sketch(f"Page 7. {story(1)} 2026-05") == sketch(f"Page 12. {story(1)} 2027-11")
    assert alike(sketch(f"May. {story(1)}"), sketch(f"{story(1)} That was June."))


def test_other_texts_are_not_alike() -> None:
    assert not alike(sketch(story(1)), sketch(story(2)))
    assert not alike(sketch(story(1, 60)), sketch(story(2, 60)))
    assert not alike(
        sketch("Navigation of all pages. " * 3 + story(1)), sketch("Navigation of all pages. " * 3 + story(2))
    )


def test_short_texts_have_no_full_sketch() -> None:
    assert is_full(sketch(story(1, 60)))
    assert not is_full(sketch("May 2026 " + " ".join(map(str, range(31)))))
    assert sketch("") == sketch("two words") == b""
    assert alike(b"", b"")
    assert not alike(b"", sketch(story(1)))
    assert len(sketch(story(1))) == 4 * SKETCH_SIZE


def test_addresses_that_may_repeat() -> None:
    for address in ("http://h/chapter/1", "http://h/a?b=c", "http://h/a/b/a", "http://h1/x/x/"):
        assert may_repeat(address)
    for address in ("http://h1:8080/guide/intro.html", "http://h/", "http://h2", "http://h/a/b/"):
        assert not may_repeat(address)


@given(st.binary(max_size=300))
def test_any_bytes_have_one(text: bytes) -> None:
    assert alike(text_sketch(text), text_sketch(text))


def test_it_is_fast() -> None:
    text = (story(3, 5000) * 20).encode()
    start = time.process_time()
    for _ in range(100):
        text_sketch(text)
    assert time.process_time() - start < 0.5
