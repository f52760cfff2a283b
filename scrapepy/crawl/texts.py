"""Which pages have a text of their own, for the guard against endless spaces, and what it stopped."""

from __future__ import annotations

from collections import Counter, deque

from scrapepy.decide.traps import OVERRULED, pattern_of
from scrapepy.model.analysis import PageFacts
from scrapepy.model.skip import Skip
from scrapepy.model.url import CanonicalUrl
from scrapepy.web.likeness import alike, is_full

SHORT = 50
"""Words below which a page says too little to be told from its neighbours."""

_MOST_SKETCHES = 20_000
_KEPT_OF_A_PATH = 8
_MOST_TOLD = 5


class Texts:
    """The texts of the pages so far, as hashes."""

    def __init__(self) -> None:
        self._first: dict[str, CanonicalUrl] = {}
        self._sketches: dict[CanonicalUrl, bytes] = {}
        self._of_path: dict[str, deque[bytes]] = {}
        self._repeats: Counter[str] = Counter()

    def own(self, url: CanonicalUrl, parent: CanonicalUrl | None, facts: PageFacts | None) -> bool:
        """Whether the page says something of its own: not little, not what a page before it or its parent says."""
        if facts is None:
            return False
        first = self._first.setdefault(facts.text_hash, url)
        before = self._sketches.get(parent, b"") if parent is not None else b""
        if facts.sketch:
            if len(self._sketches) >= _MOST_SKETCHES:
                del self._sketches[next(iter(self._sketches))]
            self._sketches[url] = facts.sketch
        if first != url or facts.words < SHORT:
            return False
        return not facts.sketch or (is_full(facts.sketch) and not alike(facts.sketch, before))

    def repeats(self, url: CanonicalUrl, facts: PageFacts | None) -> int:
        """How many pages in a row at the path of ``url``, up to this one, said what one before said; after :meth:`own`.

        One that says something else takes half of them off: lists repeat what they say, and have something new at
        times.
        """
        path = url.partition("?")[0]
        if facts is None:
            return 0
        before = self._of_path.setdefault(path, deque(maxlen=_KEPT_OF_A_PATH))
        if self._first.get(facts.text_hash, url) != url or any(_near(facts.sketch, sketch) for sketch in before):
            self._repeats[path] += 1
            return self._repeats[path]
        if is_full(facts.sketch):
            before.append(facts.sketch)
        self._repeats[path] //= 2
        return 0


def _near(sketch: bytes, before: bytes) -> bool:
    return is_full(sketch) and alike(sketch, before)


class Traps:
    """What the guard stopped, by kind."""

    def __init__(self) -> None:
        self._kinds: dict[tuple[str, str], tuple[Skip, int]] = {}

    def add(self, skip: Skip) -> None:
        """Count one address."""
        kind = (skip.rule, pattern_of(CanonicalUrl(skip.url)) or "" if "chain" in skip.rule else "")
        first, count = self._kinds.get(kind, (skip, 0))
        self._kinds[kind] = (first, count + 1)

    def sentences(self) -> list[str]:
        """A sentence for the report on each kind, the most frequent first."""
        kinds = sorted(self._kinds.values(), key=lambda kind: -kind[1])
        told = [_sentence(first, count) for first, count in kinds[:_MOST_TOLD]]
        rest = sum(count for _, count in kinds[_MOST_TOLD:])
        if rest:
            told.append(f"{rest:,} more addresses of other kinds were not followed, since they looked endless.")
        return told


def _sentence(first: Skip, count: int) -> str:
    example = first.url if len(first.url) <= 200 else first.url[:200] + "…"
    who = f"1 address like {example} was" if count == 1 else f"{count:,} addresses like {example} were"
    way_out = "; --include overrules" if first.rule in OVERRULED else ""
    looked = "it looked" if count == 1 else "they looked"
    return f"{who} not followed, since {looked} endless ({first.detail}){way_out}."
