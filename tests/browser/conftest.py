"""Chromium, driven by Playwright: the system's own, since nothing downloads a browser here."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

playwright_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

_CHROMIUM = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None
)


@pytest.fixture(scope="module")  # while it runs, this thread has an event loop, which other tests must not meet
def browser() -> Iterator[object]:
    """One browser for the tests of a module."""
    if _CHROMIUM is None:
        pytest.skip("chromium is not installed (Debian: apt-get install chromium)")
    with playwright_api.sync_playwright() as playwright:
        running = playwright.chromium.launch(
            executable_path=_CHROMIUM,
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
            timeout=120_000,
        )
        yield running
        running.close()
