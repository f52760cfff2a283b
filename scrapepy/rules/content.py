"""Where the content of a page usually is: selectors from the most to the least specific.

A selector stands here for what people's themes and systems call the content itself. It is believed only where the
element holds enough words (``convert.standard``), so an empty ``main`` or a teaser card does not win.
"""

from __future__ import annotations

from dataclasses import dataclass

MIN_CHARACTERS = 100
"""A result of this many characters or fewer is no content."""

MIN_WORDS = 50
"""A match of a selector with this many words or fewer is passed over."""


@dataclass(frozen=True, slots=True)
class ContentRule:
    """One selector. ``case`` is a page in which it finds the content: ``@`` stands for 120 words of text."""

    css: str
    why: str
    case: str
    landmark: bool = False
    """It names a part of the page, not a text in it."""


CONTENT: tuple[ContentRule, ...] = (
    ContentRule(
        "[itemprop=articleBody]",
        "schema.org: the body of the article",
        "<main><p>Teaser</p><div itemprop=articleBody><p>@</p></div><div>Comments @</div></main>",
    ),
    ContentRule(
        ".entry-content",
        "WordPress themes and the hAtom microformat",
        "<main><div class='meta'>12 likes @</div><div class='entry-content'><p>@</p></div></main>",
    ),
    ContentRule(
        ".e-content",
        "microformats2 h-entry",
        "<main><div class='meta'>12 likes @</div><div class='e-content'><p>@</p></div></main>",
    ),
    ContentRule(
        ".post-content",
        "Ghost, Jekyll and many blog themes",
        "<main><div class='meta'>12 likes @</div><div class='post-content'><p>@</p></div></main>",
    ),
    ContentRule(
        ".post-body",
        "Blogger",
        "<main><div class='meta'>12 likes @</div><div class='post-body'><p>@</p></div></main>",
    ),
    ContentRule(
        ".article-body, .article__body, .article-content, .article__content, .articleBody, #article-body",
        "news sites",
        "<main><div class='meta'>12 likes @</div><div class='article-body'><p>@</p></div></main>",
    ),
    ContentRule(
        ".story-body, .story-content, .story__body",
        "news sites",
        "<main><div class='meta'>12 likes @</div><div class='story-body'><p>@</p></div></main>",
    ),
    ContentRule(
        ".markdown-body",
        "GitHub's rendering of Markdown, and what imitates it",
        "<main><div class='meta'>12 likes @</div><div class='markdown-body'><p>@</p></div></main>",
    ),
    ContentRule(
        ".td-content, .docs-content, .doc-content, .documentation-content, .theme-default-content, .markdown-section",
        "documentation themes without a row of their own",
        "<main><div class='meta'>12 likes @</div><div class='docs-content'><p>@</p></div></main>",
    ),
    ContentRule(
        "article",
        "HTML: a self-contained composition",
        "<main><div>12 likes @</div><article><p>@</p></article></main>",
        True,
    ),
    ContentRule("[role=main]", "ARIA landmark", "<div><div>Menu @</div><div role=main><p>@</p></div></div>", True),
    ContentRule("main", "HTML: the dominant content", "<div><div>Menu @</div><main><p>@</p></main></div>", True),
    ContentRule(
        "#main-content, #maincontent, #page-content, #primary-content",
        "what a skip link leads to",
        "<div><div>Menu @</div><div id=main-content><p>@</p></div></div>",
        True,
    ),
    ContentRule(
        "#content", "the oldest name of all", "<div><div>Menu @</div><div id=content><p>@</p></div></div>", True
    ),
    ContentRule(
        ".main-content, .page-content, .site-content",
        "page frames that name their middle",
        "<div><div>Menu @</div><div class=page-content><p>@</p></div></div>",
        True,
    ),
    ContentRule(
        ".content", "many home-made sites", "<div><div>Menu @</div><div class=content><p>@</p></div></div>", True
    ),
    ContentRule("#main", "many home-made sites", "<div><div>Menu @</div><div id=main><p>@</p></div></div>", True),
)

FURNITURE = (
    "script, style, template, noscript, nav, [role=navigation], [role=banner], [role=search], [role=contentinfo], "
    "body > header, body > footer, body > aside, [role=complementary]"
)
"""What the bare landmarks are taken without when nothing better was found."""

GOOD_NAMES = frozenset(
    ("article", "body", "content", "entry", "hentry", "main", "page", "post", "text", "blog", "story", "prose")
)
"""Words of classes and ids that mean content (Arc90 Readability)."""

BAD_NAMES = frozenset(
    (
        *("combx", "comment", "comments", "contact", "foot", "footer", "footnote", "masthead", "media", "meta"),
        *("outbrain", "promo", "related", "scroll", "shoutbox", "sidebar", "sponsor", "shopping", "tags", "widget"),
        *("nav", "menu", "breadcrumb", "share", "cookie", "banner"),
    )
)
"""Words that mean anything else; they are asked first."""
