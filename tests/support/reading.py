"""Two small mirrors to read, and the reader as a process of its own in front of them."""

from __future__ import annotations

import http.client
import os
import subprocess
import sys
import threading
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

from scrapepy.mirroring.request import MirrorRequest
from scrapepy.mirroring.site import mirror_site
from scrapepy.model.options import KeepOptions, Pace, ScriptPolicy
from tests.support.in_process import without_processes
from tests.support.server import Answer, Server, html, typed

ROOT = Path(__file__).parents[2]
FAST = Pace(delay=0.0, concurrency=4, timeout=60.0, retries=0)
PROSE = "The quick brown fox jumps over the lazy dog, and then it sleeps under the old tree until noon comes. "
PERSIAN = "این یک صفحهٔ کوچک دربارهٔ باغ و درخت است و می‌گوید که چگونه از آن‌ها نگهداری کنیم. "
_PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000" + "1f15c4890000000d49444154789c6360f8cf"
    "500f0003860180b5c1b1f50000000049454e44ae426082"
)
_NAV = '<nav><a href="/docs/">Home</a> <a href="/docs/guide">Guide</a> <a href="/docs/fa">باغ</a></nav>'


def _page(title: str, body: str, head: str = "", attributes: str = "lang=en") -> Answer:
    return html(
        f"<!doctype html><html {attributes}><title>{title}</title>{head}<body>{_NAV}<main><h1>{title}</h1>{body}</main>"
    )


def _manual(version: int) -> dict[str, Answer]:
    changed = "a quiet green lantern" if version == 1 else "a quiet golden lantern"
    added = "<h2 id=more>More</h2><p>A section that came later, with words of its own.</p>" if version == 2 else ""
    return {
        "/docs/": _page("Small manual", f'<p>{PROSE * 3}</p><p><a href="api/">API</a></p>'),
        "/docs/guide": _page(
            "Guide",
            f"<p>{PROSE * 3}</p><h2 id=light>Light</h2><p>In the hall stands {changed}. {PROSE * 2}</p>"
            f'<h2 id=code>Code</h2><pre><code class="language-python">if a &lt; b:\n    print("{"x" * 200}")'
            "</code></pre>"
            "<table><thead><tr><th>Name</th><th>Meaning</th></tr></thead><tr><td>one</td><td>first</td></tr></table>"
            f'<p><img src="dot.png" alt="A dot"></p><p><a href="api/#call">The call</a>, '
            f'<a href="https://example.com/out">elsewhere</a></p>{added}',
        ),
        "/docs/api/": _page("API", f'<p>{PROSE * 3}</p><h2 id="call">call()</h2><p>Calls the zephyr. {PROSE}</p>'),
        "/docs/fa": _page("باغ", f"<p>{PERSIAN * 4}</p><h2>درخت</h2><p>{PERSIAN}</p>", attributes="lang=fa dir=rtl"),
        "/docs/dot.png": typed("image/png", _PIXEL),
    }


@dataclass
class Mirrors:
    """``manual`` has been refreshed once; ``stranger`` holds what a test put there."""

    html_dir: Path
    markdown_dir: Path
    manual: str = ""
    stranger: str = ""


def make_mirrors(folder: Path, strange: dict[str, Answer] | None = None) -> Mirrors:
    """Mirror both; ``strange`` are the pages of the second, whose scripts are kept."""
    mirrors = Mirrors(folder / "ScrapedSites", folder / "MarkdownSites")
    roots = {"html_dir": mirrors.html_dir, "markdown_dir": mirrors.markdown_dir}
    with Server() as server, without_processes():
        for version in (1, 2):
            for path, answer in _manual(version).items():
                server.script(path, answer)
            report = mirror_site(MirrorRequest(server.origin + "/docs/", stay_in_path=True, pace=FAST, **roots))
            mirrors.manual = report.site
        if strange:
            with Server() as other:
                for path, answer in strange.items():
                    other.script(path, answer)
                keep = KeepOptions(scripts=ScriptPolicy.KEEP)
                report = mirror_site(MirrorRequest(other.origin + "/", pace=FAST, keep=keep, **roots))
                mirrors.stranger = report.site
    return mirrors


@dataclass
class Reading:
    """``scrapepy serve`` for the length of a ``with``."""

    html_dir: Path
    markdown_dir: Path
    arguments: tuple[str, ...] = ()
    address: str = ""
    origins: dict[str, str] = field(default_factory=dict)
    """The origin of each mirror whose page was looked at."""
    errors: list[str] = field(default_factory=list)

    def __enter__(self) -> Self:
        command = [sys.executable, "-m", "scrapepy", "serve", "--port", "0", "--verbose", *self.arguments]
        command += ["--html-dir", str(self.html_dir), "--markdown-dir", str(self.markdown_dir)]
        path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": path}
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("reading at http://"), (line, self.process.stderr and self.process.stderr.read())
        self.address = line.split()[2].rstrip("/")
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.terminate()
        self.process.wait(timeout=60)
        self._listener.join(60)

    def _listen(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.errors.append(line)

    @property
    def host(self) -> str:
        """``127.0.0.1:<port>``"""
        return urlsplit(self.address).netloc


@dataclass(frozen=True)
class Got:
    """An answer."""

    status: int
    headers: dict[str, str]
    """Names in lower case."""
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode("utf-8")


def ask(origin: str, path: str, headers: dict[str, str] | None = None, method: str = "GET") -> Got:
    """Ask for exactly this path: nothing is normalised on the way."""
    parts = urlsplit(origin)
    connection = http.client.HTTPConnection("127.0.0.1", parts.port, timeout=60)
    try:
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, value in ({"Host": parts.netloc} | (headers or {})).items():
            connection.putheader(name, value)
        connection.endheaders()
        answer = connection.getresponse()
        return Got(answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read())
    finally:
        connection.close()
