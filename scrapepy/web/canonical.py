"""Addresses by the WHATWG URL standard, and the one identity a resource has for the mirror (SPEC 4, "Identity").

This module is the one door to ada-url, which parses as browsers do. What the identity leaves out (campaign marks,
session ids) is data, in :mod:`scrapepy.rules.url_noise`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from zlib import crc32

import ada_url

from scrapepy.model.url import CanonicalUrl
from scrapepy.rules.url_noise import PATH_NOISE, QUERY_NOISE, SEGMENT_NOISE, NoiseRule
from scrapepy.web.bidi import keeps_bidi_rule


@dataclass(frozen=True, slots=True)
class SiteIdentity:
    """The host of the mirrored site, for which http and https are one.

    ``host`` is ``host`` or ``host:port`` as :func:`host_of` writes it. URLs on this very host, each on its scheme's own
    port, take ``scheme``; with a port in ``host`` nothing is folded, since another port is another server.
    """

    host: str
    scheme: str


def resolve(reference: str, base: str | None = None) -> str | None:
    """The absolute address that a browser makes of ``reference`` (WHATWG URL, "API"), with its fragment.

    None where no URL can be made of it, among them hosts that the standard refuses and ada-url lets pass. Without a
    ``base`` (None or empty) only an absolute reference has an address. Halves of surrogate pairs, which Python's
    strings can hold, are read as U+FFFD, since the standard's strings are scalar values (Infra, "convert").

    >>> resolve("../b c#d", "http://h/x/y/z")
    'http://h/x/b%20c#d'
    >>> resolve("http://a b/") is None
    True
    """
    try:
        address = ada_url.join_url(base, reference) if base else ada_url.normalize_url(reference)
    except ValueError:
        if _SURROGATE.search(reference):
            return resolve(_scalar(reference), base)
        return None
    if "xn--" in address and not _good_punycode(address):
        return None
    return address


def split_fragment(address: str) -> tuple[str, str | None]:
    """``address`` without its fragment, and the fragment without ``#``; None if there is none at all.

    >>> split_fragment("http://h/a#b"), split_fragment("http://h/a"), split_fragment("http://h/a#")
    (('http://h/a', 'b'), ('http://h/a', None), ('http://h/a', ''))
    """
    before, mark, fragment = address.partition("#")
    return before, fragment if mark else None


def canonical(address: str, site: SiteIdentity | None = None) -> CanonicalUrl | None:
    """The identity of the resource at an absolute ``address``; None for what is not http(s) or has no host.

    Dropped: fragment, credentials, the dot behind a fully qualified host, an empty query, campaign marks, session ids.
    Percent-encoding is brought to one spelling (RFC 3986, sections 2 and 6.2.2): unreserved characters plain; hex
    digits upper-case; escaped what no URL may hold though browsers send it, ``|`` and brackets and a ``%`` that starts
    no escape. Reserved characters stay as they are, since ``%2F`` is not ``/``. Applying it twice is applying it once.

    >>> canonical("HTTP://user:pw@Example.com:80/%7Eann/?utm_source=x&id=3#top")
    'http://example.com/~ann/?id=3'
    """
    href = resolve(address)
    return None if href is None else canonical_of_href(href, site)


def canonical_of_href(href: str, site: SiteIdentity | None = None) -> CanonicalUrl | None:
    """:func:`canonical` for what :func:`resolve` has answered, without parsing it again."""
    if not href.startswith(("http://", "https://")):
        return None
    href = href.partition("#")[0]
    if ("./" in href or ".:" in href or ".." in href or "/." in href) and _ODD_HOST.match(href):
        plain = _without_last_dot(href)
        if plain is None:
            return None
        href = plain
    if _NEEDS_WORK.search(href):
        href = _cleaned(href)
    if site is not None and not href.startswith(site.scheme + ":"):
        href = _with_site_scheme(href, site)
    return CanonicalUrl(href)


def without_tracking(address: str) -> str:
    """``address`` as a link has it, without campaign marks: nobody need hear of them. Session ids stay.

    >>> without_tracking("http://h/a?utm_source=x&sid=0123456789abcdef&b"), without_tracking("http://h/a?utm_source=x")
    ('http://h/a?sid=0123456789abcdef&b', 'http://h/a')
    """
    before, mark, query = address.partition("?")
    if not mark:
        return address
    parts = query.split("&")
    kept = [part for part in parts if not _is_noise(part, _TRACKING)]
    if len(kept) == len(parts):
        return address
    return f"{before}?{'&'.join(kept)}" if kept else before


def without_credentials(address: str) -> str:
    """``address`` without user name and password, which are written nowhere and never handed to another host.

    >>> without_credentials("http://me:secret@h/a@b")
    'http://h/a@b'
    """
    if "@" not in address or not address.startswith(("http://", "https://")):
        return address
    authority = _authority(address)
    return address.replace(authority, authority.rpartition("@")[2], 1)


def origin(url: str) -> str:
    """Scheme, host and port of an absolute address (RFC 6454), without credentials.

    >>> origin("http://127.0.0.1:8080/a?b")
    'http://127.0.0.1:8080'
    """
    return f"{url.partition('://')[0]}://{host_of(url)}"


def host_of(url: str) -> str:
    """``host``, or ``host:port`` where the port is not the scheme's own, of an absolute address.

    >>> host_of("https://me@docs.example.com/a"), host_of("http://[::1]:8080/")
    ('docs.example.com', '[::1]:8080')
    """
    return _authority(url).rpartition("@")[2]


def site_name(url: str) -> str:
    """The name of the site's folder (SPEC 2): the host, with ``_port`` where the port is not the scheme's own.

    It is a name on every system: no separator, none of the names that Windows keeps for devices, never ``..``.

    >>> site_name("http://127.0.0.1:8080/python/"), site_name("https://docs.example.com/")
    ('127.0.0.1_8080', 'docs.example.com')
    """
    name = _FORBIDDEN_IN_NAMES.sub("_", host_of(url).lower()).rstrip(". ")
    if len(name) > _LONGEST_NAME:
        name = f"{name[:_LONGEST_NAME]}_{crc32(name.encode()):08x}"
    return f"_{name}" if not name.strip(".") or name.partition(".")[0] in _DEVICES else name


def path_and_query(url: str) -> str:
    """What follows the host of an absolute address, without the fragment: ``/a/b?x=1``."""
    rest = url.partition("#")[0].partition("://")[2]
    cut = _AUTHORITY_END.search(rest)
    if cut is None:
        return "/"
    tail = rest[cut.start() :]
    return tail if tail.startswith("/") else "/" + tail


_SURROGATE = re.compile("[\ud800-\udfff]")
_AUTHORITY_END = re.compile(r"[/?#\\]")
_ODD_HOST = re.compile(r"https?://(?:\.|[^/?#]*?\.[.:/?#]|[^/?#]*\.$)")
"""A host with an empty label; may also match what stands before an ``@``."""
_FORBIDDEN_IN_NAMES = re.compile(r'[\x00-\x20"*/:<>?\\|\x7f]')
_LONGEST_NAME = 200
_DEVICES = frozenset({"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))})
_NEEDS_WORK = re.compile(r"[%;?@(|\[\]^`{}\\]")
_SPELLING = re.compile(r"%([0-9A-Fa-f]{2})?|[|\[\]^`{}\\]")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")


def _authority(url: str) -> str:
    rest = url.partition("://")[2]
    cut = _AUTHORITY_END.search(rest)
    return rest if cut is None else rest[: cut.start()]


def _without_last_dot(href: str) -> str | None:
    """``href`` with its host as the DNS takes it; None for a host with empty labels, which nothing answers to."""
    authority = _authority(href)
    user, at, host = authority.rpartition("@")
    if host.startswith("["):
        return href
    name, colon, port = host.partition(":")
    plain = name.removesuffix(".")
    if not all(plain.split(".")):
        return None
    return href if plain == name else href.replace(authority, f"{user}{at}{plain}{colon}{port}", 1)


def _with_site_scheme(href: str, site: SiteIdentity) -> str:
    if site.scheme not in ("http", "https") or ":" in _port_part(site.host) or host_of(href) != site.host:
        return href
    return f"{site.scheme}://{href.partition('://')[2]}"


def _port_part(host: str) -> str:
    """The part of a host in which a colon means a port (after the bracket of an IPv6 address)."""
    return host.rpartition("]")[2]


def _cleaned(href: str) -> str:
    scheme, _, rest = href.partition("://")
    cut = _AUTHORITY_END.search(rest)
    end = len(rest) if cut is None else cut.start()
    host = rest[:end].rpartition("@")[2]
    path, _, query = rest[end:].partition("?")
    clean_path = _SPELLING.sub(_one_spelling, path)
    if ";" in clean_path:
        clean_path = _PATH_NOISE.sub("", clean_path)
    if "(" in clean_path:
        clean_path = _SEGMENT_NOISE.sub("", clean_path)
    if clean_path != path:
        # taking a piece out of "/.;jsessionid=1/" leaves a dot segment, which only the parser may judge
        path = _path_again(clean_path or "/")
    if query:
        query = _quiet_query(_SPELLING.sub(_one_spelling, query))
    return f"{scheme}://{host}{path}?{query}" if query else f"{scheme}://{host}{path}"


def _path_again(path: str) -> str:
    if "/." not in path and not path.startswith("//"):
        return path
    return ada_url.normalize_url("http://h" + path)[len("http://h") :]


def _one_spelling(match: re.Match[str]) -> str:
    digits = match.group(1)
    if digits is None:
        return f"%{ord(match.group()):02X}"
    character = chr(int(digits, 16))
    return character if character in _UNRESERVED else "%" + digits.upper()


def _quiet_query(query: str) -> str:
    parts = query.split("&")
    kept = [part for part in parts if not _is_noise(part, _NOISE)]
    return query if len(kept) == len(parts) else "&".join(kept)


def _is_noise(parameter: str, noise: _Noise) -> bool:
    name, equals, value = parameter.partition("=")
    name = name.lower()
    names, prefixes = noise
    pattern = names.get(name)
    if pattern is None:
        pattern = next((rule for prefix, rule in prefixes if name.startswith(prefix)), None)
    return pattern is not None and (not pattern.pattern or (bool(equals) and pattern.fullmatch(value) is not None))


_Noise = tuple[dict[str, re.Pattern[str]], list[tuple[str, re.Pattern[str]]]]
"""Patterns of values by names, and by how names begin."""


def _compiled(rules: Iterable[NoiseRule]) -> _Noise:
    names: dict[str, re.Pattern[str]] = {}
    prefixes: list[tuple[str, re.Pattern[str]]] = []
    for rule in rules:
        pattern = re.compile(rule.value, re.IGNORECASE)
        for name in rule.names:
            if name.endswith("*"):
                prefixes.append((name[:-1].lower(), pattern))
            else:
                names[name.lower()] = pattern
    return names, prefixes


def _path_pattern(rules: tuple[NoiseRule, ...]) -> re.Pattern[str]:
    kinds = [f"(?:{'|'.join(map(re.escape, rule.names))})={rule.value or '[^/;]*'}(?=[/;]|$)" for rule in rules]
    return re.compile(f";(?:{'|'.join(kinds)})", re.IGNORECASE)


_NOISE = _compiled(QUERY_NOISE)
_TRACKING = _compiled(rule for rule in QUERY_NOISE if not rule.asked)
_PATH_NOISE = _path_pattern(PATH_NOISE)
_SEGMENT_NOISE = re.compile(f"/{SEGMENT_NOISE}(?=/|$)")


@lru_cache(maxsize=1024)
def _good_label(label: str) -> bool:
    """True if Punycode says what it would be written as (UTS 46, "Validity Criteria"), which ada-url does not check."""
    text = ada_url.idna_to_unicode(label)
    return not text.isascii() and ada_url.idna_to_ascii(text) == label.encode()


def _good_punycode(address: str) -> bool:
    if "xn--" not in _authority(address) or not address.startswith(_SPECIAL_SCHEMES):
        return True
    labels = host_of(address).partition(":")[0].split(".")
    if not all(_good_label(label) for label in labels if label.startswith("xn--")):
        return False
    return keeps_bidi_rule([ada_url.idna_to_unicode(label) for label in labels])


def _scalar(text: str) -> str:
    """``text`` with pairs of surrogates joined and halves of them replaced."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


_SPECIAL_SCHEMES = ("http:", "https:", "ftp:", "ws:", "wss:", "file:")
