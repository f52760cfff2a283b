from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from scrapepy.cli.main import main
from scrapepy.sections.chunk import chunk_markdown
from tests.support import small_pdfs

PAGE = "---\nsource: https://e.example/guide/\n---\n\n# Guide\n\nHello [you](u1)\u2028there.\n\n## Setup\n\nRun `it`.\n"
HTML = "<!doctype html><title>T</title><main><h1>Guide</h1><p>" + "word " * 60 + "</p><h2>Setup</h2><p>Run.</p></main>"
FIELDS = [
    *("id", "url", "path", "anchor", "headings", "words", "chars"),
    *("sha256", "fingerprint", "text", "captured", "context", "part"),
]


def objects(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "docs" / "sub").mkdir(parents=True)
    (tmp_path / "docs" / "guide.md").write_text(PAGE, encoding="utf-8")
    (tmp_path / "docs" / "sub" / "b.MD").write_text("text\n", encoding="utf-8")
    (tmp_path / "docs" / "image.png").write_bytes(b"\x89PNG")
    return tmp_path / "docs"


def test_chunks_of_a_folder(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["chunks", str(folder)]) == 0
    found = objects(capfd.readouterr().out)
    assert [(chunk["path"], chunk["id"]) for chunk in found] == [
        ("guide.md", "Guide"),
        ("guide.md", "Guide > Setup"),
        ("sub/b.MD", "(top)"),
    ]
    assert list(found[0]) == FIELDS
    assert found[0]["url"] == "https://e.example/guide/"
    assert found[1] == json.loads(json.dumps(found[1])) | {"headings": ["Guide", "Setup"], "anchor": "setup"}
    assert "".join(chunk["text"] for chunk in found[:2]) == PAGE.partition("---\n\n")[2]


def test_chunks_of_files_and_standard_input(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.html"
    page.write_text(HTML, encoding="utf-8")
    assert main(["chunks", str(page), "--level", "1"]) == 0
    (chunk,) = objects(capfd.readouterr().out)
    assert (chunk["path"], chunk["id"]) == ("page.md", "Guide")
    for body, ids in ((PAGE, ["Guide", "Guide > Setup"]), (HTML, ["Guide", "Guide > Setup"])):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(body.encode())))
        assert main(["chunks", "-"]) == 0
        found = objects(capfd.readouterr().out)
        assert [chunk["id"] for chunk in found] == ids
        assert found[0]["path"] is None
    assert main(["chunks", str(folder / "guide.md"), "--max-chars", "25"]) == 0
    assert [chunk["part"] for chunk in objects(capfd.readouterr().out)] == ["1/2", "2/2", None]


@pytest.mark.parametrize(
    ("name", "body", "says"),
    [
        ("bad.md", b"\xff\xfe", "is no text in UTF-8"),
        ("short.html", b"<!doctype html><p>x", "has no content"),
        ("a.pdf", b"%PDF-1.7", "a.pdf is damaged"),
        ("missing.md", None, "no file, folder or mirror"),
        ("empty", None, "no file, folder or mirror"),
        ("folder", b"", "holds no Markdown"),
    ],
)
def test_what_cannot_be_cut(
    name: str, body: bytes | None, says: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    if name == "folder":
        (tmp_path / name).mkdir()
    elif body is not None:
        (tmp_path / name).write_bytes(body)
    assert main(["chunks", str(tmp_path / name)]) == 2
    captured = capfd.readouterr()
    assert captured.out == ""
    assert says in captured.err
    assert captured.err.count("\n") == 1


def test_a_chunk_file_is_compared_with_the_folder(
    folder: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["chunks", str(folder)]) == 0
    before = tmp_path / "before.jsonl"
    before.write_text(capfd.readouterr().out, encoding="utf-8")
    assert main(["compare", str(before), str(folder)]) == 0
    assert capfd.readouterr().out == "0 added, 0 removed, 0 renamed, 0 changed, 0 links-only, 3 unchanged\n"
    (folder / "guide.md").write_text(PAGE.replace("u1", "u2").replace("Run", "Start"), encoding="utf-8")
    assert main(["compare", str(before), str(folder), "--diff"]) == 1
    assert capfd.readouterr().out.splitlines() == [
        "links-only  guide.md: Guide",
        "    --- guide.md: Guide",
        "    +++ guide.md: Guide",
        "    @@ -1,4 +1,4 @@",
        "     # Guide",
        "     ",
        "    -Hello [you](u1)\\u2028there.",
        "    +Hello [you](u2)\\u2028there.",
        "     ",
        "changed     guide.md: Guide > Setup",
        "    --- guide.md: Guide > Setup",
        "    +++ guide.md: Guide > Setup",
        "    @@ -1,3 +1,3 @@",
        "     ## Setup",
        "     ",
        "    -Run `it`.",
        "    +Start `it`.",
        "0 added, 0 removed, 0 renamed, 1 changed, 1 links-only, 1 unchanged",
    ]
    assert main(["compare", str(before), str(folder), "--json"]) == 1
    result = json.loads(capfd.readouterr().out)
    assert result["same"] is False
    assert result["counts"]["changed"] == 1
    assert [section["kind"] for section in result["sections"]] == ["links-only", "changed", "unchanged"]
    assert result["sections"][1]["new"] == {"path": "guide.md", "id": "Guide > Setup", "anchor": "setup"}


def test_two_files_are_one_page(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    sentence = "The quick brown fox jumps over the lazy dog."
    old, new = tmp_path / "old.md", tmp_path / "new.md"
    old.write_text(f"# A\n\n## Setup\n\n{sentence}\n", encoding="utf-8")
    new.write_text(f"# A\n\n## Install\n\n{sentence}\n", encoding="utf-8")
    assert main(["compare", str(old), str(new)]) == 1
    first = capfd.readouterr().out.splitlines()[0]
    assert first.startswith("renamed     old.md: A > Setup -> ")
    assert main(["compare", str(old), str(new), "--rename-threshold", "1"]) == 1
    assert "1 added, 1 removed, 0 renamed" in capfd.readouterr().out


@pytest.mark.parametrize(
    ("line", "says"), [("{", "line 1 of bad.jsonl is no JSON"), ('{"id": "A"}', "is no chunk"), ("[]", "is no chunk")]
)
def test_a_broken_chunk_file(line: str, says: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text(line, encoding="utf-8")
    assert main(["compare", str(bad), str(bad)]) == 2
    assert says in capfd.readouterr().err


def test_standard_input_is_one_version_only(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "-", "-"]) == 2
    assert "not both" in capfd.readouterr().err


def test_many_pages_are_cut_in_processes(tmp_path: Path) -> None:
    """The same chunks, in the same order, as here."""
    from scrapepy.mirroring.chunking import chunks_of
    from scrapepy.mirroring.sources import SourcePage

    text = "# A\n\n" + "word " * 90_000 + "\n\n## B\n"
    pages = [SourcePage(f"{number} {text}", f"{number}.md") for number in range(5)]
    assert chunks_of(pages) == tuple(chunk_markdown(page.text, path=page.path) for page in pages)


def test_chunks_of_a_pdf_know_their_pages(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.pdf").write_bytes(small_pdfs.table_over_pages())
    assert main(["chunks", str(tmp_path / "a.pdf"), "--max-chars", "160"]) == 0
    found = objects(capfd.readouterr().out)
    assert [chunk["pages"] for chunk in found] == [[1, 1], [1, 2], [2, 3], [3, 3], [3, 3]]
    assert [chunk["has_table"] for chunk in found] == [True, True, True, True, False]
    assert [chunk["url"] for chunk in found] == [f"a.pdf#page={page}" for page in (1, 1, 2, 3, 3)]
    assert found[1]["context"].startswith("| Name |")


def test_chunks_of_the_markdown_of_a_pdf_know_them_too(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.pdf").write_bytes(small_pdfs.running_lines())
    assert main(["convert", str(tmp_path / "a.pdf"), "-o", str(tmp_path / "a.md")]) == 0
    assert main(["chunks", str(tmp_path / "a.md"), "--max-chars", "400"]) == 0
    found = objects(capfd.readouterr().out)
    assert [chunk["pages"] for chunk in found] == [[page, page] for page in range(1, 6)]


def test_two_pdfs_are_compared(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.pdf").write_bytes(small_pdfs.styles())
    (tmp_path / "b.pdf").write_bytes(small_pdfs.missing_bookmark())
    assert main(["compare", str(tmp_path / "a.pdf"), str(tmp_path / "a.pdf")]) == 0
    assert main(["compare", str(tmp_path / "a.pdf"), str(tmp_path / "b.pdf")]) == 1
    capfd.readouterr()
