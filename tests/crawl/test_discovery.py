from __future__ import annotations

from scrapepy.crawl.discovery import Discovery, Finder
from scrapepy.decide.scope import scope_of
from scrapepy.model.analysis import Found
from scrapepy.model.entry import EntryKind, FrontierEntry
from scrapepy.model.skip import Skip, SkipReason
from scrapepy.model.url import CanonicalUrl, Role

HOME = FrontierEntry(CanonicalUrl("http://h/d/"), "http://h/d/", EntryKind.SEED)


def discovery(*, assets: bool = True, max_depth: int | None = None) -> Discovery:
    return Discovery(scope_of(HOME.url, stay_in_path=True, max_depth=max_depth), assets=assets)


def found(url: str, role: Role = Role.LINK) -> Found:
    return Found(CanonicalUrl(url), url, role)


def test_each_url_is_judged_once_as_a_link_and_once_as_a_requisite() -> None:
    links = discovery()
    finder = Finder(HOME, public=True)
    first = links.read(finder, [found("http://h/d/a"), found("http://o/x"), found("http://o/x", Role.IMAGE)])
    assert [(e.url, e.kind, e.depth, e.public_referrer) for e in first.entries] == [
        ("http://h/d/a", EntryKind.PAGE, 1, True),
        ("http://o/x", EntryKind.ASSET, 0, True),
    ]
    assert [(s.url, s.reason) for s in first.skips] == [("http://o/x", SkipReason.OUT_OF_SCOPE)]
    again = links.read(finder, [found("http://h/d/a"), found("http://o/x"), found("http://o/x", Role.IMAGE)])
    assert (again.entries, again.skips) == ([], [])


def test_depth_is_judged_anew_since_a_nearer_page_may_link_too() -> None:
    links = discovery(max_depth=1)
    far = FrontierEntry(CanonicalUrl("http://h/d/far"), "http://h/d/far", EntryKind.PAGE, depth=1)
    assert [s.reason for s in links.read(Finder(far, False), [found("http://h/d/a")]).skips] == [SkipReason.DEPTH]
    assert [e.depth for e in links.read(Finder(HOME, False), [found("http://h/d/a")]).entries] == [1]


def test_nofollow_of_one_page_does_not_hide_a_link_of_another() -> None:
    links = discovery()
    shy = links.read(Finder(HOME, False, nofollow=True), [found("http://h/d/a"), found("http://h/d/i.png", Role.IMAGE)])
    assert [e.url for e in shy.entries] == ["http://h/d/i.png"]
    assert [s.reason for s in shy.skips] == [SkipReason.NOFOLLOW]
    assert [e.url for e in links.read(Finder(HOME, False), [found("http://h/d/a")]).entries] == ["http://h/d/a"]


def test_roles_that_are_never_fetched() -> None:
    roles = (Role.FORM, Role.HINT)
    result = discovery().read(Finder(HOME, False), [found(f"http://h/d/{role.value}", role) for role in roles])
    assert (result.entries, result.skips) == ([], [])


def test_what_is_said_about_a_page_is_not_reported_as_a_link_of_it() -> None:
    result = discovery().read(Finder(HOME, False), [found("http://o/", Role.META), found("http://h/d/fr/", Role.META)])
    assert result.skips == []
    assert [(e.url, e.kind) for e in result.entries] == [("http://h/d/fr/", EntryKind.PAGE)]


def test_sitemap_pages_have_the_first_depth() -> None:
    sitemap = FrontierEntry(CanonicalUrl("http://h/sitemap.xml"), "http://h/sitemap.xml", EntryKind.SITEMAP, depth=2)
    result = discovery().listed(
        sitemap, [found("http://h/d/a"), found("http://h/x"), found("http://h/s", Role.SITEMAP)]
    )
    assert [(e.url, e.depth, e.role) for e in result.entries] == [("http://h/d/a", 1, Role.SITEMAP)]
    assert [s.url for s in result.skips] == ["http://h/x"]


def test_targets_of_redirects() -> None:
    links = discovery()
    page = FrontierEntry(CanonicalUrl("http://h/d/a"), "http://h/d/a", EntryKind.PAGE, depth=3, hops=2)
    target = links.target(page, CanonicalUrl("http://h/d/b"), "http://h/d/b?utm_source=x")
    assert isinstance(target, FrontierEntry)
    assert (target.kind, target.depth, target.hops, target.address) == (
        EntryKind.PAGE,
        3,
        3,
        "http://h/d/b?utm_source=x",
    )
    assert isinstance(links.target(page, CanonicalUrl("http://o/"), "http://o/"), Skip)
    frame = FrontierEntry(CanonicalUrl("http://h/f"), "http://h/f", EntryKind.FRAME, Role.FRAME)
    assert isinstance(links.target(frame, CanonicalUrl("http://o/"), "http://o/"), Skip)
    assert isinstance(links.target(frame, CanonicalUrl("http://h/g"), "http://h/g"), FrontierEntry)
    image = FrontierEntry(CanonicalUrl("http://h/i"), "http://h/i", EntryKind.ASSET, Role.IMAGE)
    assert isinstance(links.target(image, CanonicalUrl("http://o/i.png"), "http://o/i.png"), FrontierEntry)
