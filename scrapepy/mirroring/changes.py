"""What the last runs changed, as the state remembers it: for ``scrapepy changes``."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from scrapepy.mirroring.summary import report_from
from scrapepy.model.report import MirrorReport, SectionTexts
from scrapepy.store.changed_texts import kept_texts
from scrapepy.store.layout import SiteLayout
from scrapepy.store.reading import StateReader
from scrapepy.store.records import PastRun


@dataclass(frozen=True, slots=True)
class PastReport:
    """The report of one run that ended."""

    report: MirrorReport
    finished: str
    """ISO 8601, UTC, to the second."""
    refresh: bool
    """False for the first run of a start, in which everything was new."""
    run: int = 0
    """Its number in the state."""


@dataclass(frozen=True, slots=True)
class StartHistory:
    """The last runs of one start."""

    site: str
    start: str
    """Where its start URL stands now."""
    reports: tuple[PastReport, ...]
    """Newest first."""
    in_vain: tuple[tuple[str, str], ...]
    """Runs since the newest report that came to nothing and changed nothing: when they ended, and why; newest first."""
    start_id: int = 0
    """Its number in the state."""


def past_changes(site: str, html_dir: Path, markdown_dir: Path, last: int = 1) -> tuple[StartHistory, ...]:
    """For each start of a mirror the reports of its last runs, ``last`` of them where there are as many.

    Raises StateError or StoreError where the state cannot be read.
    """
    with StateReader(SiteLayout(site, html_dir, markdown_dir).state) as state:
        return tuple(
            _history(site, start.id, state.redirected(start.url), state.past_runs(-1, start.id), last)
            for start in state.starts()
        )


def changed_texts(history: StartHistory, html_dir: Path, markdown_dir: Path) -> tuple[SectionTexts, ...]:
    """The words of the sections that the newest report names, where they were kept."""
    if not history.reports:
        return ()
    layout = SiteLayout(history.site, html_dir, markdown_dir)
    return kept_texts(layout, history.start_id, history.reports[0].run)


def _history(site: str, number: int, url: str, runs: tuple[PastRun, ...], last: int) -> StartHistory:
    whole = [run for run in runs if "error" not in run.report and run.report]
    in_vain = [run for run in runs if "error" in run.report and (not whole or run.id > whole[0].id)]
    return StartHistory(
        site,
        url,
        tuple(
            PastReport(report_from(run.report), _moment(run.finished), refresh=run is not whole[-1], run=run.id)
            for run in whole[:last]
        ),
        tuple((_moment(run.finished), str(run.report["error"])) for run in in_vain),
        number,
    )


def _moment(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
