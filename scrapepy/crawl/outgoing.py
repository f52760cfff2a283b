"""What goes out with a request, and to whom: headers, cookies, credentials, proxies, and addresses that are not asked.

The start URL's host gets what the user gave for it; no other host ever does (SPEC 5, GUIDANCE "Safety").
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from scrapepy.crawl.addresses import Reach, literal_reach, refusal
from scrapepy.crawl.cookies import CookieJar, read_netscape
from scrapepy.crawl.headers import check_header, start_headers
from scrapepy.crawl.origins import Origin, cut, parse_origin
from scrapepy.crawl.proxies import Proxies
from scrapepy.crawl.route import NoConnectionError, Route
from scrapepy.model.options import RequestOptions
from scrapepy.model.outcome import FailureKind, FetchRequest, Headers
from scrapepy.version import __version__

USER_AGENT = f"ScrapePy/{__version__} (+https://pypi.org/project/scrapepy/)"
"""What servers are told unless ``--user-agent`` says otherwise."""

_ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
_MOST_ORIGINS = 4096

RawHeaders = list[tuple[bytes, bytes]]


@dataclass(frozen=True, slots=True)
class Ask:
    """A request ready to be sent. ``base`` is the origin as a URL, ``target`` what the request line holds."""

    route: Route
    base: str
    target: bytes
    headers: RawHeaders


@dataclass(frozen=True, slots=True)
class _Known:
    """What all requests to one origin share."""

    base: str
    route: Route
    headers: RawHeaders
    literal: Reach | None


class Outgoing:
    """Prepares requests. Raises UsageError for headers, cookies or a user agent that cannot be sent."""

    def __init__(
        self, options: RequestOptions, start: str, proxies: Proxies, clock: Callable[[], float] = time.time
    ) -> None:
        self.user_agent = options.user_agent or USER_AGENT
        check_header("User-Agent", self.user_agent)
        self._start = parse_origin(cut(start)[0])
        self._start_headers = start_headers(options)
        self._proxies = proxies
        self._clock = clock
        self._cookies = CookieJar(read_netscape(options.cookies_file) if options.cookies_file else ())
        self._known: dict[str, _Known] = {}
        self._reached: dict[str, Reach] = {}

    def prepare(self, request: FetchRequest) -> Ask:
        """The request as it goes out. Raises NoConnectionError where it must not or cannot be made."""
        prefix, path = cut(request.address)
        known = self._origin(prefix)
        route = known.route
        if known.literal is not None:
            why = refusal(known.literal, public_referrer=request.public_referrer, start_host=route.start_host)
            if why is not None:
                raise NoConnectionError(FailureKind.FORBIDDEN_ADDRESS, f"{route.host} is {why}")
        if request.public_referrer and not route.start_host:
            route = replace(route, public_referrer=True)
        headers = known.headers
        cookie = self._cookies.header(route.scheme, route.host, path.partition("?")[0], self._clock())
        if request.headers or cookie:
            headers = _with(headers, request.headers)
            if cookie:
                given = next((value for name, value in headers if name.lower() == b"cookie"), b"")
                joined = given.decode() + "; " + cookie if given else cookie
                headers = _with(headers, (("Cookie", joined),))
        try:
            target = path.encode("ascii")
        except UnicodeEncodeError:
            raise NoConnectionError(FailureKind.PROTOCOL, "the address is not in URL form") from None
        return Ask(route, known.base, target, headers)

    def answered(self, ask: Ask, headers: Headers) -> None:
        """Keep the cookies that came with an answer."""
        for name, value in headers:
            if name == "set-cookie":
                path = ask.target.decode("ascii").partition("?")[0]
                self._cookies.receive(value, ask.route.scheme, ask.route.host, path, self._clock())

    def reached(self, route: Route, reach: Reach) -> None:
        """Remember what kind of address a host was reached at."""
        self._reached[route.host] = reach

    def unmet(self, address: str) -> Route | None:
        """The way to a host of which only the DNS knows what kind of address it has; None for others."""
        try:
            known = self._origin(cut(address)[0])
        except NoConnectionError:
            return None
        told = known.literal is not None or known.route.proxy is not None or known.route.host in self._reached
        return None if told else known.route

    def is_public(self, address: str) -> bool:
        """Whether the host of ``address`` was reached at a public address (or through a proxy, by its name)."""
        try:
            known = self._origin(cut(address)[0])
        except NoConnectionError:
            return True
        if known.literal is not None:
            return known.literal is Reach.PUBLIC
        return self._reached.get(known.route.host, Reach.PUBLIC) is Reach.PUBLIC

    def _origin(self, prefix: str) -> _Known:
        known = self._known.get(prefix)
        if known is None:
            if len(self._known) > _MOST_ORIGINS:
                self._known.clear()
            known = self._known[prefix] = self._make(prefix)
        return known

    def _make(self, prefix: str) -> _Known:
        try:
            origin = parse_origin(prefix)
        except ValueError as error:
            raise NoConnectionError(FailureKind.PROTOCOL, str(error)) from None
        proxy = self._proxies.for_host(*origin)
        headers = _with(
            [],
            (
                ("Host", origin.authority),
                ("User-Agent", self.user_agent),
                ("Accept", _ACCEPT),
                ("Accept-Encoding", "gzip, deflate"),  # only what can be undone in bounded memory
            ),
        )
        if self._is_start(origin):
            headers = _with(headers, tuple(self._start_headers))
        if proxy is not None and origin.scheme == "http" and proxy.authorization:
            headers = _with(headers, (("Proxy-Authorization", proxy.authorization),))
        route = Route(*origin, proxy, start_host=origin.host == self._start.host)
        return _Known(f"{origin.scheme}://{origin.authority}", route, headers, literal_reach(origin.host))

    def _is_start(self, origin: Origin) -> bool:
        """Whether credentials and extra headers may go there: the start URL's origin, or the same host over TLS."""
        over_tls = Origin("https", self._start.host, 443)
        return origin == self._start or (self._start == ("http", self._start.host, 80) and origin == over_tls)


def _with(headers: RawHeaders, more: Headers) -> RawHeaders:
    """A copy of ``headers`` in which ``more`` takes the place of those with the same names."""
    replaced = {name.lower().encode() for name, _ in more}
    kept = [pair for pair in headers if pair[0].lower() not in replaced]
    return kept + [(name.encode(), value.encode()) for name, value in more]
