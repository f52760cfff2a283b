"""What a page is made of besides itself: resources that its Markdown needs, and who has them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from scrapepy.convert.openapi.viewer import Viewer, found_specs, viewer_of
from scrapepy.convert.twin import twins_of
from scrapepy.model.analysis import Found
from scrapepy.web.links import ParsedPage

Library = Callable[[str], bytes | None]
"""The body at an absolute address, None where it is not had. Nothing is fetched."""


@dataclass(frozen=True, slots=True)
class Beside:
    """What was seen of a page before its tree was changed."""

    viewer: Viewer | None = None
    twins: tuple[str, ...] = ()
    """Addresses of Markdown that the site publishes of the page."""
    library: Library | None = None
    again: Callable[[], ParsedPage] | None = None
    """Parses the page afresh, where an extractor is to have a tree that no other one has changed."""


def look_beside(
    page: ParsedPage,
    library: Library | None = None,
    again: Callable[[], ParsedPage] | None = None,
    named: tuple[str, ...] = (),
) -> Beside:
    """Look at a page that is as it came; the tree stays as it is. ``named``: twins that something else names of it."""
    return Beside(viewer_of(page), tuple(dict.fromkeys((*twins_of(page), *named))), library, again)


def named_beside(beside: Beside, page: ParsedPage) -> tuple[Found, ...]:
    """What of it the page names, for the crawler."""
    return found_specs(beside.viewer, page) if beside.viewer is not None else ()
