#!/usr/bin/env python3
"""What a reader finds in a copy of a site that works by script, beside the original: its text, tabs, theme and search.

usage: python benchmarks/alive.py NAME=FOLDER… [--start PATH] [--pages N] [--misses N] [--browser WHEN] [--keep DIR]

FOLDER is what a generator of documentation wrote. It is served on loopback and mirrored; then each page is opened
three times in Chromium: from the original's server, from the copy's file, and through ``scrapepy serve``, the last two
with the network closed. In each, all that folds is opened and all tabs are chosen, one after the other, and the words
are read after every step. A word counts as often as the page shows it, and what tabs show in place of it besides; the
words of the original that a copy has, too, are the text kept. :data:`NOT_SEEN` are
words that no reader's page has (a search's hints, written by it
when used). Then once a site: one click at the switch of light and dark, and a search for a word of one page, which has
to lead there.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urlsplit

from playwright.sync_api import BrowserContext, Error, Frame, Page, Route, TimeoutError, sync_playwright

from scrapepy.offline.banner import read_banner

ROOT = Path(__file__).resolve().parents[1]
LOOK = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
NOT_SEEN = ".md-search__output, .md-search__suggest, #docusaurus-base-url-issue-banner-container"
"""Hints and results of Material's search, which its script writes; Docusaurus' complaint to those without script."""

SWITCHES = {
    "button": (
        "[class*=colorModeToggle] button, .VPSwitchAppearance, button[title='Change theme'], .theme-toggle, "
        "#mdbook-theme-toggle, button[aria-label*='dark mode' i], button[aria-label*='color mode' i], "
        "button[aria-label*='Switch to' i], button[title*='Switch to' i]"
    ),
    "select": "starlight-theme-select select",
    "radio": "form[data-md-component=palette] input",
    "menu": "#mdbook-theme-navy, [role=menuitemradio], [role=option]:not([aria-selected=true])",
}
SEARCHES = (
    # what opens the box, the box, a result, whether Enter is pressed
    ("site-search button[data-open-modal]", ".pagefind-ui__search-input", ".pagefind-ui__result-link", False),
    ("#mdbook-search-toggle", "#mdbook-searchbar", "#mdbook-searchresults a", False),
    ("", ".sidebar-search-container input[name=q]", "#search-results ul.search a", True),
    (".VPNavBarSearch button", ".VPLocalSearchBox input", ".VPLocalSearchBox .result", False),
    (".md-search__input", ".md-search__input", ".md-search-result__link", False),
    (".navbar__search-input", ".navbar__search-input", "[class*=suggestion_]", False),
    (".nextra-search input", ".nextra-search input", "[role=listbox] a, [role=option] a, .nextra-search li a", False),
    ("button:has(.i-lucide\\:search)", "[role=dialog] input", "[role=dialog] [role=option]", False),
    ("button[aria-label^='search' i]", "[role=dialog] input", "[role=dialog] [role=option]", False),
)
OURS = "[data-scrapepy-search]"
"""The box that stands in for one without scripts."""
WINDOW = {"width": 1280, "height": 900}
FULL = """
if (window.parent === window) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("iframe.saved-page { position: fixed; inset: 0; width: 100vw; height: 100vh; z-index: 99 }");
  document.adoptedStyleSheets = [sheet];
}
"""
"""The reader's own columns are left out, so that a page has the same width in all three."""
WORD = re.compile(r"\w+")
PLAIN = re.compile(r"[a-z]{6,}")


class Handler(SimpleHTTPRequestHandler):
    """A folder, with and without ``.html`` and with its own page for what is missing, as hosts for documentation do."""

    def log_message(self, *arguments: Any) -> None:
        """Nothing is said."""

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        if not (path.is_file() or (path / "index.html").exists()) and path.with_name(path.name + ".html").exists():
            address, _, query = self.path.partition("?")
            self.path = f"{address.rstrip('/')}.html" + (f"?{query}" if query else "")
        with suppress(ConnectionError):  # a page that is closed waits for nothing
            super().do_GET()


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address at which ``folder`` answers."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def reader(html: Path, markdown: Path) -> Iterator[str]:
    """The address of ``scrapepy serve`` over a mirror."""
    arguments = ["serve", "--port", "0", "--html-dir", str(html), "--markdown-dir", str(markdown)]
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "scrapepy", *arguments], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        found = next((re.search(r"http://\S+?(?=/ )", line) for line in process.stdout), None)
        if found is None:
            raise SystemExit("scrapepy serve did not start")
        yield found[0]
    finally:
        process.terminate()
        process.wait()


@dataclass(slots=True)
class Seen:
    """What one opening of a page showed."""

    words: Counter[str] = field(default_factory=Counter)
    prose: Counter[str] = field(default_factory=Counter)
    ground: str = ""
    tabs: tuple[int, int] = (0, 0)
    folds: tuple[int, int] = (0, 0)


@dataclass(slots=True)
class Place:
    """One of the three ways to a page: ``address_of`` makes the address from the page's online address and its path."""

    name: str
    context: BrowserContext
    address_of: Callable[[str, str], str]
    framed: bool = False
    errors: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    kept: int = 0
    tabs: tuple[int, int] = (0, 0)
    folds: tuple[int, int] = (0, 0)

    @contextmanager
    def opened(self, source: str, path: str) -> Iterator[tuple[Page, Frame]]:
        """The page, and the frame with the document."""
        page = self.context.new_page()
        page.set_default_timeout(60_000)
        where = f" ({path})"

        def said(text: str) -> None:
            self.errors.append(text[:240] + where)

        def answered(response: Any) -> None:
            if response.status >= 400:
                self.failed.append(f"{response.status} {response.url}{where}")

        page.on("console", lambda message: said(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: said(f"uncaught: {error}"))
        page.on("requestfailed", lambda request: self.failed.append(f"{request.url} {request.failure}{where}"))
        page.on("response", answered)
        try:
            page.goto(self.address_of(source, path))
            yield page, self.document(page)
        finally:
            page.remove_listener("response", answered)
            page.close()

    def document(self, page: Page) -> Frame:
        """The frame with the saved page, when it has loaded."""
        with suppress(TimeoutError):
            page.wait_for_load_state("networkidle", timeout=6_000)
        if not self.framed:
            return page.main_frame
        element = page.wait_for_selector("iframe", state="attached")
        assert element is not None
        frame = element.content_frame()
        assert frame is not None
        frame.wait_for_load_state("load")
        return frame


def words(text: str) -> Counter[str]:
    return Counter(WORD.findall(text))


def look(frame: Frame) -> Seen:
    """Read the page, and again after each step that a reader can take in it."""
    frame.wait_for_timeout(600)  # frameworks take a page over after it has loaded
    ground = frame.evaluate(
        "[document.body, document.documentElement].map((node) => getComputedStyle(node).backgroundColor).join(' ')"
        " + getComputedStyle(document.body).fontFamily.slice(0, 40)"
    )
    told = frame.evaluate(f"async (notSeen) => {{ const at = ({LOOK})(notSeen); return at.walk() }}", NOT_SEEN)
    most: Counter[str] = Counter()
    for state in told["states"]:
        most |= words(state)
    for first, *others in told["choices"]:
        shown: Counter[str] = Counter()
        for one in others:
            shown |= words(one)
        most += shown - words(first)
    return Seen(most, words(told["prose"]), ground, tuple(told["tabs"]), tuple(told["folds"]))


def rare_word(pages: dict[str, Counter[str]]) -> tuple[str, str]:
    """A word of the fewest pages, the longest of these, and one page that has it."""
    spread: Counter[str] = Counter(word for found in pages.values() for word in found)
    plain = [word for word in spread if PLAIN.fullmatch(word)]
    if not plain:
        raise SystemExit("no page has a paragraph with a word to search for")
    word = min(plain, key=lambda one: (spread[one], -len(one), one))
    return word, next(path for path, found in pages.items() if word in found)


def search(place: Place, source: str, path: str, word: str) -> str:
    """Ask the page's own search for ``word``, open the first result: how that went."""
    with place.opened(source, path) as (page, frame):
        frame.evaluate(f"async () => ({LOOK})('x-none').settled()")
        for opener, box, result, enter in SEARCHES:
            try:
                if not frame.locator(opener or box).locator("visible=true").count():
                    continue
                if opener:
                    frame.locator(opener).locator("visible=true").first.click(timeout=2_000)
                ours = frame.locator(f"{OURS} input")
                with suppress(TimeoutError):
                    frame.locator(f"{box}, {OURS} input").locator("visible=true").first.wait_for(timeout=3_000)
                field = ours if ours.count() else frame.locator(box).locator("visible=true").first
                field.press_sequentially(word, delay=30, timeout=3_000)
                if enter:
                    field.press("Enter")
                    page.wait_for_url(re.compile("search"))
                    frame = place.document(page)
                hits = frame.locator(f"{OURS} a" if ours.count() else result).locator("visible=true")
                hits.first.wait_for(timeout=6_000)
            except (TimeoutError, Error) as error:
                return f"no ({word}): " + str(error).splitlines()[0][:60]
            count = f"{hits.count()}{', ours' if ours.count() else ''}"
            before = (page.url, frame.url)
            hits.first.click()
            with suppress(TimeoutError):
                page.wait_for_function(f"() => location.href !== {before[0]!r}", timeout=3_000)
            frame = place.document(page)
            with suppress(TimeoutError, Error):
                frame.wait_for_function(
                    "(word) => document.body.textContent.toLowerCase().includes(word)", arg=word, timeout=4_000
                )
                if (page.url, frame.url) != before:
                    return f"yes ({count})"
            return f"no: {count} results, and the first leads to {unquote(urlsplit(frame.url).path)[-40:]}"
    return "none"


def theme(place: Place, source: str, path: str) -> str:
    with place.opened(source, path) as (_, frame):
        changed = frame.evaluate(f"async (switches) => ({LOOK})('x-none').theme(switches)", SWITCHES)
    return {None: "none", True: "yes", False: "no"}[changed]


def added(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return one[0] + other[0], one[1] + other[1]


def measure(name: str, folder: Path, options: argparse.Namespace, browser: Any, work: Path) -> None:
    """Mirror a site and say what its copies keep."""
    html, markdown = work / name / "html", work / name / "markdown"
    with served(folder) as origin:
        run = subprocess.run(
            [
                *[sys.executable, "-m", "scrapepy", origin + options.start, "--quiet", "--delay", "0"],
                *[f"--browser={options.browser}", "--html-dir", str(html), "--markdown-dir", str(markdown)],
            ],
            cwd=ROOT,
        )
        if run.returncode not in (0, 1):
            raise SystemExit(f"{name}: the mirror ended with {run.returncode}")
        site = next(path for path in html.iterdir() if path.is_dir() and not path.name.startswith("."))
        pages: list[tuple[str, str]] = []
        for file in sorted(site.rglob("*.html")):
            told = read_banner(file.read_text(encoding="utf-8", errors="replace")[:4000])
            if told is not None:
                pages.append((told.source, file.relative_to(site).as_posix()))
        pages = pages[: options.pages]
        with reader(html, markdown) as readers:
            places = open_places(browser, site, origin, readers)
            report(name, pages, places, options)
            for place in places:
                place.context.close()


def open_places(browser: Any, site: Path, origin: str, readers: str) -> list[Place]:
    """The original, and the two copies with the network closed."""

    def closed(context: BrowserContext, ours: Callable[[str], bool]) -> BrowserContext:
        def handle(route: Route) -> None:
            if ours(route.request.url):
                route.continue_()
            else:
                route.abort("internetdisconnected")

        context.route("**/*", handle)
        return context

    def window(context: BrowserContext, ours: Callable[[str], bool]) -> BrowserContext:
        context.add_init_script(FULL)
        return closed(context, ours)

    local = ("127.0.0.1", "localhost")
    return [
        Place(
            "online", window(browser.new_context(viewport=WINDOW), lambda url: url.startswith(origin)), online_address
        ),
        Place(
            "file",
            window(
                browser.new_context(offline=True, viewport=WINDOW),
                lambda url: url.startswith(("file:", "data:", "blob:")),
            ),
            lambda source, path: "file://" + quote(str((site / path).resolve())),
        ),
        Place(
            "serve",
            window(
                browser.new_context(viewport=WINDOW),
                lambda url: urlsplit(url).hostname in local and not url.startswith(origin),
            ),
            lambda source, path: f"{readers}/page/{quote(site.name)}/{quote(path)}",
            framed=True,
        ),
    ]


def online_address(source: str, path: str) -> str:
    return source


def report(name: str, pages: list[tuple[str, str]], places: list[Place], options: argparse.Namespace) -> None:
    total = 0
    texts: dict[str, Counter[str]] = {}
    for source, path in pages:
        seen = []
        for place in places:
            with place.opened(source, path) as (_, frame):
                seen.append(look(frame))
        online = seen[0]
        texts[path] = online.prose
        total += online.words.total()
        for place, one in zip(places, seen, strict=True):
            place.kept += (online.words & one.words).total()
            place.tabs, place.folds = added(place.tabs, one.tabs), added(place.folds, one.folds)
            lost, new = online.words - one.words, one.words - online.words
            if lost or (new and options.misses):
                shown = options.misses or 8
                print(
                    f"    {place.name} {path}: lost {lost.total()} {' '.join(list(lost)[:shown])!r}"
                    f" new {new.total()} {' '.join(list(new)[:shown])!r}"
                )
            if one.ground != online.ground:
                print(f"    {place.name} {path}: ground {online.ground} is {one.ground}")
    errors = {place.name: len(place.errors) for place in places}
    failed = {place.name: len(place.failed) for place in places}
    said = [list(dict.fromkeys(place.errors + place.failed)) for place in places]
    word, home = rare_word(texts)
    start = max((page for page in pages if page[1] != home), key=lambda page: texts[page[1]].total())
    for place in places:
        kept = 100 * place.kept / max(total, 1)
        print(
            f"{name:12} {place.name:6} pages {len(pages):3} words {total:6} kept {kept:6.2f} % "
            f"errors {errors[place.name]} failed {failed[place.name]} tabs {place.tabs[1]}/{place.tabs[0]} "
            f"folds {place.folds[1]}/{place.folds[0]} theme {theme(place, *start)} "
            f"search {search(place, *start, word)}",
            flush=True,
        )
    for place, lines in zip(places, said, strict=True):
        for line in lines[: options.misses or 4]:
            print(f"    {place.name}: {line}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sites", nargs="+", metavar="NAME=FOLDER")
    parser.add_argument("--start", default="/", help="the path of the first page")
    parser.add_argument("--pages", type=int, default=20)
    parser.add_argument("--misses", type=int, default=0, help="so many words that are lost or new are named a page")
    parser.add_argument("--browser", default="never", help="as in scrapepy --browser")
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    parser.add_argument("--keep", type=Path, help="where the mirrors stay")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=options.chromium, args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        )
        for site in options.sites:
            name, _, path = site.rpartition("=")
            measure(name or Path(path).name, Path(path), options, browser, options.keep or Path(folder))
        browser.close()


if __name__ == "__main__":
    main()
