"""Everything that can go wrong on the line, on one site: what becomes of each page, and what the report says of it."""

from __future__ import annotations

import gzip
import time
import zlib
from email.utils import formatdate
from pathlib import Path

from scrapepy.mirroring.request import MirrorRequest
from scrapepy.mirroring.site import mirror_site
from scrapepy.model.options import KeepOptions, Pace, RequestOptions
from scrapepy.model.report import MirrorReport
from tests.support.noise import noise
from tests.support.server import Answer, Request, Server, bomb, html, redirect

PROSE = "<p>" + "The quick brown fox jumps over the lazy dog near the river bank today. " * 6 + "</p>"
HTML = {"Content-Type": "text/html"}
BODY = f"<title>x</title><main><h1>x</h1>{PROSE}</main>".encode()
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"


def coded(coding: str, body: bytes) -> Answer:
    return Answer(200, body, {**HTML, "Content-Encoding": coding})


def sized(body: bytes = BODY) -> bytes:
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


FAULTS: dict[str, tuple[Answer, str]] = {
    "cut": (Answer(200, BODY, HTML, cut=200), "cut short"),
    "cut-chunks": (Answer(200, BODY, HTML, broken_chunk=True), "cut short"),
    "cut-gzip": (coded("gzip", gzip.compress(noise(5000))[:-20]), "cut short (the compressed body has no end)"),
    "long-length": (Answer(200, BODY, HTML, length=len(BODY) + 100, close=True), "cut short"),
    "reset": (Answer(reset=True), "connection broken"),
    "reset-in-body": (Answer(200, BODY * 50, HTML, cut=5000, reset=True), ""),
    "reset-in-head": (Answer(raw=HEAD), "disconnected"),
    "nothing": (Answer(raw=b""), "connection broken (closed without an answer)"),
    "no-answer": (Answer(200, BODY, HTML, delay=60), "timeout (no answer for 3 s)"),
    "drip": (Answer(200, BODY, HTML, drip=0.1), "timeout (no progress for 3 s)"),
    "slow-head": (Answer(raw=HEAD + b"X: y\r\n" * 500, drip=0.1), "timeout (no answer for 3 s)"),
    "endless-head": (Answer(raw=HEAD + b"X: yyyyyyyyyy\r\n" * 100_000), "not valid HTTP"),
    "long-nonsense": (Answer(raw=b"H" * 9000 + b"\r\n\r\n"), "not valid HTTP"),
    "nonsense": (Answer(raw=b"HELLO WORLD\r\n\r\n"), "not valid HTTP"),
    "bad-chunk": (Answer(raw=HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\nabc"), "cut short"),
    "bomb-gzip": (coded("gzip", bomb(8)), "too large unpacked (more than 3,000,000 bytes)"),
    "bomb-deflate": (coded("deflate", zlib.compress(bytes(8_000_000))), "too large unpacked"),
    "bomb-nested": (coded("gzip, gzip", gzip.compress(bomb(8))), "too large unpacked"),
    "damaged-gzip": (coded("gzip", b"\x1f\x8b\x08" + bytes(7) + b"\xff" * 500), "undecodable"),
    "coding": (coded("br", b"\x0b\x02\x80" + noise(200)), "undecodable"),
    "loop": (redirect("/loop"), "redirect loop"),
    "nowhere": (redirect("http://[::1/"), "without a usable Location"),
    "429": (html("wait", 429, Retry_After="1"), "429 Too Many Requests, asks to wait 1 s"),
    "500": (html("down", 500), "500 Internal Server Error"),
    "403": (html("no", 403), "403 Forbidden"),
}
GOOD: dict[str, Answer] = {
    "hints": Answer(raw=b"HTTP/1.1 103 Early Hints\r\nLink: </x.css>; rel=preload\r\n\r\n" + HEAD + sized()),
    "http-1.0": Answer(raw=b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n" + BODY),
    "short-length": Answer(200, BODY + b"<p>beyond", HTML, length=len(BODY), close=True),
    "no-length": Answer(200, BODY, HTML, close=True),
    "chunked": Answer(200, BODY, HTML, chunked=True),
    "no-type": Answer(200, BODY),
    "plain-under-gzip": coded("gzip", BODY),
    "gzip-twice": coded("gzip", gzip.compress(gzip.compress(BODY)[:0] + BODY)),
}


def mirror(server: Server, tmp_path: Path, url: str = "/", retries: int = 0) -> MirrorReport:
    request = MirrorRequest(
        server.origin + url,
        pace=Pace(delay=0.0, timeout=3.0, retries=retries),
        keep=KeepOptions(max_size=3_000_000),
        html_dir=tmp_path / "S",
        markdown_dir=tmp_path / "M",
    )
    return mirror_site(request)


def start(*names: str) -> str:
    return f"<title>Start</title><main>{PROSE}" + "".join(f'<p><a href="/{name}">{name}</a></p>' for name in names)


def test_each_is_named_and_the_rest_is_there(server: Server, tmp_path: Path) -> None:
    good = GOOD | {f"g{number}": Answer(200, BODY, HTML) for number in range(len(FAULTS) - len(GOOD))}
    names = [name for pair in zip(FAULTS, good, strict=True) for name in pair]  # a host that only fails is left alone
    server.pages({"/": start(*names)} | {f"/{name}": answer for name, (answer, _) in FAULTS.items()})
    server.pages({f"/{name}": answer for name, answer in good.items()})
    report = mirror(server, tmp_path)
    reasons = {failure.url.rpartition("/")[2]: failure.reason for failure in report.failed}
    assert set(reasons) == set(FAULTS)
    wrong = {name: (reasons[name], words) for name, (_, words) in FAULTS.items() if words not in reasons[name]}
    assert wrong == {}
    assert all("\n" not in reason and len(reason) < 130 for reason in reasons.values())
    assert report.pages == 1 + len(good)
    assert not report.complete
    saved = {path.stem for path in Path(report.html_dir).glob("*.html")}
    assert saved == {"index", *good}


def in_two_seconds(request: Request) -> Answer:
    return html("wait", 503, Retry_After=formatdate(time.time() + 2, usegmt=True))


def test_both_forms_of_retry_after(server: Server, tmp_path: Path) -> None:
    server.pages({"/": start("seconds", "date", "chain0")})
    server.script("/seconds", html("wait", 429, Retry_After="1"), Answer(200, BODY, HTML))
    server.script("/date", in_two_seconds, Answer(200, BODY, HTML))
    server.pages({f"/chain{number}": redirect(f"/chain{number + 1}") for number in range(4)})
    server.pages({"/chain4": Answer(200, BODY, HTML)})
    report = mirror(server, tmp_path, retries=2)
    assert report.failed == ()
    assert report.pages == 4
    for path, least in (("/seconds", 0.9), ("/date", 0.5)):
        first, second = server.asked(path)
        assert second.at - first.at >= least


def test_what_a_page_echoes_of_the_password_is_not_written(server: Server, tmp_path: Path) -> None:
    echo = f'<a href="http://me:s3cr3t%21@{server.host}/b">b</a> http://me:s3cr3t!@h/'
    server.script("/", html(start("b", "moved") + echo, X_Echo="me:s3cr3t!@"))
    server.pages({"/b": start() + echo + "<p>words</p>" * 100_000, "/moved": redirect(f"//me:s3cr3t!@{server.host}/c")})
    server.pages({"/c": start() + echo})
    request = MirrorRequest(
        server.origin + "/",
        pace=Pace(delay=0.0),
        request=RequestOptions(username="me", password="s3cr3t!"),
        html_dir=tmp_path / "S",
        markdown_dir=tmp_path / "M",
    )
    report = mirror_site(request)
    assert report.pages == 4 - 1
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert not [path for path in written if b"s3cr3t" in path.read_bytes()]
    with_state = Path(report.html_dir) / ".scrapepy"
    assert with_state.is_dir()
    assert all("authorization" in request.headers for request in server.asked() if request.path != "/robots.txt")
