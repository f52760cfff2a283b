"""What somebody else put into the trees is never overwritten, and stops no run."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from scrapepy.model.options import KeepOptions
from tests.mirroring.test_refresh import PNG, asked_for, mirror_site, names, page, site, site_name
from tests.support.server import Server, typed

pytestmark = pytest.mark.usefixtures("in_this_process")

STYLE = "body { background: url(dot.png) }"
WITH_STYLE = '<p><a href="late">late</a></p><link rel="stylesheet" href="s.css">'


def folders(server: Server, tmp_path: Path) -> tuple[Path, Path]:
    name = site_name(server.origin)
    return tmp_path / "ScrapedSites" / name / "docs", tmp_path / "MarkdownSites" / name / "docs"


def test_a_page_that_comes_later_takes_no_file_of_the_user(server: Server, tmp_path: Path) -> None:
    server.pages(site(3))
    request = asked_for(tmp_path, server.origin + "/docs/")
    mirror_site(request)
    html, markdown = folders(server, tmp_path)
    for file in (html / "late.html", markdown / "late.md", markdown / "noted.md", html / "s.css", html / "deep"):
        file.write_text("my own words")
    (html / "folder.html").mkdir()
    links = "".join(f'<p><a href="{name}">x</a></p>' for name in ("late", "noted", "folder", "deep/page"))
    server.pages({"/docs/": page("start", links + WITH_STYLE)})
    server.pages({f"/docs/{name}": page(name) for name in ("late", "noted", "folder", "deep/page")})
    server.pages({"/docs/s.css": typed("text/css", STYLE.encode())})
    report = mirror_site(request)
    for file in (html / "late.html", markdown / "late.md", markdown / "noted.md", html / "s.css", html / "deep"):
        assert file.read_text() == "my own words"
    assert len(report.new) == 5
    assert report.complete
    others = [note for note in report.notes if "not of this mirror" in note]
    assert len(others) == 1
    assert others[0].startswith("4 files or folders")
    for stem in ("late", "noted", "folder"):
        assert len(list(html.glob(f"{stem}-*.html"))) == len(list(markdown.glob(f"{stem}-*.md"))) == 1
    before = names(tmp_path)
    again = mirror_site(request)
    assert names(tmp_path) == before
    assert not again.new
    assert not any("not of this" in note for note in again.notes)


def test_what_an_older_mirror_left_gets_its_names_back(server: Server, tmp_path: Path) -> None:
    server.pages(site(2))
    server.pages({"/docs/": page("start", '<p><a href="p0">x</a></p>' + WITH_STYLE)})
    server.pages({"/docs/late": page("late")})
    server.pages({"/docs/s.css": typed("text/css", STYLE.encode())})
    request = asked_for(tmp_path, server.origin + "/docs/")
    mirror_site(request)
    before = names(tmp_path)
    html, _ = folders(server, tmp_path)
    shutil.rmtree(html.parent / ".scrapepy")
    server.pages({"/docs/s.css": typed("text/css", b"body { color: red }")})
    (html / "p1.html").write_text("my own words")
    server.pages({"/docs/p0": page("p0", '<p><a href="p1">x</a></p>')})
    report = mirror_site(request)
    assert {name for name in names(tmp_path) if "p1" not in name} == before
    assert (html / "p1.html").read_text() == "my own words"
    assert b"red" in (html / "s.css").read_bytes()
    assert report.complete


def test_markdown_that_comes_later_takes_no_file_of_the_user(server: Server, tmp_path: Path) -> None:
    server.pages(site(2))
    request = asked_for(tmp_path, server.origin + "/docs/", keep=KeepOptions(markdown=False))
    mirror_site(request)
    html, markdown = folders(server, tmp_path)
    markdown.mkdir(parents=True)
    (markdown / "p0.md").write_text("my own words")
    (markdown / "p1.md").write_text(f"---\nsource: {server.origin}/docs/p1\ncreated: 2020-02-02\n---\n\n# Copied\n")
    request = replace(request, keep=KeepOptions())
    report = mirror_site(request)
    assert (markdown / "p0.md").read_text() == "my own words"
    (copy,) = markdown.glob("p0-*.md")
    assert "# All about p0" in copy.read_text()
    assert "# All about p1" in (markdown / "p1.md").read_text()  # a copy of the page itself is ours
    assert f"]({copy.name})" in (markdown / "index.md").read_text()
    assert copy.name in (html / "p0.html").read_text()
    (note,) = [note for note in report.notes if "not of this mirror" in note]
    saved = f"{server.origin}/docs/p0 is saved as docs/{copy.name}"
    assert note == f"docs/p0.md is not of this mirror and stays as it is: {saved}."
    before = names(tmp_path)
    server.pages({"/docs/": page("start", "changed" + '<p><a href="p0">x</a></p><p><a href="p1">x</a></p>')})
    assert not any("not of this" in note for note in mirror_site(request).notes)
    assert names(tmp_path) == before
    # The page becomes a picture, and its Markdown goes; the user's file stays.
    server.pages({"/docs/p0": typed("image/png", PNG)})
    mirror_site(request)
    assert not copy.exists()
    assert (markdown / "p0.md").read_text() == "my own words"


def test_a_page_without_markdown_that_gets_another_name_takes_no_file_of_the_user_along(
    server: Server, tmp_path: Path
) -> None:
    server.pages(site(1))
    server.pages({"/docs/p0": page("p0", words=2)})
    request = asked_for(tmp_path, server.origin + "/docs/")
    mirror_site(request)
    _, markdown = folders(server, tmp_path)
    assert not (markdown / "p0.md").exists()
    (markdown / "p0.md").write_text("my own words")
    server.pages({"/docs/p0": typed("image/png", PNG)})
    mirror_site(request)
    assert (markdown / "p0.md").read_text() == "my own words"
