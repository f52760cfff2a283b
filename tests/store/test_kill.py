"""A process that records is killed at a random moment; what it has said is there."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from scrapepy.model.url import CanonicalUrl
from scrapepy.store.records import Status
from scrapepy.store.state import State

START = CanonicalUrl("http://a.test/")

CHILD = """
import sys
from pathlib import Path
from scrapepy.model.analysis import Analysis, BodyKind
from scrapepy.model.entry import EntryKind, FrontierEntry
from scrapepy.model.outcome import Fetched
from scrapepy.store.state import State
from scrapepy.store.trees import TreeWriter

path = Path(sys.argv[1])
state = State.open(path)
state.begin("http://a.test/", {}, 0.0)
tree = TreeWriter(path.parent.parent)
for number in range(100_000):
    url = f"http://a.test/{number}"
    entry = FrontierEntry(url, url, EntryKind.PAGE)
    kind = BodyKind.IMAGE if number % 3 == 0 else BodyKind.HTML
    body = str(number).encode() * 500
    state.queued([entry])
    print("queued", number, flush=True)
    state.fetched(entry, Fetched(url, url, 200, (), body, 0.0), kind)
    if kind is BodyKind.HTML:
        with state.batch():
            next_url = url + "/next"
            state.queued([FrontierEntry(next_url, next_url, EntryKind.PAGE)])
            state.analysed(Analysis(url, kind))
    else:
        state.place([(url, f"{number}.png")], tree)
    print("done", number, flush=True)
"""


@pytest.mark.parametrize("seed", range(6))
def test_what_was_said_survives_a_kill(state_file: Path, environment: dict[str, str], seed: int) -> None:
    lines = random.Random(seed).randrange(1, 300)
    command = [sys.executable, "-c", CHILD, str(state_file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True) as process:
        assert process.stdout is not None
        heard = [process.stdout.readline() for _ in range(lines)]
        process.send_signal(signal.SIGKILL)
        heard += process.stdout
    # The kill may cut the last line, or leave its words without the number.
    said = [words for line in heard if line.endswith("\n") and len(words := line.split()) == 2]
    done = {int(number) for word, number in said if word == "done"}
    queued = {int(number) for word, number in said if word == "queued"}
    assert process.returncode == -signal.SIGKILL
    with State.open(state_file) as state:
        assert state.begin(START, {}, 0.0).resumed
        resumed = state.resume()
        known = set(resumed.known)
        waiting = {entry.url for entry in resumed.queued}
        unread = {stored.entry.url for stored in resumed.unanalysed}
        for number in queued:
            page = CanonicalUrl(f"http://a.test/{number}")
            assert (page in known) != (page in waiting)
            if number in done:
                assert page in known
                assert page not in unread
                assert state.body_of(page) == str(number).encode() * 500
                # The links of a page are queued by the time it counts as read.
                assert number % 3 == 0 or page + "/next" in waiting
        assert len(unread) <= 1
        assert state.counts().keys() <= {Status.FETCHED, Status.QUEUED}
    whole = {str(number).encode() * 500 for number in queued}
    assert {file.read_bytes() for file in state_file.parent.parent.glob("*.png")} <= whole
