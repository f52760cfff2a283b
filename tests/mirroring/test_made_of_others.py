"""Pages whose Markdown is made of other resources: an API description that a viewer would draw."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from scrapepy.mirroring.foreign import FolderOptions, convert_folder
from scrapepy.mirroring.request import MirrorRequest
from scrapepy.mirroring.shelf import FileShelf
from scrapepy.mirroring.site import mirror_site
from scrapepy.model.options import KeepOptions, Pace
from scrapepy.model.report import MirrorReport
from tests.support.server import Server, typed

pytestmark = pytest.mark.usefixtures("in_this_process")

TEXT = "<p>" + "A kettle is filled with water before it is heated, and emptied when it has cooled down. " * 6 + "</p>"
SPEC = b"""openapi: 3.0.0
info: {title: Kettles, version: 1}
paths:
  /kettles:
    get:
      operationId: all
      responses:
        200: {description: %s, content: {application/json: {schema: {$ref: 'models/kettle.yaml'}}}}
"""
SITE = {
    "/": f'<title>Home</title><main><h1>Home</h1>{TEXT}<p><a href="api/">API</a>,'
    ' <a href="api/#operation/all">all kettles</a> and <a href="bundled.html">the same</a></p></main>',
    "/api/": '<title>API</title><div id="swagger-ui"></div><script src="swagger-ui-bundle.js"></script>'
    '<script src="swagger-initializer.js"></script>',
    "/api/swagger-ui-bundle.js": typed("text/javascript", b"function SwaggerUIBundle() {}"),
    "/api/swagger-initializer.js": typed("text/javascript", b'SwaggerUIBundle({url: "spec.yaml"})'),
    "/api/spec.yaml": typed("application/yaml", SPEC % b"Cold ones"),
    "/api/models/kettle.yaml": typed("application/yaml", b"{type: object, properties: {lid: {type: boolean}}}"),
    "/bundled.html": '<title>Same</title><redoc spec-url="api/spec.yaml"></redoc><script src="redoc.js"></script>',
    "/redoc.js": typed("text/javascript", b"var Redoc = {}"),
}


def mirror(server: Server, folder: Path, **changes: object) -> MirrorReport:
    request = MirrorRequest(
        server.origin + "/",
        pace=Pace(delay=0.0, timeout=60.0, retries=0),
        html_dir=folder / "html",
        markdown_dir=folder / "markdown",
    )
    return mirror_site(replace(request, **changes))  # type: ignore[arg-type]


def read(folder: Path, name: str) -> str:
    (root,) = (folder / "markdown").iterdir()
    return (root / name).read_text(encoding="utf-8")


def test_the_description_is_saved_and_is_the_page(server: Server, tmp_path: Path) -> None:
    server.pages(SITE)
    report = mirror(server, tmp_path)
    text = read(tmp_path, "api/index.md")
    assert "# Kettles\n" in text
    assert "### `GET /kettles`" in text
    assert "- **200**: Cold ones" in text
    assert "- `lid` (boolean)" in text
    assert "platform: redoc" in read(tmp_path, "bundled.md")
    assert "[all kettles](api/index.md#get-kettles)" in read(tmp_path, "index.md")
    (root,) = (tmp_path / "html").iterdir()
    assert (root / "api/spec.yaml").read_bytes() == SPEC % b"Cold ones"
    assert (root / "api/models/kettle.yaml").is_file()
    assert report.complete
    assert not any("scripts draw them" in note for note in report.notes)


def test_a_refresh_sees_that_only_the_description_changed(server: Server, tmp_path: Path) -> None:
    server.pages(SITE)
    mirror(server, tmp_path)
    home = read(tmp_path, "index.md")
    server.pages({**SITE, "/api/spec.yaml": typed("application/yaml", SPEC % b"Hot ones")})
    report = mirror(server, tmp_path)
    assert "- **200**: Hot ones" in read(tmp_path, "api/index.md")
    assert "- **200**: Hot ones" in read(tmp_path, "bundled.md")
    assert read(tmp_path, "index.md") == home
    assert report.changed == (f"{server.origin}/api/spec.yaml",)
    again = mirror(server, tmp_path)
    assert again.changed == ()


def test_a_description_that_is_gone_leaves_the_page_without_markdown(server: Server, tmp_path: Path) -> None:
    server.pages({path: page for path, page in SITE.items() if not path.endswith(".yaml")})
    mirror(server, tmp_path)
    (root,) = (tmp_path / "markdown").iterdir()
    assert not (root / "api/index.md").exists()


def test_a_folder_is_converted_with_its_descriptions(tmp_path: Path) -> None:
    source = tmp_path / "site"
    for name, page in SITE.items():
        path = source / (name[1:] + "index.html" if name.endswith("/") else name[1:])
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(page.encode() if isinstance(page, str) else page.body)
    report = convert_folder(source, tmp_path / "out", FolderOptions())
    assert report.documents == 3
    assert "- `lid` (boolean)" in (tmp_path / "out/api/index.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("address", ["../secret.json", "/../secret.json", "sub/../../secret.json", "link.json"])
def test_no_file_outside_the_folder_is_read(tmp_path: Path, address: str) -> None:
    (tmp_path / "secret.json").write_text("{}")
    folder = tmp_path / "pages"
    folder.mkdir()
    (folder / "link.json").symlink_to(tmp_path / "secret.json")
    assert FileShelf(folder, "")(address) is None


def test_a_file_beside_a_page_stands_for_its_address(tmp_path: Path) -> None:
    (tmp_path / "spec.json").write_text('{"openapi": "3"}')
    assert FileShelf(tmp_path, "", beside=True)("https://api.example/v2/spec.json") == b'{"openapi": "3"}'
    assert FileShelf(tmp_path, "")("https://api.example/v2/spec.json") is None


TWINNED = {
    "/": f'<title>Home</title><link rel=alternate type=text/markdown href="/index.md"><main><h1>Home</h1>{TEXT}'
    '<p><a href="page">A page</a></p></main>',
    "/index.md": typed("text/markdown", f"# Home\n\n{TEXT[3:-4]}\n\n[A page](/page.md#second) is here\n"),
    "/page": f'<title>Page</title><main><h1>Page</h1>{TEXT}<h2 id="second">Second</h2>{TEXT}'
    '<p><a href="/page.md">Read it as Markdown</a></p></main>',
    "/page.md": typed("text/markdown", b"# Page\n\nToo short.\n"),
}


def test_twins_are_used_and_counted(server: Server, tmp_path: Path) -> None:
    server.pages(TWINNED)
    report = mirror(server, tmp_path)
    assert (report.documents, report.twins) == (2, 1)
    assert "[A page](page.md#second) is here" in read(tmp_path, "index.md")
    assert "A kettle is filled" in read(tmp_path, "page.md")
    assert sorted(path for path in server.paths() if path.endswith(".md")) == ["/index.md", "/page.md"]


def test_no_twins_is_remembered_and_can_be_taken_back(server: Server, tmp_path: Path) -> None:
    server.pages(TWINNED)
    report = mirror(server, tmp_path, keep=KeepOptions(twins=False))
    assert report.twins == 0
    assert "[A page](page.md)" in read(tmp_path, "index.md")
    assert mirror(server, tmp_path).twins == 1
    assert "is here" in read(tmp_path, "index.md")


LISTED = {
    "/": f'<title>Home</title><main><h1>Home</h1>{TEXT}<p><a href="a/">A</a>, <a href="b.html">B</a></p></main>',
    "/a/": f"<title>A</title><main><h1>A</h1>{TEXT}</main>",
    "/b.html": f"<title>B</title><main><h1>B</h1>{TEXT}</main>",
    "/a/index.md": typed("text/markdown", f"# A\n\n{TEXT[3:-4]}\n\nSee [B](/b.md), told in Markdown.\n"),
    "/b.md": typed("text/markdown", b"# B\n\nToo short.\n"),
    "/c.md": typed("text/markdown", b"# C\n\nNo page of this site.\n"),
    "/llms.txt": typed("text/plain", b"# Kettles\n\n- [A](/a/index.md): about A\n- [B](b.md)\n- [C](/c.md)\n"),
}


def test_twins_that_only_a_list_names_are_used(server: Server, tmp_path: Path) -> None:
    server.pages(LISTED)
    report = mirror(server, tmp_path)
    assert report.twins == 1
    assert "See [B](../b.md), told in Markdown." in read(tmp_path, "a/index.md")
    assert "A kettle is filled" in read(tmp_path, "b.md")
    asked = server.paths()
    assert sorted(path for path in asked if path.endswith(".md")) == ["/a/index.md", "/b.md"]
    assert asked.count("/llms.txt") == 1
    assert mirror(server, tmp_path).twins == 1
    assert "told in Markdown" in read(tmp_path, "a/index.md")
    # a new page whose Markdown the list had named before
    server.pages({**LISTED, "/": str(LISTED["/"]).replace("</main>", '<a href="c">C</a></main>')})
    server.pages({"/c": "<title>C</title><main><h1>C</h1><p>No page of this site.</p></main>"})
    mirror(server, tmp_path)
    assert mirror(server, tmp_path, keep=KeepOptions(twins=False)).twins == 0
    assert "told in Markdown" not in read(tmp_path, "a/index.md")


def test_a_list_that_is_none_names_nothing(server: Server, tmp_path: Path) -> None:
    server.pages({**LISTED, "/llms.txt": LISTED["/a/"]})
    report = mirror(server, tmp_path)
    assert report.twins == 0
    assert report.complete
    assert not report.failed
    assert not [path for path in server.paths() if path.endswith(".md")]


def test_without_twins_no_list_is_asked_for(server: Server, tmp_path: Path) -> None:
    server.pages(LISTED)
    mirror(server, tmp_path, keep=KeepOptions(twins=False))
    assert "/llms.txt" not in server.paths()
