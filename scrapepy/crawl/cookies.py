"""Cookies: those that servers set, kept for their host alone, and those of a ``cookies.txt`` (SPEC 3, ``--cookies``).

A cookie that a server sets goes back to exactly the host that set it (RFC 6265, "host-only", section 5.3 step 6),
whatever its ``Domain`` says: a mirror needs no session across hosts, and so none can leak. Nothing is written to disk.
"""

from __future__ import annotations

from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from pathlib import Path

from scrapepy.errors import UsageError

_MAX_COOKIES = 50  # a host, as RFC 6265 section 6.1 asks at least
_MAX_BYTES = 4096


@dataclass(frozen=True, slots=True)
class Cookie:
    """One cookie. ``expires`` is Unix time, None for the end of the run."""

    name: str
    value: str
    domain: str
    path: str = "/"
    secure: bool = False
    expires: float | None = None
    subdomains: bool = False

    def fits(self, scheme: str, host: str, path: str, now: float) -> bool:
        """Whether the cookie goes along with a request (RFC 6265, section 5.4 step 1)."""
        if self.expires is not None and self.expires <= now:
            return False
        if self.secure and scheme != "https":
            return False
        if host != self.domain and not (self.subdomains and host.endswith(f".{self.domain}")):
            return False
        return path == self.path or (
            path.startswith(self.path) and (self.path.endswith("/") or path[len(self.path)] == "/")
        )


def default_path(path: str) -> str:
    """The folder of the URL that set a cookie (RFC 6265, section 5.1.4)."""
    folder = path.rpartition("/")[0]
    return folder if folder.startswith("/") else "/"


def _expiry(attributes: dict[str, str], now: float) -> float | None:
    age = attributes.get("max-age", "")
    if age.removeprefix("-").isascii() and age.removeprefix("-").isdigit():
        return now + float(age[:12])
    if "expires" in attributes:
        try:
            return parsedate_to_datetime(attributes["expires"].replace("-", " ")).timestamp()
        except (ValueError, OverflowError):
            return None
    return None


def parse_set_cookie(header: str, scheme: str, host: str, path: str, now: float) -> Cookie | None:
    """Read one ``Set-Cookie`` value (RFC 6265, section 5.2); None for what is no cookie or may not be set here."""
    pair, _, rest = header.partition(";")
    name, equals, value = pair.partition("=")
    name, value = name.strip(), value.strip()
    if not equals or not name or len(pair) > _MAX_BYTES or any(ord(c) < 32 or ord(c) == 127 for c in name + value):
        return None
    attributes: dict[str, str] = {}
    for attribute in rest.split(";"):
        key, _, text = attribute.partition("=")
        attributes[key.strip().lower()] = text.strip()
    secure = "secure" in attributes
    if secure and scheme != "https":
        return None
    where = attributes.get("path", "")
    return Cookie(
        name=name,
        value=value,
        domain=host,
        path=where if where.startswith("/") else default_path(path),
        secure=secure,
        expires=_expiry(attributes, now),
    )


def read_netscape(path: str) -> tuple[Cookie, ...]:
    """Read a ``cookies.txt`` in Netscape's format: domain, subdomains, path, secure, expires, name, value by tabs.

    Raises UsageError where the file cannot be read or a line is not of that form; the message never shows a value.
    """
    try:
        text = Path(path).read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise UsageError(f"the cookies file cannot be read: {error.strerror or error}") from None
    cookies = []
    for number, line in enumerate(text.splitlines(), 1):
        line = line.removeprefix("#HttpOnly_")
        if not line.strip() or line.startswith("#"):
            continue
        fields = line.split("\t")
        if len(fields) == 6:
            fields.append("")
        if len(fields) != 7 or not fields[4].strip().removeprefix("-").replace(".", "", 1).isdigit():
            raise UsageError(f"line {number} of the cookies file is not in Netscape format (seven fields by tabs)")
        domain, subdomains, where, secure, expires, name, value = (field.strip() for field in fields)
        if any(ord(c) < 32 or ord(c) == 127 for c in name + value):
            raise UsageError(f"line {number} of the cookies file holds a control character")
        cookies.append(
            Cookie(
                name=name,
                value=value,
                domain=domain.lower().removeprefix("."),
                path=where or "/",
                secure=secure.upper() == "TRUE",
                expires=float(expires) or None,
                subdomains=subdomains.upper() == "TRUE" or domain.startswith("."),
            )
        )
    return tuple(cookies)


class CookieJar:
    """The cookies of one run."""

    def __init__(self, given: tuple[Cookie, ...] = ()) -> None:
        self._given = given
        self._set: dict[str, dict[tuple[str, str], Cookie]] = {}

    def receive(self, header: str, scheme: str, host: str, path: str, now: float) -> None:
        """Keep what a ``Set-Cookie`` header of ``host`` says. One that has expired deletes."""
        cookie = parse_set_cookie(header, scheme, host, path, now)
        if cookie is None:
            return
        of_host = self._set.setdefault(host, {})
        key = (cookie.path, cookie.name)
        if cookie.expires is not None and cookie.expires <= now:
            of_host.pop(key, None)
        elif key in of_host or len(of_host) < _MAX_COOKIES:
            of_host[key] = cookie

    def header(self, scheme: str, host: str, path: str, now: float) -> str:
        """The value of ``Cookie`` for a request, or empty. ``path`` is without the query."""
        of_host = self._set.get(host)
        if of_host is None and not self._given:
            return ""
        fitting: dict[str, Cookie] = {}
        for cookie in (*self._given, *(of_host or {}).values()):  # what the server set later wins
            if cookie.fits(scheme, host, path, now):
                fitting[cookie.name] = cookie
        ordered = sorted(fitting.values(), key=lambda cookie: -len(cookie.path))  # section 5.4 step 2
        return "; ".join(f"{cookie.name}={cookie.value}" if cookie.name else cookie.value for cookie in ordered)
