"""Pages that only the table of contents of a help system names, which scripts read."""

from __future__ import annotations

from pathlib import Path

import pytest

from scrapepy.mirroring.request import MirrorRequest
from scrapepy.mirroring.site import mirror_site
from scrapepy.model.options import KeepOptions, Pace
from tests.support.server import Server, typed

pytestmark = pytest.mark.usefixtures("in_this_process")

FAST = Pace(delay=0.0, concurrency=4, timeout=60.0, retries=1)


def topic(title: str, head: str = "") -> str:
    """A page of a help system."""
    text = "Fill the kettle with cold water, close the lid, and switch it on; it whistles as soon as it is hot. " * 4
    return f"<title>{title}</title>{head}<body><h1>{title}</h1><p>{title}: {text}</p></body>"


FLARE = {
    "/help/Content/Home.htm": topic("Home", '<script src="../Resources/Scripts/MadCapAll.js"></script>'),
    "/help/Data/HelpSystem.xml": typed("text/xml", '<WebHelpSystem Toc="Data/Tocs/Main.js" Index="Data/Index.js" />'),
    "/help/Data/Tocs/Main.js": typed(
        "text/javascript", "define({numchunks:1,prefix:'Main_Chunk',tree:{n:[{i:0,c:0}]}});"
    ),
    "/help/Data/Tocs/Main_Chunk0.js": typed(
        "text/javascript",
        "define({'/Content/Use/Boil it.htm':{i:[0],t:['Boil'],b:['']},'___':{i:[1],t:['T'],b:['']}});",
    ),
    "/help/Content/Use/Boil%20it.htm": topic("Boil"),
}
ROBOHELP = {
    "/help/": topic(
        "Home",
        '<meta name=generator content="Adobe RoboHelp 2015"><script src="template/scripts/rh.min.js"></script>',
    ),
    "/help/whxdata/toc.new.js": typed(
        "text/javascript", 'var toc = [{"type":"book","name":"Use","key":"toc1"},{"type":"item","url":"A.htm"}];'
    ),
    "/help/whxdata/toc1.new.js": typed("text/javascript", 'var toc = [{"type":"item","url":"Use/Boil.htm#x"}];'),
    "/help/A.htm": topic("Anything"),
    "/help/Use/Boil.htm": topic("Boil"),
}
WEBHELP = {
    "/help/": topic("Home", '<script src="whver.js"></script>'),
    "/help/whxdata/whtoc.xml": typed("text/xml", '<toc root="whtdata0.xml"/>'),
    "/help/whxdata/whtdata0.xml": typed(
        "text/xml", '<tocdata><book name="Use"><item name="A" url="A.htm"/></book><chunk ref="whtdata1.xml"/></tocdata>'
    ),
    "/help/whxdata/whtdata1.xml": typed("text/xml", '<tocdata><item name="Boil" url="Use/Boil.htm"/></tocdata>'),
    "/help/A.htm": topic("Anything"),
    "/help/Use/Boil.htm": topic("Boil"),
}


@pytest.mark.parametrize(
    ("pages", "start", "listed", "assets"),
    [
        (FLARE, "/help/Content/Home.htm", ["Content/Use/Boil it"], True),
        (ROBOHELP, "/help/", ["A", "Use/Boil"], False),
        (WEBHELP, "/help/", ["A", "Use/Boil"], True),
    ],
    ids=["flare", "robohelp-without-assets", "webhelp"],
)
def test_they_are_found_and_found_again(
    server: Server, tmp_path: Path, pages: dict[str, object], start: str, listed: list[str], assets: bool
) -> None:
    server.pages(pages)  # type: ignore[arg-type]
    request = MirrorRequest(
        server.origin + start,
        path="/help/",
        keep=KeepOptions(assets=assets),
        pace=FAST,
        html_dir=tmp_path / "html",
        markdown_dir=tmp_path / "markdown",
    )
    for _ in range(2):  # the second run is told that nothing changed
        report = mirror_site(request)
        assert all(failure.site_fault for failure in report.failed)
        saved = {path.relative_to(tmp_path / "markdown").as_posix() for path in (tmp_path / "markdown").rglob("*.md")}
        assert all(any(name.endswith(f"help/{page}.md") for name in saved) for page in listed), saved
