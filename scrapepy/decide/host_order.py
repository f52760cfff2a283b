"""Which host is asked next: hosts that may be asked, by their best entry, and hosts that may be later, by when."""

from __future__ import annotations

from heapq import heappop, heappush

from scrapepy.decide.host_queue import HostQueue, Key


class HostOrder:
    """All hosts with something to ask for. One slow host never stands before another.

    Whoever changes a host says so by :meth:`place`; that raises its stamp, which makes its older places void.
    ``pages_open`` False leaves pages out of account.
    """

    def __init__(self) -> None:
        self._ready: list[tuple[Key, int, HostQueue]] = []
        self._waiting: list[tuple[float, int, HostQueue]] = []
        self._stamp = 0

    def place(self, host: HostQueue, *, pages_open: bool) -> None:
        """Put a host where it belongs now; nowhere if there is nothing that time alone would make askable."""
        self._stamp += 1
        host.stamp = self._stamp
        ready_at = host.throttle.ready_at()
        if ready_at is None or not host.entries:
            return
        if host.head(pages=pages_open) is None:
            delayed = host.next_delayed()
            if delayed is None:
                return
            ready_at = max(ready_at, delayed)
        heappush(self._waiting, (ready_at, host.stamp, host))

    def pick(self, now: float, *, pages_open: bool) -> HostQueue | None:
        """Take out the host that may be asked now and has the best entry; None if none may be."""
        while self._waiting and self._waiting[0][0] <= now:
            _, stamp, host = heappop(self._waiting)
            if stamp != host.stamp:
                continue
            host.awake(now)
            key = host.head(pages=pages_open)
            if key is not None:
                heappush(self._ready, (key, stamp, host))
            else:
                self.place(host, pages_open=pages_open)  # what was due may not be asked for; more may be due later
        while self._ready:
            _, stamp, host = heappop(self._ready)
            if stamp == host.stamp:
                return host
        return None

    def next_moment(self) -> tuple[float, HostQueue] | None:
        """When the next host may be asked, and which; None if all that is left waits for something else."""
        while self._waiting and self._waiting[0][1] != self._waiting[0][2].stamp:
            heappop(self._waiting)
        return (self._waiting[0][0], self._waiting[0][2]) if self._waiting else None
