"""Which URLs are pages of a mirror (SPEC 4, "Scope")."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from string import ascii_letters, digits, punctuation
from urllib.parse import quote

from scrapepy.decide.wildcard import Wildcard
from scrapepy.model.options import Scope
from scrapepy.model.skip import Skip, SkipReason
from scrapepy.model.url import CanonicalUrl
from scrapepy.web.canonical import host_of, path_and_query, resolve


def scope_of(
    seed: CanonicalUrl,
    *,
    stay_in_path: bool = False,
    path: str | None = None,
    include: Iterable[str] = (),
    exclude: Iterable[str] = (),
    subdomains: bool = False,
    max_depth: int | None = None,
) -> Scope:
    """The scope that the options of a run mean.

    ``path`` wins over ``stay_in_path``. ``/guide`` with ``stay_in_path`` is taken for a page in ``/``; if the server
    redirects it to ``/guide/``, the caller makes a new scope from there.

    >>> scope_of("http://h/guide/index.html", stay_in_path=True).prefix
    '/guide/'
    """
    if path:
        prefix = _path_of(resolve(path if "://" in path else "/" + path.lstrip("/"), seed) or seed)
    elif stay_in_path:
        folder = _path_of(seed)
        prefix = folder[: folder.rfind("/") + 1]
    else:
        prefix = "/"
    return Scope(seed, prefix, tuple(include), tuple(exclude), subdomains, max_depth)


def in_scope(url: CanonicalUrl, scope: Scope) -> bool:
    """True if ``url`` is a page of the mirror at whatever depth."""
    return _refusal(url, scope) is None


def judge(url: CanonicalUrl, scope: Scope, depth: int) -> Skip | None:
    """Why ``url``, found at ``depth`` links from the start, is left out; None if it is to be fetched.

    ``--exclude`` is asked first, then ``--include``, then host and path, last the depth. The seed is always in scope.
    """
    if url == scope.seed:
        return None
    refused = _refusal(url, scope)
    if refused is not None:
        reason, rule = refused
        return Skip(url, reason, rule)
    if scope.max_depth is not None and depth > scope.max_depth:
        return Skip(url, SkipReason.DEPTH, f"--max-depth {scope.max_depth}")
    return None


def included(url: CanonicalUrl, scope: Scope) -> bool:
    """True if an ``--include`` pattern names ``url``, which overrules the skip list too (and no ``--exclude`` does)."""
    return (
        bool(scope.include)
        and _on_site(url, scope)
        and _first_match(url, scope.include) is not None
        and _first_match(url, scope.exclude) is None
    )


def same_site(first: str, second: str) -> bool:
    """True if two absolute addresses are of one site: the same host and port, scheme and ``www.`` aside.

    >>> same_site("http://docs.example.com/", "https://www.docs.example.com/x")
    True
    """
    return _bare(host_of(first)) == _bare(host_of(second))


@lru_cache(maxsize=512)
def glob(pattern: str) -> Wildcard:
    """A ``--include`` or ``--exclude`` pattern, which must match all of a URL's path and query.

    Only ``*`` is special, and crosses ``/``. A pattern that starts with neither ``/`` nor ``*`` gets a ``/``; of one
    that is a whole URL, path and query count.
    """
    if "://" in pattern:
        pattern = path_and_query(pattern)
    if not pattern.startswith(("/", "*")):
        pattern = "/" + pattern
    escaped = quote(pattern, safe=ascii_letters + digits + punctuation)
    return Wildcard(tuple(escaped.split("*")), anchored=True)


def _refusal(url: CanonicalUrl, scope: Scope) -> tuple[SkipReason, str] | None:
    if url == scope.seed:
        return None
    if scope.exclude and (pattern := _first_match(url, scope.exclude)) is not None:
        return SkipReason.EXCLUDED, f"--exclude {pattern}"
    if not _on_site(url, scope):
        return SkipReason.OUT_OF_SCOPE, "other host"
    if scope.include and _first_match(url, scope.include) is not None:
        return None
    if scope.prefix != "/" and not _under(_path_of(url), scope.prefix):
        return SkipReason.OUT_OF_SCOPE, f"not under {scope.prefix}"
    return None


def _on_site(url: CanonicalUrl, scope: Scope) -> bool:
    host = host_of(url)
    home = _host_of_seed(scope.seed)
    if host == home:
        return True
    home = _bare(home)
    if _bare(host) == home:  # the links of a site that moved to www. still name the old host, and the other way round
        return True
    return scope.subdomains and host.endswith("." + home)


def _under(path: str, prefix: str) -> bool:
    if prefix.endswith("/"):
        return path.startswith(prefix)
    return path == prefix or path.startswith(prefix + "/")


def _first_match(url: CanonicalUrl, patterns: tuple[str, ...]) -> str | None:
    target = path_and_query(url)
    return next((pattern for pattern in patterns if glob(pattern).matches(target)), None)


def _path_of(url: str) -> str:
    return path_and_query(url).partition("?")[0]


def _bare(host: str) -> str:
    return host.removeprefix("www.")


@lru_cache(maxsize=64)
def _host_of_seed(seed: CanonicalUrl) -> str:
    return host_of(seed)
