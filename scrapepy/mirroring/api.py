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
    BrowserPolicy,
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
    browser: str = "never",
    markdown: bool = True,
    assets: bool = True,
    max_size: int = 100_000_000,
    scripts: str = "auto",
    images: str = "local",
    min_words: int = 50,
    index_links: str = "link",
    anchors: str = "github",
    twins: bool = True,
    keep_removed: bool = False,
    llms: bool = False,
    accept_losses: bool = False,
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
    _check_types(str, url=url, user_agent=user_agent, scripts=scripts, images=images, index_links=index_links)
    _check_types(str, browser=browser, anchors=anchors, **({} if path is None else {"path": path}))
    _check_types(bool, stay_in_path=stay_in_path, subdomains=subdomains, sitemap=sitemap, ignore_robots=ignore_robots)
    _check_types(
        bool,
        markdown=markdown,
        assets=assets,
        twins=twins,
        keep_removed=keep_removed,
        accept_losses=accept_losses,
        llms=llms,
    )
    _check_number(int, concurrency, "concurrency", least=1)
    _check_number(int, retries, "retries", least=0)
    _check_number(int, max_size, "max_size", least=1)
    _check_number(int, min_words, "min_words", least=0)
    _check_number(int, max_pages, "max_pages", least=1, optional=True)
    _check_number(int, max_depth, "max_depth", least=0, optional=True)
    _check_number(float, delay, "delay", least=0)
    _check_number(float, timeout, "timeout", least=0)
    if not timeout:
        raise UsageError("timeout must be more than 0")
    include, exclude = _globs(include, "include"), _globs(exclude, "exclude")
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
            twins=twins,
            keep_removed=keep_removed,
            llms=llms,
            browser=BrowserPolicy(browser),
        )
    except ValueError as error:
        raise UsageError(f"an option has no such value: {error}") from error
    request = MirrorRequest(
        url=start.url,
        stay_in_path=stay_in_path,
        path=path,
        include=include,
        exclude=exclude,
        subdomains=subdomains,
        max_depth=max_depth,
        pace=Pace(delay=delay, concurrency=concurrency, timeout=timeout, retries=retries, ignore_robots=ignore_robots),
        request=RequestOptions(
            user_agent=user_agent,
            headers=_headers(headers),
            cookies_file=None if cookies is None else str(_path(cookies, "cookies")),
            username=start.username,
            password=start.password,
        ),
        keep=keep,
        accept_losses=accept_losses,
        html_dir=_path(html_dir, "html_dir"),
        markdown_dir=_path(markdown_dir, "markdown_dir"),
    )
    return mirror_site(request, on_event)


def _globs(value: Iterable[str], name: str) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,)
    try:
        globs = tuple(value)
    except TypeError:
        globs = (None,)  # type: ignore[assignment]
    if not all(isinstance(glob, str) for glob in globs):
        raise UsageError(f"{name} must be a text or several, not {_kind(value)}")
    return globs


def _headers(value: Mapping[str, str] | None) -> tuple[tuple[str, str], ...]:
    pairs = () if value is None else tuple(value.items()) if isinstance(value, Mapping) else None
    if pairs is None or not all(isinstance(text, str) for pair in pairs for text in pair):
        raise UsageError("headers must be a mapping of names to texts")
    return pairs


def _path(value: str | os.PathLike[str], name: str) -> Path:
    try:
        return Path(value)
    except TypeError:
        raise UsageError(f"{name} must be a path, not {_kind(value)}") from None


def _check_types(kind: type, **options: object) -> None:
    """Raise UsageError for an option of another type, which would else fail somewhere far from here."""
    for name, value in options.items():
        if not isinstance(value, kind):
            raise UsageError(f"{name} must be {_WORDS[kind]}, not {_kind(value)}")


def _check_number(kind: type, value: object, name: str, *, least: int, optional: bool = False) -> None:
    """Raise UsageError for what is no number, or a smaller one than may be; a bool is none."""
    if value is None and optional:
        return
    if isinstance(value, bool) or not isinstance(value, int if kind is int else int | float):
        raise UsageError(f"{name} must be {_WORDS[kind]}, not {_kind(value)}")
    if not least <= value < float("inf"):
        raise UsageError(f"{name} must be {least} or more, not {value}")


def _kind(value: object) -> str:
    return "None" if value is None else type(value).__name__


_WORDS: dict[type, str] = {str: "a text", bool: "True or False", int: "a whole number", float: "a number"}
