"""The guard against endless spaces, at work: what is alike ends, what says something of its own goes on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest

from scrapepy.crawl.discovery import Discovery, Finder
from scrapepy.crawl.plan import ScopeOptions
from scrapepy.crawl.texts import SHORT, Texts, Traps
from scrapepy.decide.scope import scope_of
from scrapepy.decide.traps import LARGEST_POPULATION
from scrapepy.model.analysis import Analysis, BodyKind, Found, PageFacts
from scrapepy.model.entry import EntryKind, FrontierEntry
from scrapepy.model.outcome import Fetched
from scrapepy.model.skip import Skip, SkipReason
from scrapepy.model.url import CanonicalUrl, Role
from scrapepy.web.likeness import may_repeat, text_sketch
from tests.support.crawling import Crawled, PlainAnalyst, crawl_site
from tests.support.server import Answer, Request, Server, html
from tests.web.test_likeness import story


class Sketching(PlainAnalyst):
    """Facts with a sketch, as the workers make them."""

    async def analyse(self, entry: FrontierEntry, page: Fetched, kind: BodyKind) -> Analysis:
        analysis = await super().analyse(entry, page, kind)
        if analysis.facts is None or not may_repeat(entry.url):
            return analysis
        text = page.body.decode().partition("<a")[0].encode()
        return replace(analysis, facts=replace(analysis.facts, sketch=text_sketch(text)))


def walk(server: Server, first: str, after: Callable[[int], str], text: Callable[[int], str], last: int) -> Crawled:
    """Crawl a chain of pages, each linked by the one before only; all say what ``text`` says of their number."""
    server.pages({"/": f'<p>{story(-1)}</p><a href="{first}">go</a>'})
    for number in range(1, last + 1):
        server.script(after(number - 1), html(f'<p>{text(number)}</p><a href="{after(number)}">next</a>'))
    return crawl_site(server, analyst=Sketching(), scope=ScopeOptions())


@pytest.mark.parametrize("template", ["/chapter/{}", "/rfc?id={}", "/2023/{}/post.html"])
def test_a_book_is_read_to_its_end(server: Server, template: str) -> None:
    crawled = walk(server, template.format(0), lambda n: template.format(n), lambda n: story(n, 120), 399)
    assert crawled.journal.skipped_for(SkipReason.TRAP) == []
    assert len(crawled.journal.saved()) == 400


@pytest.mark.parametrize("text", [lambda n: f"Month {n}", lambda n: f"Month {n}. {story(7)}"])
def test_a_calendar_is_not(server: Server, text: Callable[[int], str]) -> None:
    crawled = walk(server, "/cal?m=0", lambda n: f"/cal?m={n}", text, 60)
    # its first page may be compared with nothing of its kind
    assert len(crawled.journal.saved()) in (26, 27)
    (skip,) = crawled.journal.skipped_for(SkipReason.TRAP)
    assert crawled.journal.notes == [
        f"1 address like {skip} was not followed, since it looked endless "
        "(limit of 24 dates in a row, each found on the one before); --include overrules."
    ]


def test_include_overrules(server: Server) -> None:
    server.pages({"/": '<a href="/cal?m=0">go</a>'})
    for number in range(40):
        server.script(f"/cal?m={number}", html(f'<p>{number}</p><a href="/cal?m={number + 1}">next</a>'))
    crawled = crawl_site(server, analyst=Sketching(), scope=ScopeOptions(include=("/cal*",)))
    assert len(crawled.journal.saved()) == 41


def test_a_list_that_is_sorted_and_filtered_in_all_ways(server: Server) -> None:
    """Whatever the order of the parameters, and whatever else the site has at the same path."""

    def shop(request: Request) -> Answer:
        given = dict(parse_qsl(urlsplit(request.path).query))
        links = [urlencode({**given, name: value}) for name in "abcdef" for value in "xyz"]
        text = story(9) if given else story(8)
        return html(f"<p>{text}</p>" + "".join(f'<a href="/shop?{link.replace("&", "&amp;")}">x</a>' for link in links))

    for path in ("/shop", "/shop?*"):
        server.script(path, shop)
    server.pages({"/": f'<p>{story(1)}</p><a href="/shop">shop</a>'})
    crawled = crawl_site(server, analyst=Sketching(), scope=ScopeOptions())
    assert 50 < len(crawled.journal.saved()) < 1500
    assert crawled.journal.skipped_for(SkipReason.TRAP)
    assert any("limit of 50 pages in a row at one path that say the same" in note for note in crawled.journal.notes)


def test_pages_of_one_path_that_say_something_else_each(server: Server) -> None:
    """Near miss: a wiki, where also pages without a text are linked by the dozen."""
    titles = [f"/wiki?title={number}" for number in range(120)]
    links = "".join(f'<a href="{title}">x</a><a href="{title}&amp;empty=1">x</a>' for title in titles)
    server.pages({"/": f"<p>{story(-1)}</p>{links}"})
    for number, title in enumerate(titles):
        server.script(title, html(f'<p>{story(number)}</p><a href="/wiki?title=more{number}">more</a>'))
        server.script(f"/wiki?title=more{number}", html(f"<p>{story(number + 1000)}</p>"))
        server.script(f"{title}&empty=1", html(f"<p>There is no page of this name yet. {story(7)}</p>"))
    crawled = crawl_site(server, analyst=Sketching(), scope=ScopeOptions())
    assert crawled.journal.skipped_for(SkipReason.TRAP) == []
    assert len(crawled.journal.saved()) == 361


def test_what_earlier_runs_followed_is_followed_again() -> None:
    discovery = Discovery(scope_of(CanonicalUrl("http://h/")), assets=True)
    before = [CanonicalUrl(f"http://h/list?page={number}") for number in range(LARGEST_POPULATION)]
    discovery.remember([*before, CanonicalUrl("http://h/wp-content/x.png")])
    assert discovery.wordpress
    start = FrontierEntry(CanonicalUrl("http://h/"), "http://h/", EntryKind.SEED)
    new = CanonicalUrl("http://h/list?page=new")
    found = discovery.read(Finder(start, public=False), [Found(url, url, Role.LINK) for url in (new, *before)])
    assert [entry.url for entry in found.entries] == before
    assert [(skip.url, skip.rule) for skip in found.skips] == [(new, "population")]


def facts(text: str, sketched: bool = True) -> PageFacts:
    return PageFacts(
        words=len(text.split()), text_hash=str(hash(text)), sketch=text_sketch(text.encode()) if sketched else b""
    )


def test_what_is_a_text_of_its_own() -> None:
    texts = Texts()
    first, second, third = (CanonicalUrl(f"http://h/{n}") for n in (1, 2, 3))
    assert texts.own(first, None, facts(story(1)))
    assert texts.own(second, first, facts(story(2)))
    assert not texts.own(third, second, facts(story(2) + " 3")), "near to its parent"
    assert not texts.own(third, first, facts(story(1))), "said before"
    assert texts.own(first, None, facts(story(1))), "the same page once more"
    assert not texts.own(CanonicalUrl("http://h/4"), None, facts(story(4, SHORT - 1)))
    assert not texts.own(CanonicalUrl("http://h/5"), None, facts("7 " * 200))
    assert texts.own(CanonicalUrl("http://h/a"), first, facts(story(5), sketched=False))
    assert not texts.own(CanonicalUrl("http://h/b"), None, None)


def test_notes_on_many_traps() -> None:
    traps = Traps()
    for kind in "abcdefg":
        for number in range(3 if kind == "c" else 1):
            traps.add(Skip(f"http://h/{kind}?n={number}", SkipReason.TRAP, "look-alike-chain", "limit"))
    traps.add(Skip("http://h/" + "x" * 9000, SkipReason.TRAP, "long-address", "limit"))
    said = traps.sentences()
    assert said[0] == (
        "3 addresses like http://h/c?n=0 were not followed, since they looked endless (limit); --include overrules."
    )
    assert said[-1] == "3 more addresses of other kinds were not followed, since they looked endless."
    assert len(said) == 6
    traps = Traps()
    traps.add(Skip("http://h/" + "x" * 9000, SkipReason.TRAP, "long-address", "limit"))
    assert traps.sentences()[0].endswith("x… was not followed, since it looked endless (limit).")
