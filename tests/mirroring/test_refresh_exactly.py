"""A refresh changes the files of what changed, and of what links there, and no other; the report names each."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from scrapepy.mirroring import derive, staleness
from scrapepy.model.report import MirrorReport
from tests.support.in_memory import ORIGIN, Held, MemorySite, mirror_from, trees_of

PNG = b"\x89PNG\r\n\x1a\n"


def page(name: str, *links: str, heading: str = "A part", head: str = "", more: str = "") -> Held:
    text = " ".join(f"{name} {number}" for number in range(40))
    listed = "".join(f'<p><a href="{link}">see {link}</a></p>' for link in links)
    body = (
        f"<html><head>{head}<title>{name}</title></head><main><h1>All about {name}</h1><p>{text}</p>"
        f'<h2 id="part">{heading}</h2><p>And so on.</p>{listed}{more}</main></html>'
    )
    return Held(body.encode(), etag=f'"{name}-1"')


def a_site() -> MemorySite:
    names = [f"/p{number}" for number in range(20)]
    paths = {name: page(name[1:]) for name in names}
    paths["/"] = page("start", *names, head='<link rel="stylesheet" href="/s.css">')
    paths["/p1"] = page("p1", "/p2", "/p3#part")
    paths["/p4"] = page("p4", more='<img src="/i.png" alt="A lamp">')
    paths["/i.png"] = Held(PNG + b"1", "image/png", etag='"i1"')
    paths["/s.css"] = Held(b"b{color:red}", "text/css", etag='"s1"')
    return MemorySite(paths)


def edited(held: Held, old: bytes, new: bytes) -> Held:
    assert old in held.body
    return replace(held, body=held.body.replace(old, new), etag=held.etag + "2")


class Mirror:
    """The mirror of a site that is edited, and which of its files a refresh touches."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.site = a_site()
        self.paths = self.site.paths
        mirror_from(self.site, folder)

    def refresh(self) -> tuple[MirrorReport, set[str]]:
        """The report, and the names (without their trees) of files written, made or removed."""
        before, times = trees_of(self.folder), self.times()
        report = mirror_from(self.site, self.folder)
        after, now = trees_of(self.folder), self.times()
        assert {
            name for name in after if name in before and after[name] == before[name] and now[name] != times[name]
        } == set()
        return report, {
            name.split("/", 2)[2] for name in before.keys() | after.keys() if before.get(name) != after.get(name)
        }

    def times(self) -> dict[str, int]:
        return {name: (self.folder / name).stat().st_mtime_ns for name in trees_of(self.folder)}

    def fresh(self) -> dict[str, bytes]:
        """What a new mirror of the site would be."""
        mirror_from(self.site, self.folder.with_name("fresh"))
        return trees_of(self.folder.with_name("fresh"))


@pytest.fixture
def mirror(tmp_path: Path) -> Mirror:
    return Mirror(tmp_path / "mirror")


def urls(*paths: str) -> tuple[str, ...]:
    return tuple(ORIGIN + path for path in paths)


def both(*stems: str) -> set[str]:
    return {f"{stem}.{kind}" for stem in stems for kind in ("html", "md")}


def test_nothing_changed(mirror: Mirror) -> None:
    report, files = mirror.refresh()
    assert files == set()
    assert (report.new, report.changed, report.removed, report.moved, report.failed) == ((), (), (), (), ())
    answers = dict(mirror.site.log)
    assert len(answers) == len(mirror.site.log)  # nothing is asked twice
    assert {path for path, status in answers.items() if status != 304} == {
        "/robots.txt", "/sitemap.xml", "/llms.txt", next(path for path in answers if "no-such-page" in path)
    }  # fmt: skip
    assert report.not_modified == report.unchanged == len(mirror.paths)
    assert report.bytes / report.requests < 300


@pytest.mark.parametrize(
    ("edit", "files"),
    [
        ((b"p5 7", b"p5 seven"), both("p5")),
        ((b"<title>p5", b"<title>Page five"), both("p5")),
        ((b"<main>", b"<main><!-- a remark -->"), {"p5.html"}),
        ((b"</p>", b"</p>\n\n"), {"p5.html"}),
        ((b"A part", b"Another part"), both("p5")),
        ((b"<head>", b'<head><meta name="robots" content="noindex">'), {"p5.html"}),
        ((b"<head>", b'<head><link rel="canonical" href="/p6">'), {"p5.html"}),  # another text: no duplicate
    ],
)
def test_one_page_is_edited(mirror: Mirror, edit: tuple[bytes, bytes], files: set[str]) -> None:
    mirror.paths["/p5"] = edited(mirror.paths["/p5"], *edit)
    report, touched = mirror.refresh()
    assert (report.changed, report.new, report.removed) == (urls("/p5"), (), ())
    assert touched == files
    assert trees_of(mirror.folder) == mirror.fresh()


def test_another_etag_over_equal_bytes_is_no_change(mirror: Mirror) -> None:
    mirror.paths["/p5"] = replace(mirror.paths["/p5"], etag='"another"')
    report, touched = mirror.refresh()
    assert (report.changed, touched) == ((), set())
    assert ("/p5", 200) in mirror.site.log
    mirror.refresh()
    assert ("/p5", 304) in mirror.site.log  # the new one is remembered


def test_other_bytes_under_an_equal_etag_are_one(mirror: Mirror) -> None:
    old = mirror.paths["/p5"]
    mirror.paths["/p5"] = replace(edited(old, b"p5 7", b"p5 seven"), etag=old.etag, ignores_conditions=True)
    report, touched = mirror.refresh()
    assert (report.changed, touched) == (urls("/p5"), both("p5"))


def test_a_heading_that_others_point_at(mirror: Mirror) -> None:
    mirror.paths["/p3"] = edited(mirror.paths["/p3"], b"A part", b"Another part")
    report, touched = mirror.refresh()
    assert report.changed == urls("/p3")
    assert touched == both("p3") | {"p1.md"}  # in HTML the id is the anchor, in Markdown the words are
    assert b"(p3.md#another-part)" in trees_of(mirror.folder)["markdown/site.test/p1.md"]


def test_removed_added_and_moved(mirror: Mirror) -> None:
    paths = mirror.paths
    for name in ("/p2", "/p8", "/p9"):
        del paths[name]
    paths["/linked"], paths["/listed"] = page("linked"), page("listed")
    paths["/p7"] = edited(paths["/p7"], b"</main>", b'<p><a href="/linked">a new one</a></p></main>')
    paths["/p10"], paths["/ten"] = Held(status=301, location="/ten"), paths["/p10"]
    paths["/p11"] = Held(status=301, location="/p12")
    paths["/sitemap.xml"] = Held(
        f"<urlset><url><loc>{ORIGIN}/listed</loc><lastmod>2001-01-01</lastmod></url></urlset>".encode(),
        "application/xml",
    )
    report, touched = mirror.refresh()
    assert report.new == urls("/linked", "/listed")
    assert report.changed == urls("/p7")
    assert report.removed == urls("/p2", "/p8", "/p9")
    assert report.moved == ((ORIGIN + "/p10", ORIGIN + "/ten"), (ORIGIN + "/p11", ORIGIN + "/p12"))
    gone = both("p2", "p8", "p9", "p10", "p11")
    assert touched == gone | both("linked", "listed", "ten", "p7", "index", "p1")  # the start links to all, p1 to p2
    assert trees_of(mirror.folder) == mirror.fresh()


def test_files_that_are_no_pages(mirror: Mirror) -> None:
    paths = mirror.paths
    paths["/s.css"] = Held(b"b{background:url(new.png)}", "text/css", etag='"s2"')
    paths["/new.png"] = Held(PNG + b"new", "image/png")
    paths["/i.png"] = Held(PNG + b"2", "image/png", etag='"i2"')
    report, touched = mirror.refresh()
    assert (report.new, report.changed) == (urls("/new.png"), urls("/i.png", "/s.css"))
    assert touched == {"s.css", "new.png", "i.png"}
    assert trees_of(mirror.folder)["markdown/site.test/i.png"] == PNG + b"2"
    assert trees_of(mirror.folder) == mirror.fresh()


def test_a_page_becomes_a_file_of_another_kind(mirror: Mirror) -> None:
    mirror.paths["/p5"] = Held(b'{"a": 1}', "application/json", etag='"json"')
    report, touched = mirror.refresh()
    assert report.changed == urls("/p5")
    assert touched == both("p5", "index") | {"p5.json"}
    assert trees_of(mirror.folder) == mirror.fresh()
    mirror.paths["/p5"] = page("p5")
    report, touched = mirror.refresh()
    assert touched == both("p5", "index") | {"p5.json"}
    assert trees_of(mirror.folder) == mirror.fresh()


def test_a_page_that_was_gone_comes_back_as_a_file_of_another_kind(mirror: Mirror) -> None:
    del mirror.paths["/p5"]
    mirror.refresh()
    own = mirror.folder / "html/site.test/p5.html"
    own.write_text("somebody's own")
    mirror.paths["/p5"] = Held(b'{"a": 1}', "application/json", etag='"json"')
    _, touched = mirror.refresh()
    assert touched == both("index") | {"p5.json"}
    own.unlink()
    assert trees_of(mirror.folder) == mirror.fresh()


def test_a_duplicate_is_found_by_its_canonical(mirror: Mirror) -> None:
    canonical = b'<head><link rel="canonical" href="/p6">'
    mirror.paths["/p5"] = replace(edited(mirror.paths["/p6"], b"<head>", canonical), etag='"dup"')
    report, touched = mirror.refresh()
    assert report.moved == ((ORIGIN + "/p5", ORIGIN + "/p6"),)
    assert touched == both("p5", "index")
    assert trees_of(mirror.folder) == mirror.fresh()


def test_copies_that_the_user_touched(mirror: Mirror) -> None:
    """They are the mirror's: a deleted one comes back at once, an edited one when it is next written."""
    html, markdown = mirror.folder / "html/site.test", mirror.folder / "markdown/site.test"
    whole = trees_of(mirror.folder)
    (html / "p5.html").unlink()
    (markdown / "p6.md").unlink()
    (markdown / "p7.md").write_text("my own words\n")
    mirror.refresh()
    assert trees_of(mirror.folder) == whole | {"markdown/site.test/p7.md": b"my own words\n"}
    mirror.paths["/p7"] = edited(mirror.paths["/p7"], b"p7 7", b"p7 seven")
    mirror.refresh()
    assert b"p7 seven" in (markdown / "p7.md").read_bytes()


def test_a_new_converter_derives_all_markdown_again(mirror: Mirror, monkeypatch: pytest.MonkeyPatch) -> None:
    version = derive.CONVERTER_VERSION + 1
    monkeypatch.setattr(derive, "CONVERTER_VERSION", version)
    monkeypatch.setattr(staleness, "CONVERTER_VERSION", version)
    derived: list[str] = []
    convert_page = derive.convert_page

    def counted(parsed: object, *others: object) -> object:
        derived.append(parsed.address)  # type: ignore[attr-defined]
        return convert_page(parsed, *others)  # type: ignore[arg-type]

    monkeypatch.setattr(derive, "convert_page", counted)
    report, touched = mirror.refresh()
    assert (report.not_modified, report.changed, touched) == (len(mirror.paths), (), set())
    assert len(set(derived)) == 21
    derived.clear()
    mirror.refresh()
    assert derived == []


def test_lastmod_alone_never_skips(mirror: Mirror) -> None:
    mirror.paths["/p5"] = edited(mirror.paths["/p5"], b"p5 7", b"p5 seven")
    listed = "".join(f"<url><loc>{ORIGIN}/p{n}</loc><lastmod>2001-01-01</lastmod></url>" for n in range(20))
    mirror.paths["/sitemap.xml"] = Held(f"<urlset>{listed}</urlset>".encode(), "application/xml")
    report, _ = mirror.refresh()
    assert report.changed == urls("/p5")
    assert {f"/p{n}" for n in range(20)} <= {path for path, _ in mirror.site.log}
