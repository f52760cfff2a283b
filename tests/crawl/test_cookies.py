from __future__ import annotations

from pathlib import Path

import pytest

from scrapepy.crawl.cookies import CookieJar, default_path, read_netscape
from scrapepy.errors import UsageError


def jar_with(*headers: str, scheme: str = "http", path: str = "/docs/a") -> CookieJar:
    jar = CookieJar()
    for header in headers:
        jar.receive(header, scheme, "docs.test", path, now=1000.0)
    return jar


def sent(
    jar: CookieJar, path: str = "/docs/b", host: str = "docs.test", scheme: str = "http", now: float = 1000.0
) -> str:
    return jar.header(scheme, host, path, now)


def test_goes_back_to_its_host_alone_whatever_its_domain_says() -> None:
    jar = jar_with("id=1; Domain=.test; Path=/", "k=v; domain=docs.test")
    assert sent(jar) == "k=v; id=1"
    assert [sent(jar, host=host) for host in ("test", "www.docs.test", "other.test")] == ["", "", ""]


def test_path() -> None:
    jar = jar_with("a=1; Path=/docs", "b=2", "c=3; Path=nonsense")
    assert sent(jar, "/docs") == "a=1; b=2; c=3"
    assert sent(jar, "/") == ""
    assert sent(jar, "/docs/x") == "a=1; b=2; c=3"
    assert sent(jar, "/docs-old/x") == ""
    assert [default_path(path) for path in ("/a/b", "/a", "", "/")] == ["/a", "/", "/", "/"]


def test_secure() -> None:
    assert sent(jar_with("a=1; Secure")) == ""
    jar = jar_with("a=1; Secure", scheme="https")
    assert (sent(jar), sent(jar, scheme="https")) == ("", "a=1")


def test_expiry() -> None:
    jar = jar_with("a=1; Max-Age=60", "b=2; Expires=Thu, 01 Jan 1970 00:20:00 GMT", "c=3; Max-Age=soon")
    assert sent(jar, now=1059) == "a=1; b=2; c=3"
    assert sent(jar, now=1100) == "b=2; c=3"
    assert sent(jar, now=1300) == "c=3"
    jar.receive("c=; Max-Age=0", "http", "docs.test", "/docs/a", now=1000.0)
    assert sent(jar, now=1300) == ""


def test_a_later_one_replaces() -> None:
    assert sent(jar_with("a=1", "a=2")) == "a=2"


@pytest.mark.parametrize("header", ["", "novalue", "=x", "a=b\x00c", "a=" + "x" * 5000, ";a=1"])
def test_what_is_no_cookie(header: str) -> None:
    assert sent(jar_with(header)) == ""


def test_a_host_may_set_so_many() -> None:
    jar = jar_with(*(f"n{number}=1" for number in range(500)))
    assert sent(jar).count("=") == 50


def test_netscape_file(tmp_path: Path) -> None:
    file = tmp_path / "cookies.txt"
    file.write_text(
        "# Netscape HTTP Cookie File\n\n"
        ".docs.test\tTRUE\t/\tFALSE\t2000\tall\t1\n"
        "#HttpOnly_docs.test\tFALSE\t/\tTRUE\t0\tsecret\t2\n"
        "docs.test\tFALSE\t/\tFALSE\t500\told\t3\n"
        "docs.test\tFALSE\t/x\tFALSE\t0\tempty\n"
    )
    jar = CookieJar(read_netscape(str(file)))
    assert sent(jar) == "all=1"
    assert sent(jar, host="sub.docs.test") == "all=1"
    assert sent(jar, scheme="https") == "all=1; secret=2"
    assert sent(jar, host="notdocs.test") == ""
    assert sent(jar, "/x/y") == "empty=; all=1"
    jar.receive("all=9; Path=/", "http", "docs.test", "/", now=1000.0)
    assert sent(jar) == "all=9"


@pytest.mark.parametrize("text", ["docs.test FALSE / FALSE 0 a b", "docs.test\tFALSE\t/\tFALSE\tsoon\ta\tb", "a\tb"])
def test_netscape_file_that_is_none(tmp_path: Path, text: str) -> None:
    file = tmp_path / "cookies.txt"
    file.write_text(text)
    with pytest.raises(UsageError, match="line 1 of the cookies file"):
        read_netscape(str(file))


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read: No such file"):
        read_netscape(str(tmp_path / "none"))
