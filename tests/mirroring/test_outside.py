"""What becomes of pages when the options of a start change."""

from __future__ import annotations

from pathlib import Path

import pytest

from scrapepy.mirroring.request import MirrorRequest
from scrapepy.model.options import KeepOptions
from tests.support.in_memory import ORIGIN, Held, MemorySite, mirror_from, trees_of


def page(name: str, *links: str, more: str = "") -> Held:
    text = " ".join(f"{name} {number}" for number in range(40))
    listed = "".join(f'<p><a href="{link}">{link}</a></p>' for link in links)
    return Held(f"<title>{name}</title><main><h1>All about {name}</h1><p>{text}</p>{listed}{more}</main>".encode())


def a_site() -> MemorySite:
    names = ("/a/", "/a/x", "/b/", "/b/y", "/big.png")
    paths = {name: page(name) for name in names}
    return MemorySite(paths | {"/": page("start", *names), "/big.png": Held(b"\x89PNG\r\n\x1a\n0", "image/png")})


def stems(folder: Path) -> set[str]:
    return {name.split("/", 2)[2] for name in trees_of(folder) if name.startswith("html/")}


ALL = {"index.html", "a/index.html", "a/x.html", "b/index.html", "b/y.html", "big.png"}


@pytest.mark.parametrize(
    ("options", "left"),
    [
        (MirrorRequest("", exclude=("/b/*",)), {"b/index.html", "b/y.html"}),
        (MirrorRequest("", exclude=("*.png",)), {"big.png"}),
        (MirrorRequest("", path="/a"), {"b/index.html", "b/y.html", "big.png"}),
    ],
)
def test_what_is_out_of_scope_now_is_not_asked_for_and_leaves(
    tmp_path: Path, options: MirrorRequest, left: set[str]
) -> None:
    site = a_site()
    mirror_from(site, tmp_path / "old")
    assert stems(tmp_path / "old") == ALL
    report = mirror_from(site, tmp_path / "old", request=options)
    asked = {path for path, _ in site.log}
    assert stems(tmp_path / "old") == ALL - left
    assert len(report.removed) == len(left)
    assert not {address.removeprefix(ORIGIN) for address in report.removed} & asked
    assert report.complete
    assert any("out of scope now" in note and note.endswith("removed.") for note in report.notes)
    mirror_from(site, tmp_path / "new", request=options)
    assert trees_of(tmp_path / "old") == trees_of(tmp_path / "new")
    again = mirror_from(site, tmp_path / "old", request=options)
    assert (again.removed, again.notes) == ((), ())
    back = mirror_from(site, tmp_path / "old")
    assert (stems(tmp_path / "old"), len(back.new)) == (ALL, len(left))


def test_with_keep_removed_they_stay(tmp_path: Path) -> None:
    site = a_site()
    mirror_from(site, tmp_path)
    before = trees_of(tmp_path)
    keep = MirrorRequest("", exclude=("/b/*",), keep=KeepOptions(keep_removed=True))
    report = mirror_from(site, tmp_path, request=keep)
    assert trees_of(tmp_path) == before
    assert report.removed == ()
    assert any(note.endswith("the copies are kept.") for note in report.notes)
    assert "/b/y" not in {path for path, _ in site.log}


def test_how_far_to_go_takes_nothing_away(tmp_path: Path) -> None:
    site = a_site()
    mirror_from(site, tmp_path)
    for options in (
        MirrorRequest("", max_depth=0),
        MirrorRequest("", keep=KeepOptions(max_pages=2)),
        MirrorRequest("", include=("/a/*",)),
    ):
        mirror_from(site, tmp_path, request=options)
        assert stems(tmp_path) == ALL


def test_a_start_that_moves_takes_nothing_away(tmp_path: Path) -> None:
    site = a_site()
    inside = MirrorRequest("", stay_in_path=True)
    site.paths["/a/"] = page("a", "/a/x")
    mirror_from(site, tmp_path, "/a/", inside)
    assert stems(tmp_path) == {"a/index.html", "a/x.html"}
    site.paths["/a/"] = Held(status=302, location="/b/")
    report = mirror_from(site, tmp_path, "/a/", inside)
    assert "a/x.html" in stems(tmp_path)
    assert ORIGIN + "/a/x" not in report.removed


def test_what_is_out_of_scope_as_a_page_and_shown_as_an_image_stays(tmp_path: Path) -> None:
    site = a_site()
    site.paths["/a/"] = page("a", more='<img src="/big.png" alt="Big">')
    mirror_from(site, tmp_path)
    report = mirror_from(site, tmp_path, request=MirrorRequest("", exclude=("*.png",)))
    assert report.removed == ()
    assert "big.png" in stems(tmp_path)
