"""Connections to servers: found by name, checked, opened, kept for the next request, closed when idle.

httpcore (the engine inside httpx) speaks HTTP/1.1 over each connection; this module gives it the sockets. Two reasons
for not leaving that to its pool: the address that a name resolves to has to be judged before it is connected to
(:mod:`scrapepy.crawl.addresses`), and the pool hands one idle connection to several waiting requests at once, which
then find it busy and begin anew (three times the CPU of a request, measured with eight at once).
"""

from __future__ import annotations

import asyncio
import errno
import os
import socket
import ssl
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import httpcore

from scrapepy.crawl.addresses import Reach, reach_of, refusal
from scrapepy.crawl.proxies import Proxy
from scrapepy.model.outcome import FailureKind

IDLE_SECONDS = 4.0
"""Shorter than the keep-alive of common servers (5 s and more), so that none closes under a request's feet."""
_MAX_IDLE = 32
_STAGGER = 0.25  # RFC 8305, section 5: the next address is tried beside the last one after 250 ms
_NAMES_SECONDS = 60.0
_HIGH_WATER = 512 * 1024


class NoConnectionError(Exception):
    """No connection: ``kind`` says why, the message in words."""

    def __init__(self, kind: FailureKind, detail: str) -> None:
        super().__init__(detail)
        self.kind = kind


@dataclass(frozen=True, slots=True)
class Route:
    """Where a request goes. ``start_host`` and ``public_referrer`` decide which addresses may be asked."""

    scheme: str
    host: str
    """Without brackets."""
    port: int
    proxy: Proxy | None = None
    start_host: bool = False
    public_referrer: bool = False


class _Wire(asyncio.Protocol):
    """What comes over one socket, held until it is read; the peer is slowed down when too much waits."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self.parts: list[bytes] = []
        self.held = 0
        self.closed = False
        self.error: Exception | None = None
        self.silent = True
        """Nothing has come since the last request."""
        self._waiter: asyncio.Future[None] | None = None
        self._paused = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.parts.append(data)
        self.held += len(data)
        if self.held > _HIGH_WATER and self.transport is not None and not self._paused:
            self._paused = True
            self.transport.pause_reading()
        self._wake()

    def eof_received(self) -> bool:
        self.closed = True
        self._wake()
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed = True
        self.error = exc
        self._wake()

    def _wake(self) -> None:
        waiter, self._waiter = self._waiter, None
        if waiter is not None and not waiter.done():
            waiter.set_result(None)

    async def read(self) -> bytes:
        """All that has come, or what comes next; empty at the end. Raises httpcore.ReadError."""
        if not self.parts and not self.closed:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        if self.parts:
            data = self.parts[0] if len(self.parts) == 1 else b"".join(self.parts)
            self.parts.clear()
            self.held = 0
            self.silent = False
            if self._paused and self.transport is not None:
                self._paused = False
                self.transport.resume_reading()
            return data
        if self.error is not None:
            raise httpcore.ReadError(_words(self.error)) from self.error
        if self.silent:
            raise httpcore.ReadError("closed without an answer")
        return b""


class _Stream(httpcore.AsyncNetworkStream):
    """One connection as httpcore wants it. Limits of time are the caller's (:mod:`scrapepy.crawl.fetch`)."""

    def __init__(self, wire: _Wire) -> None:
        self._wire = wire

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return await self._wire.read()

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        if not buffer:
            return
        transport = self._wire.transport
        if transport is None or transport.is_closing():
            raise httpcore.WriteError("the connection is closed")
        self._wire.silent = True
        transport.write(buffer)

    async def aclose(self) -> None:
        if self._wire.transport is not None:
            self._wire.transport.abort()

    async def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.AsyncNetworkStream:
        transport = self._wire.transport
        assert transport is not None
        try:
            secured = await asyncio.get_running_loop().start_tls(
                transport, self._wire, ssl_context, server_hostname=server_hostname
            )
        except ssl.SSLCertVerificationError as error:
            raise NoConnectionError(FailureKind.TLS, f"certificate: {error.verify_message}") from None
        except ssl.SSLError as error:
            raise NoConnectionError(FailureKind.TLS, (error.reason or str(error)).replace("_", " ").lower()) from None
        except OSError as error:
            raise NoConnectionError(FailureKind.TLS, str(error) or "connection closed during the handshake") from None
        assert secured is not None
        self._wire.transport = secured
        return self

    def get_extra_info(self, info: str) -> Any:
        if info == "is_readable":  # of an idle connection: the server has closed it, or talks out of turn
            return self._wire.closed or bool(self._wire.parts)
        return None


class Connection:
    """An open connection, with the reach of the address at its other end (PUBLIC where a proxy stands there)."""

    __slots__ = ("http", "idle_since", "key", "reach")

    def __init__(self, key: tuple[object, ...], http: httpcore.AsyncHTTP11Connection, reach: Reach) -> None:
        self.key = key
        self.http = http
        self.reach = reach
        self.idle_since = 0.0


def _no_connection(error: OSError) -> NoConnectionError:
    kind = FailureKind.TIMEOUT if error.errno == errno.ETIMEDOUT else FailureKind.CONNECT
    return NoConnectionError(kind, _words(error))


def _words(error: Exception) -> str:
    """The system's words for an error, without numbers."""
    if isinstance(error, OSError) and error.errno:
        return os.strerror(error.errno)
    return str(error) or type(error).__name__


class Connections:
    """Opens connections and keeps the idle ones.

    ``tls`` makes the TLS context; it is called once, when the first https address is asked.
    """

    def __init__(self, tls: Callable[[], ssl.SSLContext], user_agent: str = "") -> None:
        self._make_tls = tls
        self._tls: ssl.SSLContext | None = None
        self._user_agent = user_agent
        self._idle: dict[tuple[object, ...], list[Connection]] = {}
        self._idle_count = 0
        self._names: dict[tuple[str, int], tuple[float, list[tuple[int, str, Any]]]] = {}

    async def take(self, route: Route) -> Connection:
        """An idle connection for the route, or a new one. Raises NoConnectionError."""
        key = (route.scheme, route.host, route.port, route.proxy)
        now = time.monotonic()
        idle = self._idle.get(key)
        while idle:
            connection = idle.pop()
            self._idle_count -= 1
            if now - connection.idle_since > IDLE_SECONDS or connection.http.has_expired():
                await connection.http.aclose()
                continue
            self._judge(connection.reach, route)
            return connection
        return await self._open(key, route)

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

    @staticmethod
    def _judge(reach: Reach, route: Route) -> None:
        why = refusal(reach, public_referrer=route.public_referrer, start_host=route.start_host)
        if why is not None:
            raise NoConnectionError(FailureKind.FORBIDDEN_ADDRESS, f"{route.host} is {why}")

    async def _open(self, key: tuple[object, ...], route: Route) -> Connection:
        if route.proxy is None:
            stream, reach = await self._connect(route, route.host, route.port)
            if route.scheme == "https":
                stream = await self._secure(stream, route.host)
            origin = httpcore.Origin(route.scheme.encode(), route.host.encode(), route.port)
            return Connection(key, httpcore.AsyncHTTP11Connection(origin, stream), reach)
        via = Route("http", route.proxy.host, route.proxy.port, start_host=True)  # the user named it: asked anywhere
        try:
            stream, _ = await self._connect(via, route.proxy.host, route.proxy.port)
        except NoConnectionError as error:
            raise NoConnectionError(FailureKind.CONNECT, f"proxy {via.host}:{via.port}: {error}") from None
        origin = httpcore.Origin(b"http", route.proxy.host.encode(), route.proxy.port)
        http = httpcore.AsyncHTTP11Connection(origin, stream)
        if route.scheme == "https":
            stream = await self._secure(await self._tunnel(http, route), route.host)
            http = httpcore.AsyncHTTP11Connection(httpcore.Origin(b"https", route.host.encode(), route.port), stream)
        return Connection(key, http, Reach.PUBLIC)

    async def _tunnel(self, http: httpcore.AsyncHTTP11Connection, route: Route) -> httpcore.AsyncNetworkStream:
        """Ask the proxy for a way through (CONNECT, RFC 9110 section 9.3.6)."""
        assert route.proxy is not None
        host = f"[{route.host}]" if ":" in route.host else route.host
        target = f"{host}:{route.port}".encode()
        headers = [(b"Host", target)]
        if self._user_agent:
            headers.append((b"User-Agent", self._user_agent.encode()))
        if route.proxy.authorization:
            headers.append((b"Proxy-Authorization", route.proxy.authorization.encode()))
        url = httpcore.URL(scheme=b"http", host=route.proxy.host.encode(), port=route.proxy.port, target=target)
        try:
            response = await http.handle_async_request(httpcore.Request(b"CONNECT", url, headers=headers))
        except (httpcore.ProtocolError, httpcore.NetworkError) as error:
            raise NoConnectionError(FailureKind.CONNECT, f"proxy: {error}") from None
        if not 200 <= response.status < 300:
            await http.aclose()
            raise NoConnectionError(FailureKind.CONNECT, f"the proxy answered {response.status}")
        stream: httpcore.AsyncNetworkStream = response.extensions["network_stream"]
        return stream

    async def _secure(self, stream: httpcore.AsyncNetworkStream, host: str) -> httpcore.AsyncNetworkStream:
        if self._tls is None:
            self._tls = self._make_tls()
            self._tls.set_alpn_protocols(["http/1.1"])
        try:
            return await stream.start_tls(self._tls, server_hostname=host)
        except BaseException:
            await stream.aclose()
            raise

    async def _connect(self, route: Route, host: str, port: int) -> tuple[httpcore.AsyncNetworkStream, Reach]:
        addresses = await self._resolve(host, port)
        allowed = []
        for family, text, where in addresses:
            reach = reach_of(text)
            if refusal(reach, public_referrer=route.public_referrer, start_host=route.start_host) is None:
                allowed.append((family, where, reach))
        if not allowed:
            self._judge(reach_of(addresses[0][1]), route)
        sock, reach = await self._first_to_answer(allowed)
        try:
            _, wire = await asyncio.get_running_loop().create_connection(_Wire, sock=sock)
        except OSError as error:
            sock.close()
            raise _no_connection(error) from None
        return _Stream(wire), reach

    async def _resolve(self, host: str, port: int) -> list[tuple[int, str, Any]]:
        """Family, address as text and socket address for each address of a host; kept for a minute."""
        loop = asyncio.get_running_loop()
        known = self._names.get((host, port))
        if known is not None and known[0] > time.monotonic():
            return known[1]
        try:
            found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (socket.gaierror, UnicodeError) as error:
            words = error.strerror if isinstance(error, OSError) else "not a host name"
            raise NoConnectionError(FailureKind.DNS, f"{host}: {words}") from None
        if not found:
            raise NoConnectionError(FailureKind.DNS, host)
        addresses = [(int(family), str(where[0]), where) for family, _, _, _, where in found]
        self._names[host, port] = (time.monotonic() + _NAMES_SECONDS, addresses)
        return addresses

    async def _first_to_answer(self, addresses: list[tuple[int, Any, Reach]]) -> tuple[socket.socket, Reach]:
        """Connect to the addresses in turn, the next beside the last after a moment (RFC 8305)."""
        if len(addresses) == 1:
            family, where, reach = addresses[0]
            try:
                return await _connected(family, where), reach
            except OSError as error:
                raise _no_connection(error) from None
        todo = list(addresses)
        running: dict[asyncio.Task[socket.socket], Reach] = {}
        failed = NoConnectionError(FailureKind.CONNECT, "no address")
        try:
            while todo or running:
                if todo:
                    family, where, reach = todo.pop(0)
                    running[asyncio.ensure_future(_connected(family, where))] = reach
                done, _ = await asyncio.wait(
                    running, timeout=_STAGGER if todo else None, return_when=asyncio.FIRST_COMPLETED
                )
                for task in done:
                    reach = running.pop(task)
                    try:
                        return task.result(), reach
                    except OSError as error:
                        failed = _no_connection(error)
        finally:
            await _abandon(running)
        raise failed


async def _connected(family: int, where: Any) -> socket.socket:
    sock = socket.socket(family, socket.SOCK_STREAM)
    try:
        sock.setblocking(False)
        await asyncio.get_running_loop().sock_connect(sock, where)
    except BaseException:
        sock.close()
        raise
    return sock


async def _abandon(running: Iterable[asyncio.Task[socket.socket]]) -> None:
    """Stop the tries that lost; one that had just won is closed."""
    tasks = list(running)
    for task in tasks:
        task.cancel()
    for result in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(result, socket.socket):
            result.close()
