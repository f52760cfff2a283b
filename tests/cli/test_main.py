from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scrapepy.cli.main import main
from scrapepy.errors import ScrapePyError, StartFailed, StoreError
from scrapepy.mirroring import site as site_module
from scrapepy.mirroring.request import MirrorRequest
from scrapepy.model.options import AnchorStyle, ImagePolicy, IndexLinks, ScriptPolicy
from scrapepy.model.report import Failure, MirrorReport

ROOT = Path(__file__).parents[2]


class Crawls:
    """Stands in for the crawl: remembers requests, answers with reports or raises."""

    def __init__(self) -> None:
        self.requests: list[MirrorRequest] = []
        self.answers: list[BaseException | dict[str, Any]] = []

    def __call__(self, request: MirrorRequest, on_event: object = None) -> MirrorReport:
        self.requests.append(request)
        answer = self.answers.pop(0) if self.answers else {}
        if isinstance(answer, BaseException):
            raise answer
        return MirrorReport(
            site="docs.test", start=request.url, html_dir="ScrapedSites/docs.test", markdown_dir=None, **answer
        )


@pytest.fixture
def crawls(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Crawls:
    stand_in = Crawls()
    monkeypatch.setattr(site_module, "mirror_site", stand_in)
    monkeypatch.chdir(tmp_path)
    for name in ("SCRAPEPY_HTML_DIR", "SCRAPEPY_MARKDOWN_DIR"):
        monkeypatch.delenv(name, raising=False)
    return stand_in


@pytest.mark.parametrize(
    "arguments",
    [
        ["https://docs.test/"],
        ["mirror", "https://docs.test/"],
        ["docs.test/"],
        ["--delay", "0.5", "docs.test/"],
        ["//docs.test/"],
    ],
)
def test_an_address_is_short_for_mirror(crawls: Crawls, arguments: list[str]) -> None:
    assert main(arguments) == 0
    assert [request.url for request in crawls.requests] == ["https://docs.test/"]


def test_defaults_are_those_of_the_contract(crawls: Crawls) -> None:
    main(["docs.test"])
    (request,) = crawls.requests
    assert (request.pace.delay, request.pace.concurrency, request.pace.timeout, request.pace.retries) == (0.5, 4, 30, 3)
    assert request.keep.max_size == 100_000_000
    assert request.keep.max_pages is None
    assert request.keep.min_words == 50
    assert request.keep.scripts is ScriptPolicy.AUTO
    assert request.keep.index_links is IndexLinks.LINK
    assert request.keep.sitemap
    assert request.keep.markdown
    assert request.keep.assets
    assert (request.html_dir, request.markdown_dir) == (Path("ScrapedSites"), Path("MarkdownSites"))
    switches = (request.stay_in_path, request.subdomains, request.dry_run, request.pace.ignore_robots)
    assert switches == (False,) * 4


def test_every_option_arrives(crawls: Crawls, tmp_path: Path) -> None:
    cookies = tmp_path / "cookies.txt"
    cookies.write_text("# Netscape HTTP Cookie File\n")
    options = (
        "--stay-in-path --path docs --include /a/* --include /b/* --exclude *?print=1 --subdomains --max-pages 9 "
        "--max-depth 2 --no-sitemap --delay 0 --concurrency 8 --timeout 5 --retries 1 --ignore-robots --user-agent me "
        f"--header X-A:b --header X-C:d --cookies {cookies} --no-markdown --no-assets --max-size 1MB --scripts strip "
        "--images remote --min-words 7 --index-links text --anchors obsidian --html-dir h --markdown-dir m --quiet"
    )
    assert main(["docs.test", *options.split()]) == 0
    (request,) = crawls.requests
    assert (request.stay_in_path, request.path, request.subdomains, request.max_depth) == (True, "/docs", True, 2)
    assert (request.include, request.exclude) == (("/a/*", "/b/*"), ("*?print=1",))
    pace, keep = request.pace, request.keep
    assert (pace.delay, pace.concurrency, pace.timeout, pace.retries, pace.ignore_robots) == (0, 8, 5, 1, True)
    assert request.request.user_agent == "me"
    assert request.request.headers == (("X-A", "b"), ("X-C", "d"))
    assert request.request.cookies_file == str(cookies)
    assert (keep.max_pages, keep.sitemap, keep.markdown, keep.assets) == (9, False, False, False)
    assert (keep.max_size, keep.scripts, keep.images) == (1_000_000, ScriptPolicy.STRIP, ImagePolicy.REMOTE)
    assert (keep.min_words, keep.index_links, keep.anchors) == (7, IndexLinks.TEXT, AnchorStyle.OBSIDIAN)
    assert (request.html_dir, request.markdown_dir) == (Path("h"), Path("m"))


def test_folders_come_from_the_environment_too(crawls: Crawls, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCRAPEPY_HTML_DIR", "from-env")
    main(["docs.test"])
    main(["docs.test", "--html-dir", "typed"])
    assert [request.html_dir for request in crawls.requests] == [Path("from-env"), Path("typed")]


def test_the_command_line_wins_over_the_file(crawls: Crawls, tmp_path: Path) -> None:
    (tmp_path / "scrapepy.toml").write_text("delay = 3\nstay-in-path = true\nno-assets = true\n")
    main(["docs.test"])
    main(["docs.test", "--delay", "1", "--no-stay-in-path", "--assets"])
    first, second = crawls.requests
    assert (first.pace.delay, first.stay_in_path, first.keep.assets) == (3, True, False)
    assert (second.pace.delay, second.stay_in_path, second.keep.assets) == (1, False, True)


def test_a_password_is_used_and_shown_nowhere(crawls: Crawls, capfd: pytest.CaptureFixture[str]) -> None:
    crawls.answers = [{}, StartFailed("https://docs.test/ answered 401 Unauthorized"), KeyboardInterrupt()]
    for _ in range(3):
        main(["https://me:s3%40cret@docs.test/", "--json"])
    request = crawls.requests[0].request
    assert (request.username, request.password) == ("me", "s3@cret")
    assert crawls.requests[0].url == "https://docs.test/"
    out, err = capfd.readouterr()
    assert "cret" not in out + err


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ({}, 0),
        ({"failed": (Failure("u", "404 Not Found", site_fault=True),)}, 0),
        ({"left_over": 12}, 0),
        ({"failed": (Failure("u", "timeout"),)}, 1),
        ({"interrupted": True}, 130),
        (StartFailed("robots.txt of docs.test forbids the start URL"), 3),
        (StoreError("ScrapedSites is not writable"), 4),
        (ScrapePyError("odd"), 1),
        (KeyboardInterrupt(), 130),
        (RuntimeError("a fault of ours"), 1),
    ],
)
def test_the_exit_status(
    crawls: Crawls, answer: BaseException | dict[str, Any], code: int, capfd: pytest.CaptureFixture[str]
) -> None:
    crawls.answers = [answer]
    assert main(["docs.test"]) == code
    err = capfd.readouterr().err
    assert "Traceback" not in err
    if isinstance(answer, BaseException) or code == 130:
        (line,) = filter(None, err.splitlines())  # click ends the line that holds the ^C
        assert line.startswith("scrapepy: ")
    if code == 130:
        assert line.endswith("scrapepy docs.test")


def test_several_addresses_each_in_turn_and_the_worst_counts(crawls: Crawls, capfd: pytest.CaptureFixture[str]) -> None:
    crawls.answers = [{}, StartFailed("b.test answered 404 Not Found"), {"failed": (Failure("u", "timeout"),)}]
    assert main(["a.test", "b.test", "c.test", "--json"]) == 3
    results = json.loads(capfd.readouterr().out)
    assert [(result["start"], result["exit"]) for result in results] == [
        ("https://a.test/", 0),
        ("https://b.test/", 3),
        ("https://c.test/", 1),
    ]
    assert results[1]["error"] == "b.test answered 404 Not Found"


def test_a_bad_address_ends_it_before_the_first_is_fetched(crawls: Crawls) -> None:
    assert main(["a.test", "ftp://b.test/"]) == 2
    assert crawls.requests == []


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["docs.test", "--dely", "1"], "No such option '--dely'"),
        (["docs.test", "--delay", "never"], "'never' is no number of seconds"),
        (["docs.test", "--max-pages", "0"], "0 is not in the range"),
        (["docs.test", "--max-size", "big"], "'big' is no size"),
        (["docs.test", "--cookies", "nowhere.txt"], "does not exist"),
        (["docs.test", "--scripts", "some"], "'some' is not one of"),
        (["mirror"], "Missing argument"),
        (["serch"], "No such command 'serch'"),
        (["https://"], "not a web address"),
        (["https://h:99999/"], "not a web address: https://h:99999/"),
        (["https://me:s3/cret@h:x/"], "not a web address: h:x/"),
        (["ftp://docs.test/"], "only http and https addresses can be mirrored, not ftp"),
        (["file:///etc/passwd"], "scrapepy convert"),
    ],
)
def test_wrong_usage_is_one_sentence(
    crawls: Crawls, arguments: list[str], says: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    out, err = capfd.readouterr()
    assert out == ""
    (line,) = err.splitlines()
    assert line.startswith("scrapepy: ")
    assert says in line
    assert crawls.requests == []


def test_robots_are_not_ignored_quietly(crawls: Crawls, capfd: pytest.CaptureFixture[str]) -> None:
    main(["docs.test", "--ignore-robots", "--quiet"])
    assert "WARNING: robots.txt is ignored" in capfd.readouterr().err


def test_quiet_says_nothing(crawls: Crawls, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["docs.test", "--quiet"]) == 0
    assert capfd.readouterr() == ("", "")


def test_verbose_shows_the_traceback_of_a_fault_of_ours(crawls: Crawls, capfd: pytest.CaptureFixture[str]) -> None:
    crawls.answers = [RuntimeError("boom")]
    assert main(["docs.test", "--verbose"]) == 1
    assert "Traceback" in capfd.readouterr().err


def test_no_arguments_show_the_help(capfd: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "Usage: scrapepy" in capfd.readouterr().err


def test_search_shows_its_help_for_the_short_option(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["search", "-h"]) == 0
    assert capfd.readouterr().out.startswith("Usage: scrapepy search")
    for query in (["-html"], ["word", "-h"]):
        assert main(["search", *query]) != 0  # words to leave out, of mirrors that are not here
        assert "Usage" not in capfd.readouterr().out


def test_a_broken_settings_file_does_not_hide_the_help(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "scrapepy.toml").write_text("nonsense")
    monkeypatch.chdir(tmp_path)
    assert main(["mirror", "--help"]) == 0
    assert main(["list"]) == 2


def run(folder: Path, *arguments: str, **settings: Any) -> subprocess.CompletedProcess[bytes]:
    """The program as a process of its own, in ``folder``."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "scrapepy", *arguments]
    settings = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **settings}
    return subprocess.run(command, cwd=folder, env=environment, check=False, **settings)


def test_the_program(tmp_path: Path) -> None:
    result = run(tmp_path, "--version")
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout.startswith(b"scrapepy 0.")


def test_a_reader_that_went_away_is_no_error(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        result = run(tmp_path, "list", stdout=writing)
    finally:
        os.close(writing)
    assert (result.returncode, result.stderr) == (0, b"")


def test_a_terminal_that_is_not_utf8_shows_escapes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    monkeypatch.setenv("PYTHONUTF8", "0")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")  # names are read in it, whatever the machine's is
    result = run(tmp_path, "convert", "d\u00e9j\u00e0.html")
    assert result.returncode == 2
    assert b"there is no file d\\xe9j\\xe0.html" in result.stderr


@pytest.mark.parametrize(
    ("shell", "code", "says"),
    [
        ("convert a.html > /dev/full", 4, b"scrapepy: cannot write standard output: the disk is full\n"),
        ("--help > /dev/full", 4, b"scrapepy: cannot write standard output: the disk is full\n"),
        ("list --json > /dev/full", 4, b"scrapepy: cannot write standard output: the disk is full\n"),
        ("convert a.html >&-", 4, b"scrapepy: cannot write standard output: it is closed\n"),
        ("list >&-", 0, b""),
        ("convert none.html 2>&-", 2, b""),
        ("convert none.html 2> /dev/full", 2, b""),
        ("convert a.html -o b.md <&- >&- 2>&-", 0, b""),
    ],
)
def test_streams_that_take_nothing(tmp_path: Path, shell: str, code: int, says: bytes) -> None:
    (tmp_path / "a.html").write_text("<main><p>" + "word " * 100)
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run(
        f"{sys.executable} -m scrapepy {shell}", shell=True, cwd=tmp_path, env=environment, capture_output=True
    )
    assert (done.returncode, done.stdout, done.stderr) == (code, b"", says)


def test_folders_that_cannot_be_meant(tmp_path: Path, crawls: Crawls, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["docs.test", "--html-dir", ""]) == 2
    assert "the name is empty" in capfd.readouterr().err
    Path("ScrapedSites").write_text("")
    assert main(["docs.test"]) == 4
    assert capfd.readouterr().err == "scrapepy: ScrapedSites is a file; a folder must stand there\n"
    assert crawls.requests == []


def test_settings_with_the_mark_of_windows_editors(tmp_path: Path, crawls: Crawls) -> None:
    (tmp_path / "scrapepy.toml").write_bytes(b"\xef\xbb\xbfdelay = 3\n")
    main(["docs.test"])
    assert crawls.requests[0].pace.delay == 3
