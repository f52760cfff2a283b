"""Of an unchanged page the copies are made again where one of its references leads elsewhere now, and only there."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from scrapepy.mirroring import derive, publish
from scrapepy.mirroring.request import MirrorRequest
from scrapepy.model.options import AnchorStyle, ImagePolicy, IndexLinks, KeepOptions, ScriptPolicy
from tests.support.in_memory import ORIGIN, Held, Killed, MemorySite, mirror_from, trees_of

PNG = b"\x89PNG\r\n\x1a\n"
PAGES = {"/", *(f"/p{number}" for number in range(8))}


def page(name: str, *links: str, more: str = "") -> Held:
    text = " ".join(f"{name} {number}" for number in range(60))
    listed = "".join(f'<p>See <a href="{link}">{link}</a>.</p>' for link in links)
    body = (
        f"<title>{name}</title><main><h1>All about {name}</h1><p>{text}</p>{listed}"
        f'<h2 id="part">A part</h2><p id="aside">And so on.</p><h2 id="end">The end</h2>{more}</main>'
    )
    return Held(body.encode(), etag=f'"{hash(body):x}"')


class Mirror:
    """A mirror, and whose copies a refresh makes."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.paths = {f"/p{number}": page(f"p{number}") for number in range(8)}
        self.paths["/"] = page("start", *self.paths, more='<img src="/i.png" alt="A lamp">')
        self.paths["/i.png"] = Held(PNG + b"1", "image/png", etag='"i1"')
        self.paths["/p1"] = page("p1", "/p2")
        self.paths["/p3"] = page("p3", "/p2#part")
        self.paths["/p4"] = page("p4", "/p2#end")
        self.site = MemorySite(self.paths)
        self.written: list[str] = []
        self.converted: list[str] = []
        jobs_for, convert_page = publish.jobs_for, derive.convert_page

        def jobs(*arguments: object) -> object:
            made = jobs_for(*arguments)  # type: ignore[arg-type]
            self.written += [job.url.removeprefix(ORIGIN) for job in made]
            return made

        def convert(parsed: object, *others: object) -> object:
            self.converted.append(parsed.address.removeprefix(ORIGIN))  # type: ignore[attr-defined]
            return convert_page(parsed, *others)  # type: ignore[arg-type]

        monkeypatch.setattr(publish, "jobs_for", jobs)
        monkeypatch.setattr(derive, "convert_page", convert)
        assert self.refresh() == PAGES

    def refresh(self, keep: KeepOptions | None = None, start: str = "/", path: str | None = None) -> set[str]:
        """The paths of the pages whose copies were made; each is read once at most."""
        self.written.clear()
        self.converted.clear()
        request = MirrorRequest("", path=path, keep=keep or KeepOptions())
        mirror_from(self.site, self.folder, start, request)
        assert sorted(self.converted) == sorted(self.written)
        assert len(set(self.written)) == len(self.written)
        return set(self.written)

    def fresh(self) -> dict[str, bytes]:
        """What a new mirror of the site would be."""
        mirror_from(self.site, self.folder.with_name("fresh"))
        return trees_of(self.folder.with_name("fresh"))


@pytest.fixture
def mirror(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Mirror:
    return Mirror(tmp_path / "mirror", monkeypatch)


def test_a_new_page(mirror: Mirror) -> None:
    mirror.paths["/p5"] = page("p5", "/new")
    mirror.paths["/new"] = page("new")
    assert mirror.refresh() == {"/p5", "/new"}
    assert trees_of(mirror.folder) == mirror.fresh()
    assert mirror.refresh() == set()


def test_a_page_that_others_already_named(mirror: Mirror) -> None:
    mirror.paths["/p5"] = page("p5", "/late")
    assert mirror.refresh() == {"/p5"}
    mirror.paths["/late"] = page("late")
    assert mirror.refresh() == {"/p5", "/late"}
    assert trees_of(mirror.folder) == mirror.fresh()


def test_a_server_that_sends_everything_again(mirror: Mirror) -> None:
    """Equal bytes are not read a second time, with or without validators."""
    for path in [*mirror.paths]:
        mirror.paths[path] = replace(mirror.paths[path], etag="")
    assert mirror.refresh() == set()
    assert {status for _, status in mirror.site.log} == {200, 404}
    mirror.paths["/p5"] = replace(page("p5", "/new"), etag="")
    mirror.paths["/new"] = replace(page("new"), etag="")
    assert mirror.refresh() == {"/p5", "/new"}
    assert trees_of(mirror.folder) == mirror.fresh()


def test_a_page_is_removed(mirror: Mirror) -> None:
    del mirror.paths["/p2"]
    assert mirror.refresh() == {"/", "/p1", "/p3", "/p4"}
    assert trees_of(mirror.folder) == mirror.fresh()
    assert mirror.refresh() == set()


def test_a_page_is_moved(mirror: Mirror) -> None:
    mirror.paths["/there"] = mirror.paths["/p2"]
    mirror.paths["/p2"] = Held(status=301, location="/there")
    assert mirror.refresh() == {"/", "/p1", "/p3", "/p4", "/there"}
    assert trees_of(mirror.folder) == mirror.fresh()


def test_a_heading_is_renamed(mirror: Mirror) -> None:
    old = mirror.paths["/p2"]
    mirror.paths["/p2"] = replace(old, body=old.body.replace(b"A part", b"One part"), etag='"2"')
    assert mirror.refresh() == {"/p2", "/p3"}
    assert b"(p2.md#one-part)" in trees_of(mirror.folder)["markdown/site.test/p3.md"]
    assert trees_of(mirror.folder) == mirror.fresh()


def test_text_that_no_link_leads_to_is_changed(mirror: Mirror) -> None:
    old = mirror.paths["/p2"]
    mirror.paths["/p2"] = replace(old, body=old.body.replace(b"And so", b"Or so"), etag='"2"')
    assert mirror.refresh() == {"/p2"}


def test_a_link_wants_an_anchor_that_is_no_heading(mirror: Mirror) -> None:
    terms = "".join(f'<dt id="term{number}">Term {number}</dt><dd>What it means.</dd>' for number in range(3))
    mirror.paths["/p6"] = page("p6", more=f"<dl>{terms}</dl>")
    assert mirror.refresh() == {"/p6"}
    mirror.paths["/p5"] = page("p5", "/p6#term1")
    assert mirror.refresh() == {"/p5", "/p6"}
    text = trees_of(mirror.folder)["markdown/site.test/p6.md"]
    assert (b'id="term1"' in text, b'id="term2"' in text) == (True, False)
    mirror.paths["/p5"] = page("p5", "/p6#term1", "/p6#nothing")
    assert mirror.refresh() == {"/p5"}
    del mirror.paths["/p5"]
    assert mirror.refresh() == {"/", "/p6"}
    assert trees_of(mirror.folder) == mirror.fresh()
    assert mirror.refresh() == set()


def test_an_image_comes_and_goes(mirror: Mirror) -> None:
    image = mirror.paths.pop("/i.png")
    assert mirror.refresh() == {"/"}
    assert trees_of(mirror.folder) == mirror.fresh()
    mirror.paths["/i.png"] = image
    assert mirror.refresh() == {"/"}


@pytest.mark.parametrize(
    "keep",
    [
        KeepOptions(scripts=ScriptPolicy.STRIP),
        KeepOptions(min_words=5),
        KeepOptions(images=ImagePolicy.REMOTE),
        KeepOptions(index_links=IndexLinks.TEXT),
        KeepOptions(anchors=AnchorStyle.OBSIDIAN),
    ],
)
def test_an_option_is_changed(mirror: Mirror, keep: KeepOptions) -> None:
    assert mirror.refresh(keep) == PAGES
    assert mirror.refresh(keep) == set()


def test_a_second_start_in_the_same_mirror(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mirror = Mirror(tmp_path / "mirror", monkeypatch)
    mirror.paths["/p5"] = page("p5", "/more/")
    mirror.paths["/more/"] = page("more", "one")
    mirror.paths["/more/one"] = page("one", "/p2")
    held = mirror.paths.pop("/more/")
    assert mirror.refresh() == {"/p5"}
    mirror.paths["/more/"] = held
    assert mirror.refresh(start="/more/", path="/more/") == {"/p5", "/more/", "/more/one"}
    assert mirror.refresh(start="/more/", path="/more/") == set()
    assert mirror.refresh() == set()


def test_a_state_without_digests_is_derived_once(mirror: Mirror) -> None:
    (state,) = mirror.folder.rglob("state.sqlite3")
    with sqlite3.connect(state) as database:
        database.execute("UPDATE derived SET filled = 'auto,50:0123456789abcdef0123456789abcdef', links = x''")
    database.close()
    assert mirror.refresh() == PAGES
    assert mirror.refresh() == set()
    mirror.paths["/p5"] = page("p5", "/new")
    mirror.paths["/new"] = page("new")
    assert mirror.refresh() == {"/p5", "/new"}


def test_a_mirror_that_was_moved(mirror: Mirror) -> None:
    mirror.folder = mirror.folder.rename(mirror.folder.with_name("elsewhere"))
    assert mirror.refresh() == set()


def test_what_a_killed_run_was_about_to_write_is_written(mirror: Mirror) -> None:
    """Some copies are as other options want them, and nobody recorded which."""
    before = trees_of(mirror.folder)
    mirror.site.kill_writing_at = 0
    with pytest.raises(Killed):
        mirror.refresh(KeepOptions(images=ImagePolicy.REMOTE))
    mirror.site.kill_writing_at = None
    (mirror.folder / "html/site.test/p1.html").write_text("as the other options want it")
    assert mirror.refresh() == PAGES
    assert trees_of(mirror.folder) == before
