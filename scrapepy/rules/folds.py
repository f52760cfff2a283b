"""How pages say that a button opens a part of their text."""

from __future__ import annotations

OPENS = ("aria-controls", "data-bs-target", "data-target")
"""Attributes that name the opened element: WAI-ARIA, Bootstrap 5, Bootstrap 4."""

FOLD_WORDS = frozenset(("accordion", "collapsible", "faq"))
"""Words of the class of a button, or of what is around it, where what follows the button is what it opens."""

SPOILER_WORDS = frozenset(("spoiler",))
"""The same of what forums hide from who does not want to know it: a part of a post, which has no headings."""

NOT_FOLDED = frozenset(("menu", "listbox", "dialog", "tabpanel", "navigation", "tree"))
"""ARIA roles of what is opened and is no part of a text."""
