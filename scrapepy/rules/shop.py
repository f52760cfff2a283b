"""How shops say in the markup that a page is about one product."""

from __future__ import annotations

PRODUCT_TYPES = frozenset({"Product", "ProductGroup", "ProductModel", "IndividualProduct", "Vehicle", "Car"})
"""schema.org: what is sold. One of them on top of a page's JSON-LD is what the page is about."""

LIST_TYPES = frozenset({"ItemList", "CollectionPage", "SearchResultsPage", "OfferCatalog"})
"""schema.org: pages that list what is sold."""

PRICE_METAS = "meta[property='product:price:amount'], meta[property='og:price:amount']"
"""What shops tell Facebook and Pinterest of the one thing that a page sells."""

PRODUCT_BODIES = frozenset({"single-product", "template-product", "catalog-product-view"})
"""Classes of ``body``: WooCommerce, Shopify's themes, Magento."""

STATED_PRODUCT = "[itemtype*='schema.org/Product']"
"""Microdata: one of them is the page's own, several are a list."""

PRICE = r"[$£€¥₹]\s?\d|\d\s?(?:€|zł|kr\b|EUR\b|USD\b|GBP\b)"
"""An amount of money in a text."""
