"""A site that is down, or talks nonsense to everyone: exit 3, one sentence, and not a byte of the mirror changes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from scrapepy.cli.exit_codes import ExitCode
from scrapepy.cli.main import main
from tests.support.guard import Guard
from tests.support.server import Answer, Request, Server, html, redirect, robots, typed

pytestmark = pytest.mark.usefixtures("in_this_process")

NAME = "docs.test"
PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 40
PAGES = 8


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("SCRAPEPY_HTML_DIR", "SCRAPEPY_MARKDOWN_DIR"):
        monkeypatch.delenv(name, raising=False)


def page(subject: str, more: str = "") -> str:
    words = " ".join(f"{subject} {number}" for number in range(40))
    return f"<title>{subject}</title><main><h1>All about {subject}</h1><p>{words}</p>{more}</main>"


LINKS = "".join(f'<p><a href="p{number}">page {number}</a></p>' for number in range(PAGES))


def site() -> dict[str, str | Answer]:
    pages = {f"/p{number}": page(f"p{number}", '<img src="a.png" alt="A lamp">') for number in range(PAGES)}
    return {"/robots.txt": robots(""), "/": page("start", LINKS), "/a.png": typed("image/png", PNG), **pages}


def everything(server: Server, answer: Answer | Callable[[Request], Answer], *, but: tuple[str, ...] = ()) -> None:
    for path in site():
        if path not in but:
            server.script(path, answer)


def trees(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {
        str(path.relative_to(folder)): (path.read_bytes(), path.stat().st_mtime_ns)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".scrapepy" not in path.parts
    }


def server_stops(server: Server, guard: Guard) -> None:
    server.close()


def name_is_lost(server: Server, guard: Guard) -> None:
    guard.names = {}


def robots_503(server: Server, guard: Guard) -> None:
    server.script("/robots.txt", html("down", 503))


LOGIN = html(page("sign in", "<form><input name=user></form>"))
NO_PAGE = "answers everywhere with one and the same thing, which is no page"
OUTAGES: dict[str, tuple[Callable[[Server, Guard], None], str]] = {
    "stopped": (server_stops, "robots.txt unreachable: connection refused"),
    "no such name": (name_is_lost, "robots.txt unreachable: name not found"),
    "robots.txt 503": (robots_503, "robots.txt answered 503"),
    "500": (lambda s, _: everything(s, html("down", 500)), "robots.txt answered 500"),
    "500, no robots.txt": (lambda s, _: everything(s, html("down", 500), but=("/robots.txt",)), "answered 500"),
    "403": (lambda s, _: everything(s, html("no", 403)), "answered 403 Forbidden"),
    "login page": (lambda s, _: everything(s, LOGIN), "one and the same page everywhere"),
    "captive portal": (
        lambda s, _: everything(s, redirect(f"http://portal.test:{s.port}/?for=you", 302)),
        "redirects to another site: http://portal.test:",
    ),
    "portal in the same place": (
        lambda s, _: (s.script("/portal", LOGIN), everything(s, redirect("/portal", 302)))[0],
        "one and the same page everywhere",
    ),
    "empty": (lambda s, _: everything(s, typed("text/html")), "one and the same page everywhere"),
    "one line of JSON": (lambda s, _: everything(s, typed("application/json", b'{"error":"unavailable"}')), NO_PAGE),
    "one line of text": (lambda s, _: everything(s, typed("text/plain", b"plain"), but=("/robots.txt",)), NO_PAGE),
    "an image": (lambda s, _: everything(s, typed("image/gif", b"GIF89a")), NO_PAGE),
    "no type": (lambda s, _: everything(s, typed("", b"OK")), NO_PAGE),
    "some bytes": (lambda s, _: everything(s, typed("application/octet-stream", b"x")), NO_PAGE),
    "empty, 204": (lambda s, _: everything(s, Answer(204)), "answered 204"),
    "404 but the start": (
        lambda s, _: everything(s, html("gone", 404), but=("/", "/robots.txt")),
        "are gone: that is believed with --accept-losses only",
    ),
}


@pytest.mark.parametrize("outage", OUTAGES)
def test_nothing_changes(
    server: Server, tmp_path: Path, loopback_only: Guard, capfd: pytest.CaptureFixture[str], outage: str
) -> None:
    loopback_only.names = {NAME: ["127.0.0.1"], "portal.test": ["127.0.0.1"]}
    server.pages(site())
    server.script(f"http://portal.test:{server.port}/?for=you", LOGIN)
    address = f"http://{NAME}:{server.port}/"
    options = ["--delay", "0", "--retries", "0", "--timeout", "60"]
    assert main(["mirror", address, *options, "--quiet"]) == ExitCode.COMPLETE
    before = trees(tmp_path)
    assert len(before) == 2 * (PAGES + 1) + 2
    capfd.readouterr()
    cause, words = OUTAGES[outage]
    cause(server, loopback_only)
    again = [["mirror", address, *options, "--quiet"]] if outage in ("stopped", "login page") else []
    for command in (["refresh", NAME + f"_{server.port}", "--quiet"], *again):
        code = main(command)
        said = capfd.readouterr()
        assert words in said.err
        assert len(said.err.strip().splitlines()) == 1
        assert code == ExitCode.NOTHING
        assert trees(tmp_path) == before


@pytest.mark.parametrize("kind", ["application/json", "image/gif", "text/plain"])
def test_one_answer_that_is_no_page_replaces_nothing_though_the_start_is_well(
    server: Server, tmp_path: Path, loopback_only: Guard, capfd: pytest.CaptureFixture[str], kind: str
) -> None:
    loopback_only.names = {NAME: ["127.0.0.1"]}
    server.pages(site())
    options = ["--delay", "0", "--retries", "0", "--timeout", "60", "--quiet"]
    assert main(["mirror", f"http://{NAME}:{server.port}/", *options]) == ExitCode.COMPLETE
    before = trees(tmp_path)
    everything(server, typed(kind, b"GIF89a is unavailable"), but=("/", "/robots.txt"))
    assert main(["refresh", *options[:-1], "--json"]) == ExitCode.INCOMPLETE
    told = capfd.readouterr().out
    assert f"one and the same answer, which is no page, as {PAGES - 1} others; the good copy is kept" in told
    assert trees(tmp_path) == before
    for number in range(PAGES):  # each with its own: that is what the site wants
        server.script(f"/p{number}", typed("application/json", b'{"page": %d}' % number))
    server.script("/a.png", typed("image/png", PNG))
    assert main(["refresh", *options]) == ExitCode.COMPLETE
    assert {name.rpartition("/")[2] for name in trees(tmp_path)} >= {f"p{number}.json" for number in range(PAGES)}


def test_losses_are_accepted_when_the_user_says_so(
    server: Server, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    server.pages(site())
    options = ["--delay", "0", "--retries", "0", "--quiet"]
    assert main([server.origin + "/", *options]) == ExitCode.COMPLETE
    everything(server, html("gone", 404), but=("/", "/robots.txt", "/a.png"))
    assert main(["refresh", "--quiet"]) == ExitCode.NOTHING
    assert main(["refresh", "--quiet", "--accept-losses"]) == ExitCode.COMPLETE
    assert {name.rpartition("/")[2] for name in trees(tmp_path)} == {"index.html", "index.md", "a.png"}


def test_most_pages_are_gone_at_once(server: Server, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    many = {f"/q{number}": page(f"q{number}") for number in range(12)}
    links = "".join(f'<a href="{path}">x</a>' for path in many)
    server.pages({"/": page("start", links), **many})
    options = ["--delay", "0", "--retries", "0"]
    assert main([server.origin + "/", *options, "--quiet"]) == ExitCode.COMPLETE
    before = trees(tmp_path)
    server.pages(dict.fromkeys(list(many)[:8], html("gone", 404)) | {"/q9": page("q9 anew")})
    capfd.readouterr()
    assert main(["refresh"]) == ExitCode.INCOMPLETE
    said = capfd.readouterr().out
    assert "8 of 13 known pages are gone at once: that is believed with --accept-losses only." in said
    assert f"{server.origin}/q0: 404 Not Found; the good copy is kept" in said
    after = trees(tmp_path)
    assert {name.rpartition("/")[2] for name in before if before[name] != after.get(name)} == {"q9.html", "q9.md"}
    server.pages(dict.fromkeys(list(many)[:6], html("gone", 404)) | {"/q6": page("q6"), "/q7": page("q7")})
    assert main(["refresh", "--quiet"]) == ExitCode.COMPLETE
    assert len(trees(tmp_path)) == 2 * 7


def test_a_page_that_is_a_stub_now(server: Server, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    server.pages(site())
    assert main([server.origin + "/", "--delay", "0", "--quiet"]) == ExitCode.COMPLETE
    before = trees(tmp_path)
    server.pages({"/p3": "<title>p3</title><main><h1>p3</h1><p>See elsewhere.</p></main>"})
    for _ in range(2):
        assert main(["refresh"]) == ExitCode.INCOMPLETE
        assert "the good copy is kept unless --accept-losses is given" in capfd.readouterr().out
        assert trees(tmp_path) == before
    assert main(["refresh", "--accept-losses"]) == ExitCode.COMPLETE
    changed = [path for path in trees(tmp_path) if before[path] != trees(tmp_path)[path]]
    assert any(path.endswith("/p3.html") for path in changed)
    assert main(["refresh"]) == ExitCode.COMPLETE


def test_a_page_that_moved_to_one_that_fails(server: Server, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    server.pages(site())
    assert main([server.origin + "/", "--delay", "0", "--retries", "0", "--quiet"]) == ExitCode.COMPLETE
    before = trees(tmp_path)
    server.pages({"/p0": redirect("/p1", 301), "/p1": html("down", 500)})
    server.pages({"/p2": redirect("/elsewhere", 301), "/elsewhere": redirect("/p2", 301)})
    assert main(["refresh"]) == ExitCode.INCOMPLETE
    said = capfd.readouterr().out
    assert f"/p0: moved to {server.origin}/p1, which could not be had: 500" in said
    assert f"{server.origin}/elsewhere, which could not be had: redirect loop; the good copy is kept" in said
    assert trees(tmp_path) == before
    server.pages({"/p1": page("p1"), "/p2": page("p2")})
    assert main(["refresh"]) == ExitCode.COMPLETE
    assert f"moved    {server.origin}/p0 -> {server.origin}/p1" in capfd.readouterr().out
    assert {name.rpartition("/")[2] for name in before.keys() - trees(tmp_path).keys()} == {"p0.html", "p0.md"}


def sign_in(path: str) -> str:
    return f"<title>Sign in</title><main><form><input type=password><input type=hidden value={path}></form></main>"


def test_pages_that_lead_to_a_login(server: Server, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    box = "<form>Members: <input type=password></form>"
    server.pages(site() | {"/p5": page("p5", box)})
    assert main([server.origin + "/", "--delay", "0", "--quiet"]) == ExitCode.COMPLETE
    before = trees(tmp_path)
    server.pages({f"/login?for=p{number}": sign_in(f"p{number}") for number in range(PAGES)})
    server.pages({"/p3": redirect("/login?for=p3", 302), "/p4": redirect("/four", 302), "/four": "<title>x</title>"})
    for _ in range(2):
        assert main(["refresh"]) == ExitCode.INCOMPLETE
        said = capfd.readouterr().out
        assert f"/p3: moved to {server.origin}/login?for=p3, which is a login page; the good copy is kept" in said
        assert f"/p4: moved to {server.origin}/four, which is nearly empty (0 of 82 words left)" in said
        after = trees(tmp_path)
        assert {name: after.pop(name) for name in after.keys() & before.keys()} == before
        assert {name.rpartition("/")[2] for name in after} == {"four.html"}
    server.pages(site() | {f"/p{number}": redirect(f"/login?for=p{number}", 302) for number in range(PAGES)})
    assert main(["refresh", "--quiet"]) == ExitCode.INCOMPLETE  # each leads to a login page of its own
    assert [name for name in trees(tmp_path) if "login" in name] == []
    assert before.keys() <= trees(tmp_path).keys()
    # Some sites ask on every page; and who says that it is so is believed.
    server.pages(site() | {"/p5": redirect("/five", 301), "/five": page("p5", box), "/p4": page("p4")})
    assert main(["refresh"]) == ExitCode.COMPLETE
    assert f"moved    {server.origin}/p5 -> {server.origin}/five" in capfd.readouterr().out
    server.pages({"/p3": redirect("/login?for=p3", 302)})
    assert main(["refresh", "--accept-losses"]) == ExitCode.COMPLETE
    assert f"moved    {server.origin}/p3 -> {server.origin}/login?for=p3" in capfd.readouterr().out


def test_what_only_an_answer_led_to_that_is_not_believed_is_no_dead_link(
    server: Server, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    server.pages(site())
    assert main([server.origin + "/", "--delay", "0", "--quiet"]) == ExitCode.COMPLETE
    before = trees(tmp_path)
    server.pages({"/p2": redirect("/way", 302), "/way": redirect("/lost", 301)})
    links = '<a href="/help">help</a><a href="/dead">dead</a>'
    server.pages({"/p3": redirect("/login", 302), "/login": sign_in("p3").replace("</main>", links + "</main>")})
    server.pages({"/p4": "<title>404 Not Found</title><main><h1>Not Found</h1><a href='/search'>Search</a></main>"})
    server.pages({"/": page("start", '<p><a href="/dead">dead</a></p>' + LINKS)})
    assert main(["refresh", "--json"]) == ExitCode.INCOMPLETE
    (report,) = json.loads(capfd.readouterr().out)
    reasons = {failure["url"]: failure["reason"] for failure in report["failed"]}
    # p2 says where it leads; only the start page's own dead link is one of the mirror's.
    assert sorted(reasons) == [server.origin + path for path in ("/dead", "/p2", "/p3", "/p4")]
    assert reasons[server.origin + "/p2"].startswith(f"moved to {server.origin}/lost, which is gone")
    changed = [name for name, file in trees(tmp_path).items() if before.get(name) != file]
    assert {name.rpartition("/")[2] for name in changed} == {"index.html", "index.md"}
