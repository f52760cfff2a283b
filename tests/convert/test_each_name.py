"""Each entry of the rules' lists of names and selectors does something, alone, and a near miss does not."""

from __future__ import annotations

import dataclasses

import pytest

from scrapepy.convert import facts, readability, threads
from scrapepy.convert.choose import proposals
from scrapepy.convert.junk_rules import can_be_opened, hits
from scrapepy.convert.junk_table import JunkTable
from scrapepy.convert.outline import outline_of
from scrapepy.convert.weigh import Likelihood
from scrapepy.rules.content import BAD_NAMES, GOOD_NAMES
from scrapepy.rules.evidence import FURNITURE_RULES, LANDMARKS, NAMES, ROLES
from scrapepy.rules.junk_html import FRAME_WORDS, PANEL_WORDS, PART_WORDS, RULES, SELECTORS, STEP_SIGNS, STEP_WORDS
from scrapepy.rules.posts import AUTHORS, DATES, MEMBERS, STATED_BODIES, SURE_BODIES, THREAD_SIGNS
from scrapepy.web.html import parse
from tests.support.selectors import alternatives, html_of

SAID = "The smoke calms the bees, they fill up on honey, and the lid is lifted. "
TEXT = f"<p>{SAID * 12}</p>"


def others(css: str, one: str) -> str:
    return ", ".join(other for other in alternatives(css) if other != one) or "never-there"


# junk ----------------------------------------------------------------------------------------------------------------


def goes(html: str, table: JunkTable) -> bool:
    node = parse(f"<main>{TEXT}{html}{TEXT}</main>").css_first("main")
    assert node is not None
    return bool(hits(node, table))


@pytest.mark.parametrize(
    ("row", "words"), [pytest.param(row, words, id=f"{row.id}: {words}") for row in RULES for words in row.words]
)
def test_each_word_of_junk(row, words: str) -> None:
    name = words.replace(" ", "-")
    html = f"<div class='its-{name}-x'>{'<a href=/a>Other things</a>' if row.mostly_links else 'Other things'}</div>"
    assert goes(html, JunkTable(RULES, ()))
    fewer = dataclasses.replace(row, words=tuple(other for other in row.words if other != words))
    assert not goes(html, JunkTable([fewer if other is row else other for other in RULES], ())), "goes by another word"
    assert not goes(html.replace(name, f"{name}ish"), JunkTable([row], ())) or " " in words


@pytest.mark.parametrize(
    ("row", "selector"),
    [pytest.param(row, css, id=f"{row.id}: {css}") for row in SELECTORS for css in alternatives(row.css)],
)
def test_each_selector_of_junk(row, selector: str) -> None:
    html = SHOWN.get(selector) or html_of(selector, "<a href=/a>Other things</a>")
    assert goes(html, JunkTable((), [row]))
    assert not goes(html, JunkTable((), [dataclasses.replace(row, css=others(row.css, selector))]))


SHOWN = {
    "form:has(input[type=search])": "<form>Find <input type=search></form>",
    "button:not([role=tab]):not(:is(h1,h2,h3,h4,h5,h6,summary,dt) button)": "<button>Copy</button>",
    "input:not([type=checkbox]):not([type=radio])": "<p>Your name <input type=text></p>",
}


@pytest.mark.parametrize("word", sorted(FRAME_WORDS))
def test_each_word_of_a_frame(word: str) -> None:
    assert goes(f"<my-site-{word}><p>Made by beekeepers</p></my-site-{word}>", JunkTable((), ()))
    assert not goes(f"<my-site-{word}note><p>Made by beekeepers</p></my-site-{word}note>", JunkTable((), ()))


@pytest.mark.parametrize("word", sorted(PART_WORDS))
def test_each_word_of_a_part(word: str) -> None:
    assert not goes(f"<my-{word}-header><p>Smoke and bees</p></my-{word}-header>", JunkTable((), ()))


@pytest.mark.parametrize("row", RULES, ids=[row.id for row in RULES])
def test_the_name_of_an_element_counts_as_a_class(row) -> None:
    tag = f"its-{row.words[0].replace(' ', '-')}"
    html = f"<{tag}>{'<a href=/a>Other things</a>' if row.mostly_links else 'Other things'}</{tag}>"
    assert goes(html, JunkTable([row], ()))
    assert not goes(html.replace(tag, f"{tag}ish"), JunkTable([row], ()))


@pytest.mark.parametrize("word", sorted(PANEL_WORDS))
def test_each_word_of_what_can_be_opened(word: str) -> None:
    opened, near = (parse(f"<div hidden class='x-{name}'>x</div>").css_first("div") for name in (word, f"{word}q"))
    assert opened is not None
    assert near is not None
    assert can_be_opened(opened)
    assert not can_be_opened(near)


@pytest.mark.parametrize("word", sorted(STEP_WORDS))
def test_each_word_of_rows_that_lead_on(word: str) -> None:
    row = "<div><a href=/n>{}</a> {}<a href=/b>{}</a></div>"
    assert goes(row.format("Next", "", word), JunkTable((), ()))
    assert not goes(row.format("Next", "", f"{word}q"), JunkTable((), ()))
    assert goes(row.format(word, "", "back"), JunkTable((), ())) == (word in STEP_SIGNS)


# the choice ----------------------------------------------------------------------------------------------------------


def best_class(first: str, second: str, more: int) -> str:
    one, two = (
        f"<div class='{name}'>{f'<p>{SAID}</p>' * count}</div>" for name, count in ((first, 20), (second, more))
    )
    best = readability.best_box(outline_of(parse(f"<body><div>{one}</div><section>{two}</section></body>")))
    assert best is not None
    return best.classes


@pytest.mark.parametrize("word", sorted(GOOD_NAMES))
def test_each_good_name(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    try_without(word, "GOOD_NAMES", (f"is-{word}", "plain", 22), monkeypatch)


@pytest.mark.parametrize("word", sorted(BAD_NAMES))
def test_each_bad_name(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    try_without(word, "BAD_NAMES", ("plain", f"is-{word}", 22), monkeypatch)


def try_without(word: str, names: str, page: tuple[str, str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """With the word the first of two wins; without it, or with another word in its place, the second does."""
    first, second, more = page
    readability._name_points.cache_clear()
    assert best_class(*page) == first
    near = (first.replace(word, f"{word}q"), second.replace(word, f"{word}q"))
    assert best_class(*near, more) == near[1]
    monkeypatch.setattr(readability, names, getattr(readability, names) - {word})
    readability._name_points.cache_clear()
    assert best_class(*page) == second
    readability._name_points.cache_clear()


@pytest.mark.parametrize(("group", "word"), [(group, word) for group in NAMES for word in group.words])
def test_each_name_of_a_group(group, word: str) -> None:
    assert group.id in facts._named(f"x-{word}", "")
    assert group.id not in facts._named(f"x-{word}q", "")


def facts_in(html: str) -> dict[str, float]:
    outline = outline_of(parse(f"<body>{html}{TEXT}</body>"))
    return facts.facts_of(outline)[0]


@pytest.mark.parametrize("tag", LANDMARKS)
def test_each_landmark(tag: str) -> None:
    assert LANDMARKS[tag] in facts_in(f"<{tag}><p>{SAID}</p></{tag}>")
    assert LANDMARKS[tag] not in facts_in(f"<x-{tag}><p>{SAID}</p></x-{tag}>")


@pytest.mark.parametrize("role", ROLES)
def test_each_role(role: str) -> None:
    assert ROLES[role] in facts_in(f"<div role={role}><p>{SAID}</p></div>")
    assert ROLES[role] not in facts_in(f"<div role=x{role}><p>{SAID}</p></div>")


@pytest.mark.parametrize("rule", sorted(FURNITURE_RULES))
def test_each_rule_of_furniture(rule: str) -> None:
    (row,) = (row for row in RULES if row.id == rule)
    name = row.words[0].replace(" ", "-")
    assert "furniture" in facts._named(f"x-{name}", "")
    assert "furniture" not in facts._named(f"x-{name}q", "")


# threads -------------------------------------------------------------------------------------------------------------


def posts_of(around: str, body: str = "<div class=message-body>{}</div>") -> tuple[threads.Post, ...]:
    posts = "".join(f"<section>{around}{body.format(f'<p>{number}: {SAID * 2}</p>')}</section>" for number in range(3))
    page = f"<meta name=generator content=phpBB><body><div>{posts}</div></body>"
    return threads.thread_of(outline_of(parse(page)))


NAME = "<b class=name>Ann</b>"


@pytest.mark.parametrize("selector", alternatives(AUTHORS))
def test_each_sign_of_an_author(selector: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name = html_of(selector, "Ann Boyle", "a" if "href" in selector else "span")
    if selector in ("[itemprop=author] [itemprop=name]", ".poster h4"):
        name = name.replace("><", "> Written long ago, on a summer's day, by <", 1)
    page = f"<time>2 May 2024</time>{name}"
    assert [post.author is not None for post in posts_of(page)] == [True] * 3
    monkeypatch.setattr(threads, "AUTHORS", others(AUTHORS, selector))
    assert [post.author is not None for post in posts_of(page)] == [False] * 3


@pytest.mark.parametrize("selector", alternatives(DATES))
def test_each_sign_of_a_date(selector: str, monkeypatch: pytest.MonkeyPatch) -> None:
    page = NAME + html_of(selector, "2 May 2024", "a" if "href" in selector else "span")
    assert [post.date is not None for post in posts_of(page)] == [True] * 3
    monkeypatch.setattr(threads, "DATES", others(DATES, selector))
    assert [post.date is not None for post in posts_of(page)] == [False] * 3


@pytest.mark.parametrize("word", sorted(MEMBERS))
def test_each_word_of_what_tells_of_a_member(word: str) -> None:
    page = NAME + "<p class=user-{}><time>May 2009</time></p><time>3 June 2024</time>"
    assert {post.date.text() for post in posts_of(page.format(word)) if post.date} == {"3 June 2024"}
    assert {post.date.text() for post in posts_of(page.format(f"{word}q")) if post.date} == {"May 2009"}


@pytest.mark.parametrize("selector", alternatives(STATED_BODIES))
def test_each_statement_of_a_posts_text(selector: str, monkeypatch: pytest.MonkeyPatch) -> None:
    body = html_of(selector, "{}").replace("itemtype='", "itemtype='https://schema.org/")
    said = [post.body.attributes for post in posts_of(NAME, body)]
    assert len(said) == 3
    monkeypatch.setattr(threads, "STATED_BODIES", others(STATED_BODIES, selector))
    # phpBB's are found by another name too, with more around them
    assert said[0] not in [post.body.attributes for post in posts_of(NAME, body)]


@pytest.mark.parametrize("word", sorted(SURE_BODIES))
def test_each_word_that_surely_means_a_posts_text(word: str) -> None:
    assert threads._certainty(word) == 2
    assert threads._certainty("content") == 1
    assert threads._certainty(f"{word}q") == 0


@pytest.mark.parametrize("selector", alternatives(THREAD_SIGNS))
def test_each_sign_of_a_thread(selector: str, monkeypatch: pytest.MonkeyPatch) -> None:
    page = parse(html_of(selector, "x"))
    assert threads.is_thread_page(page)
    monkeypatch.setattr(threads, "THREAD_SIGNS", others(THREAD_SIGNS, selector))
    assert not threads.is_thread_page(page)


# what stands against a name -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("role", "offered"), [("tabpanel", False), ("region", True)])
def test_a_panel_among_others_is_no_text_of_its_own(role: str, offered: bool) -> None:
    outline = outline_of(parse(f"<body><main><h1>Bees</h1>{TEXT}<div class=entry-content role={role}>{TEXT}</div>"))
    found = facts.facts_of(outline)
    names = [each.name for each in proposals(outline, found, Likelihood(outline.blocks, found), "")]
    assert ("selector: .entry-content" in names) is offered


def test_what_stands_around_the_main_part_is_named_after_what_else_is_in_it() -> None:
    rule = sorted(FURNITURE_RULES)[0]
    (row,) = (row for row in RULES if row.id == rule)
    name = f"content-{row.words[0].replace(' ', '-')}"
    assert "furniture" not in facts_in(f"<div class='{name}'><main><p>{SAID}</p></main></div>")
    assert "furniture" in facts_in(f"<div class='{name}'><p>{SAID}</p></div><main><p>{SAID}</p></main>")
