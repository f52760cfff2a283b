"""The comment at the top of a saved page."""

from __future__ import annotations

import re
from dataclasses import dataclass

_CONTROL = re.compile("[\x00-\x20\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]+")


def banner(source: str, changed: str, markdown: str | None) -> str:
    """An HTML comment that names where a page is from, the UTC day it last changed, and its Markdown copy if it has
    one.

    ``source`` is an address, ``changed`` a day such as ``2026-11-30``, ``markdown`` a relative reference. Nothing in
    them can end the comment: ``--`` and ``>`` are percent-encoded, which leaves the same address.

    >>> print(banner("https://docs.test/a--b", "2026-11-30", None))
    <!-- Saved by ScrapePy. Source: https://docs.test/a-%2Db Changed: 2026-11-30 (UTC) -->
    """
    fields = [f"Source: {_neutral(source)}", f"Changed: {_neutral(changed)} (UTC)"]
    if markdown is not None:
        fields.append(f"Markdown: {_neutral(markdown)}")
    return f"<!-- Saved by ScrapePy. {' '.join(fields)} -->"


@dataclass(frozen=True, slots=True)
class Told:
    """What a page's comment tells."""

    source: str
    changed: str
    has_markdown: bool


_BANNER = re.compile(r"<!-- Saved by ScrapePy\. Source: (\S+) Changed: (\d{4}-\d\d-\d\d) \(UTC\)( Markdown: \S+)? -->")


def read_banner(head: str) -> Told | None:
    """What the comment in the first bytes of a page tells; None where there is none.

    >>> read_banner(banner("https://docs.test/a--b", "2026-11-30", "b.md")).has_markdown
    True
    """
    found = _BANNER.search(head)
    return None if found is None else Told(found[1], found[2], found[3] is not None)


def _neutral(text: str) -> str:
    text = _CONTROL.sub("%20", text.strip()).replace("<", "%3C").replace(">", "%3E")
    return text.replace("--", "-%2D")
