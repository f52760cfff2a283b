from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from protego import Protego

from scrapepy.decide.robots import (
    MAX_BYTES,
    AllowAll,
    DisallowAll,
    Rules,
    allowed,
    parse_robots,
    policy_from,
    product_token,
)
from scrapepy.model.outcome import FailureKind, Fetched, FetchFailed, NotModified
from scrapepy.model.url import CanonicalUrl

URL = CanonicalUrl("http://h/robots.txt")


def answer(status: int, body: bytes = b"") -> Fetched:
    return Fetched(URL, URL, status, (), body, at=0.0)


def judge(text: str, path: str, agent: str = "ScrapePy") -> bool:
    return allowed(text.encode(), agent, f"http://h{path}")


# --- groups (RFC 9309, section 2.2.1) ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "agent", "expected"),
    [
        ("User-agent: ScrapePy\nDisallow: /", "ScrapePy", False),
        ("User-agent: scrapepy\nDisallow: /", "ScrapePy", False),
        ("USER-AGENT: SCRAPEPY\nDISALLOW: /", "ScrapePy", False),
        ("User-agent: ScrapePy\nDisallow: /", "Other", True),
        ("User-agent: foo\nDisallow: /", "foobot", True),
        ("User-agent: foobot\nDisallow: /", "foo", True),
        ("User-agent: foo-bot\nDisallow: /", "foo", True),
        ("User-agent: ScrapePy/2.0\nDisallow: /", "ScrapePy", False),
        ("User-agent: ScrapePy # ours\nDisallow: /", "ScrapePy", False),
        ("User-agent: ScrapePy*\nDisallow: /", "ScrapePy", False),
        ("User-agent: ScrapePy*\nDisallow: /", "ScrapePyX", True),
        ("User-agent: * # all\nDisallow: /", "ScrapePy", False),
        ("User-agent: ScrapePy/1.0 beta\nDisallow: /", "scrapepy/9.9 (+http://h/)", False),
        ("User-agent: *\nDisallow: /\nUser-agent: ScrapePy\nDisallow: /x", "ScrapePy", True),
        ("User-agent: ScrapePy\nDisallow:\nUser-agent: *\nDisallow: /", "ScrapePy", True),
        ("User-agent: ScrapePy\nUser-agent: *\nDisallow: /", "Other", False),
        ("User-agent: a\nUser-agent: ScrapePy\nUser-agent: b\nDisallow: /", "ScrapePy", False),
        ("Disallow: /\nUser-agent: *\nDisallow: /x", "ScrapePy", True),  # a rule before any group
        ("User-agent:\nDisallow: /", "ScrapePy", True),  # a group of nobody
        ("", "ScrapePy", True),
    ],
)
def test_which_group_speaks(text: str, agent: str, expected: bool) -> None:
    assert judge(text, "/page", agent) is expected


def test_groups_of_one_agent_are_merged_over_the_file() -> None:
    text = "User-agent: ScrapePy\nDisallow: /a\n\nUser-agent: x\nDisallow: /\n\nUser-agent: scrapepy\nDisallow: /b\n"
    assert not judge(text, "/a")
    assert not judge(text, "/b")
    assert judge(text, "/c")


def test_blank_lines_and_unknown_records_end_no_group() -> None:
    text = (
        "User-agent: ScrapePy\n\n# a comment\nSitemap: http://h/s.xml\nHost: h\n\nUser-agent: other\n\nDisallow: /a\n"
    )
    assert not judge(text, "/a")
    assert not judge(text, "/a", "other")


def test_a_crawl_delay_belongs_to_its_group_like_a_rule() -> None:
    text = b"User-agent: ScrapePy\nCrawl-delay: 2\nUser-agent: *\nCrawl-delay: 7\nDisallow: /\n"
    mine, theirs = parse_robots(text, "ScrapePy"), parse_robots(text, "other")
    assert (mine.crawl_delay, mine.allows("/a")) == (2.0, True)
    assert (theirs.crawl_delay, theirs.allows("/a")) == (7.0, False)


@pytest.mark.parametrize(
    ("written", "seconds"), [("2", 2.0), ("0.5", 0.5), ("-1", None), ("nan", None), ("inf", None), ("soon", None)]
)
def test_a_crawl_delay_is_a_number_of_seconds(written: str, seconds: float | None) -> None:
    assert parse_robots(f"User-agent: *\nCrawl-delay: {written}".encode(), "ScrapePy").crawl_delay == seconds


@pytest.mark.parametrize(
    ("agent", "token"),
    [
        ("ScrapePy", "ScrapePy"),
        ("ScrapePy/1.0 (+https://example.org/bot)", "ScrapePy"),
        ("Mozilla/5.0 (compatible; ExampleBot/0.1; https://www.example.com/bot.html)", "ExampleBot"),
        ("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) FooBot/2.1", "FooBot"),
        ("my-bot 3", "my-bot"),
        ("", ""),
    ],
)
def test_the_token_of_an_identification_string(agent: str, token: str) -> None:
    assert product_token(agent) == token


# --- rules (sections 2.2.2 and 2.2.3) ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "path", "expected"),
    [
        ("Disallow: /a", "/ab", False),
        ("Disallow: /a", "/A", True),
        ("Disallow: /a/", "/a", True),
        ("Allow: /docs/\nDisallow: /", "/docs/x", True),
        ("Disallow: /\nAllow: /docs/", "/docs/x", True),
        ("Disallow: /\nAllow: /docs/", "/blog", False),
        ("Allow: /a\nDisallow: /a", "/a", True),  # equal length: allow
        ("Disallow: /a\nAllow: /a", "/a", True),
        ("Allow: /p\nDisallow: /pa*e", "/page", False),  # octets of the pattern, not of what it matched
        ("Allow: /page\nDisallow: /*.html", "/page.html", False),
        ("Disallow: /docs/*.pdf$", "/docs/a.pdf", False),
        ("Disallow: /docs/*.pdf$", "/docs/a.pdf?x", True),
        ("Disallow: /*?", "/a?b", False),
        ("Disallow: /*?", "/a", True),
        ("Disallow: *.php", "/x/a.php5", False),
        ("Disallow: /$", "/", False),
        ("Disallow: /$", "/a", True),
        ("Disallow: /a$b", "/a$b", False),  # a dollar elsewhere is a dollar
        ("Disallow: /a**b", "/a-b", False),
        ("Disallow: /a*$", "/anything", False),
        ("Disallow:", "/a", True),
        ("Disallow: /#x", "/#x", False),
        ("Disallow: page", "/page", True),  # every path begins with a slash
        ("Disallow: /", "/robots.txt", True),
        ("Disallow: /robots.txt", "/robots.txt", True),
        ("Disallow: /robots.txt", "/robots.txt?x", False),
    ],
)
def test_the_longest_rule_decides(rules: str, path: str, expected: bool) -> None:
    assert judge(f"User-agent: *\n{rules}\n", path) is expected


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        # the table of section 2.2.2
        ("/foo/bar?baz=quz", "/foo/bar?baz=quz"),
        ("/foo/bar?baz=https://foo.bar", "/foo/bar?baz=https%3A%2F%2Ffoo.bar"),
        ("/foo/bar?baz=https%3A%2F%2Ffoo.bar", "/foo/bar?baz=https://foo.bar"),
        ("/foo/bar/\u30c4", "/foo/bar/%E3%83%84"),
        ("/foo/bar/%E3%83%84", "/foo/bar/\u30c4"),
        ("/foo/bar/%62%61%7A", "/foo/bar/baz"),
        # the special characters of section 2.2.3, escaped
        ("/path/file-with-a-%2A.html", "/path/file-with-a-*.html"),
        ("/path/foo-%24", "/path/foo-$"),
        # and what follows from both
        ("/%7Eann", "/~ann"),
        ("/~ann", "/%7eann"),
        ("/a%3cb", "/a%3Cb"),
        ("/a%2cb", "/a,b"),
        ("/a b", "/a%20b"),
        ("/*u=/", "/x?u=/y"),
        ("/*?u=%2Fy*z", "/x?u=/y/z"),
    ],
)
def test_spellings_of_one_address_are_one(pattern: str, path: str) -> None:
    assert not judge(f"User-agent: *\nDisallow: {pattern}", path)


@pytest.mark.parametrize(
    ("pattern", "path"),
    [("/a%2Fb", "/a/b"), ("/a/b", "/a%2Fb"), ("/a%3Fb", "/a?b"), ("/path/file-%2A", "/path/file-x"), ("/a%24", "/a")],
)
def test_what_means_something_else_stays_apart(pattern: str, path: str) -> None:
    assert judge(f"User-agent: *\nDisallow: {pattern}", path)


def test_a_pattern_of_other_bytes_than_utf8_is_compared_octet_by_octet() -> None:
    assert not allowed(b"User-agent: *\nDisallow: /caf\xe9", "ScrapePy", "http://h/caf%E9")


def test_a_url_may_be_a_path_and_may_lack_one() -> None:
    text = b"User-agent: *\nDisallow: /\n"
    assert not allowed(text, "ScrapePy", "/a")
    assert not allowed(text, "ScrapePy", "http://h")
    assert not allowed(text, "ScrapePy", "http://h?a=/b")
    assert allowed(b"User-agent: *\nDisallow: /a", "ScrapePy", "http://h/b#/a")
    assert not allowed(b"User-agent: *\nDisallow: /r", "ScrapePy", "/r?u=http://h/a")


# --- bytes ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("end", [b"\n", b"\r", b"\r\n"])
def test_all_line_ends(end: bytes) -> None:
    assert not allowed(end.join([b"User-agent: *", b"", b"Disallow: /a", b""]), "ScrapePy", "/a")


def test_other_separators_of_lines_are_part_of_a_line() -> None:
    assert not allowed("User-agent: *\nDisallow: /a\u2028Allow: /a".encode(), "ScrapePy", "/a%E2%80%A8Allow:%20/a")


def test_a_byte_order_mark_is_not_part_of_the_first_key() -> None:
    assert not allowed(b"\xef\xbb\xbfUser-agent: *\nDisallow: /a", "ScrapePy", "/a")


def test_white_space_and_comments_around() -> None:
    assert not allowed(b" \t User-Agent \t: *# all\n\tDisallow :\t/a # why\n", "ScrapePy", "/a")


@pytest.mark.parametrize("line", ["Dissallow: /a", "disalow: /a", "Disallow /a", "Disallow\t/a", "disalow /a"])
def test_common_slips_are_forgiven(line: str) -> None:
    assert not judge(f"User-agent *\n{line}", "/a")


@pytest.mark.parametrize("line", ["Disallowed: /a", "NoDisallow: /a", "Request-rate: 1/5", "/a", ":", "Disallow/a"])
def test_lines_that_say_nothing(line: str) -> None:
    assert judge(f"User-agent: *\n{line}", "/a")


def test_what_is_beyond_the_limit_is_not_read_nor_is_a_line_that_it_cuts() -> None:
    start = b"User-agent: *\nDisallow: /a\n"
    filling = b"#" * (MAX_BYTES - len(start) - len("\nDisallow: /"))
    body = start + filling + b"\nDisallow: /private/\nDisallow: /c\n"
    assert len(start + filling) < MAX_BYTES < len(body)
    assert not allowed(body, "ScrapePy", "/a")
    assert allowed(body, "ScrapePy", "/c")
    assert allowed(body, "ScrapePy", "/other")


@given(st.binary(max_size=300), st.text(max_size=20), st.text(max_size=40))
def test_nothing_raises(body: bytes, agent: str, url: str) -> None:
    assert allowed(body, agent, url) in (True, False)


def test_hostile_patterns_cost_little() -> None:
    body = b"User-agent: *\n" + b"".join(b"Disallow: /" + b"a*" * 60 + b"%d$\n" % n for n in range(300))
    rules = parse_robots(body, "ScrapePy")
    start = time.process_time()
    assert rules.allows("/" + "a" * 2000)
    assert time.process_time() - start < 0.5


def test_sitemaps_are_of_no_group() -> None:
    body = b"Sitemap: http://h/a.xml\nUser-agent: x\nSITEMAP: /b.xml\nDisallow: /\nSitemap:\nSitemap: http://h/a.xml"
    assert parse_robots(body, "ScrapePy").sitemaps == ("http://h/a.xml", "/b.xml")


def test_the_line_that_decides_is_told() -> None:
    rules = parse_robots(b"User-agent: *\ndisallow:/private/*.html$ # mine\nAllow: /private/a.html", "ScrapePy")
    assert rules.matching_line("http://h/private/b.html") == "Disallow: /private/*.html$"
    assert rules.matching_line("http://h/public") == ""


# --- the oracle -------------------------------------------------------------------------------------------------------

# protego lets "foo" match "foobot", takes "$" and "index.html" for more than the RFC does, and ends groups at unknown
# records: the files stay clear of these.
PATHS = st.text("ab/.-_~", max_size=6).map(lambda rest: "/" + rest.lstrip("/"))
PATTERNS = st.one_of(PATHS, st.lists(PATHS, min_size=2, max_size=4).map("*".join), PATHS.map(lambda path: path + "?x"))
LINES = st.one_of(
    st.sampled_from(
        ["User-agent: *", "User-agent: ScrapePy", "User-agent: other", "", "# comment", "Sitemap: http://h/s"]
    ),
    st.tuples(st.sampled_from(["Allow", "Disallow", "disallow"]), PATTERNS).map(": ".join),
    st.sampled_from(["Disallow:", "Crawl-delay: 3", "Allow: /a%7Eb", "Disallow: /%61%e3%83%84", "Disallow: /\u30c4"]),
)
TARGETS = st.one_of(PATHS, PATHS.map(lambda path: path + "?x=1"), st.sampled_from(["/a~b", "/a\u30c4", "/%E3%83%84"]))


@given(st.lists(LINES, max_size=12), TARGETS, st.sampled_from(["ScrapePy", "other", "third"]))
def test_agrees_with_protego(lines: list[str], target: str, agent: str) -> None:
    text = "\n".join(lines)
    expected = Protego.parse(text).can_fetch(f"http://h{target}", agent)
    assert allowed(text.encode(), agent, f"http://h{target}") is expected


# --- the policy (section 2.3.1) ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", [401, 403, 404, 410, 418, 429, 499])
def test_unavailable_opens(status: int) -> None:
    assert policy_from(answer(status), now=0.0) == AllowAll(f"robots.txt answered {status}")


@pytest.mark.parametrize("status", [500, 502, 503, 599, 100])
def test_server_errors_close(status: int) -> None:
    assert policy_from(answer(status), now=10.0) == DisallowAll(f"robots.txt answered {status}", until=310.0)


@pytest.mark.parametrize("kind", list(FailureKind))
def test_unreachable_closes(kind: FailureKind) -> None:
    policy = policy_from(FetchFailed(URL, kind, at=0.0), now=0.0)
    assert policy == DisallowAll(f"robots.txt unreachable: {kind.value}", until=300.0)


def test_one_redirect_too_many_opens() -> None:
    assert policy_from(answer(302), now=0.0) == AllowAll("too many redirects of robots.txt")


def test_an_unasked_304_closes() -> None:
    assert isinstance(policy_from(NotModified(URL, (), at=0.0), now=0.0), DisallowAll)


def test_a_file_is_read_for_our_token() -> None:
    policy = policy_from(answer(200, b"User-agent: ScrapePy\nDisallow: /a"), now=0.0)
    assert isinstance(policy, Rules)
    assert not policy.rules.allows("http://h/a")
    policy = policy_from(answer(200, b"User-agent: ScrapePy\nDisallow: /a"), now=0.0, token="Mine")
    assert isinstance(policy, Rules)
    assert policy.rules.allows("http://h/a")


@pytest.mark.parametrize(
    "body",
    [
        b"<!DOCTYPE html><pre>\nUser-agent: *\nDisallow: /\n</pre>",
        b"\xef\xbb\xbf  <html>\nUser-agent: *\nDisallow: /",
        b"<!-- x -->\n<html lang=en>\nUser-agent: *\nDisallow: /",
    ],
)
def test_a_web_page_in_its_place_holds_no_rules(body: bytes) -> None:
    assert policy_from(answer(200, body), now=0.0) == AllowAll("a web page in place of robots.txt")


def test_an_empty_file_opens() -> None:
    policy = policy_from(answer(200), now=0.0)
    assert isinstance(policy, Rules)
    assert policy.rules.allows("http://h/a")
