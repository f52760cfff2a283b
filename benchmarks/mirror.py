#!/usr/bin/env python3
"""ScrapePy, wget, wget2 and httrack mirror the same served sites, one after the other, and are measured.

usage: python benchmarks/mirror.py SITE... [--fast URL] [--slow URL] [--tools NAME,...] [--json FILE]

SITE is a path below the base addresses (``python``, ``javadoc/java.desktop/module-summary.html``). Wall time, CPU time
and peak memory are of the whole process tree; requests are counted in the server's log where it is found.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.parse import urlsplit

POLL_SECONDS = 0.05
THREADS = 8
PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True, slots=True)
class Measured:
    tool: str
    site: str
    server: str
    wall: float
    """Seconds."""
    cpu: float
    """Seconds, user and system, of the tree."""
    peak: int
    """Bytes resident, summed over the tree (shared pages count once a process, so this is an upper bound)."""
    requests: int | None
    html: int
    markdown: int
    status: int


def commands(url: str, out: str) -> dict[str, list[str]]:
    """Each tool with its own way to say: below this path, with all requisites, as fast as the server answers.

    ``wget`` saves what came; ``wget-k`` also turns the links of its pages, as all others here do.
    """
    threads = str(THREADS)
    scrapepy = shutil.which("scrapepy", path=os.path.dirname(sys.executable)) or "scrapepy"
    return {
        "wget": ["wget", "--mirror", "-p", "-np", "-q", "-P", out, url],
        "wget-k": ["wget", "--mirror", "-p", "-np", "-k", "-E", "-q", "-P", out, url],
        "wget2": [*f"wget2 --mirror -p -np -q --max-threads={threads} -P".split(), out, url],
        "httrack": [
            *["httrack", url, "-O", out],
            *f"-q -%v0 -c{threads} --disable-security-limits -A1000000000 -%c1000 -s0 -I0".split(),
        ],
        "scrapepy": [
            *[scrapepy, url, "--html-dir", f"{out}/html", "--markdown-dir", f"{out}/markdown"],
            *f"--stay-in-path --delay 0 --concurrency {threads} --quiet".split(),
        ],
    }


def children_of(root: int) -> Iterator[int]:
    """The processes of a tree, the root first."""
    parents: dict[int, list[int]] = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                fields = Path("/proc", entry, "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            parents.setdefault(int(fields[1]), []).append(int(entry))
    stack = [root]
    while stack:
        pid = stack.pop()
        yield pid
        stack += parents.get(pid, [])


def resident(pid: int) -> int:
    try:
        return int(Path("/proc", str(pid), "statm").read_text().split()[1]) * PAGE
    except (OSError, IndexError):
        return 0


class Watch(threading.Thread):
    """Looks at the tree now and then, and remembers the most memory it held."""

    def __init__(self, root: int) -> None:
        super().__init__(daemon=True)
        self.root = root
        self.peak = 0
        self.done = threading.Event()

    def run(self) -> None:
        while not self.done.wait(POLL_SECONDS):
            self.peak = max(self.peak, sum(resident(pid) for pid in children_of(self.root)))


def lines_of(log: Path | None) -> int | None:
    if log is None or not log.is_file():
        return None
    with log.open("rb") as file:
        return sum(block.count(b"\n") for block in iter(lambda: file.read(1 << 20), b""))


def count(folder: str, *endings: str) -> int:
    return sum(name.lower().endswith(endings) for _, _, names in os.walk(folder) for name in names)


def measure(tool: str, site: str, base: str, log: Path | None) -> Measured:
    url = f"{base.rstrip('/')}/{site}" + ("" if "." in site.rpartition("/")[2] or site.endswith("/") else "/")
    with tempfile.TemporaryDirectory(prefix=f"bench-{tool}-") as out:
        before = lines_of(log)
        started = time.perf_counter()
        process = subprocess.Popen(
            commands(url, out)[tool], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        watch = Watch(process.pid)
        watch.start()
        _, status, usage = os.wait4(process.pid, 0)  # CPU of the process and of every child that it has waited for
        wall = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        watch.done.set()
        watch.join()
        after = lines_of(log)
        return Measured(
            tool=tool,
            site=site,
            server=urlsplit(base).netloc,
            wall=wall,
            cpu=usage.ru_utime + usage.ru_stime,
            peak=max(watch.peak, usage.ru_maxrss * 1024),
            requests=after - before if after is not None and before is not None else None,
            html=count(out, ".html", ".htm"),
            markdown=count(out, ".md"),
            status=process.returncode,
        )


def table(rows: list[Measured]) -> str:
    """One Markdown table a site and server, with the ratios to wget."""
    lines: list[str] = []
    for site, server in dict.fromkeys((row.site, row.server) for row in rows):
        group = [row for row in rows if (row.site, row.server) == (site, server)]
        wget = next((row for row in group if row.tool == "wget"), None)
        lines += [
            f"\n{site} at {server}\n",
            "| tool | wall s | × wget | CPU s | × wget | peak MiB | requests | HTML | Markdown | exit |",
            "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
        ]
        for row in group:
            walls = f"{row.wall / wget.wall:.2f}" if wget else ""
            cpus = f"{row.cpu / wget.cpu:.2f}" if wget and wget.cpu else ""
            cells = [row.tool, f"{row.wall:.2f}", walls, f"{row.cpu:.2f}", cpus, f"{row.peak / 2**20:.0f}"]
            cells += [
                "" if row.requests is None else str(row.requests),
                str(row.html),
                str(row.markdown),
                str(row.status),
            ]
            lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> int:
    logs = Path(tempfile.gettempdir()) / "scrapepy-nginx"
    parser = argparse.ArgumentParser(description="Measure mirroring tools on served sites.")
    parser.add_argument("sites", nargs="+", metavar="SITE")
    parser.add_argument("--fast", default="http://127.0.0.1:8080", help="base address; '' leaves it out")
    parser.add_argument("--slow", default="http://127.0.0.1:8050", help="the same with 50 ms latency; '' leaves it out")
    parser.add_argument("--fast-log", type=Path, default=logs / "8080.log", help="access log, one line a request")
    parser.add_argument("--slow-log", type=Path, default=logs / "8050.log")
    parser.add_argument("--tools", default="wget,wget-k,wget2,httrack,scrapepy")
    parser.add_argument("--json", type=Path, help="write the figures here too")
    arguments = parser.parse_args()
    rows: list[Measured] = []
    for base, log in ((arguments.fast, arguments.fast_log), (arguments.slow, arguments.slow_log)):
        for site in arguments.sites if base else ():
            for tool in arguments.tools.split(","):
                if tool != "scrapepy" and shutil.which(tool.partition("-")[0]) is None:
                    print(f"{tool} is not installed: left out", file=sys.stderr)
                    continue
                rows.append(measure(tool, site, base, log))
                print(f"{tool} {site} {rows[-1].server}: {rows[-1].wall:.1f} s", file=sys.stderr)
    print(table(rows))
    if arguments.json:
        arguments.json.write_text(json.dumps([asdict(row) for row in rows], indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
