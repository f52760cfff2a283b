"""Take out of the content what is no content, as HTML (SPEC 6.3).

On the pages of a recognised platform that is what its row drops, and what is no text at all. On other pages it is what
``rules.junk_html`` names, with evidence on the other side heard: nothing inside code goes, nothing that holds most of
the text, nothing for its id alone that has the shape of content, nothing that a reader can open.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from scrapepy.convert.extract import described
from scrapepy.convert.junk_rules import NEVER, can_be_opened, hits, in_code
from scrapepy.convert.junk_table import DEFAULT, JunkTable
from scrapepy.convert.said_twice import second_saying
from scrapepy.model.document import Removal
from scrapepy.rules.junk_html import HIDDEN_BY_STYLE, UNREADABLE
from scrapepy.rules.platforms import Platform
from scrapepy.rules.posts import QUOTATIONS, QUOTED_BODIES
from scrapepy.web.html import Node, parse_fragment
from scrapepy.web.links import ParsedPage


def remove_junk(
    nodes: Sequence[Node],
    page: ParsedPage,
    platform: Platform | None,
    table: JunkTable = DEFAULT,
) -> list[Removal]:
    """Take the junk out of ``nodes`` (and of their tree), and say what went.

    ``platform`` is the row whose selectors found the content; None for any other page.
    """
    removed: list[Removal] = []
    for node in nodes:
        if platform is not None:
            quiet = node.css_first(_rare(platform.drop_if_in_page, platform.unwrap, platform.mark)) is None
            if not quiet:
                _always(node, removed)
            _platform_drops(node, page, platform, quiet, removed)
        else:
            _always(node, removed)
            _say_once(node)
            _settle_quotations(node)
            for hit in hits(node, table):
                _take(hit.node, hit.rule, hit.why, removed)
    return removed


def remove_dropped(nodes: Sequence[Node]) -> list[Removal]:
    """Take out what the choice of the content has left out (``convert.choose``)."""
    removed: list[Removal] = []
    for node in nodes:
        _take(node, "not chosen", "weighs less than the rest of the page", removed)
    return removed


def remove_unreadable(content: Node) -> None:
    """Take out what is no text at all: scripts, styles, templates; an image in a ``noscript`` takes its place."""
    for node in reversed(content.css(UNREADABLE)):
        if node.mem_id == content.mem_id:
            continue
        if node.tag == "noscript":
            _settle_noscript(node)
        elif not (node.attributes.get("type") or "").startswith("math/"):
            node.decompose()


def remove_hidden(content: Node) -> None:
    """Take out of a piece of content what its page hides; panels of tabs and folded parts can be opened and stay."""
    for node in reversed(content.css(f"[hidden], {HIDDEN_BY_STYLE}")):
        if node.mem_id != content.mem_id and node.tag not in NEVER and not can_be_opened(node) and not in_code(node):
            node.decompose()


# what goes on every page ---------------------------------------------------------------------------------------------


def _always(content: Node, removed: list[Removal]) -> None:
    remove_unreadable(content)
    for node in reversed(content.css(_HIDDEN_OR_LABEL)):
        if "hidden" not in node.attributes:
            _name_icons(node)
        elif node.mem_id != content.mem_id and not can_be_opened(node):
            _take(node, "hidden", "the page hides it", removed)


def _say_once(content: Node) -> None:
    """Let each heading say its words once."""
    for heading in content.css("h1, h2"):
        second = second_saying(heading)
        if second is not None:
            second.decompose()


def _settle_quotations(content: Node) -> None:
    """Whose words a quotation is stands over it, where forums say it in front of them; a post is none."""
    for body in content.css(QUOTED_BODIES):
        if body.mem_id != content.mem_id:
            body.unwrap()
    for quotation in reversed(content.css(QUOTATIONS)):
        block = parse_fragment(f"<blockquote>{quotation.html}</blockquote>").root
        if block is not None and quotation.mem_id != content.mem_id:
            quotation.replace_with(block)
    for cite in content.css("blockquote > cite:first-child, blockquote > div:first-child > cite:first-child"):
        line = parse_fragment("<br>").root if cite.next is not None and cite.next.is_text_node else None
        if line is not None and (cite.prev is None or not cite.prev.text(strip=True)):
            cite.insert_after(line)


_HIDDEN_OR_LABEL = "[hidden], label[title]"


def _name_icons(label: Node) -> None:
    """A label that shows only icons gets the words that it shows when pointed at."""
    text = label.text()
    if any("\ue000" <= character <= "\uf8ff" for character in text) and not any(map(str.isalnum, text)):
        for child in list(label.iter(include_text=True)):
            child.decompose()
        label.insert_child(label.attributes.get("title") or "")


def _settle_noscript(node: Node) -> None:
    """The image in a ``noscript`` replaces it, unless a lazy image beside it is the same one."""
    first = node.first_child
    text = (first.text_content or "") if first is not None else ""
    if "<img" not in text.lower() or _has_lazy_image(node):
        node.decompose()
        return
    root = parse_fragment(f"<span>{text}</span>").root
    if root is None:
        node.decompose()
    else:
        node.replace_with(root)


def _has_lazy_image(noscript: Node) -> bool:
    for beside in (noscript.prev, noscript.next):
        while beside is not None and beside.is_text_node:
            beside = beside.prev if beside is not noscript.next else beside.next
        if beside is not None and beside.is_element_node and beside.css_first("img") is not None:
            return True
    return False


# recognised platforms ------------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _joined(selectors: tuple[str, ...]) -> str:
    return ", ".join(selectors)


@lru_cache(maxsize=256)
def _rare(in_page: tuple[str, ...], unwrap: tuple[str, ...], mark: tuple[tuple[str, str], ...]) -> str:
    """A selector for what most pages have nothing of, so that one look says that half a dozen are needless."""
    selectors = (*in_page, *unwrap, *(css for css, _ in mark))
    return ", ".join((UNREADABLE, _HIDDEN_OR_LABEL, *filter(_is_plain, selectors)))


_PLAIN = re.compile(r"[\w\s.#>*\-\[\]=^$\"']*")


def _is_plain(selector: str) -> bool:
    """Whether nothing that is taken out elsewhere can make ``selector`` fit what it has not fitted before."""
    return _PLAIN.fullmatch(selector) is not None


@lru_cache(maxsize=256)
def _are_plain(selectors: tuple[str, ...]) -> bool:
    return all(map(_is_plain, selectors))


def _platform_drops(content: Node, page: ParsedPage, platform: Platform, quiet: bool, removed: list[Removal]) -> None:
    """``quiet``: the content has nothing of what :func:`_rare` looks for."""
    if platform.drop:
        for node in reversed(content.css(_joined(platform.drop))):
            if node.mem_id != content.mem_id:
                _take(node, f"{platform.name}: ", "the platform's own furniture", removed)
    if platform.drop_if_in_page and not (quiet and _are_plain(platform.drop_if_in_page)):
        for node in reversed(content.css(_joined(platform.drop_if_in_page))):
            if node.mem_id != content.mem_id and stays_on_page(node, page):
                _take(node, f"{platform.name}: ", "a list of this page's own sections", removed)
    if platform.unwrap and not (quiet and _are_plain(platform.unwrap)):
        for node in content.css(_joined(platform.unwrap)):
            node.unwrap()
    for css, word in platform.mark:
        for node in content.css(css) if not (quiet and _are_plain((css,))) else ():
            node.attrs["class"] = word
    if platform.below_title:
        _move_below_title(content, platform)


def stays_on_page(node: Node, page: ParsedPage) -> bool:
    """Whether all links in ``node`` lead to places of the page itself, and there is at least one."""
    links = node.css("a[href]")
    return bool(links) and all(_is_own(link, page) for link in links)


def _is_own(link: Node, page: ParsedPage) -> bool:
    href = link.attributes.get("href") or ""
    index = href[1:-1]
    if not index.isdigit():
        return href.startswith("#")
    reference = page.references[int(index)]
    if reference.url is None:
        return reference.address.startswith("#")
    return reference.fragment is not None and reference.url == page.url


def _move_below_title(content: Node, platform: Platform) -> None:
    title = content.css_first(platform.title or "h1")
    if title is None:
        return
    for node in reversed(content.css(_joined(platform.below_title))):
        title.insert_after(node)  # a copy
        node.decompose()


# taking out ----------------------------------------------------------------------------------------------------------


def _take(node: Node, rule: str, why: str, removed: list[Removal]) -> None:
    """Take ``node`` out; ``rule`` may end in ``: ``, where the element is to be described."""
    text = node.text()
    words = " ".join(text.split()[:8]) if len(text) > 1 else ""
    if len(words) > 1:  # a permalink mark is not worth a line
        if rule.endswith(": "):
            rule += described(node)
        removed.append(Removal("junk", rule, why, words[:80]))
    node.decompose()
