"""An independent judge of a saved HTML tree: standard library only, none of the code that made the tree.

``audit`` walks every HTML and CSS file of a mirror and reports local references that lead to no file, references to the
origin whose target stands in the mirror, and (given the original tree) link fragments that were lost.
Run by hand: ``python -m tests.support.link_audit MIRROR_SITE_FOLDER ORIGIN_URL [ORIGINAL_TREE URL_PREFIX]``.
"""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

_URL_ATTRIBUTES = {
    "href",
    "src",
    "poster",
    "data",
    "cite",
    "longdesc",
    "background",
    "action",
    "formaction",
    "xlink:href",
}
_CSS_URL = re.compile(r"""url\(\s*(?:"([^"]*)"|'([^']*)'|([^"')\s]+))\s*\)|@import\s+(?:"([^"]*)"|'([^']*)')""", re.I)
_CSS_COMMENT = re.compile(r"/\*.*?\*/", re.S)


class _References(HTMLParser):
    """Collects (tag, attribute, value) of everything that refers, in document order."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[str, str, str]] = []
        self.ids: set[str] = set()
        self._style = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._style = tag == "style"
        for name, value in attrs:
            if value is None:
                continue
            if name == "id" or (name == "name" and tag == "a"):
                self.ids.add(value)
            if name in _URL_ATTRIBUTES and tag != "base":
                self.found.append((tag, name, value.strip()))
            elif name in ("srcset", "imagesrcset"):
                for part in re.split(r",\s+", value):
                    if part.strip():
                        self.found.append((tag, name, part.split()[0]))
            elif name == "style":
                self.found.extend((tag, "style", url) for url in css_urls(value))

    def handle_endtag(self, tag: str) -> None:
        self._style = False

    def handle_data(self, data: str) -> None:
        if self._style:
            self.found.extend(("style", "text", url) for url in css_urls(data))


def css_urls(text: str) -> list[str]:
    """The URLs of a style sheet, comments left out."""
    return ["".join(match.groups(default="")) for match in _CSS_URL.finditer(_CSS_COMMENT.sub("", text))]


def references(path: Path) -> _References:
    """What an HTML file refers to."""
    parser = _References()
    parser.feed(path.read_text(encoding="utf-8", errors="replace"))
    parser.close()
    return parser


@dataclass
class Audit:
    """What the judge saw."""

    pages: int = 0
    references: int = 0
    dangling: list[str] = field(default_factory=list)
    online_though_saved: list[str] = field(default_factory=list)
    lost_fragments: list[str] = field(default_factory=list)

    @property
    def clean(self) -> bool:
        """True if nothing is wrong."""
        return not (self.dangling or self.online_though_saved or self.lost_fragments)


def audit(folder: Path, origin: str, original: Path | None = None, prefix: str = "/") -> Audit:
    """Judge ``folder`` (a site in ``ScrapedSites``) against ``origin`` (``http://127.0.0.1:8080``).

    ``original``: the tree that the server serves below the path ``prefix``; its pages' links are compared in order.
    """
    result = Audit()
    exists: dict[str, bool] = {}
    folder = folder.resolve()
    for path in sorted(folder.rglob("*")):
        if ".scrapepy" in path.relative_to(folder).parts or not path.is_file():
            continue
        if path.suffix in (".html", ".htm"):
            result.pages += 1
            parsed = references(path)
            found = parsed.found
            if original is not None:
                _compare(path, folder, original, prefix, found, result)
        elif path.suffix == ".css":
            found = [("css", "url", url) for url in css_urls(path.read_text(encoding="utf-8", errors="replace"))]
        else:
            continue
        for tag, name, value in found:
            result.references += 1
            parts = urlsplit(value)
            where = f"{path.relative_to(folder)}: <{tag} {name}={value!r}>"
            if parts.scheme or value.startswith("//"):
                if value.startswith(origin + "/") and _saved(folder, parts.path, parts.query):
                    result.online_though_saved.append(where)
                continue
            if not parts.path:
                continue
            target = os.path.normpath(os.path.join(path.parent, unquote(parts.path)))
            if target not in exists:
                exists[target] = os.path.isfile(target)
            if not exists[target] or not target.startswith(str(folder)):
                result.dangling.append(where)
    return result


def _saved(folder: Path, path: str, query: str) -> bool:
    if query:
        return False
    plain = unquote(path).lstrip("/")
    names = (
        [plain + "index.html"] if plain.endswith("/") or not plain else [plain, plain + ".html", plain + "/index.html"]
    )
    return any((folder / name).is_file() for name in names)


def _compare(
    path: Path, folder: Path, original: Path, prefix: str, found: list[tuple[str, str, str]], result: Audit
) -> None:
    relative = str(path.relative_to(folder))
    inside = prefix.strip("/")
    if not relative.startswith(inside):
        return
    source = original / relative[len(inside) :].lstrip("/")
    if not source.is_file():
        return
    before = [v for t, n, v in references(source).found if t in ("a", "area") and n == "href"]
    after = [v for t, n, v in found if t in ("a", "area") and n == "href"]
    if len(before) != len(after):
        result.lost_fragments.append(f"{relative}: {len(before)} links became {len(after)}")
        return
    for old, new in zip(before, after, strict=True):
        if urlsplit(old).fragment and unquote(urlsplit(old).fragment) != unquote(urlsplit(new).fragment):
            result.lost_fragments.append(f"{relative}: {old!r} became {new!r}")


if __name__ == "__main__":
    arguments = sys.argv[1:]
    report = audit(
        Path(arguments[0]),
        arguments[1],
        Path(arguments[2]) if len(arguments) > 2 else None,
        arguments[3] if len(arguments) > 3 else "/",
    )
    print(f"{report.pages} pages, {report.references} references")
    for title in ("dangling", "online_though_saved", "lost_fragments"):
        rows = getattr(report, title)
        print(f"{title}: {len(rows)}")
        for row in rows[:15]:
            print("   ", row)
    sys.exit(0 if report.clean else 1)
