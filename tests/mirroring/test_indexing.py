"""The search index follows the Markdown tree, and is asked through the command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scrapepy.cli.main import main
from scrapepy.mirroring.request import MirrorRequest
from scrapepy.mirroring.searching import search
from scrapepy.mirroring.site import mirror_site
from scrapepy.model.options import Pace
from scrapepy.store.layout import SiteLayout
from scrapepy.web.canonical import site_name
from tests.support.server import Answer, Server

pytestmark = pytest.mark.usefixtures("in_this_process")

FAST = Pace(delay=0.0, concurrency=4, timeout=60.0, retries=0)
FILLER = " ".join(f"<p>Some further text of paragraph {number} that everybody has.</p>" for number in range(12))


def page(title: str, *sections: tuple[str, str], links: str = "") -> str:
    body = "".join(f"<h2>{heading}</h2><p>{text}</p>" for heading, text in sections)
    return f"<title>{title}</title><main><h1>{title}</h1>{FILLER}{body}{links}</main>"


START = page("Start", links='<p><a href="a">a</a> <a href="b">b</a> <a href="c">c</a></p>')
SITE: dict[str, str | Answer] = {
    "/docs/": START,
    "/docs/a": page("Processes", ("Running", "Call <code>subprocess.run(args)</code> to start one.")),
    "/docs/b": page("راهنما", ("نصب", "این كتاب‌های قديمي را می‌شود خواند.")),
    "/docs/c": page("手册", ("搜索", "全文検索は難しい。中文分词也很难。")),
}


@pytest.fixture
def mirrored(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Server:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SCRAPEPY_HTML_DIR", raising=False)
    monkeypatch.delenv("SCRAPEPY_MARKDOWN_DIR", raising=False)
    server.pages(SITE)
    run(server)
    return server


def run(server: Server) -> None:
    mirror_site(MirrorRequest(f"{server.origin}/docs/", stay_in_path=True, pace=FAST))


def places(server: Server, query: str) -> list[str]:
    result = search(query, [site_name(server.origin)], Path("ScrapedSites"), Path("MarkdownSites"))
    return [f"{hit.document}#{hit.anchor}" for hit in result.hits]


def test_sections_of_a_mirror_are_found(mirrored: Server) -> None:
    assert places(mirrored, "subprocess.run") == ["docs/a.md#running"]
    assert places(mirrored, "کتاب‌های قدیمی") == ["docs/b.md#نصب"]
    assert places(mirrored, "می‌شود") == ["docs/b.md#نصب"]
    assert places(mirrored, "検索") == places(mirrored, "分词") == ["docs/c.md#搜索"]
    hit = search("running", [site_name(mirrored.origin)], Path("ScrapedSites"), Path("MarkdownSites")).hits[0]
    assert Path(hit.path).is_file()
    assert (hit.title, hit.heading, hit.url) == ("Processes", "Processes > Running", f"{mirrored.origin}/docs/a")


def test_a_refresh_changes_a_few_rows(mirrored: Server) -> None:
    mirrored.pages(
        {
            **SITE,
            "/docs/": page("Start", links='<p><a href="a">a</a> <a href="d">d</a></p>'),
            "/docs/a": page("Processes", ("Stopping", "Call <code>process.kill()</code> to end one.")),
            "/docs/c": Answer(404),
            "/docs/d": page("Drawn", ("New", "A wholly novel page.")),
        }
    )
    run(mirrored)
    assert places(mirrored, "subprocess.run") == []
    assert places(mirrored, "process.kill") == ["docs/a.md#stopping"]
    assert places(mirrored, "分词") == []
    assert places(mirrored, "novel") == ["docs/d.md#new"]
    assert places(mirrored, "می‌شود") == ["docs/b.md#نصب"]


def test_a_lost_or_damaged_index_is_made_again(mirrored: Server) -> None:
    layout = SiteLayout(site_name(mirrored.origin), Path("ScrapedSites"), Path("MarkdownSites"))
    layout.search_index.unlink()
    assert places(mirrored, "subprocess.run") == ["docs/a.md#running"]
    layout.search_index.write_bytes(b"nonsense" * 4096)
    run(mirrored)
    assert places(mirrored, "subprocess.run") == ["docs/a.md#running"]


def test_any_word_where_none_has_all(mirrored: Server) -> None:
    result = search("subprocess 搜索", [site_name(mirrored.origin)], Path("ScrapedSites"), Path("MarkdownSites"))
    assert result.any_word
    assert {hit.document for hit in result.hits} == {"docs/a.md", "docs/c.md"}


class TestCommand:
    def test_text(self, mirrored: Server, capfd: pytest.CaptureFixture[str]) -> None:
        assert main(["search", "subprocess.run"]) == 0
        lines = capfd.readouterr().out.splitlines()
        assert lines[0] == f"MarkdownSites/{site_name(mirrored.origin)}/docs/a.md#running"
        assert lines[1] == "  Processes > Running"
        assert lines[2] == "  Call **subprocess**.**run**(args) to start one."
        assert lines[4].startswith("1 section found (")

    def test_json(self, mirrored: Server, capfd: pytest.CaptureFixture[str]) -> None:
        assert main(["search", "--json", '"to start"', "call*", "-kill"]) == 0
        result = json.loads(capfd.readouterr().out)
        (hit,) = result["hits"]
        assert (hit["document"], hit["anchor"], result["total"]) == ("docs/a.md", "running", 1)
        assert [hit["snippet"][start:end] for start, end in hit["marks"]] == ["Call", "to", "start"]

    def test_nothing_found_and_odd_queries(self, mirrored: Server, capfd: pytest.CaptureFixture[str]) -> None:
        for query in (["nowhere"], ['"'], ['"open', "quote"], ["-"], ["->"], ["(", ")"], ["NEAR(a", "b)"], ["-html"]):
            assert main(["search", *query]) == 0, query
            captured = capfd.readouterr()
            assert "found" in captured.out
            assert not captured.err

    def test_sites(self, mirrored: Server, capfd: pytest.CaptureFixture[str]) -> None:
        assert main(["search", "start", "--site", mirrored.origin]) == 0
        assert main(["search", "start", "--site", "docs.nowhere.test"]) == 2
        assert "there is no mirror of docs.nowhere.test" in capfd.readouterr().err

    def test_wrong_usage(self, mirrored: Server, capfd: pytest.CaptureFixture[str]) -> None:
        assert main(["search"]) == 2
        assert main(["search", "a", "--unknown"]) == 2
        assert "--unknown" in capfd.readouterr().err
