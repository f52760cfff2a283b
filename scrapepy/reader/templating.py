"""The one door to Jinja: templates that escape whatever they are given."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from scrapepy.mirroring.searching import SearchHit
from scrapepy.reader import addresses

_RIGHT_TO_LEFT = frozenset(["ar", "arc", "ckb", "dv", "fa", "he", "ks", "nqo", "ps", "sd", "ug", "ur", "yi"])


@functools.cache
def environment() -> Environment:
    """The templates beside this module."""
    made = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates", encoding="utf-8"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.globals.update(
        page_address=addresses.page_address,
        search_address=addresses.search_address,
        site_address=addresses.site_address,
    )
    made.filters.update(count=count, size=size, moment=moment, marked=marked, direction=direction)
    return made


def count(number: int, one: str, many: str = "") -> str:
    """A number with its noun.

    >>> count(1, "page"), count(1527, "page")
    ('1 page', '1,527 pages')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def size(number: int) -> str:
    """Bytes in powers of a thousand.

    >>> size(999), size(12_345_678)
    ('999 bytes', '12.3 MB')
    """
    value = float(number)
    for unit in ("bytes", "kB", "MB", "GB"):
        if value < 1000 or unit == "GB":
            break
        value /= 1000
    return f"{value:.0f} {unit}" if unit == "bytes" else f"{value:.1f} {unit}"


def moment(text: str | None) -> str:
    """A moment of ISO 8601 for people.

    >>> moment("2026-11-30T20:14:14Z")
    '2026-11-30 20:14 UTC'
    """
    return f"{text[:10]} {text[11:16]} UTC" if text else "never"


def marked(hit: SearchHit) -> Iterator[tuple[bool, str]]:
    """A snippet in pieces, each with whether it was looked for."""
    at = 0
    for start, end in hit.marks:
        yield False, hit.snippet[at:start]
        yield True, hit.snippet[start:end]
        at = end
    yield False, hit.snippet[at:]


def direction(language: str) -> str:
    """``rtl`` for the languages that are written from the right, else ``auto``: each paragraph by its own letters.

    >>> direction("fa-IR"), direction("en"), direction("")
    ('rtl', 'auto', 'auto')
    """
    names: Sequence[str] = language.lower().replace("_", "-").split("-")
    return "rtl" if names[0] in _RIGHT_TO_LEFT or "arab" in names[1:] else "auto"
