"""The full-text index of one site's sections (SQLite FTS5, https://sqlite.org/fts5.html).

It stands in a file of its own beside the state, since it can be made anew from the Markdown tree at any time: a damaged
one, or one made by other folding rules, is thrown away and built again. The words are indexed folded
(:mod:`scrapepy.sections.folding`); the text as written is kept for snippets, and to take a section out again (an index
without content wants to be told what it had been given).
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from scrapepy.errors import StateDamaged, StateTooNew
from scrapepy.sections.folding import FOLD_VERSION, fold
from scrapepy.sections.query import Query, Term
from scrapepy.sections.searchable import searchable
from scrapepy.store.database import Database
from scrapepy.store.failures import store_error

INDEX_VERSION = f"1/{FOLD_VERSION}"
_WEIGHTS = "10.0, 3.0, 1.0"
"""What a hit counts in the section's heading, in the headings above it and the page's title, and in the text."""
_MANY = 5_000
"""Sections that match, from which on only those that match in their heading are weighed."""
_SCHEMA = (
    "CREATE TABLE made (version TEXT NOT NULL)",
    "CREATE TABLE page (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, url TEXT NOT NULL, title TEXT NOT NULL,"
    " stamp TEXT NOT NULL)",
    "CREATE TABLE section (id INTEGER PRIMARY KEY, page INTEGER NOT NULL REFERENCES page (id), anchor TEXT NOT NULL,"
    " heading TEXT NOT NULL, above TEXT NOT NULL, text TEXT NOT NULL)",
    "CREATE INDEX section_page ON section (page)",
    # Marks belong to the words of the scripts that have them (Devanagari's vowel signs); the accents of Latin, Greek
    # and Cyrillic letters are folded away before.
    "CREATE VIRTUAL TABLE words USING fts5 (heading, above, text, content='',"
    " tokenize=\"unicode61 remove_diacritics 0 categories 'L* N* Co M*'\")",
)


class IndexedSection(NamedTuple):
    """One section to find. ``above``: the headings it stands under and the page's title, outermost first.

    A named tuple like :class:`~scrapepy.model.url.Reference`: they travel by the hundred between processes.
    """

    anchor: str
    heading: str
    above: tuple[str, ...]
    text: str


class IndexedPage(NamedTuple):
    """One Markdown file. ``stamp`` tells whether the file is still the one that was read."""

    path: str
    url: str
    title: str
    stamp: str
    sections: tuple[IndexedSection, ...]


@dataclass(frozen=True, slots=True)
class FoundSection:
    """One hit. ``score`` is FTS5's bm25 with the sign turned: more is better."""

    score: float
    path: str
    url: str
    title: str
    section: IndexedSection


class SearchIndex:
    """The index of one site; a context manager. Used by one thread."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open for writing; made if missing, made anew if damaged or of another version. Raises ``StoreError``."""
        try:
            index = cls(Database.open(path))
            try:
                index._make()
            except BaseException:
                index.close()
                raise
            return index
        except (StateDamaged, StateTooNew):
            remove_index(path)
            index = cls(Database.open(path))
            index._make()
            return index

    @classmethod
    def open_readonly(cls, path: Path) -> Self | None:
        """Open for asking; ``None`` where there is none, or none that this version can ask."""
        if not path.is_file():
            return None
        try:
            index = cls(Database.open_readonly(path))
        except StateDamaged:
            return None
        try:
            if index._version() == INDEX_VERSION:
                return index
        except StateDamaged:
            pass
        index.close()
        return None

    def stamps(self) -> dict[str, str]:
        """Path of each indexed page → its stamp."""
        return dict(self._database.execute("SELECT path, stamp FROM page"))

    def replace(self, pages: Iterable[IndexedPage]) -> None:
        """Index these pages, in place of what was known of their paths. One transaction."""
        database = self._database
        sections: list[tuple[object, ...]] = []
        words: list[tuple[object, ...]] = []
        with database.batch():
            ((last,),) = database.execute("SELECT coalesce(max(id), 0) FROM section")
            number = int(last)
            for page in pages:
                self._drop(page.path)
                at = database.insert(
                    "INSERT INTO page (path, url, title, stamp) VALUES (?, ?, ?, ?)",
                    (page.path, page.url, page.title, page.stamp),
                )
                for section in page.sections:
                    number += 1
                    above = "\n".join(section.above)
                    sections.append((number, at, section.anchor, section.heading, above, section.text))
                    words.append((number, fold(section.heading), fold(above), fold(searchable(section.text))))
            database.execute_many("INSERT INTO section VALUES (?, ?, ?, ?, ?, ?)", sections)
            database.execute_many("INSERT INTO words (rowid, heading, above, text) VALUES (?, ?, ?, ?)", words)

    def remove(self, paths: Iterable[str]) -> None:
        """Forget these pages."""
        with self._database.batch():
            for path in paths:
                self._drop(path)

    def pages(self) -> Iterator[IndexedPage]:
        """Everything, page by page in the order of their paths."""
        for number, path, url, title, stamp in self._database.execute("SELECT * FROM page ORDER BY path"):
            rows = self._database.execute(
                "SELECT anchor, heading, above, text FROM section WHERE page = ? ORDER BY id", (number,)
            )
            sections = (
                IndexedSection(anchor, heading, tuple(above.split("\n")), text) for anchor, heading, above, text in rows
            )
            yield IndexedPage(path, url, title, stamp, tuple(sections))

    def find(
        self, query: Query, limit: int, *, any_word: bool = False, quick: bool = False
    ) -> tuple[int, tuple[FoundSection, ...]]:
        """How many sections match, and the best ``limit`` of them. ``any_word``: one wanted term is enough.

        ``quick``: those that match in their heading come first whatever their number, and nothing is counted: the
        number is that of what is answered. The beginning of a word is thousands of words, and to weigh all that match
        takes five times as long.
        """
        if not query or limit < 1:
            return 0, ()
        expression = match_expression(query, any_word=any_word)
        total = _MANY + 1
        if not quick:
            ((total,),) = self._database.execute("SELECT count(*) FROM words WHERE words MATCH ?", (expression,))
        rows: list[tuple[Any, ...]] = []
        if total > _MANY:
            # A word that is everywhere: to weigh every section takes long, and those that name it in their heading
            # come first in any case.
            rows = self._best(match_expression(query, any_word=any_word, heading=True), limit)
        if len(rows) < limit:
            rows = self._best(expression, limit)
        return len(rows) if quick else int(total), tuple(
            FoundSection(-score, path, url, title, IndexedSection(anchor, heading, tuple(above.split("\n")), text))
            for score, path, url, title, anchor, heading, above, text in rows
        )

    def _best(self, expression: str, limit: int) -> list[tuple[Any, ...]]:
        return self._database.execute(
            f"SELECT best.score, page.path, page.url, page.title, section.anchor, section.heading, section.above,"
            f" section.text FROM (SELECT rowid AS id, bm25(words, {_WEIGHTS}) AS score FROM words WHERE words MATCH ?"
            f" ORDER BY score LIMIT ?) AS best JOIN section USING (id) JOIN page ON page.id = section.page"
            f" ORDER BY best.score, section.id",
            (expression, limit),
        )

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # the parts -----------------------------------------------------------------------------------------------------

    def _make(self) -> None:
        """Bring the tables about; what other rules made is dropped first."""
        database = self._database
        version = self._version()
        if version == INDEX_VERSION:
            return
        with database.batch():
            if version is not None:
                for table in ("words", "section", "page", "made"):
                    database.execute(f"DROP TABLE IF EXISTS {table}")
            for statement in _SCHEMA:
                database.execute(statement)
            database.execute("INSERT INTO made VALUES (?)", (INDEX_VERSION,))

    def _version(self) -> str | None:
        """By which rules the file was made; ``None`` for a new one."""
        if not self._database.execute("SELECT 1 FROM sqlite_master WHERE name = 'made'"):
            return None
        rows = self._database.execute("SELECT version FROM made")
        return str(rows[0][0]) if rows else ""

    def _drop(self, path: str) -> None:
        database = self._database
        for (number,) in database.execute("SELECT id FROM page WHERE path = ?", (path,)):
            rows = database.execute("SELECT id, heading, above, text FROM section WHERE page = ?", (number,))
            database.execute_many(
                "INSERT INTO words (words, rowid, heading, above, text) VALUES ('delete', ?, ?, ?, ?)",
                [(row, fold(heading), fold(above), fold(searchable(text))) for row, heading, above, text in rows],
            )
            database.execute("DELETE FROM section WHERE page = ?", (number,))
            database.execute("DELETE FROM page WHERE id = ?", (number,))


def match_expression(query: Query, *, any_word: bool = False, heading: bool = False) -> str:
    """The query in FTS5's words (https://sqlite.org/fts5.html#full_text_query_syntax).

    Every term is a quoted phrase of folded words, so nothing that was typed is ever taken for an operator. ``heading``:
    what is wanted must stand in the section's own heading.
    """
    wanted = (" OR " if any_word else " AND ").join(_phrase(term) for term in query.wanted)
    if heading:
        wanted = f"{{heading}} : ({wanted})"
    if not query.unwanted:
        return wanted
    return f"({wanted}) NOT ({' OR '.join(_phrase(term) for term in query.unwanted)})"


def _phrase(term: Term) -> str:
    words = " ".join(term.words).replace('"', '""')
    return f'"{words}"' + " *" * term.prefix


def remove_index(path: Path) -> None:
    """Take an index away with its log files. Raises ``StoreError``."""
    for ending in ("", "-wal", "-shm"):
        with contextlib.suppress(FileNotFoundError):
            try:
                path.with_name(path.name + ending).unlink()
            except OSError as error:
                if isinstance(error, FileNotFoundError):
                    raise
                raise store_error(error, path, "remove") from error
