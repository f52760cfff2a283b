"""Death before any one transaction of the state: what the next run makes is what an unbroken one would have made."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from scrapepy.model.report import MirrorReport
from scrapepy.store.database import Database
from tests.support.in_memory import ORIGIN, Held, Killed, MemorySite, mirror_from, trees_of

_WORDS = b"<p>" + b" ".join(b"word %d" % number for number in range(60)) + b"</p>"
_PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 30


def page(title: str, *links: str, more: str = "") -> Held:
    body = "".join(f'<p><a href="{link}">to {link}</a></p>' for link in links) + more
    return Held(b"<title>%s</title><main><h1>%s</h1>" % (title.encode(), title.encode()) + _WORDS + body.encode())


def moved(place: str) -> Held:
    return Held(status=301, location=place)


SITEMAP = Held(f"<urlset><url><loc>{ORIGIN}/listed</loc></url></urlset>".encode(), "application/xml")
FIRST = {
    "/": page("Start", "/a", "/old", "/dead", "/c", more='<img src="/i.png" alt="I">'),
    "/a": page("A", "/c#part"),
    "/old": moved("/older"),
    "/older": moved("/new"),
    "/new": page("New"),
    "/c": page("C", "/going"),
    "/going": page("Going"),
    "/listed": page("Listed"),
    "/i.png": Held(_PNG, "image/png"),
    "/sitemap.xml": SITEMAP,
}
SECOND = {
    **FIRST,
    "/a": moved("/away"),
    "/away": moved("/far"),
    "/far": page("A", "/c#part"),
    "/c": page("C", "/going", "/come", more="<h2 id=part>Part</h2><p>More of it.</p>"),
    "/come": page("Come", "/old"),
    "/going": Held(status=410),
}


class Ends:
    """Counts the transactions of all databases, and ends the process at the n-th."""

    def __init__(self, at: int | None) -> None:
        self._at = at
        self.count = 0

    def instead(self, execute: Callable[..., list[tuple[object, ...]]]) -> Callable[..., list[tuple[object, ...]]]:
        def counted(database: Database, sql: str, values: Sequence[object] = ()) -> list[tuple[object, ...]]:
            if not database._depth and sql.startswith(("BEGIN", "INSERT", "UPDATE", "DELETE")):
                if self.count == self._at:
                    raise Killed
                self.count += 1
            return execute(database, sql, values)

        return counted


def run(
    site: MemorySite, folder: Path, monkeypatch: pytest.MonkeyPatch, at: int | None = None
) -> tuple[MirrorReport | None, int]:
    """The report, if the run came to its end, and how many transactions it made."""
    ends, report = Ends(at), None
    with monkeypatch.context() as patched:
        patched.setattr(Database, "execute", ends.instead(Database.execute))
        with suppress(Killed):
            report = mirror_from(site, folder)
    return report, ends.count


@pytest.mark.parametrize("refresh", [False, True], ids=["first run", "refresh"])
def test_the_next_run_makes_what_an_unbroken_one_makes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refresh: bool
) -> None:
    site, before, folder = MemorySite(dict(FIRST)), tmp_path / "before", tmp_path / "mirror"
    before.mkdir()
    if refresh:
        mirror_from(site, before)
        site.paths = dict(SECOND)
    shutil.copytree(before, folder)
    unbroken, transactions = run(site, folder, monkeypatch)
    wanted = trees_of(folder)
    assert unbroken is not None
    assert transactions > 20
    assert f"markdown/site.test/{'far' if refresh else 'new'}.md" in wanted
    for at in range(refresh, transactions, 2):
        shutil.rmtree(folder)
        shutil.copytree(before, folder)
        assert run(site, folder, monkeypatch, at) == (None, at)
        report, _ = run(site, folder, monkeypatch)
        assert report is not None
        assert report.failed == unbroken.failed, at
        assert trees_of(folder) == wanted, at
