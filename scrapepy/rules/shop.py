"""How shops say in the markup that a page is about one product."""

from __future__ import annotations

from dataclasses import dataclass

PRODUCT_TYPES = frozenset({"Product", "ProductGroup", "ProductModel", "IndividualProduct", "Vehicle", "Car"})
"""schema.org: what is sold. One of them on top of a page's JSON-LD is what the page is about."""

LIST_TYPES = frozenset({"ItemList", "CollectionPage", "SearchResultsPage", "OfferCatalog"})
"""schema.org: pages that list what is sold."""

PRICE_METAS = "meta[property='product:price:amount'], meta[property='og:price:amount']"
"""What shops tell Facebook and Pinterest of the one thing that a page sells."""

PRODUCT_BODIES = frozenset({"single-product", "template-product", "catalog-product-view"})
"""Classes of ``body``: WooCommerce, Shopify's themes, Magento."""

PRODUCT_PAGE = "pdp"
"""The trade's word for a page of one product ("product detail page"), as a word of a class of ``body``."""

STATED_PRODUCT = "[itemtype*='schema.org/Product']"
"""Microdata: one of them is the page's own, several are a list."""

PRICE = r"[$£€¥₹]\s?\d|\d\s?(?:€|zł|kr\b|EUR\b|USD\b|GBP\b)"
"""An amount of money in a text."""


@dataclass(frozen=True, slots=True)
class ShopPart:
    """What a shop says on every page of a product besides what it says of the product, told by the heading over it."""

    id: str
    phrases: tuple[str, ...]
    """Words in a row, lower case, without signs, ``&`` read as ``and``; after ``^`` the heading begins with them."""
    why: str
    stays: str
    """A heading of nearly the same words over a text that is the product's own."""


SHOP_PARTS: tuple[ShopPart, ...] = (
    ShopPart(
        "other-products",
        (
            *("you may also", "you might also", "you may like", "you might like", "we think you", "youll love"),
            *("related products", "related items", "similar items", "similar products", "similar styles"),
            *("recommended", "recommendations", "recently viewed", "customers also", "customers who", "people also"),
            *("people who", "shoppers also", "others also", "also bought", "also viewed", "bought together"),
            *("better together", "often viewed", "pairs well with", "goes well with", "goes great with", "more from"),
            *("more like", "keep exploring", "explore more", "complete the look", "complete your look"),
            *("complete the set", "complete your set", "get the look", "how about these"),
            *("bestsellers", "new arrivals", "on instagram", "add the essentials", "^shop all", "^shop the"),
            *("^shop more", "^shop our", "^explore all", "^explore the", "^explore our", "^discover more"),
            "^discover our",
        ),
        "what else the shop sells",
        "The similar lamp of 1950",
    ),
    ShopPart(
        "reviews",
        ("review", "reviews", "rating", "ratings", "what our customers", "what people are saying"),
        "what buyers think of it: the comments of shops",
        "What our lamp is made of",
    ),
    ShopPart(
        "ways-to-buy",
        (
            *("how do you want your", "how to get it", "seller", "sellers", "ways to buy", "ways to pay"),
            *("ways to shop", "where to buy", "best place to buy", "financing", "trade in"),
        ),
        "how and of whom to buy: the same for all that is sold",
        "Ways to light it",
    ),
    ShopPart(
        "policies",
        (
            *("shipping", "returns", "refund", "refunds", "payment", "payments", "money back", "secure checkout"),
            *("^delivery and", "^delivery options", "^delivery information"),
        ),
        "the shop's terms",
        "Air delivery and flow",
    ),
    ShopPart(
        "the-shop",
        (
            *("^why us", "^why choose us", "^why shop", "^why buy", "our promise", "our values", "our story"),
            *("our mission", "our commitment", "about us", "about the brand", "about the maker"),
            *("about the company", "about the shop"),
        ),
        "the shop praises itself",
        "About the lamp",
    ),
    ShopPart(
        "comparison",
        ("compare", "^choose your", "right for you"),
        "the product beside others",
        "A lamp to choose",
    ),
    ShopPart(
        "help",
        (
            *("contact us", "need help", "need some help", "need more help", "get in touch", "have a question"),
            *("have questions", "have any questions", "product support", "customer support", "newsletter"),
            *("^subscribe", "^sign up", "stay in touch", "stay connected", "follow us"),
        ),
        "who answers, and how to hear more",
        "The arm and its support",
    ),
)
"""Asked in this order of each heading below the main one."""

OWN_PARTS = (
    *("description", "detail", "details", "specification", "specifications", "specs", "feature", "features"),
    *("overview", "about this", "ingredient", "ingredients", "how to use", "dimensions", "measurements", "material"),
    *("materials", "care", "whats included", "in the box", "highlights", "size", "sizes", "technical"),
    *("information", "requirements", "benefits"),
)
"""Headings over what a shop says of the product itself; it may stand below the other parts."""
