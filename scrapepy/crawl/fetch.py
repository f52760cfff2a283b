"""Make one request and say how it ended. The one door to httpx.

What a mirror needs differs from what ``httpx.AsyncClient`` does for a program that talks to a service: redirects are
hops of their own (scope, robots and pace are asked at each), cookies and credentials must not leave their host,
bodies are hostile until read, and every failure is a value. So the client is left aside and its lower half used
directly: ``httpx.AsyncBaseTransport``, over connections of our own (:mod:`scrapepy.crawl.connections`).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterable, AsyncIterator, Callable
from dataclasses import dataclass, replace
from typing import Any

import httpcore
import httpx

from scrapepy.crawl.addresses import Reach, literal_reach, refusal
from scrapepy.crawl.body import Body, CutShortError, SpoolError, TooLargeError
from scrapepy.crawl.connections import Connection, Connections, NoConnectionError, Route
from scrapepy.crawl.cookies import CookieJar, read_netscape
from scrapepy.crawl.decompress import BrokenEncodingError, UnknownEncodingError
from scrapepy.crawl.headers import check_header, content_coding, first, readable, start_headers
from scrapepy.crawl.origins import Origin, cut, parse_origin
from scrapepy.crawl.patience import Patience
from scrapepy.crawl.proxies import Proxies, environment_proxies
from scrapepy.model.options import Pace, RequestOptions
from scrapepy.model.outcome import FailureKind, Fetched, FetchFailed, FetchRequest, Headers, NotModified, Outcome
from scrapepy.version import __version__

USER_AGENT = f"ScrapePy/{__version__} (+https://pypi.org/project/scrapepy/)"
"""What servers are told unless ``--user-agent`` says otherwise."""

_ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
_DRAIN_BYTES = 64 * 1024  # an error page is read this far so that the connection can be used again, and dropped
_DRAIN_SECONDS = 5.0
_VALIDATORS = ("if-none-match", "if-modified-since")
_NO_BODY = httpx.ByteStream(b"")


class Transport(httpx.AsyncBaseTransport):
    """httpx's transport over our own connections. The request's ``route`` extension says where it goes."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send the request; the response's stream gives the body as it comes.

        Raises NoConnectionError and httpcore's errors.
        """
        route: Route = request.extensions["route"]
        connection = await self._connections.take(route)
        request.extensions["connected"](connection.reach)
        target: bytes = request.extensions["target"]
        if route.proxy is not None and route.scheme == "http":
            url = httpcore.URL(  # absolute form, RFC 9112 section 3.2.2
                scheme=b"http",
                host=route.proxy.host.encode(),
                port=route.proxy.port,
                target=str(request.url).rstrip("/").encode() + target,
            )
        else:
            url = httpcore.URL(scheme=request.url.raw_scheme, host=route.host.encode(), port=route.port, target=target)
        try:
            answer = await connection.http.handle_async_request(
                httpcore.Request(b"GET", url, headers=request.headers.raw)
            )
        except BaseException:
            await connection.http.aclose()
            raise
        return httpx.Response(
            answer.status,
            headers=answer.headers,
            stream=_Answer(connection, answer, self._connections),
            extensions=answer.extensions,
        )

    async def aclose(self) -> None:
        """Close the idle connections."""
        await self._connections.aclose()


class _Answer(httpx.AsyncByteStream):
    """The body of one answer; closing it gives the connection back."""

    def __init__(self, connection: Connection, answer: httpcore.Response, connections: Connections) -> None:
        self._connection = connection
        self._answer = answer
        self._connections = connections
        self._pieces: Any = None

    def __aiter__(self) -> AsyncIterator[bytes]:
        assert isinstance(self._answer.stream, AsyncIterable)
        self._pieces = aiter(self._answer.stream)
        return self._pieces  # type: ignore[no-any-return]

    async def aclose(self) -> None:
        if self._pieces is not None:
            await self._pieces.aclose()  # a body left half read: its generator must not wait for the collector
        await self._answer.aclose()
        await self._connections.give_back(self._connection)


@dataclass(frozen=True, slots=True)
class _Origin:
    """What all requests to one origin share."""

    url: httpx.URL
    route: Route
    headers: httpx.Headers
    literal: Reach | None


class _NoAnswerError(Exception):
    """No usable answer, and why."""

    def __init__(self, kind: FailureKind, detail: str = "") -> None:
        super().__init__(detail)
        self.kind = kind


class HttpFetcher:
    """Fetches over HTTP. ``start`` is the start URL: its host alone gets the credentials and extra headers.

    ``spool_dir`` takes bodies over 1 MiB as temporary files, which the caller moves away or deletes. Not more than
    one body's piece and 1 MiB for each request under way is held in memory. Raises UsageError for headers, cookies
    or proxies that cannot be used.
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
        self._proxies = environment_proxies() if proxies is None else proxies
        self._user_agent = options.user_agent or USER_AGENT
        self._start = parse_origin(cut(start)[0])
        self._start_headers = start_headers(options)
        check_header("User-Agent", self._user_agent)
        self._cookies = CookieJar(read_netscape(options.cookies_file) if options.cookies_file else ())
        self._origins: dict[str, _Origin] = {}
        self._reached: dict[str, Reach] = {}
        self._transport = transport or Transport(Connections(httpx.create_ssl_context, self._user_agent))

    async def aclose(self) -> None:
        """Close all connections."""
        await self._transport.aclose()

    def is_public(self, address: str) -> bool:
        """Whether the host of ``address`` was reached at a public address (or through a proxy, by its name).

        Pages of such hosts must not make us ask private ones: what they name goes out with ``public_referrer``.
        """
        try:
            origin = self._origin(cut(address)[0])
        except _NoAnswerError:
            return True
        if origin.literal is not None:
            return origin.literal is Reach.PUBLIC
        return self._reached.get(origin.route.host, Reach.PUBLIC) is Reach.PUBLIC

    async def fetch(self, request: FetchRequest) -> Outcome:
        """Ask once, for the address itself: redirects are not followed, nothing is tried again.

        Cancelling abandons the request and closes its connection.
        """
        begun = time.monotonic()
        body = None
        try:
            http_request = self._request(request)
            patience = Patience(self._pace)
            try:
                async with patience.limit:
                    response = await self._send(http_request, patience)
                    try:
                        headers = readable(response.headers.raw)
                        self._keep_cookies(headers, http_request)
                        if not 200 <= response.status_code < 300:
                            patience.forgo()
                            await _drain(response.stream, min(_DRAIN_SECONDS, self._pace.timeout))
                            return self._without_body(request, response.status_code, headers, begun)
                        body = self._body_for(request, headers)
                        patience.answered()
                        async for data in _pieces(response):
                            body.feed(data)
                            patience.received(body.wire)
                    finally:
                        await response.stream.aclose()  # type: ignore[union-attr]
                content, file, gzipped = body.finish()
            except BaseException as error:
                if body is not None:
                    body.discard()
                if isinstance(error, TimeoutError):
                    raise _NoAnswerError(*patience.verdict()) from None
                raise
        except _EXPECTED as error:
            kind, detail = _named(error, in_body=body is not None)
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
            size=body.size,
            note=body.note,
        )

    async def _send(self, http_request: httpx.Request, patience: Patience) -> httpx.Response:
        """Ask, and wait for the head of the answer."""

        def connected(reach: Reach) -> None:
            patience.connected()
            self._reached[http_request.extensions["route"].host] = reach

        http_request.extensions["connected"] = connected
        return await self._transport.handle_async_request(http_request)

    def _body_for(self, request: FetchRequest, headers: Headers) -> Body:
        """Where the body goes. Raises _NoAnswerError for one that is announced as too large: it is not downloaded."""
        promised = first(headers, "content-length")
        if promised.isascii() and promised.isdigit() and int(promised) > self._max_size:
            raise _NoAnswerError(FailureKind.TOO_LARGE, f"{int(promised):,} bytes")
        return Body(content_coding(request.address, headers), self._max_size, self._spool_dir)

    def _without_body(self, request: FetchRequest, status: int, headers: Headers, begun: float) -> Outcome:
        seconds = time.monotonic() - begun
        if status == 304 and any(name.lower() in _VALIDATORS for name, _ in request.headers):
            return NotModified(request.url, headers, self._clock(), seconds)
        return Fetched(request.url, request.address, status, headers, b"", self._clock(), seconds=seconds)

    def _request(self, request: FetchRequest) -> httpx.Request:
        """The request in httpx's form. Raises _NoAnswerError where it must not or cannot be made."""
        prefix, path = cut(request.address)
        origin = self._origin(prefix)
        route = origin.route
        if origin.literal is not None:
            why = refusal(origin.literal, public_referrer=request.public_referrer, start_host=route.start_host)
            if why is not None:
                raise _NoAnswerError(FailureKind.FORBIDDEN_ADDRESS, f"{route.host} is {why}")
        if request.public_referrer and not route.start_host:
            route = replace(route, public_referrer=True)
        headers = origin.headers
        cookie = self._cookies.header(route.scheme, route.host, path.partition("?")[0], self._clock())
        if request.headers or cookie:
            headers = headers.copy()
            for name, value in request.headers:
                headers[name] = value
            if cookie:
                given = headers.get("cookie")
                headers["Cookie"] = f"{given}; {cookie}" if given else cookie
        try:
            target = path.encode("ascii")
        except UnicodeEncodeError:
            raise _NoAnswerError(FailureKind.PROTOCOL, "the address is not in URL form") from None
        return httpx.Request(
            "GET", origin.url, headers=headers, stream=_NO_BODY, extensions={"target": target, "route": route}
        )

    def _origin(self, prefix: str) -> _Origin:
        known = self._origins.get(prefix)
        if known is None:
            if len(self._origins) > 4096:
                self._origins.clear()
            known = self._origins[prefix] = self._make_origin(prefix)
        return known

    def _make_origin(self, prefix: str) -> _Origin:
        try:
            origin = parse_origin(prefix)
            url = httpx.URL(f"{origin.scheme}://{origin.authority}/")
        except (ValueError, httpx.InvalidURL) as error:
            raise _NoAnswerError(FailureKind.PROTOCOL, str(error)) from None
        proxy = self._proxies.for_host(*origin)
        headers = httpx.Headers(
            {
                "Host": origin.authority,
                "User-Agent": self._user_agent,
                "Accept": _ACCEPT,
                "Accept-Encoding": "gzip, deflate",
            },
            encoding="utf-8",
        )
        if self._is_start(origin):
            headers.update(self._start_headers)
        if proxy is not None and origin.scheme == "http" and proxy.authorization:
            headers["Proxy-Authorization"] = proxy.authorization
        route = Route(*origin, proxy, start_host=origin.host == self._start.host)
        return _Origin(url, route, headers, literal_reach(origin.host))

    def _is_start(self, origin: Origin) -> bool:
        """Whether credentials and extra headers may go there: the start URL's origin, or the same host over TLS."""
        over_tls = Origin("https", self._start.host, 443)
        return origin == self._start or (self._start == ("http", self._start.host, 80) and origin == over_tls)

    def _keep_cookies(self, headers: Headers, http_request: httpx.Request) -> None:
        for name, value in headers:
            if name == "set-cookie":
                route: Route = http_request.extensions["route"]
                path = http_request.extensions["target"].decode("ascii").partition("?")[0]
                self._cookies.receive(value, route.scheme, route.host, path, self._clock())


def _pieces(response: httpx.Response) -> AsyncIterator[bytes]:
    assert isinstance(response.stream, httpx.AsyncByteStream)
    return aiter(response.stream)


async def _drain(stream: object, seconds: float) -> None:
    """Read what follows the headers of an answer whose body nobody wants, as far as that is cheap."""
    assert isinstance(stream, httpx.AsyncByteStream)
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
        case _NoAnswerError() | NoConnectionError():
            return error.kind, str(error)
        case TooLargeError() | BrokenEncodingError() | SpoolError() | CutShortError() | UnknownEncodingError():
            return _BODY_KINDS[type(error)], str(error)
        case httpx.ProtocolError() | httpcore.ProtocolError() | httpx.InvalidURL() | httpx.UnsupportedProtocol():
            return (FailureKind.TRUNCATED if in_body else FailureKind.PROTOCOL), str(error)
        case httpx.TimeoutException():
            return FailureKind.TIMEOUT, str(error)
        case _:
            return FailureKind.NETWORK, str(error)


_BODY_KINDS = {
    TooLargeError: FailureKind.TOO_LARGE,
    BrokenEncodingError: FailureKind.ENCODING,
    UnknownEncodingError: FailureKind.ENCODING,
    CutShortError: FailureKind.TRUNCATED,
    SpoolError: FailureKind.DISK,
}
_EXPECTED = (
    _NoAnswerError,
    NoConnectionError,
    *_BODY_KINDS,
    httpx.TransportError,
    httpx.InvalidURL,
    httpcore.NetworkError,
    httpcore.ProtocolError,
)
