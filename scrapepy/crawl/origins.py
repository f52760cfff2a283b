"""Cut an address, as WHATWG serialises it, into what a connection needs and what a request line holds."""

from __future__ import annotations

from typing import NamedTuple

DEFAULT_PORTS = {"http": 80, "https": 443}


class Origin(NamedTuple):
    """Scheme, host in lower case without brackets, and port (RFC 6454)."""

    scheme: str
    host: str
    port: int

    @property
    def authority(self) -> str:
        """What the Host header says: brackets around IPv6, the port where it is not the scheme's own."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == DEFAULT_PORTS[self.scheme] else f"{host}:{self.port}"


def cut(address: str) -> tuple[str, str]:
    """Scheme with authority, and the request target (path and query, RFC 9112 section 3.2.1).

    >>> cut("http://h:8080/a?b#c")
    ('http://h:8080', '/a?b')
    """
    slash = address.find("/", address.find("://") + 3)
    if slash < 0:
        return address, "/"
    fragment = address.find("#", slash)
    return address[:slash], address[slash:] if fragment < 0 else address[slash:fragment]


def parse_origin(prefix: str) -> Origin:
    """Read what :func:`cut` took off an address. Credentials are dropped.

    Raises ValueError for what is no http(s) origin.

    >>> parse_origin("http://me:secret@[::1]:8080")
    Origin(scheme='http', host='::1', port=8080)
    """
    scheme, _, authority = prefix.partition("://")
    authority = authority.rpartition("@")[2]
    if authority.startswith("["):
        host, _, port = authority[1:].partition("]")
        port = port.removeprefix(":")
    else:
        host, _, port = authority.partition(":")
    scheme, host = scheme.lower(), host.lower().removesuffix(".")  # with its dot, a name is the same, fully qualified
    if scheme not in DEFAULT_PORTS or not host or (port and not (port.isascii() and port.isdigit())):
        raise ValueError("not an http address")
    return Origin(scheme, host, int(port) if port else DEFAULT_PORTS[scheme])
