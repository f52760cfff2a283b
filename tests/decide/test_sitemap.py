from __future__ import annotations

import gzip
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapepy.decide.sitemap import Sitemap, SitemapEntry, parse_sitemap

ADDRESS = "http://h/maps/sitemap.xml"
NS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


def urlset(*locs: str) -> bytes:
    return (
        f"<?xml version='1.0'?><urlset {NS}>{''.join(f'<url><loc>{loc}</loc></url>' for loc in locs)}</urlset>".encode()
    )


def pages(sitemap: Sitemap) -> list[str]:
    return [entry.url for entry in sitemap.pages]


def test_a_list_of_pages() -> None:
    body = f"""<?xml version="1.0" encoding="UTF-8"?>
    <urlset {NS} xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:xhtml="http://www.w3.org/1999/xhtml">
      <url>
        <loc> http://h/a?x=1&amp;y=2 </loc><lastmod>2026-05-01</lastmod><changefreq>daily</changefreq>
        <xhtml:link rel="alternate" hreflang="de" href="http://h/de/a"/>
        <image:image><image:loc>http://h/a.png</image:loc></image:image>
      </url>
      <url><lastmod>2026-05-02T10:00:00+02:00</lastmod><loc>http://h/b</loc></url>
      <url><loc>http://h/a?x=1&amp;y=2</loc></url>
    </urlset>""".encode()
    assert parse_sitemap(body, ADDRESS) == Sitemap(
        (SitemapEntry("http://h/a?x=1&y=2", "2026-05-01"), SitemapEntry("http://h/b", "2026-05-02T10:00:00+02:00"))
    )


def test_an_index() -> None:
    body = f"<sitemapindex {NS}><sitemap><loc>http://h/1.xml</loc></sitemap><sitemap><loc>2.xml.gz</loc></sitemap></sitemapindex>"
    assert parse_sitemap(body.encode(), ADDRESS) == Sitemap(sitemaps=("http://h/1.xml", "http://h/maps/2.xml.gz"))


def test_namespaces_are_not_insisted_on() -> None:
    assert pages(parse_sitemap(b"<urlset><url><loc>http://h/a</loc></url></urlset>", ADDRESS)) == ["http://h/a"]
    assert pages(parse_sitemap(b'<s:urlset xmlns:s="x"><s:url><s:loc>/a</s:loc></s:url></s:urlset>', ADDRESS)) == [
        "http://h/a"
    ]


def test_relative_and_foreign_addresses() -> None:
    found = parse_sitemap(urlset("a", "/b", "//other/c", "https://o.org/d", "mailto:x@y", "", "http://"), ADDRESS)
    assert pages(found) == ["http://h/maps/a", "http://h/b", "http://other/c", "https://o.org/d"]


@pytest.mark.parametrize("times", [1, 2])
def test_compressed(times: int) -> None:
    body = urlset("http://h/a")
    for _ in range(times):
        body = gzip.compress(body)
    assert parse_sitemap(body, ADDRESS) == Sitemap((SitemapEntry("http://h/a"),))


def test_gzip_in_several_streams() -> None:
    body = urlset("http://h/a", "http://h/b")
    assert pages(parse_sitemap(gzip.compress(body[:80]) + gzip.compress(body[80:]), ADDRESS)) == [
        "http://h/a",
        "http://h/b",
    ]


def test_a_bomb_is_read_up_to_a_limit() -> None:
    bomb = gzip.compress(gzip.compress(urlset("http://h/a") + b" " * 30_000_000))
    start = time.process_time()
    found = parse_sitemap(bomb, ADDRESS, max_bytes=100_000)
    assert time.process_time() - start < 6
    assert pages(found) == ["http://h/a"]
    assert "100000 bytes" in found.note


def test_text() -> None:
    body = "\ufeffhttp://h/a\r\nhttps://h/b?c\n\n# no\nnot an address\nftp://h/c\nhttp://h/ü".encode()
    assert pages(parse_sitemap(body, ADDRESS)) == ["http://h/a", "https://h/b?c", "http://h/%C3%BC"]


def test_feeds_are_lists_of_pages() -> None:
    rss = (
        b"<rss><channel><link>http://h/</link><item><title>A</title><link>http://h/a</link>"
        b"<pubDate>Mon, 4 May 2026</pubDate></item><item><link>http://h/b</link></item></channel></rss>"
    )
    assert pages(parse_sitemap(rss, ADDRESS)) == ["http://h/a", "http://h/b"]
    atom = (
        b'<feed xmlns="http://www.w3.org/2005/Atom"><link href="http://h/"/><entry><link rel="self" href="http://h/a.atom"/>'
        b'<link href="http://h/a"/><updated>2026-05-01</updated></entry></feed>'
    )
    assert parse_sitemap(atom, ADDRESS).pages == (SitemapEntry("http://h/a", "2026-05-01"),)


def test_a_file_that_breaks_off_is_read_as_far_as_it_goes() -> None:
    body = urlset("http://h/a", "http://h/b")
    found = parse_sitemap(body[:-40], ADDRESS)
    assert pages(found) == ["http://h/a"]
    assert found.note.startswith("not well-formed XML")
    found = parse_sitemap(gzip.compress(body)[:-20], ADDRESS)
    assert found.note


def test_entities_are_refused() -> None:
    body = b'<!DOCTYPE u [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><urlset><url><loc>http://h/&b;</loc></url></urlset>'
    assert parse_sitemap(body, ADDRESS) == Sitemap(note="entities in a sitemap are not read")
    body = b'<!DOCTYPE u [<!ENTITY a SYSTEM "file:///etc/passwd">]><urlset><url><loc>http://h/&a;</loc></url></urlset>'
    assert parse_sitemap(body, ADDRESS).pages == ()


def test_utf16() -> None:
    body = "<?xml version='1.0' encoding='utf-16'?><urlset><url><loc>http://h/ж</loc></url></urlset>".encode("utf-16")
    assert pages(parse_sitemap(body, ADDRESS)) == ["http://h/%D0%B6"]


@pytest.mark.parametrize("body", [b"<!DOCTYPE html><p>Not found<br>", b"just words", b"\x1f\x8b\x08broken", b"\0\1\2"])
def test_what_is_none(body: bytes) -> None:
    found = parse_sitemap(body, ADDRESS)
    assert (found.pages, found.sitemaps) == ((), ())
    assert found.note


def test_an_empty_file_is_an_empty_list() -> None:
    assert parse_sitemap(b"", ADDRESS) == Sitemap()


def test_no_more_addresses_than_asked_for() -> None:
    found = parse_sitemap(urlset(*(f"http://h/{n}" for n in range(50))), ADDRESS, max_urls=10)
    assert len(found.pages) == 10
    assert found.note == "more addresses than are read"
    text = "\n".join(f"http://h/{n}" for n in range(50)).encode()
    assert len(parse_sitemap(text, ADDRESS, max_urls=10).pages) == 10


@pytest.mark.parametrize("body", [b"<a>" * 200_000, b"<urlset><url>" + b"<loc/>" * 300_000])
def test_nesting_and_endless_elements_end(body: bytes) -> None:
    start = time.process_time()
    assert parse_sitemap(body, ADDRESS).note == "too much nesting for a sitemap"
    assert time.process_time() - start < 6


@given(st.binary(max_size=200))
def test_nothing_raises(body: bytes) -> None:
    parse_sitemap(body, ADDRESS)
    parse_sitemap(b"<urlset><url><loc>" + body, ADDRESS)
    parse_sitemap(gzip.compress(body), ADDRESS)
