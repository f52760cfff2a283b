"""Threads are kept whole, with who wrote when; comments under an article are none."""

from __future__ import annotations

import pytest

from scrapepy.convert.outline import outline_of
from scrapepy.convert.threads import thread_of
from scrapepy.convert.to_markdown import convert_html
from scrapepy.rules.posts import BODIES
from scrapepy.web.html import parse

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
