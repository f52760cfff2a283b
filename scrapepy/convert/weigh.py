"""How likely each block of a page is content: its facts weighed by ``rules.evidence``, and sets of blocks judged by it.

The measure for a set is its expected F1 against the content that nobody has marked: words that are likely content and
in it, against all words in it and all that are likely content (the plug-in rule of Dembczyński and others, 2013, with
the probabilities taken as independent).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp

from scrapepy.convert.facts import Facts
from scrapepy.convert.outline import Block
from scrapepy.rules.evidence import BIAS, EVIDENCE, Evidence


class Likelihood:
    """The blocks of a page with the probability of each to be content."""

    def __init__(self, blocks: Sequence[Block], facts: Sequence[Facts], rows: Iterable[Evidence] = EVIDENCE) -> None:
        weights = {row.id: row.weight for row in rows}
        self.of = [likelihood(found, weights) for found in facts]
        self._words = [block.words for block in blocks]
        self._likely = [block.words * chance for block, chance in zip(blocks, self.of, strict=True)]
        self.total = sum(self._likely)
        """Words of content that the page is expected to hold."""

    def likely_words(self, kept: Iterable[int]) -> float:
        """Words of content that a set of blocks is expected to hold."""
        return sum(self._likely[at] for at in kept)

    def expected_f1(self, kept: Iterable[int]) -> float:
        """The expected F1 of a set of blocks, given by their indices."""
        likely = words = 0.0
        for at in kept:
            likely += self._likely[at]
            words += self._words[at]
        return 2 * likely / (words + self.total) if words else 0.0

    def best(self) -> frozenset[int]:
        """The set of blocks with the best expected F1: the likeliest, down to a limit that the page sets itself."""
        order = sorted(range(len(self.of)), key=self.of.__getitem__, reverse=True)
        likely = words = best = 0.0
        stop = 0
        for count, at in enumerate(order, 1):
            likely += self._likely[at]
            words += self._words[at]
            score = 2 * likely / (words + self.total)
            if score > best:
                best, stop = score, count
        return frozenset(order[:stop])


def likelihood(facts: Facts, weights: dict[str, float], bias: float = BIAS) -> float:
    """The probability that a block with these facts is content."""
    total = bias
    for fact, amount in facts.items():
        weight = weights.get(fact)
        if weight is not None:
            total += weight * amount
    return 1 / (1 + exp(-max(-30.0, min(30.0, total))))
