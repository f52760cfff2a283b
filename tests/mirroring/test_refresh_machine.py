"""Any order of changes, failures, interruptions and kills ends in the mirror of the site's last good state."""

from __future__ import annotations

import contextlib
import itertools
import re
import shutil
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from scrapepy.errors import StartFailed
from scrapepy.mirroring.request import MirrorRequest
from scrapepy.model.outcome import FailureKind
from scrapepy.model.report import MirrorReport
from tests.support.in_memory import ORIGIN, Held, Killed, MemorySite, mirror_from, trees_of

PAGES = ("/", "/a", "/b", "/c/", "/d.html", "/e?x=1")
IMAGES = ("/i.png", "/j.png")
STYLE = "/s.css"
OTHERS = PAGES[1:]
PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 30

LOGIN = Held(
    b"<title>Sign in</title><main><h1>Sign in</h1><p>"
    + b" ".join(b"please %d" % number for number in range(40))
    + b"</p></main>"
)
ERROR = Held(b"<title>Service unavailable</title><h1>503 Service Unavailable</h1>")
DOWN = Held(status=500)
PAGE_FAULTS: list[Held | FailureKind] = [DOWN, Held(status=403), Held(status=204), ERROR, Held(b"<title>x</title>")]
PAGE_FAULTS += [FailureKind.TIMEOUT, FailureKind.TRUNCATED, Held(status=302, location="/broken"), Held(status=429)]
SITE_FAULTS: list[Held | FailureKind] = [DOWN, Held(status=403), ERROR, LOGIN, FailureKind.CONNECT]
TO_LOGIN = Held(status=302, location="/login")
SITE_FAULTS.append(TO_LOGIN)

LOSSES = MirrorRequest("", accept_losses=True)
"""A site that lost nearly all of its pages at once is not believed without it."""

pages, others = st.sampled_from(PAGES), st.sampled_from(OTHERS)


@dataclass(frozen=True)
class Page:
    """What a page says when all is well."""

    version: int = 0
    heading: int = 0
    links: tuple[str, ...] = ()
    image: str = IMAGES[0]
    stamp: int = 0
    """Makes another ETag over the same bytes."""
    is_data: bool = False


class RefreshedSite(RuleBasedStateMachine):
    """``good`` is the site as its makers mean it, ``faults`` what stands in the way at the moment."""

    @initialize()
    def first_run(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="scrapepy-test-"))
        self.numbers = itertools.count(1)
        self.good: dict[str, Page | None] = {path: Page(links=("/a", "/c/")) for path in PAGES}
        self.moved: dict[str, str] = {}
        self.images = dict.fromkeys(IMAGES, 0)
        self.style = 0
        self.faults: dict[str, Held | FailureKind] = {}
        self.forbidden: str | None = None
        self.eager = False
        self.open = False
        self.deceived = False
        self.restless: set[str] = set()
        self.site = MemorySite()
        self.mirror = self.folder / "mirror"
        self.run()
        self.own = {}
        for name in ("html/site.test/mine.html", "markdown/site.test/a/notes.md", "markdown/mine.md"):
            path = self.mirror / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("mine")
            self.own[name] = b"mine"

    # the site changes ----------------------------------------------------------------------------------------------

    @rule(path=pages, what=st.sampled_from(["text", "heading", "stamp", "image"]))
    def change(self, path: str, what: str) -> None:
        page = self.good[path]
        if page is None:
            return
        number = next(self.numbers)
        changes: dict[str, Page] = {
            "text": replace(page, version=number),
            "heading": replace(page, heading=number),
            "stamp": replace(page, stamp=number),
            "image": replace(page, image=IMAGES[number % 2]),
        }
        self.good[path] = changes[what]

    @rule(path=others)
    def turn(self, path: str) -> None:
        """Into data, or into a page again."""
        if (page := self.good[path]) is not None:
            self.good[path] = replace(page, is_data=not page.is_data)
            self.restless.add(path)

    @rule(path=pages, links=st.lists(others, max_size=3))
    def relink(self, path: str, links: list[str]) -> None:
        if (page := self.good[path]) is not None:
            self.good[path] = replace(page, links=tuple(links))

    @rule(image=st.sampled_from(IMAGES))
    def change_image(self, image: str) -> None:
        self.images[image] += 1

    @rule()
    def change_style(self) -> None:
        self.style += 1

    @rule(path=others)
    def remove(self, path: str) -> None:
        self.good[path] = None
        self.restless.add(path)

    @rule(path=others)
    def add(self, path: str) -> None:
        if self.good[path] is None:
            self.good[path] = Page(version=next(self.numbers))

    @rule(path=others)
    def move(self, path: str) -> None:
        """To another address, or back."""
        self.restless.add(path)
        if self.moved.pop(path, None) is None:
            self.moved[path] = f"/moved/{len(path)}{path.strip('/?')[0]}"

    @rule(flag=st.booleans())
    def ignore_conditions(self, flag: bool) -> None:
        """The server answers 200 to everything, under the ETags of before."""
        self.eager = flag

    # and fails -----------------------------------------------------------------------------------------------------

    @rule(path=st.sampled_from((*OTHERS, *IMAGES, STYLE)), fault=st.sampled_from(PAGE_FAULTS))
    def fail(self, path: str, fault: Held | FailureKind) -> None:
        self.faults[path] = fault

    @rule(fault=st.sampled_from(SITE_FAULTS))
    def fail_all(self, fault: Held | FailureKind) -> None:
        self.faults = dict.fromkeys(self.served(), fault)

    @rule()
    def robots_fail(self) -> None:
        self.faults["/robots.txt"] = DOWN

    @rule(path=others)
    def forbid(self, path: str) -> None:
        self.forbidden = path

    @precondition(lambda self: self.faults or self.forbidden)
    @rule()
    def heal(self) -> None:
        self.faults.clear()
        self.forbidden = None

    # runs ----------------------------------------------------------------------------------------------------------

    @rule()
    def refresh(self) -> None:
        self.observed()

    @rule(at=st.integers(0, 12))
    def interrupted(self, at: int) -> None:
        self.site.interrupt_at = at
        before = trees_of(self.mirror)
        report = self.observed()
        if report is not None and report.interrupted:
            assert (report.removed, report.moved) == ((), ())
            for path in PAGES:
                if path not in self.restless and self.version_in(before, path) is not None:
                    assert self.version_in(trees_of(self.mirror), path) is not None or self.deceived, path

    @rule(at=st.integers(0, 12))
    def killed_gathering(self, at: int) -> None:
        before = trees_of(self.mirror)
        self.site.kill_at = at
        if self.observed() is None and len(self.site.log) == at:
            assert trees_of(self.mirror) == before

    @rule()
    def killed_writing(self) -> None:
        self.site.kill_writing_at = 0
        self.observed()

    @rule()
    def recovered(self) -> None:
        """All is well again: the next run makes the mirror what a new one would be."""
        self.heal()
        if self.open:
            with contextlib.suppress(StartFailed):
                self.run(LOSSES)  # goes on where it stopped: what it had asked for before is not asked again
            self.open = False
        report = self.run(LOSSES)
        assert report is not None
        assert report.complete
        self.deceived = False
        for name in self.own:
            (self.mirror / name).unlink()
        fresh = self.folder / "fresh"
        shutil.rmtree(fresh, ignore_errors=True)
        mirror_from(self.site, fresh)
        assert trees_of(self.mirror) == trees_of(fresh)
        for name, body in self.own.items():
            (self.mirror / name).parent.mkdir(exist_ok=True)
            (self.mirror / name).write_bytes(body)
        # and after that there is nothing left to do
        times = self.times()
        again = self.run()
        assert again is not None
        assert (again.new, again.changed, again.removed, again.moved) == ((), (), (), ())
        assert self.times() == times

    # the parts -----------------------------------------------------------------------------------------------------

    def observed(self) -> MirrorReport | None:
        """A run, after which nothing good is lost: None where it came to nothing.

        But for a login page in one part of a run that was cut in two: some few pages might have become one. It is
        believed then, and is a page of the site like others, until it goes.
        """
        login = any(fault in (LOGIN, TO_LOGIN) for fault in self.faults.values())
        self.deceived |= self.open and login
        before, resumed = trees_of(self.mirror), self.open
        try:
            report = self.run()
        except StartFailed:
            self.open = False
            assert trees_of(self.mirror) == before
            return None
        self.deceived |= self.open and login
        after = trees_of(self.mirror)
        assert {name: after.get(name) for name in self.own} == self.own
        whole = report is not None and not report.interrupted
        for path in PAGES:
            if self.deceived or self.version_in(before, path) is None:
                continue
            page, at = self.good[path], self.version_in(after, path)
            if resumed:  # it may have been asked for before it failed, changed, went or came back
                assert at is not None or path in self.restless, path
            elif path in self.faults or path == self.forbidden:
                assert at == self.version_in(before, path), path
            elif page is not None and path not in self.moved and not page.is_data:
                assert at == page.version if whole else at is not None, path
            elif page is None and path not in self.moved and whole and not self.faults:
                assert at is None, path
        if whole and not resumed:
            self.restless = {path for path in self.restless if path in self.faults or path == self.forbidden}
        return report

    def run(self, request: MirrorRequest | None = None) -> MirrorReport | None:
        self.build()
        self.open = False
        try:
            report = mirror_from(self.site, self.mirror, request=request)
            self.open = report.interrupted
            return report
        except Killed:
            self.open = True
            return None
        finally:
            self.site.interrupt_at = self.site.kill_at = self.site.kill_writing_at = None

    def served(self) -> list[str]:
        return [*PAGES, *(f"/moved/{len(path)}{path.strip('/?')[0]}" for path in OTHERS), *IMAGES, STYLE]

    def build(self) -> None:
        paths: dict[str, Held] = {}
        for path, page in self.good.items():
            if page is None:
                continue
            body = self.body(path, page)
            etag = "" if path == "/b" else f'"{hash((body, page.stamp)) if not self.eager else 1}"'
            kind = "application/json" if page.is_data else "text/html; charset=utf-8"
            held = Held(body, kind, etag=etag, ignores_conditions=self.eager)
            if path in self.moved:
                paths[path] = Held(status=301, location=self.moved[path])
                paths[self.moved[path]] = held
            else:
                paths[path] = held
        for image, number in self.images.items():
            paths[image] = Held(PNG + bytes([number % 256]), "image/png", etag=f'"{number}"')
        paths[STYLE] = Held(b"b{background:url(i.png)} /* %d */" % self.style, "text/css", etag=f'"{self.style}"')
        listed = "".join(f"<url><loc>{ORIGIN}{path}</loc></url>" for path in PAGES)
        paths["/sitemap.xml"] = Held(f"<urlset>{listed}</urlset>".encode(), "application/xml")
        if self.forbidden is not None:
            paths["/robots.txt"] = Held(f"User-agent: *\nDisallow: {self.forbidden}$".encode(), "text/plain")
        for path, fault in self.faults.items():
            paths[path] = replace(paths.get(path, Held(status=404)), fails=fault)
        if TO_LOGIN in self.faults.values():
            paths["/login"] = LOGIN
        paths["/broken"] = DOWN
        self.site.paths = paths

    def body(self, path: str, page: Page) -> bytes:
        if page.is_data:
            return b'{"version": %d}' % page.version
        place = ("part", "term", "nothing")[page.version % 3]
        links = "".join(f'<p><a href="{link}#{place}">{link}</a></p>' for link in page.links)
        shown = "".join(f'<img src="{image}" alt="An image">' for image in (IMAGES if path == "/" else (page.image,)))
        text = " ".join(f"word {path} {number}" for number in range(30))
        return (
            f'<link rel="stylesheet" href="{STYLE}"><title>{path}</title><main><h1>Page {path}</h1>'
            f'<p>It has version {page.version}.</p><h2 id="part">Heading {page.heading}</h2><p>{text}</p>'
            f'<dl><dt id="term">A term</dt><dd>What it means.</dd></dl>{links}{shown}</main>'
        ).encode()

    def version_in(self, trees: dict[str, bytes], path: str) -> int | None:
        """Which version of a page both trees show, None where there is none."""
        name = {"/": "index", "/a": "a", "/b": "b", "/c/": "c/index", "/d.html": "d", "/e?x=1": "e@x=1"}[path]
        html, markdown = trees.get(f"html/site.test/{name}.html"), trees.get(f"markdown/site.test/{name}.md")
        found = re.search(rb"version (\d+)\.", html) if html is not None else None
        if found is None:  # not there, or what a page that was never had before says while it fails
            return None
        assert markdown is not None, path
        assert found[0] in markdown, path
        return int(found[1])

    def times(self) -> dict[str, int]:
        return {str(path): path.stat().st_mtime_ns for path in self.mirror.rglob("*") if ".scrapepy" not in path.parts}

    def teardown(self) -> None:
        if hasattr(self, "mirror"):
            self.recovered()
            shutil.rmtree(self.folder)


TestRefreshedSite = RefreshedSite.TestCase
TestRefreshedSite.settings = settings(max_examples=25, stateful_step_count=15, deadline=None)
