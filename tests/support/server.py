"""A scripted HTTP server in a thread: each path answers what its script says, and everything asked is logged.

It speaks over raw sockets, so that it can do what servers should not: cut a body off, reset the line, send a byte at a
time, promise a wrong length, never end. Asked through ``HTTP_PROXY`` (:attr:`Server.proxies`) it plays any number of
hosts: scripts are looked up by the whole address first, then by the path alone.

>>> with Server() as server:
...     server.script("/", html('<a href="a">a</a>'))
...     server.script("/a", Answer(503), html("came at the second try"))
...     server.script("http://cdn.test/x.css", Answer(200, b"b{}", {"Content-Type": "text/css"}))
"""

from __future__ import annotations

import contextlib
import gzip
import os
import random
import socket
import ssl
import struct
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from pathlib import Path
from typing import IO
from urllib.parse import urlsplit

CERTIFICATE = Path(__file__).with_name("localhost.pem")
"""A certificate with its key, made for these tests and trusted by nobody."""
JITTER = float(os.environ.get("SCRAPEPY_JITTER") or 0)
"""Milliseconds that each answer waits at most, another time each, so that answers come in other orders (0)."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer. The fields after ``headers`` are the ways to misbehave."""

    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    delay: float = 0.0
    """Seconds before the first byte."""
    drip: float = 0.0
    """Seconds between pieces of the body of ``piece`` bytes each."""
    piece: int = 1
    cut: int | None = None
    """The connection is closed after so many bytes of the body."""
    reset: bool = False
    """The connection is reset (RST) instead of closed, after ``cut`` bytes, or at once without ``cut``."""
    length: int | None = None
    """A Content-Length other than the body's."""
    chunked: bool = False
    broken_chunk: bool = False
    endless: bool = False
    """The body is repeated until the client goes away."""
    close: bool = False
    """Close the connection afterwards; without a length the end of the connection is the end of the body."""
    raw: bytes | None = None
    """Sent as it is, instead of everything; by drips where ``drip`` says so."""


@dataclass(frozen=True, slots=True)
class Request:
    """One request as it came."""

    at: float
    """time.monotonic() when its head was complete."""
    method: str
    url: str
    """Absolute; of a CONNECT, host and port."""
    path: str
    """With the query."""
    headers: Mapping[str, str]
    """Names in lower case."""
    concurrency: int
    """How many requests to the same host were under way when it came, itself included."""
    connection: int
    """Number of the connection it came on."""

    @property
    def host(self) -> str:
        return urlsplit(self.url).netloc


Script = Callable[[Request], Answer]


class Server:
    """The server; a context manager. ``origin`` is ``http://127.0.0.1:<port>``."""

    def __init__(self, address: str = "127.0.0.1", *, tls: bool = False) -> None:
        self._tls = tls_context() if tls else None
        self._scripts: dict[str, Script] = {}
        self._lock = threading.Lock()
        self._under_way: dict[str, int] = {}
        self._connections = 0
        self._sockets: set[socket.socket] = set()
        self._open = True
        self.log: list[Request] = []
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        self._listener = socket.create_server((address, 0), family=family)
        self.port: int = self._listener.getsockname()[1]
        self.host = f"[{address}]:{self.port}" if ":" in address else f"{address}:{self.port}"
        self.origin = f"{'https' if tls else 'http'}://{self.host}"
        self._thread = threading.Thread(target=self._accept, daemon=True)
        self._thread.start()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop listening and drop all connections."""
        self._open = False
        with self._lock:
            sockets = list(self._sockets)
        for sock in (self._listener, *sockets):
            with contextlib.suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join(timeout=5)

    # scripting

    def script(self, where: str, *answers: Answer | Script) -> None:
        """What ``where`` (a path with its query, or a whole address) answers: in turn, the last one for ever.

        ``/path?*`` stands for the path with any query for which there is no other script.
        """
        if len(answers) == 1 and not isinstance(answers[0], Answer):
            self._scripts[where] = answers[0]
            return
        queue = list(answers)

        def turn(request: Request) -> Answer:
            with self._lock:
                answer = queue.pop(0) if len(queue) > 1 else queue[0]
            return answer if isinstance(answer, Answer) else answer(request)

        self._scripts[where] = turn

    def pages(self, site: Mapping[str, str | Answer]) -> None:
        """Script many paths at once; a text is an HTML page."""
        for where, answer in site.items():
            self.script(where, answer if isinstance(answer, Answer) else html(answer))

    # the log

    def asked(self, path: str | None = None) -> list[Request]:
        """The requests so far, or those for one path or address."""
        with self._lock:
            log = list(self.log)
        return [r for r in log if path is None or path in (r.path, r.url)]

    def paths(self) -> list[str]:
        """The paths asked for, in order."""
        return [request.path for request in self.asked()]

    def urls(self) -> list[str]:
        """The addresses asked for, in order."""
        return [request.url for request in self.asked()]

    def is_paced(self, delay: float, begun: float, first: int = 0) -> bool:
        """True if no request came before its turn, ``delay`` seconds each, counted from ``begun`` (time.monotonic()).

        The ``first`` requests of the log were before that.

        Gaps between requests tell less: a busy machine notes one late, and the next in time.
        """
        return all(request.at - begun >= number * delay for number, request in enumerate(self.asked()[first:]))

    @property
    def connections(self) -> int:
        """How many are open."""
        with self._lock:
            return len(self._sockets)

    # serving

    def _accept(self) -> None:
        while self._open:
            try:
                sock, _ = self._listener.accept()
            except OSError:
                return
            with self._lock:
                self._connections += 1
                number = self._connections
                self._sockets.add(sock)
            threading.Thread(target=self._serve, args=(sock, number), daemon=True).start()

    def _serve(self, sock: socket.socket, number: int) -> None:
        served = sock
        try:
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self._tls is not None:
                served = self._tls.wrap_socket(sock, server_side=True)
            self._speak(served, number)
        except OSError:
            pass
        finally:
            with self._lock:
                self._sockets.discard(sock)
            with contextlib.suppress(OSError):
                served.close()

    def _speak(self, sock: socket.socket, number: int) -> None:
        with sock.makefile("rb") as reader:
            while self._open and self._one(sock, reader, number):
                pass

    def _one(self, sock: socket.socket, reader: IO[bytes], number: int) -> bool:
        line = reader.readline().decode("latin-1").split()
        if len(line) != 3:
            return False
        method, target = line[:2]
        headers: dict[str, str] = {}
        while (field_line := reader.readline()).strip():
            name, _, value = field_line.decode("latin-1").partition(":")
            headers[name.strip().lower()] = value.strip()
        scheme = "https" if isinstance(sock, ssl.SSLSocket) else "http"
        host, path = headers.get("host", self.host), target
        if "://" in target:
            scheme, host = target.partition("://")[0], urlsplit(target).netloc
            path = target.partition("://")[2].removeprefix(host) or "/"
        url = target if method == "CONNECT" else f"{scheme}://{host}{path}"
        with self._lock:
            self._under_way[host] = self._under_way.get(host, 0) + 1
            request = Request(time.monotonic(), method, url, path, headers, self._under_way[host], number)
            self.log.append(request)
        try:
            if method == "CONNECT" and target in self._scripts:
                sock.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
                with tls_context().wrap_socket(sock, server_side=True) as inner:
                    self._speak(inner, number)
                return False
            script = self._scripts.get(url) or self._scripts.get(path)
            if script is None and "?" in path:
                script = self._scripts.get(path.partition("?")[0] + "?*")
            answer = script(request) if script else Answer(404, b"<h1>Not Found</h1>", {"Content-Type": "text/html"})
            return self._send(sock, answer, method)
        finally:
            with self._lock:
                self._under_way[host] -= 1

    def _send(self, sock: socket.socket, answer: Answer, method: str) -> bool:
        if answer.delay or JITTER:
            self._sleep(answer.delay + JITTER / 1000 * random.Random(time.monotonic_ns()).random())
        if answer.raw is not None:
            step = answer.piece if answer.drip else max(len(answer.raw), 1)
            for start in range(0, len(answer.raw), step):
                sock.sendall(answer.raw[start : start + step])
                self._sleep(answer.drip)
            return False
        if answer.reset and answer.cut is None:
            _reset(sock)
            return False
        body, headers = answer.body, {name.lower(): name for name in answer.headers}
        head = [f"HTTP/1.1 {answer.status} {_phrase(answer.status)}"]
        head += [f"{name}: {value}" for name, value in answer.headers.items()]
        bodiless = answer.status in (204, 304) or answer.status < 200 or method == "HEAD"
        if answer.chunked or answer.broken_chunk:
            head.append("Transfer-Encoding: chunked")
        elif answer.length is not None:
            head.append(f"Content-Length: {answer.length}")
        elif not answer.endless and not answer.close and "content-length" not in headers and not bodiless:
            head.append(f"Content-Length: {len(body)}")
        if answer.close or answer.endless:
            head.append("Connection: close")
        sock.sendall("\r\n".join([*head, "", ""]).encode("utf-8"))
        if bodiless:
            return not answer.close
        self._send_body(sock, answer, body)
        if answer.reset:
            _reset(sock)
        return not (
            answer.close or answer.endless or answer.cut is not None or answer.reset or answer.broken_chunk
        ) and (answer.length is None or answer.length == len(body))

    def _send_body(self, sock: socket.socket, answer: Answer, body: bytes) -> None:
        if answer.cut is not None:
            body = body[: answer.cut]
        if answer.broken_chunk:
            sock.sendall(b"%x\r\n%s\r\nnot a size\r\n" % (len(body), body))
            return
        while answer.endless and self._open:
            sock.sendall(body)
            if answer.drip:
                self._sleep(answer.drip)
        if answer.drip:
            pieces: Iterable[bytes] = (body[i : i + answer.piece] for i in range(0, len(body), answer.piece))
        else:
            pieces = (body,)
        for piece in pieces:
            if piece:
                sock.sendall(b"%x\r\n%s\r\n" % (len(piece), piece) if answer.chunked else piece)
            if answer.drip:
                self._sleep(answer.drip)
                if not self._open:
                    return
        if answer.chunked:
            sock.sendall(b"0\r\n\r\n")

    def _sleep(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while self._open and (left := end - time.monotonic()) > 0:
            time.sleep(min(left, 0.05))


def tls_context() -> ssl.SSLContext:
    """A server's TLS context for ``localhost``, ``docs.test`` and 127.0.0.1, with a certificate that nobody trusts."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    return context


def _reset(sock: socket.socket) -> None:
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    sock.close()


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "Odd"


# ready-made answers


def html(body: str, status: int = 200, **headers: str) -> Answer:
    """An HTML page in UTF-8; header names are written with ``_`` for ``-``."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(status, body.encode(), {"Content-Type": "text/html; charset=utf-8", **named})


def typed(content_type: str, body: bytes | str = b"", **headers: str) -> Answer:
    """A body of some type."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(200, body.encode() if isinstance(body, str) else body, {"Content-Type": content_type, **named})


def redirect(location: str, status: int = 301, **headers: str) -> Answer:
    """A redirect."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(status, b"", {"Location": location, **named})


def robots(text: str) -> Answer:
    """A robots.txt."""
    return typed("text/plain", text)


def gzipped(answer: Answer) -> Answer:
    """The same answer, compressed."""
    return replace(answer, body=gzip.compress(answer.body), headers={**answer.headers, "Content-Encoding": "gzip"})


def conditional(answer: Answer, etag: str = "", modified: str = "") -> Script:
    """The same answer with validators, and 304 for a request that holds one of them (RFC 9110, section 13)."""
    validators = {"ETag": etag, "Last-Modified": modified}
    headers = {name: value for name, value in validators.items() if value}

    def script(request: Request) -> Answer:
        if (etag and request.headers.get("if-none-match") == etag) or (
            modified and request.headers.get("if-modified-since") == modified
        ):
            return Answer(304, b"", headers)
        return replace(answer, headers={**answer.headers, **headers})

    return script


def bomb(megabytes: int) -> bytes:
    """A gzip stream that unpacks to so many MiB of zeros."""
    return gzip.compress(bytes(megabytes * 1024 * 1024), compresslevel=9)
