"""The three ways a fetch ends."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from scrapepy.model.url import CanonicalUrl, Role

Headers = tuple[tuple[str, str], ...]
"""Response headers in the order they came, names in lower case."""

RENDERED = "x-scrapepy-rendered"
"""A header of our own on a page that a browser has drawn: the SHA-256 of the document that came, and the URLs of what
it loaded, by spaces. By it a later run knows whether the page would be drawn the same again."""


def head_bytes(headers: Headers) -> int:
    """Bytes of the head of an answer in HTTP/1.1, but for the words behind its status number.

    >>> head_bytes((("etag", '"1"'),))
    28
    """
    return _STATUS_LINE + sum(len(name) + len(value) + 4 for name, value in headers) + 2


_STATUS_LINE = len("HTTP/1.1 200 \r\n")


class FailureKind(Enum):
    """Why no usable answer came."""

    TIMEOUT = "timeout"  # no progress for --timeout seconds, or connecting took that long
    TOO_SLOW = "too slow"  # progress, but not done within the time for a body in all: not tried again
    DNS = "name not found"
    CONNECT = "connection refused"
    NETWORK = "connection broken"
    TLS = "TLS failure"
    PROTOCOL = "not valid HTTP"
    TRUNCATED = "cut short"  # fewer bytes than Content-Length or chunking promised
    TOO_LARGE = "too large"  # over --max-size, as it came or was announced
    BOMB = "too large unpacked"  # over it only once decompressed
    ENCODING = "undecodable"  # a Content-Encoding that cannot be undone
    FORBIDDEN_ADDRESS = "address not allowed"  # link-local, or private asked for by a public page
    DISK = "disk"


@dataclass(frozen=True, slots=True)
class FetchRequest:
    """One request to make. ``address`` is what is asked for, ``url`` the identity it stands for."""

    url: CanonicalUrl
    address: str
    role: Role = Role.LINK
    referrer: str | None = None
    headers: Headers = ()
    """Further request headers: validators of a revisit (If-None-Match, If-Modified-Since)."""
    public_referrer: bool = False
    """True if a page from a public address asks: private and loopback addresses are then refused."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """An answer came, whatever its status; redirects are not followed."""

    url: CanonicalUrl
    address: str
    status: int
    headers: Headers
    body: bytes
    """The decoded body; empty where ``file`` holds it."""
    at: float
    """Unix time at which the answer was complete."""
    wire_bytes: int = 0
    """Bytes of the body as they came over the wire."""
    seconds: float = 0.0
    gzipped: bytes | None = None
    """The body as it came, where it came as one gzip stream: kept so that it need not be compressed again."""
    file: str | None = None
    """Path of a temporary file with the decoded body, for bodies too large for memory."""
    size: int = 0
    """Length of the decoded body in bytes, wherever it is."""
    note: str = ""
    """What was odd and mended (``not gzip although it says so``)."""

    def header(self, name: str) -> str | None:
        """The first header of that (lower-case) name."""
        for key, value in self.headers:
            if key == name:
                return value
        return None


@dataclass(frozen=True, slots=True)
class NotModified:
    """304: the stored copy is current."""

    url: CanonicalUrl
    headers: Headers
    at: float
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class FetchFailed:
    """No usable answer."""

    url: CanonicalUrl
    failure: FailureKind
    at: float
    detail: str = ""
    seconds: float = 0.0
    wire_bytes: int = field(default=0)


Outcome = Fetched | NotModified | FetchFailed
