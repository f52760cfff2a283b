"""Pages that a mirror leaves out, told by their address (SPEC 4, "Left out").

A row says what an address must look like, why such a page is no content, one address that it fits and one that looks
like it and must stay (the tests try both, with and without the row). Parts of a row are asked for together: a row with
a last segment and a query key fits only an address that has both. Everything is compared without regard to case.

What cannot be told by the address alone has no row: a feed or an error page is recognised when it comes, by its type or
its text. A page lost is worse than a feed fetched in vain.
"""

from __future__ import annotations

from dataclasses import dataclass

from scrapepy.model.skip import SkipReason


@dataclass(frozen=True, slots=True)
class LastSegment:
    """The last segment of the path (a slash at the end aside) is one of ``names``."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LastSegmentEnds:
    """The last segment ends in one of ``ends`` and is longer than it."""

    ends: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Segments:
    """These segments follow one another anywhere in the path. ``*`` is any one segment, ``#`` one of digits only,
    ``####`` a year (1900 to 2099); ``a|b`` is either name.
    """

    sequence: tuple[str, ...]
    at_end: bool = False
    """The sequence ends the path."""
    at_start: bool = False
    """The sequence begins the path."""


@dataclass(frozen=True, slots=True)
class QueryKey:
    """The query has one of the ``keys``, with whatever value."""

    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class QueryPair:
    """The query has one of the ``keys`` with one of the ``values``."""

    keys: tuple[str, ...]
    values: tuple[str, ...]


Part = LastSegment | LastSegmentEnds | Segments | QueryKey | QueryPair


@dataclass(frozen=True, slots=True)
class SkipPage:
    """One kind of page that is left out."""

    id: str
    reason: SkipReason
    parts: tuple[Part, ...]
    why: str
    example: str
    near_miss: str
    wordpress_only: bool = False
    """The address means this only on a site that shows a sign of WordPress."""
    read_links: bool = False
    """A listing: not saved, but fetched and read for its links, which may be the only way to some pages."""
    not_below: tuple[str, ...] = ()
    """A segment of these before the part that fits means documentation, where the word is only a title."""


MANUALS = ("docs", "doc", "documentation", "manual", "manuals", "guide", "guides", "reference", "help", "tutorial")
"""Segments that say: below here words are titles of pages, not things to do."""

_VERBS = ("delete", "remove", "destroy")
_TRUE = ("", "1", "true", "yes", "y", "on")

SKIP_PAGES: tuple[SkipPage, ...] = (
    # feeds
    SkipPage(
        "feed-file",
        SkipReason.FEED,
        (
            LastSegment(
                ("rss.xml", "atom.xml", "feed.xml", "rss.php", "feed.json", "index.rdf", "rss2.xml", "feed.rss")
            ),
        ),
        "the usual file names of feeds",
        "https://h/blog/rss.xml",
        "https://h/library/feed.html",
    ),
    SkipPage(
        "feed-extension",
        SkipReason.FEED,
        (LastSegmentEnds((".rss", ".atom")),),
        "extensions that only feeds have",
        "https://h/news.atom",
        "https://h/wiki/.atom",
    ),
    SkipPage(
        "feed-kind",
        SkipReason.FEED,
        (Segments(("feed|feeds", "rss|rss2|atom|rdf"), at_end=True),),
        "WordPress and others offer each feed in several formats",
        "https://h/feed/atom/",
        "https://h/feed/rss/writing.html",
    ),
    SkipPage(
        "feed-query",
        SkipReason.FEED,
        (QueryPair(("feed", "format"), ("rss", "rss2", "atom", "rdf", "comments-rss2", "feed")),),
        "feeds by parameter (WordPress, Joomla, wikis)",
        "https://h/?feed=rss2",
        "https://h/search?format=table",
    ),
    SkipPage(
        "wordpress-feed",
        SkipReason.FEED,
        (LastSegment(("feed",)),),
        "WordPress has a feed below every page; elsewhere it may be a page about feeds",
        "https://h/2024/post/feed/",
        "https://h/2024/post/feed/reading-it/",
        wordpress_only=True,
    ),
    # XML manifests
    SkipPage(
        "manifest-file",
        SkipReason.MANIFEST,
        (
            LastSegment(
                (
                    *("wlwmanifest.xml", "xmlrpc.php", "browserconfig.xml", "crossdomain.xml"),
                    "clientaccesspolicy.xml",
                )
            ),
        ),
        "descriptions for programs: blog editors, Windows tiles, Flash",
        "https://h/wp-includes/wlwmanifest.xml",
        "https://h/docs/_static/opensearch.xml",
    ),
    SkipPage(
        "wordpress-api",
        SkipReason.MANIFEST,
        (Segments(("wp-json",)),),
        "the same content as JSON, for programs; every page links to it",
        "https://h/wp-json/oembed/1.0/embed?url=x",
        "https://h/docs/wp-json.html",
    ),
    # comment replies
    SkipPage(
        "reply-to-comment",
        SkipReason.REPLY,
        (QueryKey(("replytocom",)),),
        "the page again, with the form under another comment",
        "https://h/post/?replytocom=17#respond",
        "https://h/post/?reply=17",
    ),
    SkipPage(
        "comment-form",
        SkipReason.REPLY,
        (Segments(("comment", "reply", "*")),),
        "Drupal's form for an answer",
        "https://h/comment/reply/12/34",
        "https://h/comment/replying-well",
    ),
    # sharing
    SkipPage(
        "share-query",
        SkipReason.SHARE,
        (
            QueryPair(
                ("share",),
                (
                    *("twitter", "x", "facebook", "linkedin", "reddit", "pinterest", "tumblr", "telegram", "pocket"),
                    *("email", "whatsapp", "jetpack-whatsapp", "mastodon", "bluesky", "threads", "skype", "press-this"),
                ),
            ),
        ),
        "Jetpack's share buttons: the page again, which then redirects to a network",
        "https://h/post/?share=twitter&nb=1",
        "https://h/markets/?share=42",
    ),
    SkipPage(
        "share-intent",
        SkipReason.SHARE,
        (Segments(("intent", "tweet|post|follow"), at_end=True),),
        "asks a network to post",
        "https://h/intent/tweet?text=x",
        "https://h/android/intent/filters",
    ),
    SkipPage(
        "share-sharer",
        SkipReason.SHARE,
        (LastSegment(("sharer.php", "sharer", "sharearticle")), QueryKey(("u", "url"))),
        "asks a network to post",
        "https://h/sharer/sharer.php?u=https%3A%2F%2Fh%2F",
        "https://h/sharer/sharer.php",
    ),
    SkipPage(
        "mail-a-friend",
        SkipReason.SHARE,
        (LastSegment(("mailto", "email-a-friend", "emailafriend", "sendtofriend")), QueryKey(("link", "url", "id"))),
        "a form that sends the page by mail (Joomla and others)",
        "https://h/component/mailto/?link=abc",
        "https://h/glossary/mailto",
    ),
    # print versions
    SkipPage(
        "print-flag",
        SkipReason.PRINT,
        (QueryPair(("print", "printable", "printer", "printerfriendly", "print_view", "printversion"), _TRUE),),
        "the page again, for paper",
        "https://h/article?id=3&print=1",
        "https://h/gallery?print=sunflowers",
    ),
    SkipPage(
        "print-format",
        SkipReason.PRINT,
        (
            QueryPair(
                ("format", "view", "layout", "mode", "output", "display", "action", "style"),
                ("print", "printable", "printer", "printer-friendly", "printview"),
            ),
        ),
        "the page again, for paper",
        "https://h/wiki/Page?action=print",
        "https://h/wiki/Page?action=view",
    ),
    SkipPage(
        "print-number",
        SkipReason.PRINT,
        (Segments(("print|printmail|printer-friendly", "#"), at_end=True),),
        "Drupal's and others' print version of a numbered page",
        "https://h/print/1234",
        "https://h/print/cartridges",
    ),
    SkipPage(
        "print-node",
        SkipReason.PRINT,
        (Segments(("print|printmail|printpdf", "node|book", "*")),),
        "Drupal's print version",
        "https://h/print/node/1234",
        "https://h/print/nodes",
    ),
    SkipPage(
        "number-print",
        SkipReason.PRINT,
        (Segments(("#", "print|printable"), at_end=True),),
        "the print version of a numbered page",
        "https://h/node/1234/print",
        "https://h/functions/print/",
        not_below=MANUALS,
    ),
    # calendars
    SkipPage(
        "calendar-export",
        SkipReason.CALENDAR,
        (QueryKey(("ical", "outlook-ical", "exportevents")),),
        "an event or a month as a calendar file",
        "https://h/events/?ical=1",
        "https://h/events/?icalendar-intro",
    ),
    SkipPage(
        "calendar-view",
        SkipReason.CALENDAR,
        (
            QueryKey(
                ("tribe-bar-date", "tribe_event_display", "eventdisplay", "tribe_events_cat", "mc_id", "ajaxcalendar")
            ),
        ),
        "views of event calendars, one for each day there is",
        "https://h/events/?tribe-bar-date=2026-05-01",
        "https://h/events/?display=list",
    ),
    SkipPage(
        "calendar-month",
        SkipReason.CALENDAR,
        (Segments(("calendar|cal|kalender|calendrier|calendario|events-calendar|event-calendar", "####", "#")),),
        "a calendar's page of one month or day: there is always a next one",
        "https://h/calendar/2026/05/",
        "https://h/calendar/2026/",
    ),
    SkipPage(
        "wordpress-calendar",
        SkipReason.CALENDAR,
        (Segments(("events|event", "month|week|day|today|list|map|photo")),),
        "views of The Events Calendar",
        "https://h/events/month/2026-05/",
        "https://h/events/monthly-meeting/",
        wordpress_only=True,
    ),
    # logging out and changing things
    SkipPage(
        "logout",
        SkipReason.STATE_CHANGING,
        (
            LastSegment(
                (
                    *(
                        "logout",
                        "log-out",
                        "log_out",
                        "logoff",
                        "log-off",
                        "signout",
                        "sign-out",
                        "sign_out",
                        "signoff",
                    ),
                    *(
                        "logout.php",
                        "logout.asp",
                        "logout.aspx",
                        "logout.jsp",
                        "logout.do",
                        "logout.cgi",
                        "logout.action",
                    ),
                )
            ),
        ),
        "ends the session whose cookies we may have been given",
        "https://h/user/logout",
        "https://h/manual/logout/",
        not_below=MANUALS,
    ),
    SkipPage(
        "logout-query",
        SkipReason.STATE_CHANGING,
        (QueryKey(("logout", "signout", "logoff")),),
        "ends the session",
        "https://h/index.php?logout",
        "https://h/index.php?topic=logout",
    ),
    SkipPage(
        "action-query",
        SkipReason.STATE_CHANGING,
        (
            QueryPair(
                ("action", "do", "task", "act", "op", "cmd"),
                (
                    *(
                        "delete",
                        "edit",
                        "logout",
                        "signout",
                        "purge",
                        "remove",
                        "submit",
                        "watch",
                        "unwatch",
                        "rollback",
                    ),
                    *(
                        "protect",
                        "unprotect",
                        "revert",
                        "login",
                        "register",
                        "subscribe",
                        "unsubscribe",
                        "vote",
                        "trash",
                    ),
                    *("add_to_cart", "addtocart", "markpatrolled", "editsection", "lostpassword", "reply", "newreply"),
                    *("savecomment", "move", "resendpwd"),
                ),
            ),
        ),
        "wikis, forums and shops: a link that does something, or a form to do it",
        "https://h/w/index.php?title=Home&action=edit",
        "https://h/w/index.php?title=Home&action=view",
    ),
    SkipPage(
        "shop-query",
        SkipReason.STATE_CHANGING,
        (
            QueryKey(
                (
                    "add-to-cart",
                    "add_to_cart",
                    "add_to_wishlist",
                    "remove_item",
                    "undo_item",
                    "empty-cart",
                    "add_to_compare",
                )
            ),
        ),
        "changes a shop's basket",
        "https://h/shop/?add-to-cart=12",
        "https://h/shop/?cart-help",
    ),
    SkipPage(
        "nonce-query",
        SkipReason.STATE_CHANGING,
        (QueryKey(("_wpnonce", "csrf_token", "csrftoken", "authenticity_token", "form_build_id")),),
        "only links that change something carry a token against forgery",
        "https://h/?do_it&_wpnonce=0a1b2c3d4e",
        "https://h/docs/?q=csrf",
    ),
    SkipPage(
        "wordpress-login",
        SkipReason.STATE_CHANGING,
        (LastSegment(("wp-login.php", "wp-signup.php", "wp-comments-post.php", "wp-trackback.php")),),
        "WordPress' forms for logging in and commenting",
        "https://h/wp-login.php?redirect_to=x",
        "https://h/docs/wp-login.php.html",
    ),
    SkipPage(
        "wordpress-admin",
        SkipReason.STATE_CHANGING,
        (Segments(("wp-admin",)),),
        "WordPress' back office",
        "https://h/wp-admin/post.php?post=3",
        "https://h/handbook/wp-admin/",
        not_below=(*MANUALS, "handbook"),
    ),
    SkipPage(
        "number-delete",
        SkipReason.STATE_CHANGING,
        (Segments(("#", "|".join((*_VERBS, "edit", "vote", "flag"))), at_end=True),),
        "does something to a numbered thing",
        "https://h/posts/17/delete",
        "https://h/docs/16/delete/",
        not_below=MANUALS,
    ),
    # wikis' endless space of versions
    SkipPage(
        "wiki-version",
        SkipReason.TRAP,
        (QueryKey(("oldid", "diff")), QueryKey(("title", "oldid"))),
        "old versions of a wiki's pages, and their differences",
        "https://h/w/index.php?title=Home&oldid=4711",
        "https://h/w/index.php?title=Home",
    ),
    SkipPage(
        "wiki-history",
        SkipReason.TRAP,
        (QueryPair(("action", "do"), ("history", "revisions", "diff", "recent", "backlink")),),
        "lists of a wiki page's versions, and other views of it",
        "https://h/w/index.php?title=Home&action=history",
        "https://h/w/index.php?title=History",
    ),
    # listings
    SkipPage(
        "wordpress-taxonomy",
        SkipReason.TAXONOMY,
        (Segments(("author|category|tag", "*")),),
        "WordPress' lists of posts by author, category and tag",
        "https://h/category/news/",
        "https://h/category/",
        wordpress_only=True,
        read_links=True,
    ),
    SkipPage(
        "wordpress-taxonomy-query",
        SkipReason.TAXONOMY,
        (QueryKey(("cat", "tag", "author", "author_name", "category_name", "m")),),
        "the same lists on a WordPress without pretty addresses",
        "https://h/?cat=3",
        "https://h/?p=3",
        wordpress_only=True,
        read_links=True,
    ),
    SkipPage(
        "wordpress-year",
        SkipReason.TAXONOMY,
        (Segments(("####",), at_start=True, at_end=True),),
        "WordPress' list of a year's posts",
        "https://h/2024/",
        "https://h/report/2024/",
        wordpress_only=True,
        read_links=True,
    ),
    SkipPage(
        "wordpress-month",
        SkipReason.TAXONOMY,
        (Segments(("####", "#"), at_start=True, at_end=True),),
        "WordPress' list of a month's posts",
        "https://h/2024/05/",
        "https://h/2024/05/a-post/",
        wordpress_only=True,
        read_links=True,
    ),
    SkipPage(
        "wordpress-day",
        SkipReason.TAXONOMY,
        (Segments(("####", "#", "#"), at_start=True, at_end=True),),
        "WordPress' list of a day's posts",
        "https://h/2024/05/17/",
        "https://h/2024/05/17/a-post/",
        wordpress_only=True,
        read_links=True,
    ),
    SkipPage(
        "wordpress-list-page",
        SkipReason.TAXONOMY,
        (Segments(("page", "#"), at_end=True),),
        "the further pages of WordPress' lists",
        "https://h/page/2/",
        "https://h/page/about/",
        wordpress_only=True,
        read_links=True,
    ),
)
