"""Patterns in which only ``*`` is special, matched without backtracking.

robots.txt (RFC 9309, section 2.2.3) and ``--include``/``--exclude`` both use them on text that strangers choose, so
that a regular expression with many ``.*`` is not an option.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Wildcard:
    """A pattern cut at its ``*``: ``parts`` follow one another in the text, with anything between them.

    The first part stands at the text's start. ``anchored``: the last part stands at its end.
    Costs at most the text's length for each part.
    """

    parts: tuple[str, ...]
    anchored: bool

    def matches(self, text: str) -> bool:
        """True if the pattern matches all of ``text`` (anchored) or its beginning (not anchored).

        >>> Wildcard(("/a", ".pdf"), anchored=True).matches("/a/b.pdf")
        True
        """
        parts = self.parts
        first = parts[0]
        if not text.startswith(first):
            return False
        if len(parts) == 1:
            return not self.anchored or len(text) == len(first)
        at = len(first)
        for part in parts[1:-1]:
            found = text.find(part, at)
            if found < 0:
                return False
            at = found + len(part)
        last = parts[-1]
        if self.anchored:
            return len(text) - len(last) >= at and text.endswith(last)
        return text.find(last, at) >= 0
