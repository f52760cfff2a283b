from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scrapepy.cli.main import main
from scrapepy.errors import StartFailed, StoreError
from scrapepy.mirroring import site as site_module
from scrapepy.mirroring.request import MirrorRequest, remembered
from scrapepy.model.options import KeepOptions, Pace, RequestOptions
from scrapepy.model.report import Failure, MirrorReport
from scrapepy.store.layout import SiteLayout
from scrapepy.store.state import State


class Runs:
    """Stands in for the runs: remembers requests, answers with reports or raises."""

    def __init__(self) -> None:
        self.requests: list[MirrorRequest] = []
        self.answers: list[BaseException | dict[str, Any]] = []

    def __call__(self, request: MirrorRequest, on_event: object = None) -> MirrorReport:
        self.requests.append(request)
        answer = self.answers.pop(0) if self.answers else {}
        if isinstance(answer, BaseException):
            raise answer
        return MirrorReport(site="docs.test", start=request.url, html_dir="h", markdown_dir=None, **answer)

    @property
    def urls(self) -> list[str]:
        return [request.url for request in self.requests]


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Runs:
    """Two mirrors, the second with two starts."""
    stand_in = Runs()
    monkeypatch.setattr(site_module, "mirror_site", stand_in)
    monkeypatch.chdir(tmp_path)
    for name in ("SCRAPEPY_HTML_DIR", "SCRAPEPY_MARKDOWN_DIR"):
        monkeypatch.delenv(name, raising=False)
    known(MirrorRequest("https://a.test/", pace=Pace(delay=1.5), keep=KeepOptions(min_words=7)))
    known(MirrorRequest("https://docs.test/guide/", request=RequestOptions(headers=(("X-Key", "s3cret"),))))
    known(MirrorRequest("https://docs.test/api/", stay_in_path=True))
    return stand_in


def known(request: MirrorRequest) -> None:
    layout = SiteLayout(request.url.split("/")[2], Path("ScrapedSites"), Path("MarkdownSites"))
    layout.state_folder.mkdir(parents=True, exist_ok=True)
    with State.open(layout.state) as state:
        state.begin(request.url, remembered(request), 1.0)  # type: ignore[arg-type]
        state.finish(2.0, True, {})


def test_all_mirrors_with_all_their_starts(runs: Runs, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["refresh", "--json"]) == 0
    assert runs.urls == ["https://a.test/", "https://docs.test/guide/", "https://docs.test/api/"]
    assert (runs.requests[0].pace.delay, runs.requests[0].keep.min_words) == (1.5, 7)
    assert [request.stay_in_path for request in runs.requests] == [False, False, True]
    results = json.loads(capfd.readouterr().out)
    assert [(result["start"], result["exit"]) for result in results] == [(url, 0) for url in runs.urls]


def test_one_by_its_folder_or_its_address(runs: Runs, capfd: pytest.CaptureFixture[str]) -> None:
    for name in ("a.test", "ScrapedSites/a.test", "https://a.test/page"):
        assert main(["refresh", name, "--json"]) == 0
        assert json.loads(capfd.readouterr().out)["start"] == "https://a.test/"
    assert main(["refresh", "https://me:pw@docs.test/"]) == 0
    assert [request.request.password for request in runs.requests[3:]] == ["pw", "pw"]
    assert "pw" not in "".join(capfd.readouterr())


def test_what_is_typed_overrules(runs: Runs, tmp_path: Path) -> None:
    (tmp_path / "scrapepy.toml").write_text('delay = 9\nmin-words = 9\nheader = ["X-Key: from-file"]\n')
    assert main(["refresh", "a.test"]) == 0
    assert (
        main(["refresh", "a.test", "--delay", "0", "--keep-removed", "--no-markdown", "--html-dir", "ScrapedSites"])
        == 0
    )
    first, second = runs.requests
    assert (first.pace.delay, first.keep.min_words) == (1.5, 7)
    assert first.request.headers == (("X-Key", "from-file"),)  # nothing else remembers it
    assert (second.pace.delay, second.keep.keep_removed, second.keep.markdown) == (0.0, True, False)


def test_the_worst_counts_and_the_next_has_its_turn(runs: Runs, capfd: pytest.CaptureFixture[str]) -> None:
    runs.answers = [{"failed": (Failure("u", "timeout"),)}, StartFailed("docs.test answered 500"), {}]
    assert main(["refresh", "--json"]) == 3
    out, err = capfd.readouterr()
    results = json.loads(out)
    assert [result["exit"] for result in results] == [1, 3, 0]
    assert (results[1]["site"], results[1]["error"]) == ("docs.test", "docs.test answered 500")
    assert "scrapepy: docs.test answered 500" in err.splitlines()


def test_interrupted_it_says_how_to_go_on(runs: Runs, capfd: pytest.CaptureFixture[str]) -> None:
    runs.answers = [{"interrupted": True}]
    assert main(["refresh", "--delay", "1"]) == 130
    assert runs.urls == ["https://a.test/"]
    assert "to go on: scrapepy refresh --delay 1" in capfd.readouterr().err


def test_a_damaged_state_does_not_stop_the_others(runs: Runs, capfd: pytest.CaptureFixture[str]) -> None:
    Path("ScrapedSites/a.test/.scrapepy/state.sqlite3").write_bytes(b"no database " * 1000)
    assert main(["refresh", "--json"]) == 4
    results = json.loads(capfd.readouterr().out)
    assert [result["exit"] for result in results] == [4, 0, 0]
    assert results[0]["site"] == "a.test"


def test_ignored_robots_are_said_loudly(runs: Runs, capfd: pytest.CaptureFixture[str]) -> None:
    known(MirrorRequest("https://a.test/", pace=Pace(ignore_robots=True)))
    assert main(["refresh", "a.test", "--quiet"]) == 0
    assert "WARNING: robots.txt is ignored" in capfd.readouterr().err


@pytest.mark.parametrize("arguments", [["b.test"], ["https://b.test/"], ["--html-dir", "empty"], ["a.test", "--deley"]])
def test_wrong_usage(runs: Runs, arguments: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["refresh", *arguments]) == 2
    (line,) = capfd.readouterr().err.splitlines()
    assert line.startswith("scrapepy: ")
    assert runs.requests == []


def test_what_was_done_before_an_interruption_is_not_asked_again(runs: Runs, capfd: pytest.CaptureFixture[str]) -> None:
    runs.answers = [{}, {"interrupted": True}]
    assert main(["refresh"]) == 130
    assert runs.urls == ["https://a.test/", "https://docs.test/guide/"]
    capfd.readouterr()
    runs.requests.clear()
    assert main(["refresh"]) == 0
    assert runs.urls == ["https://docs.test/guide/", "https://docs.test/api/"]
    said = capfd.readouterr().err.splitlines()
    assert said[0].startswith("https://a.test/: brought up to date at ")
    assert said[0].endswith("before the interruption; not asked again")
    runs.requests.clear()
    assert main(["refresh"]) == 0
    assert runs.urls == ["https://a.test/", "https://docs.test/guide/", "https://docs.test/api/"]


def test_after_a_full_disk_only_the_rest_is_asked(runs: Runs) -> None:
    runs.answers = [{}, StoreError("cannot write x: the disk is full"), {}]
    assert main(["refresh"]) == 4
    runs.requests.clear()
    assert main(["refresh"]) == 0
    assert runs.urls == ["https://docs.test/guide/"]
