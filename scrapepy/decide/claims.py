"""What the frontier answers: its values, apart from the machine that makes them."""

from __future__ import annotations

from dataclasses import dataclass

from scrapepy.model.entry import FrontierEntry


@dataclass(frozen=True, slots=True)
class WaitUntil:
    """Nothing may start before ``moment`` (a Unix time), unless a request ends before or something is added."""

    moment: float
    host: str
    """The origin that is waited for."""


@dataclass(frozen=True, slots=True)
class Idle:
    """Nothing may start until a request ends, a robots policy is set, or a page under way is judged."""


@dataclass(frozen=True, slots=True)
class Done:
    """Nothing is queued (but pages over ``--max-pages``) and nothing is under way."""


Claim = FrontierEntry | WaitUntil | Idle | Done


@dataclass(frozen=True, slots=True)
class Retry:
    """The entry is queued again, for the Unix time ``at``."""

    at: float


@dataclass(frozen=True, slots=True)
class Final:
    """The outcome stands. ``reason`` is not empty where a try was still due and is not made, in plain words."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class Abandoned:
    """An entry that is not asked for, since its host is left alone."""

    entry: FrontierEntry
    reason: str


@dataclass(frozen=True, slots=True)
class HostWait:
    """A host that is being waited for."""

    origin: str
    queued: int
    until: float | None
    """The Unix time from which it may be asked again; None where it waits for an answer."""
    why: str


@dataclass(frozen=True, slots=True)
class Counts:
    """Where the entries are, for the progress bar. Nothing is counted twice."""

    queued: int
    in_flight: int
    done: int
    refused: int
    abandoned: int
    left_over: int
    """Of ``queued``: pages that ``--max-pages`` holds back for good."""
    pages_saved: int
