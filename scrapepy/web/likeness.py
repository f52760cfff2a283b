"""How alike two texts are: a few numbers that stand for a text (bottom-k MinHash, Broder 1997).

Pages of an endless space say the same again and again but for a date or a number; chapters of a book do not.
"""

from __future__ import annotations

import re
from array import array
from zlib import crc32

SKETCH_SIZE = 32
"""Hashes in a full sketch; a text of fewer distinct runs of three words has a shorter one."""

ALIKE = 0.75
"""Share of common runs of words from which on two texts say the same."""

_MOST_WORDS = 1000
_DIGITS = re.compile(rb"[0-9]+")
_BYTES = array("I").itemsize


def text_sketch(text: bytes) -> bytes:
    """The sketch of a text (UTF-8), of its first thousand words; numbers are all one. The same in every process."""
    words = _DIGITS.sub(b"#", text[: _MOST_WORDS * 16]).split(None, _MOST_WORDS)[:_MOST_WORDS]
    runs = set(map(crc32, map(b" ".join, zip(words, words[1:], words[2:], strict=False))))
    return array("I", sorted(runs)[:SKETCH_SIZE]).tobytes()


def is_full(sketch: bytes) -> bool:
    """True for the sketch of a text that is long enough to be compared."""
    return len(sketch) >= SKETCH_SIZE * _BYTES


def alike(first: bytes, second: bytes) -> bool:
    """True if two sketches are of texts that say nearly the same."""
    one, other = set(array("I", first)), set(array("I", second))
    if not one or not other:
        return one == other
    least = sorted(one | other)[: max(len(one), len(other))]
    return sum(number in one and number in other for number in least) >= ALIKE * len(least)


def may_repeat(address: str) -> bool:
    """True for an address that may be one of an endless space: with a number, a query, or a folder in it twice."""
    path = address.partition("://")[2].partition("/")[2]
    if _NUMBER_OR_QUERY.search(path):
        return True
    folders = [folder for folder in path.split("/") if folder]
    return len(set(folders)) < len(folders)


_NUMBER_OR_QUERY = re.compile("[0-9?]")
