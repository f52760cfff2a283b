from __future__ import annotations

import pytest

from scrapepy.cli.exit_codes import ExitCode, exit_code_of
from scrapepy.errors import (
    MissingExtra,
    ScrapePyError,
    StartFailed,
    StateDamaged,
    StateError,
    StateLocked,
    StateTooNew,
    StoreError,
    UsageError,
)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (UsageError("x"), 2),
        (MissingExtra("pdf", "reading PDFs"), 2),
        (StartFailed("x"), 3),
        (StateError("x"), 4),
        (StateLocked("x"), 4),
        (StateTooNew("x"), 4),
        (StateDamaged("x"), 4),
        (StoreError("x"), 4),
        (ScrapePyError("x"), 1),
    ],
)
def test_every_error_has_its_status(error: ScrapePyError, code: int) -> None:
    assert exit_code_of(error) == code


def test_the_worst_of_several_is_the_highest() -> None:
    assert max(ExitCode) is ExitCode.INTERRUPTED
    assert [int(code) for code in ExitCode] == [0, 1, 2, 3, 4, 130]
    assert all(code.meaning for code in ExitCode)
