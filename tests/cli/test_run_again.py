"""An address that is mirrored again, through the command: with the options of before where none are given."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scrapepy.cli.main import main
from tests.support.guard import loopback_only  # noqa: F401  (a fixture)
from tests.support.in_process import in_this_process  # noqa: F401  (a fixture)
from tests.support.server import Server

pytestmark = pytest.mark.usefixtures("in_this_process")

TEXT = "".join(f"<p>Paragraph {number} of a page that says something about its subject.</p>" for number in range(9))


def page(name: str, *links: str) -> str:
    further = "".join(f"<p><a href={link}>{link}</a></p>" for link in links)
    return f"<title>{name}</title><main><h1>{name}</h1>{TEXT}{further}</main>"


@pytest.fixture
def server(loopback_only: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:  # noqa: F811
    monkeypatch.chdir(tmp_path)
    for name in ("SCRAPEPY_HTML_DIR", "SCRAPEPY_MARKDOWN_DIR"):
        monkeypatch.delenv(name, raising=False)
    with Server() as running:
        running.pages(
            {
                "/docs/": page("Start", "a", "b", "old/c", "/else/d"),
                "/docs/a": page("A"),
                "/docs/b": page("B"),
                "/docs/old/c": page("C"),
                "/else/d": page("D"),
            }
        )
        yield running


def run(server: Server, capfd: pytest.CaptureFixture[str], *options: str, command: str = "mirror") -> dict[str, Any]:
    target = [f"{server.origin}/docs/"]
    assert main([command, *target, "--delay", "0", "--retries", "0", "--json", "--quiet", *options]) == 0
    report: dict[str, Any] = json.loads(capfd.readouterr().out)
    return report


def saved() -> set[str]:
    (folder,) = Path("MarkdownSites").iterdir()
    return {str(path.relative_to(folder)) for path in folder.rglob("*.md")}


def test_the_address_alone_goes_on_as_before(server: Server, capfd: pytest.CaptureFixture[str]) -> None:
    run(server, capfd, "--stay-in-path", "--exclude", "/docs/old/*")
    assert saved() == {"docs/index.md", "docs/a.md", "docs/b.md"}
    report = run(server, capfd)
    assert saved() == {"docs/index.md", "docs/a.md", "docs/b.md"}
    assert report["removed"] == []
    (note,) = [note for note in report["notes"] if "as before" in note]
    assert "--stay-in-path --exclude '/docs/old/*'" in note


def test_what_is_given_overrules_and_stays(server: Server, capfd: pytest.CaptureFixture[str]) -> None:
    run(server, capfd, "--stay-in-path", "--exclude", "/docs/old/*")
    run(server, capfd, "--exclude", "")
    assert "docs/old/c.md" in saved()
    assert "else/d.md" not in saved()
    run(server, capfd, "--no-stay-in-path", command="refresh")
    assert "else/d.md" in saved()
    report = run(server, capfd, "--exclude", "/else/*", command="refresh")
    assert report["removed"] == [f"{server.origin}/else/d"]
    assert "else/d.md" not in saved()


def test_a_trial_run_is_no_promise(server: Server, capfd: pytest.CaptureFixture[str]) -> None:
    run(server, capfd, "--stay-in-path", "--max-pages", "2")
    assert len(saved()) == 2
    run(server, capfd)
    assert saved() == {"docs/index.md", "docs/a.md", "docs/b.md", "docs/old/c.md"}


def test_a_dry_run_of_a_refresh_writes_nothing(server: Server, capfd: pytest.CaptureFixture[str]) -> None:
    run(server, capfd, "--stay-in-path")
    server.pages({"/docs/": page("Start", "a", "new"), "/docs/new": page("New")})
    before = {path: path.stat().st_mtime_ns for path in Path().rglob("*") if ".scrapepy" not in path.parts}
    report = run(server, capfd, "--dry-run", command="refresh")
    assert f"{server.origin}/docs/new" in report["first"]
    assert before == {path: path.stat().st_mtime_ns for path in Path().rglob("*") if ".scrapepy" not in path.parts}
