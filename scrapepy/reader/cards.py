"""The mirrors as the start page shows them: how large, how old, what changed, what is missing and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from scrapepy.errors import ScrapePyError
from scrapepy.mirroring.changes import StartHistory, past_changes
from scrapepy.mirroring.listing import MirrorListing, list_mirrors
from scrapepy.reader.library import Library
from scrapepy.reader.templating import count, moment

_REASONS = 3


@dataclass(frozen=True, slots=True)
class Card:
    """One mirror. ``changed``: what the last refreshes changed, in words; ``lacks``: sentences on what is missing."""

    mirror: MirrorListing
    changed: str
    lacks: tuple[str, ...]


def cards(library: Library) -> tuple[Card, ...]:
    """All mirrors, by name."""
    wanted = library.sites()
    listed = list_mirrors(library.html_dir, library.markdown_dir)
    return tuple(_card(library, mirror) for mirror in listed if mirror.site in wanted)


def _card(library: Library, mirror: MirrorListing) -> Card:
    histories: Sequence[StartHistory] = ()
    if not mirror.problem:
        try:
            histories = past_changes(mirror.site, library.html_dir, library.markdown_dir)
        except ScrapePyError as error:
            return Card(mirror, "", (str(error),))
    return Card(mirror, _changed(histories), tuple(_lacks(mirror, histories)))


def _changed(histories: Sequence[StartHistory]) -> str:
    refreshes = [past.report for history in histories for past in history.reports if past.refresh]
    if not refreshes:
        return ""
    counts = [
        (sum(len(report.new) for report in refreshes), "new"),
        (sum(len(report.changed) for report in refreshes), "changed"),
        (sum(len(report.removed) for report in refreshes), "removed"),
        (sum(len(report.moved) for report in refreshes), "moved"),
    ]
    return ", ".join(f"{number:,} {word}" for number, word in counts if number) or "nothing changed"


def _lacks(mirror: MirrorListing, histories: Sequence[StartHistory]) -> list[str]:
    if mirror.problem:
        return [mirror.problem]
    lines = []
    if mirror.running:
        lines.append(f"A run is going on ({mirror.running}).")
    if mirror.interrupted:
        lines.append(
            f"The last run was interrupted on {moment(mirror.interrupted)}; a refresh goes on where it stopped."
        )
    for history in histories:
        for when, why in history.in_vain[:1]:
            lines.append(f"The run of {moment(when)} changed nothing: {why}")
    reports = [past.report for history in histories for past in history.reports]
    failed = Counter(failure.reason for report in reports for failure in report.failed if not failure.site_fault)
    if failed:
        reasons = ", ".join(f"{reason} ({number:,})" for reason, number in failed.most_common(_REASONS))
        lines.append(f"{count(failed.total(), 'address', 'addresses')} could not be had: {reasons}.")
    left_over = sum(report.left_over for report in reports)
    if left_over:
        lines.append(f"{count(left_over, 'address', 'addresses')} left over by the limit on pages.")
    return lines
