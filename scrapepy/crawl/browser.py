"""Draws pages in the system's Chromium. The one door to Playwright.

Each page has a context of its own: nothing that one has stored can make another one different. Nothing leaves the
browser by itself: every request is caught and answered by the crawl, sockets are closed, service workers blocked, and
the way to the network ends at a proxy that does not exist.
"""

from __future__ import annotations

import asyncio
import importlib.util
import os
import uuid
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urldefrag

from scrapepy.crawl.browser_process import FLAGS, VARIABLE, find_chromium, kill, memory_of
from scrapepy.crawl.browser_scripts import LOOK, OPEN, PANELS, WATCH, WRITE
from scrapepy.crawl.rendering import Answer, Answering, Ask, Drawn, NotDrawn
from scrapepy.errors import MissingExtra, UsageError
from scrapepy.rules.browser_requests import OPENERS

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, Page, Playwright, Route

AT_ONCE = 2
"""Pages that are drawn side by side."""
_QUIET = 0.5  # seconds in which nothing is asked for and nothing changes: the page has come to rest
_SOON = 2500  # milliseconds: a timer due within them is waited for
_RESTLESS = 6.0  # seconds after the last answer: what still moves then moves for ever (a clock, a slide show)
_EMPTY = 5.0  # seconds without anything to read, after which nothing will come
_STEP = 0.1
_STUCK = 15.0  # seconds in which a script that never ends keeps the page from answering
_PAGE_SECONDS = 300.0
_PAGES_A_BROWSER = 150
_MUCH_MEMORY = 1536 * 1024 * 1024
_TOO_MUCH_MEMORY = 3072 * 1024 * 1024
_MOST_CLICKS = 400
_TABS = (30, 25, 8_000)  # most tabs of one set, milliseconds between two looks, and for all of them together
_VIEW = {"width": 1280, "height": 4000}  # high, so that what is drawn when it comes into view is drawn
_RELOADS = 3


def require_browser(option: str = "--browser") -> None:
    """Raise UsageError where pages cannot be drawn here: the extra or Chromium is missing."""
    if importlib.util.find_spec("playwright") is None:
        raise MissingExtra("browser", option)
    if find_chromium() is None:
        raise UsageError(
            f"{option} needs Chromium, which is not installed (Debian, Ubuntu: sudo apt install chromium; elsewhere"
            " name the program in SCRAPEPY_CHROMIUM)"
        )


class Chromium:
    """One browser, started when the first page is to be drawn, and anew when it has grown large."""

    def __init__(self) -> None:
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._starting = asyncio.Lock()
        self._driver: AbstractAsyncContextManager[Playwright] | None = None
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None
        self._mark = ""
        self._drawn = 0
        self._at_work = 0

    async def render(self, address: str, answer: Answer, answering: Answering) -> Drawn | NotDrawn:
        """The page that came as ``answer`` from ``address``, when its scripts have come to rest.

        Raises UsageError where the browser cannot be started.
        """
        from playwright.async_api import Error

        async with self._slots:
            for again in (True, False):
                browser = await self._running()
                self._at_work += 1
                try:
                    return await _Sitting(browser, address, answer, answering, self._mark).draw()
                except _HungError:
                    self._kill()
                    return NotDrawn("its scripts did not come to an end")
                except Error as error:
                    if browser.is_connected() or not again:  # else it was ended because of another page
                        return NotDrawn(_words(error))
                finally:
                    self._at_work -= 1
                    self._drawn += 1
        raise AssertionError("the second try answers")

    async def aclose(self) -> None:
        """End the browser."""
        browser, driver = self._browser, self._driver
        self._browser = self._driver = self._playwright = None
        if browser is not None:
            await _end(browser, self._mark)
        if driver is not None:
            with suppress(Exception):
                async with asyncio.timeout(10):
                    await driver.__aexit__(None, None, None)
            await _end_left_over()

    def _kill(self) -> None:
        self._browser = None
        kill(self._mark)

    async def _running(self) -> Browser:
        async with self._starting:
            if self._browser is not None and not self._at_work:
                worn = self._drawn >= _PAGES_A_BROWSER or memory_of(self._mark) > _MUCH_MEMORY
                if worn or not self._browser.is_connected():
                    await _end(self._browser, self._mark)
                    self._browser = None
            if self._browser is None or not self._browser.is_connected():
                self._browser = await self._start()
                self._drawn = 0
            return self._browser

    async def _start(self) -> Browser:
        from playwright.async_api import Error, async_playwright

        if self._playwright is None:
            quiet_about_playwright(asyncio.get_running_loop())
            self._driver = async_playwright()
            self._playwright = await self._driver.__aenter__()
        may_cage = hasattr(os, "geteuid") and os.geteuid() != 0  # Chromium's sandbox does not start for root
        failure = ""
        for caged in (True, False) if may_cage else (False,):
            self._mark = f"--scrapepy-{uuid.uuid4().hex}"
            try:
                return await self._playwright.chromium.launch(
                    executable_path=find_chromium(),
                    args=[*FLAGS, self._mark],
                    chromium_sandbox=caged,
                    handle_sigint=False,
                    handle_sigterm=False,
                    handle_sighup=False,
                    timeout=60_000,
                )
            except Error as error:
                failure = _words(error)
        raise UsageError(
            f"--browser: {find_chromium()} could not be started as Chromium ({failure}); name another program"
            f" in {VARIABLE}, or install Chromium anew"
        )


async def _end_left_over() -> None:
    """Playwright's tasks that wait for a browser that was killed: the loop would complain of each when it ends."""
    left = [task for task in asyncio.all_tasks() if _is_of_playwright(task)]
    for task in left:
        task.cancel()
    if left:
        await asyncio.wait(left, timeout=5)


def quiet_about_playwright(loop: asyncio.AbstractEventLoop) -> None:
    """Let ``loop`` say nothing of Playwright's own tasks.

    Those that answer for a page wait for ever once it is closed, and are collected as garbage at some later time;
    asyncio would write of each to stderr, amid what a user reads.
    """
    hears = loop.get_exception_handler()

    def hear(loop: asyncio.AbstractEventLoop, what: dict[str, Any]) -> None:
        task = what.get("task") or what.get("future")
        if isinstance(task, asyncio.Task) and _is_of_playwright(task):
            return
        if hears is None:
            loop.default_exception_handler(what)
        else:
            hears(loop, what)

    loop.set_exception_handler(hear)


def _is_of_playwright(task: asyncio.Task[Any]) -> bool:
    code = getattr(task.get_coro(), "cr_code", None)
    return code is not None and f"{os.sep}playwright{os.sep}" in code.co_filename


async def _end(browser: Browser, mark: str) -> None:
    with suppress(Exception):
        async with asyncio.timeout(5):
            await browser.close()
    kill(mark)


def _words(error: Exception) -> str:
    """The first line of an error of Playwright, which is long."""
    first = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
    return first.rpartition(": ")[2][:150]


class _HungError(Exception):
    """The page does not answer any more."""


@dataclass
class _Sitting:
    """One page from its opening to its end."""

    browser: Browser
    address: str
    answer: Answer
    answering: Answering
    mark: str
    waiting: int = 0
    last: float = 0.0
    """When the last thing was asked for or answered, in the loop's time."""
    documents: int = 0
    moves: dict[str, None] = field(default_factory=dict)
    asked: set[str] = field(default_factory=set)
    crashed: bool = False
    page: Page | None = None

    async def draw(self) -> Drawn | NotDrawn:
        context = await self.browser.new_context(
            service_workers="block",
            bypass_csp=True,
            ignore_https_errors=True,
            accept_downloads=False,
            viewport=_VIEW,  # type: ignore[arg-type]
        )
        try:
            return await self._draw_in(context)
        finally:
            await self._close(context)

    async def _close(self, context: BrowserContext) -> None:
        try:
            async with asyncio.timeout(5):
                await context.close()
        except TimeoutError:
            kill(self.mark)
        except Exception:
            return

    async def _draw_in(self, context: BrowserContext) -> Drawn | NotDrawn:
        self.touch()
        await context.add_init_script(WATCH)
        await context.route("**/*", self._caught)
        await context.route_web_socket("**/*", lambda socket: socket.close())
        page = self.page = await context.new_page()
        context.on("page", lambda other: asyncio.ensure_future(other.close()))
        page.on("crash", self._crash)
        page.on("dialog", lambda dialog: asyncio.ensure_future(dialog.dismiss()))
        try:
            async with asyncio.timeout(_PAGE_SECONDS):
                await page.goto(self.address, wait_until="commit", timeout=0)
                await self._rest(page)
                for opener in OPENERS:
                    if await self._ask(page, OPEN, [opener.selector, _MOST_CLICKS]):
                        self.touch()
                        await self._rest(page)
                if await self._ask(page, PANELS, list(_TABS)):
                    self.touch()
                    await self._rest(page)
                html = await self._ask(page, WRITE)
        except TimeoutError:
            if self.crashed:
                return NotDrawn("the browser's tab crashed")
            return NotDrawn(f"it did not come to rest within {_PAGE_SECONDS:g} s")
        except Exception:
            if self.crashed:
                return NotDrawn("the browser's tab crashed")
            raise
        return Drawn(str(html), tuple(self.moves))

    async def _ask(self, page: Page, script: str, argument: Any = None) -> Any:
        """What a script of ours answers. Raises _HungError for a page that is busy for ever."""
        work = asyncio.ensure_future(page.evaluate(script, argument))
        done, _ = await asyncio.wait({work}, timeout=_STUCK)
        if not done:
            work.cancel()
            if self.crashed:
                raise TimeoutError
            raise _HungError
        return work.result()

    async def _rest(self, page: Page) -> None:
        """Wait until nothing is asked for and nothing changes any more, or it is clear that this will never be."""
        steps = 0
        while True:
            await asyncio.sleep(_STEP)
            if self.crashed:
                raise TimeoutError
            steps += 1
            if steps % 20 == 0 and memory_of(self.mark) > _TOO_MUCH_MEMORY:
                kill(self.mark)
            if self.waiting:
                continue
            idle = asyncio.get_running_loop().time() - self.last
            if idle < _QUIET:
                continue
            seen = await self._look(page)
            if self.waiting:
                continue
            if idle >= _RESTLESS:
                return
            calm = seen["still"] >= _QUIET * 1000 and not seen["timers"] and seen["ready"] == "complete"
            if calm and (seen["text"] or idle >= _EMPTY):
                return

    async def _look(self, page: Page) -> dict[str, Any]:
        seen: dict[str, Any] = await self._ask(page, LOOK, _SOON)
        return seen

    def touch(self) -> None:
        """Something was asked for or answered now."""
        self.last = asyncio.get_running_loop().time()

    def _crash(self, _: object) -> None:
        self.crashed = True

    async def _caught(self, route: Route) -> None:
        """Answer a request of the page."""
        from playwright.async_api import Error

        request = route.request
        new = request.url not in self.asked
        self.asked.add(request.url)
        if new:
            self.touch()
        self.waiting += 1
        try:
            with suppress(Error):  # the page may be closed while its answer comes
                answer = await self._answer_to(route)
                if answer is None:
                    await route.abort("blockedbyclient")
                    return
                origin = request.headers.get("origin", "*")
                await route.fulfill(
                    status=answer.status,
                    headers={
                        **({"content-type": answer.content_type} if answer.content_type else {}),
                        "access-control-allow-origin": origin,
                        **({"access-control-allow-credentials": "true"} if origin != "*" else {}),
                    },
                    body=answer.body,
                )
        finally:
            self.waiting -= 1
            if new:
                self.touch()

    async def _answer_to(self, route: Route) -> Answer | None:
        request = route.request
        if request.method not in ("GET", "HEAD") or not request.url.startswith(("http://", "https://")):
            return None
        main = self.page.main_frame if self.page is not None else None
        if request.is_navigation_request() and main is not None and request.frame == main:
            if urldefrag(request.url)[0] == urldefrag(self.address)[0] and self.documents < _RELOADS:
                self.documents += 1
                return self.answer
            self.moves[request.url] = None
            return Answer(204)  # "no content": the browser stays where it is, and shows no page of its own
        return await self.answering(Ask(request.url, request.resource_type))
