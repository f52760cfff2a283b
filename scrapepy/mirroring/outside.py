"""Pages that a start had brought and that its options leave out now: ``--exclude`` was added, ``--path`` changed.

They are not asked for any more, and leave the trees at the end of a whole run like pages that are gone: the mirror is
what its options say. ``--max-pages`` and ``--max-depth`` say how far to go, not what to keep, and take nothing away.
"""

from __future__ import annotations

from scrapepy.decide.scope import in_scope
from scrapepy.mirroring.published import end_of
from scrapepy.mirroring.request import MirrorRequest
from scrapepy.mirroring.setting_up import scope_of
from scrapepy.model.entry import EntryKind
from scrapepy.model.url import CanonicalUrl
from scrapepy.store.state import State

_PAGES = (EntryKind.SEED, EntryKind.PAGE)


def outside(state: State, request: MirrorRequest, start: CanonicalUrl) -> frozenset[CanonicalUrl]:
    """Known pages of the current start that are out of its scope, as this run and the run before see it.

    Where the start URL redirects, what either address has below it is inside: a start that moves takes nothing away.
    """
    options = scope_of(request)
    scopes = [options.scope(seed) for seed in {start, end_of(start, state.aliases())}]
    return frozenset(
        resource.url
        for resource in state.resources()
        if resource.copy is not None
        and resource.kind in _PAGES
        and resource.start_id == state.run.start_id
        and resource.run_id != state.run.id
        and not any(in_scope(resource.url, scope) for scope in scopes)
    )


def note_on(left: frozenset[CanonicalUrl], *, removed: bool) -> str:
    """A sentence for the report."""
    pages = "1 known page is" if len(left) == 1 else f"{len(left):,} known pages are"
    what = "removed" if removed else "the copies are kept"
    return f"{pages} out of scope now, as the options say ({min(left)}): {what}."
