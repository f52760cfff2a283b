"""Messy pages give their text, or a clear reason why there is none."""

from __future__ import annotations

import pytest

from scrapepy.convert.to_markdown import convert_html, convert_text
from scrapepy.model.skip import SkipReason

TEXT = "The kettle boils, and its whistle is heard in every room upstairs. " * 5


@pytest.mark.parametrize(
    ("html", "said"),
    [
        (f"<title>T</title><p>{TEXT}<p>{TEXT}<li>one<li>two<td>cell", "whistle is heard"),
        (f"<title>T</title><b><i><p>{TEXT}</b></i><div><p>{TEXT}", "whistle is heard"),
        (f"<html><head><title>T</title><p>{TEXT}</head><body><p>{TEXT}</html><p>After the end.", "After the end."),
        (
            "<table width=600 border=0><tr><td width=120><a href=a.html>Home</a><br><a href=b.html>Tea</a></td>"
            f"<td><font size=5>Kettles</font><br><br>{TEXT}<br><br>{TEXT}</td></tr></table>",
            "whistle is heard",
        ),
        (
            "<?xml version='1.0' encoding='utf-8'?><html xmlns='http://www.w3.org/1999/xhtml' xml:lang='en'><head>"
            f"<title>T</title></head><body><p>{TEXT}<br/>{TEXT}</p></body></html>",
            "whistle is heard",
        ),
        (
            f"<html dir=rtl lang=ar><title>الشاي</title><div><p>{'الماء يغلي في الإبريق على النار. ' * 20}</p>",
            "الماء يغلي في الإبريق",
        ),
        (f"<title>T</title><body><p>{'水が沸くと笛が鳴り、家中に聞こえる。' * 20}</p>", "笛が鳴り"),
        (
            "<title>T</title><table><tr><th>Size</th><th>Time</th></tr><tr><td>small</td><td>3</td></tr></table>",
            "| small",
        ),
        (
            "<title>T</title><pre>boil(water)\nwait(3)\npour(cup)\n# and so on, until the pot is empty\n</pre>",
            "wait(3)\npour",
        ),
        (f"<frameset><frame src=a.html></frameset><noframes><body><p>{TEXT}</p></body></noframes>", "whistle is heard"),
    ],
    ids=[
        "unclosed",
        "crossed",
        "after the end",
        "1990s",
        "xhtml",
        "right to left",
        "no spaces",
        "table",
        "code",
        "noframes",
    ],
)
def test_the_text_is_found(html: str, said: str) -> None:
    document = convert_html(html)
    assert document is not None
    assert said in document.markdown


def test_windows_1251() -> None:
    text = "Вода в чайнике закипает, и свисток слышен во всех комнатах. " * 5
    html = f"<meta charset=windows-1251><title>Чайник</title><body><p>{text}</p>".encode("cp1251")
    document = convert_html(html)
    assert document is not None
    assert "свисток слышен" in document.markdown
    assert document.metadata.title == "Чайник"


@pytest.mark.parametrize(
    "html",
    [
        "",
        "<html></html>",
        "<frameset cols='20%,80%'><frame src=menu.html><frame src=main.html></frameset>",
        "<title>T</title><div id=root></div><script src=app.js></script>",
        "<nav><a href=/a>Home</a></nav>",
    ],
    ids=["nothing", "empty", "frames", "script", "menu"],
)
def test_no_content_has_a_reason(html: str) -> None:
    conversion, markdown = convert_text(html)
    assert markdown == ""
    assert conversion.refusal in (SkipReason.NO_CONTENT, SkipReason.LIST_PAGE)
    assert conversion.refusal_detail


def test_deep_nesting_and_broken_data_do_no_harm() -> None:
    deep = "<div>" * 900 + f"<p>{TEXT}</p>" + "</div>" * 900
    document = convert_html(f"<script type='application/ld+json'>{{broken \"articleBody\"</script><body>{deep}")
    assert document is not None
    assert "whistle is heard" in document.markdown


@pytest.mark.parametrize("tag", ["b", "span", "font", "pre", "blockquote", "ul", "x-y", "q", "center", "dl"])
def test_elements_nested_too_deep(tag: str) -> None:
    """Broken templates leave an element open in each paragraph; the text around is there all the same."""
    document = convert_html(f"<body><h1>Tea</h1><p>{TEXT}</p>{f'<{tag}>' * 2500}deep<p>{TEXT}</p>{f'</{tag}>' * 2500}")
    assert document is not None
    assert "whistle is heard" in document.markdown
