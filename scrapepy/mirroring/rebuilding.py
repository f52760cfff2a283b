"""The state of a site when its file is damaged, empty or gone: set aside, and made again as far as can be."""

from __future__ import annotations

from pathlib import Path

from scrapepy.errors import StateDamaged
from scrapepy.mirroring.traces import saved_pages
from scrapepy.store.database import damaged_states, put_in_place, set_aside
from scrapepy.store.layout import SiteLayout
from scrapepy.store.rebuild import Rebuilt, SavedPage, rebuild
from scrapepy.store.state import State


def open_state(layout: SiteLayout) -> tuple[State, list[str]]:
    """The state, and what is to be said of it. Under the site's lock.

    Raises :class:`~scrapepy.errors.StateTooNew` or :class:`~scrapepy.errors.StoreError`; what they are raised for is
    not touched.
    """
    path = layout.state
    unfinished = _new(path)
    if path.is_file() and path.stat().st_size:
        try:
            return State.open(path), []
        except StateDamaged as damage:
            return _again(layout, str(damage))
    log = path.with_name(path.name + "-wal")
    if path.exists() and log.exists() and log.stat().st_size:
        return State.open(path), []  # all of it is in the log yet
    if unfinished.exists():
        return _again(layout, f"the state file {path} is being rebuilt")
    pages = saved_pages(layout)
    if not pages:
        return State.open(path), []
    what = "is empty" if path.exists() else "is missing"
    return _again(layout, f"the state file {path} {what}", pages)


def _again(layout: SiteLayout, why: str, pages: tuple[SavedPage, ...] | None = None) -> tuple[State, list[str]]:
    """Set aside what is there, and rebuild. Killed at any moment, the next run does it again."""
    path, target = layout.state, _new(layout.state)
    aside: Path | None = None
    if path.exists():
        target.touch()  # from here on a missing state means: go on with this
        aside = set_aside(path)
        why += f"; it was set aside as {aside.name}"
    elif target.exists():
        aside = next(iter(damaged_states(path)), None)
    for part in (target, *(target.with_name(target.name + end) for end in ("-wal", "-shm"))):
        part.unlink(missing_ok=True)
    target.touch()
    layout.rebuilt.touch()
    rebuilt = rebuild(aside, target, layout.html, saved_pages(layout) if pages is None else pages)
    put_in_place(target, path)
    return State.open(path), [f"{why}; {_words(rebuilt)}."]


def _new(path: Path) -> Path:
    return path.with_name("state.rebuilding.sqlite3")


def _words(rebuilt: Rebuilt) -> str:
    if not rebuilt.copies and not rebuilt.pages:
        return "nothing was left of it, so the site is gathered anew"
    known = []
    if rebuilt.copies:
        known.append(f"{rebuilt.copies:,} of its records")
    if rebuilt.pages:
        known.append(f"what {rebuilt.pages:,} saved page{'s say' if rebuilt.pages > 1 else ' says'}")
    return f"it was rebuilt from {' and '.join(known)}, and what is not known is asked for again"
