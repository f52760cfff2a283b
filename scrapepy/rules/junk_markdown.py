"""What is junk as text on pages of no recognised platform: whole lines, and whole sections.

A line goes only where it is nothing but the pattern: the same words inside a sentence stay. A section goes from its
heading to the next heading of level 1 to 3, or to the end of the page, unless the heading belongs to what the page is
about (``convert.clean``); only the kinds that SPEC 6.4 names do. Patterns are asked of the line's text without its
Markdown signs, in lower case. ``gone`` is a line or heading that goes, ``stays`` a near miss.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LineRule:
    """A paragraph or list item that is nothing but this."""

    id: str
    pattern: str
    why: str
    gone: str
    stays: str
    linked: bool = False
    """Only where no more than its label stands outside links."""


@dataclass(frozen=True, slots=True)
class SectionRule:
    """A heading whose section goes."""

    id: str
    pattern: str
    why: str
    gone: str
    stays: str
    most_words: int = 0
    """Only sections of so many words at most, the heading not counted; 0: of any length."""


LINES: tuple[LineRule, ...] = (
    LineRule(
        "advertisement",
        r"(?:advertisements?|advertising|sponsored(?: content)?|promoted|ad|advertisement - continue reading below"
        r"|article continues (?:below|after) (?:this )?advertisement|story continues below advertisement)",
        "a label over an advert that is gone",
        "Advertisement",
        "Advertisement pays for this site.",
    ),
    LineRule(
        "ago",
        r"(?:(?:posted|updated|published|last updated):? )?(?:about |over |almost )?(?:\d{1,3}|an?|one) "
        r"(?:second|minute|min|hour|hr|day|week|month|year)s? ago",
        "true only on the day it was read",
        "3 hours ago",
        "He said this happened 2 hours ago during the meeting.",
    ),
    LineRule(
        "form-trap",
        r"(?:please )?leave this field (?:blank|empty)(?: if you re human)?",
        "the label of a field that traps robots",
        "Leave this field blank",
        "Leave this field blank to inherit the value of the parent.",
    ),
    LineRule(
        "share-count",
        r"(?:\d[\d.,]*k? (?:shares?|likes?|comments?|views?|reactions?|tweets?|retweets?|claps?)|(?:share|tweet|pin"
        r"|email|print)"
        r"(?: (?:this|on|via|to|it|article|page|post|facebook|twitter|x|linkedin|whatsapp|pinterest|reddit|email))*"
        r"|share this(?: (?:article|page|post|story))?|copy link|link copied)",
        "the text of share buttons",
        "128 shares",
        "She owns 128 shares of the company.",
    ),
    LineRule(
        "skip-link",
        r"(?:skip|jump) to (?:the )?(?:main |page |product |search )?(?:content|navigation|main|search|footer|results"
        r"|list|filters|grid|sort|information|recipe)|skip (?:listing|images|gallery|carousel|customer reviews)",
        "a link for keyboards",
        "Skip to main content",
        "Skip to main content links help people who use a keyboard.",
    ),
    LineRule(
        "read-more",
        r"(?:read more|continue reading|learn more|see more|show more|load more|view all|see all|read next|back to "
        r"top|top)",
        "a button's text",
        "Read more",
        "Read more books this year.",
    ),
    LineRule(
        "call-to-action",
        r"(?:get|start) (?:started|your free trial)(?: (?:today|now|free|for free))?|contact sales|request "
        r"a (?:quote|demo)"
        r"|(?:book|schedule) a (?:demo|call|meeting)|talk to (?:sales|an? (?:expert|specialist))|start "
        r"building|shop now"
        r"|back to (?:the )?(?:blog|all posts|all articles|news|home|overview)|leave a review|write a review",
        "a button that asks for business",
        "Request a demo",
        "Request a demo key before you call the sandbox.",
    ),
    LineRule(
        "shop-button",
        r"add to (?:cart|bag|basket|wish ?list|compare|favou?rites)|buy (?:it )?now|quick (?:view|shop|look"
        r"|add)|select options"
        r"|view (?:product|details)|notify me|proceed to checkout|adding to cart|your cart is empty|size guide",
        "a button of a shop",
        "Add to cart",
        "Add to cart is an event that the shop sends.",
    ),
    LineRule(
        "shop-control",
        r"sort(?: by)?:? ?(?:best match|featured|relevance|popularity|newest|most popular|best selling|price.{0,20})"
        r"|filters|filter (?:and|&) sort|qty|quantity",
        "the label of a control, and what it is set to",
        "Sort: Best Match",
        "Sort the list by price before you page through it.",
    ),
    LineRule(
        "loading",
        r"(?:now )?loading(?: (?:more|results|products|reviews|comments))?(?: please wait)?|please wait",
        "what a script would have replaced",
        "Loading...",
        "Loading takes two minutes on a slow line.",
    ),
    LineRule(
        "forum-button",
        r"click to expand|(?:like )?reactions?|quote|report(?: post)?|multi ?quote|jump to latest|sort by"
        r"|thread starter|post reply|ask (?:a )?question"
        r"|not open for further replies",
        "a control of a forum",
        "Click to expand...",
        "Quote the value where it holds spaces.",
    ),
    LineRule(
        "sent-from",
        r"(?:sent|posted) (?:from|via) my [\w.+-]+(?: [\w.+-]+){0,4}",
        "added to every post by the program it was written with",
        "Sent from my SM-T510 using the forum app",
        "Sent from my desk, the letter took a week to arrive.",
    ),
    LineRule(
        "list-control",
        r"(?:showing|displaying|viewing|items) (?:all )?[\d,]+(?: ?[-–—] ?[\d,]+)?(?: (?:of|out of) [\d,]+)?"
        r"(?: (?:results?|items|products|entries|articles|posts))?"
        r"|[\d,]+ (?:results?|items|products)(?: (?:found|for))?|sort(?:ed)? by"
        r"|filter by|(?:clear|reset|show|hide|apply) (?:all )?(?:filters?)|clear all|refine (?:by|results|your search)"
        r"|(?:items|results) per page|(?:grid|list) view|view as(?: (?:grid|list))?",
        "sorts, filters or counts a list, which needs the server",
        "Showing 1–24 of 310 results",
        "Showing 24 results of a test takes a table of two columns.",
    ),
    LineRule(
        "player",
        r"(?:on now|now playing|up next|play video|watch (?:now|live)|listen (?:now|live))",
        "the label of a player",
        "Now playing",
        "Now playing the last card ends the game.",
    ),
    LineRule(
        "read-also",
        r"(?:also read|read also|must[- ]read|follow up read|recommended read(?:ing|s)?|read (?:more|next)"
        r"|related (?:reading|articles?|stor(?:y|ies)|posts?|news|searches|companies|topics)"
        r"|you may also like) ?[:|–—-].+",
        "a link to another page between the paragraphs",
        "Also read: [Ten lamps](/ten)",
        "Also read: the book of lamps, which has [ten of them](/ten).",
        linked=True,
    ),
    LineRule(
        "newsletter-line",
        r"(?:.{0,80}[?!.] )?(?:sign up|subscribe) (?:for|to) (?:our|my)(?: [\w-]+){0,4} newsletters?\b.{0,100}",
        "asks for the reader's address",
        "Want more? Sign up for our weekly newsletter, and be the first to know.",
        "Subscribe to the newsletter topic, and each issue arrives as a message.",
    ),
    LineRule(
        "follow-line",
        r"(?:follow|like|join) (?:us|me) on (?:facebook|twitter|x|instagram|linkedin|youtube|tiktok|threads|bluesky"
        r"|mastodon|telegram|whatsapp|pinterest)\b.{0,80}",
        "leads to a social network",
        "Follow us on Facebook and Twitter for more",
        "Follow the people on Mastodon who are on your list.",
    ),
    LineRule(
        "page-question",
        r"(?:was|is) this (?:page|article|information|content|section|doc) (?:helpful|useful)(?: yes no)?"
        r"|did (?:this|you find) .{0,40}(?:help|helpful|looking for)|help (?:us )?improve (?:this page|mdn|these docs)"
        r"|edit this page(?: on github)?|report (?:an issue|a problem)(?: with this (?:page|content))?",
        "asks what the reader thinks of the page",
        "Was this page helpful?",
        "Was this page helpful to you is the question that surveys ask most.",
    ),
    LineRule(
        "cookie-line",
        r"(?:accept(?: all)?(?: cookies)?|reject(?: all)?(?: cookies)?|manage (?:cookies|preferences)|cookie settings"
        r"|we use cookies(?: to .{0,120})?)",
        "the consent banner's text",
        "Accept all cookies",
        "Accept all cookies whose domain matches the request's host.",
    ),
    LineRule(
        "subscribe-line",
        r"(?:subscribe(?: now)?|sign up(?: now)?|log ?in|sign "
        r"in)",
        "a form's button",
        "Subscribe now",
        "Subscribe to a topic before you publish.",
    ),
)

SECTIONS: tuple[SectionRule, ...] = (
    SectionRule(
        "most-read",
        r"most (?:read|popular|viewed|shared|commented)(?: (?:stories|articles|posts|news))?",
        "a list that is the same on every page",
        "Most Read",
        "Most Read Errors and Their Causes",
    ),
    SectionRule(
        "related",
        r"(?:related|recommended|similar|more) (?:articles?|posts?|stories|content|reading|news|topics|links"
        r"|products|videos|searches|companies|resources|pages|items|categories|reads)"
        r"|(?:latest|recent|popular) (?:articles|posts|blog posts|blogs)|from (?:the|our) blog|related"
        r"|recommended for you|more (?:like this|from (?:this author|the author|around the web|our blog|the blog))"
        r"|read (?:next|also)",
        "links that a machine chose",
        "Related Articles",
        "Related Work",
    ),
    SectionRule(
        "trending",
        r"trending(?: (?:now|today|stories|topics|news|searches))?|popular(?: (?:now|searches|topics))?",
        "the same on every page",
        "Trending",
        "Trending Upwards",
    ),
    SectionRule(
        "you-may-like",
        r"(?:you (?:may|might) (?:also )?(?:like|enjoy|be interested in)|people also (?:read|viewed|liked"
        r"|bought)|don t "
        r"miss|customers (?:also|who) .{3,50}|people who .{3,50}|frequently bought together"
        r"|recently viewed(?: items| products)?|sponsored (?:products|items)|complete (?:the|your) (?:look|set)"
        r"|pairs well with|in case you missed it)",
        "links that a machine chose",
        "You May Also Like",
        "You May Also Need a Compiler",
    ),
    SectionRule(
        "reviews",
        r"(?:customer|user|product|verified|guest|all|our)? ?"
        r"(?:ratings? (?:and|&) reviews?|reviews?(?: (?:and|&) ratings?)?)"
        r"(?: \(?[\d.,]+\)?)?|questions (?:and|&) answers|customer questions.{0,20}",
        "what buyers wrote below a product",
        "Customer Reviews",
        "Reviews of the Literature",
    ),
    SectionRule(
        "call-to-action",
        r"(?:are you )?ready to (?:get|start|begin|try|see|build|ditch|take|grow|join|transform|scale|launch|boost) "
        r".{2,60}|let s (?:connect|talk|chat|get started|work together)|talk to (?:an? |our )?(?:expert|specialist)"
        r"|(?:get|start) (?:started|your) .{0,40}(?:today|trial|free)"
        r"|(?:book|schedule|request) (?:an?|your) .{0,40}(?:today|demo|consultation|quote|trial|call)",
        "how a page of business ends",
        "Ready to Start Your Project?",
        "Ready to Drink Teas",
        most_words=45,
    ),
    SectionRule(
        "comments",
        r"(?:\d+ )?(?:comments?|responses?|replies)(?: \d+)?|leave a (?:comment|reply)|join the (?:conversation"
        r"|discussion)"
        r"|post a comment|add a comment",
        "what readers wrote below an article",
        "Comments",
        "Comments and Docstrings",
    ),
)

COPYRIGHT = (
    r"(?:all content )?(?:copyright(?: \(c\)| ©)?|\(c\)|©)(?: ?copyright)? ?(?:\(c\)|©)? ?(?:\d{4}(?: ?[-–—,] "
    r"?(?:\d{2,4}|present))*)"
    r"[^\n]{0,160}|©[^\n]{0,160}"
)
"""A line that is nothing but a copyright statement."""

LEGAL_WORDS = r"copyright|licen[cs]|legal|notice|credits|imprint|terms|attribution|about"
"""Words of a heading under which a copyright line is the text itself."""
