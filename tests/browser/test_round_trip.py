"""The round trip: a served site is mirrored, the server stopped, and the copy opened from disk without a network."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from scrapepy.cli.demo_server import DemoServer
from scrapepy.mirroring.request import MirrorRequest
from scrapepy.mirroring.site import mirror_site
from scrapepy.model.options import Pace
from scrapepy.model.report import MirrorReport
from tests.support.chromium import opened


@dataclass
class Seen:
    """What a browser made of one page."""

    text: str
    asked: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    broken_images: list[str] = field(default_factory=list)
    fonts: str = ""
    background: str = ""


def look(browser: Any, address: str, *, offline: bool) -> Seen:
    """Open a page and say what was seen and asked for."""
    context = opened(browser, offline=offline)
    try:
        page = context.new_page()
        seen = Seen("")
        page.on("request", lambda request: seen.asked.append(request.url))
        page.on("requestfailed", lambda request: seen.failed.append(request.url))
        page.on("console", lambda message: seen.errors.append(message.text) if message.type == "error" else None)
        page.goto(address)
        page.wait_for_load_state("networkidle")
        page.wait_for_function("[...document.images].every(image => image.complete)")
        seen.text = page.inner_text("body")
        seen.broken_images = page.evaluate(
            "[...document.images].filter(i => !i.complete || !i.naturalWidth).map(i => i.src)"
        )
        seen.background = page.evaluate("getComputedStyle(document.body).backgroundColor")
        seen.fonts = page.evaluate("getComputedStyle(document.body).fontFamily")
        return seen
    finally:
        context.close()


@pytest.fixture(scope="module")
def mirrored(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> tuple[MirrorReport, dict[str, Seen]]:
    """The demo site's mirror, and how its pages looked when they were served."""
    folder = tmp_path_factory.mktemp("mirror")
    with DemoServer() as server:
        report = mirror_site(
            MirrorRequest(
                server.origin + "/", pace=Pace(delay=0.0), html_dir=folder / "html", markdown_dir=folder / "markdown"
            )
        )
        served = {}
        for path in sorted(Path(report.html_dir).rglob("*.html")):
            name = path.relative_to(report.html_dir).as_posix()
            served[name] = look(browser, f"{server.origin}/{name.removesuffix('index.html')}", offline=False)
    return report, served


def test_every_page_reads_the_same_from_disk(browser: Any, mirrored: tuple[MirrorReport, dict[str, Seen]]) -> None:
    report, served = mirrored
    assert len(served) == report.pages >= 8
    for name, online in served.items():
        copy = look(browser, (Path(report.html_dir) / name).resolve().as_uri(), offline=True)
        assert copy.text == online.text, name
        assert copy.failed == [], name
        assert copy.broken_images == [], name
        assert [url for url in copy.asked if not url.startswith(("file:", "data:"))] == [], name
        assert (copy.background, copy.fonts) == (online.background, online.fonts), f"{name}: styles are missing"
        assert len(copy.asked) > 1, f"{name}: no style sheet was loaded"


def test_links_lead_from_page_to_page_on_disk(browser: Any, mirrored: tuple[MirrorReport, dict[str, Seen]]) -> None:
    report, served = mirrored
    context = opened(browser, offline=True)
    page = context.new_page()
    home = (Path(report.html_dir) / "index.html").resolve().as_uri()
    page.goto(home)
    local = page.evaluate(
        "[...document.querySelectorAll('a[href]')].map(a => a.href).filter(h => h.startsWith('file:'))"
    )
    assert len(local) >= 5
    for address in dict.fromkeys(link.partition("#")[0] for link in local):
        page.goto(address)
        assert page.inner_text("body").strip(), address
    context.close()
    assert home.startswith("file:///")
    assert "index.html" in served
