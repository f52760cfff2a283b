"""Serves the demo site on loopback, as a small but well-behaved web server would."""

from __future__ import annotations

import hashlib
import mimetypes
import threading
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import TracebackType
from typing import Any, Self
from urllib.parse import unquote, urlsplit

PREFERRED_PORT = 8765
"""So that a second demo finds the first one's mirror; where it is taken, any free port."""
_REDIRECTS = {"/quickstart": "/guide/first-steps.html"}
_WITH_ORIGIN = (".txt", ".xml")
"""Files in which ``{origin}`` stands for the server's own address."""
_NOT_FOUND = b"<!DOCTYPE html>\n<title>404 Not Found</title>\n<h1>404 Not Found</h1>\n<p>There is no such page.</p>\n"


def demo_files() -> dict[str, bytes]:
    """Path → content of everything that is served; a folder's index stands under the folder too."""
    found: dict[str, bytes] = {}
    _collect(files("scrapepy").joinpath("demo_site"), "/", found)
    return found


def _collect(folder: Traversable, path: str, found: dict[str, bytes]) -> None:
    for entry in folder.iterdir():
        if entry.is_dir():
            _collect(entry, f"{path}{entry.name}/", found)
        else:
            content = entry.read_bytes()
            found[path + entry.name] = content
            if entry.name == "index.html":
                found[path] = content


class _Handler(BaseHTTPRequestHandler):
    """Looks paths up in a table, so that no path leads out of the site."""

    protocol_version = "HTTP/1.1"
    server_version = "ScrapePyDemo"
    sys_version = ""

    def __init__(self, site: dict[str, bytes], *args: Any) -> None:
        self.site = site
        super().__init__(*args)

    def do_GET(self) -> None:
        """Answer with a file, a redirect, 304 or 404."""
        path = unquote(urlsplit(self.path).path)
        if path in _REDIRECTS:
            self._answer(HTTPStatus.MOVED_PERMANENTLY, b"", "text/html", location=_REDIRECTS[path])
            return
        content = self.site.get(path)
        if content is None:
            self._answer(HTTPStatus.NOT_FOUND, _NOT_FOUND, "text/html; charset=utf-8")
            return
        if path.endswith(_WITH_ORIGIN):
            origin = f"http://{self.headers.get('Host', 'localhost')}"
            content = content.replace(b"{origin}", origin.encode("ascii", "replace"))
        tag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
        if self.headers.get("If-None-Match") == tag:
            self._answer(HTTPStatus.NOT_MODIFIED, b"", "", etag=tag)
        else:
            self._answer(HTTPStatus.OK, content, _media_type(path), etag=tag)

    do_HEAD = do_GET  # noqa: N815 (the name that http.server calls)

    def _answer(self, status: HTTPStatus, body: bytes, media_type: str, **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.title(), value)
        if status is not HTTPStatus.NOT_MODIFIED:
            self.send_header("Content-Type", media_type)
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: the terminal belongs to the mirror."""


def _media_type(path: str) -> str:
    if path.endswith("/"):
        return "text/html; charset=utf-8"
    guessed = mimetypes.guess_type(path)[0] or "application/octet-stream"
    return f"{guessed}; charset=utf-8" if guessed.startswith("text/") else guessed


@dataclass(slots=True)
class DemoServer:
    """The demo site at ``origin`` for the length of a ``with``."""

    port: int = PREFERRED_PORT
    _server: ThreadingHTTPServer | None = field(default=None, init=False)

    @property
    def origin(self) -> str:
        """``http://127.0.0.1:8765``"""
        assert self._server is not None, "the server runs inside the with"
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        handler = partial(_Handler, demo_files())
        try:
            self._server = ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        except OSError:
            self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, name="demo-server", daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._server is not None
        self._server.shutdown()
        self._server.server_close()
