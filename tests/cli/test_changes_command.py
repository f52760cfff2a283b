from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from scrapepy.cli.main import main
from scrapepy.mirroring.summary import report_from, report_values
from scrapepy.model.report import Failure, MirrorReport, SkipCount
from scrapepy.model.skip import Skip, SkipReason
from scrapepy.model.url import CanonicalUrl
from scrapepy.store.layout import SiteLayout
from scrapepy.store.state import State

U = "https://docs.test/"
FIRST = MirrorReport("docs.test", U, "h", None, pages=3, new=(U, U + "a", U + "old"), requests=4, bytes=1000)
SECOND = MirrorReport(
    "docs.test",
    U,
    "h",
    None,
    pages=2,
    new=(U + "new\x1b[2J",),
    changed=(U + "a",),
    removed=(U + "b",),
    moved=((U + "old", U + "new"),),
    unchanged=5,
    failed=(Failure(U + "slow", "timeout", U), Failure(U + "gone", "404 Not Found", U, 404, site_fault=True)),
    skipped=(SkipCount("feed", 1, (Skip(U + "rss", SkipReason.FEED, "feed-link"),)),),
    requests=9,
    not_modified=5,
    bytes=2000,
    notes=("a note",),
)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SCRAPEPY_HTML_DIR", raising=False)


def ran(at: float, report: Mapping[str, object], url: str = U) -> None:
    layout = SiteLayout("docs.test", Path("ScrapedSites"), Path("MarkdownSites"))
    layout.state_folder.mkdir(parents=True, exist_ok=True)
    with State.open(layout.state) as state:
        state.begin(CanonicalUrl(url), {}, at - 10)
        state.finish(at, True, report)


def test_a_report_is_kept_whole() -> None:
    assert report_from(report_values(SECOND)) == SECOND
    assert report_from({"site": "s", "start": "u", "html_dir": "h", "markdown_dir": None, "later": 1}).pages == 0


def test_the_last_one(capfd: pytest.CaptureFixture[str]) -> None:
    ran(1_796_000_000.0, report_values(FIRST))
    ran(1_796_086_400.0, report_values(SECOND))
    assert main(["changes"]) == 0
    assert capfd.readouterr().out.splitlines() == [
        "docs.test (https://docs.test/): refresh of 2026-12-01 00:53:20 UTC",
        "  9 requests, 5 answered not modified, 2.0 kB",
        "  1 new, 1 changed, 1 removed, 1 moved, 5 unchanged",
        r"    new      https://docs.test/new\x1b[2J",
        "    changed  https://docs.test/a",
        "    removed  https://docs.test/b",
        "    moved    https://docs.test/old -> https://docs.test/new",
        "  dead on the site itself: 1 address",
        "    https://docs.test/gone: 404 Not Found, linked from https://docs.test/",
        "  could not be had: 1 address",
        "    https://docs.test/slow: timeout, linked from https://docs.test/",
        "  note: a note",
    ]
    assert main(["changes", "docs.test", "--json"]) == 0
    value = json.loads(capfd.readouterr().out)
    assert (value["finished"], value["refresh"], value["in_vain"]) == ("2026-12-01T00:53:20Z", True, [])
    assert (value["moved"], value["unchanged"], value["not_modified"]) == ([[U + "old", U + "new"]], 5, 5)


def test_the_one_before(capfd: pytest.CaptureFixture[str]) -> None:
    ran(1_796_000_000.0, report_values(FIRST))
    ran(1_796_086_400.0, report_values(SECOND))
    assert main(["changes", "https://docs.test/", "--last", "2"]) == 0
    lines = capfd.readouterr().out.splitlines()
    assert "docs.test (https://docs.test/): first run of 2026-11-30 00:53:20 UTC" in lines
    assert "  3 new, 0 changed, 0 removed, 0 moved, 0 unchanged" in lines
    assert main(["changes", "docs.test", "--last", "9", "--json"]) == 0
    assert [value["refresh"] for value in json.loads(capfd.readouterr().out)] == [True, False]


def test_runs_in_vain_are_told_and_do_not_count(capfd: pytest.CaptureFixture[str]) -> None:
    ran(1_796_000_000.0, {"error": "long ago"})
    ran(1_796_000_100.0, report_values(FIRST))
    ran(1_796_086_400.0, {"error": "docs.test answered 500"})
    assert main(["changes"]) == 0
    lines = capfd.readouterr().out.splitlines()
    assert lines[:2] == [
        "docs.test (https://docs.test/): the run of 2026-12-01 00:53:20 UTC changed nothing: docs.test answered 500",
        "docs.test (https://docs.test/): first run of 2026-11-30 00:55:00 UTC",
    ]
    assert main(["changes", "docs.test", "--json"]) == 0
    value = json.loads(capfd.readouterr().out)
    assert value["in_vain"] == [{"finished": "2026-12-01T00:53:20Z", "error": "docs.test answered 500"}]
    assert value["pages"] == 3


def test_each_start_has_its_own(capfd: pytest.CaptureFixture[str]) -> None:
    ran(1_796_000_000.0, report_values(FIRST))
    ran(1_796_000_050.0, {"error": "down"}, U + "api/")
    assert main(["changes", "--json"]) == 0
    first, second = json.loads(capfd.readouterr().out)
    assert (first["start"], first["pages"]) == (U, 3)
    assert (second["start"], second["finished"]) == (U + "api/", None)
    assert second["in_vain"][0]["error"] == "down"


def test_no_run_and_no_mirror(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["changes"]) == 2
    assert "no mirrors in ScrapedSites" in capfd.readouterr().err
    layout = SiteLayout("docs.test", Path("ScrapedSites"), Path("MarkdownSites"))
    layout.state_folder.mkdir(parents=True)
    with State.open(layout.state) as state:
        state.begin(CanonicalUrl(U), {}, 1.0)
    assert main(["changes"]) == 0
    assert capfd.readouterr().out == "docs.test (https://docs.test/): no run has ended yet\n"
    layout.state.write_bytes(b"no database " * 1000)
    assert main(["changes", "--json"]) == 4
    assert json.loads(capfd.readouterr().out)[0]["site"] == "docs.test"
