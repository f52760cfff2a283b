"""The origin of one mirror's saved pages."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import Receive, Scope, Send

from scrapepy.reader.names import other_name
from scrapepy.reader.places import file_at, media_type
from scrapepy.reader.policies import saved_headers

FRAME_SCRIPT = ".scrapepy-frame.js"
"""Tells the reader where its frame is; no saved file has this name, since the state's folder begins like it."""
_TAG = f'<script src="/{FRAME_SCRIPT}"></script>'.encode()
_HTML = (".html", ".htm", ".xhtml")
_HEAD = re.compile(
    rb"<!--.*?-->|(<head(?:\s[^>]*)?>)|<(?:body|frameset|script|style|title)\b", re.DOTALL | re.IGNORECASE
)
_LOOKED_AT = 64 * 1024


class SavedSite:
    """An ASGI application that answers with the files below ``root``, and nothing else."""

    def __init__(self, site: str, root: Path, reader_port: int) -> None:
        self.site = site
        self._root = root
        self._reader_port = reader_port
        self._script = files("scrapepy.reader").joinpath("static/frame.js").read_bytes()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return
        request = Request(scope)
        response = await run_in_threadpool(self._answer, request)
        name = request.state.name
        readers = " ".join(f"http://{one}:{self._reader_port}" for one in dict.fromkeys((other_name(name), name)))
        for header, value in saved_headers(readers).items():
            response.headers[header] = value
        await response(scope, receive, send)

    def _answer(self, request: Request) -> Response:
        if request.headers.get("service-worker"):
            return PlainTextResponse("A saved page gets no service worker.", 403)
        path = request.scope["path"].removeprefix("/")
        if path == FRAME_SCRIPT:
            return Response(self._script, media_type="text/javascript")
        if request.headers.get("sec-fetch-dest") == "document":
            home = f"http://{other_name(request.state.name)}:{self._reader_port}"
            return RedirectResponse(f"{home}/page/{quote(self.site)}/{quote(path)}", 302)
        found = file_at(self._root, path) or file_at(self._root, f"{path.rstrip('/')}/index.html".lstrip("/"))
        if found is None:
            return PlainTextResponse("This file is not in the mirror.", 404)
        if found.name.lower().endswith(_HTML):
            return Response(_with_script(found.read_bytes()), headers={"Content-Type": media_type(found.name)})
        return FileResponse(found, headers={"Content-Type": media_type(found.name)})


def _with_script(page: bytes) -> bytes:
    """Our script before all of the page's own; where there is no head, the parser makes one around it."""
    for match in _HEAD.finditer(page, 0, _LOOKED_AT):
        if match[1]:
            return page[: match.end()] + _TAG + page[match.end() :]
        if not match[0].startswith(b"<!--"):
            return page[: match.start()] + _TAG + page[match.start() :]
    return page + _TAG
