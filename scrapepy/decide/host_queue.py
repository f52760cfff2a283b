"""One host's part of the frontier: its entries in order, its robots policy, its pace and its health."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from heapq import heappop, heappush

from scrapepy.decide.budget import HostHealth
from scrapepy.decide.robots import RobotsPolicy
from scrapepy.decide.throttle import Throttle
from scrapepy.model.entry import EntryKind, FrontierEntry
from scrapepy.model.outcome import Fetched, NotModified, Outcome
from scrapepy.model.url import CanonicalUrl

Key = tuple[int, int, int]
"""Order among entries: rank of the kind, depth, when it was added."""

_RANKS = {EntryKind.ROBOTS: 0, EntryKind.SEED: 1, EntryKind.SITEMAP: 2, EntryKind.PROBE: 2}
_HURRIED = 2
_OTHERS = 3

PAGE_KINDS = frozenset({EntryKind.SEED, EntryKind.PAGE})
"""What ``--max-pages`` counts."""


class HostQueue:
    """The entries of one origin.

    Pages and other things wait in two heaps, since ``--max-pages`` holds back the first and not the second. An entry
    whose depth was lowered leaves its old place behind, which :meth:`_tidy` recognises by its key.
    """

    __slots__ = (
        "_delayed",
        "_keys",
        "_others",
        "_pages",
        "entries",
        "health",
        "left_alone",
        "origin",
        "policy",
        "stamp",
        "throttle",
    )

    def __init__(self, origin: str, throttle: Throttle) -> None:
        self.origin = origin
        self.throttle = throttle
        self.health = HostHealth()
        self.policy: RobotsPolicy | None = None
        self.left_alone: str | None = None
        self.stamp = 0  # raised with every change of the host's place among the hosts
        self.entries: dict[CanonicalUrl, FrontierEntry] = {}
        self._keys: dict[CanonicalUrl, Key] = {}
        self._pages: list[tuple[Key, CanonicalUrl]] = []
        self._others: list[tuple[Key, CanonicalUrl]] = []
        self._delayed: list[tuple[float, Key, CanonicalUrl]] = []

    def push(self, entry: FrontierEntry, order: int, not_before: float | None = None) -> None:
        """Queue an entry, for ``not_before`` if that is given."""
        key = (_RANKS.get(entry.kind, _OTHERS), entry.depth, order)
        self.entries[entry.url] = entry
        self._keys[entry.url] = key
        if not_before is not None:
            heappush(self._delayed, (not_before, key, entry.url))
        else:
            heappush(self._heap_of(entry), (key, entry.url))

    def is_page(self, url: CanonicalUrl) -> bool:
        """Whether a page of that address waits here."""
        entry = self.entries.get(url)
        return entry is not None and entry.kind in PAGE_KINDS

    def hurry(self, url: CanonicalUrl, order: int) -> bool:
        """Put an entry before all but robots.txt and the start; False if it does not wait here.

        One that failed and waits for its next try keeps waiting for its moment.
        """
        entry = self.entries.get(url)
        if entry is None:
            return False
        if not entry.attempts and entry.kind not in _RANKS:
            key = self._keys[url] = (_HURRIED, 0, order)
            heappush(self._heap_of(entry), (key, url))
        return True

    def awake(self, now: float) -> None:
        """Put the entries whose waiting time is over back into order."""
        while self._delayed and self._delayed[0][0] <= now:
            _, key, url = heappop(self._delayed)
            entry = self.entries.get(url)
            if entry is not None and self._keys[url] == key:
                heappush(self._heap_of(entry), (key, url))

    def head(self, *, pages: bool) -> Key | None:
        """The key of the best entry that may be asked for now; ``pages`` False leaves pages out. None if there is none.

        While the host's robots policy is unknown, only its robots.txt may be asked for.
        """
        keys = [heap[0][0] for heap in self._open_heaps(pages) if self._tidy(heap)]
        best = min(keys, default=None)
        if best is not None and self.policy is None and best[0] != 0:
            return None
        return best

    def pop(self, *, pages: bool) -> tuple[FrontierEntry, int]:
        """Take the entry that :meth:`head` spoke of, with the order it was pushed with.

        robots.txt is asked for on behalf of what waits for it: wherever the host stands if the user, or a page that is
        not on the public internet, wants anything of that.
        """
        heap = min((heap for heap in self._open_heaps(pages) if self._tidy(heap)), key=lambda heap: heap[0][0])
        key, url = heappop(heap)
        del self._keys[url]
        entry = self.entries.pop(url)
        if entry.kind is EntryKind.ROBOTS:
            entry = replace(entry, public_referrer=all(e.public_referrer for e in self.entries.values()))
        return entry, key[2]

    def next_delayed(self) -> float | None:
        """When the next entry that waits for its next try is due."""
        return self._delayed[0][0] if self._delayed else None

    def drop(self, url: CanonicalUrl) -> FrontierEntry | None:
        """Take one entry out, wherever it waits."""
        self._keys.pop(url, None)
        return self.entries.pop(url, None)

    def drain(self) -> Iterator[FrontierEntry]:
        """Take all entries out, best first."""
        for url in sorted(self._keys, key=self._keys.__getitem__):
            yield self.entries[url]
        self.entries.clear()
        self._keys.clear()
        self._pages.clear()
        self._others.clear()
        self._delayed.clear()

    def _heap_of(self, entry: FrontierEntry) -> list[tuple[Key, CanonicalUrl]]:
        return self._pages if entry.kind in PAGE_KINDS else self._others

    def _open_heaps(self, pages: bool) -> tuple[list[tuple[Key, CanonicalUrl]], ...]:
        return (self._others, self._pages) if pages else (self._others,)

    def _tidy(self, heap: list[tuple[Key, CanonicalUrl]]) -> bool:
        """Drop what no longer stands where it stood; True if something is left."""
        while heap and self._keys.get(heap[0][1]) != heap[0][0]:
            heappop(heap)
        return bool(heap)


def origin_of(url: CanonicalUrl) -> str:
    """The origin of a canonical URL, which always has a path."""
    return url[: url.find("/", url.find("//") + 2)]


def robots_url(origin: str) -> CanonicalUrl:
    """Where a host's robots.txt is."""
    return CanonicalUrl(origin + "/robots.txt")


def may_be_page(outcome: Outcome) -> bool:
    """Whether what came may become a page that ``--max-pages`` counts."""
    return isinstance(outcome, NotModified) or (isinstance(outcome, Fetched) and 200 <= outcome.status < 300)
