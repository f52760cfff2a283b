"""The start URL as a person types it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from urllib.parse import unquote

from scrapepy.errors import UsageError
from scrapepy.web.canonical import canonical

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://")
_AUTHORITY = re.compile(r"(https?://)([^/?#\\]*)@", re.IGNORECASE)
_CREDENTIALS = re.compile(r"^((?:https?:)?(?://)?)[^/?#\\]*@", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class StartUrl:
    """An address without credentials, and the credentials that stood in it."""

    url: str
    username: str | None = field(default=None, repr=False)
    password: str | None = field(default=None, repr=False)


def parse_start_url(text: str) -> StartUrl:
    """Read what was typed: no scheme means https, ``user:secret@`` is taken out.

    Raises UsageError for what is no http(s) address; its message never holds the credentials.

    >>> parse_start_url("docs.example.com/guide").url
    'https://docs.example.com/guide'
    """
    address = text.strip()
    scheme = _SCHEME.match(address)
    if scheme is None:
        address = "https://" + address.removeprefix("//")
    elif scheme[1].lower() not in ("http", "https"):
        hint = "; for files there is 'scrapepy convert'" if scheme[1].lower() == "file" else ""
        raise UsageError(f"only http and https addresses can be mirrored, not {scheme[1].lower()}{hint}")
    username = password = None
    credentials = _AUTHORITY.match(address)
    if credentials is not None:
        address = credentials[1] + address[credentials.end() :]
        name, colon, secret = credentials[2].partition(":")
        username, password = unquote(name), unquote(secret) if colon else None
    if canonical(address) is None:
        # A secret with a slash in it ends the host for a parser: all before the last @ may be part of it.
        raise UsageError(f"not a web address: {text.strip().rpartition('@')[2]}")
    return StartUrl(address, username, password)


def without_credentials(text: str) -> str:
    """``text``, an address among it, without the ``user:secret@`` of that address.

    >>> without_credentials("https://me:secret@docs.example.com/x@y")
    'https://docs.example.com/x@y'
    """
    return _CREDENTIALS.sub(r"\1", text)
