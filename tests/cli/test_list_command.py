from __future__ import annotations

import json
from pathlib import Path

import pytest

from scrapepy.cli import list_command as module
from scrapepy.cli.main import main
from scrapepy.mirroring.listing import MirrorListing

LISTINGS = (
    MirrorListing(
        site="docs.test",
        starts=("https://docs.test/guide/", "https://docs.test/api/\x1b[2J"),
        pages=1527,
        documents=1500,
        assets=131,
        size=31_500_000,
        last_refresh="2026-11-30T17:05:09Z",
        complete=True,
        html_dir="ScrapedSites/docs.test",
        markdown_dir="MarkdownSites/docs.test",
    ),
    MirrorListing("bad.test", (), 0, 0, 0, 0, None, False, "h", "m", problem="the state is damaged"),
    MirrorListing(
        "new.test", ("https://new.test/",), 1, 0, 0, 10, None, False, "h", "m", interrupted="2026-11-30T17:05:09Z"
    ),
    MirrorListing(
        "at.test", (), 1, 0, 0, 10, "2026-11-29T10:00:00Z", False, "h", "m", interrupted="2026-11-30T17:05:09Z"
    ),
    MirrorListing("now.test", (), 1, 0, 0, 10, None, False, "h", "m", running="process 12, since 2026-11-30 17:05 UTC"),
)


def test_no_mirrors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["list"]) == 0
    assert capfd.readouterr().out == "no mirrors in ScrapedSites\n"
    assert main(["list", "--json"]) == 0
    assert json.loads(capfd.readouterr().out) == []


def test_what_is_said_of_each(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("scrapepy.mirroring.listing.list_mirrors", lambda html, markdown: LISTINGS)
    assert main(["list"]) == 0
    assert capfd.readouterr().out.splitlines() == [
        "docs.test: 1,527 pages, 1,500 Markdown files, 131 assets, 31.5 MB, complete; last run 2026-11-30 17:05:09 UTC",
        "  https://docs.test/guide/",
        r"  https://docs.test/api/\x1b[2J",
        "bad.test: the state is damaged",
        "new.test: 1 page, 0 Markdown files, 0 assets, 10 bytes, incomplete; "
        "last run interrupted 2026-11-30 17:05:09 UTC",
        "  to go on: scrapepy refresh new.test",
        "  https://new.test/",
        "at.test: 1 page, 0 Markdown files, 0 assets, 10 bytes, incomplete; "
        "last run interrupted 2026-11-30 17:05:09 UTC"
        " (the one before ended 2026-11-29 10:00:00 UTC)",
        "  to go on: scrapepy refresh at.test",
        "now.test: 1 page, 0 Markdown files, 0 assets, 10 bytes, incomplete; "
        "a run is going on (process 12, since 2026-11-30 17:05 UTC)",
    ]
    assert main(["list", "--json"]) == 0
    first, second, third, *_ = json.loads(capfd.readouterr().out)
    assert (first["site"], first["complete"], first["starts"][0]) == ("docs.test", True, "https://docs.test/guide/")
    assert third["interrupted"] == "2026-11-30T17:05:09Z"
    assert second["problem"] == "the state is damaged"
    assert module.list_command.name == "list"
