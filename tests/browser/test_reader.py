"""``scrapepy serve`` as people use it: in Chromium, by keyboard, on a phone, and against a page that means harm."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the extra 'reader' is not installed")

from tests.support.chromium import expect, opened
from tests.support.reading import PROSE, Mirrors, Reading, make_mirrors
from tests.support.server import Answer, html, typed


class Outside:
    """A server of somebody else: whatever connects is noted."""

    def __init__(self) -> None:
        self.seen: list[bytes] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._datagrams = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._datagrams.bind(("127.0.0.1", self.port))
        threading.Thread(target=self._accept, daemon=True).start()
        threading.Thread(target=self._hear, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._read, args=(connection,), daemon=True).start()

    def _read(self, connection: socket.socket) -> None:
        with connection:
            try:
                self.seen.append(connection.recv(2000).partition(b"\r\n")[0] or b"connected")  # without a byte
            except OSError:
                self.seen.append(b"connected")

    def _hear(self) -> None:
        while True:
            try:
                self.seen.append(b"datagram " + self._datagrams.recv(2000)[:20])
            except OSError:
                return

    def close(self) -> None:
        self._listener.close()
        self._datagrams.close()


LONG = "A title that goes on and on " * 20 + "to its end"
HOSTILE = (Path(__file__).parent / "hostile.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def outside() -> Iterator[Outside]:
    server = Outside()
    yield server
    server.close()


@pytest.fixture(scope="module")
def strange(outside: Outside) -> dict[str, Answer]:
    out = f"http://127.0.0.1:{outside.port}/"
    body = f"<main><h1>Strange</h1><p>{PROSE * 4}</p></main>"
    return {
        "/": html(
            f"<!doctype html><title>Strange</title>{body}<p><a href=hostile.html>on</a> <a href=refresh.html>x</a>"
            "<a href=leave.html>y</a> <a href=long.html>z</a></p>"
        ),
        "/long.html": html(f"<!doctype html><title>{LONG}</title><main><h1>{LONG}</h1><p>{PROSE * 4}</p></main>"),
        "/hostile.html": html(f"<!doctype html><title>Hostile</title>{body}<script src=hostile.js></script>"),
        "/hostile.js": typed("text/javascript", "/* filled in when it is read */"),
        "/leave.html": html(f"<!doctype html><title>Leave</title>{body}<script>location.href = '{out}leave'</script>"),
        "/refresh.html": html(
            f'<!doctype html><meta http-equiv=refresh content="0;url={out}refresh"><title>Refresh</title>{body}'
            f'<style>p {{ background: url({out}background); }}</style><base href="{out}base/">'
        ),
    }


@pytest.fixture(scope="module")
def mirrors(tmp_path_factory: pytest.TempPathFactory, strange: dict[str, Answer]) -> Mirrors:
    return make_mirrors(tmp_path_factory.mktemp("read"), strange)


@pytest.fixture(scope="module")
def reading(mirrors: Mirrors) -> Iterator[Reading]:
    with Reading(mirrors.html_dir, mirrors.markdown_dir) as running:
        yield running


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    context = opened(browser, viewport={"width": 1280, "height": 800})
    yield context.new_page()
    context.close()


def answered(page: Any, query: str) -> Any:
    """The suggestions, when they answer ``query``: what was typed before may have had answers of its own."""
    suggestions = page.locator("[data-suggestions]")
    expect(suggestions).to_have_attribute("data-query", query)
    expect(suggestions).to_be_visible()
    return suggestions


def test_search_as_one_types_with_the_keyboard_alone(page: Any, reading: Reading, mirrors: Mirrors) -> None:
    page.goto(reading.address + "/")
    expect(page.locator(".card")).to_have_count(2)
    page.keyboard.press("/")
    page.keyboard.type("golden lant")
    option = answered(page, "golden lant").locator("[role=option]").first
    expect(option).to_contain_text("golden lantern")
    page.keyboard.press("ArrowDown")
    expect(option).to_have_attribute("aria-selected", "true")
    expect(page.locator("[data-find]")).to_have_attribute("aria-activedescendant", "suggestion-1")
    page.keyboard.press("Escape")
    expect(page.locator("[data-suggestions]")).to_be_hidden()
    page.keyboard.press("Enter")
    page.wait_for_url("**/search?q=golden+lant")
    page.locator("h1").wait_for()
    page.locator("[data-find]").fill("golden lantern")
    answered(page, "golden lantern")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/page/{mirrors.manual}/docs/guide.html?view=markdown#light")
    expect(page.locator("#light")).to_be_visible()


class TestALateAnswer:
    """Answers to what is typed are held back, so that the keys come first."""

    @pytest.fixture
    def held(self, page: Any, reading: Reading) -> list[Any]:
        """The requests for suggestions after the first, which answers "the"."""
        page.goto(reading.address + "/")
        page.locator("[data-find]").fill("the")
        options = answered(page, "the").locator("[role=option]")
        expect(options.nth(1)).to_be_visible()
        held: list[Any] = []
        page.route("**/suggest?*", lambda route: held.append(route))
        return held

    @staticmethod
    def let_go(page: Any, held: list[Any]) -> None:
        while not held:
            page.wait_for_timeout(10)
        held.pop().continue_()

    def test_the_choice_stays_where_it_was(self, page: Any, held: list[Any]) -> None:
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowDown")
        chosen = page.locator("[data-suggestions] [aria-selected=true]")
        address = chosen.get_attribute("data-address")
        with page.expect_request("**/suggest?q=the%20"):
            page.keyboard.type(" ")
        page.keyboard.press("ArrowUp")
        first = chosen.get_attribute("data-address")
        assert first != address
        page.keyboard.press("ArrowDown")
        self.let_go(page, held)
        answered(page, "the ")
        expect(chosen).to_have_attribute("data-address", address)
        expect(page.locator("[data-find]")).to_have_attribute("aria-activedescendant", chosen.get_attribute("id"))
        page.keyboard.press("ArrowUp")
        expect(chosen).to_have_attribute("data-address", first)
        page.keyboard.press("Enter")
        page.wait_for_url("**" + first)

    def test_a_choice_that_is_not_there_any_more_is_none(self, page: Any, held: list[Any]) -> None:
        page.keyboard.press("ArrowDown")
        with page.expect_request("**/suggest?q=zephyr"):
            page.locator("[data-find]").fill("zephyr")
        self.let_go(page, held)
        answered(page, "zephyr")
        expect(page.locator("[data-suggestions] [aria-selected=true]")).to_have_count(0)
        assert page.locator("[data-find]").get_attribute("aria-activedescendant") is None
        page.keyboard.press("Enter")
        page.wait_for_url("**/search?q=zephyr")

    def test_escape_gives_up_what_was_asked(self, page: Any, held: list[Any]) -> None:
        with page.expect_request("**/suggest?q=the%20"):
            page.keyboard.type(" ")
        with page.expect_event("requestfailed") as given_up:
            page.keyboard.press("Escape")
        assert "/suggest" in given_up.value.url
        expect(page.locator("[data-suggestions]")).to_be_hidden()
        expect(page.locator("[data-find]")).to_have_attribute("aria-expanded", "false")


def test_results_are_walked_with_the_arrows(page: Any, reading: Reading) -> None:
    page.goto(reading.address + "/search?q=words")
    page.keyboard.press("ArrowDown")
    expect(page.locator("[data-hits] > li:first-child > a")).to_be_focused()


def test_from_page_to_page_and_from_view_to_view(page: Any, reading: Reading, mirrors: Mirrors) -> None:
    errors: list[str] = []
    page.on("console", lambda message: errors.append(message.text) if message.type in ("error", "warning") else None)
    page.goto(f"{reading.address}/page/{mirrors.manual}/docs/index.html")
    saved = page.frame_locator("iframe.saved-page")
    expect(saved.locator("h1")).to_have_text("Small manual")
    saved.locator("nav a", has_text="Guide").click()
    page.wait_for_url(f"**/page/{mirrors.manual}/docs/guide.html")
    expect(page.locator(".side [aria-current=page]")).to_have_text("Guide")
    saved.get_by_text("elsewhere").click()
    page.locator("[data-outside] a", has_text="https://example.com/out").wait_for()
    assert page.url.endswith("/docs/guide.html")
    page.locator("[data-outside] button").click()
    page.locator("[data-view=markdown]").click()
    page.wait_for_url("**?view=markdown")
    expect(page.locator("article h1")).to_have_text("Guide")
    image = page.locator("article img")
    image.scroll_into_view_if_needed()
    image.evaluate("image => image.decode()")  # waits until it is there, and raises where it is none
    assert image.evaluate("image => image.complete && image.naturalWidth > 0")
    page.locator("article a", has_text="The call").click()
    page.wait_for_url("**/docs/api/index.html?view=markdown#call")
    page.locator("[data-view=saved]").click()
    expect(saved.locator("#call")).to_have_text("call()")
    page.locator("iframe").focus()
    saved.locator("body").press("/")
    expect(page.locator("[data-find]")).to_be_focused()
    assert errors == []


def test_what_changed(page: Any, reading: Reading, mirrors: Mirrors) -> None:
    page.goto(reading.address + "/")
    page.get_by_text("Last refresh: 1 changed").click()
    expect(page.locator("del")).to_have_text("green")
    expect(page.locator("ins").first).to_have_text("golden")
    page.get_by_text("Read this section").first.click()
    page.wait_for_url(f"**/page/{mirrors.manual}/docs/guide.html?view=markdown#light")


def test_themes(browser: Any, reading: Reading, mirrors: Mirrors) -> None:
    context = opened(browser, color_scheme="dark")
    page = context.new_page()
    ground = page.locator("html")
    page.goto(reading.address + "/")
    expect(ground).to_have_css("background-color", "rgb(20, 24, 26)")
    page.locator("[data-theme-switch]").click()
    expect(ground).to_have_css("background-color", "rgb(252, 251, 249)")
    page.goto(f"{reading.address}/changes/{mirrors.manual}")
    expect(ground).to_have_css("background-color", "rgb(252, 251, 249)")  # the choice is remembered
    context.close()


def test_a_phone(browser: Any, reading: Reading, mirrors: Mirrors) -> None:
    context = opened(browser, viewport={"width": 390, "height": 800}, has_touch=True)
    page = context.new_page()
    for path in ("/", "/search?q=words", f"/changes/{mirrors.manual}", f"/contents/{mirrors.manual}"):
        page.goto(reading.address + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
    for view in ("", "?view=markdown"):
        page.goto(f"{reading.address}/page/{mirrors.manual}/docs/guide.html{view}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, view
        expect(page.locator(".side")).to_be_hidden()
    page.locator("[data-drawer]").tap()
    expect(page.locator(".side [aria-current=page]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".side")).to_be_hidden()
    page.locator("[data-drawer]").tap()
    page.locator(".side a", has_text="باغ").tap()
    page.wait_for_url("**/docs/fa.html?view=markdown")
    expect(page.locator("article p").first).to_have_css("direction", "rtl")
    context.close()


def test_without_scripts(browser: Any, reading: Reading, mirrors: Mirrors) -> None:
    context = opened(browser, java_script_enabled=False)
    page = context.new_page()
    page.goto(reading.address + "/")
    page.locator("input[name=q]").fill("golden lantern")
    page.keyboard.press("Enter")
    page.locator(".hits a").first.click()
    expect(page.locator("article h1")).to_have_text("Guide")
    page.locator(".switch a", has_text="Saved page").click()
    expect(page.frame_locator("iframe").locator("h1")).to_have_text("Guide")
    context.close()


def test_a_hostile_page_reaches_nobody(browser: Any, reading: Reading, mirrors: Mirrors, outside: Outside) -> None:
    context = opened(browser)
    page = context.new_page()
    page.goto(f"{reading.address}/page/{mirrors.manual}/docs/index.html")
    other = page.locator("iframe").get_attribute("data-frame")
    script = HOSTILE.replace("OUT", str(outside.port)).replace("READER", reading.address).replace("OTHER", other)
    place = mirrors.html_dir / mirrors.stranger / "hostile.js"
    place.write_text(script, encoding="utf-8")
    (place.parent / "sw.js").write_text("self.onfetch = () => 0", encoding="utf-8")
    outside.seen.clear()  # the crawl had asked for its robots.txt
    asked: list[str] = []
    page.on("response", lambda answer: asked.append(answer.url))
    home = f"{reading.address}/page/{mirrors.stranger}/hostile.html"
    with page.expect_console_message(lambda message: message.text.startswith("tried ")) as told:
        page.goto(home)
    assert told.value.text == "tried 121, leaked undefined"
    frame = page.locator("iframe").get_attribute("data-frame")
    page.wait_for_timeout(1500)  # for what may still arrive: a slow machine sees less here, and never what is not
    assert page.url.removesuffix("#x") == home  # a step within the page is its own affair
    assert len(context.pages) == 1
    for name in ("refresh", "leave"):
        page.goto(f"{reading.address}/page/{mirrors.stranger}/{name}.html")
        page.wait_for_timeout(700)
    # Chromium opens a connection when a frame begins to navigate, before it asks the policy; no byte may go over it.
    assert [what for what in outside.seen if what != b"connected"] == []
    own = [url for url in asked if not url.startswith((f"{frame}/", "blob:", "data:"))]
    assert [url for url in own if "/static/" not in url and not url.startswith(f"{reading.address}/page/")] == []
    assert context.cookies(reading.address) == []
    assert page.evaluate("localStorage.length") == 0
    context.close()


@pytest.mark.parametrize("way", ["leave", "refresh"])
@pytest.mark.parametrize("stopped", [True, False], ids=["stopped", "refused"])
def test_a_page_that_leads_away(
    browser: Any, reading: Reading, mirrors: Mirrors, outside: Outside, way: str, stopped: bool
) -> None:
    context = opened(browser)
    page = context.new_page()
    if not stopped:  # as in a browser that does not know of navigations before they happen
        page.add_init_script("Object.defineProperty(window, 'navigation', {value: undefined})")
    page.goto(f"{reading.address}/page/{mirrors.stranger}/{way}.html")
    note = page.locator("[data-left]")
    expect(note).to_contain_text(f"This page tried to go to http://127.0.0.1:{outside.port}")
    expect(note.get_by_text("Read the Markdown")).to_have_attribute("href", re.compile(r"view=markdown$"))
    frame = page.locator("iframe")
    if stopped:
        expect(note).to_contain_text(f"/{way}")
        expect(frame).to_be_visible()
    else:
        expect(frame).to_be_hidden()
    note.get_by_role("button").click()
    expect(note).to_be_hidden()
    expect(page.frame_locator("iframe").locator("h1")).to_have_text("Strange")
    context.close()


def test_a_long_text_opens_at_the_place(page: Any, reading: Reading, mirrors: Mirrors) -> None:
    place = mirrors.markdown_dir / mirrors.manual / "docs" / "guide.md"
    kept = place.read_text(encoding="utf-8")
    sections = "".join(f"## Entry {n}\n\n{'word ' * 1000}\n\n" for n in range(141))
    place.write_text(f"{kept}\n{sections}[to the third](#entry-3)\n", encoding="utf-8")
    try:
        page.goto(f"{reading.address}/page/{mirrors.manual}/docs/guide.html?view=markdown#entry-140")
        page.wait_for_url("**&at=entry-140#entry-140")
        expect(page.locator("#entry-140")).to_be_in_viewport()
        expect(page.locator(".parts [aria-current]")).to_contain_text("Part 3: Entry 1")
        expect(page.locator(".toc a[href='#entry-140']")).to_have_count(1)
        expect(page.locator(".toc a[href='#entry-3']")).to_have_count(0)
        page.get_by_text("to the third").click()
        page.wait_for_url("**?view=markdown&at=entry-3#entry-3")
        expect(page.locator("#entry-3")).to_be_in_viewport()
        page.goto(f"{reading.address}/page/{mirrors.manual}/docs/guide.html?view=markdown&part=2#light")
        page.wait_for_url("**?view=markdown&at=light#light")
        expect(page.locator("#light")).to_be_in_viewport()
    finally:
        place.write_text(kept, encoding="utf-8")


@pytest.mark.parametrize("width", [390, 1280])
def test_long_and_foreign_titles_keep_to_their_place(
    browser: Any, reading: Reading, mirrors: Mirrors, width: int
) -> None:
    context = opened(browser, viewport={"width": width, "height": 800})
    page = context.new_page()
    page.goto(f"{reading.address}/page/{mirrors.stranger}/long.html?view=markdown")
    title = page.locator(".crumbs [aria-current]")
    assert title.get_attribute("title") == LONG
    lines = "one => one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight)"
    assert title.evaluate(lines) < 2.5
    assert page.locator(".side [aria-current=page]").evaluate(lines) < 3.9
    page.goto(f"{reading.address}/page/{mirrors.stranger}/hostile.html?view=markdown")
    halves = page.locator(".steps a").evaluate_all(
        "links => links.map(link => [link.clientWidth, link.parentElement.clientWidth])"
    )
    assert all(own <= whole / 2 for own, whole in halves)
    squeezed = "labels => labels.filter(label => label.scrollWidth > label.clientWidth + 1 && label.clientWidth).length"
    assert page.locator(".steps span").evaluate_all(squeezed) == 0
    page.goto(f"{reading.address}/page/{mirrors.manual}/docs/guide.html?view=markdown")
    foreign = page.locator(".side a > span", has_text="باغ")
    assert foreign.evaluate("one => getComputedStyle(one).textAlign") == "left"
    start = page.locator(".side a > span").evaluate_all(
        """spans => spans.map(span => {
            const range = document.createRange();
            range.selectNodeContents(span);
            return Math.round(range.getBoundingClientRect().left);
        })"""
    )
    assert len(set(start)) <= 2, start  # one edge for each level
    context.close()


THEMES = ("light", "dark")


@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_no_barrier(browser: Any, reading: Reading, mirrors: Mirrors, theme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python", reason="axe-playwright-python is not installed")
    script = (Path(axe.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
    context = opened(browser, color_scheme=theme, bypass_csp=True)
    page = context.new_page()
    site = mirrors.manual
    found: list[tuple[str, str, str]] = []
    for path in (
        "/",
        "/search?q=words",
        "/search?q=nowheretobefound",
        f"/page/{site}/docs/guide.html",
        f"/page/{site}/docs/guide.html?view=markdown",
        f"/page/{site}/docs/fa.html?view=markdown",
        f"/changes/{site}",
        f"/contents/{site}",
        "/nothing",
    ):
        page.goto(reading.address + path)
        if path == "/":
            page.keyboard.press("/")
            page.keyboard.type("quick")
            answered(page, "quick").locator("[role=option]").first.wait_for()
            page.keyboard.press("ArrowDown")
        page.evaluate(script)
        result = page.evaluate("axe.run(document, {iframes: false})")
        for fault in result["violations"]:
            found += [(path, fault["id"], node["html"][:120]) for node in fault["nodes"]]
    assert found == []
    context.close()
