"""No test reaches beyond loopback: names resolve to what a test says, and other addresses refuse the connection."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable
from typing import Any

import pytest


class Guard:
    """What the guard allows and has seen."""

    def __init__(self) -> None:
        self.names: dict[str, list[str]] = {}
        """Names that resolve, and to what."""
        self.connects: list[str] = []
        """Addresses that a connection was tried to, the refused ones too."""
        self.on_lookup: Callable[[str], None] = lambda name: None


@pytest.fixture
def loopback_only(monkeypatch: pytest.MonkeyPatch) -> Guard:
    """Refuse connections to anything but loopback, and look no name up. Gives the Guard."""
    guard = Guard()
    connect, getaddrinfo = socket.socket.connect, socket.getaddrinfo

    def guarded_connect(self: socket.socket, address: Any) -> None:
        if self.family in (socket.AF_INET, socket.AF_INET6):
            guard.connects.append(str(address[0]))
            if not ipaddress.ip_address(address[0].partition("%")[0]).is_loopback:
                raise ConnectionRefusedError(111, f"the tests' guard refuses {address[0]}")
        connect(self, address)

    def guarded_getaddrinfo(host: Any, port: Any, *args: Any, **kwargs: Any) -> Any:
        name = host.decode() if isinstance(host, bytes) else host
        found = []
        guard.on_lookup(str(name))
        for address in guard.names.get(name, [name] if name not in (None, "localhost") else ["127.0.0.1"]):
            try:
                ipaddress.ip_address(address.partition("%")[0])
            except ValueError:
                raise socket.gaierror(socket.EAI_NONAME, "Name or service not known") from None
            found += getaddrinfo(address, port, *args, **kwargs)
        return found

    monkeypatch.setattr(socket.socket, "connect", guarded_connect)
    monkeypatch.setattr(socket, "getaddrinfo", guarded_getaddrinfo)
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    return guard
