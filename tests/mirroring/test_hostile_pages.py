"""Pages that are too much for a worker: they are named, and the rest of the site is mirrored."""

from __future__ import annotations

import gzip
from functools import partial
from pathlib import Path

import pytest

from scrapepy.mirroring import derive, site
from scrapepy.mirroring.address_book import HtmlLinks
from scrapepy.mirroring.check import check_site
from scrapepy.mirroring.request import MirrorRequest
from scrapepy.mirroring.site import mirror_site
from scrapepy.mirroring.workers import WorkerPool
from scrapepy.model.document import Metadata
from scrapepy.model.options import KeepOptions, Pace
from scrapepy.model.report import MirrorReport
from scrapepy.model.template import Template
from tests.support.server import Answer, Server, bomb, typed

MEGABYTE = 1_000_000
NAMES = ("bad", "bare", "good")
PROSE = "<p>" + "The quick brown fox jumps over the lazy dog near the river bank today. " * 6 + "</p>"


def mirror(server: Server, tmp_path: Path, keep: KeepOptions | None = None, timeout: float = 60.0) -> MirrorReport:
    request = MirrorRequest(
        server.origin + "/docs/",
        pace=Pace(delay=0.0, timeout=timeout, retries=0),
        keep=keep or KeepOptions(),
        html_dir=tmp_path / "S",
        markdown_dir=tmp_path / "M",
    )
    return mirror_site(request)


def limit(monkeypatch: pytest.MonkeyPatch, memory: int, seconds: float = 600.0) -> None:
    """So much for a task that runs alone, a fifth of it for the others."""
    limits = partial(WorkerPool, memory=memory // 5, alone_memory=memory, time_limit=seconds, count=1)
    monkeypatch.setattr(site, "WorkerPool", limits)


def start(*links: str) -> str:
    return f"<title>Start</title><main><h1>Start</h1>{PROSE}" + "".join(f'<a href="{link}">x</a>' for link in links)


def long_page(size: int) -> str:
    paragraph = f'{PROSE}<p><a href="good">good</a></p>'
    return f"<title>Long</title><main><h1>Long</h1>{paragraph * (size // len(paragraph))}</main>"


def test_too_large_to_convert_is_saved_as_html(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server.pages({"/docs/": start("long"), "/docs/long": long_page(3 * MEGABYTE), "/docs/good": start()})
    limit(monkeypatch, 56 * MEGABYTE)
    report = mirror(server, tmp_path)
    assert (report.pages, report.documents, report.complete) == (3, 2, True)
    (note,) = (note for note in report.notes if "/docs/long" in note)
    assert note.endswith("is saved as HTML without a Markdown copy: it took too much memory when it was converted.")
    assert ("too large to convert (saved as HTML, no Markdown)", 1) in [(s.reason, s.count) for s in report.skipped]
    copy = (Path(report.html_dir) / "docs/long.html").read_text()
    assert copy.count('href="good.html"') > 5000
    assert "ScrapedSites" not in copy
    assert (
        f"](../../../S/{report.site}/docs/long.html)" in (Path(report.markdown_dir or "") / "docs/index.md").read_text()
    )
    assert not check_site(Path(report.html_dir), Path(report.markdown_dir or "")).faults
    again = mirror(server, tmp_path)
    assert (again.unchanged, again.changed) == (3, ())


def test_too_large_to_parse_is_named(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server.pages({"/docs/": start("long", "good"), "/docs/long": long_page(6 * MEGABYTE), "/docs/good": start()})
    limit(monkeypatch, 20 * MEGABYTE)
    report = mirror(server, tmp_path)
    assert [(f.url, f.reason) for f in report.failed] == [
        (server.origin + "/docs/long", "could not be read: it took too much memory")
    ]
    assert report.pages == 2
    assert not report.complete
    assert f'href="{server.origin}/docs/long"' in (Path(report.html_dir) / "docs/index.html").read_text()


def test_what_hangs_the_parser_is_named(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server.pages({"/docs/": start("deep", "good"), "/docs/deep": start() + "<div>" * 200_000, "/docs/good": start()})
    limit(monkeypatch, 200 * MEGABYTE, seconds=5.0)
    report = mirror(server, tmp_path)
    assert [(f.url, f.reason) for f in report.failed] == [
        (server.origin + "/docs/deep", "could not be read: gave up after 5 s")
    ]
    assert report.pages == 2


def test_bombs_and_bodies_without_an_end(server: Server, tmp_path: Path) -> None:
    names = ("bomb", "nested", "endless", "drip", "good")
    coded = {"Content-Type": "text/html", "Content-Encoding": "gzip"}
    server.pages({
        "/docs/": start(*names),
        "/docs/bomb": Answer(200, bomb(40), coded),
        "/docs/nested": Answer(200, bomb_in_bomb(), {**coded, "Content-Encoding": "gzip, gzip"}),
        "/docs/endless": typed("text/html", PROSE * 100),
        "/docs/drip": Answer(200, b"x" * 1000, {"Content-Type": "text/html"}, drip=0.1),
        "/docs/good": start(),
    })  # fmt: skip
    server.script("/docs/endless", Answer(200, PROSE.encode() * 100, {"Content-Type": "text/html"}, endless=True))
    report = mirror(server, tmp_path, KeepOptions(max_size=5 * MEGABYTE), timeout=3.0)
    reasons = {f.url.rpartition("/")[2]: f.reason for f in report.failed}
    assert reasons == {
        "bomb": "too large unpacked (more than 5,000,000 bytes)",
        "nested": "too large unpacked (more than 5,000,000 bytes)",
        "drip": "timeout (no progress for 3 s)",
    }
    assert [(s.reason, s.examples[0].url) for s in report.skipped] == [
        ("over --max-size", server.origin + "/docs/endless")
    ]
    assert report.pages == 2


def bomb_in_bomb() -> bytes:
    return gzip.compress(bomb(40))


class Unwritable:
    """Has the step of writing fail for some pages, as memory that is used up, or a converter's fault, would."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.html: set[str] = set()
        self.markdown: set[str] = set()
        fill, front = derive.fill_page, derive.with_frontmatter

        def fill_page(template: Template, links: HtmlLinks, comment: str) -> str:
            if any(f"/{name} " in comment for name in self.html):
                raise MemoryError
            return fill(template, links, comment)

        def with_frontmatter(metadata: Metadata, text: str) -> str:
            if (metadata.source or "").rpartition("/")[2] in self.markdown:
                raise MemoryError
            return front(metadata, text)

        monkeypatch.setattr(derive, "fill_page", fill_page)
        monkeypatch.setattr(derive, "with_frontmatter", with_frontmatter)


@pytest.fixture
def unwritable(monkeypatch: pytest.MonkeyPatch, in_this_process: None) -> Unwritable:
    return Unwritable(monkeypatch)


def content(root: str | None, name: str) -> str:
    return (Path(str(root)) / "docs" / name).read_text()


def test_what_cannot_be_written_keeps_nothing_else_from_it(
    server: Server, tmp_path: Path, unwritable: Unwritable
) -> None:
    server.pages({"/docs/": start("bad", "bare", "good"), **{f"/docs/{n}": start("bad", "bare") for n in NAMES}})
    unwritable.html, unwritable.markdown = {"bad"}, {"bare"}
    report = mirror(server, tmp_path)
    assert (report.pages, report.documents) == (3, 2)
    (failure,) = report.failed
    assert failure.url == server.origin + "/docs/bad"
    assert failure.reason.startswith("could not be written: MemoryError")
    assert not report.complete
    assert [note for note in report.notes if "when it was written" in note and "/docs/bare is saved as HTML" in note]
    for page in ("index.html", "good.html", "bare.html"):
        assert f'href="{server.origin}/docs/bad"' in content(report.html_dir, page)
        assert 'href="bare.html"' in content(report.html_dir, page)
    assert not check_site(Path(report.html_dir), Path(report.markdown_dir or "")).faults


def test_what_could_be_written_before_stays(server: Server, tmp_path: Path, unwritable: Unwritable) -> None:
    server.pages({"/docs/": start("bad", "good"), "/docs/bad": start("good"), "/docs/good": start()})
    first = mirror(server, tmp_path)
    before = content(first.html_dir, "bad.html"), content(first.markdown_dir, "bad.md")
    server.pages({"/docs/bad": start("good", "new"), "/docs/good": start("bad"), "/docs/new": start()})
    unwritable.html = {"bad"}
    for _ in range(2):
        report = mirror(server, tmp_path)
        assert [f.url for f in report.failed] == [server.origin + "/docs/bad"]
        assert (content(report.html_dir, "bad.html"), content(report.markdown_dir, "bad.md")) == before
        assert 'href="bad.html"' in content(report.html_dir, "good.html")
    unwritable.html = set()
    report = mirror(server, tmp_path)
    assert report.complete
    assert 'href="new.html"' in content(report.html_dir, "bad.html")


def test_titles_and_descriptions_of_megabytes(server: Server, tmp_path: Path) -> None:
    """Text in the wrong place is no title and no heading: neither state nor frontmatter carries it."""
    long = "Word " * 100_000
    server.pages({
        "/docs/": start("title", "heading", "description"),
        "/docs/title": start().replace("<title>Start", f"<title>{long}"),
        "/docs/heading": start() + f'<h2 id="here">{long}</h2><p>{PROSE}</p>',
        "/docs/description": f'<meta name="description" content="{long}">' + start(),
    })  # fmt: skip
    report = mirror(server, tmp_path)
    assert report.complete
    assert report.documents == 4
    size = len(long) - 1
    assert sorted(note for note in report.notes if "is cut" in note) == [
        f"{server.origin}/docs/description: its description of {size:,} characters is cut.",
        f"{server.origin}/docs/title: its title of {size:,} characters is cut.",
    ]
    assert max(len(content(report.markdown_dir, f"{name}.md")) for name in ("title", "description")) < 10_000
    assert "## Word" not in content(report.markdown_dir, "heading.md")
    assert content(report.markdown_dir, "heading.md").count("Word") == 100_000
    assert (Path(report.html_dir) / ".scrapepy/state.sqlite3").stat().st_size < 250_000
