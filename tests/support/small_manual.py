"""A small site with one of each: pages, style sheets, images, redirects, twins, a sitemap, files to save as they are.

It has two versions, so that a refresh has something to do: pages that change, one that comes, one that goes and one
that moves.
"""

from __future__ import annotations

import hashlib

from tests.support.server import Answer, Script, Server, conditional, html, redirect, robots, typed

_WORDS = "The quick brown fox jumps over the lazy dog near the river bank and the old mill today. "
_PNG = b"\x89PNG\r\n\x1a\n"


def _page(title: str, body: str, head: str = "", words: int = 6) -> Answer:
    """A page that ends in a mark, so that a cut one is seen."""
    return html(
        f'<!doctype html><html lang=en><title>{title}</title><link rel=stylesheet href="/style/main.css">{head}'
        f"<body><nav><a href='/docs/'>Manual</a></nav><main><h1>{title}</h1><p>{_WORDS * words}</p>{body}"
        f"<p>The end of {title}.</p></main></body></html>"
    )


def _noise(name: str, size: int) -> bytes:
    """Bytes that do not compress, the same at every run."""
    parts = b"".join(hashlib.sha256(f"{name}{n}".encode()).digest() for n in range(size // 32 + 1))
    return parts[:size]


def _image(name: str) -> Answer:
    return typed("image/png", _PNG + _noise(name, 3000))


def _common(origin: str) -> dict[str, Answer]:
    chapters = "".join(f'<li><a href="chapter-{n}">Chapter {n}</a>' for n in range(1, 5))
    return {
        "/robots.txt": robots(f"User-agent: *\nDisallow: /private/\nSitemap: {origin}/sitemap.xml\n"),
        "/docs/": _page(
            "Manual",
            f'<ul>{chapters}</ul><p><a href="old">Moved</a>, <a href="twin/">twin</a>, <a href="twin/index.html">'
            'twin</a>, <a href="copy?print=2">copy</a>, <a href="paper.pdf">paper</a>, <a href="data.zip">data</a>, '
            '<a href="dead">dead</a>, <a href="/private/x">private</a>, <a href="page.php?id=3">page</a></p>',
        ),
        "/docs/twin/": _page("Twin", '<p><img src="../img/b.png" alt="B"></p>'),
        "/docs/twin/index.html": _page("Twin", '<p><img src="../img/b.png" alt="B"></p>'),
        "/docs/copy?print=2": _page("Copy", "", '<link rel=canonical href="/docs/copy">'),
        "/docs/copy": _page("Copy", "", '<link rel=canonical href="/docs/copy">'),
        "/docs/old": redirect("/docs/chapter-1#part"),
        "/docs/dead": html("<h1>Not found</h1>", 404),
        "/docs/page.php?id=3": _page("Page three", '<p><a href="chapter-2#part">Part</a></p>'),
        "/docs/paper.pdf": typed("application/pdf", b"%PDF-1.4\n" + _noise("paper", 40_000)),
        "/docs/data.zip": typed("application/zip", b"PK\x03\x04" + _noise("data", 1_500_000)),
        "/docs/img/b.png": _image("b"),
        "/docs/logo.svg": typed(
            "image/svg+xml", '<svg xmlns="http://www.w3.org/2000/svg"><image href="img/b.png"/></svg>'
        ),
        "/style/more.css": typed("text/css", 'p { background: url("/docs/img/c.png") }'),
        "/docs/img/c.png": _image("c"),
        "/js/main.js": typed("text/javascript", "console.log('ready')"),
        "/docs/only-in-sitemap": _page(
            "Only in the sitemap", '<p><a href="chapter-3">Three</a>, <a href="moving">Moving</a></p>'
        ),
    }


def _chapter(number: int, more: str = "") -> Answer:
    return _page(
        f"Chapter {number}",
        f'<h2 id="part">A part of {number}</h2><p>{_WORDS * 2}</p><p><img src="img/a.png" alt="A"> <img src="logo.svg" '
        f'alt="Logo"></p><pre><code>run --number {number}\n</code></pre><p><a href="./">Up</a>, '
        f'<a href="chapter-{number % 4 + 1}#part">next</a></p>{more}',
        '<script src="/js/main.js"></script>',
    )


def _sitemap(origin: str, *paths: str) -> Answer:
    urls = "".join(f"<url><loc>{origin}{path}</loc></url>" for path in paths)
    return typed("application/xml", f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{urls}</urlset>')


def old_version(origin: str) -> dict[str, Answer]:
    """The site as the first run finds it."""
    return {
        **_common(origin),
        "/sitemap.xml": _sitemap(origin, "/docs/", "/docs/only-in-sitemap", "/docs/going", "/docs/moving"),
        **{f"/docs/chapter-{number}": _chapter(number) for number in range(1, 5)},
        "/docs/going": _page("Going", '<p><img src="img/d.png" alt="D"></p>'),
        "/docs/moving": _page("Moving", ""),
        "/docs/img/a.png": _image("a"),
        "/docs/img/d.png": _image("d"),
        "/style/main.css": typed("text/css", '@import "more.css"; body { background: url("/docs/img/c.png") }'),
    }


def new_version(origin: str) -> dict[str, Answer]:
    """The site as a refresh finds it: two pages, an image and a style sheet changed, one came, one went, one moved."""
    return {
        **_common(origin),
        "/sitemap.xml": _sitemap(
            origin, "/docs/", "/docs/only-in-sitemap", "/docs/coming", "/docs/going", "/docs/moving"
        ),
        **{f"/docs/chapter-{number}": _chapter(number) for number in range(1, 3)},
        "/docs/chapter-3": _chapter(3, f"<p>{_WORDS} More of it.</p>"),
        "/docs/chapter-4": _chapter(4, "<h2 id=new>New</h2><p>A new part. <a href='coming'>Coming</a></p>"),
        "/docs/going": html("<h1>Gone</h1>", 410),
        "/docs/moving": redirect("/docs/moved"),
        "/docs/moved": _page("Moving", ""),
        "/docs/coming": _page("Coming", '<p><img src="img/e.png" alt="E"></p>'),
        "/docs/img/a.png": _image("another a"),
        "/docs/img/d.png": _image("d"),
        "/docs/img/e.png": _image("e"),
        "/style/main.css": typed("text/css", '@import "more.css"; body { background: url("/docs/img/e.png") }'),
    }


def serve(server: Server, site: dict[str, Answer]) -> None:
    """Let the server answer with that version; what has a body has an ETag by it, but for the PDF and one page."""
    for path, answer in site.items():
        server.script(path, _with_validator(path, answer))


def _with_validator(path: str, answer: Answer) -> Answer | Script:
    if answer.status != 200 or path.endswith((".pdf", "/chapter-2", "robots.txt")):
        return answer
    return conditional(answer, f'"{hashlib.sha256(answer.body).hexdigest()[:12]}"')
