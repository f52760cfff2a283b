"""Open connections: look the name up, judge the addresses, connect to one, go through a proxy, speak TLS."""

from __future__ import annotations

import asyncio
import errno
import socket
import ssl
import time
from collections.abc import Callable, Iterable
from typing import Any

import httpcore

from scrapepy.crawl.addresses import Reach, reach_of, refusal
from scrapepy.crawl.route import NoConnectionError, Route
from scrapepy.crawl.wire import Stream, Wire, words_of
from scrapepy.model.outcome import FailureKind

_STAGGER = 0.25  # RFC 8305, section 5: the next address is tried beside the last one after 250 ms
_NAMES_SECONDS = 60.0


def judge(reach: Reach, route: Route) -> None:
    """Raise NoConnectionError where an address of that reach must not be asked on this route."""
    why = refusal(reach, public_referrer=route.public_referrer, start_host=route.start_host)
    if why is not None:
        raise NoConnectionError(FailureKind.FORBIDDEN_ADDRESS, f"{route.host} is {why}")


class Dialler:
    """Opens connections. ``tls`` makes the TLS context; it is called once, when the first https address is asked."""

    def __init__(self, tls: Callable[[], ssl.SSLContext], user_agent: str = "") -> None:
        self._make_tls = tls
        self._tls: ssl.SSLContext | None = None
        self._user_agent = user_agent
        self._names: dict[tuple[str, int], tuple[float, list[tuple[int, str, Any]]]] = {}

    async def open(self, route: Route) -> tuple[httpcore.AsyncHTTP11Connection, Reach]:
        """A connection that speaks HTTP, and the reach of the address at its other end (PUBLIC behind a proxy).

        Raises NoConnectionError.
        """
        if route.proxy is None:
            stream, reach = await self._connect(route, route.host, route.port)
            if route.scheme == "https":
                stream = await self._secure(stream, route.host)
            origin = httpcore.Origin(route.scheme.encode(), route.host.encode(), route.port)
            return httpcore.AsyncHTTP11Connection(origin, stream), reach
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
        return http, Reach.PUBLIC

    async def reach(self, route: Route) -> Reach:
        """From where a host can be reached, by its addresses alone. PUBLIC where one of them is, or none is found."""
        try:
            reaches = [reach_of(text) for _, text, _ in await self._resolve(route.host, route.port)]
        except NoConnectionError:
            return Reach.PUBLIC
        return Reach.PUBLIC if Reach.PUBLIC in reaches else reaches[0]

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
            judge(reach_of(addresses[0][1]), route)
        sock, reach = await self._first_to_answer(allowed)
        try:
            _, wire = await asyncio.get_running_loop().create_connection(Wire, sock=sock)
        except OSError as error:
            sock.close()
            raise _no_connection(error) from None
        return Stream(wire), reach

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


def _no_connection(error: OSError) -> NoConnectionError:
    kind = FailureKind.TIMEOUT if error.errno == errno.ETIMEDOUT else FailureKind.CONNECT
    return NoConnectionError(kind, words_of(error))
