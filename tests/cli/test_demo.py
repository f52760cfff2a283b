from __future__ import annotations

import re
import urllib.error
import urllib.request
from pathlib import Path
from urllib.parse import urljoin
from urllib.request import ProxyHandler, build_opener

import pytest

from scrapepy.cli.demo_server import PREFERRED_PORT, DemoServer, demo_files
from scrapepy.cli.main import main
from scrapepy.web.html import parse

OPENER = build_opener(ProxyHandler({}))  # loopback is asked directly, whatever the environment says


def get(url: str, **headers: str) -> tuple[int, bytes, dict[str, str]]:
    request = urllib.request.Request(url, headers=headers)
    try:
        with OPENER.open(request, timeout=60) as answer:
            return answer.status, answer.read(), dict(answer.headers)
    except urllib.error.HTTPError as error:
        return error.code, error.read(), dict(error.headers)


def test_what_the_server_answers() -> None:
    with DemoServer(port=0) as server:
        origin = server.origin
        status, body, headers = get(origin + "/")
        assert (status, headers["Content-Type"]) == (200, "text/html; charset=utf-8")
        assert get(origin + "/", **{"If-None-Match": headers["Etag"]})[:2] == (304, b"")
        assert get(origin + "/index.html")[1] == body
        assert get(origin + "/quickstart")[1] == get(origin + "/guide/first-steps.html")[1]
        assert get(origin + "/guide/notes-2019.html")[0] == 404
        assert get(origin + "/../pyproject.toml")[0] == 404
        assert get(origin + "/%2e%2e/__main__.py")[0] == 404
        assert get(origin + "/assets/style.css")[2]["Content-Type"] == "text/css; charset=utf-8"
        assert get(origin + "/assets/img/status.png")[2]["Content-Type"] == "image/png"
        assert f"Sitemap: {origin}/sitemap.xml".encode() in get(origin + "/robots.txt")[1]
        assert f"<loc>{origin}/guide/</loc>".encode() in get(origin + "/sitemap.xml")[1]
    with pytest.raises(OSError, match="refused"):
        OPENER.open(origin + "/", timeout=60)


def test_a_taken_port_is_no_obstacle() -> None:
    with DemoServer() as first, DemoServer() as second:
        assert first.origin != second.origin
        assert get(second.origin + "/")[0] == 200
    assert PREFERRED_PORT == 8765


def test_the_demo_site_is_a_site() -> None:
    """Every link of it leads somewhere, but for the one that is meant to be dead and the one that redirects."""
    site = demo_files()
    dead = set()
    pages = [path for path in site if path.endswith(".html")]
    for path in pages:
        for node in parse(site[path].decode()).css("[href], [src]"):
            reference = node.attributes.get("href") or node.attributes.get("src") or ""
            target, _, fragment = urljoin(path, reference).partition("#")
            if target not in site:
                dead.add(target)
            elif fragment:
                assert f'id="{fragment}"' in site[target].decode(), (path, reference)
    assert dead == {"/quickstart", "/guide/notes-2019.html"}
    assert len(pages) >= 8


def test_the_demo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    monkeypatch.setenv("no_proxy", "other.test")
    monkeypatch.setenv("NO_PROXY", "other.test")
    for name in ("SCRAPEPY_HTML_DIR", "SCRAPEPY_MARKDOWN_DIR"):
        monkeypatch.delenv(name, raising=False)
    assert main(["demo"]) == 0
    out = capfd.readouterr().out
    (folder,) = (tmp_path / "ScrapedSites").iterdir()
    assert re.fullmatch(r"127\.0\.0\.1_\d+", folder.name)
    markdown = tmp_path / "MarkdownSites" / folder.name
    named = [Path(line.strip()) for line in out.splitlines() if line.strip().startswith("/")]
    assert named == [folder / "index.html", markdown / "guide/first-steps.md", markdown / "api/queue.md"]
    assert all(path.is_file() for path in named)
    assert "dead on the site itself: 1 address\n" in out
    assert "/guide/notes-2019.html: 404 Not Found" in out
    assert "disallowed by robots.txt" in out

    home = (folder / "index.html").read_text()
    assert 'href="guide/first-steps.html">quick start' in home  # through the redirect
    assert not (folder / "drafts").exists()
    assert (folder / "about/licence.html").is_file()
    for asset in (
        "style.css",
        "base.css",
        "print.css",
        "theme.js",
        "search-index.js",
        "img/hills.svg",
        "img/quote.svg",
    ):
        assert (folder / "assets" / asset).is_file(), asset
    text = (markdown / "guide/first-steps.md").read_text()
    assert "```python\nfrom kestrel import Queue\n" in text
    assert "> [!WARNING]\n> A task may run twice" in text
    assert "See [`later()`](../api/queue.md#laterargs-atnone-kwargs) for when" in text
    assert "![The status page with one finished task](../assets/img/status.png)" in text
    assert (markdown / "assets/img/status.png").read_bytes() == demo_files()["/assets/img/status.png"]
    assert "¶" not in text
    assert "Previous" not in text

    assert main(["check"]) == 0
    assert main(["list"]) == 0
    assert "complete; last run" in capfd.readouterr().out
