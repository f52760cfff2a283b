"""The start URL as a person types it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from urllib.parse import unquote

from scrapepy.errors import UsageError
from scrapepy.web.canonical import canonical, origin, resolve, split_fragment

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):(//)?")
_PORT = re.compile(r"[0-9]{1,5}(?:[/?#]|$)")
_OTHER_SCHEMES = frozenset(
    {"about", "blob", "callto", "file", "geo", "javascript", "magnet", "mailto", "skype", "sms", "tel", "urn"}
    | {"vbscript", "view-source", "xmpp"}
)
"""Schemes without ``//`` that no host is called: ``tel:1`` is no port."""
_AUTHORITY = re.compile(r"(https?://)([^/?#\\]*)@", re.IGNORECASE)
_CREDENTIALS = re.compile(r"^((?:https?:)?(?://)?)[^/?#\\]*@", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class StartUrl:
    """An address without credentials, and the credentials that stood in it."""

    url: str
    username: str | None = field(default=None, repr=False)
    password: str | None = field(default=None, repr=False)


def parse_start_url(text: str) -> StartUrl:
    """Read what was typed: no scheme means https, ``user:secret@`` is taken out, the rest is as browsers ask for it.

    Raises UsageError for what is no http(s) address; its message never holds the credentials.

    >>> parse_start_url("docs.example.com/guide").url
    'https://docs.example.com/guide'
    """
    address = text.strip()
    scheme = _scheme(address)
    if not scheme:
        address = "https://" + address.removeprefix("//")
    elif scheme not in ("http", "https"):
        hint = "; for files there is 'scrapepy convert'" if scheme == "file" else ""
        raise UsageError(f"only http and https addresses can be mirrored, not {scheme}{hint}")
    username = password = None
    credentials = _AUTHORITY.match(address)
    if credentials is not None:
        address = credentials[1] + address[credentials.end() :]
        name, colon, secret = credentials[2].partition(":")
        username, password = unquote(name), unquote(secret) if colon else None
    resolved = resolve(address)
    identity = canonical(resolved) if resolved is not None else None
    if resolved is None or identity is None:
        # A secret with a slash in it ends the host for a parser: all before the last @ may be part of it.
        raise UsageError(f"not a web address: {text.strip().rpartition('@')[2]}")
    host = origin(identity)  # a name with the dot at its end is the same name
    return StartUrl(host + split_fragment(resolved)[0].removeprefix(origin(resolved)), username, password)


def _scheme(address: str) -> str:
    """The scheme of an address in lower case; empty where a colon means a port, or a secret."""
    found = _SCHEME.match(address)
    if found is None:
        return ""
    scheme = found[1].lower()
    if found[2] or scheme in _OTHER_SCHEMES or (scheme in ("http", "https") and not _PORT.match(address, found.end())):
        return scheme
    return ""


def without_credentials(text: str) -> str:
    """``text``, an address among it, without the ``user:secret@`` of that address.

    >>> without_credentials("https://me:secret@docs.example.com/x@y")
    'https://docs.example.com/x@y'
    """
    return _CREDENTIALS.sub(r"\1", text)
