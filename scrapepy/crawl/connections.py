"""Connections kept for the next request and closed when idle.

httpcore (the engine inside httpx) speaks HTTP/1.1 over each connection; the sockets are ours. Two reasons for not
leaving that to its pool: the address that a name resolves to has to be judged before it is connected to
(:mod:`scrapepy.crawl.addresses`), and the pool hands one idle connection to several waiting requests at once, which
then find it busy and begin anew (three times the CPU of a request, measured with eight at once).
"""

from __future__ import annotations

import time

import httpcore

from scrapepy.crawl.addresses import Reach
from scrapepy.crawl.dial import Dialler, judge
from scrapepy.crawl.route import Route

IDLE_SECONDS = 4.0
"""Shorter than the keep-alive of common servers (5 s and more), so that none closes under a request's feet."""
_MAX_IDLE = 32

Key = tuple[object, ...]


class Connection:
    """An open connection, with the reach of the address at its other end (PUBLIC where a proxy stands there)."""

    __slots__ = ("http", "idle_since", "key", "reach")

    def __init__(self, key: Key, http: httpcore.AsyncHTTP11Connection, reach: Reach) -> None:
        self.key = key
        self.http = http
        self.reach = reach
        self.idle_since = 0.0


class Connections:
    """Hands out connections, each to one request at a time, and keeps the idle ones."""

    def __init__(self, dialler: Dialler) -> None:
        self._dialler = dialler
        self._idle: dict[Key, list[Connection]] = {}
        self._idle_count = 0

    async def take(self, route: Route) -> Connection:
        """An idle connection for the route, or a new one. Raises NoConnectionError."""
        key = (route.scheme, route.host, route.port, route.proxy)
        now = time.monotonic()
        idle = self._idle.get(key)
        while idle:
            judge(idle[-1].reach, route)
            connection = idle.pop()
            self._idle_count -= 1
            if now - connection.idle_since <= IDLE_SECONDS and not connection.http.has_expired():
                return connection
            await connection.http.aclose()
        return Connection(key, *await self._dialler.open(route))

    async def give_back(self, connection: Connection) -> None:
        """Take back a connection whose response was read to its end, or which is to be closed."""
        if not connection.http.is_idle() or connection.http.has_expired():
            await connection.http.aclose()
            return
        connection.idle_since = time.monotonic()
        self._idle.setdefault(connection.key, []).append(connection)
        self._idle_count += 1
        if self._idle_count > _MAX_IDLE:
            await self._close_oldest()

    async def _close_oldest(self) -> None:
        key = min((key for key, idle in self._idle.items() if idle), key=lambda key: self._idle[key][0].idle_since)
        oldest = self._idle[key].pop(0)
        self._idle_count -= 1
        self._idle = {key: idle for key, idle in self._idle.items() if idle}
        await oldest.http.aclose()

    async def aclose(self) -> None:
        """Close all idle connections."""
        for idle in self._idle.values():
            for connection in idle:
                await connection.http.aclose()
        self._idle.clear()
        self._idle_count = 0
