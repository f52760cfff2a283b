"""What a refresh is not to believe: a site that answers nonsense for a day costs the mirror nothing (SPEC 7).

Looked at between gathering and writing, while the state still has both copies of a page: the one that the trees show
and the one that came. Nothing is decided of pages that the mirror did not have.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, field

from scrapepy.decide.login_form import has_password_field
from scrapepy.mirroring.published import end_of, is_saved, was_shown
from scrapepy.model.analysis import BodyKind
from scrapepy.model.skip import Skip, SkipReason
from scrapepy.model.url import CanonicalUrl
from scrapepy.store.records import AliasRow, Copy, Derived, Resource, Run, Shown, Status
from scrapepy.store.state import State
from scrapepy.web.canonical import origin

MANY = 5
"""Pages from which on a majority is one."""
A_SITE = 10
"""Pages from which on half of them do not go at once, unless others come."""
FEW_WORDS = 20
"""A page with fewer may be what is left of one."""
SHRUNK_TO = 0.1
LOGIN_WORDS = 100
"""A page that asks for a password and says more is a page all the same."""

_ERRORS = (SkipReason.ERROR_PAGE, SkipReason.SOFT_404)
_ERROR_WORDS = frozenset(reason.value for reason in _ERRORS)
_GONE_OR_MOVED = (404, 410, 301, 302, 303, 307, 308)
_KEPT = "the good copy is kept"
_UNLESS = f"{_KEPT} unless --accept-losses is given"
_IN_PLACE = "answered in place of a known page"
_TOO_MANY = "that is believed with --accept-losses only"

Verdict = tuple[Status, str]
"""How asking for it ended, for the state, and why, for the report."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What to make of what came."""

    failure: str = ""
    """One sentence where nothing at all is to be believed."""
    stay: tuple[tuple[CanonicalUrl, Status, str], ...] = ()
    """URLs whose copies in the trees stay, with how they ended and why."""
    may_remove: bool = True
    notes: tuple[str, ...] = ()
    refused: tuple[Skip, ...] = ()
    """New pages that only stand in place of known ones, as login pages do: they are no part of the mirror."""


def judge(
    state: State, outside: Container[CanonicalUrl] = (), *, interrupted: bool, accept_losses: bool = False
) -> Judgement:
    """Compare what came in this run with what the trees show. ``outside``: pages that nobody wants any more.

    ``accept_losses``: the user knows that pages are shorter now, or that many are gone, and wants it so.
    """
    run = state.run
    shown = {url: copy for url, copy in state.shown().items() if copy.verdict is None}
    if run.first and not shown:
        return Judgement()
    everything = {resource.url: resource for resource in state.resources()}
    own = [r for url in shown if (r := everything[url]).start_id == run.start_id and was_shown(r)]
    own = [resource for resource in own if resource.url not in outside]
    asked = [r for r in own if r.run_id == run.id and r.status not in (Status.QUEUED, Status.SKIPPED)]
    visit = _Visit(run, everything, state.aliases(), shown, state.derived(), state.body_of, interrupted, accept_losses)
    bad: dict[CanonicalUrl, Verdict] = {r.url: verdict for r in asked if (verdict := visit.verdict(r)) is not None}
    left_out = [] if interrupted else _left_out(own, asked, state.skips())
    bad.update(
        (CanonicalUrl(skip.url), (Status.FAILED, f"answered without content; {_KEPT}"))
        for skip in left_out
        if _is_empty(skip)
    )
    pages = [r for r in asked if shown[r.url].kind is BodyKind.HTML]
    alike = visit.alike(pages)
    failing = {r.url for r in pages if r.url in bad and bad[r.url][0] is Status.FAILED}
    many_alike = len(alike) >= MANY and (len(alike) > len(pages) / 2 or not visit.are_pages(alike))
    stand_ins = visit.logins | (visit.ends_of(alike) if many_alike else set())
    # a page that is gone speaks for nobody, nor does one that others are answered with
    answering = {r.url for r in pages if r.status is not Status.GONE} - stand_ins
    if not interrupted and len(answering) > 1 and answering <= alike | failing:
        return Judgement(_sentence(pages[0], alike, visit.are_pages(alike)))
    if many_alike:
        what = "page" if visit.are_pages(alike) else "answer, which is no page,"
        words = f"answers with one and the same {what} as {len(alike) - 1:,} others; {_KEPT}"
        bad.update(dict.fromkeys(alike, (Status.FAILED, words)))
        bad.update(dict.fromkeys(visit.same_bytes(alike, asked), (Status.FAILED, words)))
        failing |= alike
    notes = []
    gone = {r.url for r in pages if r.status is Status.GONE and r.url not in bad}
    new = [r for r in everything.values() if r.is_new and is_saved(r) and r.copy and r.copy.kind is BodyKind.HTML]
    refused = tuple(
        Skip(r.url, SkipReason.ERROR_PAGE, detail=_IN_PLACE, referrer=r.referrer) for r in new if r.url in stand_ins
    )
    fresh = len(new) - len(refused)
    if gone and not interrupted and not accept_losses and fresh < len(gone) / 2:
        most = len(gone) > len(pages) / 2
        if len(pages) >= MANY and most and len(gone | failing | alike) >= len(pages) - 1:
            return Judgement(_all_gone(pages[0]))
        if len(pages) >= A_SITE and most:
            bad.update((r.url, (Status.FAILED, f"{r.reason}; {_KEPT}")) for r in pages if r.url in gone)
            notes.append(f"{len(gone):,} of {len(pages):,} known pages are gone at once: {_TOO_MANY}.")
    untrustworthy = len(pages) >= MANY and len(failing) > len(pages) / 2
    if untrustworthy:
        notes.append(f"{len(failing):,} of {len(pages):,} known pages could not be had: nothing was removed.")
    if forbidden := [skip for skip in left_out if not _is_empty(skip)]:
        notes.append(_note(forbidden))
    stay = tuple((url, *verdict) for url, verdict in sorted(bad.items()))
    return Judgement("", stay, not untrustworthy, tuple(notes), refused)


@dataclass(frozen=True, slots=True)
class _Visit:
    """All that one refresh was told."""

    run: Run
    everything: Mapping[CanonicalUrl, Resource]
    aliases: Mapping[CanonicalUrl, AliasRow]
    shown: Mapping[CanonicalUrl, Shown]
    derived: Mapping[CanonicalUrl, Derived]
    body_of: Callable[..., bytes | None]
    interrupted: bool
    accept_losses: bool
    logins: set[CanonicalUrl] = field(default_factory=set)
    """Pages that known ones led to, and that ask for a password instead: filled by :meth:`verdict`."""

    def verdict(self, resource: Resource) -> Verdict | None:
        """Why what came of a known URL does not replace its copy; None where it may."""
        match resource.status:
            case Status.FAILED:
                return Status.FAILED, resource.reason
            case Status.GONE if resource.http_status not in _GONE_OR_MOVED:
                return Status.FAILED, f"{resource.reason}; {_KEPT}"  # a login page in place of an image
            case Status.ALIAS:
                return self._moved(resource)
            case Status.FETCHED if resource.is_changed:
                return self._spoilt(resource)
        return None

    def _moved(self, resource: Resource) -> Verdict | None:
        """A redirect to what could not be had; while a run is interrupted, what it leads to may still come."""
        alias = self.aliases.get(resource.url)
        if alias is None or alias.why != "redirect":
            return None
        url = end_of(resource.url, self.aliases)
        end = self.everything.get(url)
        if end is not None and end.copy is not None and self._came(end):
            words = self._worse(resource, end, end.copy)
            return (Status.FAILED, f"moved to {url}, which is {words}") if words else None
        if self.interrupted:
            return None
        if end is not None and end.status is Status.GONE and end.http_status in (404, 410):
            return Status.GONE, f"moved to {url}, which is gone ({end.reason})"
        if end is not None and end.copy is not None and end.copy.verdict is not None:
            why = f"is left out: {end.copy.verdict.value}"
        else:
            why = f"could not be had: {end.reason}" if end is not None and end.reason else "was not fetched"
        return Status.FAILED, f"moved to {url}, which {why}; {_KEPT}"

    def _came(self, end: Resource) -> bool:
        """True if it answered well in this run: a good copy of another day tells nothing of where a page is now.

        What another start brought is for that start to ask.
        """
        is_ours = end.start_id == self.run.start_id
        return is_saved(end) and end.status is Status.FETCHED and (end.run_id == self.run.id or not is_ours)

    def _spoilt(self, resource: Resource) -> Verdict | None:
        assert resource.copy is not None
        words = self._worse(resource, resource, resource.copy)
        return (Status.FAILED, f"became {words}") if words else None

    def _worse(self, resource: Resource, end: Resource, now: Copy) -> str:
        """What is wrong with ``now``, a copy of ``end``, in place of the one that the trees show; empty if nothing."""
        before = self.shown[resource.url]
        made = self.derived.get(end.url)
        if now.kind is not BodyKind.HTML:
            return ""
        if not now.analysed:  # the run was stopped before a worker had read it: nothing is known against it
            return ""
        if not self.accept_losses and self._is_login(resource, end, now):
            if end is not resource:
                self.logins.add(end.url)
            return f"a login page; {_UNLESS}"
        if before.kind is not BodyKind.HTML:
            return ""
        refused = made is not None and made.refusal in _ERROR_WORDS and before.refusal not in _ERROR_WORDS
        if now.verdict in _ERRORS or refused:
            return f"an error page; {_KEPT}"
        if now.words < FEW_WORDS and now.words < before.words * SHRUNK_TO and not self.accept_losses:
            return f"nearly empty ({now.words} of {before.words:,} words left); {_UNLESS}"
        return ""

    def _is_login(self, resource: Resource, end: Resource, now: Copy) -> bool:
        """A short page that asks for a password, where the one before did not: some sites ask for it on every page."""
        before = self.shown[resource.url]
        if now.words >= LOGIN_WORDS or (end is resource and now.words >= before.words > 0):
            return False
        if not has_password_field(self.body_of(end.url) or b""):
            return False
        return not has_password_field(self.body_of(resource.url, shown=True) or b"")

    def ends_of(self, pages: Iterable[CanonicalUrl]) -> set[CanonicalUrl]:
        """Where these pages lead now, but for the start page, and where they are that page themselves."""
        ends = {end_of(url, self.aliases) for url in pages if url in self.aliases}
        return {url for url in ends if url in self.everything and self.everything[url].depth}

    def alike(self, pages: Iterable[Resource]) -> set[CanonicalUrl]:
        """The largest set of pages that say the same now and did not before: a login page in place of each, perhaps."""
        groups: dict[str, set[CanonicalUrl]] = defaultdict(set)
        for page in pages:
            text = self._text(page)
            if text and text != self.shown[page.url].text_hash:
                groups[text].add(page.url)
        largest = max(groups.values(), key=len, default=set())
        were = {self.shown[url].text_hash for url in largest}
        return largest if len(were) > 1 else set()

    def are_pages(self, urls: Iterable[CanonicalUrl]) -> bool:
        """Whether what came at any of them is a page at all."""
        copies = (self._now(self.everything[url]) for url in urls)
        return any(copy is not None and copy.kind is BodyKind.HTML for copy in copies)

    def same_bytes(self, pages: Iterable[CanonicalUrl], others: Iterable[Resource]) -> set[CanonicalUrl]:
        """Which of ``others``, images and the like, got the very answer that these pages got."""
        answers = {copy.sha256 for url in pages if (copy := self._now(self.everything[url])) is not None}
        return {r.url for r in others if (copy := self._now(r)) is not None and copy.sha256 in answers}

    def _text(self, page: Resource) -> str:
        """A hash of what a visitor gets at the address now: of a page its text, else the bytes; empty if nothing came.

        A server in trouble answers everything with one page, or with one line of JSON or text.
        """
        copy = self._now(page)
        if copy is None:
            return ""
        return copy.text_hash if copy.kind is BodyKind.HTML else copy.sha256

    def _now(self, resource: Resource) -> Copy | None:
        """What a visitor gets at the address now; None where nothing new came."""
        if resource.status is Status.ALIAS:
            end = self.everything.get(end_of(resource.url, self.aliases))
            return end.copy if end is not None else None
        return resource.copy if resource.status is Status.FETCHED and resource.is_changed else None


def _sentence(page: Resource, alike: set[CanonicalUrl], are_pages: bool) -> str:
    site = origin(page.url)
    if len(alike) > 1 and not are_pages:
        return f"{site} answers everywhere with one and the same thing, which is no page: the mirror stays as it was"
    if len(alike) > 1:
        return f"{site} answers with one and the same page everywhere, as a login page does: the mirror stays as it was"
    return f"{site} answers every page with an error: the mirror stays as it was"


def _all_gone(page: Resource) -> str:
    return f"all pages of {origin(page.url)} but the start are gone: {_TOO_MANY}; the mirror stays as it was"


def _left_out(own: Iterable[Resource], asked: Iterable[Resource], skips: Iterable[Skip]) -> list[Skip]:
    """Known URLs that a finished run has no answer for, since something spoke against them."""
    unanswered = {r.url for r in own}.difference(r.url for r in asked)
    return [skip for skip in skips if skip.url in unanswered] if unanswered else []


def _is_empty(skip: Skip) -> bool:
    return skip.reason is SkipReason.NO_CONTENT


def _note(skips: list[Skip]) -> str:
    known = "1 known address is" if len(skips) == 1 else f"{len(skips):,} known addresses are"
    first = skips[0]
    why = "; ".join(filter(None, (first.reason.value, first.detail)))
    return f"{known} left out since ({first.url}: {why}); the copies are kept."
