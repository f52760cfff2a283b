"""The disk refuses, or the process dies, at the n-th change of a search index: one error of ours, and a way back.

One process has the faulty disk, and forks for each place that is tried. ``SCRAPEPY_FAULTS`` is how many places are
tried for each fault (6); ``all``: every one.
"""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.faulty_disk import FaultyDisk, needs_faulty_disk

pytestmark = needs_faulty_disk

_PLACES = os.environ.get("SCRAPEPY_FAULTS") or "6"
_FAR = 1_000_000
_CHILD = """
import json, os, shutil, struct, sys, traceback
from pathlib import Path

from scrapepy.errors import ScrapePyError, StoreError
from scrapepy.sections.query import parse_query
from scrapepy.store.search_index import IndexedPage, IndexedSection, SearchIndex

board, folder, copy, far, places, kills = json.loads(sys.argv[1])
path = Path(folder, "search.sqlite3")

def page(number, stamp):
    words = " ".join(f"{stamp}{number}x{word}" for word in range(300))
    sections = (IndexedSection("top", f"Head {stamp}", ("Title",), f"{stamp} fox {words}"),) * 3
    return IndexedPage(f"{number}.md", f"http://a.test/{number}", "Title", stamp, sections)

def bring(stamp, numbers):
    with SearchIndex.open(path) as index:
        known = index.stamps()
        index.remove(name for name in known if name not in [f"{number}.md" for number in numbers])
        todo = [page(number, stamp) for number in numbers if known.get(f"{number}.md") != stamp]
        for first in range(0, len(todo), 2):
            index.replace(todo[first : first + 2])

OLD, NEW = ("old", (0, 1, 2)), ("new", (1, 2, 3))

def content():
    with SearchIndex.open_readonly(path) as index:
        hits = [index.find(parse_query(word), 99) for word in ("fox", "old", "new")]
        return index.stamps(), [(total, sorted(hit.path for hit in found)) for total, found in hits]

def changes(count=None):
    with open(board, "r+b") as file:
        if count is None:
            return struct.unpack("q", file.read(8))[0]
        file.write(struct.pack("qqq", count, os.getpid(), 0))

def fork(at, work):
    child = os.fork()
    if not child:
        code = 1
        try:
            changes(far - at if at else 0)
            work()
            code = 0
        except StoreError as error:
            code = 4 if str(path) in str(error) else 5
        except BaseException:
            traceback.print_exc()
        os._exit(code)
    status = os.waitpid(child, 0)[1]
    made = changes()
    changes(0)
    return os.waitstatus_to_exitcode(status), made

def start(before):
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(Path(copy, before), folder)

told = []
os.makedirs(Path(copy, "nothing"))
start("nothing")
bring(*OLD)
shutil.copytree(folder, Path(copy, "old"))
for before, wanted in (("nothing", OLD), ("old", NEW)):
    start(before)
    code, made = fork(0, lambda: bring(*wanted))
    good = content()
    step = made / (made if places == "all" else int(places))
    met = 0
    for at in sorted({1 + int((number + 0.37) * step) for number in range(int(made / step))}):
        start(before)
        code, _ = fork(at, lambda: bring(*wanted))
        met += code in (4, -9)
        again, _ = fork(0, lambda: bring(*wanted))
        if code not in ((0, -9) if kills else (0, 4)) or again or content() != good:
            told.append((before, at, code, again, content(), good))
    told += [] if met else [(before, "nothing was met", made)]
print(json.dumps(told))
"""


@pytest.mark.timeout(600 if _PLACES != "all" else 7200)
@pytest.mark.parametrize(
    ("fault", "lasting"),
    [
        (errno.EIO, True),
        (errno.EIO, False),
        (errno.ENOSPC, True),
        (errno.ENOSPC, False),
        (errno.EROFS, True),
        (0, True),
    ],
    ids=["EIO", "EIO once", "ENOSPC", "ENOSPC once", "EROFS", "kill"],
)
def test_an_index_is_brought_to_its_end_by_the_next_run(
    tmp_path: Path, environment: dict[str, str], fault: int, lasting: bool
) -> None:
    folder = tmp_path / "index"
    disk = FaultyDisk(tmp_path, [folder])
    kill = 0 if fault else signal.SIGKILL
    faulty = disk.environment(_FAR, fault=fault, lasting=lasting, kill=kill)
    given = [faulty["FAULTY_DISK_BOARD"], str(folder), str(tmp_path / "copy"), _FAR, _PLACES, bool(kill)]
    command = [sys.executable, "-c", _CHILD, json.dumps(given)]
    ended = subprocess.run(command, env=environment | faulty, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert json.loads(ended.stdout) == []
