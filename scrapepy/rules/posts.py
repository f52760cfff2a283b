"""How forums mark posts: where the text stands, and who wrote it when."""

from __future__ import annotations

BODIES: tuple[tuple[str, ...], ...] = tuple(
    tuple(words.split())
    for words in (
        "message body",
        "message content",
        "message text",
        "post content",
        "post body",
        "post text",
        "post message",
        "post bodytext",
        "postbody",
        "postcontent",
        "posttext",
        "postbit",
        "comment content",
        "comment body",
        "comment text",
        "commtext",
        "cooked",
        "bb wrapper",
        "question body",
        "question content",
        "question text",
        "topic text",
        "discussion body",
        "discussion content",
        "thread content",
        "thread body",
        "thread text",
        "answer body",
        "answer content",
        "answer text",
        "reply content",
        "reply body",
        "topic body",
        "topic content",
        "js post body",
        "user content",
        "md usertext",
        "usertext body",
        "entry content",
        "ips type richtext",
        "s prose",
        "forum post content",
        "bbp reply content",
        "bbp topic content",
        "post",
        "message",
        "content",
    )
)
"""Words that follow each other (others may stand between) in one class of an element that holds a post's text."""

SURE_BODIES = frozenset({"cooked", "postbody", "postcontent", "posttext", "postbit", "commtext"})
"""Words that mean it alone."""

STATED_BODIES = (
    "[itemprop=text], [itemtype$='Posting'] [itemprop=articleBody], [itemtype$=Comment] [itemprop=articleBody], "
    "[itemprop=commentText], #phpbb .postbody .content"
)
"""The text of a post, a question, an answer: as schema.org states it, and in phpBB, whose ``postbody`` holds more."""

QUOTED_BODIES = "blockquote.messageText, blockquote.postcontent"
"""XenForo 1 and vBulletin 4 write the text of a post as a quotation, which it is not."""

QUOTATIONS = "div.bbCodeBlock--quote, div.bbcode_quote"
"""XenForo 2 and vBulletin 4 write what a post quotes as no quotation."""

AUTHORS = (
    "[itemprop=author] [itemprop=name], [itemprop=author], [rel=author], [class*=author i], [class*=poster i], "
    "[data-username], "
    "[class*=member i] a, [class*=user i] a, a[class*=user i], [class*=creator i], [class*=name i], .poster h4"
)
"""Elements that name the author of a post; by names alone, since where links lead is read before (``web.links``)."""

DATES = (
    "time, [itemprop=dateCreated], [itemprop=datePublished], [class*=date i], [class*=time i], [class*=posted i], "
    "[class*=post-meta i], .keyinfo .smalltext"
)
"""Elements that say when a post was written."""

MEMBERS = frozenset({"extras", "joined", "stats", "signature", "badge", "rank", "avatar", "edited", "tooltip"})
"""Words of classes of what tells of a member, not of the post."""

THREAD_SIGNS = (
    "[itemtype*='DiscussionForumPosting'], [itemtype*='QAPage'], [itemtype$='/Question'], html[data-app=public], "
    "body[class*=discourse i], meta[name=generator][content*=Discourse i], meta[name=generator][content*=phpBB i], "
    "meta[name=generator][content*=vBulletin i], meta[name=generator][content*=Flarum i], "
    "meta[name=generator][content*=MyBB i], body#phpbb, html#XF, #forumposts, body[data-template=thread_view], "
    ".lia-page, .ipsApp"
)
"""What only forums and pages of questions have in their markup."""
