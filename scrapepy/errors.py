"""The errors that ScrapePy raises, as a tree.

::

    ScrapePyError
    ├── UsageError          wrong use: a bad option, a bad URL                      exit 2
    │   └── MissingExtra    an optional package is not installed                    exit 2
    ├── StartFailed         nothing could be fetched: start URL or robots.txt       exit 3
    ├── StateError          the mirror's state cannot be used                       exit 4
    │   ├── StateLocked     another run holds the site
    │   ├── StateTooNew     written by a later version of ScrapePy
    │   └── StateDamaged    not readable as SQLite
    └── StoreError          the disk: unwritable, full                              exit 4

A fetch that fails or a page that is skipped is no exception: a crawl meets thousands of them. They are values
(:mod:`scrapepy.model.outcome`, :mod:`scrapepy.model.skip`). Each message is one plain sentence for a person.
"""

from __future__ import annotations

import errno

_REASONS = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk quota is used up",
    errno.EROFS: "the file system is read-only",
    errno.EACCES: "permission denied",
    errno.EPERM: "permission denied",
    errno.ENAMETOOLONG: "the name is too long for the file system",
    errno.ENOTDIR: "a file stands where a folder must be",
    errno.EISDIR: "a folder stands where a file must be",
    errno.EMFILE: "too many open files",
    errno.EIO: "the disk reports an error",
}


def reason_of(error: OSError) -> str:
    """Why the system refused, in plain words.

    >>> reason_of(OSError(errno.ENOSPC, "No space left on device"))
    'the disk is full'
    """
    return _REASONS.get(error.errno or 0) or (error.strerror or type(error).__name__).lower()


class ScrapePyError(Exception):
    """The root of the tree; ``str(error)`` is one sentence fit for standard error."""


class UsageError(ScrapePyError):
    """The caller asked for something that cannot be meant."""


class MissingExtra(UsageError):
    """An optional package is needed and not installed.

    >>> str(MissingExtra("pdf", "reading PDFs"))
    "reading PDFs needs an extra: pip install 'scrapepy[pdf]'"
    """

    def __init__(self, extra: str, purpose: str) -> None:
        super().__init__(f"{purpose} needs an extra: pip install 'scrapepy[{extra}]'")
        self.extra = extra


class StartFailed(ScrapePyError):
    """Nothing could be fetched: the start URL failed, or robots.txt forbids it."""


class StateError(ScrapePyError):
    """The mirror's state file cannot be used."""


class StateLocked(StateError):
    """Another process works on this site."""


class StateTooNew(StateError):
    """The state was written by a later version of ScrapePy."""


class StateDamaged(StateError):
    """The state file is not readable."""


class StoreError(ScrapePyError):
    """The disk refused: unwritable, read-only or full."""
