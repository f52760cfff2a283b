"""Has a page drawn by the browser, answers what it asks for there, and decides what of it is kept.

A page is kept as it was drawn where its scripts have added text. Where they have not, it is kept as it came: its
scripts then work in the copy as they do online. What was found in the drawn page counts in both cases.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace

from scrapepy.crawl.rendering import Answer, Ask, NotDrawn
from scrapepy.crawl.run import Run
from scrapepy.decide.scope import in_scope
from scrapepy.decide.skip_url import is_tracker
from scrapepy.model.analysis import BodyKind, Found
from scrapepy.model.entry import EntryKind, FrontierEntry
from scrapepy.model.options import BrowserPolicy
from scrapepy.model.outcome import RENDERED, Fetched, NotModified
from scrapepy.model.skip import Skip, SkipReason
from scrapepy.model.url import CanonicalUrl, Role
from scrapepy.rules.browser_requests import DRAWING_ROLES, OWN_HOST_ROLES, REQUEST_ROLES
from scrapepy.rules.shells import SHELL_WORDS
from scrapepy.web.canonical import canonical, host_of, origin

_MOST_ASKED = 400
"""Different requests of one page; a page that asks for more never comes to rest."""
_MOST_HOPS = 8
_SAME_TEXT = 1.1
"""Up to so many times the words, and a few, scripts have added nothing that a reader came for."""
_FEW_WORDS = 5
_DIAGRAM = b" aria-roledescription="
"""Mermaid says so on each diagram what kind it is, for those who hear it; its labels are few words."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """What became of a page. ``unchanged``: it would be drawn as it was, so the copy stands."""

    page: Fetched
    found: tuple[Found, ...] = ()
    unchanged: bool = False


async def draw(run: Run, entry: FrontierEntry, page: Fetched) -> Drawing:
    """The page with what its scripts have drawn, as the options ask for it."""
    rendering = run.rendering
    source = _digest(page)
    copy = rendering.library.copy(entry.url)
    if (
        copy is not None
        and entry.url not in rendering.unconditional
        and copy.rendered.startswith(source)
        and not await would_differ(run, entry)
    ):
        return Drawing(page, unchanged=True)
    rendering.waiting += 1
    try:
        run.frontier.hold_pages(rendering.crowded)
        return await _drawn(run, entry, page, source)
    finally:
        rendering.waiting -= 1
        run.frontier.hold_pages(rendering.crowded)
        run.wake.set()


async def would_differ(run: Run, entry: FrontierEntry) -> bool:
    """Whether something that the page loaded when it was drawn is another one now."""
    copy = run.rendering.library.copy(entry.url)
    if copy is None:
        return False
    for name in copy.rendered.split()[1:]:
        if await _has_changed(run, CanonicalUrl(name)):
            return True
    return False


async def _has_changed(run: Run, url: CanonicalUrl) -> bool:
    if run.frontier.hasten(url):
        await run.rendering.arrival(url)  # it is in the journal when this goes on
    copy = run.rendering.library.copy(url)
    return copy is not None and copy.is_changed


async def _drawn(run: Run, entry: FrontierEntry, page: Fetched, source: str) -> Drawing:
    rendering = run.rendering
    looked_at = replace(entry, kind=EntryKind.PROBE)  # for its facts, nothing is kept of it
    served = (await run.analyst.analyse(looked_at, page, BodyKind.HTML)).facts
    if served is None or (rendering.policy is BrowserPolicy.AUTO and not served.is_shell):
        return Drawing(page)
    visit = _Visit(run, entry, page)
    answer = Answer(page.status, page.header("content-type") or "", _body(page))
    drawn = await rendering.renderer.render(page.address, answer, visit.answer)
    if isinstance(drawn, NotDrawn):
        rendering.failed.append((entry.url, drawn.why))
        return Drawing(page)
    headers = tuple(pair for pair in page.headers if pair[0] not in (RENDERED, "content-type"))
    mark = (RENDERED, " ".join((source, *visit.loaded)))
    body = drawn.html.encode("utf-8", "replace")
    whole = replace(
        page,
        headers=(*headers, ("content-type", "text/html; charset=utf-8"), mark),
        body=body,
        gzipped=None,
        file=None,
        size=len(body),
    )
    analysis = await run.analyst.analyse(looked_at, whole, BodyKind.HTML)
    moves = tuple(
        Found(url, address.partition("#")[0], Role.REFRESH)
        for address in drawn.moves
        if (url := canonical(address, run.site)) is not None
    )
    found = (*analysis.found, *moves)
    words = analysis.facts.words if analysis.facts is not None else 0
    if analysis.facts is not None and served.is_shell and served.words >= SHELL_WORDS and not analysis.facts.is_shell:
        return Drawing(whole, moves)  # what was missing is there, few words as it may be
    if body.count(_DIAGRAM) > _body(page).count(_DIAGRAM):
        return Drawing(whole, moves)
    if words <= served.words * _SAME_TEXT + _FEW_WORDS:
        return Drawing(replace(page, headers=(*page.headers, mark)), found)
    return Drawing(whole, moves)


class _Visit:
    """One page in the browser: answers what it asks for."""

    def __init__(self, run: Run, entry: FrontierEntry, page: Fetched) -> None:
        self._run = run
        self._entry = entry
        self._public = run.fetcher.is_public(page.address)
        self._asked: set[CanonicalUrl] = set()
        self._loaded: dict[CanonicalUrl, None] = {}

    @property
    def loaded(self) -> tuple[CanonicalUrl, ...]:
        """What it loaded that says what it shows: scripts and data, in the order of asking."""
        return tuple(self._loaded)

    async def answer(self, ask: Ask) -> Answer | None:
        """What the mirror has at that address, or gets there; None for what is not asked for."""
        run = self._run
        address = ask.address.partition("#")[0]
        url = canonical(address, run.site)
        role = REQUEST_ROLES.get(ask.kind)
        if url is None or role is None or not self._may_ask(url, role):
            return None
        self._asked.add(url)
        if role in DRAWING_ROLES:
            self._loaded[url] = None
        for _ in range(_MOST_HOPS):
            while (target := run.aliases.get(url)) is not None:
                url = target
            if url not in run.frontier:
                run.add([self._wanted(url, address, role)])
            if not run.frontier.hasten(url):
                return run.rendering.answer(url)
            outcome = await run.rendering.arrival(url)
            if not isinstance(outcome, Fetched) or not 300 <= outcome.status < 400:
                return run.rendering.answer(url)
        return None

    def _may_ask(self, url: CanonicalUrl, role: Role) -> bool:
        run = self._run
        if url not in self._asked and len(self._asked) >= _MOST_ASKED:
            return False
        if (rule := is_tracker(url, run.seed)) is not None:
            if url not in self._asked:
                self._asked.add(url)
                run.skip(Skip(url, SkipReason.TRACKER, rule, referrer=self._entry.url))
            return False
        if role in OWN_HOST_ROLES and not (host_of(url) == host_of(self._entry.url) or in_scope(url, run.scope)):
            run.rendering.refused.setdefault(origin(url), self._entry.url)
            return False
        return run.plan.assets or role in DRAWING_ROLES

    def _wanted(self, url: CanonicalUrl, address: str, role: Role) -> FrontierEntry:
        kind = {Role.FRAME: EntryKind.FRAME, Role.DATA: EntryKind.DATA}.get(role, EntryKind.ASSET)
        entry = self._entry
        return FrontierEntry(url, address, kind, role, entry.depth, entry.url, public_referrer=self._public)


def not_modified(page: Fetched) -> NotModified:
    """A page that came and would be drawn as it was, as the journal knows such answers."""
    return NotModified(page.url, page.headers, page.at, page.seconds)


def _body(page: Fetched) -> bytes:
    if page.file is None:
        return page.body
    with open(page.file, "rb") as file:
        return file.read()


def _digest(page: Fetched) -> str:
    return hashlib.sha256(_body(page)).hexdigest()
