"""URL identity: one spelling for one resource, by WHATWG rules."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scrapepy.web.canonical import (
    SiteIdentity,
    canonical,
    host_of,
    origin,
    path_and_query,
    resolve,
    site_name,
    split_fragment,
    without_credentials,
)


@pytest.mark.parametrize(
    ("reference", "expected"),
    [
        ("b", "http://h/d/b"),
        ("./b/../c", "http://h/d/c"),
        ("/x", "http://h/x"),
        ("//other/x", "http://other/x"),
        ("?q", "http://h/d/page?q"),
        ("#f", "http://h/d/page?x#f"),
        ("", "http://h/d/page?x"),
        ("  b\t\n ", "http://h/d/b"),
        ("b\nc", "http://h/d/bc"),
        ("..\\b", "http://h/b"),
        ("\\\\other\\b", "http://other/b"),
        ("http:b", "http://h/d/b"),
        ("https:/b", "https://b/"),
        ("a b", "http://h/d/a%20b"),
        ("é", "http://h/d/%C3%A9"),
        ("?é", "http://h/d/page?%C3%A9"),
        ("%2e%2E/b", "http://h/b"),
        ("http://EXAMPLE.com:80/", "http://example.com/"),
        ("http://bücher.example/", "http://xn--bcher-kva.example/"),
        ("http://faß.de", "http://xn--fa-hia.de/"),
        ("http://0x7f.1/", "http://127.0.0.1/"),
        ("http://[::0:1]/", "http://[::1]/"),
        ("mailto:a@b", "mailto:a@b"),
        ("javascript:void(0)", "javascript:void(0)"),
    ],
)
def test_a_reference_resolves_as_in_a_browser(reference: str, expected: str) -> None:
    assert resolve(reference, "http://h/d/page?x") == expected


@pytest.mark.parametrize(
    "address",
    [
        "",
        "b",
        "/b",
        "http://",
        "http://a b/",
        "http://a<b/",
        "http://%00/",
        "http://h:99999/",
        "http://1.2.3.4.5/",
        "http://[::1/",
        "http://a%25b/",
        # what ada-url takes for hosts and the standard does not
        "http://xn--/",
        "http://xn--a.com/",
        "http://a.b.c.xn--pokxncvks/",
        "http://10.0.0.XN--pokxncvks/",
        "http://xn--u-ccb.com/",
        "http://\ud800/",
        # names of mixed direction (RFC 5893, section 2)
        "http://\u05d0.1&",
        "http://+.\u05d0/",
        "http://\u05d0\u3002\u2603/",
        "http://\u05d01\u0661.com/",
        "http://\u05d0a.com/",
    ],
)
def test_what_is_no_url_is_none(address: str) -> None:
    assert resolve(address) is None
    assert canonical(address) is None


@pytest.mark.parametrize("host", ["xn--ls8h.la", "xn--fa-hia.de", "xn--fsqu00a.xn--0zwm56d", "xn--nxasmq6b"])
def test_true_punycode_passes(host: str) -> None:
    assert resolve(f"http://{host}/") == f"http://{host}/"


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("\u05d0.com", "xn--4db.com"),
        ("\u05d01.a.com.", "xn--1-zhc.a.com."),
        ("\u0627\u0661.com", "xn--mgb0j.com"),
        ("\u05d0\u05b0.com", "xn--7cb7d.com"),
    ],
)
def test_names_from_right_to_left(host: str, expected: str) -> None:
    assert resolve(f"http://{host}/") == f"http://{expected}/"


def test_halves_of_surrogate_pairs_are_replaced() -> None:
    assert resolve("http://h/\ud800\udfffx\udfff?\ud800#\udc00") == (
        "http://h/%F0%90%8F%BFx%EF%BF%BD?%EF%BF%BD#%EF%BF%BD"
    )
    assert resolve("\udfff", "http://h/a") == "http://h/%EF%BF%BD"


def test_a_path_that_looks_like_punycode_is_no_host() -> None:
    assert resolve("http://h/xn--a") == "http://h/xn--a"


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("http://h", "http://h/"),
        ("HTTP://H:80/", "http://h/"),
        ("https://h:443/", "https://h/"),
        ("http://h:443/", "http://h:443/"),
        ("http://h/a#b", "http://h/a"),
        ("http://user:pw@h/a", "http://h/a"),
        ("http://h/a@b", "http://h/a@b"),
        ("http://h/%7Eann", "http://h/~ann"),
        ("http://h/%41%62%2d%5F%2E", "http://h/Ab-_."),
        ("http://h/%e2%82%ac", "http://h/%E2%82%AC"),
        ("http://h/a%2fb%3Fc%23d%25e", "http://h/a%2Fb%3Fc%23d%25e"),
        ("http://h/100%", "http://h/100%25"),
        ("http://h/%zz", "http://h/%25zz"),
        ("http://h/%2%45", "http://h/%252E"),
        ("http://h/a|b", "http://h/a%7Cb"),
        ("http://h/?a[]=1", "http://h/?a%5B%5D=1"),
        ("http://h/?", "http://h/"),
        ("http://h/a?", "http://h/a"),
        ("http://h?a", "http://h/?a"),
        ("http://h/?b=1&a=2", "http://h/?b=1&a=2"),
        ("http://h/a/", "http://h/a/"),
        ("http://h//a//b", "http://h//a//b"),
        ("http://h/index.html", "http://h/index.html"),
        ("http://h/a;b=c", "http://h/a;b=c"),
        ("http://h/wiki/C_(language)", "http://h/wiki/C_(language)"),
    ],
)
def test_one_spelling(address: str, expected: str) -> None:
    assert canonical(address) == expected


@pytest.mark.parametrize(
    "address", ["mailto:a@b", "ftp://h/a", "file:///a", "javascript:x()", "data:,x", "about:blank"]
)
def test_only_http_has_an_identity(address: str) -> None:
    assert canonical(address) is None


def test_http_and_https_of_the_site_are_one() -> None:
    site = SiteIdentity("docs.example.com", "https")
    assert canonical("http://docs.example.com/a", site) == "https://docs.example.com/a"
    assert canonical("https://docs.example.com/a", site) == "https://docs.example.com/a"
    assert (
        canonical("https://docs.example.com/a", SiteIdentity("docs.example.com", "http")) == "http://docs.example.com/a"
    )


@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("http://www.docs.example.com/", "docs.example.com"),
        ("http://docs.example.com:8080/", "docs.example.com"),
        ("http://docs.example.com:443/", "docs.example.com"),
        ("http://127.0.0.1:8080/", "127.0.0.1:8080"),
        ("http://[::1]:8080/", "[::1]:8080"),
        ("http://other.org/docs.example.com/", "docs.example.com"),
    ],
)
def test_no_other_host_or_port_is_folded_in(address: str, host: str) -> None:
    assert canonical(address, SiteIdentity(host, "https")) == address


def test_an_ipv6_site_is_folded() -> None:
    assert canonical("http://[::1]/a", SiteIdentity("[::1]", "https")) == "https://[::1]/a"


@pytest.mark.parametrize(
    ("address", "host", "site", "its_origin", "rest"),
    [
        ("http://h", "h", "h", "http://h", "/"),
        ("http://h?x", "h", "h", "http://h", "/?x"),
        ("https://me:pw@h:8443/a/b?c=d#e", "h:8443", "h_8443", "https://h:8443", "/a/b?c=d"),
        ("http://[::1]:8080/a", "[::1]:8080", "[__1]_8080", "http://[::1]:8080", "/a"),
        ("http://h/a@b:c", "h", "h", "http://h", "/a@b:c"),
    ],
)
def test_parts(address: str, host: str, site: str, its_origin: str, rest: str) -> None:
    assert host_of(address) == host
    assert site_name(address) == site
    assert origin(address) == its_origin
    assert path_and_query(address) == rest


def test_fragments_are_split_off_as_written() -> None:
    assert split_fragment("http://h/a#b#c") == ("http://h/a", "b#c")
    assert split_fragment("http://h/a#") == ("http://h/a", "")
    assert split_fragment("http://h/a") == ("http://h/a", None)


def test_credentials_go_and_nothing_else() -> None:
    assert without_credentials("https://me:se%40cret@h:1/a@b?c@d") == "https://h:1/a@b?c@d"
    assert without_credentials("http://h/a@b") == "http://h/a@b"
    assert without_credentials("mailto:me@h") == "mailto:me@h"


_PIECES = st.sampled_from(
    [
        *"abzAF019-._~/?&=;%#@:[](){}|\\^` +é",
        *("%2", "%25", "%2e", "%2E%2e", "%41", "%7e", "../", "/./", "//", ";jsessionid=", "utm_source=x", "&gclid=1"),
        *("sid=0123456789abcdef01", "?", "(S(abcdefghijklmnopqrst))/", "PHPSESSID=1"),
    ]
)
_TAILS = st.lists(_PIECES, max_size=14).map("".join)


@given(_TAILS)
@example("/.;jsessionid=1/b")
@example("/;jsess;jsessionid=1ionid=2")
@example("/(S(abcdefghijklmnopqrst))/..;jsessionid=1/c")
@example("/(S(abcdefghijklmnopqrst))/(S(abcdefghijklmnopqrst))/c")
@example("/%%34%31")
def test_canonical_twice_is_once(tail: str) -> None:
    once = canonical("http://h/" + tail)
    assert once is not None
    assert canonical(once) == once
    assert "#" not in once


@given(st.text(max_size=30))
def test_any_text_resolves_or_is_none(text: str) -> None:
    address = resolve(text, "http://h/d/")
    assert address is None or (address.isascii() and resolve(address) == address)


@given(_TAILS)
def test_the_site_only_changes_the_scheme(tail: str) -> None:
    address = "http://h/" + tail
    plain, folded = canonical(address), canonical(address, SiteIdentity("h", "https"))
    assert plain is not None
    assert folded == plain.replace("http:", "https:", 1)


@pytest.mark.parametrize(
    ("address", "identity"),
    [
        ("http://W.TEST./x", "http://w.test/x"),
        ("http://w.test.:8080/", "http://w.test:8080/"),
        ("https://u.:p@w.test./", "https://w.test/"),
        ("http://w.test/a../b./", "http://w.test/a../b./"),
        ("http://w.test/?u=http://b./", "http://w.test/?u=http://b./"),
        ("http://../x", None),
        ("http://%2e%2e/x", None),
        ("http://./", None),
        ("http://.a/", None),
        ("http://a..b/", None),
        ("http://a../", None),
    ],
)
def test_hosts_with_dots(address: str, identity: str | None) -> None:
    assert canonical(address) == identity


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("http://docs.example.com/", "docs.example.com"),
        ("http://[::1]:8080/", "[__1]_8080"),
        ("http://con/", "_con"),
        ("http://NUL.test/", "_nul.test"),
        ("http://com1/", "_com1"),
        ("http://console.test/", "console.test"),
        ("http://a*b/", "a_b"),
        ("http://../", "_"),
        ("http://./", "_"),
        ("http://a./", "a"),
        ("http://../../x", "_"),
    ],
)
def test_site_names_are_names_everywhere(address: str, name: str) -> None:
    assert site_name(address) == name


def test_long_site_names_are_cut() -> None:
    first, second = (site_name(f"http://{'a.' * 150}{end}/") for end in "bc")
    assert first != second
    assert max(len(first), len(second)) < 220
