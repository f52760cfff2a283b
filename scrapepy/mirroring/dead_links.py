"""Failures that are nobody's any more: only an answer that is not believed led there.

A page that came back as a login page, or that moved to what is gone, keeps its good copy. What came in its place may
have named addresses that do not exist; no page of the mirror leads to them, so that the report does not tell of them.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import replace

from scrapepy.mirroring.published import end_of
from scrapepy.model.report import Failure
from scrapepy.model.url import CanonicalUrl
from scrapepy.store.packing import unpack_found
from scrapepy.store.state import State


def named_by(state: State, disbelieved: Iterable[CanonicalUrl]) -> frozenset[CanonicalUrl]:
    """Failures of this run that were met from these addresses, or where these redirected; to be asked while the state
    still knows the redirects."""
    start, aliases = frozenset(disbelieved), state.aliases()
    sources = set(start)
    for url in start:
        while url in aliases and aliases[url].target not in sources:
            url = aliases[url].target
            sources.add(url)
    failures = state.failures(state.run.id) if sources else ()
    met = (CanonicalUrl(f.url) for f in failures if f.referrer in sources or f.url in sources)
    return frozenset(met) - start


def still_named(state: State, failures: Sequence[Failure], removed: Container[str]) -> tuple[Failure, ...]:
    """``failures`` without the pages that were removed and that nothing leads to any more.

    Where something still does, it is named as what does, and not what did when the page was first found.
    """
    gone = {failure.url for failure in failures if failure.site_fault and failure.url in removed}
    if not gone:
        return tuple(failures)
    aliases = state.aliases()
    names: dict[str, CanonicalUrl] = {}
    for source, found in state.found_by_each():
        if len(names) == len(gone):
            break
        for one in unpack_found(found):
            for url in (one.url, end_of(one.url, aliases)):
                if url in gone and source not in gone:
                    names.setdefault(url, source)
    return tuple(
        replace(failure, referrer=names[failure.url]) if failure.url in gone else failure
        for failure in failures
        if failure.url not in gone or failure.url in names
    )


def forget_unnamed(state: State, failures: frozenset[CanonicalUrl]) -> None:
    """Forget those of ``failures`` that no copy in the state leads to."""
    left = set(failures)
    aliases = state.aliases() if left else {}
    for _, found in state.found_by_each() if left else ():
        if not left:
            break
        for one in unpack_found(found):
            left -= {one.url, end_of(one.url, aliases)}
    state.forget(left)
