"""The reader's own origin: which address shows what."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import anyio.to_thread
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from scrapepy.reader import views
from scrapepy.reader.guard import Guard
from scrapepy.reader.library import Library
from scrapepy.reader.names import other_name
from scrapepy.reader.origins import Origins
from scrapepy.reader.places import file_at, media_type
from scrapepy.reader.policies import file_headers, reader_headers
from scrapepy.reader.views import Asked, Shown

_THREADS = 4
_STATIC = Path(__file__).parent / "static"
_SHOWN_FILES = ("image/", "text/plain", "audio/", "video/")


class Reader:
    """The answers. ``origins`` opens a port for a mirror whose page is looked at."""

    def __init__(self, library: Library, origins: Origins) -> None:
        self._library = library
        self._origins = origins

    async def start(self, request: Request) -> Response:
        """All mirrors."""
        return _page(await run_in_threadpool(views.start, self._library))

    async def search(self, request: Request) -> Response:
        """Results as a page."""
        values = request.query_params
        query, site, limit = values.get("q", ""), values.get("site", ""), _number(values.get("limit"))
        return _page(await run_in_threadpool(views.results, self._library, query, site, limit))

    async def suggest(self, request: Request) -> Response:
        """Results as one types."""
        query = request.query_params.get("q", "")
        html = await run_in_threadpool(views.suggestions, self._library, query)
        return _page(Shown(html))

    async def page(self, request: Request) -> Response:
        """A page of a mirror, as saved or as Markdown."""
        site, path = request.path_params["site"], request.path_params.get("path", "")
        found = await run_in_threadpool(views.find_page, self._library, site, path)
        if isinstance(found, str):
            return RedirectResponse(found, 302, reader_headers())
        if not isinstance(found, Asked):
            return _page(found)
        try:
            port = self._origins.port_of(site, found.layout.html)
        except OSError as error:
            return _page(views.trouble(f"No port could be had for the saved pages: {error.strerror}.", site))
        frame = f"http://{other_name(request.state.name)}:{port}"
        view, at = request.query_params.get("view", ""), request.query_params.get("at", "")
        part = _number(request.query_params.get("part"))
        return _page(await run_in_threadpool(views.page, found, view, frame, at, part), frame)

    async def contents(self, request: Request) -> Response:
        """All pages of a mirror."""
        number = _number(request.query_params.get("p"))
        return _page(await run_in_threadpool(views.contents, self._library, request.path_params["site"], number))

    async def changes(self, request: Request) -> Response:
        """What the last refresh changed."""
        from scrapepy.reader.changes_view import changes

        number = _number(request.query_params.get("p"))
        return _page(await run_in_threadpool(changes, self._library, request.path_params["site"], number))

    async def file(self, request: Request) -> Response:
        """A file of one of the two trees: an image in a text, something to be saved."""
        site, tree, path = (request.path_params[name] for name in ("site", "tree", "path"))
        layout = await run_in_threadpool(self._library.layout, site)
        root = {"html": layout.html, "markdown": layout.markdown}.get(tree) if layout is not None else None
        found = await run_in_threadpool(file_at, root, path) if root is not None else None
        if found is None:
            return _page(await run_in_threadpool(views.missing, "This file is not in the mirror."))
        kind = media_type(found.name)
        headers = file_headers() | {"Content-Type": kind}
        if kind.startswith(_SHOWN_FILES):
            return FileResponse(found, headers=headers)
        return FileResponse(found, headers=headers, filename=found.name, content_disposition_type="attachment")

    async def static(self, request: Request) -> Response:
        """Our style sheet, our script, our mark."""
        found = await run_in_threadpool(file_at, _STATIC, request.path_params["name"])
        if found is None or found.name == "frame.js":
            return _page(await run_in_threadpool(views.missing, "There is no such file."))
        return FileResponse(found, headers=reader_headers() | {"Content-Type": media_type(found.name)})


def reader_app(library: Library, origins: Origins, *, started: Callable[[], None] = lambda: None) -> ASGIApp:
    """The application for the reader's port; ``started`` is called when it is about to answer."""
    reader = Reader(library, origins)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        anyio.to_thread.current_default_thread_limiter().total_tokens = _THREADS
        threading.Thread(target=library.warm, name="reader-warm", daemon=True).start()
        started()
        try:
            yield
        finally:
            await origins.close()

    async def not_found(request: Request, error: Exception) -> Response:
        return _page(await run_in_threadpool(views.missing, "There is no such page in the reader."))

    routes = [
        Route("/", reader.start),
        Route("/search", reader.search),
        Route("/suggest", reader.suggest),
        Route("/page/{site}", reader.page),
        Route("/page/{site}/", reader.page),
        Route("/page/{site}/{path:path}", reader.page),
        Route("/contents/{site}", reader.contents),
        Route("/changes/{site}", reader.changes),
        Route("/file/{site}/{tree}/{path:path}", reader.file),
        Route("/static/{name}", reader.static),
    ]
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers={404: not_found})
    return Guard(app, origins.names)


def _page(shown: Shown, frame: str = "'none'") -> HTMLResponse:
    return HTMLResponse(shown.html, shown.status, reader_headers(frame))


def _number(text: str | None) -> int:
    return int(text) if text is not None and text.isascii() and text.isdigit() and len(text) < 7 else 0
