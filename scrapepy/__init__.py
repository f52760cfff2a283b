"""ScrapePy saves a website for offline reading and writes a clean Markdown copy beside every page.

>>> import scrapepy
>>> print(scrapepy.convert_fragment("<p>Hello <b>reader</b></p>"))
Hello **reader**
<BLANKLINE>

Importing the package loads nothing but names; each is fetched from its room when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from scrapepy.version import __version__

if TYPE_CHECKING:
    from scrapepy.convert.to_markdown import convert_fragment, convert_html
    from scrapepy.errors import MissingExtra, ScrapePyError, StartFailed, StateError, StoreError, UsageError
    from scrapepy.mirroring.api import mirror
    from scrapepy.model.document import Document, Metadata
    from scrapepy.model.report import Failure, MirrorReport
    from scrapepy.model.section import ChangeKind, Chunk, Comparison, SectionDiff
    from scrapepy.sections.chunk import chunk_markdown
    from scrapepy.sections.compare import compare_chunks
    from scrapepy.sections.index_text import index_text

__all__ = [
    "ChangeKind",
    "Chunk",
    "Comparison",
    "Document",
    "Failure",
    "Metadata",
    "MirrorReport",
    "MissingExtra",
    "ScrapePyError",
    "SectionDiff",
    "StartFailed",
    "StateError",
    "StoreError",
    "UsageError",
    "__version__",
    "chunk_markdown",
    "compare_chunks",
    "convert_fragment",
    "convert_html",
    "index_text",
    "mirror",
]

_HOMES = {
    "ChangeKind": "scrapepy.model.section",
    "Chunk": "scrapepy.model.section",
    "Comparison": "scrapepy.model.section",
    "Document": "scrapepy.model.document",
    "Failure": "scrapepy.model.report",
    "Metadata": "scrapepy.model.document",
    "MirrorReport": "scrapepy.model.report",
    "MissingExtra": "scrapepy.errors",
    "ScrapePyError": "scrapepy.errors",
    "SectionDiff": "scrapepy.model.section",
    "StartFailed": "scrapepy.errors",
    "StateError": "scrapepy.errors",
    "StoreError": "scrapepy.errors",
    "UsageError": "scrapepy.errors",
    "chunk_markdown": "scrapepy.sections.chunk",
    "compare_chunks": "scrapepy.sections.compare",
    "convert_fragment": "scrapepy.convert.to_markdown",
    "convert_html": "scrapepy.convert.to_markdown",
    "index_text": "scrapepy.sections.index_text",
    "mirror": "scrapepy.mirroring.api",
}


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'scrapepy' has no attribute {name!r}")
    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
