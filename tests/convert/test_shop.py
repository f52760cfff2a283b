"""What a page about one product says of others is no content; what it says twice is content once."""

from __future__ import annotations

import dataclasses

import pytest

from scrapepy.convert.outline import outline_of
from scrapepy.convert.repeats import repeated, repeated_links
from scrapepy.convert.shop import is_product_page, kind_of_heading
from scrapepy.convert.to_markdown import convert_html
from scrapepy.rules import shop as rules
from scrapepy.web.html import parse

TEXT = "The kettle holds two litres, boils them in four minutes and whistles when it is done. "
SOLD = "<meta property='product:price:amount' content='39.00'>"
BUY = f"<h1>Steel kettle</h1><p>$39.00</p><p>{TEXT * 3}</p><h2>Details</h2><p>Brushed steel. {TEXT * 2}</p>"
NAMES = ("Copper pan", "Iron pot", "Tea tin", "Glass cup")


def cards(link: str = "a href=/{n}", price: str = "$1{n}.00", more: str = "") -> str:
    return "".join(
        f"<li class=slide><{link.format(n=n)}><img src=/{n}.jpg alt=''><h3>{name} from the forge</h3></a>"
        f"<p>{price.format(n=n)}</p>{more}</li>"
        for n, name in enumerate(NAMES)
    )


def markdown_of(body: str, head: str = SOLD) -> str:
    document = convert_html(f"<head><title>Steel kettle</title>{head}</head><body><main>{body}</main></body>")
    assert document is not None
    return document.markdown


@pytest.mark.parametrize(
    "head",
    [
        SOLD,
        '<script type="application/ld+json">{"@type": "Product", "name": "Steel kettle"}</script>',
        '<script type="application/ld+json">{"@graph": [{"@type": "ItemPage", "mainEntity": {"@type": "Product"}}]}'
        "</script>",
    ],
)
def test_cards_of_other_products_go_with_their_heading(head: str) -> None:
    result = markdown_of(
        f"{BUY}<section><h2>Forged as well</h2><a href=/all>See all</a><ul>{cards()}</ul></section>", head
    )
    assert "Brushed steel" in result
    assert "from the forge" not in result
    assert "Forged as well" not in result
    assert "See all" not in result


def test_cards_without_a_price_go_by_their_pictures_and_links() -> None:
    assert "from the forge" not in markdown_of(f"{BUY}<ul>{cards(price='')}</ul>")


def test_a_window_in_a_card_says_nothing_of_it() -> None:
    window = f"<div role=dialog><h2>About this seller</h2><p>{TEXT * 4}</p></div>"
    assert "from the forge" not in markdown_of(f"{BUY}<ul>{cards(more=window)}</ul>")


def test_what_tells_of_the_product_stays() -> None:
    parts = "".join(f"<li><h3>{name}</h3><p>Part of the set.</p></li>" for name in NAMES)  # they lead nowhere
    told = "".join(f"<li><a href=/{n}><h3>{name}</h3></a><p>{TEXT}</p></li>" for n, name in enumerate(NAMES))
    table = "".join(f"<tr><td><a href=/{n}>{name}</a></td><td>${n}</td></tr>" for n, name in enumerate(NAMES[:2]))
    for extra in (f"<ul>{parts}</ul>", f"<ul>{told}</ul>", f"<table>{table}</table>"):
        assert "Iron pot" in markdown_of(BUY + extra)


LD = '<script type="application/ld+json">{}</script>'


@pytest.mark.parametrize(
    "head",
    [
        "",
        LD.format('[{"@type": "Product", "name": "A"}, {"@type": "Product", "name": "B"}]'),
        LD.format('{"@type": "CollectionPage"}') + "<div itemscope itemtype='https://schema.org/Product'></div>",
    ],
)
def test_the_cards_of_a_list_stay(head: str) -> None:
    assert "Iron pot from the forge" in markdown_of(f"<h1>Kettles and more</h1><p>{TEXT}</p><ul>{cards()}</ul>", head)


@pytest.mark.parametrize("name", ["single-product", "template-product", "catalog-product-view"])
def test_bodies_of_product_pages(name: str) -> None:
    assert is_product_page(parse(f"<body class='home {name}'><p>Kettle</p></body>"))
    assert not is_product_page(parse(f"<body class='{name}s'><p>Kettle</p></body>"))


def test_a_body_named_after_the_page_of_a_product() -> None:
    assert is_product_page(parse("<body class='home shop-pdp__body'><p>Kettle</p></body>"))
    assert not is_product_page(parse("<body class='home shop-pdpa'><p>Kettle</p></body>"))


PHRASES = [(part, phrase) for part in rules.SHOP_PARTS for phrase in part.phrases]


@pytest.mark.parametrize(("part", "phrase"), PHRASES, ids=[phrase for _, phrase in PHRASES])
def test_a_part_about_the_shop_goes_by_its_heading(
    part: rules.ShopPart, phrase: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    heading = phrase.removeprefix("^")
    below = f"<h2>{heading.capitalize()} 2</h2><p>Not of the kettle. {TEXT}</p>"
    assert "Not of the kettle" not in markdown_of(BUY + below)
    others = dataclasses.replace(part, phrases=tuple(other for other in part.phrases if other != phrase))
    monkeypatch.setattr(rules, "SHOP_PARTS", tuple(others if row is part else row for row in rules.SHOP_PARTS))
    assert "Not of the kettle" in markdown_of(BUY + below)


@pytest.mark.parametrize("part", rules.SHOP_PARTS, ids=lambda part: part.id)
def test_a_part_of_the_product_stays_though_its_heading_is_like_one_of_the_shop(part: rules.ShopPart) -> None:
    assert kind_of_heading(part.stays) is None
    assert "Not of the shop" in markdown_of(f"{BUY}<h2>{part.stays}</h2><p>Not of the shop. {TEXT}</p>")


@pytest.mark.parametrize("phrase", rules.OWN_PARTS)
def test_a_part_of_the_product_stays_below_those_of_the_shop(phrase: str, monkeypatch: pytest.MonkeyPatch) -> None:
    below = f"<h2>Reviews</h2><p>Good.</p><h2>{phrase.capitalize()} 2</h2><p>Of the kettle. {TEXT}</p>"
    assert "Of the kettle" in markdown_of(BUY + below)
    monkeypatch.setattr(rules, "OWN_PARTS", tuple(other for other in rules.OWN_PARTS if other != phrase))
    assert "Of the kettle" not in markdown_of(BUY + below)


def test_below_the_parts_of_the_shop_all_is_the_shop_s_until_a_part_of_the_product_comes() -> None:
    result = markdown_of(
        f"<h1>Steel kettle</h1><p>$39.00</p><p>{TEXT * 6}</p><h2>From the forge</h2><p>Hammered by hand.</p>"
        "<h2>Shipping &amp; Returns</h2><p>In two days.</p><h3>To islands</h3><p>In four days.</p>"
        "<h2>Our forge in Wales</h2><p>Open on Sundays.</p><h2>Size and weight</h2><p>Ten inches.</p>"
        "<h3>Lid</h3><p>Nine inches.</p><h2>Follow us</h2><p>Daily.</p>"
    )
    for stays in ("Hammered by hand", "Ten inches", "### Lid", "Nine inches"):
        assert stays in result
    for goes in ("In two days", "In four days", "Open on Sundays", "Daily"):
        assert goes not in result


def test_a_long_heading_is_no_name_of_a_part() -> None:
    heading = "The kettle that we sent out for a review to every smith in the county"
    assert kind_of_heading(heading) is None
    assert "Not of the shop" in markdown_of(f"{BUY}<h2>{heading}</h2><p>Not of the shop. {TEXT}</p>")


@pytest.mark.parametrize("page", ["without a price", "without a product", "all of it"])
def test_where_the_parts_of_a_shop_are_the_content(page: str) -> None:
    said = BUY.replace("<p>$39.00</p>", "") if page == "without a price" else BUY
    if page == "all of it":
        said = "<h1>Steel kettle</h1><p>$39.00</p><p>Holds two litres.</p>"
    result = markdown_of(
        f"{said}<h2>Returns</h2><p>Send it back. {TEXT * 4}</p>", head="" if page == "without a product" else SOLD
    )
    assert "Send it back" in result


def test_reviews_by_class_go_from_the_page_of_a_product_whatever_else_goes() -> None:
    others = f"<h2>More from the forge</h2><p>{TEXT * 3}</p>"
    reviews = "".join(f"<div class=review-text><p>It {n} {TEXT}</p></div>" for n in range(30))
    result = markdown_of(f"{BUY}{others}<div class=customer-reviews><h4>Said of it</h4>{reviews}</div>")
    assert "Brushed steel" in result
    assert "It 7" not in result


def test_microdata_of_one_product_and_of_several() -> None:
    item = "<div itemscope itemtype='https://schema.org/Product'>Kettle</div>"
    assert is_product_page(parse(f"<body>{item}</body>"))
    assert not is_product_page(parse(f"<body>{item * 2}</body>"))


def repeats(html: str, **limits: float) -> list[str]:
    blocks = outline_of(parse(f"<body>{html}</body>")).blocks
    return [blocks[at].text for at in sorted(repeated(blocks, **limits))]  # type: ignore[arg-type]


def test_a_description_for_wide_and_for_narrow_screens_is_one() -> None:
    text = f"<p>{TEXT * 5}</p><ul><li>Steel</li><li>Whistle</li></ul>"
    result = markdown_of(f"<h1>Kettle</h1><div class=wide>{text}</div><div class=narrow>{text}</div>", head="")
    assert result.count("boils them in four minutes") == 5
    assert result.count("- Whistle") == 1


def test_what_is_meant_twice_stays_twice() -> None:
    note = "<p>timeout: how many seconds it waits before it gives up.</p><p>Raises an error.</p>"
    parts = "".join(f"<h3>{name}</h3><p>The {name} {TEXT * 2}</p>{note}" for name in NAMES)
    assert repeats(parts) == []
    assert repeats(f"<p>{TEXT * 9}</p><p>{TEXT * 3}</p><p>{TEXT * 9}x</p><p>{TEXT * 3}</p><p>{TEXT * 30}</p>") == []
    assert repeats(f"<p>{TEXT}</p><p>$5</p><p>{TEXT}</p><p>$5</p>", least=12, share=0) == [TEXT.strip(), "$5"]


def test_what_is_said_a_thousand_times_over_is_no_copy_and_takes_no_time() -> None:
    lines = f"<p>{TEXT}</p><p>Some other words of it.</p>"
    assert len(repeats(lines * 20)) == 34
    assert repeats(lines * 4000) == []


def test_a_teaser_that_stands_in_several_lists_is_said_once() -> None:
    teasers = "".join(
        f"<li><h3><a href=/{n}>{name} from the forge</a></h3><p>{TEXT}{n}</p></li>" for n, name in enumerate(NAMES)
    )
    again = "".join(f"<li><a href=/{n}>{name} from the forge</a></li>" for n, name in enumerate(NAMES))
    page = f"<h1>News of the forge</h1><ul>{teasers}</ul><div><h2>Read by many</h2><ol>{{}}</ol></div><p>{TEXT}</p>"
    assert markdown_of(page.format(again.replace("<li>", "<li><div>")), head="").count("Iron pot from the forge") == 1
    blocks = outline_of(
        parse(f"<body>{again.replace('<li>', '<li><div>')}<p>{NAMES[0]} from the forge</p></body>")
    ).blocks
    assert repeated_links(blocks) == frozenset()  # the last one is no link
    links = outline_of(parse("<body>" + "<p><a href=/1>Read more</a></p>" * 3 + "</body>")).blocks
    assert repeated_links(links) == frozenset()


def test_code_may_stand_twice() -> None:
    code = f"<pre>{chr(10).join(f'boil({n}, water, until=steam)' for n in range(20))}</pre>"
    assert markdown_of(f"<h1>Kettle</h1><p>{TEXT}</p>{code}<p>Again.</p>{code}", head="").count("boil(7") == 2


def test_words_of_a_link_around_blocks_are_linked() -> None:
    outline = outline_of(
        parse("<body><a href=/k><div><h3>Steel kettle</h3><ul><li>two litres</ul></div></a><p>Tea</p>")
    )
    assert [block.linked for block in outline.blocks] == [2, 2, 0]
