"""Bodies that are neither pages nor plain UTF-8: drawings with links, sheets and scripts in a page's charset."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from scrapepy.errors import StoreError
from scrapepy.mirroring.charsets import script_charset
from scrapepy.mirroring.check import check_site
from scrapepy.mirroring.derive import Worker
from scrapepy.mirroring.faults import FaultKind
from scrapepy.mirroring.messages import BodyResult, BodyTask, Settings
from scrapepy.mirroring.request import MirrorRequest
from scrapepy.mirroring.site import mirror_site
from scrapepy.mirroring.spool import SpoolReader
from scrapepy.model.analysis import BodyKind
from scrapepy.model.options import ConvertOptions, Pace
from scrapepy.model.report import MirrorReport
from scrapepy.model.skip import SkipReason
from scrapepy.model.url import CanonicalUrl
from scrapepy.store.layout import SiteLayout
from scrapepy.store.trees import refuse_links
from scrapepy.web.canonical import SiteIdentity
from tests.support.server import Server, typed

pytestmark = pytest.mark.usefixtures("in_this_process")

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 40
TEXT = "<p>" + "The quick brown fox jumps over the lazy dog near the river bank today. " * 6 + "</p>"
SVG = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'


def mirror(server: Server, tmp_path: Path) -> MirrorReport:
    pace = Pace(delay=0.0, concurrency=4, timeout=60.0, retries=0)
    return mirror_site(
        MirrorRequest(
            server.origin + "/", pace=pace, html_dir=tmp_path / "ScrapedSites", markdown_dir=tmp_path / "MarkdownSites"
        )
    )


def test_a_drawing_has_its_links_and_what_it_loads(server: Server, tmp_path: Path) -> None:
    plain = f"<svg {SVG}><use href='#a'/></svg>"
    server.pages(
        {
            "/": f'<title>Home</title><main><h1>Home</h1>{TEXT}<object data="g/d.svg" type="image/svg+xml"></object>'
            '<img src="g/plain.svg"></main>',
            "/class": f"<title>Class</title><main><h1>Class</h1>{TEXT}</main>",
            "/g/d.svg": typed(
                "image/svg+xml",
                f'<?xml version="1.0"?>\r\n<svg {SVG}><a xlink:href="/class"><text>x</text></a><image href="i.png"/>'
                '<image href="none.png"/><style>@import url(m.css);</style></svg>',
            ),
            "/g/plain.svg": typed("image/svg+xml", plain),
            "/g/i.png": typed("image/png", PNG),
            "/g/m.css": typed("text/css", "a{}"),
        }
    )
    for _ in range(2):
        report = mirror(server, tmp_path)
        root = Path(report.html_dir)
        assert (root / "g/d.svg").read_bytes().decode() == (
            f'<?xml version="1.0"?>\r\n<svg {SVG}><a xlink:href="../class.html"><text>x</text></a><image href="i.png"/>'
            f'<image data-scrapepy-href="{server.origin}/g/none.png"/><style>@import url("m.css");</style></svg>'
        )
        assert (root / "g/plain.svg").read_text() == plain
        assert (root / "g/i.png").is_file()
        assert (root / "class.html").is_file()
        assert not check_site(root, Path(report.markdown_dir or "")).faults


def test_letters_of_sheets_and_scripts_in_the_charset_of_their_page(server: Server, tmp_path: Path) -> None:
    page = (
        f'<meta charset="windows-1251"><title>Дом</title><link rel=stylesheet charset="windows-1251" href=s.css>'
        f'<link rel=stylesheet href=d.css><script src=s.js></script><script charset="koi8-r" src=k.js></script>'
        f"<script src=u.js></script><main><h1>Дом</h1>{TEXT}</main>"
    )
    server.pages(
        {
            "/": typed("text/html", page.encode("cp1251")),
            "/s.css": typed("text/css", 'a::before{content:"Привет"}'.encode("cp1251")),
            "/d.css": typed("text/css", '@charset "koi8-r";a::before{content:"Привет"}'.encode("koi8-r")),
            "/s.js": typed("text/javascript", 'alert("Привет")'.encode("cp1251")),
            "/k.js": typed("text/javascript", 'alert("Привет")'.encode("koi8-r")),
            "/u.js": typed("text/javascript", 'alert("Привет")'.encode()),
        }
    )
    for _ in range(2):
        root = Path(mirror(server, tmp_path).html_dir)
        assert (root / "s.css").read_bytes().decode() == 'a::before{content:"Привет"}'
        assert (root / "d.css").read_bytes().decode() == '@charset "utf-8";a::before{content:"Привет"}'
        for name in ("s.js", "k.js", "u.js"):
            assert (root / name).read_bytes().decode() == 'alert("Привет")'
        text = (root / "index.html").read_text()
        assert text.count("charset") == 1
        assert "Дом" in text


@pytest.mark.parametrize(
    ("page", "charset"),
    [
        (b'<script src="/a.js" charset="koi8-r">', "koi8-r"),
        (b"<SCRIPT CHARSET=big5 SRC=x/a.js>", "big5"),
        (b'<script src="/b.js" charset="koi8-r"></script><script src="/a.js">', ""),
        (b'<script data-charset="koi8-r" src="/a.js">', ""),
        (b"", ""),
    ],
)
def test_the_charset_of_a_script_element(page: bytes, charset: str) -> None:
    assert script_charset(page, "http://h.test/a.js?v=2") == charset


def test_terminal_codes_are_in_neither_copy(server: Server, tmp_path: Path) -> None:
    server.pages(
        {
            "/": "<title>A\x1b]0;owned\x07B</title><main><h1>A\x1b[31mB</h1>"
            f"{TEXT}<p>user \u202eevil\u202c &#27;[2J x\x9by\x00z</p><pre>a\u202eb\x1b[1mc</pre>"
            "<script>var a='\x1b'</script></main>"
        }
    )
    report = mirror(server, tmp_path)
    page = (Path(report.html_dir) / "index.html").read_text()
    text = (Path(report.markdown_dir or "") / "index.md").read_text()
    for copy in (page, text):
        assert not [c for c in copy if (ord(c) < 32 and c not in "\t\n\r") or 0x7F <= ord(c) < 0xA0]
    assert "# AB\n" in text
    assert "user evil x" in " ".join(text.split())
    assert "a\u202ebc" in text
    assert "var a='\\x1b'" in page


PLANTED = (
    ("b.html", 'id="sec"', 'id="x"', FaultKind.MISSING_ANCHOR, "b.html#sec"),
    ("index.html", 'href="b.html#never"', 'href="file:///tmp/x"', FaultKind.DISK, "file:///tmp/x"),
    ("b.html", "<main>", '<base href="https://x.test/"><main>', FaultKind.BASE, "b.html"),
    ("b.html", None, "", FaultKind.EMPTY, "b.html"),
    ("i.png", None, "", FaultKind.EMPTY, "i.png"),
    ("i.png", None, "short", FaultKind.DAMAGED, "i.png"),
    ("e.css", None, "a{b:url(none.png)}", FaultKind.MISSING_FILE, "none.png"),
)


def test_the_state_tells_a_check_what_the_files_do_not(server: Server, tmp_path: Path) -> None:
    server.pages(
        {
            "/": f'<title>Home</title><main><h1>Home</h1>{TEXT}<a href="b#sec">b</a><a href="b#never">n</a>'
            '<a href="file:///own">f</a><img src="i.png"><link rel=stylesheet href="e.css"></main>',
            "/b": f'<title>B</title><main><h1>B</h1>{TEXT}<h2 id="sec">Sec</h2>{TEXT}</main>',
            "/i.png": typed("image/png", PNG),
            "/e.css": typed("text/css", ""),
        }
    )
    report = mirror(server, tmp_path)
    html, markdown = Path(report.html_dir), Path(report.markdown_dir or "")
    whole = check_site(html, markdown)
    assert whole.faults == ()
    assert [(fault.kind, fault.target) for fault in whole.dead] == [
        (FaultKind.DISK, "file:///own"),
        (FaultKind.MISSING_ANCHOR, "b.html#never"),
    ]
    for file, old, new, kind, target in PLANTED:
        path = html / file
        before = path.read_bytes()
        path.unlink()  # it may be a hard link of the Markdown tree's
        path.write_text(new if old is None else before.decode().replace(old, new))
        faults = check_site(html, markdown).faults
        assert (kind, target) in [(fault.kind, fault.target) for fault in faults]
        assert {fault.kind for fault in faults} <= {kind, FaultKind.MISSING_ANCHOR}
        path.write_bytes(before)
    (html / "index.html").rename(tmp_path / "index.html")
    assert (FaultKind.MISSING_FILE, "index.html") in [(f.kind, f.target) for f in check_site(html, markdown).faults]
    (tmp_path / "index.html").rename(html / "index.html")
    (markdown / "b.md").write_text("")
    assert (FaultKind.EMPTY, "b.md") in [(f.kind, f.target) for f in check_site(html, markdown).faults]
    for each in markdown.iterdir():
        each.unlink()
    markdown.rmdir()
    assert [(f.kind, f.target, f.count) for f in check_site(html, markdown).faults] == [
        (FaultKind.MISSING_TREE, str(markdown), 2)
    ]


def test_a_mirror_that_was_never_written_is_not_whole(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def killed(*_: object, **__: object) -> None:
        raise StoreError("the disk is full")

    server.pages({"/": f"<title>Home</title><main><h1>Home</h1>{TEXT}</main>"})
    monkeypatch.setattr("scrapepy.mirroring.publish.Publisher.publish", killed)
    with pytest.raises(StoreError):
        mirror(server, tmp_path)
    (folder,) = (tmp_path / "ScrapedSites").iterdir()
    faults = check_site(folder, tmp_path / "MarkdownSites" / folder.name).faults
    assert [(fault.kind, fault.count) for fault in faults] == [(FaultKind.NOT_WRITTEN, 1)]


@pytest.mark.parametrize("folder", ["html", "markdown", "state_folder"])
def test_links_in_the_place_of_folders_are_refused(tmp_path: Path, folder: str) -> None:
    layout = SiteLayout("h.test", tmp_path / "S", tmp_path / "M")
    refuse_links(layout)
    place: Path = getattr(layout, folder)
    place.parent.mkdir(parents=True)
    place.symlink_to(tmp_path)
    with pytest.raises(StoreError, match="symbolic link"):
        refuse_links(layout)


def test_a_page_that_is_too_much_for_the_converter_is_saved_as_others_are(tmp_path: Path) -> None:
    url = CanonicalUrl("http://site.test/a")
    body = f"<title>A</title><base href=/b/><main><h1>A</h1>{TEXT}<a href=c#d>C</a><img data-src=i.png></main>".encode()
    worker = Worker(Settings(str(tmp_path), ConvertOptions()))
    task = BodyTask(url, url, BodyKind.HTML, "text/html", SiteIdentity("site.test", "http"), body)
    whole, alone = (worker.handle(replace(task, html_only=html_only)) for html_only in (False, True))
    assert isinstance(whole, BodyResult)
    assert isinstance(alone, BodyResult)
    assert whole.derived is not None
    assert alone.derived is not None
    assert alone.analysis == whole.analysis
    assert alone.derived.links == whole.derived.links
    assert (alone.derived.title, alone.derived.refusal) == ("A", SkipReason.TOO_MUCH.value)
    read = SpoolReader(str(tmp_path)).read
    first, second = (
        read((made.spool_file, made.spool_offset, made.spool_length)) for made in (whole.derived, alone.derived)
    )
    assert second.html == first.html
    assert (first.body is None, second.body) == (False, None)
