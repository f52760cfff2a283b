"""The mirrors on disk, for ``scrapepy list``."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from scrapepy.errors import StateError, StoreError
from scrapepy.store.layout import SiteLayout, sites_in
from scrapepy.store.lock import holder, is_held
from scrapepy.store.reading import StateReader


@dataclass(frozen=True, slots=True)
class MirrorListing:
    """One mirror."""

    site: str
    starts: tuple[str, ...]
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
    """Not empty where the state cannot be read: why."""


def list_mirrors(html_dir: Path, markdown_dir: Path) -> tuple[MirrorListing, ...]:
    """Every mirror below the two roots that has a state, by name. A damaged one is listed with its problem."""
    return tuple(_listing(SiteLayout(site, html_dir, markdown_dir)) for site in sites_in(html_dir))


def _listing(layout: SiteLayout) -> MirrorListing:
    folders = {"html_dir": str(layout.html), "markdown_dir": str(layout.markdown)}
    try:
        with StateReader(layout.state) as state:
            summary = state.summary()
    except (StateError, StoreError) as error:
        return MirrorListing(layout.site, (), 0, 0, 0, 0, None, complete=False, problem=str(error), **folders)
    running = holder(layout.lock) if is_held(layout.lock) else ""
    return MirrorListing(
        site=layout.site,
        starts=tuple(start.url for start in summary.starts),
        pages=summary.pages,
        documents=summary.documents,
        assets=summary.assets,
        size=summary.size,
        last_refresh=_moment(summary.last_run),
        complete=summary.complete,
        interrupted=None if running else _moment(summary.interrupted),
        running=running.strip(" ()"),
        **folders,
    )


def _moment(at: float | None) -> str | None:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if at is not None else None
