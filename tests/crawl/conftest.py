from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.guard import loopback_only  # noqa: F401  (a fixture)
from tests.support.server import Server


@pytest.fixture(autouse=True)
def _guarded(loopback_only: object) -> None:  # noqa: F811
    """No test of this room reaches beyond loopback."""


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as running:
        yield running
