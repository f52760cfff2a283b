from __future__ import annotations

import pytest

from scrapepy.convert.error_check import message_of
from scrapepy.convert.page_check import has_something_own, page_facts, refusal
from scrapepy.model.options import ConvertOptions
from scrapepy.model.skip import SkipReason
from scrapepy.rules.archives import WORDPRESS_ARCHIVES
from scrapepy.rules.error_pages import MESSAGES, SAYINGS
from scrapepy.rules.platforms import PLATFORMS
from scrapepy.web.links import parse_page
from scrapepy.web.meta import page_meta

LONG = "Water boils when it is hot enough and then the kettle whistles loudly. " * 12


def facts(html: str, url: str = "https://site.example/page", wordpress: bool = False):
    page = parse_page(html, url)
    before = page.tree.html
    found = page_facts(page, page_meta(page), wordpress=wordpress)
    assert page.tree.html == before, "only reads"
    return found


def page(title: str, heading: str, body: str) -> str:
    head = f"<html><head><title>{title}</title></head>"
    return f"{head}<body><nav>Menu</nav><main><h1>{heading}</h1><p>{body}</p></main></body></html>"


@pytest.mark.parametrize(
    "title",
    [
        "404",
        "404 Not Found",
        "Error 404",
        "Error 404 (Not Found)!!1",
        "404 - Page not found",
        "Page not found",
        "Page Not Found | Example Site",
        "Page not found – Site",
        "Example: Page not found",
        "Access denied",
        "403 – Forbidden",
        "403 Forbidden",
        "500 Internal Server Error",
        "502 Bad Gateway",
        "503 Service Temporarily Unavailable",
        "Oops! Page not found",
        "Sorry, the page you requested could not be found",
        "This page does not exist".replace("This", "The"),
        "Seite nicht gefunden",
        "ページが見つかりません",
    ],
)
def test_titles_that_are_error_messages(title: str) -> None:
    assert facts(page(title, "Example", LONG)).verdict is SkipReason.ERROR_PAGE
    assert facts(page("Example", title, LONG)).verdict is SkipReason.ERROR_PAGE


@pytest.mark.parametrize(
    "title",
    [
        "The 500 best albums",
        "Error handling",
        "Errors",
        "Class Error",
        "HTTP 404 explained",
        "Not found in translation",
        "Lost and found",
        "Access denied: how to fix permissions",
        "404 ways to leave your server",
        "How to write a 404 page",
        "Forbidden",
        "Chapter 4 - 404",
        "Area 51",
        "Page objects",
        "The missing page",
        "Customising error pages",
    ],
)
def test_articles_about_errors_stay(title: str) -> None:
    assert facts(page(title, title, LONG)).verdict is None
    if title not in ("Forbidden", "Errors"):
        assert facts(page(title, title, "It means what it says.")).verdict is None


@pytest.mark.parametrize("title", ["HTTP 404 explained", "Error handling", "How to write a 404 page", "Class Error"])
def test_what_a_page_about_errors_quotes_it_does_not_say(title: str) -> None:
    assert facts(page(title, title, "A 404 means that the page you requested could not be found.")).verdict is None


def test_a_single_word_is_a_message_only_over_a_short_body() -> None:
    assert facts(page("Forbidden", "Forbidden", "Go away.")).verdict is SkipReason.ERROR_PAGE
    assert facts(page("Forbidden", "Forbidden", LONG)).verdict is None


def test_a_long_article_is_none_whatever_its_title() -> None:
    assert facts(page("404 Not Found - HTTP", "404 Not Found", LONG * 5)).verdict is None


@pytest.mark.parametrize("rule", SAYINGS, ids=lambda rule: rule.id)
def test_sayings(rule) -> None:
    assert facts(page("Example", "Example", rule.hit)).verdict is SkipReason.ERROR_PAGE
    assert facts(page("Example", "Example", rule.miss)).verdict is None
    assert facts(page("Example", "Example", rule.hit + " " + LONG)).verdict is None


@pytest.mark.parametrize(
    "body",
    [
        "If we cannot find a date in the source, we generate one.",
        "When the page you requested does not exist, the server answers 404.",
        "If the address you entered was not found, the browser asks again.",
        "We cannot find a date in this source.",
        "Sorry, the parser could not find a number.",
        "If you do not have permission to access this server, ask for it.",
        "Unfortunately the lock does not exist on every system.",
        "The page you requested could not be found.</p><pre>GET /x</pre><p>That is what it says.",
    ],
)
def test_what_may_happen_is_no_error(body: str) -> None:
    assert facts(page("Example", "Example", body)).verdict is None


@pytest.mark.parametrize("title", ["Permission denied", "Too many requests", "Resource not found", "File missing"])
def test_errors_of_programs_are_messages_over_a_short_body_only(title: str) -> None:
    assert facts(page(title, title, "Go away.")).verdict is SkipReason.ERROR_PAGE
    assert facts(page(title, title, LONG)).verdict is None


@pytest.mark.parametrize("rule", MESSAGES, ids=lambda rule: rule.id)
def test_messages(rule) -> None:
    assert message_of(rule.hit)[0]
    assert not message_of(rule.miss)[0] or (rule.weak and message_of(rule.miss)[1])


def test_an_error_said_in_the_body_beside_a_menu() -> None:
    html = (
        "<title>Example</title><body><header>" + "menu entry " * 90 + "</header>"
        "<div>Sorry, we couldn't find that page.</div></body>"
    )
    assert facts(html).verdict is SkipReason.ERROR_PAGE


@pytest.mark.parametrize("rule", WORDPRESS_ARCHIVES, ids=lambda rule: rule.id)
def test_wordpress_archives_need_a_sign_of_wordpress(rule) -> None:
    html = f"<title>News</title><body class='{' '.join(rule.classes)} paged'><main>{LONG}</main></body>"
    assert facts(html, wordpress=True).verdict is SkipReason.TAXONOMY
    assert facts(html, wordpress=True).verdict_rule == rule.id
    assert facts(html).verdict is None
    assert facts(f"<body class='{rule.miss}'><main>{LONG}</main></body>", wordpress=True).verdict is None


def test_facts() -> None:
    found = facts(
        "<html><head><title>Boil — Kettle 1.0 documentation</title><meta name=robots content='nofollow, noindex'>"
        "<link rel=canonical href='https://site.example/other'><meta name=generator content='Docutils 0.21: x'></head>"
        f"<body><div class=body role=main><h1>Boil</h1>{LONG}</div></body></html>"
    )
    assert found.title == "Boil"
    assert found.canonical == "https://site.example/other"
    assert found.nofollow
    assert found.noindex
    assert found.platform == "sphinx"
    assert found.words == 156  # the heading touches the text, as the markup does
    assert not found.is_shell
    assert facts("<link rel=canonical href='https://site.example/page'>").canonical is None


def test_text_hash_is_of_the_main_text_and_blind_to_white_space() -> None:
    one = facts(f"<body><nav>a</nav><main><p>{LONG}</p></main></body>")
    same = facts(f"<body><nav>b</nav><main>\n<p>{LONG}</p>\n\n</main></body>")
    other = facts(f"<body><nav>a</nav><main><p>{LONG}!</p></main></body>")
    assert one.text_hash == same.text_hash != other.text_hash
    assert len(one.text_hash) == 16
    assert int(one.text_hash, 16) >= 0


def test_shells() -> None:
    assert facts(
        "<body><noscript>You need to enable JavaScript.</noscript><div id=root></div><script src=a.js></script>"
    ).is_shell
    assert not facts(f"<body><div id=root><main>{LONG}</main></div><script src=a.js></script>").is_shell
    assert not facts("<body><div id=root></div>").is_shell


STORYBOOK = "<div id=storybook-root></div><div id=storybook-docs></div>"


@pytest.mark.parametrize(
    ("body", "is_shell"),
    [
        ("<div id=mount></div><script src=a.js></script>", True),
        ("<docs-app>Loading…</docs-app><script type=module>import './a.js'</script>", True),
        ("<script src=a.js></script>", True),
        ("<section class=stage><p>Please wait</p></section><script type=module src=a.js></script>", True),
        ("<div>Moved: <a href=b>there</a></div><script src=a.js></script>", False),
        ("<div><img src=map.png></div><script src=a.js></script>", False),
        ("<div><form><input></form></div><script src=a.js></script>", False),
        ("<p>Out of order.</p><script src=a.js></script>", False),
        ("<div>Short.</div><script>var counted = 1</script>", False),
        ("<div>Short.</div>", False),
        (f"<div>{LONG}</div><script src=a.js></script>", False),
        (f"<div id=app></div><script>document.getElementById('app').innerHTML = '<p>{LONG}'</script>", True),
        (
            f"<div class=sb-wrapper>{LONG}</div>{STORYBOOK}<script src=a.js></script>",
            True,
        ),
        (
            f"<div class=wrapper>{LONG}</div>{STORYBOOK}<script src=a.js></script>",
            False,
        ),
        (f"<div id=app>{LONG}</div><script>document.getElementById('app').hidden = false</script>", False),
    ],
)
def test_shells_by_what_they_hold(body: str, is_shell: bool) -> None:
    assert facts(f"<body>{body}</body>").is_shell is is_shell


SPHINX = next(row for row in PLATFORMS if row.name == "sphinx")


@pytest.mark.parametrize(
    ("markdown", "platform", "reason"),
    [
        ("", None, SkipReason.NO_CONTENT),
        ("x" * 50, None, SkipReason.NO_CONTENT),
        ("x" * 50, SPHINX, SkipReason.NO_CONTENT),
        ("word " * 49, None, SkipReason.LIST_PAGE),
        ("word " * 50, None, None),
        ("word " * 49, SPHINX, None),
        ("- [a link](\ufdd01\ufdd1)\n" * 20, None, SkipReason.LIST_PAGE),
        ("- [a link](\ufdd01\ufdd1)\n" * 20, SPHINX, None),
        ("Install it:\n\n```\npip install kettle\n```\n" + "text " * 10, None, None),
        ("Volumes:\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n" + "text " * 10, None, None),
        ("### `boil(target)`\n\nHeats the water until it is as hot as was asked.\n", None, None),
        ("![A kettle](\ufdd01\ufdd1)\n\nHow it looks when it is new and when it is old.", None, None),
        (
            "- **Method**: [`Tree`](\ufdd01\ufdd1) `boil(`[`Pot`](\ufdd02\ufdd1) `pot)`\n- Heats what is in the pot.",
            None,
            None,
        ),
        ("`int boil(struct pot *pot)`\n\nHeats what is in the pot until it is hot enough.", None, None),
        ("- [`boil()`](\ufdd01\ufdd1)\n- [`cool()`](\ufdd02\ufdd1)\n" * 9, None, SkipReason.LIST_PAGE),
        ("See `boil()` and `cool()` for what can be done with a pot that is full.", None, SkipReason.LIST_PAGE),
        ("漢字" * 30, None, None),
    ],
)
def test_refusal(markdown: str, platform, reason) -> None:
    found = refusal(markdown, platform, ConvertOptions())
    assert (found[0] if found else None) is reason
    assert refusal(markdown, platform, ConvertOptions(fragment=True)) is None


def test_min_words() -> None:
    assert refusal("word " * 20, None, ConvertOptions(min_words=10)) is None
    assert refusal("word " * 20, None, ConvertOptions(min_words=0)) is None
    assert refusal("word " * 20, None, ConvertOptions(min_words=30)) is not None


def test_link_targets_are_not_words() -> None:
    assert not has_something_own("[x](https://example.com/a_b)")
    long_target = "[x](https://example.com/" + "y" * 100 + ")"
    assert refusal(long_target, None, ConvertOptions()) is not None
