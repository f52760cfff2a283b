from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from scrapepy.errors import StateLocked, StoreError
from scrapepy.store import lock as lock_module
from scrapepy.store.lock import SiteLock, holder, is_held

NOON = 1_795_953_600.0

HOLDER = """
import sys, time
from pathlib import Path
from scrapepy.store.lock import SiteLock
lock = SiteLock(Path(sys.argv[1]), "a.test").acquire()
print("held", flush=True)
time.sleep(3600)
"""


def test_the_second_is_told_who_and_since_when(tmp_path: Path) -> None:
    path = tmp_path / "site" / ".scrapepy" / "lock"
    with SiteLock(path, "a.test", clock=lambda: NOON):
        with pytest.raises(StateLocked) as caught:
            SiteLock(path, "a.test").acquire()
        assert str(caught.value) == (
            f"another scrapepy (process {os.getpid()}, since 2026-11-29 12:00 UTC) is working on a.test"
        )
    with SiteLock(path, "a.test"):
        pass


def test_a_killed_process_frees_the_lock_at_once(tmp_path: Path, environment: dict[str, str]) -> None:
    path = tmp_path / "lock"
    command = [sys.executable, "-c", HOLDER, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"held\n"
        with pytest.raises(StateLocked, match=rf"process {process.pid}, since \d{{4}}-"):
            SiteLock(path, "a.test").acquire()
        process.send_signal(signal.SIGKILL)
        process.wait()
    with SiteLock(path, "a.test"):
        assert json.loads(path.read_bytes())["pid"] == os.getpid()


def test_a_child_process_does_not_keep_the_lock(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    lock = SiteLock(path, "a.test").acquire()
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        lock.release()
        with SiteLock(path, "a.test"):
            pass
        child.communicate(b"\n")


def test_release_twice_and_enter_after_acquire_are_harmless(tmp_path: Path) -> None:
    lock = SiteLock(tmp_path / "lock", "a.test").acquire()
    with lock:
        pass
    lock.release()
    assert (tmp_path / "lock").read_bytes() == b""


def test_a_link_is_not_written_through(tmp_path: Path) -> None:
    (tmp_path / "lock").symlink_to(tmp_path / "theirs")
    with pytest.raises(StoreError, match="symbolic link"):
        SiteLock(tmp_path / "lock", "a.test").acquire()
    assert not (tmp_path / "theirs").exists()


def test_an_unwritable_folder_is_a_store_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(StoreError, match=r"cannot write .*file/lock"):
        SiteLock(tmp_path / "file" / "lock", "a.test").acquire()


@pytest.mark.parametrize("claim", [b"", b"{", b"[1]", b'{"pid": "x"}', b"\xff\xfe", b'{"pid": 4, "since": 1e300}'])
def test_a_broken_claim_only_makes_the_message_shorter(tmp_path: Path, claim: bytes) -> None:
    (tmp_path / "lock").write_bytes(claim)
    assert holder(tmp_path / "lock") in ("", " (process 4)")


def test_a_claim_of_another_machine_names_it(tmp_path: Path) -> None:
    (tmp_path / "lock").write_text(json.dumps({"pid": 4, "since": NOON, "host": "far.test"}))
    assert holder(tmp_path / "lock") == " (process 4 on far.test, since 2026-11-29 12:00 UTC)"


class TestWithoutFlock:
    """What stands in where the system has no flock."""

    @pytest.fixture(autouse=True)
    def _no_flock(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(lock_module, "fcntl", None)

    def test_the_second_is_refused_and_the_third_not(self, tmp_path: Path) -> None:
        path = tmp_path / "lock"
        with SiteLock(path, "a.test"):
            with pytest.raises(StateLocked, match=re.escape(f"process {os.getpid()}")):
                SiteLock(path, "a.test").acquire()
            with pytest.raises(StateLocked):
                SiteLock(path, "a.test").acquire()
        with SiteLock(path, "a.test"):
            pass
        assert os.listdir(tmp_path) == ["lock"]

    def test_a_dead_process_is_taken_over(self, tmp_path: Path) -> None:
        with subprocess.Popen([sys.executable, "-c", ""]) as process:
            process.wait()
        claim = {"pid": process.pid, "since": NOON, "host": socket.gethostname()}
        (tmp_path / "lock.held").write_text(json.dumps(claim))
        with SiteLock(tmp_path / "lock", "a.test"):
            assert json.loads((tmp_path / "lock.held").read_bytes())["pid"] == os.getpid()

    @pytest.mark.parametrize("claim", [{"pid": 1, "host": "far.test", "since": NOON}, {"pid": "x"}])
    def test_what_cannot_be_judged_is_left_alone(self, tmp_path: Path, claim: dict[str, object]) -> None:
        (tmp_path / "lock.held").write_text(json.dumps(claim))
        with pytest.raises(StateLocked):
            SiteLock(tmp_path / "lock", "a.test").acquire()
        assert (tmp_path / "lock.held").exists()

    @pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc to tell processes apart")
    def test_a_number_that_went_to_another_process_is_no_holder(self, tmp_path: Path) -> None:
        claim = {"pid": os.getpid(), "since": NOON, "host": socket.gethostname(), "born": "another boot 12"}
        (tmp_path / "lock.held").write_text(json.dumps(claim))
        assert not is_held(tmp_path / "lock.held")
        with SiteLock(tmp_path / "lock", "a.test"):
            assert is_held(tmp_path / "lock.held")

    @pytest.mark.parametrize("claim", [b"", b"{", b"\xff garbage"])
    def test_a_claim_that_was_never_written_whole_holds_for_seconds(self, tmp_path: Path, claim: bytes) -> None:
        marker = tmp_path / "lock.held"
        marker.write_bytes(claim)
        with pytest.raises(StateLocked):
            SiteLock(tmp_path / "lock", "a.test").acquire()
        os.utime(marker, (NOON, NOON))
        with SiteLock(tmp_path / "lock", "a.test"):
            pass


@pytest.mark.parametrize("claim", [b"", b"garbage", b'{"pid": 999999999, "since": 1, "host": "here"}'])
def test_a_lock_file_that_nobody_holds_is_taken(tmp_path: Path, claim: bytes) -> None:
    (tmp_path / "lock").write_bytes(claim)
    with SiteLock(tmp_path / "lock", "a.test"):
        assert is_held(tmp_path / "lock")
    assert not is_held(tmp_path / "lock")
