"""What is junk as HTML on pages of no recognised platform: typed rows, each with its evidence.

``words`` are whole words of a class or id: names are cut at ``-``, ``_`` and case changes, so that ``share`` is in
``post-share`` and ``postShare``, never in ``shareholder``; several words in one string must follow each other.
``unless`` are words that make the name mean something else. The name of an element of the site's own (a custom element,
``page-feedback``) counts as a class. Whatever a row says, nothing inside code goes, an id alone counts only where the
element has the shape of furniture too (ids of documentation are made of its text), and an element that holds most of
the content's text stays (``convert.junk``). ``gone`` is a piece of HTML that goes by this row; ``stays`` is its near
miss.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class JunkRule:
    """One kind of junk, told by the words of class and id."""

    id: str
    words: tuple[str, ...]
    why: str
    gone: str
    stays: str
    unless: tuple[str, ...] = ()
    mostly_links: bool = False
    """Only where links make up most of its text."""
    unsure: tuple[str, ...] = ()
    """Words that name other things too."""
    shows: str = ""
    """What something in it must match where only such words name it and it has a heading, a table or code."""
    units: bool = False
    """Page builders name any piece of content so: not where many of them hold much of the text."""


@dataclass(frozen=True, slots=True)
class JunkSelector:
    """One kind of junk, told by a selector."""

    id: str
    css: str
    why: str
    gone: str
    stays: str


UNREADABLE = "script, style, template, noscript"
"""What is no text on any page, those of recognised platforms and pieces of content too.

Scripts of a ``math/`` type hold formulas and stay.
"""

HIDING_STYLES = ("display:none", "visibility:hidden")
"""What a style says, without its spaces, that hides."""

HIDDEN_BY_STYLE = "[style*='display:none'], [style*='display: none'], [style*='visibility:hidden']"
"""Hidden by a style of its own."""

HIDDEN = f"[aria-hidden=true], {HIDDEN_BY_STYLE}"
"""Hidden in other ways than ``hidden``; asked of pages of no recognised platform only, where it can be junk."""

POST_CLASS = r"post-\d+"
"""WordPress: an element with this class is a post (``post_class()``)."""

TERMS = ("category-", "tag-", "product_cat-", "product_tag-")
"""How its other classes begin that are made of what the post is about."""

HIDDEN_BY_CLASS = (
    ".hidden:not([class*=':'])",
    ".is-hidden",
    ".hide:not(time)",
    ".w-condition-invisible",
    ".elementor-hidden-desktop",
    ".d-none:not([class*='d-sm-']):not([class*='d-md-']):not([class*='d-lg-']):not([class*='d-xl-'])",
)
"""Hidden by a class of a framework: Tailwind, Bulma, Foundation and Bootstrap 2, Webflow, Elementor, Bootstrap 4 and 5.

A class that shows the element on wider screens (``lg:block``, ``d-md-flex``) stands against it.
"""

PANEL_WORDS = frozenset(
    [
        "tab",
        "tabs",
        "tabpanel",
        "panel",
        "panels",
        "pane",
        "panes",
        "accordion",
        "collapse",
        "collapsed",
        "collapsible",
        "collapsable",
        "expand",
        "expanded",
        "expandable",
        "expander",
        "details",
        "toggle",
        "togglable",
        "answer",
        "spoiler",
        "slide",
        "carousel",
        "dropdown",
        "drop",
        "faq",
        "fold",
        "folded",
        "more",
        "popup",
        "tooltip",
        "content",
        "body",
        "text",
        "step",
    ]
)
"""Words of class or id of what a reader may open: hidden only until then, so it is content."""

FRAME_WORDS = frozenset(("header", "footer"))
"""Last word of the names that sites give to elements of their own (``site-footer``) for what HTML calls so too."""
PART_WORDS = frozenset(
    (
        *("accordion", "article", "card", "cell", "column", "dialog", "expansion", "figure", "group", "item", "list"),
        *("panel", "post", "quote", "row", "section", "step", "tab", "table"),
    )
)
"""Words by which such a name means a part of the content (``mat-card-header``)."""

BOX_WORDS = frozenset(("factbox", "infobox", "fact", "facts", "callout"))
"""Words of a class by which what stands beside an article's text belongs to it, though it is called a sidebar too."""

SELECTORS: tuple[JunkSelector, ...] = (
    JunkSelector(
        "navigation",
        "nav, [role=navigation], [role=menubar], [role=menu]",
        "HTML and ARIA say: navigation",
        "<nav><a href=/a>Home</a></nav>",
        "<section><p>Navigation by the stars.</p></section>",
    ),
    JunkSelector(
        "search",
        "[role=search], form:has(input[type=search])",
        "a search form needs its server",
        "<form role=search><label>Search</label><input name=q></form>",
        "<form><p>How to search a form.</p></form>",
    ),
    JunkSelector(
        "landmark",
        "[role=banner], [role=contentinfo], [role=dialog], [role=alertdialog]",
        "ARIA says: about the site, or a window over the page",
        "<div role=contentinfo>All rights reserved</div>",
        "<div role=note>Mind the gap.</div>",
    ),
    JunkSelector(
        "for-ears",
        ".sr-only:not(h1), .visually-hidden:not(h1), .visuallyhidden:not(h1), .screen-reader-text:not(h1), "
        ".element-invisible:not(h1), span.clipped",
        "said to who listens, never shown",
        "<span class=sr-only>opens in a new tab</span>",
        "<span class=sr>Senior</span>",
    ),
    JunkSelector(
        "no-content",
        ".nocontent",
        "Google's search engine for sites: what of a page is no content of it",
        "<div class=nocontent>Last updated in May</div>",
        "<div class=nocontents>Empty since May</div>",
    ),
    JunkSelector(
        "controls",
        "button:not([role=tab]):not(:is(h1,h2,h3,h4,h5,h6,summary,dt) button), "
        "input:not([type=checkbox]):not([type=radio]), "
        "select, canvas, dialog",
        "needs a script",
        "<button>Copy</button>",
        "<h2><button>Opening hours</button></h2>",
    ),
    JunkSelector(
        "quote-unfold",
        ".bbCodeBlock-expandLink, .quoteExpand",
        "XenForo: unfolds a long quotation",
        "<div class=bbCodeBlock-expandLink><a>Click to expand...</a></div>",
        "<div class=bbCodeBlock-content><p>Click to expand the tree.</p></div>",
    ),
    JunkSelector(
        "link-preview",
        ".bbCodeBlock--unfurl .contentRow-snippet, .bbCodeBlock--unfurl .contentRow-minor, "
        "aside.onebox .onebox-body > p, aside.onebox > .source",
        "XenForo, Discourse: what the page says of itself that a post links to; the link stays",
        "<aside class=onebox><article class=onebox-body><a href=/k>Kettles</a><p>All kettles.</p></article></aside>",
        "<aside class=onebox><article class=onebox-body><a href=/k>Kettles</a></article></aside>",
    ),
    JunkSelector(
        "short-date",
        ".ipsTime__short",
        "Invision: the date once more, for narrow screens",
        "<span class=ipsTime__short>1 yr</span>",
        "<span class=ipsTime__long>June 14, 2024</span>",
    ),
    JunkSelector(
        "unseen-date",
        "time.hide",
        "phpBB themes: the date once more, for machines",
        "<time class=hide datetime=2024-06-14>2024-06-14T13:22:54+00:00</time>",
        "<time datetime=2024-06-14>14 June</time>",
    ),
    JunkSelector(
        "signature-phpbb",
        "[id^=sig].signature, #phpbb .postbody .signature",
        "what a member writes under every post",
        "<div id=sig12 class=signature>Measure twice, cut once</div>",
        "<div class=signature><p>Takes two numbers.</p></div>",
    ),
    JunkSelector(
        "signature-xenforo",
        ".message-signature",
        "what a member writes under every post",
        "<aside class=message-signature>Measure twice, cut once</aside>",
        "<div class=message-signed><p>Signed with a key.</p></div>",
    ),
    JunkSelector(
        "signature-invision",
        "[data-role=memberSignature]",
        "what a member writes under every post",
        "<div data-role=memberSignature>Measure twice, cut once</div>",
        "<div data-role=member><p>Who may sign.</p></div>",
    ),
    JunkSelector(
        "forum-buttons-phpbb",
        "#phpbb #page-header, #phpbb .post-buttons, #phpbb .action-bar, #phpbb .back2top, #phpbb .codebox > p, "
        "#phpbb .stat-block",
        "phpBB: what members do with a post, and what selects its code",
        "<div id=phpbb><ul class=post-buttons><li><a href=/q>Quote</a></ul></div>",
        "<div id=phpbb><p class=post-body>Name the source.</p></div>",
    ),
    JunkSelector(
        "member-facts",
        "#phpbb .postprofile, .message-userExtras",
        "phpBB, XenForo: since when a member is one; who wrote the post stands by its date too, or beside these",
        "<div class=message-userExtras><dl><dt>Joined</dt><dd>Jan 3, 2010</dd></dl></div>",
        "<div class=message-userDetails><p>Joined by a rope.</p></div>",
    ),
    JunkSelector(
        "other-products",
        ".related.products, .upsells.products, .cross-sells",
        "WooCommerce: other products below one, be they only one",
        "<section class='related products'><h2>Related products</h2><p>Blue lamp</p></section>",
        "<section class=products><p>Lamps of brass.</p></section>",
    ),
    JunkSelector(
        "votes",
        ".js-voting-container, .votecell, .reputation-score, #hot-network-questions",
        "Stack Exchange: how often something was voted for, and questions of other sites",
        "<div class=js-voting-container>Up 11</div>",
        "<div class=js-post-body><p>All votes were cast.</p></div>",
    ),
)

RULES: tuple[JunkRule, ...] = (
    JunkRule(
        "advert",
        (
            "ad",
            "ads",
            "advert",
            "adverts",
            "advertisement",
            "advertisements",
            "advertising",
            "advertorial",
            "adsbygoogle",
            "adslot",
            "adunit",
            "adbox",
            "adcontainer",
            "adwrapper",
            "sponsored",
            "dfp",
            "taboola",
            "outbrain",
        ),
        "an advert",
        "<div class='ad-container'>Buy now</div>",
        "<div class='ad-hoc'>An ad hoc solution</div>",
        unless=("ad hoc", "no ad", "no ads"),
    ),
    JunkRule(
        "newsletter",
        ("newsletter", "newsletters", "subscribe", "mailchimp", "mc embed signup", "signup form", "email signup"),
        "a form to sign up with",
        "<div class='newsletter-box'>Get our letter</div>",
        "<div class='unsubscribed-users'>Users who left</div>",
    ),
    JunkRule(
        "share",
        (
            "share",
            "sharing",
            "sharebar",
            "sharethis",
            "addtoany",
            "addthis",
            "sharedaddy",
            "social media",
            "social links",
            "social icons",
            "social buttons",
            "social bar",
        ),
        "buttons of social networks",
        "<ul class='postShare'><li>Tweet</li></ul>",
        "<div class='shareholder-letter'>Dear owners</div>",
        unless=("market share", "file share", "share price"),
    ),
    JunkRule(
        "cookies",
        (
            "cookie banner",
            "cookie bar",
            "cookie consent",
            "cookie notice",
            "cookie law",
            "cookie policy banner",
            "cookiebar",
            "cookiebanner",
            "cookieconsent",
            "gdpr",
            "consent banner",
            "onetrust",
            "cookiebot",
            "cc window",
        ),
        "the banner that asks for consent",
        "<div id='cookie-consent'>We use cookies</div>",
        "<div class='cookie-recipe'>Two eggs</div>",
    ),
    JunkRule(
        "related",
        (
            "related",
            "read next",
            "up next",
            "recommended",
            "recommendations",
            "you may like",
            "also like",
            "more stories",
            "jp relatedposts",
            "yarpp",
        ),
        "links to other pages that a machine chose",
        "<div class='related-posts'><a href=/x>Other</a></div>",
        "<div class='unrelated'>Something else</div>",
        mostly_links=True,
    ),
    JunkRule(
        "most-read",
        ("most read", "most popular", "most viewed", "popular posts", "trending", "latest posts", "recent posts"),
        "a list that is the same on every page",
        "<div class='most-read'><a href=/x>Other</a></div>",
        "<div class='read-most-of-it'><a href=/x>A link</a></div>",
        mostly_links=True,
    ),
    JunkRule(
        "comments",
        (
            "comments",
            "comment list",
            "comment form",
            "respond",
            "disqus",
            "utterances",
            "giscus",
        ),
        "what readers wrote below an article",
        "<div class='comments-area'>First!</div>",
        "<div class='commentary'>An essay</div>",
        unsure=("comments",),
        shows="form, textarea, iframe, time, [class~=comment], [class*=comment-], [class*=comment_], "
        "[class*=comments-], [class*=comments_], [id^=comment-], [class*=avatar], [class*=reply], [itemtype*=Comment]",
    ),
    JunkRule(
        "reviews",
        (
            *(
                "reviews",
                "review list",
                "yotpo",
                "bazaarvoice",
                "jdgm",
            ),
            *("okendo", "trustpilot", "turnto"),
        ),
        "what buyers wrote below a product: the comments of shops",
        "<div class='product-reviews'>Great lamp, five stars</div>",
        "<div class='reviewed-by'>Reviewed by a doctor</div>",
    ),
    JunkRule(
        "sidebar",
        ("sidebar", "side bar", "widget", "widgets", "right rail", "left rail", "sidenav", "side nav"),
        "beside the content",
        "<div class='sidebar-widget'>Weather</div>",
        "<div class='sidebarless'>A text</div>",
        units=True,
    ),
    JunkRule(
        "menu",
        ("menu", "navbar", "nav", "navigation", "topnav", "subnav", "top bar", "topbar", "menubar"),
        "navigation without saying so",
        "<ul class='main-menu'><li><a href=/a>Home</a></li></ul>",
        "<ul class='menu'><li>Soup of the day, with bread</li></ul>",
        mostly_links=True,
    ),
    JunkRule(
        "breadcrumbs",
        ("breadcrumb", "breadcrumbs", "crumbs", "you are here"),
        "the way to the page",
        "<div class='breadcrumb'><a href=/>Home</a> » Here</div>",
        "<div class='breadcrumbed-fish'>Fry it</div>",
    ),
    JunkRule(
        "pagination",
        (
            "pagination",
            "pager",
            "prev next",
            "next prev",
            "prevnext",
            "post navigation",
            "page nav",
            "pagenav",
            "article navigation",
        ),
        "links to the pages before and after",
        "<div class='pagination'><a href=/2>Next</a></div>",
        "<div class='pageable-interface'><a href=/2>Pageable</a></div>",
    ),
    JunkRule(
        "tags",
        ("tag cloud", "tagcloud", "tag list", "taglist", "post tags", "tags links", "entry tags"),
        "tags belong to the frontmatter",
        "<div class='tag-cloud'><a href=/t>python</a></div>",
        "<div class='price-tag'>Twelve euros</div>",
    ),
    JunkRule(
        "author-box",
        ("author box", "author bio", "about author", "about the author", "author info", "authorbox"),
        "about the author, the same on every page",
        "<div class='author-bio'>Ann writes about lamps.</div>",
        "<div class='authors-note'>I wrote this at sea.</div>",
    ),
    JunkRule(
        "popup",
        ("modal", "lightbox", "overlay", "paywall", "popover"),
        "a window over the page",
        "<div class='signup-modal'>Wait!</div>",
        "<div class='modality'>Must and may</div>",
        unsure=("modal",),
        shows="button, form, input, iframe, [role=dialog], [aria-modal], [class*=close], [class*=Close]",
    ),
    JunkRule(
        "promo",
        ("promo", "promos", "promotion", "cta", "call to action", "upsell"),
        "the site praises itself",
        "<div class='promo-box'>Try Pro</div>",
        "<div class='promoted-field'>A promoted type</div>",
        units=True,
    ),
    JunkRule(
        "feedback",
        ("feedback", "helpful", "page rating", "article rating"),
        "asks what the reader thinks of the page",
        "<div class='page-feedback'>Was this page helpful?</div>",
        "<div class='feedbacks-loop'>A loop with gain</div>",
    ),
    JunkRule(
        "page-actions",
        ("edit page", "edit this page", "edit link", "page actions", "page tools", "print link"),
        "links to edit or print the page",
        "<div class='edit-this-page'><a href=/e>Edit this page</a></div>",
        "<div class='editing-pages'>How to edit</div>",
    ),
    JunkRule(
        "skip-link",
        ("skip link", "skip to content", "skip links", "skiplink", "skip nav", "skip main"),
        "for keyboards",
        "<a class='skip-link' href='#c'>Skip to content</a>",
        "<p class='skip-list'>A skip list is a structure</p>",
    ),
    JunkRule(
        "site-frame",
        ("site header", "site footer", "page footer", "global header", "global footer", "masthead", "colophon"),
        "the frame of the site",
        "<div class='site-footer'>All rights reserved</div>",
        "<div class='footer-design'>How to design one</div>",
    ),
    JunkRule(
        "login",
        ("login form", "loginform", "signin form", "user menu", "account menu"),
        "needs the server",
        "<div class='login-form'>Your name</div>",
        "<div class='login-guide'>How to log in</div>",
    ),
)


STEP_WORDS = frozenset(
    (
        *("next", "previous", "prev", "back", "up", "top", "home", "contents", "table", "of", "toc", "index"),
        *("chapter", "section", "page", "part", "the", "to", "first", "last", "start"),
    )
)
"""Words of rows that lead through a book: all that such a row says."""
STEP_SIGNS = frozenset(("next", "previous", "prev"))
"""One of these is among them."""
