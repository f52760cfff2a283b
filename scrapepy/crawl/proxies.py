"""Proxies from the environment: HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY (SPEC 3)."""

from __future__ import annotations

import base64
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from scrapepy.errors import UsageError


@dataclass(frozen=True, slots=True)
class Proxy:
    """An HTTP proxy. ``authorization`` is the value of ``Proxy-Authorization``, or empty."""

    host: str
    port: int
    authorization: str = ""

    def __repr__(self) -> str:
        return f"Proxy({self.host}:{self.port})"  # never the password


def parse_proxy(text: str) -> Proxy:
    """Read a proxy's address (``http://user:secret@proxy:3128``, the scheme may be missing).

    Raises UsageError where it is none, or names a kind that is not spoken (SOCKS, TLS to the proxy).
    """
    parts = urlsplit(text if "://" in text else f"http://{text}")
    if parts.scheme.lower() != "http":
        raise UsageError(f"the environment names a proxy of the kind {parts.scheme}://; only http:// ones can be used")
    try:
        port = parts.port or 80
    except ValueError:
        port = 0
    if not parts.hostname or not port:
        raise UsageError("the proxy in the environment has no valid host and port")
    authorization = ""
    if parts.username is not None:
        secret = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
        authorization = "Basic " + base64.b64encode(secret.encode()).decode("ascii")
    return Proxy(parts.hostname, port, authorization)


@dataclass(frozen=True, slots=True)
class Proxies:
    """Which proxy serves which address; made once a run."""

    http: Proxy | None = None
    https: Proxy | None = None
    no_proxy: str = ""

    def for_host(self, scheme: str, host: str, port: int) -> Proxy | None:
        """The proxy for requests to ``host`` (no brackets), or None where it is asked directly."""
        proxy = self.https if scheme == "https" else self.http
        if proxy is None or bypassed(host, port, self.no_proxy):
            return None
        return proxy


def bypassed(host: str, port: int, no_proxy: str) -> bool:
    """Whether NO_PROXY names the host: ``*``, a host, a domain (its subdomains too), each with or without a port.

    >>> bypassed("docs.example.com", 80, ".example.com"), bypassed("notexample.com", 80, "example.com")
    (True, False)
    """
    host = host.lower()
    for item in no_proxy.replace(",", " ").split():
        name = item.lower().removeprefix("*.").removeprefix(".")
        if item == "*":
            return True
        if name in (host, f"{host}:{port}", f"[{host}]", f"[{host}]:{port}"):
            return True
        if host.endswith(f".{name}") or f"{host}:{port}".endswith(f".{name}"):
            return True
    return False


def proxies_from(settings: Mapping[str, str]) -> Proxies:
    """Proxies from a mapping as :func:`urllib.request.getproxies` gives it (``http``, ``https``, ``all``, ``no``)."""
    everywhere = settings.get("all", "")
    http, https = settings.get("http") or everywhere, settings.get("https") or everywhere
    return Proxies(
        http=parse_proxy(http) if http else None,
        https=parse_proxy(https) if https else None,
        no_proxy=settings.get("no", ""),
    )


def environment_proxies() -> Proxies:
    """The proxies of this process's environment. Raises UsageError for one that cannot be used."""
    return proxies_from(urllib.request.getproxies())
