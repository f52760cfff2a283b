"""The site's own navigation, from the links that the state keeps of each page."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from scrapepy.mirroring.published import end_of
from scrapepy.model.url import CanonicalUrl, Role
from scrapepy.sections.navigation import Navigation, navigation
from scrapepy.store.packing import unpack_found
from scrapepy.store.reading import Readings


def site_navigation(state: Readings, pages: Collection[CanonicalUrl]) -> tuple[CanonicalUrl, Navigation]:
    """The page that the site begins with (the first start that is one), and the trees below
    all starts."""
    aliases = state.aliases()
    starts = [end_of(CanonicalUrl(start.url), aliases) for start in state.starts()]
    roots = [url for url in dict.fromkeys(starts) if url in pages] or [min(pages, default=CanonicalUrl(""))]

    def links_of(page: str) -> Iterator[str]:
        found = state.found_in(CanonicalUrl(page))
        for one in unpack_found(found) if found else ():
            if one.role is Role.LINK:
                yield end_of(one.url, aliases)

    return roots[0], navigation(roots, links_of, pages)
