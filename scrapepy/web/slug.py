"""The anchor that GitHub, GitLab and VS Code give a heading.

The rule is that of GitHub's ``html-pipeline`` (``toc_filter``): lower case, everything but letters, marks, decimal
numbers, connector punctuation, hyphens and spaces out, spaces to hyphens; a repeat gets ``-1``, ``-2`` …
"""

from __future__ import annotations

import unicodedata

_KEPT_CATEGORIES = frozenset({"Mn", "Mc", "Me", "Nd", "Pc"})
_ASCII_OUT = bytes(code for code in range(128) if not chr(code).isalnum() and chr(code) not in "-_ ")


def github_slug(text: str) -> str:
    """The slug of a heading's text (plain text, no Markdown).

    >>> github_slug("What's new in C++?"), github_slug("`a_b` & c")
    ('whats-new-in-c', 'a_b--c')
    """
    text = text.strip().lower()
    if text.isascii():
        return text.encode().translate(None, _ASCII_OUT).decode().replace(" ", "-")
    return "".join(filter(_is_kept, text)).replace(" ", "-")


def _is_kept(character: str) -> bool:
    if character.isalnum() or character in "-_ ":
        return True
    return unicodedata.category(character) in _KEPT_CATEGORIES


class Slugger:
    """The slugs of a document's headings, in order: a heading whose slug was given before gets a number."""

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}

    def slug(self, text: str) -> str:
        """The anchor of the next heading.

        >>> slugger = Slugger()
        >>> [slugger.slug(text) for text in ("Notes", "Notes", "notes")]
        ['notes', 'notes-1', 'notes-2']
        """
        slug = github_slug(text)
        count = self._seen.get(slug, 0)
        self._seen[slug] = count + 1
        return f"{slug}-{count}" if count else slug
