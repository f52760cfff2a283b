"""A page's Markdown as HTML for the reader, in the dialect that ScrapePy writes; made harmless by nh3.

What comes in is a stranger's text. Raw HTML is part of the dialect (``details``, ``sub``, tables that pipes cannot
hold), so all that comes out goes through a list of what is allowed (https://github.com/rust-ammonia/ammonia).
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import nh3
from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.tasklists import tasklists_plugin

from scrapepy.reader.link_targets import LinkTargets
from scrapepy.web.slug import Slugger

_ALERT = re.compile(r"\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]\s*")
_ALIGN = re.compile(r"text-align:\s*(left|right|center)")
_CLASSES = frozenset(
    {"alert", "note", "tip", "important", "warning", "caution", "alert-title", "math", "math-block", "task", "table"}
    | {"align-left", "align-right", "align-center", "footnotes", "footnote-ref", "footnote-backref"}
)
_TAGS = frozenset(
    {"a", "abbr", "b", "bdi", "bdo", "blockquote", "br", "caption", "cite", "code", "col", "colgroup", "dd"}
    | {"del", "details", "dfn", "div", "dl", "dt", "em", "figcaption", "figure", "h1", "h2", "h3", "h4"}
    | {"h5", "h6", "hr", "i", "img", "input", "ins", "kbd", "li", "mark", "ol", "p", "pre"}
    | {"q", "rp", "rt", "ruby", "s", "samp", "section", "small", "span", "strong", "sub", "summary", "sup"}
    | {"table", "tbody", "td", "tfoot", "th", "thead", "time", "tr", "tt", "u", "ul", "var", "wbr"}
)
_EVERYWHERE = {"id", "dir", "lang", "title", "class"}
_ATTRIBUTES = {
    "a": {"href", "name"},
    "img": {"src", "alt", "width", "height", "loading"},
    "input": {"type", "checked", "disabled", "aria-label"},
    "ol": {"start", "reversed", "type"},
    "td": {"colspan", "rowspan"},
    "th": {"colspan", "rowspan", "scope"},
    "details": {"open"},
    "div": {"tabindex", "role", "aria-label"},
    "pre": {"tabindex"},
}


@dataclass(frozen=True, slots=True)
class Heading:
    """An entry of a page's own contents."""

    level: int
    anchor: str
    text: str


@dataclass(frozen=True, slots=True)
class Rendered:
    """A page's text."""

    html: str
    """Safe to be put into a page of the reader."""
    headings: tuple[Heading, ...]


def render_markdown(body: str, targets: LinkTargets, anchors: Sequence[str] = ()) -> Rendered:
    """Render the body of a Markdown file (without its frontmatter).

    ``anchors``: those of the headings, for a part of a text whose earlier parts count in its repeats.
    """
    parser = _parser()
    environment: dict[str, Any] = {}
    tokens = parser.parse(body, environment)
    headings = _name_headings(tokens, anchors)
    html = parser.renderer.render(tokens, parser.options, environment)
    return Rendered(_clean(html, targets), headings)


@functools.cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    parser.use(footnote_plugin).use(tasklists_plugin, enabled=False)
    parser.use(dollarmath_plugin, allow_space=False, allow_digits=False, double_inline=True, allow_labels=False)
    parser.core.ruler.push("alerts", _alerts)
    for name, rule in (
        ("math_inline", _math),
        ("math_inline_double", _math),
        ("math_block", _math_block),
        ("image", _image),
        ("table_open", lambda *_: '<div class="table" tabindex="0" role="group" aria-label="Table"><table>'),
        ("table_close", lambda *_: "</table></div>"),
        ("fence", _code_block),
        ("code_block", _code_block),
    ):
        parser.add_render_rule(name, rule)
    return parser


def _alerts(state: StateCore) -> None:
    """``> [!NOTE]`` (https://docs.github.com, "Alerts"): a quote that begins so is a box with a title."""
    for index, token in enumerate(state.tokens):
        if token.type != "blockquote_open" or index + 2 >= len(state.tokens):
            continue
        inline = state.tokens[index + 2]
        match = _ALERT.match(inline.content) if inline.type == "inline" else None
        if match is None:
            continue
        kind = match[1].lower()
        token.attrSet("class", f"alert {kind}")
        children = inline.children or []
        while children and not children[0].content.startswith("[!"):
            children.pop(0)
        if children:
            children[0].content = _ALERT.sub("", children[0].content, count=1)
            if not children[0].content:
                children.pop(0)
            if children and children[0].type in ("softbreak", "hardbreak"):
                children.pop(0)
        title = Token("html_inline", "", 0, content=f'<strong class="alert-title">{kind.capitalize()}</strong>')
        inline.children = [title, *children]


def _math(self: Any, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    return f'<span class="math">{escape(tokens[index].content)}</span>'


def _math_block(self: Any, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    return (
        f'<div class="math-block" tabindex="0" role="group" aria-label="Formula">{escape(tokens[index].content)}</div>'
    )


def _code_block(self: Any, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    return f'<pre tabindex="0"><code>{escape(tokens[index].content, quote=False)}</code></pre>\n'


def _image(self: Any, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    token = tokens[index]
    source, title = str(token.attrGet("src") or ""), str(token.attrGet("title") or "")
    words = self.renderInlineAsText(token.children, options, env)
    if re.match(r"[A-Za-z][A-Za-z0-9+.-]*:|//", source):  # left online: the reader fetches nothing
        return f'<a href="{escape(source)}">{escape(words or "image")}</a>'
    shown = f' title="{escape(title)}"' if title else ""
    return f'<img src="{escape(source)}" alt="{escape(words)}"{shown} loading="lazy">'


def _name_headings(tokens: Sequence[Token], anchors: Sequence[str]) -> tuple[Heading, ...]:
    """Give each heading the anchor that links in Markdown name it by."""
    slugger = Slugger()
    found = []
    tops = [index for index, token in enumerate(tokens) if token.type == "heading_open" and token.level == 0]
    given = dict(zip(tops, anchors, strict=True)) if len(tops) == len(anchors) else {}
    for index, token in enumerate(tokens):
        if token.type != "heading_open":
            continue
        inline = tokens[index + 1]
        text = "".join(
            child.content for child in inline.children or () if child.type in ("text", "code_inline", "math_inline")
        )
        anchor = given.get(index) or slugger.slug(text)
        token.attrSet("id", anchor)
        found.append(Heading(int(token.tag[1]), anchor, " ".join(text.split())))
    return tuple(found)


def _clean(html: str, targets: LinkTargets) -> str:
    def value_of(element: str, attribute: str, value: str) -> str | None:
        if attribute == "href":
            return targets.link(value)
        if attribute == "src":
            return targets.image(value)
        if attribute == "class":
            return " ".join(name for name in value.split() if name in _CLASSES) or None
        if attribute == "style":
            match = _ALIGN.search(value)
            return match[0] if match and element in ("td", "th") else None
        if attribute == "type" and element == "input":
            return "checkbox" if value == "checkbox" else None
        return value

    attributes = {tag: _EVERYWHERE | _ATTRIBUTES.get(tag, set()) for tag in _TAGS}
    html = _TASK.sub(_labelled, _STYLED.sub(_aligned, html))
    return nh3.clean(
        html,
        tags=set(_TAGS),
        attributes=attributes,
        attribute_filter=value_of,
        link_rel="noopener noreferrer",
        url_schemes={"http", "https", "mailto"},
        clean_content_tags={"script", "style", "template", "noscript", "iframe", "object", "svg", "math", "title"},
    )


_TASK = re.compile(r'<input class="task-list-item-checkbox"[^>]*>')


def _labelled(match: re.Match[str]) -> str:
    """A task's box with words for those who do not see it."""
    checked = "checked" in match[0].replace("checkbox", "")
    state = ' checked="" aria-label="done"' if checked else ' aria-label="to do"'
    return f'<input type="checkbox" disabled=""{state}>'


_STYLED = re.compile(r'<(t[dh]) style="text-align:(left|right|center)">')


def _aligned(match: re.Match[str]) -> str:
    """markdown-it's inline style for a column, as a class: the reader's policy has no room for inline styles."""
    return f'<{match[1]} class="align-{match[2]}">'
