"""What media types mean to us, which extensions fit them, and how bodies of them begin.

Sources: the IANA registry of media types; MIME Sniffing (mimesniff.spec.whatwg.org), sections 4 and 6; the
file formats' own specifications for what those leave out.
"""

from __future__ import annotations

from dataclasses import dataclass

from scrapepy.model.analysis import BodyKind


@dataclass(frozen=True, slots=True)
class MediaType:
    """Media types that mean one thing. ``extensions``: what files of it are called, the first where none fits yet."""

    types: tuple[str, ...]
    kind: BodyKind
    extensions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Signature:
    """How a body begins, from ``offset`` on; with ``also`` at ``also_at`` where one place is not enough."""

    id: str
    start: bytes
    type: str
    """The media type that it is, a key of :data:`MEDIA_TYPES`."""
    offset: int = 0
    also: bytes = b""
    also_at: int = 0


MEDIA_TYPES: tuple[MediaType, ...] = (
    MediaType(("text/html", "application/xhtml+xml"), BodyKind.HTML, (".html", ".htm")),
    MediaType(("text/css",), BodyKind.CSS, (".css",)),
    MediaType(
        (
            *("text/javascript", "application/javascript", "application/x-javascript", "text/ecmascript"),
            *("application/ecmascript", "text/x-javascript", "text/jscript", "text/livescript"),
        ),
        BodyKind.SCRIPT,
        (".js", ".mjs", ".cjs"),
    ),
    MediaType(
        ("application/json", "text/json", "application/ld+json", "application/geo+json", "application/schema+json"),
        BodyKind.JSON,
        (".json", ".jsonld", ".geojson", ".map", ".topojson", ".ipynb"),
    ),
    MediaType(("application/manifest+json",), BodyKind.MANIFEST, (".webmanifest", ".json")),
    MediaType(
        ("application/rss+xml", "application/atom+xml", "application/rdf+xml+rss"),
        BodyKind.FEED,
        (".xml", ".rss", ".atom", ".rdf"),
    ),
    MediaType(("application/feed+json",), BodyKind.FEED, (".json",)),
    MediaType(
        ("application/xml", "text/xml", "application/xslt+xml", "text/xsl", "application/rdf+xml"),
        BodyKind.XML,
        (".xml", ".xsl", ".xslt", ".xsd", ".rdf", ".dtd", ".rng", ".wsdl", ".owl", ".opml"),
    ),
    MediaType(("image/svg+xml",), BodyKind.SVG, (".svg",)),
    MediaType(("application/pdf", "application/x-pdf"), BodyKind.PDF, (".pdf",)),
    # images
    MediaType(("image/png", "image/x-png"), BodyKind.IMAGE, (".png",)),
    MediaType(("image/apng", "image/vnd.mozilla.apng"), BodyKind.IMAGE, (".apng", ".png")),
    MediaType(("image/jpeg", "image/jpg", "image/pjpeg"), BodyKind.IMAGE, (".jpg", ".jpeg", ".jpe", ".jfif")),
    MediaType(("image/gif",), BodyKind.IMAGE, (".gif",)),
    MediaType(("image/webp",), BodyKind.IMAGE, (".webp",)),
    MediaType(("image/avif",), BodyKind.IMAGE, (".avif",)),
    MediaType(("image/jxl",), BodyKind.IMAGE, (".jxl",)),
    MediaType(("image/heic", "image/heif"), BodyKind.IMAGE, (".heic", ".heif")),
    MediaType(("image/bmp", "image/x-ms-bmp"), BodyKind.IMAGE, (".bmp",)),
    MediaType(("image/tiff",), BodyKind.IMAGE, (".tif", ".tiff")),
    MediaType(("image/x-icon", "image/vnd.microsoft.icon"), BodyKind.IMAGE, (".ico", ".cur")),
    # fonts
    MediaType(("font/woff2", "application/font-woff2", "application/x-font-woff2"), BodyKind.FONT, (".woff2",)),
    MediaType(("font/woff", "application/font-woff", "application/x-font-woff"), BodyKind.FONT, (".woff",)),
    MediaType(
        ("font/ttf", "application/x-font-ttf", "application/x-font-truetype", "font/sfnt", "application/font-sfnt"),
        BodyKind.FONT,
        (".ttf", ".ttc", ".otf"),
    ),
    MediaType(("font/otf", "application/x-font-otf", "application/x-font-opentype"), BodyKind.FONT, (".otf", ".ttf")),
    MediaType(("application/vnd.ms-fontobject",), BodyKind.FONT, (".eot",)),
    MediaType(("font/collection",), BodyKind.FONT, (".ttc", ".otc")),
    # sound and film
    MediaType(("video/mp4", "application/mp4"), BodyKind.MEDIA, (".mp4", ".m4v")),
    MediaType(("video/webm",), BodyKind.MEDIA, (".webm",)),
    MediaType(("video/ogg", "application/ogg"), BodyKind.MEDIA, (".ogv", ".ogg", ".ogx", ".oga")),
    MediaType(("video/quicktime",), BodyKind.MEDIA, (".mov",)),
    MediaType(("video/x-msvideo", "video/avi"), BodyKind.MEDIA, (".avi",)),
    MediaType(("video/mpeg",), BodyKind.MEDIA, (".mpeg", ".mpg")),
    MediaType(("audio/mpeg", "audio/mp3"), BodyKind.MEDIA, (".mp3",)),
    MediaType(("audio/ogg", "audio/opus"), BodyKind.MEDIA, (".ogg", ".oga", ".opus")),
    MediaType(("audio/wav", "audio/x-wav", "audio/wave", "audio/vnd.wave"), BodyKind.MEDIA, (".wav",)),
    MediaType(("audio/mp4", "audio/x-m4a"), BodyKind.MEDIA, (".m4a", ".mp4")),
    MediaType(("audio/aac",), BodyKind.MEDIA, (".aac",)),
    MediaType(("audio/flac", "audio/x-flac"), BodyKind.MEDIA, (".flac",)),
    MediaType(("audio/webm",), BodyKind.MEDIA, (".weba", ".webm")),
    MediaType(("audio/midi", "audio/x-midi"), BodyKind.MEDIA, (".mid", ".midi")),
    MediaType(("text/vtt",), BodyKind.MEDIA, (".vtt",)),
    # text
    MediaType(("text/markdown", "text/x-markdown"), BodyKind.TEXT, (".md", ".markdown")),
    MediaType(("text/csv",), BodyKind.TEXT, (".csv",)),
    MediaType(("text/tab-separated-values",), BodyKind.TEXT, (".tsv",)),
    MediaType(("text/calendar",), BodyKind.TEXT, (".ics",)),
    MediaType(("application/yaml", "text/yaml", "application/x-yaml", "text/x-yaml"), BodyKind.TEXT, (".yaml", ".yml")),
    MediaType(("application/toml",), BodyKind.TEXT, (".toml",)),
    MediaType(("text/plain",), BodyKind.TEXT, (".txt", ".text", ".log", ".md", ".rst", ".csv", ".yaml", ".yml")),
    # what is only kept
    MediaType(("application/zip", "application/x-zip-compressed"), BodyKind.OTHER, (".zip", ".whl", ".epub", ".jar")),
    MediaType(("application/epub+zip",), BodyKind.OTHER, (".epub",)),
    MediaType(("application/java-archive",), BodyKind.OTHER, (".jar",)),
    MediaType(("application/gzip", "application/x-gzip"), BodyKind.OTHER, (".gz", ".tgz", ".svgz")),
    MediaType(("application/x-tar",), BodyKind.OTHER, (".tar",)),
    MediaType(("application/x-bzip2",), BodyKind.OTHER, (".bz2", ".tbz2")),
    MediaType(("application/x-xz",), BodyKind.OTHER, (".xz", ".txz")),
    MediaType(("application/zstd",), BodyKind.OTHER, (".zst",)),
    MediaType(("application/x-7z-compressed",), BodyKind.OTHER, (".7z",)),
    MediaType(("application/wasm",), BodyKind.OTHER, (".wasm",)),
    MediaType(("application/postscript",), BodyKind.OTHER, (".ps", ".eps", ".ai")),
    MediaType(("application/rtf", "text/rtf"), BodyKind.OTHER, (".rtf",)),
    MediaType(("application/msword",), BodyKind.OTHER, (".doc", ".dot")),
    MediaType(("application/vnd.ms-excel",), BodyKind.OTHER, (".xls",)),
    MediaType(("application/vnd.ms-powerpoint",), BodyKind.OTHER, (".ppt",)),
    MediaType(("application/vnd.openxmlformats-officedocument.wordprocessingml.document",), BodyKind.OTHER, (".docx",)),
    MediaType(("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",), BodyKind.OTHER, (".xlsx",)),
    MediaType(
        ("application/vnd.openxmlformats-officedocument.presentationml.presentation",), BodyKind.OTHER, (".pptx",)
    ),
    MediaType(("application/vnd.oasis.opendocument.text",), BodyKind.OTHER, (".odt",)),
    MediaType(("application/x-shockwave-flash",), BodyKind.OTHER, (".swf",)),
)

UNKNOWN_TYPES = frozenset(
    {"", "unknown/unknown", "application/unknown", "*/*", "application/octet-stream", "binary/octet-stream"}
)
"""Types that say nothing (MIME Sniffing, section 7): the body, the address and the role are asked instead."""

PAGE_EXTENSIONS = (".xhtml", ".xht", ".shtml")
"""What pages are called besides: a sign of a page, but a saved page keeps none of them.

Browsers parse a file called ``.xhtml`` as XML, which what we write is not, and need not know ``.shtml``.
"""

DYNAMIC_EXTENSIONS = frozenset(
    {".php", ".php3", ".php5", ".phtml", ".asp", ".aspx", ".ashx", ".jsp", ".jspx", ".jspa", ".do", ".action", ".cgi"}
    | {".pl", ".cfm", ".fcgi", ".dll", ".exe", ".nsf", ".seam", ".html", ".htm", ".xhtml", ".shtml"}
)
"""Extensions of programs that answer and of pages: they say nothing about a body that is no page."""

SIGNATURES: tuple[Signature, ...] = (
    Signature("png", b"\x89PNG\r\n\x1a\n", "image/png"),
    Signature("gif87", b"GIF87a", "image/gif"),
    Signature("gif89", b"GIF89a", "image/gif"),
    Signature("jpeg", b"\xff\xd8\xff", "image/jpeg"),
    Signature("webp", b"RIFF", "image/webp", also=b"WEBPVP", also_at=8),
    Signature("avif", b"ftypavif", "image/avif", offset=4),
    Signature("avis", b"ftypavis", "image/avif", offset=4),
    Signature("heic", b"ftypheic", "image/heic", offset=4),
    Signature("bmp", b"BM", "image/bmp", also=b"\0\0\0\0", also_at=6),
    Signature("ico", b"\0\0\1\0", "image/x-icon"),
    Signature("cur", b"\0\0\2\0", "image/x-icon"),
    Signature("tiff-le", b"II*\0", "image/tiff"),
    Signature("tiff-be", b"MM\0*", "image/tiff"),
    Signature("jxl", b"\0\0\0\x0cJXL \r\n\x87\n", "image/jxl"),
    Signature("woff2", b"wOF2", "font/woff2"),
    Signature("woff", b"wOFF", "font/woff"),
    Signature("otf", b"OTTO", "font/otf"),
    Signature("ttf", b"\0\1\0\0", "font/ttf"),
    Signature("ttc", b"ttcf", "font/collection"),
    Signature("eot", b"LP", "application/vnd.ms-fontobject", offset=34, also=b"\0", also_at=11),
    Signature("pdf", b"%PDF-", "application/pdf"),
    Signature("postscript", b"%!PS-Adobe-", "application/postscript"),
    Signature("mp4", b"ftyp", "video/mp4", offset=4),
    Signature("webm", b"\x1aE\xdf\xa3", "video/webm"),
    Signature("ogg", b"OggS\0", "application/ogg"),
    Signature("wav", b"RIFF", "audio/wav", also=b"WAVE", also_at=8),
    Signature("avi", b"RIFF", "video/avi", also=b"AVI ", also_at=8),
    Signature("mp3-id3", b"ID3", "audio/mpeg"),
    Signature("flac", b"fLaC", "audio/flac"),
    Signature("midi", b"MThd\0\0\0\6", "audio/midi"),
    Signature("gzip", b"\x1f\x8b\x08", "application/gzip"),
    Signature("zip", b"PK\3\4", "application/zip"),
    Signature("7z", b"7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"),
    Signature("bzip2", b"BZh", "application/x-bzip2", also=b"1AY&SY", also_at=4),
    Signature("xz", b"\xfd7zXZ\0", "application/x-xz"),
    Signature("zstd", b"(\xb5/\xfd", "application/zstd"),
    Signature("wasm", b"\0asm", "application/wasm"),
)
"""Bodies that say themselves what they are, in the order in which they are tried (the more specific first)."""

HTML_STARTS: tuple[bytes, ...] = (
    *(
        b"<!doctype html",
        b"<html",
        b"<head",
        b"<body",
        b"<title",
        b"<meta",
        b"<script",
        b"<iframe",
        b"<style",
        b"<link",
    ),
    *(b"<h1", b"<div", b"<font", b"<table", b"<a", b"<b", b"<br", b"<p", b"<center", b"<main", b"<article", b"<!--"),
)
"""How a page without a type may begin, white space aside (MIME Sniffing, section 7.1, and a few that it lacks)."""
