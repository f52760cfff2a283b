"""The reader as a process: what it answers, to whom, and what it never hands out."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from scrapepy.cli.main import main
from tests.support.reading import Mirrors, Reading, ask


def frame_of(reading: Reading, site: str, page: str = "docs/guide.html") -> str:
    """The origin of a mirror's saved pages, as the page view frames it."""
    shown = ask(reading.address, f"/page/{site}/{page}").text
    found = re.search(r'<iframe [^>]*src="(http://localhost:\d+)/', shown)
    assert found is not None, shown
    return found[1]


def test_the_start_page_tells_of_each_mirror(reading: Reading, mirrors: Mirrors) -> None:
    shown = ask(reading.address, "/").text
    assert mirrors.manual in shown
    assert mirrors.stranger in shown
    assert "4 pages" in shown
    assert "Last refresh: 1 changed" in shown
    assert "Not refreshed yet" in shown


def test_a_page_as_saved_and_as_markdown(reading: Reading, mirrors: Mirrors) -> None:
    saved = ask(reading.address, f"/page/{mirrors.manual}/docs/guide.html").text
    assert 'sandbox="allow-scripts allow-same-origin allow-forms"' in saved
    assert f"http://{mirrors.manual.replace('_', ':')}/docs/guide" in saved
    assert 'aria-current="page"' in saved
    text = ask(reading.address, f"/page/{mirrors.manual}/docs/guide.html?view=markdown").text
    assert '<h2 id="light">Light</h2>' in text
    assert f'href="/page/{mirrors.manual}/docs/api/index.html?view=markdown#call"' in text
    assert 'href="https://example.com/out"' in text
    image = re.search(r'<img src="(/file/[^"]+)" alt="A dot"', text)
    assert image is not None
    assert ask(reading.address, image[1]).headers["content-type"] == "image/png"
    assert "<iframe" not in text


def test_the_way_to_a_page(reading: Reading, mirrors: Mirrors) -> None:
    first = ask(reading.address, f"/page/{mirrors.manual}/")
    assert (first.status, first.headers["location"]) == (302, f"/page/{mirrors.manual}/docs/index.html")
    inside = ask(reading.address, f"/page/{mirrors.manual}/docs/api/")
    assert inside.headers["location"] == f"/page/{mirrors.manual}/docs/api/index.html"
    image = ask(reading.address, f"/page/{mirrors.manual}/docs/dot.png")
    assert image.headers["location"] == f"/file/{mirrors.manual}/html/docs/dot.png"
    listed = ask(reading.address, f"/contents/{mirrors.manual}").text
    assert re.findall(r'html" dir="auto">([^<]+)', listed) == ["Small manual", "Guide", "باغ", "API"]


def test_from_the_text_to_the_same_heading(reading: Reading, mirrors: Mirrors) -> None:
    shown = ask(reading.address, f"/page/{mirrors.manual}/docs/api/index.html?at=call").text
    assert re.search(r'src="http://localhost:\d+/docs/api/index.html#call"', shown)


def test_search_as_a_page_and_as_one_types(reading: Reading, mirrors: Mirrors) -> None:
    found = ask(reading.address, "/search?q=golden+lantern").text
    assert f'href="/page/{mirrors.manual}/docs/guide.html?view=markdown#light"' in found
    assert "<mark>golden</mark>" in found
    assert "Nothing was found" in ask(reading.address, "/search?q=nowheretobefound").text
    typed = ask(reading.address, "/suggest?q=golden+lant").text
    assert "<mark>lantern</mark>" in typed
    assert "<html" not in typed
    elsewhere = ask(reading.address, f"/search?q=lantern&site={mirrors.stranger}").text
    assert "Nothing was found" in elsewhere
    assert "&lt;b&gt;" in ask(reading.address, "/search?q=%3Cb%3E").text


def test_what_the_refresh_changed_word_by_word(reading: Reading, mirrors: Mirrors) -> None:
    shown = ask(reading.address, f"/changes/{mirrors.manual}").text
    assert "<del>green</del><ins>golden</ins>" in shown
    assert "A section that came later" in shown
    assert "has not been refreshed since" in ask(reading.address, f"/changes/{mirrors.stranger}").text


def test_a_right_to_left_page_says_so(reading: Reading, mirrors: Mirrors) -> None:
    text = ask(reading.address, f"/page/{mirrors.manual}/docs/fa.html?view=markdown").text
    assert re.search(r'<article dir="rtl" lang="fa"', text)


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "", "[::1", "a@127.0.0.1"]
)
def test_another_host_is_refused_everywhere(reading: Reading, mirrors: Mirrors, host: str) -> None:
    for origin in (reading.address, frame_of(reading, mirrors.manual)):
        header = host.replace("{port}", origin.rpartition(":")[2])
        for path in ("/", "/docs/guide.html"):
            assert ask(origin, path, {"Host": header}).status == 421
    assert ask(reading.address, "/", {"Host": reading.host.replace("127.0.0.1", "localhost")}).status == 200


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "TRACE"])
def test_nothing_is_written(reading: Reading, mirrors: Mirrors, method: str) -> None:
    for origin in (reading.address, frame_of(reading, mirrors.manual)):
        assert ask(origin, "/", method=method).status == 405


def test_other_origins_get_nothing(reading: Reading, mirrors: Mirrors) -> None:
    crossing = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty"}
    for origin in (reading.address, frame_of(reading, mirrors.manual)):
        assert ask(origin, "/", crossing).status == 403
        assert "access-control-allow-origin" not in ask(origin, "/").headers


OUT = [
    "..", "../..", "%2e%2e/%2e%2e", "..%2f..%2f..%2fetc%2fpasswd", "docs/../../..", "..\\..\\etc\\passwd",
    "docs%5c..%5c..", "/etc/passwd", "//etc/passwd", "%00", "docs/%00guide.html", ".scrapepy/state.sqlite3",
    "docs/../.scrapepy/state.sqlite3", ".SCRAPEPY/state.sqlite3", "%2escrapepy/lock", ".scrapepy%2fstate.sqlite3",
    "C:/x", "link.txt", "folder/secret.txt",
]  # fmt: skip


@pytest.mark.parametrize("path", OUT)
def test_no_path_leads_out(reading: Reading, mirrors: Mirrors, tmp_path: Path, path: str) -> None:
    root = mirrors.html_dir / mirrors.manual
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
    if not (root / "link.txt").is_symlink():
        (root / "link.txt").symlink_to(tmp_path / "secret.txt")
        (root / "folder").symlink_to(tmp_path)
    site = mirrors.manual
    frame = frame_of(reading, site)
    for origin, address in (
        (frame, f"/{path}"),
        (reading.address, f"/file/{site}/html/{path}"),
        (reading.address, f"/file/{site}/markdown/{path}"),
        (reading.address, f"/page/{site}/{path}"),
        (reading.address, f"/static/{path}"),
        (reading.address, f"/page/{path}/x.html"),
        (reading.address, f"/file/{path}/html/x"),
    ):
        got = ask(origin, address)
        assert got.status == 404, address
        assert b"secret" not in got.body
        assert b"root:" not in got.body


def test_the_policies(reading: Reading, mirrors: Mirrors) -> None:
    frame = frame_of(reading, mirrors.manual)
    own = ask(reading.address, f"/page/{mirrors.manual}/docs/guide.html").headers
    assert f"frame-src {frame};" in own["content-security-policy"]
    for part in ("default-src 'none'", "script-src 'self';", "frame-ancestors 'none'", "form-action 'self'"):
        assert part in own["content-security-policy"]
    assert "frame-src 'none'" in ask(reading.address, "/").headers["content-security-policy"]
    saved = ask(frame, "/docs/guide.html").headers
    assert "http" not in saved["content-security-policy"].replace(
        f"frame-ancestors 'self' {reading.address} ", ""
    ).replace(reading.address.replace("127.0.0.1", "localhost"), "")
    for headers in (own, saved):
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-resource-policy"] == "same-origin"


def test_saved_pages_alone_lead_back_and_get_no_worker(reading: Reading, mirrors: Mirrors) -> None:
    frame = frame_of(reading, mirrors.manual)
    alone = ask(frame, "/docs/guide.html", {"Sec-Fetch-Dest": "document"})
    assert (alone.status, alone.headers["location"]) == (
        302,
        f"{reading.address}/page/{mirrors.manual}/docs/guide.html",
    )
    assert ask(frame, "/docs/guide.html", {"Service-Worker": "script"}).status == 403
    assert frame != frame_of(reading, mirrors.stranger, "index.html")


def test_a_strangers_markdown_is_made_harmless(reading: Reading, mirrors: Mirrors) -> None:
    text = ask(reading.address, f"/page/{mirrors.stranger}/index.html?view=markdown").text
    article = text[text.index("<article") : text.index("</article>")]
    assert "<script" not in article
    assert "javascript:" not in article
    assert "<title>Strange &lt;script&gt;" in text


def test_ctrl_c_ends_it_quietly(mirrors: Mirrors) -> None:
    with Reading(mirrors.html_dir, mirrors.markdown_dir, arguments=(mirrors.manual,)) as running:
        assert mirrors.stranger not in ask(running.address, "/").text
        assert ask(running.address, f"/page/{mirrors.stranger}/index.html").status == 404
        ask(running.address, f"/page/{mirrors.manual}/docs/guide.html")
        running.process.send_signal(signal.SIGINT)
        assert running.process.wait(timeout=60) == 0
    assert "Traceback" not in "".join(running.errors)


def test_a_port_that_is_taken(mirrors: Mirrors, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["serve", "--port", str(port), "--html-dir", str(mirrors.html_dir)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"scrapepy: cannot listen at port {port} of 127.0.0.1: address already in use")


def test_a_mirror_that_is_not_there(mirrors: Mirrors, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "nothing.example", "--html-dir", str(mirrors.html_dir)]) == 2
    assert "there is no mirror of nothing.example" in capsys.readouterr().err


def test_without_the_extra_the_command_says_what_to_install(tmp_path: Path) -> None:
    program = (
        "import importlib.util, sys\nreal = importlib.util.find_spec\n"
        "importlib.util.find_spec = lambda name, package=None: None if name == 'starlette' else real(name, package)\n"
        "from scrapepy.cli.main import main\nsys.exit(main(['serve']))"
    )
    root = str(Path(__file__).parents[2])
    ended = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={"PYTHONPATH": root},
        check=False,
    )
    assert ended.returncode == 2
    assert ended.stderr == "scrapepy: reading the mirrors in a browser needs an extra: pip install 'scrapepy[reader]'\n"


def test_no_mirrors_yet(tmp_path: Path) -> None:
    with Reading(tmp_path / "None", tmp_path / "None") as running:
        shown = ask(running.address, "/")
        assert shown.status == 200
        assert "There is no mirror in" in shown.text
        assert "Nothing was found" in ask(running.address, "/search?q=x").text
