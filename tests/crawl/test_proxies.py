from __future__ import annotations

import pytest

from scrapepy.crawl.proxies import Proxies, Proxy, bypassed, environment_proxies, parse_proxy, proxies_from
from scrapepy.errors import UsageError


@pytest.mark.parametrize(
    ("text", "proxy"),
    [
        ("http://proxy:3128", Proxy("proxy", 3128)),
        ("proxy:3128", Proxy("proxy", 3128)),
        ("http://proxy", Proxy("proxy", 80)),
        ("http://[::1]:3128/", Proxy("::1", 3128)),
        ("http://me:s%40cret@proxy:1", Proxy("proxy", 1, "Basic bWU6c0BjcmV0")),
    ],
)
def test_parse(text: str, proxy: Proxy) -> None:
    assert parse_proxy(text) == proxy


def test_secret_is_not_shown() -> None:
    assert repr(parse_proxy("http://me:secret@proxy:1")) == "Proxy(proxy:1)"


@pytest.mark.parametrize("text", ["socks5://proxy:1080", "https://proxy", "http://", "http://proxy:nan", "http://:80"])
def test_what_cannot_be_used(text: str) -> None:
    with pytest.raises(UsageError, match="proxy"):
        parse_proxy(text)


@pytest.mark.parametrize(
    ("host", "no_proxy", "expected"),
    [
        ("docs.test", "", False),
        ("docs.test", "*", True),
        ("docs.test", "docs.test", True),
        ("docs.test", "a.test, docs.test", True),
        ("docs.test", "docs.test:8080", True),
        ("docs.test", "docs.test:80", False),
        ("a.docs.test", ".docs.test", True),
        ("a.docs.test", "docs.test", True),
        ("a.docs.test", "*.docs.test", True),
        ("notdocs.test", "docs.test", False),
        ("DOCS.test", "docs.TEST", True),
        ("::1", "[::1]", True),
        ("127.0.0.1", "localhost,127.0.0.1", True),
    ],
)
def test_bypass(host: str, no_proxy: str, expected: bool) -> None:
    assert bypassed(host, 8080, no_proxy) is expected


def test_which_proxy() -> None:
    proxies = proxies_from({"all": "http://every:1", "https": "http://tls:2", "no": "docs.test"})
    assert proxies.for_host("http", "h", 80) == Proxy("every", 1)
    assert proxies.for_host("https", "h", 443) == Proxy("tls", 2)
    assert proxies.for_host("http", "docs.test", 80) is None
    assert proxies_from({}) == Proxies()


def test_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://proxy:3128")
    monkeypatch.setenv("NO_PROXY", "inside.test")
    proxies = environment_proxies()
    assert proxies == Proxies(Proxy("proxy", 3128), None, "inside.test")
