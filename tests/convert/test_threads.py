"""Threads are kept whole, with who wrote when; comments under an article are none."""

from __future__ import annotations

import pytest

from scrapepy.convert import junk
from scrapepy.convert.outline import outline_of
from scrapepy.convert.threads import thread_of
from scrapepy.convert.to_markdown import convert_html
from scrapepy.rules.posts import BODIES, QUOTATIONS, QUOTED_BODIES
from scrapepy.web.html import parse
from tests.support.selectors import alternatives, html_of

SAYINGS = (
    "My kettle whistles before the water boils, and I wonder whether the lid is to blame for it.",
    "Mine did too. I took the spout off, cleaned both plates, and now it keeps quiet until it should not.",
    "Cleaning helped me as well, thank you. The gap between the plates was full of lime from our hard water.",
)
PEOPLE = ("Ann Boyle", "steamer42", "Cy")


def post(person: str, day: int, saying: str, body: str = "message-body") -> str:
    return (
        "<article class='unit'><div class='message-user'>"
        f"<h4 class='message-name'><a href='/members/{day}/'>{person}</a></h4><h5 class='user-title'>Senior Member</h5>"
        "<dl class='user-extras'><dt>Joined</dt><dd>Apr 1, 2009</dd></dl></div><div class='message-main'>"
        f"<a href='#p{day}'><time datetime='2024-03-0{day}'>Mar {day}, 2024</time></a>"
        f"<div class='{body}'><p>{saying}</p></div>"
        "<footer><a href='/like'>Like</a> <a href='/r'>Reply</a></footer></div></article>"
    )


def posts_of(body: str = "message-body") -> str:
    days = enumerate(zip(PEOPLE, SAYINGS, strict=True), 1)
    return "".join(post(person, day, said, body) for day, (person, said) in days)


def thread(posts: str, head: str = "") -> str:
    return (
        f"<title>Whistling kettle | Forum</title>{head}<nav><a href=/>Home</a> <a href=/new>What is new</a></nav>"
        f"<h1>Whistling kettle</h1><div class=posts>{posts}</div><div class=similar><h3>Similar threads</h3><ul><li>"
        "<a href=/t/1>Leaking teapot</a></li><li><a href=/t/2>Burnt pan</a></li></ul></div><footer>Imprint</footer>"
    )


def test_all_posts_with_author_and_date_as_lines() -> None:
    page = thread(posts_of())
    document = convert_html(page)
    assert document is not None
    lines = [line for line in document.markdown.split("\n") if line]
    assert document.extractor == "thread"
    assert lines[0] == "# Whistling kettle"
    for person, day, said in zip(PEOPLE, (1, 2, 3), SAYINGS, strict=True):
        at = lines.index(said)
        assert person in lines[at - 2]
        assert lines[at - 1] == f"Mar {day}, 2024"
    assert not any(word in document.markdown for word in ("Senior", "Joined", "Reply", "Leaking", "Imprint"))


def test_a_question_and_its_answers_have_different_names() -> None:
    page = thread(
        post("Ann Boyle", 1, SAYINGS[0], "question-body")
        + post("steamer42", 2, SAYINGS[1], "answer-body")
        + post("Cy", 3, SAYINGS[2], "answer-body"),
        "<div itemscope itemtype='https://schema.org/QAPage'></div>",
    )
    document = convert_html(page)
    assert document is not None
    assert all(said in document.markdown for said in SAYINGS)


def test_a_first_post_without_the_others_microdata_is_a_post() -> None:
    first, *others = (
        post(person, day, said) for day, (person, said) in enumerate(zip(PEOPLE, SAYINGS, strict=True), 1)
    )
    stated = "".join(others).replace("<p>", "<div itemprop=text><p>").replace("</p>", "</p></div>")
    document = convert_html(thread(first + stated))
    assert document is not None
    assert document.extractor == "thread"
    assert all(document.markdown.count(said) == 1 for said in SAYINGS)
    assert "Senior" not in document.markdown
    # what has another class is none
    near = thread(first.replace("message-body", "notice") + stated)
    assert len(thread_of(outline_of(parse(near)))) < 3


def test_comments_under_an_article_are_no_thread() -> None:
    article = "<p>" + "</p><p>".join(" ".join(SAYINGS) for _ in range(4)) + "</p>"
    comments = "".join(post(person, 4, "First! Nice text about a kettle.", "comment-body") for person in PEOPLE)
    page = f"<title>Kettles</title><article><h1>Kettles</h1>{article}</article><div class=comments>{comments}</div>"
    document = convert_html(page)
    assert document is not None
    assert document.extractor != "thread"
    assert "lime from our hard water" in document.markdown
    assert "First!" not in document.markdown


@pytest.mark.parametrize("words", BODIES, ids=" ".join)
def test_each_name_of_a_posts_text_is_known(words: tuple[str, ...]) -> None:
    name = "-".join(words)
    posts = posts_of(name)
    bare = posts.replace("message-main", "").replace("message-user", "user")
    assert len(thread_of(outline_of(parse(thread(bare))))) == 3
    near = bare.replace(f"'{name}'", f"'x{name}y'")
    assert thread_of(outline_of(parse(thread(near)))) == ()


def test_a_post_that_is_written_as_a_quotation_is_none_and_quotes_others() -> None:
    quoted = (
        "<blockquote class=messageText><div class='bbCodeBlock bbCodeQuote'><div class='attribution type'>Ann Boyle "
        "said:</div><blockquote class=quoteContainer><div class=quote>I wonder whether the lid is to blame.</div>"
        "<div class=quoteExpand>Click to expand...</div></blockquote></div>Mine did too.</blockquote>"
    )
    posts = post("Ann Boyle", 1, SAYINGS[0]) + post("Cy", 2, quoted) + post("steamer42", 3, SAYINGS[2])
    document = convert_html(thread(posts, "<meta name=generator content=phpBB>"))
    assert document is not None
    lines = document.markdown.split("\n")
    assert "> I wonder whether the lid is to blame." in lines
    assert "Mine did too." in lines
    assert not any("expand" in line for line in lines)


@pytest.mark.parametrize("inner", ["{}", "<div>{}</div>"])
def test_whose_words_are_quoted_stands_over_them(inner: str) -> None:
    said = inner.format("<cite>Ann wrote: </cite>I wonder.")
    quoted = f"<blockquote>{said}</blockquote><blockquote>I wonder <cite>X</cite></blockquote>"
    document = convert_html(thread(post("Cy", 1, SAYINGS[0]) + post("Ann", 2, f"{SAYINGS[1]}</p>{quoted}<p>")))
    assert document is not None
    assert "> *Ann wrote:*\\\n> I wonder." in document.markdown
    assert "> I wonder *X*" in document.markdown


def test_since_when_somebody_is_a_member_is_no_date_of_a_post() -> None:
    posts = posts_of().replace(
        "<div class='message-main'>", "<i class='date'>Joined 2012</i><div class='message-main'>"
    )
    assert [one.date.text() for one in thread_of(outline_of(parse(thread(posts)))) if one.date] == [
        f"Mar {day}, 2024" for day in (1, 2, 3)
    ]


def test_a_date_or_a_members_facts_in_a_place_for_names_are_no_name() -> None:
    for before in ("<p class=author>Aug 08, 2006</p>", "<div class=poster>Hero<ul><li>Logged</li></ul></div>"):
        posts = posts_of().replace("<div class='message-user'>", f"{before}<div class='message-user'>")
        found = thread_of(outline_of(parse(thread(posts))))
        assert [one.author.text() for one in found if one.author] == list(PEOPLE)


@pytest.mark.parametrize("selector", alternatives(QUOTATIONS))
def test_what_a_post_quotes_is_a_quotation(selector: str, monkeypatch: pytest.MonkeyPatch) -> None:
    quoted = html_of(selector, f"<p>Ann said:</p>{html_of(selector, '<p>Why?</p>')}<p>I wonder.</p>", "div")
    page = thread(post("Cy", 1, SAYINGS[0]) + post("Ann", 2, f"{SAYINGS[1]}</p>{quoted}<p>"))
    document = convert_html(page)
    assert document is not None
    assert "> Ann said:\n>\n> > Why?\n>\n> I wonder." in document.markdown
    monkeypatch.setattr(junk, "QUOTATIONS", "never-there")
    near = convert_html(page)
    assert near is not None
    assert "> Ann said" not in near.markdown


@pytest.mark.parametrize("selector", alternatives(QUOTED_BODIES))
def test_each_text_of_a_post_that_is_written_as_a_quotation(selector: str, monkeypatch: pytest.MonkeyPatch) -> None:
    page = thread(post("Cy", 1, SAYINGS[0]) + post("Ann", 2, html_of(selector, SAYINGS[1], "blockquote")))
    document = convert_html(page)
    assert document is not None
    assert f"> {SAYINGS[1]}" not in document.markdown
    monkeypatch.setattr(junk, "QUOTED_BODIES", "never-there")
    near = convert_html(page.replace("<div class='message-body'><p>", "<div class='message-body'><p>Well. "))
    assert near is not None
    assert f"> {SAYINGS[1]}" in near.markdown
