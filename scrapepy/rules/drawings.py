"""Drawings whose source stands in a script only: the page as it came has no trace of them, nor has its Markdown."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ScriptDrawing:
    """One generator's habit."""

    id: str
    why: str
    script: re.Pattern[str]
    """The name of a script that may hold the text of one page, at the end of its path."""
    source: re.Pattern[bytes]
    """A drawing in it."""
    page: re.Pattern[bytes]
    """Finds the path of the page that it is the text of, as group 1."""


SCRIPT_DRAWINGS: tuple[ScriptDrawing, ...] = (
    ScriptDrawing(
        id="docusaurus-mermaid",
        why="Docusaurus draws its Mermaid component in browsers only; the text of a page is a script of its own",
        script=re.compile(r"/[0-9a-f]{8}\.[0-9a-f]{8}\.js$"),
        source=re.compile(rb"\.mermaid,\s*\{value:"),
        page=re.compile(rb'"permalink":"(/[^"\\\s]{0,500})"'),
    ),
)
