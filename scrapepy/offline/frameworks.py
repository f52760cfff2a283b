"""Takes out the scripts that would put something else in the place of a finished page (SPEC 5, ``--scripts auto``)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scrapepy.model.url import Reference
from scrapepy.offline.page_scripts import PageScript, script_path
from scrapepy.rules.script_frameworks import FEWEST_WORDS, SCRIPT_FRAMEWORKS, ScriptFramework
from scrapepy.web.html import Tree, block_text, visible_words
from scrapepy.web.links import reference_of

_BEGINNING = 4_000
"""So many characters of an inline script are looked at: frameworks say who they are at the start, and data follows."""


class Frameworks:
    """A table of frameworks, ready to be asked. Nearly all pages have none, which one look at each script tells."""

    def __init__(self, rows: Sequence[ScriptFramework]) -> None:
        """``rows`` in the order they win."""
        self._rows = tuple(rows)
        self._any_path = _either(*(pattern for row in rows for pattern in (row.paths, row.scripts)))
        self._any_text = _either(*(pattern for row in rows for pattern in (row.marks, row.inline)))

    def remove(
        self, tree: Tree, references: list[Reference], scripts: Sequence[PageScript], generators: Sequence[str]
    ) -> str:
        """Take out of ``tree`` the scripts of the framework that has made it, and their preloads; the row's id, or
        ``""``.

        Only of a page that has text of its own: an empty shell is nothing without its scripts. Not more than one
        framework makes a page, so the first row that fits is it.
        """
        if not any(self._is_suspect(script) for script in scripts):
            return ""
        for row in self._rows:
            paths, texts = _either(row.paths, row.scripts), _either(row.marks, row.inline)
            doomed = [script for script in scripts if _matches(script, paths, texts)]
            if not doomed or not _has_made(row, tree, scripts, generators):
                continue
            if tree.body is None or visible_words(block_text(tree.body)) < FEWEST_WORDS:
                return ""
            for script in doomed:
                script.node.decompose()
            for link in tree.css("link[rel~=preload i]"):
                path = script_path(reference_of(link.attributes.get("href"), references))
                if path and paths.search(path):
                    link.decompose()
            return row.id
        return ""

    def _is_suspect(self, script: PageScript) -> bool:
        return _matches(script, self._any_path, self._any_text)


def _has_made(row: ScriptFramework, tree: Tree, scripts: Sequence[PageScript], generators: Sequence[str]) -> bool:
    if any(generator.strip().lower().startswith(row.generators) for generator in generators):
        return True
    proofs = _either(row.paths), _either(row.marks)
    if any(_matches(script, *proofs) for script in scripts):
        return True
    return any(tree.css_first(selector) is not None for selector in row.selectors)


def _matches(script: PageScript, paths: re.Pattern[str], texts: re.Pattern[str]) -> bool:
    if script.path:
        return paths.search(script.path) is not None
    return texts.search(script.text, 0, _BEGINNING) is not None


def _either(*patterns: str) -> re.Pattern[str]:
    """A pattern that matches where one of ``patterns`` does, of which the empty ones match nowhere."""
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns if pattern) or r"(?!)")


FRAMEWORKS = Frameworks(SCRIPT_FRAMEWORKS)
