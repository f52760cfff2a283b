from __future__ import annotations

import pytest

from scrapepy.crawl.addresses import Reach, literal_reach, reach_of, refusal


@pytest.mark.parametrize(
    ("address", "reach"),
    [
        ("8.8.8.8", Reach.PUBLIC),
        ("2606:4700::1111", Reach.PUBLIC),
        ("127.0.0.1", Reach.PRIVATE),
        ("127.255.0.9", Reach.PRIVATE),
        ("::1", Reach.PRIVATE),
        ("::", Reach.PRIVATE),
        ("0.0.0.0", Reach.PRIVATE),
        ("10.1.2.3", Reach.PRIVATE),
        ("172.16.0.1", Reach.PRIVATE),
        ("172.32.0.1", Reach.PUBLIC),
        ("192.168.0.1", Reach.PRIVATE),
        ("100.64.0.1", Reach.PRIVATE),
        ("224.0.0.1", Reach.PRIVATE),
        ("255.255.255.255", Reach.PRIVATE),
        ("fd00::1", Reach.PRIVATE),
        ("ff02::1", Reach.PRIVATE),
        ("169.254.169.254", Reach.LINK_LOCAL),
        ("fe80::1", Reach.LINK_LOCAL),
        ("fe80::1%eth0", Reach.LINK_LOCAL),
        ("::ffff:127.0.0.1", Reach.PRIVATE),
        ("::ffff:8.8.8.8", Reach.PUBLIC),
        ("::ffff:169.254.1.1", Reach.LINK_LOCAL),
        ("64:ff9b::a9fe:a9fe", Reach.LINK_LOCAL),
        ("64:ff9b::7f00:1", Reach.PRIVATE),
        ("2002:7f00:1::", Reach.PRIVATE),
        ("::7f00:1", Reach.PRIVATE),
    ],
)
def test_reach(address: str, reach: Reach) -> None:
    assert reach_of(address) is reach


@pytest.mark.parametrize(
    ("host", "reach"),
    [
        ("docs.example.com", None),
        ("example.123", None),
        ("localhost", Reach.PRIVATE),
        ("app.localhost", Reach.PRIVATE),
        ("localhost.", Reach.PRIVATE),
        ("localhost.localdomain", Reach.PRIVATE),
        ("localhost6", Reach.PRIVATE),
        ("ip6-loopback", Reach.PRIVATE),
        ("router.local", Reach.PRIVATE),
        ("metadata.google.internal.", Reach.PRIVATE),
        ("local", None),
        ("localhost.example.com", None),
        ("127.0.0.1.example.com", None),
        ("notlocalhost", None),
        ("10.0.0.1", Reach.PRIVATE),
        ("::1", Reach.PRIVATE),
        ("fe80::1", Reach.LINK_LOCAL),
        ("", None),
    ],
)
def test_literals(host: str, reach: Reach | None) -> None:
    assert literal_reach(host) is reach


def test_who_may_ask_whom() -> None:
    assert refusal(Reach.PUBLIC, public_referrer=True, start_host=False) is None
    assert refusal(Reach.PRIVATE, public_referrer=False, start_host=False) is None
    assert refusal(Reach.PRIVATE, public_referrer=True, start_host=False) == "a private address, named by a public page"
    assert refusal(Reach.LINK_LOCAL, public_referrer=False, start_host=False) == "a link-local address"
    assert refusal(Reach.LINK_LOCAL, public_referrer=True, start_host=True) is None
