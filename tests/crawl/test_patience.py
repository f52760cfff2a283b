from __future__ import annotations

import asyncio

import pytest

from scrapepy.crawl.patience import Patience
from scrapepy.crawl.turns import MARGIN, Turns
from scrapepy.model.options import Pace
from scrapepy.model.outcome import FailureKind
from tests.support.clocks import timeless

PACE = Pace(timeout=0.1, body_seconds=0.35)


async def stuck(pieces: list[int], every: float, *, connect: bool, answer: bool) -> tuple[FailureKind, str]:
    patience = Patience(PACE)

    async def request() -> None:
        async with patience.limit:
            if connect:
                patience.connected()
            if answer:
                patience.answered()
            for number, piece in enumerate(pieces, 1):
                await asyncio.sleep(every)
                patience.received(number * piece)
            await asyncio.sleep(10)

    with pytest.raises(TimeoutError):
        await request()
    return patience.verdict()


@pytest.mark.parametrize(
    ("pieces", "every", "connect", "answer", "verdict"),
    [
        ([], 0, False, False, (FailureKind.TIMEOUT, "no connection for 0.1 s")),
        ([], 0, True, False, (FailureKind.TIMEOUT, "no answer for 0.1 s")),
        ([], 0, True, True, (FailureKind.TIMEOUT, "no progress for 0.1 s")),
        ([1] * 50, 0.01, True, True, (FailureKind.TIMEOUT, "no progress for 0.1 s")),
        ([1024] * 50, 0.04, True, True, (FailureKind.TOO_SLOW, "not done after 0.35 s")),
    ],
)
def test_verdicts(
    pieces: list[int], every: float, connect: bool, answer: bool, verdict: tuple[FailureKind, str]
) -> None:
    assert timeless(stuck(pieces, every, connect=connect, answer=answer)) == verdict


def test_turns_come_one_after_the_other() -> None:
    async def run() -> list[float]:
        turns = Turns(0.05)
        turns.space("http://slow", 0.1)
        turns.space("http://fast", 0.01)
        loop = asyncio.get_running_loop()
        begun = loop.time()

        async def one(origin: str) -> float:
            turn = await turns.turn(origin)
            assert turn is not None
            turn.left()
            return loop.time() - begun

        return await asyncio.gather(
            *(one(f"http://{name}") for name in ("a", "a", "a", "slow", "slow", "fast", "fast"))
        )

    first, second, third, slow, slower, fast, faster = timeless(run())
    assert (first, slow, fast) == (0.0, 0.0, 0.0)
    assert (second, third) == (pytest.approx(0.05 + MARGIN), pytest.approx(0.1 + 2 * MARGIN))
    assert slower == pytest.approx(0.1 + MARGIN)
    assert faster == pytest.approx(0.05 + MARGIN)  # the delay of all is the least


def test_no_delay_no_turns() -> None:
    async def run() -> float:
        turns = Turns(0)
        begun = asyncio.get_running_loop().time()
        for _ in range(100):
            await turns.turn("http://a")
        return asyncio.get_running_loop().time() - begun

    assert timeless(run()) == 0.0
