"""By which names the reader may be asked: a ``Host`` that is not ours is somebody else's name for this machine."""

from __future__ import annotations

import ipaddress
import re
import socket
from dataclasses import dataclass

LOOPBACK_NAMES = ("127.0.0.1", "localhost")
_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::(\d{1,5}))?")


@dataclass(frozen=True, slots=True)
class Names:
    """The names that stand for us. Against DNS rebinding: a page of ``evil.example`` whose name was made to lead to
    127.0.0.1 asks with ``Host: evil.example`` and is refused."""

    host: str = "127.0.0.1"
    """What the reader listens at."""

    def name_in(self, header: str | None, port: int) -> str | None:
        """The name in a ``Host`` header that is ours, ``None`` for any other.

        >>> Names().name_in("localhost:7273", 7273), Names().name_in("evil.example:7273", 7273)
        ('localhost', None)
        """
        match = _HOST.fullmatch(header or "")
        if match is None or int(match[2] or 80) != port:
            return None
        name = match[1].lower()
        return name if name in self._known() or (self._is_wildcard() and _is_address(name)) else None

    def is_loopback(self) -> bool:
        """True if nobody outside this machine can ask."""
        return self.host == "localhost" or (_is_address(self.host) and ipaddress.ip_address(self.host).is_loopback)

    def _known(self) -> set[str]:
        known = {*LOOPBACK_NAMES, "[::1]", self.host.lower(), f"[{self.host.lower()}]"}
        return known if self.is_loopback() else known | {socket.gethostname().lower()}

    def _is_wildcard(self) -> bool:
        return _is_address(self.host) and ipaddress.ip_address(self.host).is_unspecified


def other_name(name: str) -> str:
    """The name for the other kind of origin: on loopback another one, so that not even cookies are shared.

    >>> other_name("127.0.0.1"), other_name("localhost"), other_name("192.168.1.7")
    ('localhost', '127.0.0.1', '192.168.1.7')
    """
    if name == "localhost":
        return "127.0.0.1"
    return "localhost" if name in ("127.0.0.1", "[::1]") else name


def shown_host(host: str) -> str:
    """A host as it stands in an address.

    >>> shown_host("::1"), shown_host("0.0.0.0")
    ('[::1]', '127.0.0.1')
    """
    if _is_address(host) and ipaddress.ip_address(host).is_unspecified:
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True
