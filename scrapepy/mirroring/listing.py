"""The mirrors on disk, for ``scrapepy list``."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from scrapepy.errors import StateError, StoreError
from scrapepy.mirroring.traces import first_saved_page
from scrapepy.store.layout import STATE_FOLDER, SiteLayout, folders_in, sites_in
from scrapepy.store.lock import holder, is_held
from scrapepy.store.reading import StateReader


@dataclass(frozen=True, slots=True)
class MirrorListing:
    """One mirror."""

    site: str
    starts: tuple[str, ...]
    """Where each start URL stands now: one that moved is named by its new address."""
    pages: int
    documents: int
    assets: int
    size: int
    """Bytes of all copies, as the site sent them."""
    last_refresh: str | None
    """ISO 8601, UTC, to the second; None if no run has ended yet."""
    complete: bool
    html_dir: str
    markdown_dir: str
    interrupted: str | None = None
    """When the last sign of a run that was cut off is from; None if there is none, or one is going on."""
    running: str = ""
    """Not empty while a run is going on: which process, and since when."""
    problem: str = ""
    """Not empty where the state is missing or cannot be read: why."""


def list_mirrors(html_dir: Path, markdown_dir: Path) -> tuple[MirrorListing, ...]:
    """Every mirror below the two roots, by name. One whose state is damaged or missing is listed with its problem."""
    with_state = set(sites_in(html_dir))
    layouts = [SiteLayout(site, html_dir, markdown_dir) for site in folders_in(html_dir)]
    listings = (_listing(layout) if layout.site in with_state else _without_state(layout) for layout in layouts)
    return tuple(listing for listing in listings if listing is not None)


def missing_state(layout: SiteLayout) -> str:
    """What is to be said of a folder with pages of a mirror and no state; empty where it is no such folder."""
    page = first_saved_page(layout)
    if page is None:
        return ""
    return (
        f"its state (the folder {STATE_FOLDER}) is missing: run 'scrapepy mirror' with its address again, which goes on"
        f" with what is there (a page of {page.url}, for one)"
    )


def _without_state(layout: SiteLayout) -> MirrorListing | None:
    problem = missing_state(layout)
    return _unreadable(layout, problem) if problem else None


def _unreadable(layout: SiteLayout, problem: str) -> MirrorListing:
    return MirrorListing(
        layout.site,
        (),
        *(0, 0, 0, 0),
        None,
        complete=False,
        html_dir=str(layout.html),
        markdown_dir=str(layout.markdown),
        problem=problem,
    )


def _listing(layout: SiteLayout) -> MirrorListing:
    try:
        with StateReader(layout.state) as state:
            summary = state.summary()
            starts = tuple(state.redirected(start.url) for start in summary.starts)
    except (StateError, StoreError) as error:
        return _unreadable(layout, str(error))
    running = holder(layout.lock) if is_held(layout.lock) else ""
    return MirrorListing(
        site=layout.site,
        starts=starts,
        pages=summary.pages,
        documents=summary.documents,
        assets=summary.assets,
        size=summary.size,
        last_refresh=_moment(summary.last_run),
        complete=summary.complete,
        interrupted=None if running else _moment(summary.interrupted),
        running=running.strip(" ()"),
        html_dir=str(layout.html),
        markdown_dir=str(layout.markdown),
    )


def _moment(at: float | None) -> str | None:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if at is not None else None
