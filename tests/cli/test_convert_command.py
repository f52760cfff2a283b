from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest

from scrapepy.cli.main import main
from tests.support import small_pdfs

WORDS = "The quick brown fox jumps over the lazy dog and then rests in the long grass by the river. " * 4
PAGE = f"<title>A page</title><main><h1>A page</h1><p>{WORDS}<a href='b.html'>b</a></p></main>"


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SCRAPEPY_MARKDOWN_DIR", raising=False)


def type_in(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


def test_one_page_goes_to_standard_output(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    Path("a.html").write_text(PAGE)
    assert main(["convert", "a.html"]) == 0
    out, err = capfdbinary.readouterr()
    assert out.startswith(b"---\ntitle: A page\n---\n\n# A page\n")
    assert b"[b](b.html)" in out
    assert out.endswith(b"\n")
    assert err == b""


def test_with_its_address_links_become_absolute(capfd: pytest.CaptureFixture[str]) -> None:
    Path("a.html").write_text(PAGE)
    assert main(["convert", "a.html", "--url", "docs.test/x/a.html", "--no-frontmatter"]) == 0
    out = capfd.readouterr().out
    assert out.startswith("# A page\n")
    assert "[b](https://docs.test/x/b.html)" in out


def test_standard_input(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    type_in(monkeypatch, PAGE.encode())
    assert main(["convert", "-", "-o", "out/a.md"]) == 0
    assert capfd.readouterr().out == ""
    assert Path("out/a.md").read_text().startswith("---\ntitle: A page\n")


def test_a_fragment_is_converted_whole(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    type_in(monkeypatch, "<p>Größe <b>5</b></p><nav><a href=x>y</a></nav>".encode())
    assert main(["convert", "-", "--fragment"]) == 0
    assert capfd.readouterr().out == "Größe **5**\n\n[y](x)\n"


def test_a_page_without_content(capfd: pytest.CaptureFixture[str]) -> None:
    Path("a.html").write_text("<title>404 Not Found</title><h1>404 Not Found</h1>")
    assert main(["convert", "a.html"]) == 1
    out, err = capfd.readouterr()
    assert out == ""
    assert err.startswith("scrapepy: a.html has no content: error page")
    assert err.count("\n") == 1


def test_min_words(capfd: pytest.CaptureFixture[str]) -> None:
    Path("a.html").write_text("<title>Short</title><main><h1>Short page</h1><p>" + "Only few words are here. " * 4)
    assert main(["convert", "a.html"]) == 1
    assert main(["convert", "a.html", "--min-words", "5", "--no-frontmatter"]) == 0
    assert capfd.readouterr().out.startswith("# Short page\n\nOnly few words")


def test_explain_goes_to_standard_error(capfd: pytest.CaptureFixture[str]) -> None:
    Path("a.html").write_text(PAGE)
    assert main(["convert", "a.html", "--explain"]) == 0
    out, err = capfd.readouterr()
    assert err.startswith("extractor: ")
    assert "extractor" not in out


def test_a_folder_goes_below_the_markdown_folder(capfd: pytest.CaptureFixture[str]) -> None:
    Path("site").mkdir()
    Path("site/a.html").write_text(PAGE)
    Path("site/b.html").write_text(PAGE.replace("A page", "B page"))
    Path("site/c.html").write_text("<title>404 Not Found</title><h1>404 Not Found</h1>")
    assert main(["convert", "site"]) == 0
    assert capfd.readouterr().out.splitlines() == [
        "2 Markdown files and 0 images in MarkdownSites/site",
        "  1 page left out:",
        "    c.html: error page",
    ]
    assert "[b](b.md)" in Path("MarkdownSites/site/a.md").read_text()
    assert main(["convert", "site/", "-o", "elsewhere", "--quiet"]) == 0
    assert capfd.readouterr().out == ""
    assert Path("elsewhere/b.md").read_bytes() == Path("MarkdownSites/site/b.md").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nowhere.html"], "there is no file nowhere.html"),
        (["https://docs.test/a//b"], "to fetch a page: scrapepy https://docs.test/a//b\n"),
        (["a.html", "-o", "a.html"], "a.html is the page itself"),
        (["a.html", "-o", "folder/../a.html"], "is the page itself"),
        (["a" * 5000], "cannot be read: file name too long"),
        (["a.html", "-o", "a" * 300], "cannot be written: file name too long"),
        (["folder", "-o", "-"], "cannot be written to standard output"),
        (["folder", "-o", "a.html"], "is a file"),
        (["folder", "--fragment"], "not for a folder"),
        (["folder"], "no HTML file"),
        (["a.html", "--url", "ftp://x.test/"], "only http and https"),
    ],
)
def test_wrong_usage(arguments: list[str], says: str, capfd: pytest.CaptureFixture[str]) -> None:
    Path("folder").mkdir()
    Path("a.html").write_text(PAGE)
    assert main(["convert", *arguments]) == 2
    err = capfd.readouterr().err
    assert says in err
    assert err.count("\n") == 1


def test_a_folder_that_cannot_be_written_to(capfd: pytest.CaptureFixture[str]) -> None:
    Path("a.html").write_text(PAGE)
    Path("file").write_text("")
    assert main(["convert", "a.html", "-o", "file/a.md"]) == 4
    err = capfd.readouterr().err
    assert err.startswith("scrapepy: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize("body", [b"\x89PNG\r\n\x1a\n0000", b"PK\x03\x04abc", bytes(range(256)) * 4])
def test_what_is_no_text_is_no_page(body: bytes, capfd: pytest.CaptureFixture[str]) -> None:
    Path("a.html").write_bytes(body)
    assert main(["convert", "a.html"]) == 1
    out, err = capfd.readouterr()
    assert (out, err) == ("", "scrapepy: a.html is no page: it holds no text\n")


def test_utf_16_without_its_mark_is_text(capfd: pytest.CaptureFixture[str]) -> None:
    Path("a.html").write_bytes(("word " * 100).encode("utf-16-le"))
    assert main(["convert", "a.html"]) == 0
    assert "word word" in capfd.readouterr().out


def test_no_minimum_of_words_still_wants_some_characters(capfd: pytest.CaptureFixture[str]) -> None:
    Path("a.html").write_text("<main><p>Eleven char</p></main>")
    assert main(["convert", "a.html", "--min-words", "0"]) == 1
    assert "(11 characters left; 50 or fewer are no page, --fragment takes them)" in capfd.readouterr().err
    Path("a.html").write_text("<main><p>Only nine words, and more than fifty characters long.</p></main>")
    assert main(["convert", "a.html", "--min-words", "0"]) == 0


def test_a_folder_is_its_own_files_only(capfd: pytest.CaptureFixture[str]) -> None:
    for folder in ("site/.git", "site/sub"):
        Path(folder).mkdir(parents=True)
    for name in ("site/a.html", "site/.git/b.html", "outside.html"):
        Path(name).write_text(PAGE)
    os.mkfifo("site/sub/pipe.html")
    Path("site/out.html").symlink_to(Path("outside.html").resolve())
    Path("site/in.html").symlink_to("a.html")
    Path("site/loop.html").symlink_to("loop.html")
    assert main(["convert", "site", "-o", "notes"]) == 0
    assert sorted(path.name for path in Path("notes").rglob("*")) == ["a.md", "in.md"]


def test_a_pdf_becomes_markdown_with_its_images_beside_it(capfd: pytest.CaptureFixture[str]) -> None:
    Path("a.pdf").write_bytes(small_pdfs.over_pages())
    assert main(["convert", "a.pdf", "-o", "out/a.md", "--url", "https://example.com/a.pdf", "--explain"]) == 0
    assert "2 pages, 0 bookmarks" in capfd.readouterr().err
    text = Path("out/a.md").read_text()
    assert text.startswith("---\nsource: https://example.com/a.pdf\n")
    assert "![Image on page 2](a.images/page-2-1.png)" in text
    assert Path("out/a.images/page-2-1.png").read_bytes().startswith(b"\x89PNG")
    assert main(["convert", "a.pdf", "--no-frontmatter"]) == 0
    out = capfd.readouterr().out
    assert out.startswith("The quick brown fox")
    assert "![" not in out


def test_a_pdf_that_cannot_be_read_is_one_sentence(capfd: pytest.CaptureFixture[str]) -> None:
    Path("a.pdf").write_bytes(b"%PDF-1.7\n")
    assert main(["convert", "a.pdf"]) == 1
    assert capfd.readouterr().err == "scrapepy: a.pdf is damaged and cannot be read\n"


def test_an_empty_pdf_says_that_it_is_empty(capfd: pytest.CaptureFixture[str]) -> None:
    Path("a.pdf").write_bytes(b"")
    assert main(["convert", "a.pdf"]) == 1
    assert capfd.readouterr().err == "scrapepy: a.pdf is empty: a PDF of 0 bytes\n"


def test_a_pdf_without_the_extra_names_the_extra(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scrapepy.mirroring.pdfs.find_spec", lambda _: None)
    Path("a.pdf").write_bytes(small_pdfs.hyphens())
    assert main(["convert", "a.pdf"]) == 2
    assert capfd.readouterr().err == "scrapepy: reading PDFs needs an extra: pip install 'scrapepy[pdf]'\n"
