from __future__ import annotations

import dataclasses
import re

import pytest

from scrapepy.convert.junk import remove_junk
from scrapepy.convert.junk_table import JunkTable, names_words
from scrapepy.convert.to_markdown import convert_html
from scrapepy.rules.junk_html import RULES, SELECTORS, TERMS
from scrapepy.web.html import block_text
from scrapepy.web.links import parse_page

TEXT = "<p>" + "The content of the page is about lamps and kettles. " * 12 + "</p>"


def split_selectors(css: str) -> list[str]:
    return [one.strip() for one in css.split(",")]


def element_of(css: str) -> str:
    """An element that a simple selector matches: a tag, or an attribute with a value."""
    match = re.fullmatch(r"(?P<tag>\w*)(?:\[(?P<name>[\w-]+)(?:[~*^$]?=(?P<value>[\w-]+))?\])?", css)
    assert match is not None, css
    name, value = match["name"] or "", match["value"] or "12"
    classes = value + "12" if value.endswith(("-", "_")) else value
    return f"<{match['tag'] or 'div'} {name}='{classes}'>x</{match['tag'] or 'div'}>" if name else f"<{css}>x</{css}>"


def cleaned(html: str, table: JunkTable | None = None, content: str = "main") -> str:
    page = parse_page(f"<main>{html}</main>" if content == "main" else html, "https://site.example/a")
    node = page.tree.css_first(content)
    assert node is not None
    remove_junk((node,), page, None, *(() if table is None else (table,)))
    return node.html or ""


def text_of(html: str) -> str:
    return block_text(parse_page(html, "https://site.example/").tree.body)  # type: ignore[arg-type]


@pytest.mark.parametrize("row", [*RULES, *SELECTORS], ids=lambda row: row.id)
def test_each_row_earns_its_keep_and_knows_its_near_miss(row) -> None:
    gone, stays = text_of(row.gone), text_of(row.stays)
    assert gone
    assert stays
    result = text_of(cleaned(TEXT + row.gone + TEXT + row.stays))
    assert gone not in result
    assert stays in result
    without = JunkTable([rule for rule in RULES if rule is not row], [rule for rule in SELECTORS if rule is not row])
    assert gone in text_of(cleaned(TEXT + row.gone, without)), "goes by another row too"


@pytest.mark.parametrize(
    "html",
    [
        "<pre><span class=ad>code</span></pre>",
        "<code class=share>share()</code>",
        "<pre><code><span class='social-share'>x</span></code></pre>",
        "<div class=highlight><pre>a<span class=comments># note</span></pre></div>",
        "<h2 id=newsletter>Newsletter</h2>",
        "<h2 id=related>Related</h2>",
        "<section id=comments><h2>Comments</h2><p>How to list the comments of an issue.</p></section>",
        "<div id=cookie-consent><h3>Cookie consent</h3><p>The consent header.</p></div>",
        "<div id=Zle-Widgets><h2>18.7 Zle Widgets</h2><p>All widgets are listed here.</p></div>",
        "<section id=pagination><h2>Paging through results</h2><p>Ask for the next page.</p></section>",
        "<div id=comments><h3>3.1 Comments</h3><p>A comment ends with the line.</p></div>",
        "<div id=feedback><h2>Loops</h2><p>A loop feeds back.</p></div>",
        "<div id=modal-dialog><h2>Dialogs</h2><p>Open one with a call.</p></div>",
        "<div id=sidebar><h2>Configure the sidebar</h2><p>Give its width.</p></div>",
        "<aside id=sidebar><h2>Configure the sidebar</h2><p>Give its width.</p></aside>",
        "<div id=method-i-share><div>share()</div><p>Gives the water to others.</p></div>",
        "<div id=convert_sidebar-source><pre>def convert_sidebar; end</pre></div>",
        "<div id=method-i-skip_line_comments><code>skip_line_comments</code> Skips a line.</div>",
        "<div id=share><dl><dt>share(x)</dt><dd>Shares it.</dd></dl></div>",
        "<p id=share>Share a lock between threads.</p>",
        "<h2><a id=comments>Comments</a></h2>",
        "<li id=subscribe>Subscribe to a topic.</li>",
        "<aside><p>A note beside the text.</p></aside>",
        "<aside class=note><p>A note beside the text.</p></aside>",
        "<article><header><h1>The title</h1><p>by Ann</p></header><p>x</p></article>",
        "<header><h1>The title</h1></header>",
        "<blockquote><p>Words</p><footer>Somebody</footer></blockquote>",
        "<figure><p>Picture</p><footer>Caption</footer></figure>",
        "<div class=tab-panel hidden>Second tab</div>",
        "<div role=tabpanel hidden>Second tab</div>",
        "<div class=tab-content style='display: none'>Second tab</div>",
        "<details><summary>More</summary>Hidden part</details>",
        "<div class=collapse style='display:none'>Answer</div>",
        "<table><tr style='display:none'><td>Row</td></tr></table>",
        "<span class=katex><span class=katex-html aria-hidden=true>x</span></span>",
        "<span aria-hidden=true>Text hidden from the ear</span>",
        "<h2><button>Opening hours</button></h2>",
        "<div role=tablist><button role=tab>npm</button></div>",
        "<ul><li><input type=checkbox checked> Done</li></ul>",
        "<p class=shared-memory>Shared memory</p>",
        "<div class=widgetised>Widgets toolkit</div>",
        "<div class=advertised-price>Price</div>",
    ],
)
def test_what_stays(html: str) -> None:
    assert text_of(html) in text_of(cleaned(TEXT + html + TEXT))


@pytest.mark.parametrize(
    "html",
    [
        "<script>GONE()</script>",
        "<style>.GONE{}</style>",
        "<template><p>GONE</p></template>",
        "<noscript>GONE: please enable JavaScript</noscript>",
        "<p hidden>GONE</p>",
        "<p style='display:none'>GONE</p>",
        "<div style='color:red; display: none'>GONE</div>",
        "<footer>GONE</footer>",
        "<header>GONE</header>",
        "<div class='ad-wrapper'><div class='ad-container'><div class=ad>GONE</div></div></div>",
        "<div class=adContainer>GONE</div>",
        "<div class='post_social-share'>GONE</div>",
        "<h2 class=newsletter-title>GONE</h2>",
        "<div id=sidebar><h3>GONE</h3><ul><li><a href=/a>GONE one</a><li><a href=/b>GONE two</a></ul></div>",
        "<div id=feedback>GONE: was this page helpful? Yes No</div>",
        "<div id=newsletter><h3>GONE</h3><p>GONE every week</p><input type=email></div>",
        "<div id=comments><h3>2 GONE</h3><ol class=comment-list><li><p>GONE: first!</p></ol></div>",
        "<div id=pagination><a href=/2>GONE</a></div>",
        "<a class=permalink aria-hidden=true href='#x'>¶</a><i aria-hidden=true>★</i><button>GONE</button>",
    ],
)
def test_what_goes(html: str) -> None:
    result = text_of(cleaned(TEXT + html + TEXT))
    assert "GONE" not in result
    assert "¶" not in result


def test_never_what_holds_most_of_the_text() -> None:
    page = f"<div class=subscribe><h1>Subscribing to a journal</h1>{TEXT}</div><div class=subscribe>Subscribe now</div>"
    result = text_of(cleaned(page))
    assert "Subscribing to a journal" in result
    assert "Subscribe now" not in result


def test_words_that_would_take_nearly_everything_are_not_believed() -> None:
    section = (
        "<div class='elementor-widget'><p>"
        + "The words of the page stand in widgets of a page builder. " * 3
        + "</p></div>"
    )
    links = "<div class=widget><a href=/a>One</a> <a href=/b>Two</a></div>"
    result = text_of(cleaned("<h1>Title</h1>" + section * 6 + links))
    assert result.count("page builder") == 18
    assert "One" not in result


CARD = (
    "<div class='{0}'><h3><a href=/a{1}>Lamp number {1} is lit</a></h3>"
    "<div class='{0}-text'>It was lit at dusk, and burns all night.</div></div>"
)


def cards(name: str, count: int) -> str:
    return "".join(CARD.format(name, at) for at in range(count))


@pytest.mark.parametrize("row", [row for row in RULES if row.units], ids=lambda row: row.id)
def test_pieces_of_a_list_or_a_page_builder_are_content_however_they_are_named(row) -> None:
    for words in row.words:
        name = "page-" + words.replace(" ", "-")
        result = text_of(cleaned(TEXT * 2 + cards(name, 12) + "<div class='newsletter promo widget'>Our letter</div>"))
        assert result.count("is lit") == result.count("at dusk") == 12
        assert "Our letter" not in result
        few = text_of(cleaned(TEXT * 2 + cards(name, 3)))
        assert "is lit" not in few


@pytest.mark.parametrize(
    "row", [row for row in RULES if not row.units and not row.mostly_links], ids=lambda row: row.id
)
def test_other_junk_may_be_as_often_as_it_likes(row) -> None:
    name = "page-" + next(words for words in row.words if words not in row.unsure).replace(" ", "-")
    assert "is lit" not in text_of(cleaned(TEXT * 2 + cards(name, 12)))


POPUP = next(row for row in RULES if row.id == "popup")


@pytest.mark.parametrize("sign", split_selectors(POPUP.shows))
def test_what_shows_that_a_modal_is_a_window(sign: str) -> None:
    text = "<h2>Details of it</h2><p class='lamp-modal__text'>What is said of lamps.</p>"
    assert "said of lamps" in text_of(cleaned(f"{TEXT}<div class=lamp-modal>{text}</div>"))
    shown = f"<div class=lamp-modal>{text}{element_of(sign)}</div>"
    assert "said of lamps" not in text_of(cleaned(TEXT + shown))
    others = ", ".join(other for other in split_selectors(POPUP.shows) if other != sign)
    table = JunkTable([dataclasses.replace(POPUP, shows=others)], ())
    assert "said of lamps" in text_of(cleaned(TEXT + shown, table)), "shown by another sign too"


def test_other_names_of_windows_need_no_sign() -> None:
    for name in ("lamp-lightbox", "lamp-modal overlay"):
        assert "said of lamps" not in text_of(
            cleaned(f"{TEXT}<div class='{name}'><h2>Details of it</h2><p>What is said of lamps.</p></div>")
        )


@pytest.mark.parametrize("sign", split_selectors(next(row.shows for row in RULES if row.id == "comments")))
def test_what_shows_that_comments_are_comments(sign: str) -> None:
    text = "<h2>Comments</h2><p>What is said of lamps, with <code>light()</code> in it.</p>"
    assert "said of lamps" in text_of(cleaned(f"{TEXT}<div class=comments>{text}</div>"))
    shown = f"<div class=comments>{text}{element_of(sign)}</div>"
    assert "said of lamps" not in text_of(cleaned(TEXT + shown))
    (row,) = (row for row in RULES if row.id == "comments")
    others = ", ".join(other for other in split_selectors(row.shows) if other != sign)
    table = JunkTable([dataclasses.replace(row, shows=others)], ())
    assert "said of lamps" in text_of(cleaned(TEXT + shown, table)), "shown by another sign too"
    in_code = f"<div class=comments>{text}<pre>{element_of(sign)}</pre></div>"
    assert "said of lamps" in text_of(cleaned(TEXT + in_code))


@pytest.mark.parametrize("term", TERMS)
def test_the_terms_of_a_post_say_what_it_is_about(term: str) -> None:
    text = "<p>Lamps are advertised here.</p>"
    post = f"<div class='post-12 type-post {term}advertising'>{text}</div>"
    assert "advertised" in text_of(cleaned(TEXT + post))
    for near in (f"<div class='type-post {term}advertising'>", "<div class='post-12 page-advertising'>"):
        assert "advertised" not in text_of(cleaned(f"{TEXT}{near}{text}</div>"))


def test_the_content_itself_is_not_judged() -> None:
    page = parse_page(f"<div class='widget sidebar' hidden>{TEXT}</div>", "https://site.example/")
    node = page.tree.css_first("div")
    assert node is not None
    assert remove_junk((node,), page, None) == []
    assert "kettles" in node.text()


def test_removals_say_what_went_and_why() -> None:
    page = parse_page(
        f"<main>{TEXT}<div class=newsletter>Get our letter about lamps every other week or so</div></main>", ""
    )
    node = page.tree.css_first("main")
    assert node is not None
    (removal,) = remove_junk((node,), page, None)
    assert (removal.step, removal.rule) == ("junk", "newsletter")
    assert removal.words == "Get our letter about lamps every other week"


def test_noscript_images_replace_what_a_script_would_draw() -> None:
    lazy = "<p><img data-src=a.png alt=A><noscript><img src=a.png alt=A></noscript></p>"
    alone = "<p><span class=loader></span><noscript><img src=b.png alt=B></noscript></p>"
    result = cleaned(TEXT + lazy + alone)
    assert result.count('alt="A"') == 1
    assert result.count('alt="B"') == 1
    assert "noscript" not in result


def test_scripts_that_hold_formulas_stay() -> None:
    assert "x^2" in cleaned(TEXT + "<script type='math/tex'>x^2</script>")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("post-share_bar", ("post", "share", "bar")),
        ("PostShareBar", ("post", "share", "bar")),
        ("adsbygoogle", ("adsbygoogle",)),
        ("HTMLAd2", ("html", "ad", "2")),
        ("", ()),
        ("--", ()),
        ("реклама-блок", ("реклама", "блок")),
    ],
)
def test_names_are_cut_into_words(name: str, words: tuple[str, ...]) -> None:
    assert names_words(name) == words


def test_a_label_of_icons_gets_its_words() -> None:
    result = text_of(cleaned(TEXT + "<label title='Linux/macOS'>&#xf17c/&#xf179</label><label title=x>Windows</label>"))
    assert "Linux/macOS Windows" in result or "Linux/macOSWindows" in result
    assert "\uf17c" not in result


def test_labels_of_tabs_are_no_menu() -> None:
    filler = "<p>" + "Words of the page that say how it is installed on each system. " * 12 + "</p>"
    tabs = (
        '<ul class="nav nav-tabs" role="tablist"><li><a data-bs-toggle="tab" href="#a">Linux</a></li>'
        '<li><a data-bs-toggle="tab" href="#b">Windows</a></li></ul>'
        '<div class="tab-content"><div class="tab-pane active" id="a"><p>apt install x</p></div>'
        '<div class="tab-pane" id="b"><p>winget install x</p></div></div>'
    )
    document = convert_html(f"<title>T</title><main><h1>T</h1>{filler}{tabs}</main>")
    assert document is not None
    assert "**Linux**\n\napt install x\n\n**Windows**\n\nwinget install x" in document.markdown


def test_rows_that_only_lead_on_go_and_lists_of_pages_stay() -> None:
    text = "The kettle boils the water until it is hot, and whistles. " * 9
    row = "<ul><li><a href=t>Table of Contents</a><li><a href=p>Previous Chapter</a><li><a href=n>Next Chapter</a></ul>"
    lone = "<p>Go on to the <a href=n>next</a> one.</p>"
    lone += "<ul><li><a href=c>Contents</a></li><li><a href=i>Index</a></li></ul>"
    document = convert_html(
        f"<title>Kettles</title><div><h1>Kettles</h1>{row}<p>{text}</p>{lone}<p>{text}</p>{row}</div>"
    )
    assert document is not None
    assert "Chapter" not in document.markdown
    assert "[next](n)" in document.markdown
    assert "[Index](i)" in document.markdown


@pytest.mark.parametrize(
    ("classes", "stays"),
    [
        ("hidden", "hidden lg:block"),
        ("box is-hidden", "box is-hidden-mobile"),
        ("hide", "hide-on-print"),
        ("w-condition-invisible", "w-condition"),
        ("elementor-hidden-desktop", "elementor-hidden-mobile"),
        ("d-none", "d-none d-md-block"),
        ("d-none p-2", "d-none d-sm-flex"),
        ("d-none", "d-none d-lg-block"),
        ("d-none", "d-none d-xl-block"),
    ],
)
def test_what_a_class_of_a_framework_hides(classes: str, stays: str) -> None:
    result = text_of(
        cleaned(f"{TEXT}<div class='{classes}'>Not yet</div>{TEXT}<div class='{stays}'>A kettle</div>{TEXT}")
    )
    assert "Not yet" not in result
    assert "A kettle" in result


def test_what_a_class_hides_until_it_is_asked_for_stays() -> None:
    options = "".join(f"<li>Size {n}<div class=hidden>holds {n} litres</div></li>" for n in range(4))
    code = "<div class=hide><pre>boil(water)</pre></div>"
    answer = "<div class='accordion-answer hidden'>Because of the steam</div>"
    result = text_of(cleaned(f"{TEXT}<ul>{options}</ul>{code}{answer}{TEXT}"))
    assert "holds 3 litres" in result
    assert "boil(water)" in result
    assert "Because of the steam" in result


STEP = "<a href=/{0}><span>{1}</span><span>{2}</span></a>"


@pytest.mark.parametrize("around", ["{}{}", "<div>{}</div><div>{}</div>"])
@pytest.mark.parametrize("word", ["Previous", "Prev", "← Previous"])
def test_links_that_name_the_pages_before_and_after_go(around: str, word: str) -> None:
    both = around.format(STEP.format("a", word, "Lighting a lamp"), STEP.format("b", "Next", "Trimming the wick"))
    left = cleaned(f"<p>{'Trim the lamp, and light it. ' * 9}</p><div>{both}</div>")
    assert "Lighting" not in left
    assert "Trimming" not in left


@pytest.mark.parametrize(
    "html",
    [
        STEP.format("b", "Next", "Trimming the wick"),
        STEP.format("a", "Next", "Lighting a lamp") + STEP.format("b", "Next", "Trimming the wick"),
        STEP.format("a", "Before", "Lighting a lamp") + STEP.format("b", "Next", "Trimming the wick"),
        "<a href=/a>Previous work on lighting a lamp</a> <a href=/b>Next to trimming the wick</a>",
    ],
)
def test_links_that_only_begin_so_stay(html: str) -> None:
    left = cleaned(f"<p>{'Trim the lamp, and light it. ' * 9}</p><div>{html}</div>")
    assert "trimming the wick" in left.lower()
