"""Pages that turned out to be one when all were in: the folder and its index file, ``www.`` and the bare host, a page
and its ``rel=canonical``.

A pure function over what the state recorded; run once, when gathering is done (SPEC 4, "Identity").
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scrapepy.model.url import CanonicalUrl
from scrapepy.web.canonical import host_of

_INDEX = re.compile(r"/(?:index|default)\.(?:x?html?|php|aspx?|jsp)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PageRecord:
    """A saved page. ``text_hash`` is that of its main text, ``words`` how many that has."""

    url: CanonicalUrl
    sha256: str
    text_hash: str = ""
    canonical: CanonicalUrl | None = None
    words: int = 1


@dataclass(frozen=True, slots=True)
class Alias:
    """``source`` is the same page as ``target``, which is no alias itself.

    ``why`` is ``index``, ``twin`` or ``canonical``.
    """

    source: CanonicalUrl
    target: CanonicalUrl
    why: str


def settle_aliases(pages: Iterable[PageRecord]) -> list[Alias]:
    """The pages that need no file of their own, in the byte order of their URLs.

    ``/x/index.html`` stands for ``/x/`` where the bytes are the same, and a page of ``www.h`` for that of ``h`` (or the
    other way round: the host with more pages stays) where bytes or main text are. A page stands for its
    ``rel=canonical`` where that was saved and says the same: sites that name their start page as canonical everywhere
    would else lose pages, and so would pages without text, which all say the same nothing.

    >>> page = PageRecord(CanonicalUrl("http://h/x/"), "1")
    >>> twin = PageRecord(CanonicalUrl("http://h/x/index.html"), "1")
    >>> [(alias.source, alias.why) for alias in settle_aliases([page, twin])]
    [('http://h/x/index.html', 'index')]
    """
    known = {page.url: page for page in pages}
    targets: dict[CanonicalUrl, tuple[CanonicalUrl, str]] = {}
    for url in sorted(known):
        page = known[url]
        folder = CanonicalUrl(_INDEX.sub("/", url))
        twin = known.get(folder)
        if folder != url and twin is not None and twin.sha256 == page.sha256:
            targets[url] = (folder, "index")
    homes = Counter(host_of(url) for url in known)
    for url in sorted(known) if _has_twins(homes) else ():
        twin = _twin(known, homes, url)
        if twin is not None and url not in targets and _end(targets, twin.url) != url:
            targets[url] = (twin.url, "twin")
    for url in sorted(known):
        page = known[url]
        other = known.get(page.canonical) if page.canonical is not None else None
        if other is None or url in targets or not page.words or not page.text_hash:
            continue
        if page.text_hash == other.text_hash and _end(targets, other.url) != url:
            targets[url] = (other.url, "canonical")
    return [Alias(url, _end(targets, target), why) for url, (target, why) in sorted(targets.items())]


def _has_twins(hosts: Iterable[str]) -> bool:
    known = set(hosts)
    return any("www." + host in known for host in known)


def _twin(known: Mapping[CanonicalUrl, PageRecord], homes: Mapping[str, int], url: CanonicalUrl) -> PageRecord | None:
    """The same page on the host with ``www.``, or without, if that is the one with more pages."""
    host = host_of(url)
    other = host.removeprefix("www.") if host.startswith("www.") else "www." + host
    if (homes.get(other, 0), other) < (homes[host], host):
        return None
    page, rest = known[url], url.partition("://")[2].removeprefix(host)
    for scheme in ("https", "http"):
        twin = known.get(CanonicalUrl(f"{scheme}://{other}{rest}"))
        if twin is not None and (
            twin.sha256 == page.sha256 or (page.words and page.text_hash and twin.text_hash == page.text_hash)
        ):
            return twin
    return None


def _end(targets: dict[CanonicalUrl, tuple[CanonicalUrl, str]], url: CanonicalUrl) -> CanonicalUrl:
    """Where a chain of aliases ends; there are no circles in it."""
    while url in targets:
        url = targets[url][0]
    return url
