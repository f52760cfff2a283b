"""What Playwright leaves lying when a page is closed under it is not told on stderr."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Coroutine

import pytest

from scrapepy.crawl.browser import quiet_about_playwright

WAITS = "async def waits():\n    import asyncio\n    await asyncio.get_running_loop().create_future()"


def coroutine_of(file: str) -> Callable[[], Coroutine[None, None, None]]:
    """A function of that file that waits for what never comes."""
    names: dict[str, Callable[[], Coroutine[None, None, None]]] = {}
    exec(compile(WAITS, file, "exec"), names)
    return names["waits"]


@pytest.mark.parametrize(
    ("file", "is_told"),
    [("/lib/playwright/_impl/browser_context.py", False), ("/lib/scrapepy/crawl/engine.py", True)],
)
def test_tasks_that_are_collected_while_they_wait(caplog: pytest.LogCaptureFixture, file: str, is_told: bool) -> None:
    heard: list[str] = []

    async def lose_one(hears: bool) -> None:
        loop = asyncio.get_running_loop()
        if hears:
            loop.set_exception_handler(lambda _, what: heard.append(what["message"]))
        quiet_about_playwright(loop)
        task = asyncio.ensure_future(coroutine_of(file)())
        await asyncio.sleep(0)
        del task
        gc.collect()

    with caplog.at_level("ERROR", logger="asyncio"):
        asyncio.run(lose_one(hears=False))
        assert ("was destroyed" in caplog.text) is is_told
        asyncio.run(lose_one(hears=True))
    assert any("was destroyed" in message for message in heard) is is_told
