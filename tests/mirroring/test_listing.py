from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from scrapepy.errors import UsageError
from scrapepy.mirroring.changes import past_changes
from scrapepy.mirroring.listing import list_mirrors
from scrapepy.mirroring.refresh import mirrors_named
from scrapepy.mirroring.site import mirror_site
from scrapepy.model.url import CanonicalUrl
from scrapepy.store.layout import SiteLayout
from scrapepy.store.lock import SiteLock
from scrapepy.store.state import State
from scrapepy.web.canonical import site_name
from tests.mirroring.test_refresh import asked_for, site
from tests.support.server import Server, redirect

pytestmark = pytest.mark.usefixtures("in_this_process")


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


def test_a_mirror_that_has_lost_its_state_is_listed_and_named(server: Server, tmp_path: Path) -> None:
    server.pages(site(2))
    request = asked_for(tmp_path, server.origin + "/docs/")
    mirror_site(request)
    roots = (tmp_path / "ScrapedSites", tmp_path / "MarkdownSites")
    (roots[0] / "photos").mkdir()
    (roots[0] / "photos" / "index.html").write_text("<title>My photos</title>")
    layout = SiteLayout(site_name(server.origin), *roots)
    layout.state.write_bytes(b"")
    (emptied,) = list_mirrors(*roots)
    assert emptied.problem.endswith("is empty: run 'scrapepy mirror' with the mirror's address again, "
                                    "which goes on with what is there")  # fmt: skip
    shutil.rmtree(layout.state_folder)
    (lost,) = list_mirrors(*roots)
    assert (lost.site, lost.starts, lost.complete) == (layout.site, (), False)
    assert lost.problem.startswith(
        "its state (the folder .scrapepy) is missing: run 'scrapepy mirror' with its address"
    )
    assert f"a page of {server.origin}/docs/" in lost.problem
    for name in (layout.site, server.origin, str(layout.html)):
        with pytest.raises(UsageError, match=r"\.scrapepy\) is missing"):
            mirrors_named([name], roots[0])
    with pytest.raises(UsageError, match="'scrapepy list' names what has lost its state"):
        mirrors_named([], roots[0])
    with pytest.raises(UsageError, match="there is no mirror of photos"):
        mirrors_named(["photos"], roots[0])
    mirror_site(request)
    (again,) = list_mirrors(*roots)
    assert (again.problem, again.pages) == ("", 3)


def test_a_start_that_moved_is_listed_by_its_new_address(server: Server, tmp_path: Path) -> None:
    server.pages(site(2))
    server.pages({"/old/": redirect("/older/", 301), "/older/": redirect("/docs/", 301)})
    report = mirror_site(asked_for(tmp_path, server.origin + "/old/"))
    (listing,) = list_mirrors(tmp_path / "ScrapedSites", tmp_path / "MarkdownSites")
    assert listing.starts == (report.start,) == (server.origin + "/docs/",)
    (history,) = past_changes(listing.site, tmp_path / "ScrapedSites", tmp_path / "MarkdownSites")
    assert history.start == server.origin + "/docs/"


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
