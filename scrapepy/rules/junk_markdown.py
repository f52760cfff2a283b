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
    headings: bool = False
    """Headings that say nothing else too."""
    before_list: bool = True
    """Also where a list follows, whose label it is."""
    longest: int = 140
    """Characters of the longest line."""


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
        r"\d[\d.,]*k? (?:shares?|likes?|comments?|views?|reactions?|tweets?|retweets?|claps?)"
        r"|(?:share|tweet|pin|email|print)(?: (?:this|the|on|via|to|it|article|page|post|story|blog|facebook|twitter|x"
        r"|linkedin|whatsapp|pinterest|reddit|email))*|copy link|link copied"
        r"|(?:(?:sms|facebook|twitter|x|e ?mail|linkedin|whatsapp|pinterest|reddit|telegram)\b ?){3,}",
        "the text of share buttons",
        "128 shares",
        "She owns 128 shares of the company.",
    ),
    LineRule(
        "skip-link",
        r"(?:(?:skip|jump) to (?:the )?(?:main |page |product |search )?(?:content|navigation|main|search|footer"
        r"|results|list|filters|grid|sort|information|recipe|video)\b ?)+"
        r"|skip (?:listing|images|gallery|carousel|customer reviews)",
        "a link for keyboards",
        "Skip to main content",
        "Skip to main content links help people who use a keyboard.",
    ),
    LineRule(
        "read-more",
        r"read more|continue reading|learn more|see more|show more|load more|view all|see all|read next|back to top|top"
        r"|(?:read|download) (?:the |our )?(?:full )?(?:case study|e ?book|report|white ?paper)",
        "a button's text",
        "Read more",
        "Read more books this year.",
    ),
    LineRule(
        "call-to-action",
        r"(?:(?:(?:get|start) (?:started|(?:your |a )?free trial)(?: (?:today|now|free|for free))?"
        r"|contact sales|request a (?:quote|demo)|get in touch|explore (?:our |all )?products"
        r"|(?:view|see) (?:a )?live demo"
        r"|(?:book|schedule) an? (?:[\w-]+ )?(?:demo|call|meeting|consultation|appointment)"
        r"|talk to (?:sales|an? (?:expert|specialist))|start building|shop now"
        r"|back to (?:the )?(?:blog|all posts|all articles|news|home|overview)|leave a review|write a review)\b ?)+",
        "a button that asks for business",
        "Request a demo",
        "Request a demo key before you call the sandbox.",
    ),
    LineRule(
        "shop-button",
        r"(?:(?:add to (?:cart|bag|basket|wish ?list|compare|favou?rites)|buy (?:it )?now"
        r"|quick (?:view|shop|look|add)|(?:select|choose|view|show) options|view (?:product|details)|compare"
        r"|see price in cart|notify me|proceed to checkout|adding to cart|your cart is empty|size guide)\b ?)+",
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
        r"(?:now )?loading(?: (?:more|results|products|reviews|comments))?(?:[. …]+please wait)?|please wait",
        "what a script would have replaced",
        "Loading...",
        "Loading takes two minutes on a slow line.",
        headings=True,
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
        r"(?:sent|posted) (?:from|via) my [\w.+-]+(?: [\w.+-]+){0,8}",
        "added to every post by the program it was written with",
        "Sent from my SM-T510 using the forum app",
        "Sent from my desk, the letter took a week to arrive.",
    ),
    LineRule(
        "list-control",
        r"(?:showing|displaying|viewing|items|loaded) (?:all )?[\d,]+(?: ?[-–—] ?[\d,]+)?(?: (?:of|out of) [\d,]+)?"
        r"(?: (?:results?|items|products|entries|articles|posts))?"
        r"|\(?[\d,]+ (?:results?|items|products)\)?(?: (?:found|for))?|(?:results|items|products) \([\d,]+\)"
        r"|sort(?:ed)? by"
        r"|(?:sort by )?set (?:de|a)scending direction"
        r"|filter by|(?:clear|reset|show|hide|apply) (?:all )?(?:filters?)|clear all|refine (?:by|results|your search)"
        r"|(?:items|results) per page|(?:grid|list) view|view as(?: (?:grid|list)){0,2}",
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
        r"(?:.{0,80}[?!.] )?(?:sign up|subscribe) (?:for|to) (?:our|my)(?: [\w-]+){0,4} newsletters?\b.{0,100}"
        r"|(?:sign up|subscribe) to (?:get|receive) .{0,60}\b(?:your|my) (?:e-?mail|inbox)",
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
        "ai-button",
        r"summari[sz]e (?:this (?:page|article|post) )?(?:with|using) ai|(?:open|ask|view) in (?:chatgpt|claude)"
        r"|(?:copy(?: page)?|view|open) as markdown",
        "hands the page to a machine",
        "Summarize with AI:",
        "Summarize with AI tools only what you have read yourself.",
    ),
    LineRule(
        "reading-time",
        r"\d{1,3}(?: ?[-–] ?\d{1,3})? ?(?:min|mins|minute|minutes) read"
        r"|(?:estimated )?read(?:ing)? time:? \d{1,3} ?(?:min|mins|minutes)",
        "how long a machine thinks that the text takes",
        "12 min read",
        "12 minutes read from the tape are lost.",
    ),
    LineRule(
        "contents-label",
        r"(?:table of )?contents|(?:on|in) this (?:page|article|post|guide)",
        "the label of a list of the page's parts that is gone",
        "Table of Contents",
        "Contents of the box are listed on its lid.",
        before_list=False,
    ),
    LineRule(
        "last-changed",
        r"(?:this (?:page|article|document) was )?last (?:modified|updated|edited|changed|reviewed)(?: on)?:? "
        r"(?=[^a-z]*\w+[^a-z]*\d)[\w ,:/+-]{6,40}(?: by [\w ,&-]{2,60})?",
        "a date that the frontmatter has",
        "This page was last modified on 12 May 2023 by our editors.",
        "Last updated rows come first.",
    ),
    LineRule(
        "page-licence",
        r"(?:except (?:as|where) otherwise (?:noted|stated|indicated),? )(?:the )?(?:content|text)s? (?:of|on) this "
        r"(?:page|site|wiki|work) (?:is|are) licen[cs]ed under .{0,300}",
        "a statement of rights, the same on every page",
        "Except as otherwise noted, the content of this page is licensed under the Open Lamp License, and samples "
        "of code under another. For details, see the policies of the site. Lamp is a trademark.",
        "Except as otherwise noted, the content of this page is licensed to schools.",
        longest=400,
    ),
    LineRule(
        "consent-line",
        r"by (?:using|continuing|clicking|signing up|subscribing|submitting|downloading|proceeding)\b.{0,60}"
        r"\byou (?:agree|consent)\b.{0,60}\b(?:terms|polic(?:y|ies)|privacy|licen[cs]e|conditions)\b.{0,40}",
        "terms that go with a form or a button",
        "By signing up you agree to our terms of service and privacy policy.",
        "By using one lock, you agree on who writes first.",
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
        r"|read (?:next|also)|other popular (?:blogs?|articles|posts|stories)",
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
        "newsletter",
        r"discover more from .{2,60}|never miss an? (?:update|post|story)|(?:join|get) (?:our|the) newsletter",
        "asks for the reader's address",
        "Discover more from Lamps and Kettles",
        "Discover More Features",
        most_words=45,
    ),
    SectionRule(
        "feedback",
        r"help (?:us )?improve .{2,40}|(?:was|is) this (?:page|article|content) (?:helpful|useful)(?: to you)?"
        r"|did you find .{0,40}(?:helpful|looking for)(?: here)?|rate this (?:page|article)",
        "asks what the reader thinks of the page",
        "Help improve our pages",
        "Help Screens",
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
