"""Which IP addresses may be asked (SPEC 4, Scope): the guard against pages that make us ask our own network.

A page on the public internet must not be able to make the mirror fetch ``http://127.0.0.1/`` or a router's
configuration page, and the link-local range (where cloud machines keep their secrets) is never asked on a page's
behalf. The check is made on the very address that is then connected to, each time a connection is used, so a name
that answers differently the second time (DNS rebinding) gains nothing. Behind a proxy the name is resolved by the
proxy; there only addresses written as numbers, and names that are private by definition, can be told.
"""

from __future__ import annotations

import ipaddress
from enum import Enum

_PRIVATE_NAMES = frozenset(
    {"localhost", "localdomain", "localhost4", "localhost6", "ip6-localhost", "ip6-loopback", "loopback"}
)  # RFC 6761, section 6.3, and what systems write into /etc/hosts
_PRIVATE_ENDINGS = (
    *(".localhost", ".localdomain", ".localhost4", ".localhost6"),
    *(".local", ".internal", ".home.arpa"),  # RFC 6762, the ICANN resolution of 2024-07-29, RFC 8375
)


class Reach(Enum):
    """From where an address can be reached."""

    PUBLIC = "public"
    PRIVATE = "private"  # loopback, private use (RFC 1918, RFC 4193), shared (RFC 6598), reserved, multicast
    LINK_LOCAL = "link-local"  # RFC 3927, RFC 4291 section 2.5.6


_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")  # RFC 6052: an IPv4 address in the last 32 bits


def _inner(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """The IPv4 address that an IPv6 address only wraps."""
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    if address.sixtofour is not None:
        return address.sixtofour
    if address in _NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    if int(address) >> 32 == 0 and int(address) > 1:  # ::a.b.c.d, RFC 4291 section 2.5.5.1
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return None


def reach_of(address: str) -> Reach:
    """The reach of an IP address in text form (a scope id as in ``fe80::1%eth0`` is allowed).

    Raises ValueError where ``address`` is none. What is not certainly public counts as private.

    >>> reach_of("169.254.169.254"), reach_of("::ffff:127.0.0.1"), reach_of("93.184.216.34")
    (<Reach.LINK_LOCAL: 'link-local'>, <Reach.PRIVATE: 'private'>, <Reach.PUBLIC: 'public'>)
    """
    ip = ipaddress.ip_address(address)
    if isinstance(ip, ipaddress.IPv6Address):
        inner = _inner(ip)
        if inner is not None:
            return reach_of(str(inner))
    if ip.is_link_local:
        return Reach.LINK_LOCAL
    if ip.is_global and not ip.is_multicast:
        return Reach.PUBLIC
    return Reach.PRIVATE


def literal_reach(host: str) -> Reach | None:
    """The reach of a URL's host where it can be told without asking DNS: a number, or a name that never is
    public (``localhost`` and its spellings, ``router.local``).

    ``host`` is as WHATWG serialises it, without brackets (so ``0x7f.1`` is ``127.0.0.1`` already). None for a name.
    """
    host = host.removesuffix(".").lower()
    if host in _PRIVATE_NAMES or host.endswith(_PRIVATE_ENDINGS):
        return Reach.PRIVATE
    if not host or not (host[-1].isdigit() or ":" in host):
        return None
    try:
        return reach_of(host)
    except ValueError:
        return None


def refusal(reach: Reach, *, public_referrer: bool, start_host: bool) -> str | None:
    """Why an address must not be asked, or None if it may be.

    ``start_host`` is True for the host that the user typed: that one is asked wherever it stands.
    """
    if start_host or reach is Reach.PUBLIC:
        return None
    if reach is Reach.LINK_LOCAL:
        return "a link-local address"
    if public_referrer:
        return "a private address, named by a public page"
    return None
