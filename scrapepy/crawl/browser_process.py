"""The browser's processes: which there are, how much memory they take, and their end."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

VARIABLE = "SCRAPEPY_CHROMIUM"
"""Names the browser, where it is none of :data:`NAMES` on the path."""
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")

FLAGS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-extensions",
    "--disable-features=OptimizationHints,MediaRouter,Translate,DialMediaRouteProvider",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--dns-prefetch-disable",
    "--metrics-recording-only",
    "--no-default-browser-check",
    "--no-first-run",
    "--no-pings",
    "--js-flags=--max-old-space-size=1024",
    # Whatever is not answered by us ends at a port where nobody listens, and no name is looked up.
    "--proxy-server=127.0.0.1:9",
    "--proxy-bypass-list=<-loopback>",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
)
"""So that the browser makes no connection of its own."""


def find_chromium() -> str | None:
    """The path of a Chromium on this machine; None where there is none."""
    named = os.environ.get(VARIABLE, "")
    if named:
        return shutil.which(named)
    return next((found for name in NAMES if (found := shutil.which(name))), None)


def memory_of(mark: str) -> int:
    """Bytes that the processes of the browser started with ``mark`` on its command line hold in memory together.

    0 where the system has no ``/proc``.
    """
    return sum(_resident(number) for number in _family(mark))


def kill(mark: str) -> None:
    """End all processes of the browser started with ``mark`` at once."""
    for number in _family(mark):
        with suppress(OSError):
            os.kill(number, signal.SIGKILL)


def _family(mark: str) -> list[int]:
    parents: dict[int, list[int]] = {}
    heads = []
    wanted = mark.encode()
    for number in _numbers():
        try:
            status = Path(f"/proc/{number}/stat").read_bytes()
            arguments = Path(f"/proc/{number}/cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        fields = status.rpartition(b")")[2].split()
        parents.setdefault(int(fields[1]), []).append(number)
        if wanted in arguments:
            heads.append(number)
    family: list[int] = []
    while heads:
        number = heads.pop()
        if number not in family:
            family.append(number)
            heads += parents.get(number, [])
    return family


def _numbers() -> Iterator[int]:
    try:
        names = os.listdir("/proc")
    except OSError:
        return
    for name in names:
        if name.isdigit():
            yield int(name)


def _resident(number: int) -> int:
    """Proportional share where the kernel tells it, so that shared pages count once."""
    with suppress(OSError, ValueError, IndexError):
        for line in Path(f"/proc/{number}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    return 0
