from __future__ import annotations

from scrapepy.decide.host_queue import HostQueue
from scrapepy.decide.robots import AllowAll
from scrapepy.decide.throttle import Throttle
from scrapepy.model.entry import EntryKind, FrontierEntry
from scrapepy.model.options import Pace
from scrapepy.model.url import CanonicalUrl

PACE = Pace(delay=1.0, concurrency=1)


def entry(path: str, kind: EntryKind = EntryKind.PAGE, depth: int = 0) -> FrontierEntry:
    url = CanonicalUrl("http://h/" + path)
    return FrontierEntry(url, url, kind, depth=depth)


def queue() -> HostQueue:
    host = HostQueue("http://h", Throttle.of(PACE))
    host.policy = AllowAll("test")
    return host


def taken(host: HostQueue, *, pages: bool = True) -> list[str]:
    paths = []
    while host.head(pages=pages) is not None:
        paths.append(host.pop(pages=pages)[0].url.removeprefix("http://h/"))
    return paths


def test_order_is_kind_then_depth_then_age() -> None:
    host = queue()
    kinds = [
        entry("deep", depth=2),
        entry("near", depth=1),
        entry("asset", EntryKind.ASSET, depth=1),
        entry("sitemap", EntryKind.SITEMAP, depth=9),
        entry("seed", EntryKind.SEED),
        entry("robots.txt", EntryKind.ROBOTS),
    ]
    for order, one in enumerate(kinds):
        host.push(one, order)
    assert taken(host) == ["robots.txt", "seed", "sitemap", "near", "asset", "deep"]


def test_only_robots_while_the_policy_is_unknown() -> None:
    host = queue()
    host.policy = None
    host.push(entry("seed", EntryKind.SEED), 1)
    assert host.head(pages=True) is None
    host.push(entry("robots.txt", EntryKind.ROBOTS), 2)
    assert taken(host) == ["robots.txt"]


def test_pages_can_be_held_back() -> None:
    host = queue()
    host.push(entry("page"), 1)
    host.push(entry("asset", EntryKind.ASSET, depth=5), 2)
    assert taken(host, pages=False) == ["asset"]
    assert taken(host) == ["page"]


def test_what_waits_for_its_next_try_comes_back_to_its_place() -> None:
    host = queue()
    host.push(entry("again", depth=1), 1, not_before=50.0)
    host.push(entry("later", depth=2), 2)
    host.awake(49.0)
    assert host.head(pages=True) == (3, 2, 2)
    assert host.next_delayed() == 50.0
    host.awake(50.0)
    assert taken(host) == ["again", "later"]


def test_a_lower_depth_leaves_one_entry() -> None:
    host = queue()
    host.push(entry("a", depth=1), 1)
    host.push(entry("b", depth=5), 2)
    host.push(entry("b", depth=0), 3)
    assert taken(host) == ["b", "a"]
    assert not host.entries


def test_drain_is_in_order() -> None:
    host = queue()
    host.push(entry("b", depth=2), 1)
    host.push(entry("a", depth=1), 2, not_before=9.0)
    assert [one.url for one in host.drain()] == ["http://h/a", "http://h/b"]
    assert not host.entries
    assert host.next_delayed() is None
