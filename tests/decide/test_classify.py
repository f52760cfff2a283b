from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapepy.decide.classify import classify, essence, extension_for
from scrapepy.model.analysis import BodyKind as Kind
from scrapepy.model.url import Role
from scrapepy.rules.media_types import MEDIA_TYPES, SIGNATURES

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"


@pytest.mark.parametrize(
    ("content_type", "path", "head", "kind"),
    [
        ("text/html; charset=utf-8", "/a", b"<p>hello", Kind.HTML),
        ("TEXT/HTML", "/a.php", b"", Kind.HTML),
        ("text/html", "/a.png", PNG, Kind.IMAGE),
        ("text/html", "/a.pdf", b"%PDF-1.4", Kind.PDF),
        ("text/html", "/a", b"<?xml version='1.0'?><rss version='2.0'>", Kind.FEED),
        ("text/html", "/a", b"<rss version='2.0'>", Kind.FEED),
        ("text/html", "/a", b"<?xml version='1.0'?><!DOCTYPE html><html>", Kind.HTML),
        ("text/html, text/html", "/a", b"", Kind.HTML),
        ("application/xhtml+xml", "/a", b"<?xml version='1.0'?>\n<html xmlns='x'>", Kind.HTML),
        ("text/css", "/a.css", b"body{}", Kind.CSS),
        ("application/x-javascript", "/a", b"1", Kind.SCRIPT),
        ("application/json", "/a", b"{}", Kind.JSON),
        ("application/vnd.api+json", "/a", b"{}", Kind.JSON),
        ("application/manifest+json", "/a", b"{}", Kind.MANIFEST),
        ("application/feed+json", "/a", b"{}", Kind.FEED),
        ("application/xml", "/a", b"<?xml version='1.0'?><urlset xmlns='x'>", Kind.SITEMAP),
        ("text/xml", "/a", b"<!-- made by x --><sitemapindex>", Kind.SITEMAP),
        ("text/xml", "/a", b"<?xml version='1.0'?><feed xmlns='http://www.w3.org/2005/Atom'>", Kind.FEED),
        ("text/xml", "/a", b"<feed><fodder>oats</fodder></feed>", Kind.FEED),
        ("text/xml", "/a", b"<feed animal='cow'>", Kind.XML),
        ("text/xml", "/a", b"<rdf:RDF xmlns='http://purl.org/rss/1.0/'>", Kind.FEED),
        ("text/xml", "/a", b"<rdf:RDF xmlns:owl='http://www.w3.org/2002/07/owl#'>", Kind.XML),
        ("text/xml", "/a", b"<?xml version='1.0'?><book/>", Kind.XML),
        ("application/docbook+xml", "/a", b"<book/>", Kind.XML),
        ("text/xml", "/a", b"<svg xmlns='http://www.w3.org/2000/svg'>", Kind.SVG),
        ("image/svg+xml", "/a.svg", b"<svg>", Kind.SVG),
        ("image/png", "/a.png", PNG, Kind.IMAGE),
        ("image/x-whatever", "/a", b"", Kind.IMAGE),
        ("image/avif", "/a.avif", b"\0\0\0\x20ftypmif1", Kind.IMAGE),
        ("font/woff2", "/a", b"wOF2", Kind.FONT),
        ("video/mp4", "/a", b"\0\0\0\x20ftypisom", Kind.MEDIA),
        ("application/pdf", "/a", b"%PDF-1.7", Kind.PDF),
        ("text/plain", "/LICENSE", b"The licence", Kind.TEXT),
        ("text/plain", "/a.txt", b"<html> is how pages begin", Kind.TEXT),
        ("text/plain", "/a.zip", b"PK\3\4", Kind.OTHER),
        ("text/plain", "/objects.inv", b"x\x9c\0\1", Kind.OTHER),
        ("text/plain", "/help.txt", b"x" * 34 + b"LP is no font", Kind.TEXT),
        ("text/markdown", "/a.md", b"# a", Kind.TEXT),
        ("text/x-python", "/a.py", b"import a", Kind.TEXT),
        ("application/zip", "/a.zip", b"PK\3\4", Kind.OTHER),
        ("application/gzip", "/sitemap.xml.gz", b"\x1f\x8b\x08", Kind.SITEMAP),
        ("application/gzip", "/a.tar.gz", b"\x1f\x8b\x08", Kind.OTHER),
        ("image/svg+xml", "/a.svgz", b"\x1f\x8b\x08", Kind.SVG),
        (None, "/a", b"<!DOCTYPE html><p>x", Kind.HTML),
        (None, "/a", b"\xef\xbb\xbf \n<!-- x -->\n<HTML>", Kind.HTML),
        (None, "/a", "<html>ж".encode("utf-16"), Kind.HTML),
        (None, "/a", b"<h1>Title</h1>", Kind.HTML),
        (None, "/a", b"Welcome<br><p>to sloppy pages</p>", Kind.HTML),
        (None, "/a.html", b"hello", Kind.HTML),
        (None, "/a", b"just words", Kind.TEXT),
        (None, "/a", b"<header-like", Kind.TEXT),
        (None, "/a.png", PNG, Kind.IMAGE),
        (None, "/a.css", b"body{}", Kind.CSS),
        (None, "/a", b"\0\1\2", Kind.OTHER),
        (None, "/a", b"<?xml version='1.0'?><x/>", Kind.XML),
        ("", "/a", b"", Kind.TEXT),
        ("application/octet-stream", "/a.woff2", b"wOF2", Kind.FONT),
        ("application/octet-stream", "/a.css", b"body{}", Kind.CSS),
        ("application/octet-stream", "/a", b"<html>", Kind.OTHER),
        ("application/octet-stream", "/a.html", b"<html>", Kind.HTML),
    ],
)
def test_kinds(content_type: str | None, path: str, head: bytes, kind: Kind) -> None:
    assert classify(content_type, "http://h" + path, head) is kind


@pytest.mark.parametrize(
    ("content_type", "path", "head", "role", "kind"),
    [
        ("text/plain", "/a.css", b"body{}", Role.STYLE, Kind.CSS),
        ("text/plain", "/a.js", b"1", Role.SCRIPT, Kind.SCRIPT),
        ("text/plain", "/a.js", b"1", Role.LINK, Kind.TEXT),
        ("text/plain", "/sitemap.txt", b"http://h/a", Role.SITEMAP, Kind.SITEMAP),
        ("text/html", "/x.js", b"var a = '<p>'", Role.SCRIPT, Kind.SCRIPT),
        ("text/html", "/x.js", b"<!DOCTYPE html>", Role.SCRIPT, Kind.HTML),
        ("text/html", "/x.css", b"<html>404", Role.STYLE, Kind.HTML),
        ("application/json", "/site.json", b"{}", Role.MANIFEST, Kind.MANIFEST),
        (None, "/x", b"@import 'a';", Role.STYLE, Kind.CSS),
        (None, "/x", b"words", Role.FRAME, Kind.HTML),
        (None, "/x", b"GIF89a", Role.ICON, Kind.IMAGE),
        ("application/octet-stream", "/x", b"", Role.IMAGE, Kind.IMAGE),
        ("application/octet-stream", "/search_index", b"{}", Role.DATA, Kind.JSON),
        ("application/gzip", "/x", b"\x1f\x8b\x08", Role.SITEMAP, Kind.SITEMAP),
    ],
)
def test_the_role_helps_where_the_type_does_not(
    content_type: str | None, path: str, head: bytes, role: Role, kind: Kind
) -> None:
    assert classify(content_type, "http://h" + path, head, role) is kind


@given(st.text(max_size=30), st.text(max_size=20), st.binary(max_size=60), st.sampled_from(list(Role)))
def test_anything_is_something(content_type: str, path: str, head: bytes, role: Role) -> None:
    url = "http://h/" + path
    kind = classify(content_type, url, head, role)
    extension = extension_for(kind, content_type, url, head)
    assert extension == "" or (extension.startswith(".") and extension == extension.lower())


@pytest.mark.parametrize(
    ("kind", "content_type", "path", "extension"),
    [
        (Kind.HTML, "text/html", "/page.php", ".html"),
        (Kind.HTML, "text/html", "/a.HTM", ".htm"),
        (Kind.HTML, "text/html", "/a.html?x=.php", ".html"),
        (Kind.HTML, "text/html", "/", ".html"),
        (Kind.HTML, "text/html", "/guide/intro", ".html"),
        (Kind.HTML, "text/html", "/rel-1.884291", ".html"),
        (Kind.HTML, "application/xhtml+xml", "/a.xhtml", ".html"),
        (Kind.HTML, "text/html", "/README.md", ".html"),
        (Kind.CSS, "text/css", "/style.php", ".css"),
        (Kind.CSS, "text/plain", "/style.css", ".css"),
        (Kind.SCRIPT, "text/javascript", "/a.mjs", ".mjs"),
        (Kind.SCRIPT, "text/javascript", "/a", ".js"),
        (Kind.JSON, "application/json", "/a.map", ".map"),
        (Kind.JSON, "application/json", "/api", ".json"),
        (Kind.JSON, "application/json", "/a.html", ".json"),
        (Kind.MANIFEST, "application/json", "/site.webmanifest", ".webmanifest"),
        (Kind.MANIFEST, "application/manifest+json", "/manifest.json", ".json"),
        (Kind.SVG, "image/svg+xml", "/a.svg", ".svg"),
        (Kind.SVG, "text/xml", "/a.php", ".svg"),
        (Kind.IMAGE, "image/jpeg", "/a.jpeg", ".jpeg"),
        (Kind.IMAGE, "image/png", "/i?id=3", ".png"),
        (Kind.IMAGE, "text/html", "/a.png", ".png"),
        (Kind.IMAGE, "image/unheard-of", "/a", ""),
        (Kind.FONT, "application/octet-stream", "/a.woff2", ".woff2"),
        (Kind.MEDIA, "video/mp4", "/a.m4v", ".m4v"),
        (Kind.MEDIA, "video/mp4", "/watch", ".mp4"),
        (Kind.PDF, "application/pdf", "/a", ".pdf"),
        (Kind.PDF, "application/octet-stream", "/a.pdf", ".pdf"),
        (Kind.TEXT, "text/plain", "/LICENSE", ".txt"),
        (Kind.TEXT, "text/plain", "/a.rs", ".rs"),
        (Kind.TEXT, "text/plain", "/a.js", ".js"),
        (Kind.TEXT, "text/plain", "/a.html", ".txt"),
        (Kind.TEXT, "text/plain", "/show.php", ".txt"),
        (Kind.TEXT, "text/markdown", "/readme", ".md"),
        (Kind.TEXT, "text/plain", "/v1.2", ".txt"),
        (Kind.XML, "text/xml", "/a.xsl", ".xsl"),
        (Kind.XML, "text/xml", "/a.dbk", ".dbk"),
        (Kind.XML, "text/xml", "/a", ".xml"),
        (Kind.FEED, "application/rss+xml", "/a.rss", ".rss"),
        (Kind.SITEMAP, "application/gzip", "/sitemap.xml.gz", ".gz"),
        (Kind.SITEMAP, "text/xml", "/sitemap", ".xml"),
        (Kind.OTHER, "application/octet-stream", "/objects.inv", ".inv"),
        (Kind.OTHER, "application/zip", "/download", ".zip"),
        (Kind.OTHER, "application/zip", "/get.php", ".zip"),
        (Kind.OTHER, "application/octet-stream", "/v1.2", ""),
        (Kind.OTHER, None, "/get.php", ""),
    ],
)
def test_extensions(kind: Kind, content_type: str | None, path: str, extension: str) -> None:
    assert extension_for(kind, content_type, "http://h" + path) == extension


def test_an_image_is_called_what_it_is() -> None:
    assert extension_for(Kind.IMAGE, "image/gif", "http://h/a.gif", PNG) == ".png"
    assert extension_for(Kind.IMAGE, "image/gif", "http://h/a.png", PNG) == ".png"
    assert extension_for(Kind.IMAGE, "text/html", "http://h/a.jpg", b"\xff\xd8\xff\xe0") == ".jpg"


def test_office_files_are_zip_files_that_keep_their_name() -> None:
    docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    assert extension_for(Kind.OTHER, docx, "http://h/a.docx", b"PK\3\4") == ".docx"


@pytest.mark.parametrize("value", ["text/html;charset=x", " Text/HTML ; a=b", "text/html,text/plain"])
def test_essence(value: str) -> None:
    assert essence(value) == "text/html"


def test_the_tables_fit_together() -> None:
    names = [name for row in MEDIA_TYPES for name in row.types]
    assert len(set(names)) == len(names)
    assert {signature.type for signature in SIGNATURES} <= set(names)
    assert len({signature.id for signature in SIGNATURES}) == len(SIGNATURES)
    assert all(extension.startswith(".") for row in MEDIA_TYPES for extension in row.extensions)


@pytest.mark.parametrize("signature", SIGNATURES, ids=lambda row: row.id)
def test_each_signature_is_seen_and_needs_all_of_its_bytes(signature: object) -> None:
    from scrapepy.rules.media_types import Signature

    assert isinstance(signature, Signature)
    head = bytearray(b"x" * 64)
    head[signature.offset : signature.offset + len(signature.start)] = signature.start
    head[signature.also_at : signature.also_at + len(signature.also)] = signature.also
    kind = next(row.kind for row in MEDIA_TYPES if signature.type in row.types)
    assert classify("application/x-nothing", "http://h/a", bytes(head)) is kind
    head[signature.offset] ^= 0x20
    assert classify("application/x-nothing", "http://h/a", bytes(head)) is Kind.OTHER
