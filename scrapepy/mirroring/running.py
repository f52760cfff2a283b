"""Runs a coroutine to its end from wherever it is called, and lets the first Ctrl-C be a request to stop."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import threading
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, TypeVar

_Answer = TypeVar("_Answer")


def run_to_end(work: Callable[[], Coroutine[Any, Any, _Answer]]) -> _Answer:
    """Do the work and answer what it answers; inside a running loop (a notebook) in a thread of its own."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work())
    box: list[_Answer | BaseException] = []

    def inside() -> None:
        try:
            box.append(asyncio.run(work()))
        except BaseException as error:
            box.append(error)

    thread = threading.Thread(target=inside, name="scrapepy")
    thread.start()
    thread.join()
    answer = box[0]
    if isinstance(answer, BaseException):
        raise answer
    return answer


@contextlib.contextmanager
def first_interrupt(stop: Callable[[], None]) -> Iterator[None]:
    """The first Ctrl-C calls ``stop``; from then on, and outside, it does what it always does."""
    loop = asyncio.get_running_loop()
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGINT)

    def interrupted(number: int, frame: object) -> None:
        signal.signal(signal.SIGINT, before)
        loop.call_soon_threadsafe(stop)

    signal.signal(signal.SIGINT, interrupted)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
