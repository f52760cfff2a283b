from __future__ import annotations

import json
from pathlib import Path

import pytest

from scrapepy.cli.check_command import line_of
from scrapepy.cli.main import main
from scrapepy.mirroring.faults import Fault, FaultKind


@pytest.fixture(autouse=True)
def _mirrors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("SCRAPEPY_HTML_DIR", "SCRAPEPY_MARKDOWN_DIR"):
        monkeypatch.delenv(name, raising=False)
    for site, text in (("whole.test", '<a href="#x">x</a>'), ("broken.test_8080", '<a href="gone.html">g</a>' * 2)):
        Path("ScrapedSites", site).mkdir(parents=True)
        Path("ScrapedSites", site, "a.html").write_text(text)


def test_all_mirrors(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["check"]) == 1
    assert capfd.readouterr().out.splitlines() == [
        "broken.test_8080: 1 fault; 1 page, 0 style sheets, 0 Markdown files, 1 local reference",
        "  faults of the copy: 1",
        "    gone.html: no such file, in a.html",
        "whole.test: whole; 1 page, 0 style sheets, 0 Markdown files, 1 local reference",
        "  dead on the site itself: 1",
        "    a.html#x: no such anchor, in a.html",
    ]


@pytest.mark.parametrize(
    "site", ["whole.test", "ScrapedSites/whole.test/", "https://whole.test/x", "http://whole.test"]
)
def test_one_mirror_by_name_folder_or_address(site: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["check", site]) == 0
    assert capfd.readouterr().out.startswith("whole.test: whole;")


def test_json(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "http://broken.test:8080/", "--json"]) == 1
    result = json.loads(capfd.readouterr().out)
    assert result["whole"] is False
    assert result["faults"] == [{"kind": "no such file", "target": "gone.html", "count": 1, "sources": ["a.html"]}]
    assert main(["check", "--json"]) == 1
    assert [result["site"] for result in json.loads(capfd.readouterr().out)] == ["broken.test_8080", "whole.test"]


@pytest.mark.parametrize(
    ("kind", "count", "line"),
    [
        (
            FaultKind.NOT_WRITTEN,
            401,
            "S/h.test: 401 pages gathered and never written; the command that made the mirror",
        ),
        (FaultKind.MISSING_TREE, 1, "M/h.test: nothing of it is there any more (1 file)"),
        (FaultKind.MISSING_FILE, 2, "a.html: no such file (2 times), in b.html"),
    ],
)
def test_words_for_a_fault(kind: FaultKind, count: int, line: str) -> None:
    """None of them reads as something to be done so many times."""
    source = "b.html" if kind is FaultKind.MISSING_FILE else "the state"
    assert line_of(Fault(kind, line.partition(":")[0], count, (source,))).startswith(line)


def test_quiet_says_only_what_is_wrong(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--quiet"]) == 1
    assert capfd.readouterr().out.startswith("broken.test_8080: 1 fault;")
    assert main(["check", "whole.test", "--quiet"]) == 0
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("arguments", [["none.test"], [".."], ["--html-dir", "none", "--markdown-dir", "none"]])
def test_what_is_not_there(arguments: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["check", *arguments]) == 2
    err = capfd.readouterr().err
    assert err.startswith("scrapepy: ")
    assert err.count("\n") == 1
