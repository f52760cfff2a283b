"""How much each fact about a block of text says for its being content, or against.

The weights are those of a logistic regression: they are added up, and a block is content with the probability
``1 / (1 + exp(-sum))``. They were fitted once on real pages of seven kinds (articles, documentation, forums, listings,
products, collections, services) whose main text people had marked, all pages with the same say; the sign of each is
what one would expect, and ``why`` tells it. A page's content is then not what lies over a limit, but the set of blocks
whose expected F1 is the best (``convert.choose``).

``shows`` is a page whose block with the word ``lamp`` has the fact, ``lacks`` a page where it has not (or much less of
it). ``@`` stands for a sentence of twelve words.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NameGroup:
    """Words of classes and ids that mean the same kind of thing."""

    id: str
    words: tuple[str, ...]
    why: str
    hit: str
    miss: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """A fact and its weight, for each unit of it."""

    id: str
    weight: float
    why: str
    shows: str
    lacks: str


NAMES: tuple[NameGroup, ...] = (
    NameGroup(
        "names-frame",
        ("footer", "legal", "copyright", "disclaimer"),
        "the foot of a page or of a part",
        "site-footer",
        "footnotes",
    ),
    NameGroup(
        "names-window",
        ("modal", "popup", "overlay", "drawer", "flyout", "tooltip", "dropdown"),
        "shown over the page, and only when asked for",
        "cart-drawer",
        "drawers",
    ),
    NameGroup(
        "names-filter",
        ("filter", "filters", "facet", "facets", "sort", "refine"),
        "choices for a list, which need the server",
        "facet-list",
        "filtering",
    ),
    NameGroup(
        "names-service",
        ("cookie", "consent", "share", "sharing", "social", "follow", "account", "login", "search"),
        "what a site offers on every page",
        "social-icons",
        "socialism",
    ),
    NameGroup(
        "names-slides",
        ("carousel", "slider", "gallery", "thumbnail", "thumbnails", "slide", "slides", "swiper"),
        "one after the other in the same place",
        "hero-slider",
        "landslide",
    ),
    NameGroup(
        "names-item",
        (*("card", "item", "tile", "product", "grid", "list", "collection", "category", "result", "results"),),
        "one thing of a list, or the list",
        "result-item",
        "itemised",
    ),
)
"""Groups of words in classes and ids. A word is in one group at most."""

LANDMARKS = {
    "nav": "in-nav",
    "header": "in-header",
    "footer": "in-footer",
    "article": "in-article",
    "section": "in-section",
    "dialog": "in-dialog",
}
"""Elements that say what stands in them."""

ROLES = {
    "navigation": "in-nav",
    "banner": "in-header",
    "contentinfo": "in-footer",
    "dialog": "in-dialog",
    "alertdialog": "in-dialog",
    "article": "in-article",
    "menu": "in-nav",
    "region": "in-region",
}
"""ARIA roles that say so."""

OTHER_PAGES = (
    r"you (?:may|might) also|related|similar|recommend|recently viewed|customers (?:also|who)|people (?:also|who)"
    r"|also (?:bought|viewed)|frequently bought|more (?:from|like|articles|stories|posts)|newsletter|subscribe|sign up"
    r"|follow us|stay (?:connected|in touch|up)|share|comments?$|leave a|trending|most (?:popular|read)"
    r"|latest|read next"
    r"|up next|popular|need help|contact|about (?:us|the author)|customer reviews|reviews$|ratings|quick links|company"
    r"|support|resources|legal|shop by|join"
)
"""Headings over what leads elsewhere."""

BIAS = -0.29
EVIDENCE: tuple[Evidence, ...] = (
    Evidence(
        "again",
        -3.00,
        "stood on the page before (convert.repeats)",
        "<div><p>lamp: @ @ @</p></div><div><p>lamp: @ @ @</p></div>",
        "<div><p>lamp: @ @ @</p></div><div><p>lamps: @ @ @</p></div>",
    ),
    Evidence(
        "other-products",
        -3.00,
        "a card of another product on the page of one (convert.shop)",
        (
            "<meta property='product:price:amount' content=9><p>@</p><ul><li><h3><a href=/o>Oil of olives</a></h3>$3"
            "<li><h3><a href=/w>A long wick</a></h3>$4<li><h3><a href=/l>A green lamp</a></h3>$5</ul>"
        ),
        (
            "<p>@</p><ul><li><h3><a href=/o>Oil of olives</a></h3>$3<li><h3><a href=/w>A long wick</a></h3>$4"
            "<li><h3><a href=/l>A green lamp</a></h3>$5</ul>"
        ),
    ),
    Evidence(
        "choices",
        -3.0,
        "boxes to tick with values to be sent: facets (``convert.offered_choices``); rarer than what was fitted",
        (
            "<ul><li><input type=checkbox name=c value=1>lamp</li><li><input type=checkbox name=c value=2>oil</li>"
            "<li><input type=radio name=d value=3>wick</li></ul><p>@ @ @</p>"
        ),
        (
            "<ul><li><input type=checkbox>lamp</li><li><input type=checkbox>oil</li><li><input type=checkbox>wick</li>"
            "</ul><p>@ @ @</p>"
        ),
    ),
    Evidence(
        "side-menu",
        -3.0,
        "nothing but links, beside the part with the title (``convert.side_menu``); rarer than what was fitted",
        (
            "<div><a href=/1>lamp</a> <a href=/2>oil</a> <a href=/3>wick</a> <a href=/4>match</a> <a href=/5>glass</a> "
            "<a href=/6>hook</a></div><div><h1>Lamps</h1><p>@ @</p></div>"
        ),
        (
            "<div><h1>Lamps</h1><p>@ @</p></div><div><a href=/1>lamp</a> <a href=/2>oil</a> <a href=/3>wick</a> "
            "<a href=/4>match</a> <a href=/5>glass</a> <a href=/6>hook</a></div>"
        ),
    ),
    Evidence(
        "names-frame",
        -1.76,
        "stands in what is named like the foot of a page",
        "<div class=page-footer><p>lamp</p></div><p>@</p>",
        "<div class=footnotes><p>lamp</p></div><p>@</p>",
    ),
    Evidence(
        "share-1",
        1.29,
        "its parent holds much of the page",
        "<div><p>lamp</p><p>@</p><p>@</p></div><p>@</p>",
        "<div><p>lamp</p></div><p>@</p><p>@</p>",
    ),
    Evidence(
        "junk-reviews",
        -1.20,
        "the comments of shops (rules.junk_html)",
        "<div class=product-reviews><p>lamp</p></div><p>@</p>",
        "<div class=reviewed-by><p>lamp</p></div><p>@</p>",
    ),
    Evidence(
        "in-region",
        -1.19,
        "ARIA regions are for what a reader may want to jump over: carousels, notices, dialogs",
        "<div role=region><p>lamp</p></div><p>@</p>",
        "<div role=note><p>lamp</p></div><p>@</p>",
    ),
    Evidence(
        "outside-main",
        -1.12,
        "the page has a main part, and this is not in it",
        "<div><p>lamp</p></div><main><p>@</p></main>",
        "<main><p>lamp</p><p>@</p></main>",
    ),
    Evidence(
        "junk-comments",
        -1.07,
        "what readers wrote (rules.junk_html)",
        "<div class=comments-area><p>lamp</p></div><p>@</p>",
        "<div class=commentary><p>lamp</p></div><p>@</p>",
    ),
    Evidence(
        "in-dialog",
        -1.06,
        "HTML and ARIA: a window over the page",
        "<div role=dialog><p>lamp</p></div><p>@</p>",
        "<div role=note><p>lamp</p></div><p>@</p>",
    ),
    Evidence(
        "before-title",
        -1.02,
        "before the first main heading stand menus",
        "<p>lamp</p><h1>Title</h1><p>@</p>",
        "<h1>Title</h1><p>lamp</p><p>@</p>",
    ),
    Evidence(
        "in-footer",
        -1.02,
        "HTML: about the part it ends, not the part itself",
        "<footer><p>lamp</p></footer><p>@</p>",
        "<div><p>lamp</p></div><footer><p>@</p></footer>",
    ),
    Evidence(
        "junk-menu",
        -0.84,
        "a menu by its name (rules.junk_html)",
        "<ul class=main-menu><li><p>lamp</p></ul><p>@</p>",
        "<ul class=manual><li><p>lamp</p></ul><p>@</p>",
    ),
    Evidence(
        "junk-popup",
        -0.72,
        "a window over the page (rules.junk_html)",
        "<div class=modal><p>lamp</p></div><p>@</p>",
        "<div class=modality><p>lamp</p></div><p>@</p>",
    ),
    Evidence(
        "in-article",
        0.71,
        "HTML: a self-contained composition",
        "<article><p>lamp</p></article><p>@</p>",
        "<div><p>lamp</p></div><article><p>@</p></article>",
    ),
    Evidence(
        "junk-sidebar",
        -0.60,
        "beside the content (rules.junk_html)",
        "<div class=sidebar><p>lamp</p></div><p>@</p>",
        "<div class=sidebarless><p>lamp</p></div><p>@</p>",
    ),
    Evidence(
        "in-header",
        -0.57,
        "HTML: before the part itself",
        "<header><p>lamp</p></header><p>@</p>",
        "<div><p>lamp</p></div><header><p>@</p></header>",
    ),
    Evidence(
        "one-word",
        0.56,
        "a word alone is a value or a label of its list more often than a link",
        "<p>lamp</p><p>@</p>",
        "<p>lamp oil</p><p>@</p>",
    ),
    Evidence(
        "h2",
        0.56,
        "headings of the second level divide a text",
        "<h2>lamp</h2><p>@</p>",
        "<h3>lamp</h3><p>@</p>",
    ),
    Evidence(
        "in-nav",
        -0.55,
        "HTML: navigation",
        "<nav><p>lamp</p></nav><p>@</p>",
        "<div><p>lamp</p></div><nav><p>@</p></nav>",
    ),
    Evidence(
        "names-service",
        -0.52,
        "what a site offers on every page: its search, its account",
        "<div class=site-search><p>lamp</p></div><p>@</p>",
        "<div class=research><p>lamp</p></div><p>@</p>",
    ),
    Evidence(
        "names-window",
        -0.52,
        "shown over the page",
        "<div class=cart-drawer><p>lamp</p></div><p>@</p>",
        "<div class=drawers><p>lamp</p></div><p>@</p>",
    ),
    Evidence(
        "late",
        -0.52,
        "the end of a page is its foot",
        "<p>@</p><p>@</p><p>@</p><p>lamp</p>",
        "<p>lamp</p><p>@</p><p>@</p><p>@</p>",
    ),
    Evidence(
        "share-3",
        0.52,
        "an element further out holds much of the page",
        "<main><section><div><p>lamp</p></div></section><p>@</p><p>@</p></main><p>@</p>",
        "<main><section><div><p>lamp</p></div></section></main><p>@</p><p>@</p>",
    ),
    Evidence(
        "names-filter",
        -0.50,
        "choices that narrow a list",
        "<div class=facets><p>lamp</p></div><p>@</p>",
        "<div class=facetted><p>lamp</p></div><p>@</p>",
    ),
    Evidence(
        "linked",
        -0.48,
        "links lead elsewhere",
        "<p><a href=/l>lamp is lit at night</a></p><p>@</p>",
        "<p>lamp is <a href=/l>lit</a> at night</p><p>@</p>",
    ),
    Evidence(
        "other-pages",
        -0.43,
        "under a heading over what leads elsewhere",
        "<h2>You may also like</h2><p>lamp</p><p>@</p>",
        "<h2>You may run out of oil</h2><p>lamp</p><p>@</p>",
    ),
    Evidence(
        "smaller-group",
        0.43,
        "several things of one shape, fewer than the most",
        (
            "<div><p class=b>lamp is lit at night</p><p class=b>it is lit at night</p><p class=b>it is lit at "
            "night</p><p class=b>it is lit at night</p></div><div><p class=a>@</p><p class=a>@</p><p "
            "class=a>@</p><p class=a>@</p></div>"
        ),
        (
            "<div><p>lamp is lit at night</p></div><div><p class=a>@</p><p class=a>@</p><p class=a>@</p><p "
            "class=a>@</p></div>"
        ),
    ),
    Evidence(
        "names-item",
        0.41,
        "one thing of a list of things",
        "<div class=product-card><p>lamp</p></div><p>@</p>",
        "<div class=cardinal><p>lamp</p></div><p>@</p>",
    ),
    Evidence(
        "names-slides",
        -0.41,
        "shown one after the other in one place",
        "<div class=hero-slider><p>lamp</p></div><p>@</p>",
        "<div class=landslides><p>lamp</p></div><p>@</p>",
    ),
    Evidence(
        "division",
        -0.35,
        "text that stands in no paragraph",
        "<div>lamp<p>@</p></div>",
        "<p>lamp</p><p>@</p>",
    ),
    Evidence(
        "long-text",
        0.33,
        "more than a teaser, and no link",
        "<p>lamp: @ @</p>",
        "<p>lamp: @</p>",
    ),
    Evidence(
        "short",
        -0.32,
        "labels, buttons and menu entries are short",
        "<p>lamp</p><p>@</p>",
        "<p>lamp: @</p><p>@</p>",
    ),
    Evidence(
        "commas",
        0.30,
        "running text has commas",
        "<p>The lamp, the oil, the wick, and a match</p><p>@</p>",
        "<p>The lamp and the oil and the wick</p><p>@</p>",
    ),
    Evidence(
        "said-2",
        0.26,
        "the element around its parent holds sentences",
        "<section><div><p>lamp</p></div><p>@</p></section>",
        "<section><div><p>lamp</p></div></section><p>@</p>",
    ),
    Evidence(
        "largest-group",
        0.25,
        "the things that the page lists",
        "<div><p class=a>lamp is lit at night</p><p class=a>@</p><p class=a>@</p><p class=a>@</p></div>",
        (
            "<div><p class=b>lamp is lit at night</p><p class=a>@</p><p class=a>@</p><p class=a>@</p><p "
            "class=a>@</p></div>"
        ),
    ),
    Evidence(
        "said-3",
        0.21,
        "an element further out holds sentences",
        "<main><section><div><p>lamp</p></div></section><p>@</p></main>",
        "<main><section><div><p>lamp</p></div></section></main><p>@</p>",
    ),
    Evidence(
        "whole",
        -0.19,
        "a plain list or table is a menu more often than not",
        "<ul><li>lamp</li><li>oil</li></ul><p>@</p>",
        "<div><p>lamp</p><p>oil</p></div><p>@</p>",
    ),
    Evidence(
        "said-part",
        0.16,
        "the part of the page it stands in holds sentences",
        "<div><p>lamp</p><p>@</p><p>@</p><p>@</p></div>",
        "<div><p>lamp</p><p>a b c d e f g h i j k l m n o p q r s t u v w x y z a b c d e f</p></div><p>@</p>",
    ),
    Evidence(
        "sentence",
        0.15,
        "ends as a sentence does",
        "<p>The lamp is lit every night by hand.</p><p>@</p>",
        "<p>The lamp is lit every night by hand</p><p>@</p>",
    ),
    Evidence(
        "in-section",
        -0.14,
        "the pages that are cut into sections have more of them than content",
        "<section><p>lamp</p></section><p>@</p>",
        "<div><p>lamp</p></div><section><p>@</p></section>",
    ),
    Evidence(
        "repeated",
        0.13,
        "things of one shape beside each other",
        "<div><p>lamp is lit at night</p><p>@</p><p>@</p></div>",
        "<div><p>lamp is lit at night</p><h2>x</h2><p>@</p></div>",
    ),
    Evidence(
        "length-before",
        -0.07,
        "after a long text the next thing begins",
        "<p>@ @ @</p><p>lamp</p>",
        "<p>oil</p><p>lamp</p><p>@</p>",
    ),
)

FURNITURE_RULES = frozenset(
    (
        *("menu", "cookies", "share", "breadcrumbs", "sidebar", "comments", "related", "most-read", "newsletter"),
        *("advert", "popup", "reviews", "pagination", "login", "site-frame"),
    )
)
"""Rows of ``rules.junk_html`` by whose class a block is furniture."""

FURNITURE_FACTS = frozenset(
    ("hidden", "in-nav", "in-footer", "in-dialog", "furniture", "other-products", "again", "side-menu", "choices")
)
"""Facts with which a block goes from whatever candidate it is in (``convert.junk`` has the last word on that)."""
