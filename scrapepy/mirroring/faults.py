"""What a check finds, and how it reads the trees."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from scrapepy.errors import StoreError

STATE_FOLDER = ".scrapepy"
"""A site's state, which is no part of the copy."""
SOURCES = 3
"""How many of the files that hold a broken reference are named."""


class FaultKind(Enum):
    """What is wrong with a reference. The value is the words the report uses."""

    NOT_WRITTEN = "gathered and never written"
    MISSING_TREE = "nothing of it is there any more"
    MISSING_FILE = "no such file"
    EMPTY = "the file is empty"
    DAMAGED = "the file is not as long as it was saved"
    BASE = "a base element turns its links elsewhere"
    DISK = "leads to a file of another disk"
    OUTSIDE = "leads out of the folder"
    NETWORK = "would be loaded from the network"
    ONLINE = "leads online although it is saved"
    MISSING_ANCHOR = "no such anchor"
    FRONTMATTER = "frontmatter is no valid YAML"


@dataclass(frozen=True, slots=True)
class Fault:
    """One reference that leads nowhere, however many files hold it."""

    kind: FaultKind
    target: str
    """What is looked for: a path below the site's folder, with its anchor, or an address."""
    count: int
    """How many references lead there."""
    sources: tuple[str, ...]
    """The first few files that hold them."""


@dataclass(slots=True)
class Findings:
    """Collects faults while the files are read: one entry a target, since a navigation repeats on every page."""

    entries: dict[tuple[FaultKind, str], list[str]] = field(default_factory=dict)
    counts: dict[tuple[FaultKind, str], int] = field(default_factory=dict)

    def add(self, kind: FaultKind, target: str, source: str, count: int = 1) -> None:
        """Note ``count`` references from ``source``."""
        key = (kind, target)
        self.counts[key] = self.counts.get(key, 0) + count
        sources = self.entries.setdefault(key, [])
        if len(sources) < SOURCES and source not in sources:
            sources.append(source)

    def add_all(self, kind: FaultKind, target: str, count: int, sources: Sequence[str]) -> None:
        """Note ``count`` references of which the first few sources are known."""
        for source in sources:
            self.add(kind, target, source, 0)
        self.counts[kind, target] += count

    def faults(self) -> tuple[Fault, ...]:
        """All of them, the most frequent kinds of target first within each kind."""
        order = {kind: index for index, kind in enumerate(FaultKind)}
        keys = sorted(self.entries, key=lambda key: (order[key[0]], -self.counts[key], key[1]))
        return tuple(Fault(*key, self.counts[key], tuple(self.entries[key])) for key in keys)


def files_below(root: Path) -> Iterator[str]:
    """Every file of a site's folder, relative, ``/`` between parts, in a stable order; the state is left out."""
    top = os.fspath(root)
    for folder, folders, names in os.walk(top):
        if folder == top and STATE_FOLDER in folders:
            folders.remove(STATE_FOLDER)
        folders.sort()
        prefix = "" if folder == top else os.path.relpath(folder, top).replace(os.sep, "/") + "/"
        for name in sorted(names):
            yield prefix + name


def read_text(path: Path) -> str:
    """A file that ScrapePy wrote, so UTF-8."""
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise StoreError(f"{path} cannot be read: {error.strerror}") from error
