"""One Allow or Disallow line of robots.txt, and the spelling in which it is compared (RFC 9309, section 2.2.2)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from scrapepy.decide.wildcard import Wildcard


@dataclass(frozen=True, slots=True)
class RobotsRule:
    """One Allow or Disallow line."""

    allow: bool
    line: str
    """For people: ``Disallow: /private/``."""
    length: int
    """Octets of the pattern once normalised: of the rules that match, the longest decides."""
    pattern: Wildcard
    plain: Wildcard
    """The pattern with the reserved characters of its query unescaped."""


def robots_rule(allow: bool, value: str) -> RobotsRule:
    """The rule that a line with this (not empty) pattern makes.

    ``*`` stands for any characters, ``$`` at the end for the end; both are themselves when escaped (section 2.2.3).
    """
    line = f"{'Allow' if allow else 'Disallow'}: {value}".encode("utf-8", "replace").decode()
    anchored = value.endswith("$")
    pieces = value.removesuffix("$").split("*")
    pattern = _normal_pieces(pieces, plain_query=False)
    length = sum(map(len, pattern)) + len(pieces) - 1 + anchored
    plain = Wildcard(_normal_pieces(pieces, plain_query=True), anchored)
    return RobotsRule(allow, line, length, Wildcard(pattern, anchored), plain)


class RobotsTarget:
    """A URL as rules see it: its path and query, in two spellings."""

    __slots__ = ("_plain", "_text", "path")

    def __init__(self, url: str) -> None:
        self.path = _path_and_query(url)
        self._text = normal(self.path)
        self._plain: str | None = None

    def fits(self, rule: RobotsRule) -> bool:
        """True if the rule is about this URL.

        The RFC takes ``?u=https://h`` and ``?u=https%3A%2F%2Fh`` for the same, while rules like ``/*u=/`` are written
        with the address as it stands in mind; so a rule may match either way.
        """
        if rule.pattern.matches(self._text):
            return True
        if "?" not in self.path:
            return False
        if self._plain is None:
            self._plain = normal(self.path, plain_query=True)
        return rule.plain.matches(self._plain)


def normal(text: str, *, plain_query: bool = False, in_query: bool = False) -> str:
    """One spelling for a path and query, to compare octets by.

    Escapes are in upper case, and undone where that changes no meaning: ``%7E`` is ``~``, but ``%2F`` is not ``/``.
    What is not printable ASCII is escaped as UTF-8. ``plain_query``: in the query, ``/`` and ``?`` mean the same
    escaped or not. ``in_query``: all of ``text`` is query.

    >>> normal("/%7eann/\\u30c4"), normal("/a?u=http%3A%2F%2Fh", plain_query=True)
    ('/~ann/%E3%83%84', '/a?u=http://h')
    """
    if not _ESCAPABLE.search(text):
        return text
    path, mark, query = ("", "", text) if in_query else text.partition("?")
    return _spell(path, _PLAIN_IN_PATH) + mark + _spell(query, _PLAIN_IN_QUERY if plain_query else _ALWAYS_PLAIN)


_ESCAPABLE = re.compile(r"%[0-9A-Fa-f]{2}|[^\x21-\x7e]")
_UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
_ALWAYS_PLAIN = frozenset(_UNRESERVED + ":@!$'()*,;[]")
"""Characters that mean the same escaped or not, in whatever part. ``%``, ``#``, ``/`` and ``?`` do not …"""
_PLAIN_IN_PATH = _ALWAYS_PLAIN | frozenset("=&+")
"""… nor do, in a query, the three that divide it and stand for a space."""
_PLAIN_IN_QUERY = _ALWAYS_PLAIN | frozenset("/?")


def _normal_pieces(pieces: list[str], *, plain_query: bool) -> tuple[str, ...]:
    """Each piece of a pattern normalised; after the first ``?`` they are of the query."""
    done: list[str] = []
    in_query = False
    for piece in pieces:
        done.append(normal(piece, plain_query=plain_query, in_query=in_query))
        in_query = in_query or "?" in piece
    return tuple(done)


def _spell(text: str, plain: frozenset[str]) -> str:
    def one(match: re.Match[str]) -> str:
        found = match.group()
        if len(found) == 3:
            character = chr(int(found[1:], 16))
            return character if character in plain else found.upper()
        return "".join(f"%{octet:02X}" for octet in _octets(found))

    return _ESCAPABLE.sub(one, text)


def _octets(character: str) -> bytes:
    try:
        return character.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # half a surrogate pair, which no address holds
        return character.encode("utf-8", "replace")


def _path_and_query(url: str) -> str:
    """Path and query of an absolute URL, or of what is a path already; never empty."""
    url = url.partition("#")[0]
    scheme, separator, rest = url.partition("://")
    if separator and "/" not in scheme and "?" not in scheme:
        start = _AFTER_HOST.search(rest)
        url = rest[start.start() :] if start else ""
    return url if url.startswith("/") else "/" + url


_AFTER_HOST = re.compile("[/?]")
