"""Under which names pages state facts about themselves, the surest first.

Sources: HTML standard (4.2.5.1), Open Graph (ogp.me), Dublin Core in HTML, schema.org, Google Scholar's citation tags.
A name that says something else on many sites (``date``, which generators set to the day of the build) has no row.
"""

from __future__ import annotations

DESCRIPTION = ("description", "og:description", "twitter:description", "dcterms.description", "dc.description")
AUTHOR = ("author", "article:author", "dcterms.creator", "dc.creator", "citation_author", "parsely-author", "byl")
SITE_NAME = ("og:site_name", "application-name")
TITLE = ("og:title", "twitter:title", "dcterms.title", "dc.title", "citation_title")
"""Only where a page has no ``title`` element."""
SHARED_TITLE = ("og:title", "twitter:title")
PUBLISHED = (
    *("article:published_time", "og:article:published_time", "datepublished", "dcterms.issued", "dc.date.issued"),
    *("citation_publication_date", "citation_online_date", "parsely-pub-date", "publish_date", "publish-date"),
    *("publication_date", "pubdate", "sailthru.date"),
)
MODIFIED = (
    *("article:modified_time", "og:article:modified_time", "og:updated_time", "datemodified", "dcterms.modified"),
    *("dc.date.modified", "last-modified", "lastmod"),
)
SEEN_PUBLISHED = (
    "time[pubdate], time[itemprop=datePublished], [itemprop=datePublished][content], time.published, "
    "time.dt-published, time.entry-date, time.post-date, .published time, .entry-date time, .post-date time, "
    "time.entry-time, .wp-block-post-date time"
)
"""Elements that show when a page was published."""
SEEN_MODIFIED = (
    "time[itemprop=dateModified], [itemprop=dateModified][content], time.updated, time.dt-updated, .updated time, "
    "time.entry-modified-time"
)
"""Elements that show when it was changed."""
SEEN_AUTHOR = (
    "a[rel=author], [itemprop=author] [itemprop=name], a.p-author, .byline .author, .author.vcard a, "
    ".wp-block-post-author-name, .wp-block-post-author__name, .entry-author-name, .entry-meta .author, "
    ".post-meta .author, header .author, p > span.author"
)
"""Elements that show who wrote it."""
SAYS_PUBLISHED = r"(?:first |date )?(?:published|posted)(?: on)?:?"
"""What stands right before a ``time`` that is the page's date."""
SAYS_MODIFIED = r"(?:last )?(?:updated|modified|edited|revised)(?: on)?:?"
SAYS_AUTHOR = r"(?:(?:written|posted|published) )?by:? (?P<name>.+)"
"""What stands right behind it, or is all that an element of the class ``byline`` says."""
SEEN_ANY = (
    "time, [itemprop=datePublished], [itemprop=dateModified], [itemprop=name], a[rel=author], a.p-author, .author, "
    ".wp-block-post-author-name, .wp-block-post-author__name, .entry-author-name, .byline"
)
"""What there is of on every page that has one of the three: one look instead of three where there is nothing."""
TAGS = ("keywords", "article:tag", "news_keywords", "dcterms.subject", "dc.subject")
LOCALE = ("og:locale", "dcterms.language", "dc.language")

MOST_TAGS = 30
"""A page with more keywords lists the words of an index (Javadoc names every member), and says nothing of itself."""

LONGEST_LINE = 1_000
"""Characters of a title, a heading, a name: what is longer is text in the wrong place, and is cut, or no heading."""
LONGEST_DESCRIPTION = 5_000
LONGEST_TAG = 200

ARTICLE_TYPES = frozenset(
    {"Article", "NewsArticle", "BlogPosting", "TechArticle", "ScholarlyArticle", "APIReference", "Report", "HowTo"}
    | {"SocialMediaPosting", "DiscussionForumPosting", "LiveBlogPosting", "AnalysisNewsArticle", "OpinionNewsArticle"}
    | {"ReportageNewsArticle", "ReviewNewsArticle", "MedicalScholarlyArticle", "Recipe", "LearningResource", "Course"}
)
"""Types of schema.org that are the text of a page."""

PAGE_TYPES = frozenset({"WebPage", "AboutPage", "ContactPage", "FAQPage", "ItemPage", "QAPage", "MedicalWebPage"})
"""Types of schema.org that are the page around it."""
