"""What a page says about itself: title, author, dates, language, and what robots may do.

Nothing is guessed: a fact that the page does not state stays empty, and so does a date that is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from scrapepy.model.url import CanonicalUrl
from scrapepy.rules import meta_names as names
from scrapepy.web.dates import iso_date
from scrapepy.web.html import Node, Tree
from scrapepy.web.json_ld import JsonLd, read_json_ld
from scrapepy.web.links import ParsedPage, reference_of

TOKEN = "scrapepy"
"""The name by which a page may address its ``meta`` to us alone, in lower case."""


@dataclass(frozen=True, slots=True)
class PageMeta:
    """A page's statements about itself; None or empty where it makes none.

    Texts are one line, without control characters. ``published`` and ``modified`` are ISO 8601, ``language`` is a
    BCP 47 tag, ``canonical`` the identity that ``rel=canonical`` names (it may be the page's own). ``robots`` holds
    lower-case directives; ``none`` is given as ``noindex`` and ``nofollow``.
    """

    title: str | None = None
    shared_title: str | None = None
    """The title that the page wants to be shared by (Open Graph)."""
    site_name: str | None = None
    description: str | None = None
    author: str | None = None
    published: str | None = None
    modified: str | None = None
    language: str | None = None
    tags: tuple[str, ...] = ()
    canonical: CanonicalUrl | None = None
    robots: frozenset[str] = frozenset()
    generator: tuple[str, ...] = ()
    cut: tuple[str, ...] = ()
    """Of what only the beginning is given, in words for the report."""


def page_meta(page: ParsedPage) -> PageMeta:
    """Read a page's statements about itself. The tree is left as it is."""
    statements = _Statements(page)
    linked = statements.json_ld
    title = statements.title or statements.text(names.TITLE) or one_line(linked.headline)
    description = statements.text(names.DESCRIPTION) or one_line(linked.description)
    author = statements.authors() or ", ".join(_distinct(map(one_line, linked.authors)))
    long = (
        ("title", title, names.LONGEST_LINE),
        ("description", description, names.LONGEST_DESCRIPTION),
        ("author", author, names.LONGEST_LINE),
    )
    seen = page.tree.css_first(names.SEEN_ANY) is not None
    return PageMeta(
        title=brief(title) or None,
        shared_title=brief(statements.text(names.SHARED_TITLE)) or None,
        site_name=brief(statements.text(names.SITE_NAME) or one_line(linked.site_name)) or None,
        description=brief(description, names.LONGEST_DESCRIPTION) or None,
        author=brief(author) or (_seen_author(page.tree) or said_author(page.tree) if seen else None),
        published=statements.date(names.PUBLISHED)
        or iso_date(linked.published)
        or (seen_date(page.tree, names.SEEN_PUBLISHED) or said_date(page.tree, _PUBLISHED) if seen else None),
        modified=statements.date(names.MODIFIED)
        or iso_date(linked.modified)
        or (seen_date(page.tree, names.SEEN_MODIFIED) or said_date(page.tree, _MODIFIED) if seen else None),
        language=statements.language() or language_tag(linked.language),
        tags=statements.tags(),
        canonical=statements.canonical,
        robots=statements.robots(),
        generator=tuple(_distinct(brief(one_line(value)) for value in statements.values.get("generator", ()))),
        cut=tuple(f"its {what} of {len(text):,} characters is cut" for what, text, most in long if len(text) > most),
    )


def seen_date(tree: Tree, css: str) -> str | None:
    """The date that the page shows in an element which says what it is the date of; None where it shows several."""
    nodes = tree.css(css)
    if not nodes or len(nodes) > _MOST_SEEN:
        return None
    dates = {
        date
        for node in nodes
        if (
            date := iso_date(node.attributes.get("datetime") or node.attributes.get("content") or one_line(node.text()))
        )
    }
    days = {date[:10] for date in dates}
    return min(dates) if len(days) == 1 else None


def _seen_author(tree: Tree) -> str | None:
    """The one author whom the page shows in an element that says so."""
    nodes = tree.css(names.SEEN_AUTHOR)
    if not nodes or len(nodes) > _MOST_SEEN:
        return None
    people = _distinct(one_line(node.text()) for node in nodes)
    return people[0] if len(people) == 1 and len(people[0]) <= _LONGEST_NAME else None


def said_date(tree: Tree, words: re.Pattern[str]) -> str | None:
    """The date in the ``time`` before which a page says in words of what it is the date; None for several."""
    found = set()
    for node in tree.css("time"):
        before = node.prev
        if before is not None and before.is_text_node and words.search(one_line(before.text())):
            date = iso_date(node.attributes.get("datetime") or one_line(node.text()))
            if date:
                found.add(date)
    return found.pop() if len(found) == 1 else None


def said_author(tree: Tree) -> str | None:
    """The person whom a line of the class ``byline`` names, or who is named right behind a ``time``."""
    said = [one_line(node.text()) for node in tree.css(".byline")]
    for node in tree.css("time"):
        behind = node.next
        if behind is not None and behind.is_text_node and (parent := node.parent) is not None:
            line = one_line(parent.text())
            said.append(line[len(line) - len(one_line(behind.text())) :])
    people = set()
    for line in said:
        match = _BY.fullmatch(line)
        if match is not None and _PERSON.fullmatch(match["name"]):
            people.add(match["name"])
    return people.pop() if len(people) == 1 else None


_PUBLISHED = re.compile(rf"(?:^|[\W_]){names.SAYS_PUBLISHED}$", re.IGNORECASE)
_MODIFIED = re.compile(rf"(?:^|[\W_]){names.SAYS_MODIFIED}$", re.IGNORECASE)
_BY = re.compile(rf"(?:on )?{names.SAYS_AUTHOR}", re.IGNORECASE)
_PERSON = re.compile(
    r"(?!(?:The|A|An|Our|Your)\b)[^\W\d_a-z][\w.'’-]*"
    r"(?: (?:[^\W\d_a-z][\w.'’-]*|de|da|di|van|von|der|den|la|le|bin|al)){1,4}"
)
"""Two words or more with capitals, as names of people are written."""

_MOST_SEEN = 4
"""More elements of the kind are those of a list of posts."""
_LONGEST_NAME = 60


class _Statements:
    """The ``meta`` elements by name, and what else of the head matters."""

    def __init__(self, page: ParsedPage) -> None:
        tree = page.tree
        self.page = page
        self.values: dict[str, list[str]] = {}
        self.title = ""
        self.canonical: CanonicalUrl | None = None
        self.content_language = ""
        for node in _head_elements(tree):
            tag = node.tag
            if tag == "meta":
                self._meta(node)
            elif tag == "title":
                self.title = self.title or one_line(node.text())
            elif self.canonical is None:
                self._link(node)
        scripts = page.met.elements.get("script", ()) if page.met is not None else tree.css("script")
        texts = [node.text() for node in scripts if (node.attributes.get("type") or "").lower() == _JSON_LD]
        self.json_ld = read_json_ld(texts) if texts else JsonLd()

    def _meta(self, node: Node) -> None:
        attributes = node.attributes
        content = attributes.get("content")
        if not content:
            return
        for key in ("name", "property", "itemprop"):
            name = attributes.get(key)
            if name:
                self.values.setdefault(name.strip().lower(), []).append(content)
                return
        if (attributes.get("http-equiv") or "").strip().lower() == "content-language":
            self.content_language = self.content_language or content

    def _link(self, node: Node) -> None:
        attributes = node.attributes
        if "canonical" in (attributes.get("rel") or "").lower().split():
            reference = reference_of(attributes.get("href"), self.page.references)
            self.canonical = reference.url if reference else None

    def text(self, wanted: tuple[str, ...]) -> str:
        for name in wanted:
            for value in self.values.get(name, ()):
                line = one_line(value)
                if line:
                    return line
        return ""

    def date(self, wanted: tuple[str, ...]) -> str | None:
        for name in wanted:
            for value in self.values.get(name, ()):
                found = iso_date(value)
                if found:
                    return found
        return None

    def authors(self) -> str:
        for name in names.AUTHOR:
            lines = [one_line(value) for value in self.values.get(name, ())]
            people = _distinct(line for line in lines if not line.startswith(("http://", "https://", "www.", "@")))
            if people:
                return ", ".join(people)
        return ""

    def tags(self) -> tuple[str, ...]:
        words = [word for name in names.TAGS for value in self.values.get(name, ()) for word in _COMMA.split(value)]
        tags = tuple(_distinct(map(one_line, words or self.json_ld.keywords)))
        fit = len(tags) <= names.MOST_TAGS and all(len(tag) <= names.LONGEST_TAG for tag in tags)
        return tags if fit else ()

    def language(self) -> str | None:
        root = self.page.tree.root
        attributes = root.attributes if root is not None else {}
        written = attributes.get("lang") or attributes.get("xml:lang") or ""
        return language_tag(written) or language_tag(self.text(names.LOCALE)) or language_tag(self.content_language)

    def robots(self) -> frozenset[str]:
        return _directives(self.values.get("robots", []) + self.values.get(TOKEN, []))


def _head_elements(tree: Tree) -> list[Node]:
    """The elements of the head, or where it ended before its time those of the whole page."""
    head = tree.head
    found = head.css(_HEAD) if head is not None else []
    if any(node.tag == "title" for node in found):
        return found
    return [node for node in tree.css(_HEAD) if node.tag != "title" or not _in_drawing(node)]


_JSON_LD = "application/ld+json"
_HEAD = "title, meta, link[rel]"
_COMMA = re.compile("[,،、，;]")


def _in_drawing(node: Node) -> bool:
    """True inside ``svg``, where a ``title`` is a tool tip."""
    parent = node.parent
    while parent is not None:
        if parent.tag == "svg":
            return True
        parent = parent.parent
    return False


_TERMINAL_CODE = r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?)"
_CONTROL = r"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f]"
_DIRECTION = "[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]"
_UNPRINTABLE = re.compile(f"{_TERMINAL_CODE}|{_CONTROL}|{_DIRECTION}")


def one_line(text: str) -> str:
    """``text`` on one line: white space collapsed, no control characters, no marks that turn the writing direction.

    Joiners inside words stay.

    >>> one_line(" a \\x1b[31m\\n b ")
    'a b'
    """
    return " ".join(_UNPRINTABLE.sub("", text).split())


def brief(line: str, most: int = names.LONGEST_LINE) -> str:
    """A line of at most so many characters, and a sign for those that are cut off: no megabytes in a frontmatter.

    >>> brief("one two", 7), brief("one two three", 7)
    ('one two', 'one tw…')
    """
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


def language_tag(text: str) -> str | None:
    """A BCP 47 tag in its usual letter case (``en``, ``zh-Hant``, ``pt-BR``), or None for what is none.

    >>> language_tag("PT_br"), language_tag("en, fr")
    ('pt-BR', None)
    """
    parts = text.strip().replace("_", "-").split("-")
    if not 2 <= len(parts[0]) <= 3 or not all(_SUBTAG.fullmatch(part) for part in parts) or not parts[0].isalpha():
        return None
    if parts[0].lower() in ("und", "zxx", "mul"):
        return None
    shaped = [
        part.title() if len(part) == 4 else part.upper() if len(part) == 2 else part.lower() for part in parts[1:]
    ]
    return "-".join([parts[0].lower(), *shaped])


_SUBTAG = re.compile("[A-Za-z0-9]{1,8}")


def x_robots_directives(values: Iterable[str], token: str = TOKEN) -> frozenset[str]:
    """The directives that ``X-Robots-Tag`` headers hold for everybody and for ``token``, in lower case.

    A header may begin with the name of a robot and a colon, which then counts for all that follows up to the next name.

    >>> sorted(x_robots_directives(["noarchive", "otherbot: noindex", "ScrapePy: none"]))
    ['noarchive', 'nofollow', 'noindex']
    """
    return _directives(part for value in values for part in _meant_for(value, token.lower()))


def _meant_for(value: str, token: str) -> Iterable[str]:
    ours = True
    for part in value.split(","):
        name, colon, rest = part.strip().partition(":")
        if colon and name.strip().lower() not in _WITH_VALUE:
            ours = name.strip().lower() == token
            part = rest
        if ours:
            yield part


_WITH_VALUE = frozenset({"max-snippet", "max-image-preview", "max-video-preview", "unavailable_after"})


def _directives(values: Iterable[str]) -> frozenset[str]:
    words = {word.lower() for value in values for word in _DIRECTIVE.findall(value)}
    if "none" in words:
        words |= {"noindex", "nofollow"}
        words.discard("none")
    return frozenset(words)


_DIRECTIVE = re.compile(r"[^,;\s]+")


def _distinct(texts: Iterable[str]) -> list[str]:
    """Each text once, compared without regard to case, in their order; empty ones left out."""
    first: dict[str, str] = {}
    for text in texts:
        if text:
            first.setdefault(text.casefold(), text)
    return list(first.values())
