"""Where a page's title ends and the site's name begins.

``SEPARATORS`` stand between the two. A last part is taken off where it is known to be the site's name, where a rule
here says that it names the site, or where it is short and the title before it long enough to be a title.
"""

from __future__ import annotations

SEPARATORS = (" | ", " — ", " – ", " - ", " · ", " • ", " :: ", " » ", " « ", " ‹ ", " ⋅ ", " / ", " ｜", "|", " — ")
"""Signs between title and site's name, tried at their last place."""

BRAND_SEPARATORS = frozenset({" | ", " — ", " – ", " · ", " • ", " :: ", " » ", " « ", " ‹ ", " ｜"})
"""Those after which a short unknown part is taken for a brand; a hyphen and a slash stand inside titles too often."""

MIN_TITLE = 20
"""Characters that a title needs before an unknown short part is taken off (SPEC 6.5)."""

MAX_BRAND_WORDS = 3

SITE_WORDS = r"(?:documentation|docs|doc|manual|handbook|wiki|website|home ?page|official site|blog)"
"""A last part that ends in one of these, perhaps with a version behind, names the site."""

PART_WORDS = (
    r"(?:part|chapter|round|volume|vol|episode|section|step|lesson|week|day|page|version|appendix|unit|act|season|issue|"
    r"book|level|phase|stage|no|nr|teil|kapitel|partie)"
)
"""A last part that holds one of these, or a number, belongs to the title: ``Results | Round 5``."""
