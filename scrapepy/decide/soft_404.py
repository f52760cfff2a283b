"""A site's own way to say 200 and mean that there is no such page, learnt from one that cannot exist (SPEC 4)."""

from __future__ import annotations

from dataclasses import dataclass

from scrapepy.model.analysis import PageFacts

_SHORT = 100
"""Words: what says more is a page."""

_FEW = 3
"""Words by which such a page may differ from the next, since it often repeats the address asked for."""


@dataclass(frozen=True, slots=True)
class Soft404:
    """How a site answers 200 to an address that cannot exist. ``title`` is empty where it tells nothing."""

    text_hash: str
    title: str
    words: int


def learn_soft_404(probe: PageFacts, start: PageFacts | None = None) -> Soft404 | None:
    """What the answer to the probe teaches; None where nothing can be told by it.

    A site that answers with its start page (``start``), or with a page that draws itself by script, says nothing that
    would tell missing pages from good ones.
    """
    if probe.is_shell or not probe.text_hash or not probe.words:
        return None
    if start is not None and probe.text_hash == start.text_hash:
        return None
    title = probe.title.strip()
    if start is not None and title == start.title.strip():
        title = ""  # every page is called so
    return Soft404(probe.text_hash, title, probe.words)


def is_soft_404(page: PageFacts, soft: Soft404) -> bool:
    """True if a page says what the site says of pages that do not exist.

    That is the same text; or, since such pages often repeat the address asked for, the same title over a short text
    that differs by a word or two.
    """
    if page.text_hash == soft.text_hash:
        return True
    same_title = bool(soft.title) and page.title.strip() == soft.title
    return same_title and page.words < _SHORT and abs(page.words - soft.words) <= _FEW
