"""A port for each mirror, opened when its first page is looked at."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from zlib import crc32

import uvicorn
from starlette.types import ASGIApp

from scrapepy.reader.content import SavedSite
from scrapepy.reader.guard import Guard
from scrapepy.reader.names import Names, shown_host

_FIRST, _COUNT = 20_000, 10_000
"""A mirror's port is made from its name, so that its own storage (a theme chosen, say) is found again another day."""


Opened = Callable[[str, str], None]


class QuietServer(uvicorn.Server):
    """uvicorn without hands on the signals: several run in one loop, which ends when the reader is told to end."""

    def install_signal_handlers(self) -> None:
        """Not ours to install."""

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve these sockets until ``should_exit``."""
        await self._serve(sockets)


def quiet_server(app: ASGIApp, *, lifespan: bool = False) -> QuietServer:
    """A server that writes no line and trusts no proxy's headers; ``lifespan`` for an application that wants one."""
    settings = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        lifespan="on" if lifespan else "off",
        ws="none",
        http="h11",
        loop="asyncio",
        timeout_graceful_shutdown=1,
        timeout_keep_alive=30,
        h11_max_incomplete_event_size=256 * 1024,
    )
    return QuietServer(settings)


def listen(host: str, port: int) -> socket.socket:
    """A listening socket. Raises ``OSError``."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if not hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # on Windows the same name would share the port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(128)
    except BaseException:
        listener.close()
        raise
    return listener


class Origins:
    """The ports of the mirrors. Used in the loop of the reader's server."""

    def __init__(self, names: Names, reader_port: int, opened: Opened = lambda site, address: None) -> None:
        self.names = names
        self._reader_port = reader_port
        self._opened = opened
        self._ports: dict[str, int] = {}
        self._running: list[tuple[QuietServer, asyncio.Task[None]]] = []

    def port_of(self, site: str, root: Path) -> int:
        """Where the pages of a mirror are served; raises ``OSError`` where no port can be had."""
        if site not in self._ports:
            listener = self._listener(site)
            server = quiet_server(Guard(SavedSite(site, root, self._reader_port), self.names))
            self._ports[site] = listener.getsockname()[1]
            self._opened(site, f"http://{shown_host(self.names.host)}:{self._ports[site]}/")
            self._running.append((server, asyncio.get_running_loop().create_task(server.serve([listener]))))
        return self._ports[site]

    async def close(self) -> None:
        """End all of them."""
        for server, _ in self._running:
            server.should_exit = True
        await asyncio.gather(*(task for _, task in self._running), return_exceptions=True)

    def _listener(self, site: str) -> socket.socket:
        host = "127.0.0.1" if self.names.is_loopback() else self.names.host
        with suppress(OSError):
            return listen(host, _FIRST + crc32(site.encode()) % _COUNT)
        return listen(host, 0)
