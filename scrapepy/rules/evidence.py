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
        "names-navigation",
        ("menu", "nav", "navbar", "navigation", "breadcrumb", "breadcrumbs", "pagination", "pager", "toolbar", "header"),
        "ways to other pages",
        "nav-list",
        "navy-blue",
    ),
    NameGroup(
        "names-others",
        (
            *("related", "recommend", "recommended", "recommendations", "recommendation", "similar", "recently"),
            *("viewed", "also", "bought", "bundle", "upsell", "cross", "suggest", "suggested", "trending", "popular"),
        ),
        "other things that a machine chose",
        "also-bought",
        "unrelated",
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
        "names-reviews",
        ("review", "reviews", "rating", "ratings"),
        "what buyers wrote",
        "product-reviews",
        "reviewed",
    ),
    NameGroup(
        "names-buying",
        (
            *("cart", "basket", "buy", "checkout", "quantity", "wishlist", "compare", "shipping", "delivery"),
            *("returns", "store", "stores"),
        ),
        "the business of buying",
        "add-to-cart",
        "cartoon",
    ),
    NameGroup(
        "names-asking",
        ("promo", "banner", "newsletter", "subscribe", "signup", "cta", "announcement", "notice"),
        "the site wants something of the reader",
        "promo-bar",
        "promotion-rules",
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
        "names-comments",
        (
            *("comment", "comments", "vote", "votes", "reply", "avatar", "user", "signature", "profile", "likes"),
            *("reactions", "stats"),
        ),
        "readers, and what they left",
        "comment-list",
        "commentary",
    ),
    NameGroup(
        "names-text",
        (
            *("content", "body", "article", "post", "entry", "text", "main", "story", "markdown", "rte", "richtext"),
            *("prose", "paragraph", "copy"),
        ),
        "the text itself",
        "rich-text",
        "texture",
    ),
    NameGroup(
        "names-description",
        (
            *("description", "desc", "details", "detail", "specs", "spec", "specifications", "features", "feature"),
            *("overview", "benefits", "faq", "accordion", "tab", "tabs", "panel"),
        ),
        "what a thing is and does",
        "product-description",
        "descriptor",
    ),
    NameGroup(
        "names-item",
        (
            *("card", "item", "tile", "product", "grid", "list", "collection", "category", "result", "results"),
        ),
        "one thing of a list, or the list",
        "result-item",
        "itemised",
    ),
    NameGroup(
        "names-side",
        ("sidebar", "aside", "widget"),
        "beside the content",
        "left-sidebar",
        "inside",
    ),
    NameGroup(
        "names-about",
        ("tag", "tags", "meta", "author", "byline", "date", "time", "label", "badge", "count"),
        "about a text, not the text",
        "post-meta",
        "metallic",
    ),
    NameGroup(
        "names-unseen",
        ("skip", "hidden", "sr", "visually", "mobile"),
        "not shown on every screen",
        "sr-only",
        "mobility",
    ),
)
"""Groups of words in classes and ids. A word is in one group at most."""

LANDMARKS = {
    "nav": "in-nav",
    "header": "in-header",
    "footer": "in-footer",
    "aside": "in-aside",
    "form": "in-form",
    "article": "in-article",
    "section": "in-section",
    "li": "in-item",
    "dialog": "in-dialog",
    "figure": "in-figure",
    "td": "in-cell",
}
"""Elements that say what stands in them."""

ROLES = {
    "navigation": "in-nav",
    "banner": "in-header",
    "contentinfo": "in-footer",
    "complementary": "in-aside",
    "dialog": "in-dialog",
    "alertdialog": "in-dialog",
    "search": "in-form",
    "article": "in-article",
    "menu": "in-nav",
    "region": "in-region",
    "tablist": "in-tabs",
}
"""ARIA roles that say so."""

PRICE = r"[$£€¥₹]\s?\d|\d\s?(?:€|EUR|USD|kr)\b"
"""A sum of money."""

BUTTON_TEXTS = (
    r"add to (?:cart|bag|basket|wishlist|compare)|sign (?:in|up)|log ?in|register|read more|learn more|shop (?:now|all)"
    r"|view (?:all|more|details|product)|see (?:all|more|details)|quick (?:view|shop|look)|load more"
    r"|show (?:more|less|all)|menu|close|search|home|contact(?: us)?|about(?: us)?|subscribe|share|reply|like|quote"
    r"|report|sale|new|sold out|in stock|next|previous|back to top|skip to.*|clear(?: all)?|filters?|sort(?: by)?:?.*"
    r"|select options|buy now|compare|wishlist|cart|checkout|\W*\d+ (?:reviews?|ratings?|items?|results|products)\W*"
)
"""A whole block that is what stands on buttons."""

OTHER_PAGES = (
    r"you (?:may|might) also|related|similar|recommend|recently viewed|customers (?:also|who)|people (?:also|who)"
    r"|also (?:bought|viewed)|frequently bought|more (?:from|like|articles|stories|posts)|newsletter|subscribe|sign up"
    r"|follow us|stay (?:connected|in touch|up)|share|comments?$|leave a|trending|most (?:popular|read)|latest|read next"
    r"|up next|popular|need help|contact|about (?:us|the author)|customer reviews|reviews$|ratings|quick links|company"
    r"|support|resources|legal|shop by|join"
)
"""Headings over what leads elsewhere."""

BIAS = -0.38
EVIDENCE: tuple[Evidence, ...] = (
    Evidence("names-frame", -1.75, "?", "?", "?"),
    Evidence("share-1", 1.27, "?", "?", "?"),
    Evidence("in-region", -1.23, "?", "?", "?"),
    Evidence("junk-comments", -1.09, "?", "?", "?"),
    Evidence("outside-main", -1.09, "?", "?", "?"),
    Evidence("in-dialog", -1.07, "?", "?", "?"),
    Evidence("before-title", -1.02, "?", "?", "?"),
    Evidence("in-footer", -1.02, "?", "?", "?"),
    Evidence("junk-menu", -0.86, "?", "?", "?"),
    Evidence("names-reviews", -0.79, "?", "?", "?"),
    Evidence("junk-sidebar", -0.78, "?", "?", "?"),
    Evidence("junk-popup", -0.74, "?", "?", "?"),
    Evidence("in-article", 0.72, "?", "?", "?"),
    Evidence("one-word", 0.59, "?", "?", "?"),
    Evidence("h2", 0.55, "?", "?", "?"),
    Evidence("names-window", -0.54, "?", "?", "?"),
    Evidence("in-header", -0.53, "?", "?", "?"),
    Evidence("names-service", -0.52, "?", "?", "?"),
    Evidence("share-3", 0.52, "?", "?", "?"),
    Evidence("in-nav", -0.52, "?", "?", "?"),
    Evidence("late", -0.51, "?", "?", "?"),
    Evidence("names-filter", -0.50, "?", "?", "?"),
    Evidence("linked", -0.46, "?", "?", "?"),
    Evidence("other-pages", -0.44, "?", "?", "?"),
    Evidence("smaller-group", 0.43, "?", "?", "?"),
    Evidence("names-item", 0.40, "?", "?", "?"),
    Evidence("names-buying", -0.39, "?", "?", "?"),
    Evidence("names-slides", -0.38, "?", "?", "?"),
    Evidence("names-text", 0.37, "?", "?", "?"),
    Evidence("said-2", 0.36, "?", "?", "?"),
    Evidence("division", -0.35, "?", "?", "?"),
    Evidence("short", -0.33, "?", "?", "?"),
    Evidence("long-text", 0.32, "?", "?", "?"),
    Evidence("commas", 0.30, "?", "?", "?"),
    Evidence("largest-group", 0.25, "?", "?", "?"),
    Evidence("said-part", 0.20, "?", "?", "?"),
    Evidence("whole", -0.20, "?", "?", "?"),
    Evidence("sentence", 0.17, "?", "?", "?"),
    Evidence("in-section", -0.14, "?", "?", "?"),
    Evidence("repeated", 0.12, "?", "?", "?"),
    Evidence("length-before", -0.08, "?", "?", "?"),
)

FURNITURE_FACTS = frozenset(
    (
        *("hidden", "in-nav", "in-footer", "in-dialog", "junk-menu", "junk-cookies", "junk-share", "junk-breadcrumbs"),
        *("junk-sidebar", "junk-comments", "junk-related", "junk-most-read", "junk-newsletter", "junk-advert"),
        *("junk-popup", "junk-pagination", "junk-login", "junk-site-frame"),
    )
)
"""Facts with which a block goes from whatever candidate it is in (``convert.junk`` has the last word on that)."""
