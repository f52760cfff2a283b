"""One socket as asyncio feeds it, and as httpcore reads it."""

from __future__ import annotations

import asyncio
import os
import ssl
from typing import Any

import httpcore

from scrapepy.crawl.route import NoConnectionError
from scrapepy.model.outcome import FailureKind

_HIGH_WATER = 512 * 1024  # bytes that wait to be read before the peer is slowed down


class Wire(asyncio.Protocol):
    """What comes over one socket, held until it is read; the peer is slowed down when too much waits."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self.parts: list[bytes] = []
        self.held = 0
        self.closed = False
        self.error: Exception | None = None
        self.silent = True
        """Nothing has come since the last request."""
        self._waiter: asyncio.Future[None] | None = None
        self._paused = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Asyncio: the socket is ready."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        """Asyncio: something came."""
        self.parts.append(data)
        self.held += len(data)
        if self.held > _HIGH_WATER and self.transport is not None and not self._paused:
            self._paused = True
            self.transport.pause_reading()
        self._wake()

    def eof_received(self) -> bool:
        """Asyncio: the peer will send nothing more."""
        self.closed = True
        self._wake()
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        """Asyncio: the connection is gone."""
        self.closed = True
        self.error = exc
        self._wake()

    def _wake(self) -> None:
        waiter, self._waiter = self._waiter, None
        if waiter is not None and not waiter.done():
            waiter.set_result(None)

    async def read(self) -> bytes:
        """All that has come, or what comes next; empty at the end. Raises httpcore.ReadError."""
        if not self.parts and not self.closed:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        if self.parts:
            data = self.parts[0] if len(self.parts) == 1 else b"".join(self.parts)
            self.parts.clear()
            self.held = 0
            self.silent = False
            if self._paused and self.transport is not None:
                self._paused = False
                self.transport.resume_reading()
            return data
        if self.error is not None:
            raise httpcore.ReadError(words_of(self.error)) from self.error
        if self.silent:
            raise httpcore.ReadError("closed without an answer")
        return b""


class Stream(httpcore.AsyncNetworkStream):
    """One connection as httpcore wants it. Limits of time are the caller's (:mod:`scrapepy.crawl.fetch`)."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """What has come, at most some hundred kilobytes; empty at the end. Raises httpcore.ReadError."""
        return await self._wire.read()

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Send. Raises httpcore.WriteError."""
        if not buffer:
            return
        transport = self._wire.transport
        if transport is None or transport.is_closing():
            raise httpcore.WriteError("the connection is closed")
        self._wire.silent = True
        transport.write(buffer)

    async def aclose(self) -> None:
        """Close at once, whatever is under way."""
        if self._wire.transport is not None:
            self._wire.transport.abort()

    async def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.AsyncNetworkStream:
        """Speak TLS from here on. Raises NoConnectionError."""
        transport = self._wire.transport
        assert transport is not None
        try:
            secured = await asyncio.get_running_loop().start_tls(
                transport, self._wire, ssl_context, server_hostname=server_hostname
            )
        except ssl.SSLCertVerificationError as error:
            raise NoConnectionError(FailureKind.TLS, f"certificate: {error.verify_message}") from None
        except ssl.SSLError as error:
            raise NoConnectionError(FailureKind.TLS, (error.reason or str(error)).replace("_", " ").lower()) from None
        except OSError as error:
            raise NoConnectionError(FailureKind.TLS, str(error) or "connection closed during the handshake") from None
        assert secured is not None
        self._wire.transport = secured
        return self

    def get_extra_info(self, info: str) -> Any:
        """Answers ``is_readable`` only, by which httpcore knows that an idle connection is of no use any more."""
        if info == "is_readable":
            return self._wire.closed or bool(self._wire.parts)
        return None


def words_of(error: Exception) -> str:
    """The system's words for an error, without numbers."""
    if isinstance(error, OSError) and error.errno:
        return os.strerror(error.errno)
    return str(error) or type(error).__name__
