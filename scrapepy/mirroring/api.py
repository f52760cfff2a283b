"""``scrapepy.mirror``: the main job as one call, with the options of the command line."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from scrapepy.errors import UsageError
from scrapepy.mirroring.request import MirrorRequest
from scrapepy.mirroring.site import mirror_site
from scrapepy.mirroring.start_url import parse_start_url
from scrapepy.model.options import (
    AnchorStyle,
    ImagePolicy,
    IndexLinks,
    KeepOptions,
    Pace,
    RequestOptions,
    ScriptPolicy,
)
from scrapepy.model.report import MirrorReport


def mirror(
    url: str,
    *,
    stay_in_path: bool = False,
    path: str | None = None,
    include: Iterable[str] = (),
    exclude: Iterable[str] = (),
    subdomains: bool = False,
    max_depth: int | None = None,
    max_pages: int | None = None,
    sitemap: bool = True,
    delay: float = 0.5,
    concurrency: int = 4,
    timeout: float = 30.0,
    retries: int = 3,
    ignore_robots: bool = False,
    user_agent: str = "",
    headers: Mapping[str, str] | None = None,
    cookies: str | os.PathLike[str] | None = None,
    markdown: bool = True,
    assets: bool = True,
    max_size: int = 100_000_000,
    scripts: str = "auto",
    images: str = "local",
    min_words: int = 50,
    index_links: str = "link",
    anchors: str = "github",
    keep_removed: bool = False,
    html_dir: str | os.PathLike[str] = "ScrapedSites",
    markdown_dir: str | os.PathLike[str] = "MarkdownSites",
    on_event: Callable[[object], None] | None = None,
) -> MirrorReport:
    """Mirror the site at ``url``, or bring its mirror up to date: HTML that opens offline, and Markdown beside it.

    The options are those of ``scrapepy mirror``, with the same defaults: times in seconds, ``max_size`` in bytes.
    Credentials may stand in the address. ``on_event`` is told of progress (:mod:`scrapepy.crawl.events`). Blocks until
    done; from a notebook or async code it works in a thread of its own. Raises
    :class:`~scrapepy.errors.UsageError`, :class:`~scrapepy.errors.StartFailed`, :class:`~scrapepy.errors.StateError` or
    :class:`~scrapepy.errors.StoreError`.
    """
    start = parse_start_url(url)
    try:
        keep = KeepOptions(
            markdown=markdown,
            assets=assets,
            max_size=max_size,
            max_pages=max_pages,
            sitemap=sitemap,
            scripts=ScriptPolicy(scripts),
            images=ImagePolicy(images),
            min_words=min_words,
            index_links=IndexLinks(index_links),
            anchors=AnchorStyle(anchors),
            keep_removed=keep_removed,
        )
    except ValueError as error:
        raise UsageError(f"an option has no such value: {error}") from error
    if delay < 0 or concurrency < 1 or timeout <= 0 or retries < 0 or max_size < 1:
        raise UsageError("delay and retries must not be negative; concurrency, timeout and max_size must be positive")
    request = MirrorRequest(
        url=start.url,
        stay_in_path=stay_in_path,
        path=path,
        include=_globs(include),
        exclude=_globs(exclude),
        subdomains=subdomains,
        max_depth=max_depth,
        pace=Pace(delay=delay, concurrency=concurrency, timeout=timeout, retries=retries, ignore_robots=ignore_robots),
        request=RequestOptions(
            user_agent=user_agent,
            headers=tuple((headers or {}).items()),
            cookies_file=os.fspath(cookies) if cookies is not None else None,
            username=start.username,
            password=start.password,
        ),
        keep=keep,
        html_dir=Path(html_dir),
        markdown_dir=Path(markdown_dir),
    )
    return mirror_site(request, on_event)


def _globs(value: Iterable[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)
