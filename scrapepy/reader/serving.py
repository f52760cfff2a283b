"""Runs the reader until it is told to end."""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import Callable
from contextlib import suppress

from scrapepy.errors import UsageError, reason_of
from scrapepy.reader.app import reader_app
from scrapepy.reader.library import Library
from scrapepy.reader.names import Names, shown_host
from scrapepy.reader.origins import Opened, Origins, QuietServer, listen, quiet_server

PORT = 7273
_TRIED = 20


def serve(library: Library, host: str, port: int | None, started: Callable[[str], None], opened: Opened) -> None:
    """Serve the mirrors until Ctrl-C; ``started`` gets the address when it answers, ``opened`` that of each mirror.

    ``port`` None: 7273, or the next that is free. Raises :class:`~scrapepy.errors.UsageError` where there is none.
    """
    listener = _listener(host, port)
    with listener:
        address = f"http://{shown_host(host)}:{listener.getsockname()[1]}/"
        origins = Origins(Names(host), listener.getsockname()[1], opened)
        app = reader_app(library, origins, started=lambda: started(address))
        server = quiet_server(app, lifespan=True)
        with suppress(KeyboardInterrupt):
            asyncio.run(_run(server, listener))


async def _run(server: QuietServer, listener: socket.socket) -> None:
    task = asyncio.current_task()
    assert task is not None
    try:
        await server.serve([listener])
    except asyncio.CancelledError:  # Ctrl-C: asyncio.run cancels, and raises KeyboardInterrupt when this has ended
        server.should_exit = True
        await server.shutdown(sockets=[listener])
        raise


def _listener(host: str, port: int | None) -> socket.socket:
    last: OSError | None = None
    for number in (port,) if port is not None else (*range(PORT, PORT + _TRIED), 0):
        try:
            return listen(host, number)
        except OSError as error:
            last = error
            if not isinstance(error, socket.gaierror) and port is None and error.errno != errno.EADDRNOTAVAIL:
                continue
            break
    assert last is not None
    if isinstance(last, socket.gaierror):
        raise UsageError(f"no address is known for the host {host}") from last
    where = f"port {port} of {host}" if port is not None else host
    raise UsageError(f"cannot listen at {where}: {reason_of(last)}; name another with --port or --host") from last
