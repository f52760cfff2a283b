"""Lines and headings, a phrase for each alternative of the patterns of ``rules.junk_markdown``; ``|`` parts them."""

from __future__ import annotations

LINE_PHRASES = {
    "advertisement": (
        "Article continues below advertisement | Article continues after advertisement | Advertising"
        " | Sponsored | Promoted | Ad | Advertisement - continue reading below"
        " | Story continues below advertisement"
    ),
    "ago": (
        "Posted a second ago | Updated one minute ago | Published 3 min ago | Last updated 2 hours ago"
        " | About 2 hrs ago | Over a day ago | Almost 3 weeks ago | 1 month ago | 2 years ago"
    ),
    "form-trap": "Leave this field empty",
    "share-count": (
        "4 likes | 4 comments | 4 views | 4 reactions | 4 tweets | 4 retweets | 4 claps"
        " | Share this story | Tweet | Pin | Email | Print | Share the blog | Share the article on x"
        " | Share via | Share to | Share it | Share this page | Share this post | Share facebook"
        " | Share twitter | Share linkedin | Share whatsapp | Share pinterest | Share reddit"
        " | Share email | Sms facebook twitter | X email linkedin | Whatsapp pinterest reddit"
        " | Telegram sms x | Copy link | Link copied"
    ),
    "skip-link": (
        "Jump to content | Skip to page content | Skip to product content | Skip to search content"
        " | Skip to navigation | Skip to main | Skip to search | Skip to footer | Skip to results"
        " | Skip to list | Skip to filters | Skip to grid | Skip to sort | Skip to information"
        " | Skip to recipe Jump to video | Skip listing | Skip images | Skip gallery | Skip carousel"
        " | Skip customer reviews"
    ),
    "read-more": (
        "Read ebook | Download case study | Read the case study | Read our case study | Read report"
        " | Read whitepaper | Continue reading | Learn more | See more | Show more | Load more | View all"
        " | See all | Read next | Back to top | Top"
    ),
    "call-to-action": (
        "Get started | Start started | Get your free trial | Get a free trial | Get started today"
        " | Get started now | Get started free | Get started for free | Request a quote"
        " | Explore our products | Explore all products | View live demo | See live demo | Book a demo"
        " | Schedule a demo | Book a call | Book a meeting | Book a consultation | Book an appointment"
        " | Talk to an expert | Talk to a specialist | Talk to sales | Back to blog | Back to all posts"
        " | Back to all articles | Back to news | Back to home | Back to overview | Contact sales"
        " | Get in touch | Start building | Shop now | Leave a review | Write a review"
    ),
    "shop-button": (
        "Add to bag | Add to basket | Add to wishlist | Add to compare | Add to favorites | Quick view"
        " | Quick shop | Quick look | Quick add | Select options | Choose options | View options"
        " | Show options | View product | View details | Buy now | Compare | See price in cart"
        " | Notify me | Proceed to checkout | Adding to cart | Your cart is empty | Size guide"
    ),
    "shop-control": (
        "Sort: Featured | Sort: relevance | Sort by popularity | Sort: newest | Sort: most popular"
        " | Sort: best selling | Sort: price high to low | Filter and sort | Filter & sort | Filters"
        " | Qty | Quantity"
    ),
    "loading": ("Loading more | Loading results | Loading products | Loading reviews | Loading comments | Please wait"),
    "forum-button": (
        "Reaction | Quote | Report | Multiquote | Jump to latest | Sort by | Thread starter | Post reply"
        " | Ask question | Not open for further replies"
    ),
    "sent-from": "Posted from my phone | Sent via my phone",
    "list-control": (
        "Displaying 1 | Viewing 1 | Items 1 | Loaded 1 | Showing 1 out of 1 | Showing 1 items"
        " | Showing 1 products | Showing 1 entries | Showing 1 articles | Showing 1 posts | 1 result"
        " | 1 items | 1 products | 1 result found | 1 result for | Results (1) | Items (1) | Products (1)"
        " | Set descending direction | Set ascending direction | Clear filter | Reset filter"
        " | Show filter | Hide filter | Apply filter | Refine by | Refine results | Refine your search"
        " | Items per page | Results per page | Grid view | List view | View as grid | View as list"
        " | Sort by | Filter by | Clear all"
    ),
    "player": "Watch now | Watch live | Listen now | Listen live | On now | Up next | Play video",
    "read-also": (
        "Recommended reading: ten lamps | Recommended reads: ten lamps | Read more: ten lamps"
        " | Read next: ten lamps | Related story: ten lamps | Related stories: ten lamps"
        " | Related reading: ten lamps | Related article: ten lamps | Related post: ten lamps"
        " | Related news: ten lamps | Related searches: ten lamps | Related companies: ten lamps"
        " | Related topics: ten lamps | Read also: ten lamps | Must-read: ten lamps"
        " | Follow up read: ten lamps | You may also like: ten lamps"
    ),
    "newsletter-line": (
        "Subscribe for our newsletter | Sign up to my weekly newsletter"
        " | Sign up to get new posts in your inbox | Subscribe to receive news sent to my email"
    ),
    "follow-line": (
        "Like us on Facebook | Join us on Facebook | Follow me on facebook | Follow us on twitter"
        " | Follow us on x | Follow us on instagram | Follow us on linkedin | Follow us on youtube"
        " | Follow us on tiktok | Follow us on threads | Follow us on bluesky | Follow us on mastodon"
        " | Follow us on telegram | Follow us on whatsapp | Follow us on pinterest"
    ),
    "page-question": (
        "Is this page helpful | Was this article helpful | Was this information helpful"
        " | Was this content helpful | Was this section helpful | Was this doc helpful"
        " | Was this page useful | Did this page help | Did you find this useful to help"
        " | Did this helpful | Did you find what you were looking for | Help improve this page"
        " | Help improve mdn | Help improve these docs | Report an issue | Report a problem"
        " | Report an issue with this page | Report an issue with this content | Edit this page"
    ),
    "ai-button": (
        "Summarise this page with ai | Summarise this article with ai | Summarise this post with ai"
        " | Summarise using ai | Open in claude | Ask in chatgpt | View in chatgpt | Copy as markdown"
        " | View as markdown | Open as markdown"
    ),
    "reading-time": (
        "4 mins read | 1 minute read | 12 minutes read | Reading time: 5 min | Reading time: 5 mins"
        " | Reading time: 5 minutes"
    ),
    "contents-label": "On this page | In this page | On this article | On this post | On this guide",
    "last-changed": (
        "This article was last edited on 5 May 2023 | This document was last edited on 5 May 2023"
        " | Last updated on 5 May 2023 | Last changed on 5 May 2023 | Last reviewed on 5 May 2023"
    ),
    "page-licence": (
        "Except where otherwise stated, the text on this site is licensed under the Lamp License"
        " | Except as otherwise indicated, the contents of this wiki are licensed under the Lamp License"
        " | Except as otherwise noted, the content of this work is licensed under the Lamp License"
    ),
    "consent-line": (
        "By using this site, you agree to the terms of use"
        " | By continuing on this site, you consent to the policy of use"
        " | By clicking this site, you agree to the policies of use"
        " | By subscribing to this site, you agree to the privacy rules of use"
        " | By submitting to this site, you agree to the conditions of use"
        " | By downloading from this site, you agree to the terms of use"
        " | By proceeding on this site, you agree to the terms of use"
        " | By signing up on this site, you agree to the license of use"
    ),
    "cookie-line": "Manage cookies | Manage preferences | Reject | Cookie settings | We use cookies",
    "subscribe-line": "Sign up | Login | Sign in",
}

SECTION_PHRASES = {
    "most-read": (
        "Most popular | Most viewed | Most shared | Most commented | Most read stories"
        " | Most read articles | Most read posts | Most read news"
    ),
    "related": (
        "Recommended article | Similar article | More article | Related post | Related stories"
        " | Related content | Related reading | Related news | Related topics | Related links"
        " | Related products | Related videos | Related searches | Related companies | Related resources"
        " | Related pages | Related items | Related categories | Related reads | Latest posts"
        " | Recent articles | Popular articles | Latest blog posts | Latest blogs | From the blog"
        " | From our blog | More from this author | More from the author | More from around the web"
        " | More from our blog | More from the blog | More like this | Read next | Read also"
        " | Other popular blog | Other popular articles | Other popular posts | Other popular stories"
        " | Related | Recommended for you"
    ),
    "trending": (
        "Trending now | Trending today | Trending stories | Trending topics | Trending news"
        " | Trending searches | Popular now | Popular searches | Popular topics"
    ),
    "you-may-like": (
        "You might like | You may enjoy | You may be interested in | People also read"
        " | People also viewed | People also liked | People also bought | Customers also bought"
        " | Customers who bought this | Recently viewed items | Recently viewed products"
        " | Sponsored products | Sponsored items | Complete the set | Complete your look | Don t miss"
        " | People who bought this | Frequently bought together | Pairs well with | In case you missed it"
    ),
    "reviews": (
        "User ratings and reviews | Product ratings & reviews | Verified reviews | Guest reviews"
        " | All reviews | Our reviews | Reviews and ratings | Reviews & ratings | Questions and answers"
        " | Questions & answers | Customer questions"
    ),
    "call-to-action": (
        "Ready to get started today | Ready to begin at last | Ready to try a lamp | Ready to see it"
        " | Ready to build a lamp | Ready to ditch candles | Ready to take a step | Ready to grow with us"
        " | Ready to join us | Ready to transform your home | Ready to scale up | Ready to launch it"
        " | Ready to boost sales | Let s connect | Let s talk | Let s chat | Let s get started"
        " | Let s work together | Talk to an expert | Talk to our expert | Talk to specialist"
        " | Get your free lamp today | Start your lamp today | Get started with lamps today"
        " | Start your 30-day trial | Get your lamp free | Book a demo | Schedule a visit today"
        " | Request an offer today | Book your consultation | Schedule a free quote | Request a trial"
        " | Book an introductory call"
    ),
    "newsletter": (
        "Never miss an update | Never miss a post | Never miss a story | Join our newsletter"
        " | Get our newsletter | Join the newsletter"
    ),
    "feedback": (
        "Was this page useful | Is this page helpful | Was this article helpful"
        " | Was this content helpful | Did you find this helpful | Did you find what you were looking for"
        " | Rate this page | Rate this article"
    ),
    "comments": (
        "Response | Replies | Leave a comment | Leave a reply | Join the conversation"
        " | Join the discussion | Post a comment | Add a comment"
    ),
}
