from __future__ import annotations

from scrapepy.decide.host_order import HostOrder
from scrapepy.decide.host_queue import HostQueue
from scrapepy.decide.robots import AllowAll
from scrapepy.decide.throttle import Throttle
from scrapepy.model.entry import EntryKind, FrontierEntry
from scrapepy.model.options import Pace
from scrapepy.model.url import CanonicalUrl


def entry(path: str, depth: int = 0) -> FrontierEntry:
    url = CanonicalUrl("http://h/" + path)
    return FrontierEntry(url, url, EntryKind.PAGE, depth=depth)


def queue(origin: str = "http://h") -> HostQueue:
    host = HostQueue(origin, Throttle.of(Pace(delay=1.0, concurrency=1)))
    host.policy = AllowAll("test")
    return host


def test_the_host_with_the_best_entry_goes_first() -> None:
    order = HostOrder()
    first, second = queue("http://a"), queue("http://b")
    first.push(entry("x", depth=3), 1)
    second.push(entry("y", depth=1), 2)
    for host in (first, second):
        order.place(host, pages_open=True)
    assert order.pick(0.0, pages_open=True) is second
    assert order.pick(0.0, pages_open=True) is first
    assert order.pick(0.0, pages_open=True) is None


def test_a_host_waits_for_its_moment() -> None:
    order = HostOrder()
    host = queue()
    host.push(entry("x"), 1)
    host.throttle = host.throttle.started(10.0).released()
    order.place(host, pages_open=True)
    moment = order.next_moment()
    assert moment is not None
    assert moment[0] > 11.0
    assert order.pick(11.0, pages_open=True) is None
    assert order.pick(moment[0], pages_open=True) is host


def test_a_full_host_is_nowhere_until_it_is_placed_again() -> None:
    order = HostOrder()
    host = queue()
    host.push(entry("x"), 1)
    order.place(host, pages_open=True)
    host.throttle = host.throttle.started(0.0)
    order.place(host, pages_open=True)
    assert order.pick(99.0, pages_open=True) is None
    assert order.next_moment() is None


def test_a_ready_host_that_was_asked_meanwhile_is_not_ready() -> None:
    order = HostOrder()
    first, second = queue("http://a"), queue("http://b")
    for number, host in enumerate((first, second)):
        host.push(entry("x"), number)
        order.place(host, pages_open=True)
    assert order.pick(0.0, pages_open=True) is first
    second.throttle = second.throttle.started(0.0).released()
    order.place(second, pages_open=True)
    assert order.pick(0.5, pages_open=True) is None
    assert order.pick(1.5, pages_open=True) is second
