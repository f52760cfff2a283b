"""One request and how it ends, against a server that misbehaves."""

from __future__ import annotations

import asyncio
import gzip
import re
import ssl
import tracemalloc
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from scrapepy.crawl.connections import Connections
from scrapepy.crawl.dial import Dialler
from scrapepy.crawl.fetch import HttpFetcher, Transport
from scrapepy.crawl.outgoing import USER_AGENT, Outgoing
from scrapepy.crawl.proxies import Proxies, Proxy
from scrapepy.decide.status import reason
from scrapepy.errors import UsageError
from scrapepy.model.options import Pace, RequestOptions
from scrapepy.model.outcome import FailureKind, Fetched, FetchFailed, FetchRequest, NotModified, Outcome
from scrapepy.model.url import CanonicalUrl
from tests.support.guard import Guard
from tests.support.noise import noise
from tests.support.server import CERTIFICATE, Answer, Server, bomb, conditional, gzipped, html, redirect, typed

FAST = Pace(delay=0, timeout=60.0)
IMPATIENT = replace(FAST, timeout=1.5)
"""Where what is asked for never comes."""
NO_OPTIONS, NO_PROXIES = RequestOptions(), Proxies()
Fetch = Callable[..., Outcome]


def request(address: str, **more: object) -> FetchRequest:
    return FetchRequest(CanonicalUrl(address), address, **more)  # type: ignore[arg-type]


@pytest.fixture
def fetch(server: Server, tmp_path: Path) -> Fetch:
    """Fetch one path (or address) with a new fetcher."""

    def once(where: str, *, pace: Pace = FAST, max_size: int = 1_000_000, **more: object) -> Outcome:
        address = where if "://" in where else server.origin + where
        return fetch_all([request(address, **more)], server, tmp_path, pace=pace, max_size=max_size)[0]

    return once


def fetch_all(
    requests: list[FetchRequest],
    server: Server,
    spool: Path,
    *,
    pace: Pace = FAST,
    max_size: int = 1_000_000,
    options: RequestOptions = NO_OPTIONS,
    start: str | None = None,
    proxies: Proxies = NO_PROXIES,
) -> list[Outcome]:
    async def run() -> list[Outcome]:
        fetcher = HttpFetcher(
            pace, options, start=start or server.origin + "/", max_size=max_size, spool_dir=str(spool), proxies=proxies
        )
        try:
            return [await fetcher.fetch(one) for one in requests]
        finally:
            await fetcher.aclose()

    return asyncio.run(run())


def failed(outcome: Outcome) -> FailureKind:
    assert isinstance(outcome, FetchFailed), outcome
    return outcome.failure


def body_of(outcome: Outcome) -> bytes:
    assert isinstance(outcome, Fetched), outcome
    return outcome.body


class TestAnswers:
    def test_page(self, server: Server, fetch: Fetch) -> None:
        server.script("/a?x=1", html("<h1>grüße</h1>"))
        outcome = fetch("/a?x=1")
        assert isinstance(outcome, Fetched)
        assert (outcome.status, outcome.body.decode(), outcome.size) == (200, "<h1>grüße</h1>", 16)
        assert outcome.header("content-type") == "text/html; charset=utf-8"
        assert outcome.wire_bytes == 16
        assert outcome.file is None
        assert outcome.note == ""

    def test_request_names_the_tool_and_offers_only_what_can_be_unpacked(self, server: Server, fetch: Fetch) -> None:
        server.script("/", html("x"))
        fetch("/")
        headers = server.asked("/")[0].headers
        assert headers["user-agent"] == USER_AGENT
        assert headers["user-agent"].startswith("ScrapePy/")
        assert headers["accept-encoding"] == "gzip, deflate"
        assert headers["host"] == server.host
        assert "referer" not in headers
        assert "cookie" not in headers

    def test_the_target_is_sent_as_it_is_written(self, server: Server, fetch: Fetch) -> None:
        for path in ("/a%2Fb|c[d]%zz/%7E'x", "/%E2%82%AC?q=a+b&c=%", "/?"):
            server.script(path, html("as written"))
            assert body_of(fetch(path)) == b"as written"

    def test_redirect_is_an_answer(self, server: Server, fetch: Fetch) -> None:
        server.script("/a", redirect("/ä"))
        outcome = fetch("/a")
        assert isinstance(outcome, Fetched)
        assert (outcome.status, outcome.header("location")) == (301, "/ä")
        assert server.paths() == ["/a"]

    def test_error_page_is_not_kept(self, server: Server, fetch: Fetch) -> None:
        server.script("/a", html("<h1>nothing here</h1>", 404))
        outcome = fetch("/a")
        assert isinstance(outcome, Fetched)
        assert (outcome.status, outcome.body) == (404, b"")

    def test_not_modified_only_for_a_condition(self, server: Server, fetch: Fetch) -> None:
        server.script("/a", conditional(html("x"), etag='"1"'))
        server.script("/b", Answer(304))
        outcome = fetch("/a", headers=(("if-none-match", '"1"'),))
        assert isinstance(outcome, NotModified)
        assert body_of(fetch("/a", headers=(("if-none-match", '"2"'),))) == b"x"
        unasked = fetch("/b")
        assert isinstance(unasked, Fetched)
        assert unasked.status == 304

    def test_connection_is_used_again(self, server: Server, tmp_path: Path) -> None:
        server.pages({"/a": "a", "/b": html("b", 404), "/c": "c"})
        fetch_all([request(server.origin + p) for p in ("/a", "/b", "/c")], server, tmp_path)
        assert {r.connection for r in server.asked()} == {1}

    def test_connection_that_the_server_closed_is_not_used_again(self, server: Server, tmp_path: Path) -> None:
        server.pages({"/a": Answer(200, b"a", close=True), "/b": "b"})
        outcomes = fetch_all([request(server.origin + p) for p in ("/a", "/b")], server, tmp_path)
        assert [body_of(o) for o in outcomes] == [b"a", b"b"]

    def test_ipv6(self, tmp_path: Path) -> None:
        with Server("::1") as server:
            server.script("/", html("six"))
            assert body_of(fetch_all([request(server.origin + "/")], server, tmp_path)[0]) == b"six"
            assert server.asked()[0].headers["host"] == server.host

    def test_large_body_goes_to_a_file(self, server: Server, fetch: Fetch, tmp_path: Path) -> None:
        big = noise(3_000_000)
        server.script("/big", typed("application/zip", big))
        outcome = fetch("/big", max_size=4_000_000)
        assert isinstance(outcome, Fetched)
        assert outcome.body == b""
        assert outcome.size == 3_000_000
        assert outcome.file is not None
        assert Path(outcome.file).parent == tmp_path
        assert Path(outcome.file).read_bytes() == big

    def test_full_disk_is_said(self, server: Server, fetch: Fetch, tmp_path: Path) -> None:
        server.script("/big", typed("application/zip", bytes(2_000_000)))
        tmp_path.rmdir()
        assert failed(fetch("/big", max_size=4_000_000)) is FailureKind.DISK
        tmp_path.mkdir()


class TestEncodings:
    def test_gzip_is_undone_and_kept(self, server: Server, fetch: Fetch) -> None:
        answer = gzipped(html("<p>hello</p>" * 100))
        server.script("/a", answer)
        outcome = fetch("/a")
        assert isinstance(outcome, Fetched)
        assert outcome.body == b"<p>hello</p>" * 100
        assert outcome.gzipped == answer.body
        assert (outcome.wire_bytes, outcome.size) == (len(answer.body), 1200)

    @pytest.mark.parametrize(
        ("coding", "body"),
        [
            ("deflate", zlib.compress(b"hello" * 9)),
            ("deflate", zlib.compressobj(wbits=-15).compress(b"") + zlib.compress(b"hello" * 9)[2:-4]),
            ("gzip, gzip", gzip.compress(gzip.compress(b"hello" * 9))),
            ("deflate, gzip", gzip.compress(zlib.compress(b"hello" * 9))),
            ("gzip, gzip", gzip.compress(b"hello" * 9)),
            ("gzip", gzip.compress(b"hello" * 4) + gzip.compress(b"hello" * 5)),
            ("x-gzip", gzip.compress(b"hello" * 9) + bytes(20)),
            ("identity", b"hello" * 9),
        ],
        ids=lambda value: value if isinstance(value, str) else "",  # gzip writes down when it was
    )
    def test_codings(self, server: Server, fetch: Fetch, coding: str, body: bytes) -> None:
        server.script("/a", Answer(200, body, {"Content-Encoding": coding}))
        assert body_of(fetch("/a")) == b"hello" * 9

    @pytest.mark.parametrize("coding", ["gzip", "deflate"])
    @pytest.mark.parametrize("body", [b"<h1>plain</h1>", b"x", b"{}", b""])
    def test_plain_bytes_under_a_coding_are_taken_as_they_are(
        self, server: Server, fetch: Fetch, coding: str, body: bytes
    ) -> None:
        server.script("/a", Answer(200, body, {"Content-Encoding": coding}))
        outcome = fetch("/a")
        assert isinstance(outcome, Fetched)
        assert outcome.body == body
        assert outcome.gzipped is None
        assert outcome.note == (f"not {coding} although it says so" if body else "")

    def test_archive_keeps_its_compression(self, server: Server, fetch: Fetch) -> None:
        body = gzip.compress(b"tar")
        answer = Answer(200, body, {"Content-Encoding": "x-gzip", "Content-Type": "application/x-gzip"})
        server.script("/a.tar.gz", answer)
        server.script("/page", answer)
        assert body_of(fetch("/a.tar.gz")) == body
        assert body_of(fetch("/page")) == b"tar"

    def test_pieces_of_one_byte(self, server: Server, fetch: Fetch) -> None:
        body = gzip.compress(b"hello")
        server.script("/a", Answer(200, body, {"Content-Encoding": "gzip"}, drip=0.001, piece=1))
        assert body_of(fetch("/a")) == b"hello"

    def test_unknown_coding(self, server: Server, fetch: Fetch) -> None:
        server.script("/a", Answer(200, b"\x0b\x02\x80hello\x03", {"Content-Encoding": "br"}))
        outcome = fetch("/a")
        assert failed(outcome) is FailureKind.ENCODING
        assert "br" in outcome.detail  # type: ignore[union-attr]

    def test_identity_can_be_asked_for(self, server: Server, fetch: Fetch) -> None:
        server.script("/a", html("x"))
        fetch("/a", headers=(("accept-encoding", "identity"),))
        assert server.asked("/a")[0].headers["accept-encoding"] == "identity"

    def test_damaged_gzip(self, server: Server, fetch: Fetch) -> None:
        body = bytearray(gzip.compress(noise(5000)))
        body[3000:3010] = bytes(10)
        server.script("/a", Answer(200, bytes(body), {"Content-Encoding": "gzip"}))
        assert failed(fetch("/a")) is FailureKind.ENCODING

    def test_gzip_without_an_end(self, server: Server, fetch: Fetch) -> None:
        body = gzip.compress(noise(5000))[:-20]
        server.script("/a", Answer(200, body, {"Content-Encoding": "gzip"}))
        assert failed(fetch("/a")) is FailureKind.TRUNCATED

    def test_bomb_costs_no_memory(self, server: Server, fetch: Fetch, tmp_path: Path) -> None:
        server.script("/a", Answer(200, bomb(300), {"Content-Encoding": "gzip"}))
        tracemalloc.start()
        try:
            outcome = fetch("/a", max_size=20_000_000)
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        assert failed(outcome) is FailureKind.BOMB
        assert peak < 8_000_000
        assert list(tmp_path.iterdir()) == []


class TestLimits:
    def test_announced_size_is_not_downloaded(self, server: Server, fetch: Fetch) -> None:
        server.script("/a", Answer(200, b"x" * 200_000, {"Content-Length": "50000000"}))
        outcome = fetch("/a", max_size=1_000_000)
        assert failed(outcome) is FailureKind.TOO_LARGE
        assert outcome.wire_bytes == 0  # type: ignore[union-attr]

    def test_size_counts_without_announcement(self, server: Server, fetch: Fetch) -> None:
        server.script("/a", Answer(200, b"x" * 300_000, endless=True))
        outcome = fetch("/a", max_size=1_000_000)
        assert failed(outcome) is FailureKind.TOO_LARGE
        assert isinstance(outcome, FetchFailed)
        assert outcome.wire_bytes < 3_000_000

    def test_just_the_size_is_fine(self, server: Server, fetch: Fetch) -> None:
        server.script("/a", Answer(200, b"x" * 1000))
        assert len(body_of(fetch("/a", max_size=1000))) == 1000
        assert failed(fetch("/a", max_size=999)) is FailureKind.TOO_LARGE

    def test_no_answer(self, server: Server, fetch: Fetch) -> None:
        server.script("/a", Answer(delay=60))
        outcome = fetch("/a", pace=IMPATIENT)
        assert failed(outcome) is FailureKind.TIMEOUT
        assert outcome.detail == "no answer for 1.5 s"  # type: ignore[union-attr]

    def test_a_byte_now_and_then_is_no_progress(self, server: Server, fetch: Fetch) -> None:
        server.script("/a", Answer(200, b"x" * 2000, drip=0.05))
        outcome = fetch("/a", pace=IMPATIENT)
        assert failed(outcome) is FailureKind.TIMEOUT
        assert outcome.seconds < 2000 * 0.05

    def test_slow_but_steady_is_progress(self, server: Server, fetch: Fetch) -> None:
        server.script("/a", Answer(200, b"x" * 16_000, drip=0.15, piece=1100))
        outcome = fetch("/a", pace=replace(FAST, timeout=1.8))
        assert len(body_of(outcome)) == 16_000
        assert outcome.seconds > 1.8

    def test_a_body_has_a_time_in_all(self, server: Server, fetch: Fetch) -> None:
        server.script("/a", Answer(200, b"x" * 2000, drip=0.05, endless=True))
        outcome = fetch("/a", pace=replace(FAST, body_seconds=1.0))
        assert failed(outcome) is FailureKind.TOO_SLOW

    def test_endless_error_page(self, server: Server, fetch: Fetch) -> None:
        server.script("/a", Answer(503, b"x" * 2000, endless=True))
        outcome = fetch("/a")
        assert isinstance(outcome, Fetched)
        assert outcome.status == 503

    def test_dripping_error_page(self, server: Server, fetch: Fetch) -> None:
        server.script("/a", Answer(404, b"x" * 2000, drip=0.1))
        outcome = fetch("/a", pace=IMPATIENT)
        assert isinstance(outcome, Fetched)
        assert outcome.seconds < 2000 * 0.1


class TestBrokenLines:
    def test_nobody_listens(self, server: Server, fetch: Fetch) -> None:
        server.close()
        outcome = fetch("/a")
        assert failed(outcome) is FailureKind.CONNECT
        assert outcome.detail == "Connection refused"  # type: ignore[union-attr]

    def test_no_such_name(self, fetch: Fetch) -> None:
        assert failed(fetch("http://no.such.host.invalid/")) is FailureKind.DNS

    def test_reset(self, server: Server, fetch: Fetch) -> None:
        server.script("/a", Answer(reset=True))
        assert failed(fetch("/a")) is FailureKind.NETWORK

    def test_reset_within_the_body(self, server: Server, fetch: Fetch) -> None:
        server.script("/a", Answer(200, b"x" * 100_000, cut=50_000, reset=True))
        assert failed(fetch("/a")) in (FailureKind.NETWORK, FailureKind.TRUNCATED)

    def test_closed_without_an_answer(self, server: Server, fetch: Fetch) -> None:
        server.script("/a", Answer(raw=b""))
        outcome = fetch("/a")
        assert failed(outcome) is FailureKind.NETWORK
        assert outcome.detail == "closed without an answer"  # type: ignore[union-attr]

    @pytest.mark.parametrize(
        "raw",
        [
            b"\x16\x03\x01\x00\x00",
            b"HTTP/1.1 abc OK\r\n\r\n",
            b"HTTP/1.1 200 OK\r\nbroken header\r\n\r\n",
            b"HTTP/1.1 200 OK\r\nX: " + b"a" * 200_000 + b"\r\n\r\n",
        ],
    )
    def test_not_http(self, server: Server, fetch: Fetch, raw: bytes) -> None:
        server.script("/a", Answer(raw=raw))
        outcome = fetch("/a")
        assert failed(outcome) is FailureKind.PROTOCOL
        assert not re.search(r"b['\"]|bytearray", reason(outcome))

    def test_fewer_bytes_than_promised(self, server: Server, fetch: Fetch) -> None:
        server.script("/a", Answer(200, b"<p>half", length=100))
        assert failed(fetch("/a")) is FailureKind.TRUNCATED

    def test_broken_chunks(self, server: Server, fetch: Fetch) -> None:
        server.script("/a", Answer(200, b"<p>half", broken_chunk=True))
        server.script("/b", Answer(200, b"<p>half", chunked=True, cut=7))
        broken = fetch("/a")
        assert failed(broken) is FailureKind.TRUNCATED
        assert reason(broken) == "cut short (illegal chunk header)"
        assert body_of(fetch("/b")) == b"<p>half"

    def test_chunks_without_an_end(self, server: Server, fetch: Fetch) -> None:
        server.script("/a", Answer(raw=b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"))
        assert failed(fetch("/a")) is FailureKind.TRUNCATED

    def test_plain_server_asked_over_tls(self, server: Server, fetch: Fetch) -> None:
        server.script("/", html("x"))
        assert failed(fetch(f"https://{server.host}/", pace=IMPATIENT)) in (FailureKind.TLS, FailureKind.TIMEOUT)

    def test_addresses_that_are_none(self, fetch: Fetch) -> None:
        for address in ("ftp://h/", "http:///x", "http://h:port/", "http://ä.test/ü"):
            assert failed(fetch(address)) in (FailureKind.PROTOCOL, FailureKind.DNS)

    def test_control_characters_cannot_reach_the_line(self, server: Server, fetch: Fetch) -> None:
        outcome = fetch("/a\r\nX-Evil: 1")
        assert failed(outcome) is FailureKind.PROTOCOL
        assert server.asked() == []


class TestWhoGetsWhat:
    def test_credentials_and_headers_go_to_the_start_host_only(self, server: Server, tmp_path: Path) -> None:
        server.pages({"/a": "a"})
        with Server() as other:
            other.pages({"/a": "a"})
            options = RequestOptions(headers=(("X-Token", "t0p"),), username="user", password="s:ecret")
            fetch_all([request(server.origin + "/a"), request(other.origin + "/a")], server, tmp_path, options=options)
            ours, theirs = server.asked()[0].headers, other.asked()[0].headers
        assert ours["authorization"] == "Basic dXNlcjpzOmVjcmV0"
        assert ours["x-token"] == "t0p"
        assert "authorization" not in theirs
        assert "x-token" not in theirs

    def test_a_header_of_the_user_wins(self, server: Server, tmp_path: Path) -> None:
        server.pages({"/a": "a"})
        options = RequestOptions(user_agent="Mine/1", headers=(("accept", "text/plain"),))
        fetch_all([request(server.origin + "/a")], server, tmp_path, options=options)
        headers = server.asked()[0].headers
        assert (headers["user-agent"], headers["accept"]) == ("Mine/1", "text/plain")

    def test_headers_that_would_be_two(self) -> None:
        for headers in ((("X", "a\r\nY: b"),), (("X Y", "a"),), (("", "a"),), (("X\n", "a"),)):
            with pytest.raises(UsageError):
                HttpFetcher(FAST, RequestOptions(headers=headers), start="http://h/", max_size=1, spool_dir="/tmp")

    def test_credentials_of_a_link_are_not_sent(self, server: Server, tmp_path: Path) -> None:
        server.pages({"/a": "a"})
        fetch_all([request(f"http://u:p@{server.host}/a")], server, tmp_path)
        assert "authorization" not in server.asked()[0].headers

    def test_credentials_follow_to_tls_on_the_same_host_only(self) -> None:
        outgoing = Outgoing(RequestOptions(username="u", password="p"), "http://docs.test/", Proxies())
        hosts = ("http://docs.test/", "https://docs.test/", "http://docs.test:8080/", "http://www.docs.test/")
        sent = [b"Authorization" in dict(outgoing.prepare(request(host)).headers) for host in hosts]
        assert sent == [True, True, False, False]

    def test_cookies_stay_with_their_host(self, server: Server, tmp_path: Path) -> None:
        server.pages({"/a": html("a", Set_Cookie="id=1; Domain=127.0.0.1; Path=/"), "/b": "b"})
        with Server("::1") as other:
            other.pages({"/b": "b"})
            fetch_all(
                [request(s + p) for s, p in [(server.origin, "/a"), (server.origin, "/b"), (other.origin, "/b")]],
                server,
                tmp_path,
            )
            assert server.asked("/b")[0].headers["cookie"] == "id=1"
            assert "cookie" not in other.asked("/b")[0].headers

    def test_cookies_file(self, server: Server, tmp_path: Path) -> None:
        server.pages({"/a": "a"})
        jar = tmp_path / "cookies.txt"
        jar.write_text(
            "# Netscape HTTP Cookie File\n127.0.0.1\tFALSE\t/\tFALSE\t0\tsession\tabc\n"
            "other.test\tTRUE\t/\tFALSE\t0\tnot\tours\n"
        )
        fetch_all([request(server.origin + "/a")], server, tmp_path, options=RequestOptions(cookies_file=str(jar)))
        assert server.asked()[0].headers["cookie"] == "session=abc"


class TestAddresses:
    @pytest.mark.parametrize("host", ["169.254.169.254", "[fe80::1]", "[::ffff:169.254.169.254]"])
    def test_link_local_is_never_asked(self, fetch: Fetch, host: str) -> None:
        assert failed(fetch(f"http://{host}/latest")) is FailureKind.FORBIDDEN_ADDRESS

    @pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "10.0.0.1", "192.168.1.1", "0.0.0.0"])
    def test_private_asked_by_a_public_page(self, fetch: Fetch, loopback_only: Guard, host: str) -> None:
        outcome = fetch_once_from("http://docs.test/", f"http://{host}:1/", public=True)
        assert failed(outcome) is FailureKind.FORBIDDEN_ADDRESS
        assert loopback_only.connects == []

    def test_name_that_leads_inside(self, loopback_only: Guard) -> None:
        loopback_only.names = {"evil.test": ["10.0.0.1"], "mixed.test": ["169.254.0.1", "127.0.0.1"]}
        assert failed(fetch_once_from("http://docs.test/", "http://evil.test/", public=True)) is (
            FailureKind.FORBIDDEN_ADDRESS
        )
        assert loopback_only.connects == []
        assert failed(fetch_once_from("http://docs.test/", "http://mixed.test:1/", public=False)) is FailureKind.CONNECT
        assert loopback_only.connects == ["127.0.0.1"]

    def test_open_connection_is_judged_too(self, server: Server, tmp_path: Path, loopback_only: Guard) -> None:
        loopback_only.names = {"inside.test": ["127.0.0.1"]}
        server.script("/a", html("a"))
        address = f"http://inside.test:{server.port}/a"
        first, second = fetch_all(
            [request(address), request(address, public_referrer=True)], server, tmp_path, start="http://docs.test/"
        )
        assert body_of(first) == b"a"
        assert failed(second) is FailureKind.FORBIDDEN_ADDRESS

    def test_the_start_host_may_stand_anywhere(self, server: Server, fetch: Fetch) -> None:
        server.script("/a", html("a"))
        assert body_of(fetch("/a", public_referrer=True)) == b"a"

    def test_two_addresses_the_second_answers(self, server: Server, tmp_path: Path, loopback_only: Guard) -> None:
        loopback_only.names = {"two.test": ["::1", "127.0.0.1"]}
        server.script("/a", html("a"))
        address = f"http://two.test:{server.port}/a"
        assert body_of(fetch_all([request(address)], server, tmp_path, start=address)[0]) == b"a"

    def test_what_is_public(self, loopback_only: Guard) -> None:
        fetcher = HttpFetcher(FAST, RequestOptions(), start="http://h/", max_size=1, spool_dir="/tmp")
        asked = ("http://127.0.0.1/x", "http://localhost/", "http://8.8.8.8/", "http://docs.test/")
        assert [fetcher.is_public(address) for address in asked] == [False, False, True, True]


def fetch_once_from(start: str, address: str, *, public: bool) -> Outcome:
    async def run() -> Outcome:
        fetcher = HttpFetcher(FAST, RequestOptions(), start=start, max_size=1000, spool_dir="/tmp", proxies=Proxies())
        try:
            return await fetcher.fetch(request(address, public_referrer=public))
        finally:
            await fetcher.aclose()

    return asyncio.run(run())


class TestTls:
    def get(
        self, server: Server, address: str, tmp_path: Path, *, trust: bool, proxies: Proxies = NO_PROXIES
    ) -> Outcome:
        def context() -> ssl.SSLContext:
            return ssl.create_default_context(cafile=str(CERTIFICATE) if trust else None)

        async def run() -> Outcome:
            transport = Transport(Connections(Dialler(context, "ScrapePy/test")))
            fetcher = HttpFetcher(
                FAST,
                NO_OPTIONS,
                start=address,
                max_size=10_000_000,
                spool_dir=str(tmp_path),
                proxies=proxies,
                transport=transport,
            )
            try:
                await fetcher.fetch(request(address))
                return await fetcher.fetch(request(address))
            finally:
                await fetcher.aclose()

        return asyncio.run(run())

    def test_trusted(self, tmp_path: Path) -> None:
        with Server(tls=True) as server:
            body = noise(2_000_000)
            server.script("/a", Answer(200, body))
            outcome = self.get(server, f"https://localhost:{server.port}/a", tmp_path, trust=True)
            assert isinstance(outcome, Fetched)
            assert outcome.file is not None
            assert Path(outcome.file).read_bytes() == body
            assert [r.connection for r in server.asked()] == [1, 1]

    def test_untrusted(self, tmp_path: Path) -> None:
        with Server(tls=True) as server:
            server.script("/a", html("a"))
            outcome = self.get(server, f"{server.origin}/a", tmp_path, trust=False)
            assert failed(outcome) is FailureKind.TLS
            assert "certificate" in outcome.detail  # type: ignore[union-attr]
            assert server.asked() == []

    def test_another_name(self, tmp_path: Path, loopback_only: Guard) -> None:
        loopback_only.names = {"other.test": ["127.0.0.1"]}
        with Server(tls=True) as server:
            outcome = self.get(server, f"https://other.test:{server.port}/a", tmp_path, trust=True)
            assert failed(outcome) is FailureKind.TLS

    def test_through_a_proxy(self, server: Server, tmp_path: Path) -> None:
        server.script("docs.test:443", html("the way is open"))
        server.script("https://docs.test/a", html("by tunnel"))
        proxies = Proxies(https=Proxy("127.0.0.1", server.port, "Basic eDp5"))
        outcome = self.get(server, "https://docs.test/a", tmp_path, trust=True, proxies=proxies)
        assert body_of(outcome) == b"by tunnel"
        connect, first, second = server.asked()
        assert (connect.method, connect.url) == ("CONNECT", "docs.test:443")
        assert connect.headers["proxy-authorization"] == "Basic eDp5"
        assert connect.headers["user-agent"] == "ScrapePy/test"
        assert "proxy-authorization" not in first.headers
        assert first.url == second.url == "https://docs.test/a"


class TestProxies:
    def test_http_through_a_proxy(self, server: Server, tmp_path: Path) -> None:
        server.script("http://docs.test/a?b=1", html("by proxy"))
        outcome = fetch_all(
            [request("http://docs.test/a?b=1")],
            server,
            tmp_path,
            start="http://docs.test/",
            proxies=Proxies(http=Proxy("127.0.0.1", server.port, "Basic eDp5")),
        )[0]
        assert body_of(outcome) == b"by proxy"
        seen = server.asked()[0]
        assert seen.url == "http://docs.test/a?b=1"
        assert seen.headers["host"] == "docs.test"
        assert seen.headers["proxy-authorization"] == "Basic eDp5"

    def test_no_proxy(self, server: Server, tmp_path: Path) -> None:
        server.script("/a", html("direct"))
        outcome = fetch_all(
            [request(server.origin + "/a")],
            server,
            tmp_path,
            proxies=Proxies(http=Proxy("127.0.0.1", 1), no_proxy="localhost,127.0.0.1"),
        )[0]
        assert body_of(outcome) == b"direct"

    def test_tls_asks_the_proxy_for_a_way_through(self, server: Server, tmp_path: Path) -> None:
        outcome = fetch_all(
            [request("https://docs.test/")],
            server,
            tmp_path,
            start="https://docs.test/",
            proxies=Proxies(https=Proxy("127.0.0.1", server.port)),
        )[0]
        assert failed(outcome) is FailureKind.CONNECT
        assert outcome.detail == "the proxy answered 404"  # type: ignore[union-attr]
        assert server.asked()[0].method == "CONNECT"

    def test_numbers_are_judged_behind_a_proxy(self, server: Server, tmp_path: Path) -> None:
        outcome = fetch_all(
            [request("http://169.254.169.254/"), request("http://10.0.0.1/", public_referrer=True)],
            server,
            tmp_path,
            start="http://docs.test/",
            proxies=Proxies(http=Proxy("127.0.0.1", server.port)),
        )
        assert [failed(o) for o in outcome] == [FailureKind.FORBIDDEN_ADDRESS] * 2
        assert server.asked() == []


def test_cancelling_closes_the_connection(server: Server, tmp_path: Path) -> None:
    server.script("/a", Answer(200, b"x" * 300_000, endless=True, drip=0.02))

    async def run() -> None:
        fetcher = HttpFetcher(FAST, RequestOptions(), start=server.origin, max_size=10**9, spool_dir=str(tmp_path))
        task = asyncio.create_task(fetcher.fetch(request(server.origin + "/a")))
        while not list(tmp_path.iterdir()):  # the body has grown so large that it goes to a file
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert list(tmp_path.iterdir()) == []
        while server.connections:  # the server meets a closed line when it sends on
            await asyncio.sleep(0.01)
        await fetcher.aclose()

    asyncio.run(run())
