"""The parts of a crawl as a request asks for them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from scrapepy.crawl.browser import Chromium
from scrapepy.crawl.plan import ScopeOptions
from scrapepy.crawl.rendering import Rendering
from scrapepy.decide.robots import product_token
from scrapepy.errors import UsageError
from scrapepy.mirroring.request import MirrorRequest
from scrapepy.mirroring.stored_copies import StateLibrary
from scrapepy.model.options import BrowserPolicy
from scrapepy.model.url import CanonicalUrl
from scrapepy.store.state import State
from scrapepy.web.canonical import canonical

if TYPE_CHECKING:
    from scrapepy.crawl.fetch import HttpFetcher

HANDLER = "scrapepy.mirroring.derive:handle"
"""What the worker processes run."""


def start_of(request: MirrorRequest) -> CanonicalUrl:
    """The identity of the start URL. Raises UsageError."""
    start = canonical(request.url)
    if start is None:
        raise UsageError(f"not a web address: {request.url}")
    return start


def scope_of(request: MirrorRequest) -> ScopeOptions:
    """What the scope is made from."""
    return ScopeOptions(
        request.stay_in_path,
        request.path,
        request.include,
        request.exclude,
        request.subdomains,
        request.max_depth,
    )


def fetcher_for(request: MirrorRequest, start: str, spool: str) -> HttpFetcher:
    """A fetcher; ``spool`` is the folder for large bodies, ``start`` the address whose host is told the secrets."""
    from scrapepy.crawl.fetch import HttpFetcher  # here: the workers load their part meanwhile

    return HttpFetcher(request.pace, request.request, start=start, max_size=request.keep.max_size, spool_dir=spool)


@asynccontextmanager
async def rendering_for(request: MirrorRequest, state: State) -> AsyncIterator[Rendering]:
    """What has pages drawn, as long as it is needed; the browser starts with the first page for it."""
    if request.keep.browser is BrowserPolicy.NEVER:
        yield Rendering()
        return
    chromium = Chromium()
    try:
        yield Rendering(request.keep.browser, chromium, StateLibrary(state))
    finally:
        await chromium.aclose()


def token_of(request: MirrorRequest) -> str:
    """The product token that robots.txt files know us by."""
    return product_token(request.request.user_agent) if request.request.user_agent else "ScrapePy"
