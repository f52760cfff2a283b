from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from scrapepy.mirroring.request import MirrorRequest
from scrapepy.mirroring.site import mirror_site
from scrapepy.model.options import KeepOptions, Pace
from tests.support.server import Server

pytestmark = pytest.mark.usefixtures("in_this_process")

FAST = Pace(delay=0.0, concurrency=4, timeout=60.0, retries=0)
PROSE = "The quick brown fox jumps over the lazy dog, and then it sleeps under the old tree until noon. " * 4


def page(name: str, *links: str) -> str:
    anchors = "".join(f'<p><a href="{link}">{link}</a></p>' for link in links)
    about = f'<meta name="description" content="About {name}.">'
    return f"<title>{name}</title>{about}<main><h1>{name}</h1><p>{name}: {PROSE}</p>{anchors}</main>"


def test_written_kept_current_and_taken_away(server: Server, tmp_path: Path) -> None:
    server.pages(
        {"/docs/": page("Start", "z", "guide/b"), "/docs/z": page("Zed"), "/docs/guide/b": page("Bee", "a")}
        | {"/docs/guide/a": page("Aye")}
    )
    roots = {"html_dir": tmp_path / "ScrapedSites", "markdown_dir": tmp_path / "MarkdownSites"}
    keep = KeepOptions(llms=True)
    request = MirrorRequest(server.origin + "/docs/", stay_in_path=True, pace=FAST, keep=keep, **roots)
    report = mirror_site(request)
    folder = tmp_path / "MarkdownSites" / report.site
    index = (folder / "llms.txt").read_text(encoding="utf-8")
    assert index == (
        "# Start\n\n> About Start.\n\n"
        "## Pages\n\n- [Start](docs/index.md): About Start.\n- [Zed](docs/z.md): About Zed.\n\n"
        "## Guide\n\n- [Bee](docs/guide/b.md): About Bee.\n- [Aye](docs/guide/a.md): About Aye.\n"
    )
    full = (folder / "llms-full.txt").read_text(encoding="utf-8")
    assert [line for line in full.splitlines() if line.startswith("Source: ")] == [
        f"Source: {server.origin}/docs/{path}" for path in ("", "z", "guide/b", "guide/a")
    ]
    assert PROSE.strip() in full
    assert "[a](docs/guide/a.md)" in full  # from the joined file, not from the page's own
    before = (folder / "llms.txt").stat().st_mtime_ns
    mirror_site(request)
    assert (folder / "llms.txt").stat().st_mtime_ns == before
    mirror_site(replace(request, keep=KeepOptions()))
    assert not (folder / "llms.txt").exists()
    assert not (folder / "llms-full.txt").exists()
    (folder / "llms.txt").write_text("mine", encoding="utf-8")
    report = mirror_site(request)
    assert (folder / "llms.txt").read_text(encoding="utf-8") == "mine"
    assert any("llms.txt was not written" in note for note in report.notes)
