"""A refresh tells which sections of the changed pages changed, and how; ``changes`` tells it again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scrapepy.cli.main import main
from scrapepy.mirroring import derive
from scrapepy.mirroring.changes import past_changes
from scrapepy.mirroring.messages import ToCompare, WriteJob
from scrapepy.mirroring.request import MirrorRequest
from scrapepy.mirroring.site import mirror_site
from scrapepy.model.options import Pace
from scrapepy.model.report import MirrorReport
from tests.support.server import Server

pytestmark = pytest.mark.usefixtures("in_this_process")

FAST = Pace(delay=0.0, concurrency=4, timeout=60.0, retries=0)
PROSE = "The quick brown fox jumps over the lazy dog, and then it sleeps under the old tree until noon comes. " * 3


def section(name: str, text: str) -> str:
    return f"<h2>{name}</h2><p>{text}</p>"


def page(name: str, *sections: str) -> str:
    return f"<title>{name}</title><main><h1>{name}</h1><p>{name}. {PROSE}</p>{''.join(sections)}</main>"


def run(server: Server, tmp_path: Path) -> MirrorReport:
    roots = {"html_dir": tmp_path / "ScrapedSites", "markdown_dir": tmp_path / "MarkdownSites"}
    return mirror_site(MirrorRequest(server.origin + "/docs/", stay_in_path=True, pace=FAST, **roots))


def link(target: str) -> str:
    return f'See <a href="https://example.com/{target}">the manual</a>. {PROSE}'


def test_sections_of_changed_pages(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    index = "".join(f'<p><a href="{name}">{name}</a></p>' for name in "abcd")
    moving = section("Wandering", f"Of wanderers. {PROSE}")
    server.pages(
        {
            "/docs/": page("Start", index),
            "/docs/a": page("A", section("One", f"One. {PROSE}"), section("Two", f"Two. {PROSE}"), moving),
            "/docs/b": page("B", section("Links", link("3.11")), section("Old name", f"A name. {PROSE}")),
            "/docs/c": page("C", section("Last", f"Last. {PROSE}")),
            "/docs/d": page("D", section("Same", f"Same. {PROSE}")),
        }
    )
    first = run(server, tmp_path)
    assert first.sections == ()
    server.pages(
        {
            "/docs/a": page("A", section("One", f"Won. {PROSE}"), section("Three", "Something that is new here.")),
            "/docs/b": page("B", section("Links", link("3.12")), section("New name", f"A name. {PROSE}")),
            "/docs/c": page("C", section("Last", f"Last. {PROSE}"), moving),
        }
    )
    report = run(server, tmp_path)
    told = [(change.path, change.kind, change.old_path, change.old_id, change.id) for change in report.sections]
    assert told == [
        ("docs/a.md", "changed", None, None, "A > One"),
        ("docs/a.md", "added", None, None, "A > Three"),
        ("docs/a.md", "removed", None, None, "A > Two"),
        ("docs/b.md", "links-only", None, None, "B > Links"),
        ("docs/b.md", "renamed", "docs/b.md", "B > Old name", "B > New name"),
        ("docs/c.md", "renamed", "docs/a.md", "A > Wandering", "C > Wandering"),
    ]
    assert [change.words_changed for change in report.sections if change.kind == "renamed"] == [False, False]
    (history,) = past_changes(report.site, tmp_path / "ScrapedSites", tmp_path / "MarkdownSites")
    assert history.reports[0].report == report
    monkeypatch.chdir(tmp_path)
    assert main(["changes"]) == 0
    lines = capfd.readouterr().out.splitlines()
    at = next(number for number, line in enumerate(lines) if line == f"    changed  {server.origin}/docs/a")
    assert lines[at + 1 : at + 4] == [
        "      changed    A > One",
        "      added      A > Three",
        "      removed    A > Two",
    ]
    assert any(line.startswith("      renamed    docs/a.md: A > Wandering -> C > Wandering (") for line in lines)
    assert main(["changes", "--json"]) == 0
    (past,) = json.loads(capfd.readouterr().out)
    assert [change["kind"] for change in past["sections"]].count("renamed") == 2
    assert run(server, tmp_path).sections == ()


def four(server: Server, version: str) -> None:
    names = [f"p{number}" for number in range(4)]
    server.pages({"/docs/": page("Start", "".join(f'<p><a href="{name}">{name}</a></p>' for name in names))})
    server.pages({f"/docs/{name}": page(name, section("One", f"{version}. {PROSE}")) for name in names})


def test_a_worker_that_dies_when_it_has_written_compares_with_what_was(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    four(server, "Old")
    run(server, tmp_path)
    four(server, "New")
    write = derive.Worker._write_batch

    def twice(worker: derive.Worker, jobs: tuple[WriteJob, ...]) -> object:
        write(worker, jobs)
        return write(worker, jobs)

    monkeypatch.setattr(derive.Worker, "_write_batch", twice)
    report = run(server, tmp_path)
    assert [(change.path, change.kind, change.id) for change in report.sections] == [
        (f"docs/p{number}.md", "changed", f"p{number} > One") for number in range(4)
    ]


def test_a_page_that_cannot_be_compared_is_named(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    four(server, "Old")
    run(server, tmp_path)
    four(server, "New")
    versions_of = derive.versions_of

    def fails(compared: ToCompare, *folders: Path) -> object:
        if compared.document == "docs/p2.md":
            raise MemoryError("of this page")
        return versions_of(compared, *folders)

    monkeypatch.setattr(derive, "versions_of", fails)
    report = run(server, tmp_path)
    assert [change.path for change in report.sections] == ["docs/p0.md", "docs/p1.md", "docs/p3.md"]
    (note,) = (note for note in report.notes if "compared" in note)
    assert note.startswith(f"The sections of {server.origin}/docs/p2 could not be compared: ")
    assert len(report.changed) == 4
