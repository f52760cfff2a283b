from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.guard import loopback_only  # noqa: F401  (a fixture)
from tests.support.in_process import in_this_process  # noqa: F401  (a fixture)
from tests.support.server import Server


@pytest.fixture
def server(loopback_only: object) -> Iterator[Server]:  # noqa: F811
    with Server() as running:
        yield running
