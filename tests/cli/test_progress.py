from __future__ import annotations

import io
import sys

import pytest

from scrapepy.cli.progress import LINE_EVERY, Counter, Display, Progress
from scrapepy.crawl import events
from scrapepy.model.url import CanonicalUrl

URL = CanonicalUrl("https://docs.test/a")
STATE = events.Progress(pages=3, assets=2, queued=10, in_flight=1, failures=1, requests=7, bytes=5000)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_off_a_terminal_a_line_now_and_then(capsys: pytest.CaptureFixture[str]) -> None:
    now = 0.0
    display = Display("checking", "files", quiet=False, clock=lambda: now)
    for count in range(1, 200):
        now = count / 8  # 25 s in all
        display.show(count, 400, "2 errors\x1b[2J")
    lines = capsys.readouterr().err.splitlines()
    assert lines == [
        r"checking: 80 of 400, 8.0/s, 2 errors\x1b[2J",
        r"checking: 160 of 400, 8.0/s, 2 errors\x1b[2J",
    ]
    assert LINE_EVERY == 10


def test_on_a_terminal_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    now = 0.0
    display = Display("mirroring", "files", quiet=False, clock=lambda: now)
    now = 1.0
    display.show(6, 17, "1 errors")
    display.line("above")
    display.close()
    assert "6/17" in terminal.getvalue()
    assert "1 errors" in terminal.getvalue()
    assert "above\n" in terminal.getvalue()


@pytest.mark.parametrize("terminal", [True, False])
def test_quiet_writes_nothing(terminal: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal() if terminal else io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    with Progress(quiet=True, verbose=True) as progress, Counter("x", "y", quiet=True) as counter:
        progress(STATE)
        progress(events.Failed(URL, "timeout", site_fault=False))
        counter("a")
    assert stream.getvalue() == ""


def test_verbose_tells_each_thing(capsys: pytest.CaptureFixture[str]) -> None:
    with Progress(quiet=False, verbose=True) as progress:
        progress(events.PageDone(URL, 200))
        progress(events.AssetDone(URL, 304))
        progress(events.Retrying(URL, "503 Service Unavailable", 9.0))
        progress(events.Failed(URL, "timeout", site_fault=False))
        progress(object())
    assert capsys.readouterr().err.splitlines() == [
        "200 https://docs.test/a",
        "304 https://docs.test/a",
        "--- https://docs.test/a: 503 Service Unavailable; will be tried again",
        "--- https://docs.test/a: timeout",
    ]


def test_what_is_waited_for_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr("scrapepy.cli.progress.DRAW_EVERY", 0)
    with Progress(quiet=False, verbose=False, clock=lambda: 1000.0) as progress:
        progress(events.Waiting("https://docs.test", 1042.0, "Retry-After"))
        progress(events.Waiting("https://cdn.test", 1000.4, "delay"))
        progress(STATE)
    assert "waiting 42 s for https://docs.test (Retry-After)" in terminal.getvalue()
    assert "cdn.test" not in terminal.getvalue()
    assert "6/17" in terminal.getvalue()
