from __future__ import annotations

import json
from pathlib import Path

import pytest

from scrapepy.mirroring.rounds import LASTS, Done, Round

NOON = 1_795_953_600.0


def test_what_was_done_survives_until_all_is(tmp_path: Path) -> None:
    first = Round(tmp_path, "scrapepy refresh", clock=lambda: NOON)
    assert first.done("https://a.test/") is None
    first.tell("https://a.test/", 1)
    again = Round(tmp_path, "scrapepy refresh", clock=lambda: NOON + 60)
    assert again.done("https://a.test/") == Done(1, "2026-11-29 12:00 UTC")
    assert again.done("https://b.test/") is None
    again.tell("https://b.test/", 0)
    again.end()
    assert list(tmp_path.iterdir()) == []
    assert Round(tmp_path, "scrapepy refresh", clock=lambda: NOON).done("https://a.test/") is None


def test_another_command_is_another_round(tmp_path: Path) -> None:
    Round(tmp_path, "scrapepy refresh").tell("https://a.test/", 0)
    assert Round(tmp_path, "scrapepy refresh --keep-removed").done("https://a.test/") is None


def test_a_round_of_yesterday_is_forgotten(tmp_path: Path) -> None:
    Round(tmp_path, "x", clock=lambda: NOON).tell("https://a.test/", 0)
    assert Round(tmp_path, "x", clock=lambda: NOON + LASTS).done("https://a.test/") is None
    assert Round(tmp_path, "x", clock=lambda: NOON - 1).done("https://a.test/") is None


@pytest.mark.parametrize("garbage", [b"", b"[]", b"{", b'{"a": 1}', b'{"a": [1]}', b'{"a": ["x", 2]}', b"\xff"])
def test_a_damaged_note_is_none(tmp_path: Path, garbage: bytes) -> None:
    Round(tmp_path, "x").tell("a", 0)
    (file,) = tmp_path.iterdir()
    file.write_bytes(garbage)
    assert Round(tmp_path, "x").done("a") is None


def test_where_it_cannot_be_written_nothing_is_lost_but_the_note(tmp_path: Path) -> None:
    round_ = Round(tmp_path / "missing", "x")
    round_.tell("a", 0)
    round_.end()
    assert json.dumps(list(tmp_path.iterdir())) == "[]"
