"""What the tests that look through a browser share: nothing is read before it is there, however long that takes.

``expect`` waits until a thing is so (``assert`` looks once, which is right only where nothing moves any more).
"""

from __future__ import annotations

from typing import Any

import pytest

PATIENCE = 60_000
"""Milliseconds in which what is to come must come, on the slowest of machines."""

expect: Any = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect
expect.set_options(timeout=PATIENCE)


def opened(browser: Any, **settings: Any) -> Any:
    """A context whose pages have that patience."""
    context = browser.new_context(**settings)
    context.set_default_timeout(PATIENCE)
    return context
