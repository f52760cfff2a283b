"""Make one request and say how it ended. The one door to httpx.

What a mirror needs differs from what ``httpx.AsyncClient`` does for a program that talks to a service: redirects are
hops of their own (scope, robots and pace are asked at each), cookies and credentials must not leave their host,
bodies are hostile until read, and every failure is a value. So the client is left aside and its lower half used
directly: ``httpx.AsyncBaseTransport``, over connections of our own (:mod:`scrapepy.crawl.connections`).
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from functools import lru_cache
from typing import Any, cast

import httpcore
import httpx

from scrapepy.crawl.addresses import Reach
from scrapepy.crawl.body import Body, BombError, CutShortError, SpoolError, TooLargeError
from scrapepy.crawl.connections import Connection, Connections
from scrapepy.crawl.decompress import BrokenEncodingError, UnknownEncodingError
from scrapepy.crawl.dial import Dialler
from scrapepy.crawl.headers import content_coding, first, is_whole, readable, text_type
from scrapepy.crawl.outgoing import Ask, Outgoing
from scrapepy.crawl.patience import Patience
from scrapepy.crawl.proxies import Proxies, environment_proxies
from scrapepy.crawl.route import NoConnectionError
from scrapepy.crawl.secrets import Secrets
from scrapepy.crawl.turns import Turn, Turns
from scrapepy.model.options import Pace, RequestOptions
from scrapepy.model.outcome import FailureKind, Fetched, FetchFailed, FetchRequest, Headers, NotModified, Outcome

_DRAIN_BYTES = 64 * 1024  # an error page is read this far so that the connection can be used again, and dropped
_DRAIN_SECONDS = 5.0
_LONGEST_DETAIL = 100
"""Characters of a reason: a server's nonsense may be quoted in it."""
_VALIDATORS = ("if-none-match", "if-modified-since")
_NO_BODY = httpx.ByteStream(b"")


class Transport(httpx.AsyncBaseTransport):
    """httpx's transport over our own connections. The request's extensions hold the Ask and its Patience."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send the request; the response's stream gives the body as it comes.

        Raises NoConnectionError and httpcore's errors.
        """
        ask: Ask = request.extensions["ask"]
        route, target = ask.route, ask.target
        connection = await self._connections.take(route)
        try:
            turn: Turn | None = await request.extensions["connected"](connection.reach)
        except BaseException:
            await connection.http.aclose()
            raise
        host, port = route.host, route.port
        if route.proxy is not None and route.scheme == "http":
            host, port = route.proxy.host, route.proxy.port
            target = ask.base.encode() + target  # absolute form, RFC 9112 section 3.2.2
        url = httpcore.URL(scheme=route.scheme.encode(), host=host.encode(), port=port, target=target)
        try:
            answer = await connection.http.handle_async_request(
                httpcore.Request(b"GET", url, headers=request.headers.raw, extensions=_traced(turn))
            )
        except BaseException:
            await connection.http.aclose()
            raise
        finally:
            if turn is not None:
                turn.left()
        return httpx.Response(
            answer.status, headers=answer.headers, stream=_Answer(connection, answer, self._connections)
        )

    async def aclose(self) -> None:
        """Close the idle connections."""
        await self._connections.aclose()


def _traced(turn: Turn | None) -> dict[str, Any]:
    """What makes httpcore say when the request has left, where somebody wants to know."""
    if turn is None:
        return {}

    async def trace(event: str, info: dict[str, Any]) -> None:
        if event == "http11.send_request_headers.complete":
            turn.left()

    return {"trace": trace}


class _Answer(httpx.AsyncByteStream):
    """The body of one answer; closing it gives the connection back."""

    def __init__(self, connection: Connection, answer: httpcore.Response, connections: Connections) -> None:
        self._connection = connection
        self._answer = answer
        self._connections = connections
        self._pieces: AsyncGenerator[bytes, None] | None = None

    def __aiter__(self) -> AsyncIterator[bytes]:
        self._pieces = cast("AsyncGenerator[bytes, None]", aiter(self._answer.stream))  # type: ignore[arg-type]
        return self._pieces

    async def aclose(self) -> None:
        if self._pieces is not None:
            await self._pieces.aclose()  # a body left half read: its generator must not wait for the collector
        await self._answer.aclose()
        await self._connections.give_back(self._connection)


class _TooSlowError(Exception):
    """Patience came to its end."""

    def __init__(self, kind: FailureKind, detail: str) -> None:
        super().__init__(detail)
        self.kind = kind


class HttpFetcher:
    """Fetches over HTTP. ``start`` is the start URL: its host alone gets the credentials and extra headers.

    ``spool_dir`` takes bodies over 1 MiB as temporary files, which the caller moves away or deletes. Not more than
    one body's piece and 1 MiB for each request under way is held in memory. ``proxies`` None means those of the
    environment. Raises UsageError for headers, cookies or proxies that cannot be used.
    """

    def __init__(
        self,
        pace: Pace,
        options: RequestOptions,
        *,
        start: str,
        max_size: int,
        spool_dir: str,
        proxies: Proxies | None = None,
        clock: Callable[[], float] = time.time,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._pace = pace
        self._max_size = max_size
        self._spool_dir = spool_dir
        self._clock = clock
        self._outgoing = Outgoing(options, start, environment_proxies() if proxies is None else proxies, clock)
        self._secrets = Secrets(options)
        self._turns = Turns(pace.delay)
        self._dialler = Dialler(httpx.create_ssl_context, self._outgoing.user_agent)
        self._transport = Transport(Connections(self._dialler)) if transport is None else transport

    async def aclose(self) -> None:
        """Close all connections."""
        await self._transport.aclose()

    def is_public(self, address: str) -> bool:
        """Whether the host of ``address`` was reached at a public address (or through a proxy, by its name).

        Pages of such hosts must not make us ask private ones: what they name goes out with ``public_referrer``.
        """
        return self._outgoing.is_public(address)

    async def locate(self, address: str) -> None:
        """Look up the host of a page that was fetched by an earlier run, for :meth:`is_public`; it is not asked."""
        unmet = self._outgoing.unmet(address)
        if unmet is not None:
            self._outgoing.reached(unmet, await self._dialler.reach(unmet))

    def space(self, origin: str, seconds: float) -> None:
        """Let so many seconds pass between two requests to ``origin``, if that is more than ``--delay``."""
        self._turns.space(origin, seconds)

    async def fetch(self, request: FetchRequest) -> Outcome:
        """Ask once, for the address itself: redirects are not followed, nothing is tried again.

        Cancelling abandons the request and closes its connection.
        """
        begun = time.monotonic()
        body = None
        try:
            ask = self._outgoing.prepare(request)
            patience = Patience(self._pace)
            try:
                async with patience.limit:
                    response = await self._send(ask, patience)
                    stream = cast("httpx.AsyncByteStream", response.stream)
                    try:
                        headers = self._secrets.of_headers(readable(response.headers.raw))
                        self._outgoing.answered(ask, headers)
                        if not 200 <= response.status_code < 300:
                            patience.forgo()
                            await _drain(stream, min(_DRAIN_SECONDS, self._pace.timeout))
                            return self._without_body(request, response.status_code, headers, begun)
                        if response.status_code == 206 and not is_whole(first(headers, "content-range")):
                            raise CutShortError("partial content that nobody asked for")
                        body = self._body_for(request, headers)
                        patience.answered()
                        async for data in stream:
                            body.feed(data)
                            patience.received(body.wire)
                    finally:
                        await stream.aclose()
                content, file, gzipped = body.finish()
                size = body.size
                if self._secrets:
                    content, gzipped, size = self._without_secrets(content, file, gzipped, size)
            except BaseException as error:
                if body is not None:
                    body.discard()
                if isinstance(error, TimeoutError):
                    raise _TooSlowError(*patience.verdict()) from None
                raise
        except _EXPECTED as error:
            kind, detail = _named(error, in_body=body is not None)
            detail = detail if len(detail) <= _LONGEST_DETAIL else detail[:_LONGEST_DETAIL] + "…"
            seconds, wire = time.monotonic() - begun, 0 if body is None else body.wire
            return FetchFailed(request.url, kind, self._clock(), detail, seconds, wire)
        return Fetched(
            url=request.url,
            address=request.address,
            status=response.status_code,
            headers=headers,
            body=content,
            at=self._clock(),
            wire_bytes=body.wire,
            seconds=time.monotonic() - begun,
            gzipped=gzipped,
            file=file,
            size=size,
            note=body.note,
        )

    async def _send(self, ask: Ask, patience: Patience) -> httpx.Response:
        """Ask, and wait for the head of the answer."""

        async def connected(reach: Reach) -> Turn | None:
            self._outgoing.reached(ask.route, reach)
            patience.forgo()
            turn = await self._turns.turn(ask.base)
            patience.connected()
            return turn

        extensions = {"ask": ask, "connected": connected, "target": ask.target}
        request = httpx.Request("GET", _base_url(ask.base), headers=ask.headers, stream=_NO_BODY, extensions=extensions)
        return await self._transport.handle_async_request(request)

    def _body_for(self, request: FetchRequest, headers: Headers) -> Body:
        """Where the body goes. Raises TooLargeError for one that is announced so: it is not downloaded."""
        promised = first(headers, "content-length")
        if promised.isascii() and promised.isdigit() and int(promised) > self._max_size:
            raise TooLargeError(f"{int(promised):,} bytes")
        is_text = text_type(first(headers, "content-type"))
        return Body(content_coding(request.address, headers), self._max_size, self._spool_dir, is_text=is_text)

    def _without_secrets(
        self, content: bytes, file: str | None, gzipped: bytes | None, size: int
    ) -> tuple[bytes, bytes | None, int]:
        """The body without the password that the start URL holds, should it echo it. Raises SpoolError."""
        if file is not None:
            try:
                return content, gzipped, self._secrets.of_file(file)
            except OSError as error:
                raise SpoolError(error.strerror or str(error)) from None
        clean = self._secrets.taken_out(content)
        return (content, gzipped, size) if clean is content else (clean, None, len(clean))

    def _without_body(self, request: FetchRequest, status: int, headers: Headers, begun: float) -> Outcome:
        seconds = time.monotonic() - begun
        if status == 304 and any(name.lower() in _VALIDATORS for name, _ in request.headers):
            return NotModified(request.url, headers, self._clock(), seconds)
        return Fetched(request.url, request.address, status, headers, b"", self._clock(), seconds=seconds)


@lru_cache(maxsize=1024)
def _base_url(base: str) -> httpx.URL:
    """The origin as httpx wants it. It never sees the rest: parsing it again would cost time, and respell some."""
    return httpx.URL(base)


async def _drain(stream: httpx.AsyncByteStream, seconds: float) -> None:
    """Read what follows the headers of an answer whose body nobody wants, as far as that is cheap."""
    got = 0
    try:
        async with asyncio.timeout(seconds):
            async for data in stream:
                got += len(data)
                if got > _DRAIN_BYTES:
                    return
    except (TimeoutError, httpx.HTTPError, httpcore.NetworkError, httpcore.ProtocolError):
        return  # the status is known, which is all that counts; closing the stream closes the connection


def _named(error: Exception, *, in_body: bool) -> tuple[FailureKind, str]:
    """What kind of failure an exception is, and its details in words."""
    match error:
        case _TooSlowError() | NoConnectionError():
            return error.kind, str(error)
        case _ if type(error) in _BODY_KINDS:
            return _BODY_KINDS[type(error)], str(error)
        case httpx.ProtocolError() | httpcore.ProtocolError() | httpx.InvalidURL() | httpx.UnsupportedProtocol():
            return (FailureKind.TRUNCATED if in_body else FailureKind.PROTOCOL), _QUOTED_BYTES.sub("", str(error))
        case httpx.TimeoutException():
            return FailureKind.TIMEOUT, str(error)
        case _:
            return FailureKind.NETWORK, str(error)


_QUOTED_BYTES = re.compile(r"""[:,]?\s*(?:bytearray|memoryview)?\(?b['"].*""", re.DOTALL)
"""What the protocol's library quotes of an answer, in Python's spelling."""
_BODY_KINDS: dict[type[Exception], FailureKind] = {
    TooLargeError: FailureKind.TOO_LARGE,
    BombError: FailureKind.BOMB,
    BrokenEncodingError: FailureKind.ENCODING,
    UnknownEncodingError: FailureKind.ENCODING,
    CutShortError: FailureKind.TRUNCATED,
    SpoolError: FailureKind.DISK,
}
_EXPECTED: tuple[type[Exception], ...] = (
    _TooSlowError,
    NoConnectionError,
    *_BODY_KINDS,
    httpx.TransportError,
    httpx.InvalidURL,
    httpcore.NetworkError,
    httpcore.ProtocolError,
)
