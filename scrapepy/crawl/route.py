"""Where a request goes, and what it is when it cannot get there."""

from __future__ import annotations

from dataclasses import dataclass

from scrapepy.crawl.proxies import Proxy
from scrapepy.model.outcome import FailureKind


class NoConnectionError(Exception):
    """No connection: ``kind`` says why, the message in words."""

    def __init__(self, kind: FailureKind, detail: str) -> None:
        super().__init__(detail)
        self.kind = kind


@dataclass(frozen=True, slots=True)
class Route:
    """Where a request goes. ``start_host`` and ``public_referrer`` decide which addresses may be asked."""

    scheme: str
    host: str
    """Without brackets."""
    port: int
    proxy: Proxy | None = None
    start_host: bool = False
    public_referrer: bool = False
