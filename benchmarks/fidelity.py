#!/usr/bin/env python3
"""What Markdown keeps of a page's content: text, code, languages, headings, links, measured against the HTML.

usage: python benchmarks/fidelity.py [SITE=FOLDER …] [--every N] [--misses N] [--check]

Without a site, the pages of ``tests/golden/convert/platform-*`` are measured. SITE is a name of :data:`SITES`, which
tells what the content element of its pages is (known by looking at them, not by asking the converter), FOLDER its
pages.
``--check`` compares with the floors in :data:`FLOORS` and ends with 1 where one is missed.

Both sides are read the same way: the content element as it stands, and the Markdown, rendered by markdown-it. Words
are compared as multisets (F1), code blocks byte for byte, headings and links by text (links by target too). What is
shown to nobody, and the marks that link a heading to itself, are no content.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urljoin

from markdown_it import MarkdownIt

from scrapepy.convert.to_markdown import convert_text
from scrapepy.rules.platforms import PLATFORMS
from scrapepy.web.decode import decode_html
from scrapepy.web.html import Node, Tree, block_text, parse

ROOT = Path(__file__).resolve().parents[1]
ADDRESS = "https://docs.example.com/"


@dataclass(frozen=True, slots=True)
class Content:
    """Where the content of a site's pages is. ``drop`` is no content within; ``skip`` are files without any."""

    elements: str
    drop: str = ""
    skip: str = r"$^"
    signatures: str = ""
    """Signatures of API items: each is one heading in the Markdown, in a code span, which holds no links."""
    contents: str = ""
    """Lists of contents, which are navigation where they lead nowhere but into the page itself."""


SITES = {
    "python": Content(
        "div.body",
        ".related, .sphinxsidebar, .viewcode-link",
        r"(?:^|/)(?:search|genindex[^/]*|py-modindex)\.html$",
        signatures="dt.sig, h1:has(> a.toc-backref), h2:has(> a.toc-backref), h3:has(> a.toc-backref)",
        contents=".contents",
    ),
    "postgres": Content("body", ".navheader, .navfooter", contents=".toc"),
    "javadoc": Content(
        "main",
        "",
        r"(?:^|/)(?:search|index-all|help-doc|overview-tree|package-tree)\.html$",
        signatures=".member-signature, .type-signature, .module-signature, .package-signature",
    ),
    "git": Content("body", "#footer, #toc", contents=".toc"),
    "mkdocs": Content("div[role=main]", "", r"(?:^|/)search\.html$"),
    "eigen": Content(
        "div.header .title, div.contents",
        ".toc, .dynheader, .dyncontent, .permalink, .ingroups, .ttc, .lineno, a.code-fold",
        r"(?:^|/)(?:search/|[^/]*_source\.html|graph_legend|dir_[^/]*\.html)",
        signatures=".memproto, .fragment",
    ),
}
GOLDEN_FLOORS = {"text": 0.97, "code": 0.97, "languages": 1.0}
"""Over the golden pages, which are small, and mostly made of what is written otherwise: signatures, footnotes."""
FLOORS = {"text": 0.98, "code": 0.99, "languages": 0.98, "headings": 0.99, "links": 0.99}
"""Over all pages of a site."""

_HIDDEN = "script, style, template, noscript, [hidden], a.headerlink, a.permalink, .sr-only, button, input, svg"
_LANGUAGE = re.compile(r"(?:^|\s)(?:highlight-(?!source\b)|language-|lang-|brush:\s*)([A-Za-z][\w+#.-]*)")
_NO_LANGUAGE = frozenset(
    {"default", "none", "text", "txt", "plaintext", "notranslate", "ref", "nohighlight", "no-highlight"}
)
_ALERT = re.compile(r"^([> \t]*)\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][ \t]*$", re.MULTILINE)
_ALERT_TITLES = ".admonition-title, h3.title, h3, .title"
_ALERT_WORDS = frozenset({"note", "tip", "important", "warning", "caution"})
"""What an alert of GitHub says by itself."""
_MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])


@dataclass(slots=True)
class Read:
    """What one side says."""

    words: Counter[str] = field(default_factory=Counter)
    code: Counter[str] = field(default_factory=Counter)
    languages: Counter[tuple[str, str]] = field(default_factory=Counter)
    headings: Counter[str] = field(default_factory=Counter)
    links: Counter[tuple[str, str]] = field(default_factory=Counter)


@dataclass(slots=True)
class Score:
    """Found and wanted of each kind; text as an F1 over all pages."""

    counts: dict[str, list[int]] = field(default_factory=lambda: {name: [0, 0] for name in FLOORS})
    misses: dict[str, Counter[str]] = field(default_factory=lambda: {name: Counter() for name in FLOORS})
    pages: int = 0
    without: list[str] = field(default_factory=list)
    """Pages without Markdown."""

    def add(self, name: str, content: Read, markdown: Read) -> None:
        """Count one page."""
        self.pages += 1
        both = sum((content.words & markdown.words).values())
        self.counts["text"][0] += 2 * both
        self.counts["text"][1] += sum(content.words.values()) + sum(markdown.words.values())
        for word, count in (content.words - markdown.words).items():
            self.misses["text"][f"-{word} {name}"] += count
        for word, count in (markdown.words - content.words).items():
            self.misses["text"][f"+{word} {name}"] += count
        lost_headings = content.headings - markdown.headings
        _as_signatures(lost_headings, markdown.headings - content.headings)
        lost_code = content.code - markdown.code
        for code in [code for code in lost_code if folded(code) in markdown.headings]:
            del lost_code[code]  # a signature stands as a heading
        kinds: tuple[tuple[str, Counter[Any], Counter[Any]], ...] = (
            ("code", content.code, lost_code),
            ("languages", content.languages, content.languages - markdown.languages),
            ("headings", content.headings, lost_headings),
            ("links", content.links, content.links - markdown.links),
        )
        for kind, wanted, lost in kinds:
            self.counts[kind][0] += sum(wanted.values()) - sum(lost.values())
            self.counts[kind][1] += sum(wanted.values())
            for one, count in lost.items():
                self.misses[kind][f"{name}: {str(one)[:110]!r}"] += count

    def value(self, kind: str) -> float:
        """Between 0 and 1; 1 where there was nothing to keep."""
        found, wanted = self.counts[kind]
        return found / wanted if wanted else 1.0


def _as_signatures(lost: Counter[str], left: Counter[str]) -> None:
    """Take out of ``lost`` the headings that stand as the signature of what they name."""
    for heading in list(lost):
        words = heading.split()
        # a name alone, or a name with what is said about it on one side or the other
        for signature in [
            one
            for one in left
            if (len(words) == 1 and heading in one.split())
            or (words[0] in one.split() and (set(words) >= set(one.split()) or set(words) <= set(one.split())))
        ]:
            taken = min(lost[heading], left[signature])
            lost[heading] -= taken
            left[signature] -= taken
    for heading in [heading for heading, count in lost.items() if count <= 0]:
        del lost[heading]


def words_of(text: str) -> list[str]:
    return re.findall(r"\w+", text.replace("\u200b", "").replace("\u00ad", "").casefold())


def folded(text: str) -> str:
    return " ".join(words_of(text))


def code_text(node: Node) -> str:
    for line_break in node.css("br"):
        line_break.replace_with("\n")
    return (node.text() or "").replace("\u200b", "").rstrip("\n").lstrip("\n")


def language_of(node: Node) -> str:
    """The language that a ``pre``, what stands in it, or one of the two elements around it, states."""
    inner = node.css_first("code[class]")
    candidates = [inner, node, node.parent, node.parent.parent if node.parent is not None else None]
    for candidate in candidates:
        if candidate is None:
            continue
        attributes = candidate.attributes
        stated = attributes.get("data-lang") or ""
        found = _LANGUAGE.search(attributes.get("class") or "")
        name = stated or (found[1] if found else "")
        if name:
            return "" if name.lower() in _NO_LANGUAGE else name.lower()
    return ""


def read(nodes: Iterable[Node], address: str, ids: set[str] | None, signatures: str = "") -> Read:
    """Read one side. ``ids`` are those of the page: a link to a place that it lacks is none."""
    result = Read()
    for top in nodes:
        for node in top.css("pre"):
            text = code_text(node)
            if not text.strip():
                continue
            result.code[text] += 1
            if language := language_of(node):
                result.languages[(language, text[:60])] += 1
        result.words.update(words_of(block_text(top)))
        for heading in top.css("h1, h2, h3, h4, h5, h6"):
            if text := folded(block_text(heading)):
                result.headings[text] += 1
        # a code block of Markdown holds no links, and neither does a heading in a code span
        without = f"pre, {signatures}" if signatures else "pre"
        unlinked = {link.mem_id for node in top.css(without) for link in node.css("a")}
        for link in top.css("a[href]"):
            if link.mem_id in unlinked:
                continue
            text = folded(block_text(link))
            target = target_of(link.attributes.get("href") or "", address)
            if not text or target is None or (text.isdigit() and target.startswith("#")):  # a footnote's number
                continue
            if ids is not None and target.startswith("#") and unquote(target[1:]) not in ids:
                continue
            result.links[(text, "#" if target.startswith("#") else target)] += 1
    return result


def target_of(href: str, address: str) -> str | None:
    """The address of a link, ``#…`` for a place of the page itself; None for what leads nowhere, or to the page."""
    target, mark, fragment = urljoin(address, href).partition("#")
    if target == address:
        return f"#{fragment}" if mark and fragment else None
    if not target.startswith(("http:", "https:", "mailto:", "ftp:")):
        return None
    target = unquote(target)
    return target + "/" if target.count("/") == 2 and target.startswith("http") else target


def read_page(tree: Tree, content: Content, address: str) -> Read | None:
    ids = {node.attributes.get("id") or "" for node in tree.css("[id]")}
    ids |= {node.attributes.get("name") or "" for node in tree.css("a[name]")}
    nodes = outermost(tree.css(content.elements))
    if not nodes:
        return None
    for node in nodes:
        for gone in node.css(f"{_HIDDEN}, {content.drop}" if content.drop else _HIDDEN):
            gone.decompose()
        for title in node.css(_ALERT_TITLES):
            if folded(block_text(title)) in _ALERT_WORDS:
                title.decompose()
        for contents in node.css(content.contents) if content.contents else ():
            targets = [target_of(link.attributes.get("href") or "", address) for link in contents.css("a[href]")]
            if all(target is None or target.startswith("#") for target in targets):
                contents.decompose()
    return read(nodes, address, ids, content.signatures)


def outermost(nodes: list[Node]) -> list[Node]:
    taken = {node.mem_id for node in nodes}
    kept = []
    for node in nodes:
        parent = node.parent
        while parent is not None and parent.mem_id not in taken:
            parent = parent.parent
        if parent is None:
            kept.append(node)
    return kept


def read_markdown(text: str, address: str) -> Read:
    tree = parse(f"<body>{_MARKDOWN.render(_ALERT.sub(lambda match: match[1], text))}</body>")
    body = tree.body
    return read((body,) if body is not None else (), address, None)


def measure(score: Score, name: str, body: bytes, content: Content, address: str) -> None:
    text = decode_html(body, None).text
    wanted = read_page(parse(text), content, address)
    if wanted is None or not wanted.words:
        return
    conversion, markdown = convert_text(text, address)
    if conversion.body is None:
        score.without.append(f"{name} ({conversion.refusal_rule})")
        return
    score.add(name, wanted, read_markdown(markdown, address))


def site_pages(folder: Path, content: Content, every: int) -> Iterator[tuple[str, bytes]]:
    skip = re.compile(content.skip)
    paths = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.html") if path.is_file())
    for name in [name for name in paths if not skip.search(name)][::every]:
        yield name, (folder / name).read_bytes()


def measure_golden(score: Score) -> None:
    for row in PLATFORMS:
        folder = ROOT / "tests/golden/convert" / row.case
        case = tomllib.loads((folder / "case.toml").read_text(encoding="utf-8"))
        content = Content(row.content[0], ", ".join(row.drop), contents=", ".join(row.drop_if_in_page))
        measure(score, row.name, (folder / "source.html").read_bytes(), content, str(case.get("url", ADDRESS)))


def report(name: str, score: Score, misses: int) -> None:
    values = "  ".join(f"{kind} {score.value(kind):.4f} ({score.counts[kind][1]:,})" for kind in FLOORS)
    print(f"{name}: {score.pages:,} pages  {values}")
    if score.without:
        print(f"  without Markdown: {len(score.without)}: {', '.join(score.without[:5])}")
    for kind in FLOORS:
        for text, count in score.misses[kind].most_common(misses):
            print(f"    {kind} {count}x {text}")


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure what Markdown keeps of a page's content.")
    parser.add_argument("sites", nargs="*", metavar="SITE=FOLDER")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each Nth page")
    parser.add_argument("--misses", type=int, default=0, metavar="N", help="show the most frequent misses")
    parser.add_argument("--check", action="store_true", help="end with 1 where a floor is missed")
    arguments = parser.parse_args()
    scores: dict[str, Score] = {}
    for site in arguments.sites:
        name, _, folder = site.partition("=")
        if name not in SITES or not Path(folder).is_dir():
            parser.error(f"{site}: SITE is one of {', '.join(SITES)}, FOLDER holds its pages")
        score = scores[name] = Score()
        for page, body in site_pages(Path(folder), SITES[name], arguments.every):
            measure(score, page, body, SITES[name], ADDRESS + page)
    if not arguments.sites:
        measure_golden(scores.setdefault("golden platforms", Score()))
    missed = 0
    for name, score in scores.items():
        report(name, score, arguments.misses)
        floors = FLOORS if name in SITES else GOLDEN_FLOORS
        for kind, floor in floors.items():
            if score.value(kind) < floor:
                missed += 1
                print(f"  below its floor: {kind} {score.value(kind):.4f} < {floor}")
    return 1 if arguments.check and missed else 0


if __name__ == "__main__":
    sys.exit(main())
