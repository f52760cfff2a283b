from __future__ import annotations

import os
from pathlib import Path

from scrapepy.mirroring.listing import list_mirrors
from scrapepy.model.url import CanonicalUrl
from scrapepy.store.layout import SiteLayout
from scrapepy.store.lock import SiteLock
from scrapepy.store.state import State


def make(root: Path, site: str, *, complete: bool | None) -> None:
    """A state with one start and, unless ``complete`` is None, one run that has ended."""
    layout = SiteLayout(site, root / "h", root / "m")
    layout.state_folder.mkdir(parents=True)
    with State.open(layout.state) as state:
        state.begin(CanonicalUrl(f"https://{site}/guide/"), {}, 1_796_000_000.0)
        if complete is not None:
            state.finish(1_796_000_100.0, complete, {})


def test_the_mirrors_of_a_root(tmp_path: Path) -> None:
    make(tmp_path, "b.test", complete=True)
    make(tmp_path, "a.test", complete=False)
    make(tmp_path, "c.test", complete=None)
    (tmp_path / "h" / "no-mirror").mkdir()
    first, second, third = list_mirrors(tmp_path / "h", tmp_path / "m")
    assert [listing.site for listing in (first, second, third)] == ["a.test", "b.test", "c.test"]
    assert [listing.complete for listing in (first, second, third)] == [False, True, False]
    assert second.starts == ("https://b.test/guide/",)
    assert second.last_refresh == "2026-11-30T00:55:00Z"
    assert third.last_refresh is None
    assert (first.interrupted, second.interrupted, third.interrupted) == (None, None, "2026-11-30T00:53:20Z")
    assert (second.pages, second.documents, second.assets, second.size) == (0, 0, 0, 0)
    assert second.html_dir == str(tmp_path / "h" / "b.test")


def test_a_damaged_state_is_listed_with_its_problem(tmp_path: Path) -> None:
    make(tmp_path, "a.test", complete=True)
    layout = SiteLayout("bad.test", tmp_path / "h", tmp_path / "m")
    layout.state_folder.mkdir(parents=True)
    layout.state.write_bytes(b"no database " * 1000)
    good, bad = list_mirrors(tmp_path / "h", tmp_path / "m")
    assert good.problem == ""
    assert bad.site == "bad.test"
    assert bad.problem
    assert not bad.complete


def test_no_root_no_mirrors(tmp_path: Path) -> None:
    assert list_mirrors(tmp_path / "none", tmp_path / "none") == ()


def test_a_run_that_goes_on_is_no_interrupted_one(tmp_path: Path) -> None:
    make(tmp_path, "a.test", complete=None)
    with SiteLock(SiteLayout("a.test", tmp_path / "h", tmp_path / "m").lock, "a.test"):
        (listing,) = list_mirrors(tmp_path / "h", tmp_path / "m")
        assert listing.running.startswith(f"process {os.getpid()}, since ")
        assert listing.interrupted is None
    (listing,) = list_mirrors(tmp_path / "h", tmp_path / "m")
    assert (listing.running, listing.interrupted) == ("", "2026-11-30T00:53:20Z")
