"""Around both kinds of origin: who may ask, and how."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from scrapepy.reader.names import Names

_MISDIRECTED = 421
"""RFC 9110, section 15.5.20."""


class Guard:
    """Refuses a ``Host`` that is not ours and every method but GET and HEAD; hands the name on as ``state.name``."""

    def __init__(self, app: ASGIApp, names: Names) -> None:
        self._app = app
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or let the application answer."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        hosts = [value for key, value in scope["headers"] if key == b"host"]
        port = scope["server"][1]
        name = self._names.name_in(hosts[0].decode("latin-1"), port) if len(hosts) == 1 else None
        if name is None:
            refusal = PlainTextResponse("This address is not one of the reader's.", _MISDIRECTED)
        elif scope["method"] not in ("GET", "HEAD"):
            refusal = PlainTextResponse("The reader only reads.", 405, {"Allow": "GET, HEAD"})
        elif _crosses(Headers(scope=scope)):
            refusal = PlainTextResponse("The reader answers its own pages only.", 403)
        else:
            scope.setdefault("state", {})["name"] = name
            await self._app(scope, receive, send)
            return
        await refusal(scope, receive, send)


def _crosses(headers: Headers) -> bool:
    """True if a page of another origin asks for something that is no page (https://w3.org/TR/fetch-metadata/)."""
    if headers.get("sec-fetch-mode", "navigate") == "navigate":
        return False
    return headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none")
