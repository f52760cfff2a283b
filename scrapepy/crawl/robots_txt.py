"""A host's robots.txt: followed over redirects, remembered, turned into its policy (RFC 9309, section 2.3)."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import replace

from scrapepy.crawl.run import Run
from scrapepy.decide.robots import MAX_BYTES, Rules, policy_from
from scrapepy.decide.status import Answer, answer_of, redirect_target
from scrapepy.decide.throttle import LONGEST_CRAWL_DELAY
from scrapepy.model.entry import FrontierEntry
from scrapepy.model.outcome import FailureKind, Fetched, FetchFailed, FetchRequest, Outcome
from scrapepy.model.url import CanonicalUrl
from scrapepy.web.canonical import origin, split_fragment

MOST_HOPS = 5
"""Redirects of a robots.txt that are followed, over hosts too (section 2.3.1.2)."""


class RobotsFiles:
    """The answers so far: where http redirects to https, the file is still read once."""

    def __init__(self) -> None:
        self._answers: dict[str, Outcome] = {}

    def known(self, address: str) -> Outcome | None:
        """The answer for an address that was asked for on another host's behalf."""
        return self._answers.get(address)

    async def answered(self, run: Run, entry: FrontierEntry, outcome: Outcome) -> None:
        """Open or close the host of ``entry``, whose request ended with ``outcome``."""
        self._answers[entry.address] = outcome = in_memory(outcome)
        address = entry.address
        for _ in range(MOST_HOPS):
            if not isinstance(outcome, Fetched) or answer_of(outcome) is not Answer.MOVED:
                break
            target = redirect_target(outcome)
            assert target is not None
            target = split_fragment(target)[0]
            known = self._answers.get(target)
            if known is None:
                known = await run.fetcher.fetch(
                    FetchRequest(CanonicalUrl(target), target, public_referrer=run.fetcher.is_public(address))
                )
                run.count(known)
                self._answers[target] = known = in_memory(known)
            outcome, address = known, target
        if isinstance(outcome, FetchFailed) and outcome.failure is FailureKind.FORBIDDEN_ADDRESS:
            run.forbidden.add(origin(entry.url))
        now = run.clock()
        policy = policy_from(outcome, now, run.frontier.token)
        if isinstance(policy, Rules) and policy.rules.crawl_delay is not None:
            run.fetcher.space(origin(entry.url), min(policy.rules.crawl_delay, LONGEST_CRAWL_DELAY))
        run.frontier.set_robots(origin(entry.url), policy, now)
        run.wake.set()


def in_memory(outcome: Outcome) -> Outcome:
    """A huge file is read as far as its rules count."""
    if not isinstance(outcome, Fetched) or outcome.file is None:
        return outcome
    with open(outcome.file, "rb") as file:
        body = file.read(MAX_BYTES)
    with suppress(OSError):
        os.unlink(outcome.file)
    return replace(outcome, body=body, file=None)
