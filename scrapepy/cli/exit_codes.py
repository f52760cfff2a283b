"""What the exit status says (SPEC 3), and which error means which: the one table."""

from __future__ import annotations

from enum import IntEnum

from scrapepy.errors import ScrapePyError, StartFailed, StateError, StoreError, UsageError


class ExitCode(IntEnum):
    """The exit status of every command. Of several URLs, the worst (the highest) counts."""

    COMPLETE = 0
    INCOMPLETE = 1
    USAGE = 2
    NOTHING = 3
    DISK = 4
    INTERRUPTED = 130

    @property
    def meaning(self) -> str:
        """One sentence for the documentation."""
        return _MEANINGS[self]


_MEANINGS = {
    ExitCode.COMPLETE: "complete: everything in scope was had, or is dead on the site itself",
    ExitCode.INCOMPLETE: "finished, but not whole: some URLs in scope could not be had, the check found faults, the "
    "page to convert has no content, or the two versions to compare differ",
    ExitCode.USAGE: "wrong usage, or an extra that is missing",
    ExitCode.NOTHING: "nothing could be fetched: the start URL failed, or robots.txt forbids it",
    ExitCode.DISK: "the disk or the state: unwritable, full, locked or damaged",
    ExitCode.INTERRUPTED: "interrupted; the same command goes on",
}

_OF_ERRORS: tuple[tuple[type[ScrapePyError], ExitCode], ...] = (
    (UsageError, ExitCode.USAGE),
    (StartFailed, ExitCode.NOTHING),
    (StateError, ExitCode.DISK),
    (StoreError, ExitCode.DISK),
)


def exit_code_of(error: ScrapePyError) -> ExitCode:
    """The status that an error of our tree ends with.

    >>> exit_code_of(StoreError("disk full")).value
    4
    """
    for kind, code in _OF_ERRORS:
        if isinstance(error, kind):
            return code
    return ExitCode.INCOMPLETE
