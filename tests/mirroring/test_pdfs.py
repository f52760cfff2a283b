"""PDFs of a mirror and of a folder: saved as they came, with a Markdown copy beside the others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scrapepy.mirroring.check import check_site
from scrapepy.mirroring.foreign import FolderOptions, convert_folder
from scrapepy.mirroring.pdfs import is_pdf
from scrapepy.mirroring.request import MirrorRequest
from scrapepy.mirroring.site import mirror_site
from scrapepy.mirroring.sources import SourcePage, read_source
from scrapepy.model.options import Pace
from scrapepy.model.report import MirrorReport
from tests.support.server import Answer, Server, conditional, html, typed
from tests.support.small_pdfs import hyphens, over_pages

pytestmark = pytest.mark.usefixtures("in_this_process")

WORDS = "The quick brown fox jumps over the lazy dog and then rests in the long grass by the river. " * 4
PAGE = (
    f'<title>Docs</title><main><h1>All about docs</h1><p>{WORDS}</p><p>See <a href="manual.pdf">the manual</a>, '
    '<a href="manual.pdf#page=2">its second page</a> and <a href="broken.pdf">a broken one</a>.</p></main>'
)
BROKEN = b"%PDF-1.7\n" + b"\0" * 100


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as server:
        server.script("/", conditional(html(PAGE), '"1"'))
        server.script("/manual.pdf", conditional(typed("application/pdf", over_pages()), '"1"'))
        server.script("/broken.pdf", conditional(typed("application/pdf", BROKEN), '"1"'))
        yield server


def mirror(server: Server, tmp_path: Path) -> MirrorReport:
    pace = Pace(delay=0.0, concurrency=4, timeout=60.0, retries=0)
    html_dir, markdown_dir = tmp_path / "h", tmp_path / "m"
    return mirror_site(MirrorRequest(f"{server.origin}/", pace=pace, html_dir=html_dir, markdown_dir=markdown_dir))


def files(tmp_path: Path) -> dict[str, int]:
    """The files of both trees with the moments in which they were written."""
    paths = [path for path in tmp_path.rglob("*") if path.is_file() and ".scrapepy" not in path.parts]
    return {path.relative_to(tmp_path).as_posix(): path.stat().st_mtime_ns for path in paths}


def names(tmp_path: Path) -> set[str]:
    return {name.rpartition("/")[2] for name in files(tmp_path)}


def document(tmp_path: Path, name: str) -> str:
    (path,) = (tmp_path / "m").rglob(name)
    return path.read_text(encoding="utf-8")


def test_a_pdf_is_saved_with_its_markdown_and_images(server: Server, tmp_path: Path) -> None:
    report = mirror(server, tmp_path)
    assert names(tmp_path) == {"index.html", "index.md", "manual.pdf", "manual.pdf.md", "broken.pdf", "page-2-1.png"}
    text = document(tmp_path, "manual.pdf.md")
    assert f"source: {server.origin}/manual.pdf\n" in text
    assert "![Image on page 2](manual.pdf.images/page-2-1.png)" in text
    assert any("broken.pdf is saved without a Markdown copy: it is damaged" in note for note in report.notes)
    (site,) = (tmp_path / "h").iterdir()
    assert check_site(site, tmp_path / "m" / site.name).whole


def test_links_of_markdown_lead_to_the_copy_and_those_of_html_to_the_file(server: Server, tmp_path: Path) -> None:
    mirror(server, tmp_path)
    text = document(tmp_path, "index.md")
    assert "[the manual](manual.pdf.md), [its second page](manual.pdf.md#page=2)" in text
    assert "/broken.pdf)" in text
    assert "manual.pdf.md#" not in (saved := next((tmp_path / "h").rglob("index.html")).read_text())
    assert 'href="manual.pdf#page=2"' in saved


def test_a_second_run_writes_nothing(server: Server, tmp_path: Path) -> None:
    mirror(server, tmp_path)
    before = files(tmp_path)
    report = mirror(server, tmp_path)
    assert files(tmp_path) == before
    assert report.notes == ()
    assert [(skip.reason, skip.count) for skip in report.skipped] == [
        ("PDF that cannot be read (saved, no Markdown)", 1)
    ]


def test_a_pdf_that_changes_is_read_again_and_leaves_no_images(server: Server, tmp_path: Path) -> None:
    mirror(server, tmp_path)
    server.script("/manual.pdf", conditional(typed("application/pdf", hyphens()), '"2"'))
    report = mirror(server, tmp_path)
    assert {change.path for change in report.sections} == {"manual.pdf.md"}  # the report names its sections
    assert "command-line" in document(tmp_path, "manual.pdf.md")
    assert "page-2-1.png" not in names(tmp_path)


def test_a_pdf_that_is_gone_takes_its_copy_along(server: Server, tmp_path: Path) -> None:
    mirror(server, tmp_path)
    server.script("/", html(PAGE.replace("manual.pdf", "other.pdf")))
    server.script("/manual.pdf", Answer(404))
    mirror(server, tmp_path)
    assert names(tmp_path) == {"index.html", "index.md", "broken.pdf"}


def test_other_pages_that_come_do_not_make_it_read_again(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mirror(server, tmp_path)
    server.script("/", html(PAGE.replace("See", 'See <a href="new.html">new</a>, ')))
    server.script("/new.html", html(PAGE.replace("Docs", "New")))
    before = files(tmp_path)

    def never(*_: object) -> bool:
        raise AssertionError("a PDF is read again")

    monkeypatch.setattr("scrapepy.mirroring.pdf_copies.has_extra", never)
    mirror(server, tmp_path)
    after = files(tmp_path)
    assert {name: moment for name, moment in after.items() if "manual" in name} == {
        name: moment for name, moment in before.items() if "manual" in name
    }
    assert any(name.endswith("new.md") for name in after)


def test_without_the_extra_one_line_says_what_to_install(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr("scrapepy.mirroring.pdf_copies.has_extra", lambda: False)
        report = mirror(server, tmp_path)
    assert "manual.pdf" in names(tmp_path)
    assert "manual.pdf.md" not in names(tmp_path)
    assert [note for note in report.notes if "scrapepy[pdf]" in note] == [
        "2 PDFs have no Markdown copy: pip install 'scrapepy[pdf]', then run the same command again."
    ]
    mirror(server, tmp_path)
    assert "manual.pdf.md" in names(tmp_path)


def test_links_in_a_pdf_lead_to_the_copies(tmp_path: Path) -> None:
    with Server() as server:
        server.script("/", html(PAGE))
        server.script("/manual.pdf", typed("application/pdf", _linking_to(f"{server.origin}/")))
        mirror(server, tmp_path)
    assert "[the page](index.md)" in document(tmp_path, "manual.pdf.md")


def _linking_to(address: str) -> bytes:
    from tests.support.small_pdfs import HEIGHT, PROSE, Paper

    paper = Paper()
    paper.block(PROSE)
    start = paper.y
    x = paper.text(50, start, "See ")
    end = paper.text(x, start, "the page")
    paper.canvas.linkURL(address, (x, HEIGHT - start - 2, end, HEIGHT - start + 9))
    return paper.done()


def test_chunks_of_a_mirror_know_the_pages_of_pdfs(server: Server, tmp_path: Path) -> None:
    from scrapepy.mirroring.chunking import chunks_of

    mirror(server, tmp_path)
    (site,) = (tmp_path / "h").iterdir()
    pages = [one for one in read_source(site.name, tmp_path / "h", tmp_path / "m") if isinstance(one, SourcePage)]
    cut = {page.path: chunks for page, chunks in zip(pages, chunks_of(pages), strict=True)}
    (chunk,) = cut["manual.pdf.md"]
    assert (chunk.pages, chunk.has_table) == ((1, 2), False)
    assert chunk.url == f"{server.origin}/manual.pdf#page=1"
    assert all(chunk.pages is None for chunk in cut["index.md"])


def test_a_folder_with_pdfs(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "index.html").write_text(PAGE)
    (folder / "manual.pdf").write_bytes(over_pages())
    (folder / "broken.pdf").write_bytes(BROKEN)
    report = convert_folder(folder, tmp_path / "out", FolderOptions())
    assert report.documents == 2
    assert report.notes == ("broken.pdf has no Markdown: it is damaged and cannot be read",)
    assert "](manual.pdf.md#page=2)" in (tmp_path / "out/index.md").read_text()
    assert "](manual.pdf.images/page-2-1.png)" in (tmp_path / "out/manual.pdf.md").read_text()
    assert (tmp_path / "out/manual.pdf.images/page-2-1.png").is_file()


def test_what_a_pdf_is() -> None:
    assert is_pdf(over_pages())
    assert is_pdf(b"junk of a mail\n" + over_pages())
    assert not is_pdf(b"<p>%PDF-1.4")
