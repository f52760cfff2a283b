from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

from scrapepy.cli.exit_codes import ExitCode
from scrapepy.cli.report_text import exit_of_report, report_json, report_text
from scrapepy.model.report import Failure, MirrorReport, SkipCount
from scrapepy.model.skip import Skip, SkipReason

REPORT = MirrorReport(
    site="docs.test",
    start="https://docs.test/",
    html_dir="ScrapedSites/docs.test",
    markdown_dir="MarkdownSites/docs.test",
    pages=1527,
    documents=1,
    assets=131,
    failed=(
        Failure("https://docs.test/gone", "404 Not Found", "https://docs.test/", 404, site_fault=True),
        Failure("https://docs.test/slow", "timeout", "https://docs.test/a\x1b[31m"),
    ),
    skipped=(
        SkipCount(
            "feed", 12, tuple(Skip(f"https://docs.test/{n}.rss", SkipReason.FEED, "feed-link") for n in range(3))
        ),
    ),
    requests=660,
    not_modified=3,
    bytes=31_500_000,
    seconds=41.23,
    left_over=7,
    notes=("robots.txt asks for 2 s between requests",),
)


def test_the_report_says_it_all() -> None:
    assert report_text(REPORT).splitlines() == [
        "docs.test: 1,527 pages, 1 Markdown file, 131 assets saved in 41.2 s",
        "  HTML      ScrapedSites/docs.test",
        "  Markdown  MarkdownSites/docs.test",
        "  660 requests, 3 answered not modified, 31.5 MB",
        "  left out:",
        "        12  feed",
        "            https://docs.test/0.rss (feed-link)",
        "            https://docs.test/1.rss (feed-link)",
        "  left over because of --max-pages: 7 addresses",
        "  dead on the site itself: 1 address",
        "    https://docs.test/gone: 404 Not Found, linked from https://docs.test/",
        "  could not be had: 1 address",
        r"    https://docs.test/slow: timeout, linked from https://docs.test/a\x1b[31m",
        "  note: robots.txt asks for 2 s between requests",
    ]


def test_long_lists_are_cut_unless_asked_for() -> None:
    failed = tuple(Failure(f"https://docs.test/{n}", "timeout") for n in range(25))
    short = report_text(replace(REPORT, failed=failed))
    assert "    https://docs.test/9: timeout\n    and 15 more (--verbose or --json lists all)" in short
    assert "https://docs.test/10:" not in short
    assert "https://docs.test/24: timeout" in report_text(replace(REPORT, failed=failed), verbose=True)


def test_a_second_run_says_what_changed() -> None:
    report = replace(
        REPORT, unchanged=5, changed=("https://docs.test/c",), moved=(("https://docs.test/o", "https://docs.test/n"),)
    )
    text = report_text(report)
    assert "  0 new, 1 changed, 0 removed, 1 moved, 5 unchanged\n    changed  https://docs.test/c" in text
    assert "    moved    https://docs.test/o -> https://docs.test/n" in text


def test_without_markdown_there_is_no_such_folder() -> None:
    assert "Markdown  " not in report_text(replace(REPORT, markdown_dir=None))


def test_the_status_of_a_report() -> None:
    whole = replace(REPORT, failed=REPORT.failed[:1])
    assert exit_of_report(whole) is ExitCode.COMPLETE  # a dead link is the site's own fault
    assert exit_of_report(REPORT) is ExitCode.INCOMPLETE
    assert exit_of_report(replace(whole, interrupted=True)) is ExitCode.INTERRUPTED


def test_the_json_is_the_report() -> None:
    value = json.loads(json.dumps(report_json(REPORT)))
    assert value["pages"] == 1527
    assert value["complete"] is False
    assert value["exit"] == 1
    assert value["failed"][0] == {
        "url": "https://docs.test/gone",
        "reason": "404 Not Found",
        "referrer": "https://docs.test/",
        "status": 404,
        "site_fault": True,
    }
    assert value["skipped"][0]["examples"][0]["reason"] == "feed"


def test_each_field_of_the_json_is_documented() -> None:
    reference = Path(__file__).parents[2].joinpath("docs/reference/command-line.md").read_text(encoding="utf-8")
    table = reference.partition("### The report")[2].partition("\n## ")[0]
    rows = "".join(line.split("|")[1] for line in table.splitlines() if line.startswith("| `"))
    assert set(re.findall("`([a-z_]+)`", rows)) == set(report_json(MirrorReport("s", "u", "h", None)))
