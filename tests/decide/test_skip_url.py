from __future__ import annotations

import pytest

from scrapepy.decide.scope import scope_of
from scrapepy.decide.skip_url import is_tracker, matching_row, skip_url
from scrapepy.model.skip import SkipReason
from scrapepy.model.url import CanonicalUrl
from scrapepy.rules.skip_pages import SKIP_PAGES, SkipPage
from scrapepy.rules.trackers import TRACKERS, Tracker
from scrapepy.web.canonical import canonical


def canon(address: str) -> CanonicalUrl:
    url = canonical(address)
    assert url is not None
    return url


@pytest.mark.parametrize("row", SKIP_PAGES, ids=lambda row: row.id)
def test_each_row_earns_its_keep(row: SkipPage) -> None:
    example = canon(row.example)
    fits = matching_row(example, wordpress=row.wordpress_only)
    assert fits is not None
    assert fits.id == row.id
    without = tuple(other for other in SKIP_PAGES if other is not row)
    assert matching_row(example, wordpress=row.wordpress_only, rows=without) is None


@pytest.mark.parametrize("row", SKIP_PAGES, ids=lambda row: row.id)
def test_each_row_has_a_near_miss_that_stays(row: SkipPage) -> None:
    assert matching_row(canon(row.near_miss), wordpress=row.wordpress_only) is None


@pytest.mark.parametrize("row", [row for row in SKIP_PAGES if row.wordpress_only], ids=lambda row: row.id)
def test_wordpress_rules_need_a_sign_of_wordpress(row: SkipPage) -> None:
    assert matching_row(canon(row.example), wordpress=False) is None


def test_ids_are_unique_and_reasons_given() -> None:
    assert len({row.id for row in SKIP_PAGES}) == len(SKIP_PAGES)
    assert all(row.why and row.parts for row in SKIP_PAGES)
    names = [name for row in SKIP_PAGES for name in row.not_below]
    assert all(name == name.lower() for name in names)


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/library/feed.html",
        "/api/feed/",
        "/api/category/",
        "/api/category/create/",
        "/reference/tag/",
        "/author/guide/",
        "/print.html",
        "/functions/print/",
        "/library/logging.html",
        "/manual/logout/",
        "/3/library/calendar.html",
        "/calendar/",
        "/release/1.2.3/notes/",
        "/docs/16/delete/",
        "/docs/app-psql.html",
        "/java.base/java/util/Calendar.html",
        "/search.html?q=print",
        "/blog/2024/05/17/a-post/",
        "/2024/05/",
        "/index.xml",
        "/sitemap.xml",
        "/page.php?id=3&view=full",
        "/events/",
        "/cgi-bin/x?action=show",
    ],
)
def test_documentation_is_not_hit(path: str) -> None:
    assert skip_url(canon("http://h" + path), wordpress=False) is None


@pytest.mark.parametrize(
    ("path", "reason", "read_links"),
    [
        ("/category/news/", SkipReason.TAXONOMY, True),
        ("/category/news/page/2/", SkipReason.TAXONOMY, True),
        ("/author/ann/feed/", SkipReason.FEED, False),
        ("/?author=1", SkipReason.TAXONOMY, True),
        ("/post/?replytocom=3", SkipReason.REPLY, False),
        ("/WP-LOGIN.PHP", SkipReason.STATE_CHANGING, False),
        ("/post/?share=facebook&nb=1", SkipReason.SHARE, False),
        ("/post/?a=1;print=1", SkipReason.PRINT, False),
        ("/comments/feed/", SkipReason.FEED, False),
        ("/2023/", SkipReason.TAXONOMY, True),
    ],
)
def test_a_wordpress_blog(path: str, reason: SkipReason, read_links: bool) -> None:
    skipped = skip_url(canon("http://h" + path), wordpress=True)
    assert skipped is not None
    assert (skipped.skip.reason, skipped.read_links) == (reason, read_links)


def test_include_and_the_start_url_overrule() -> None:
    url = canon("http://h/blog/rss.xml")
    seed = canon("http://h/")
    assert skip_url(url, scope=scope_of(seed)) is not None
    assert skip_url(url, scope=scope_of(seed, include=["/blog/*"])) is None
    assert skip_url(url, scope=scope_of(url)) is None


@pytest.mark.parametrize(
    ("address", "row"),
    [
        ("https://www.google-analytics.com/analytics.js", "google-analytics"),
        ("https://www.googletagmanager.com/gtag/js?id=X", "google-tag-manager"),
        ("https://ad.doubleclick.net/x", "doubleclick"),
        ("https://connect.facebook.net/en_US/fbevents.js", "facebook-pixel"),
        ("https://www.facebook.com/tr?id=1&ev=PageView", "facebook-tr"),
        ("http://static.hotjar.com:8080/c/hotjar-1.js", "hotjar"),
        ("https://plausible.io/js/script.js", "plausible"),
        ("https://bam.eu01.nr-data.net/1/abc", "new-relic"),
    ],
)
def test_trackers(address: str, row: str) -> None:
    assert is_tracker(address) == row


@pytest.mark.parametrize(
    "address",
    [
        "https://notdoubleclick.net/x",
        "https://doubleclick.net.example.org/x",
        "https://www.facebook.com/some.page",
        "https://www.google.com/maps/embed",
        "https://plausible.io/docs",
        "https://fonts.googleapis.com/css?family=Roboto",
        "https://cdn.jsdelivr.net/npm/x.js",
        "https://t.co/abc",
        "https://developers.google.com/analytics/",
        "https://example.org/google-analytics.com/analytics.js",
        "https://segment.com/docs/",
        "http://127.0.0.1:8080/matomo.js",
    ],
)
def test_near_misses_of_trackers(address: str) -> None:
    assert is_tracker(address) is None


def test_a_service_that_is_mirrored_itself_may_load_its_own() -> None:
    script = "https://static.hotjar.com/app.js"
    assert is_tracker(script, "https://example.org/") == "hotjar"
    assert is_tracker(script, "https://help.hotjar.com/") is None
    assert is_tracker("https://ad.doubleclick.net/x", "https://help.hotjar.com/") == "doubleclick"


@pytest.mark.parametrize("tracker", TRACKERS, ids=lambda row: row.id)
def test_each_tracker_is_known_by_each_of_its_hosts_and_not_by_a_longer_name(tracker: Tracker) -> None:
    assert tracker.why
    for host in tracker.hosts:
        path = tracker.paths[0] if tracker.paths else "/x"
        assert is_tracker(f"https://{host}{path}") is not None
        assert is_tracker(f"https://sub.{host}{path}") is not None
        assert is_tracker(f"https://not{host}{path}") is None
        if tracker.paths:
            assert is_tracker(f"https://{host}/about-us") is None


def test_tracker_rows_are_unique() -> None:
    assert len({row.id for row in TRACKERS}) == len(TRACKERS)
    pairs = [(host, row.paths) for row in TRACKERS for host in row.hosts]
    assert len(set(pairs)) == len(pairs)
