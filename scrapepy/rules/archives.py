"""Archive pages of WordPress, told by the classes that ``body_class()`` gives them.

They are read for their links and not saved (SPEC 4, "Left out"). Asked only where the site shows that it is WordPress:
``archive`` and ``tag`` are words that other sites use as well.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ArchiveRule:
    """All of ``classes`` are classes of ``body``."""

    id: str
    classes: tuple[str, ...]
    miss: str
    """Body classes that must not match."""


WORDPRESS_ARCHIVES: tuple[ArchiveRule, ...] = (
    ArchiveRule("wordpress-category", ("archive", "category"), "single single-post category-news"),
    ArchiveRule("wordpress-tag", ("archive", "tag"), "page tag"),
    ArchiveRule("wordpress-author", ("archive", "author"), "single author"),
    ArchiveRule("wordpress-date", ("archive", "date"), "archive post-type-archive"),
    ArchiveRule("wordpress-search", ("search", "search-results"), "page search"),
)
