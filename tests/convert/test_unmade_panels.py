"""Text behind tabs and in folded parts that is not in the page."""

from __future__ import annotations

import pytest

from scrapepy.convert.unmade_panels import has_unmade_panels
from scrapepy.web.html import parse

TABS = "<div role=tablist><button role=tab aria-selected=true>a</button><button role=tab>b</button></div>"
ONE = "<div role=tabpanel>text of a</div>"
TWO = ONE + "<div role=tabpanel hidden>text of b</div>"


@pytest.mark.parametrize(
    ("body", "is_unmade"),
    [
        (f"<div>{TABS}<div>{ONE}</div></div>", True),
        (f"<div>{TABS}<div>{TWO}</div></div>", False),
        (f"<div>{TABS}{ONE}<div role=tabpanel hidden></div></div>", True),
        (f"<main>{TABS}{ONE}{TABS}{ONE}</main>", True),
        (f"<main>{TABS}{TWO}{TABS}{TWO}</main>", False),
        (f"<div>{TABS}<div role=tabpanel>{TABS}{TWO}</div><div role=tabpanel hidden>b</div></div>", False),
        (f"<div>{TABS}<div role=tabpanel>{TABS}{ONE}</div><div role=tabpanel hidden>b</div></div>", True),
        (f"<div>{TABS}</div><p>A filter, no tabs.</p>", False),
        (f"<div><div role=tablist><button role=tab>a</button></div>{ONE}</div>", False),
        ("<div><button aria-expanded=false data-state=closed>x</button><div data-state=closed></div></div>", True),
        ("<div><button aria-expanded=false data-state=closed>x</button><div data-state=closed>t</div></div>", False),
        ("<h3><button aria-expanded=false data-state=closed>x</button></h3><!-- --><p data-state=closed></p>", True),
        ("<nav><button aria-expanded=false data-state=closed>x</button><p data-state=closed></p></nav>", False),
        (
            "<b><button aria-expanded=false aria-haspopup=menu data-state=closed>x</button></b><p data-state=closed>",
            False,
        ),
        ("<div><button aria-expanded=false data-state=closed>x</button><p>text</p></div>", False),
    ],
)
def test_what_is_not_there(body: str, is_unmade: bool) -> None:
    assert has_unmade_panels(parse(f"<body>{body}</body>")) is is_unmade
