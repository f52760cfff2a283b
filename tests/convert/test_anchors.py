from __future__ import annotations

import pytest

from scrapepy.convert.anchors import plain_text, settle
from scrapepy.convert.render_flow import LABEL, anchor
from scrapepy.model.template import ANCHOR_CLOSE, ANCHOR_OPEN, LINK_OPEN, slot


def test_headings_get_slugs_and_ids_lead_to_them() -> None:
    text, anchors = settle(
        f"# {anchor('top', 'h')}Top\n\n{anchor('p1')}Text.\n\n"
        f"## {anchor('s', 'h')}{anchor('old')}Sub\n\nMore{anchor('x')}."
    )
    assert text == "# Top\n\nText.\n\n## Sub\n\nMore."
    assert anchors.slugs == {"top": "top", "p1": "top", "s": "sub", "old": "sub", "x": "sub"}
    assert anchors.texts == {"top": "Top", "sub": "Sub"}
    assert anchors.optional == frozenset()


def test_distinct_targets_keep_their_place() -> None:
    text, anchors = settle(f"# A\n\n- {anchor('term', 'd')}**term**: text")
    assert text == f"# A\n\n- {ANCHOR_OPEN}term{ANCHOR_CLOSE}**term**: text"
    assert anchors.slugs == {"term": "term"}
    assert anchors.optional == {"term"}


def test_an_id_belongs_to_the_first_element_that_has_it() -> None:
    text, anchors = settle(f"# {anchor('a')}One\n\n## {anchor('a')}Two\n\n{anchor('a', 'd')}x")
    assert anchors.slugs == {"a": "one"}
    assert text == "# One\n\n## Two\n\nx"


@pytest.mark.parametrize(
    ("markdown", "leads_to"),
    [
        (f"{anchor('x')}\n\n# First", "first"),
        (f"{anchor('x')}Words\n\n# First", ""),
        (f"Words\n\n{anchor('x')}\n\n# First", ""),
        (f"{anchor('x')}Words", ""),
    ],
)
def test_ids_above_the_first_heading(markdown: str, leads_to: str) -> None:
    assert settle(markdown)[1].slugs == {"x": leads_to}


def test_a_line_of_marks_alone_goes_with_its_blank_line() -> None:
    assert settle(f"a\n\n{anchor('x')}\n\n```\ncode\n```")[0] == "a\n\n```\ncode\n```"
    assert settle(f"> a\n>\n> {anchor('x')}\n>\n> b")[0] == "> a\n>\n> b"
    assert settle(f"{LABEL}**Tab**")[0] == "**Tab**"


CODE = """# Real

```sh
# comment
```

- item

  ````md
  # in a list
  ```
  # still
  ````

> ~~~
> # quoted
> ~~~
>
> ## In a quote

- ### In a list
1. #### Numbered

<table>
<tr><td><pre># cell
# cell</pre></td></tr>
</table>

## Last
text # no heading
#nothing
####### seven
`code
# heading in the middle`"""


def test_only_headings_count() -> None:
    text, anchors = settle(CODE)
    assert text == CODE
    assert list(anchors.texts) == ["real", "in-a-quote", "in-a-list", "numbered", "last", "heading-in-the-middle"]


def test_closing_marks_of_a_heading_are_none_of_it() -> None:
    assert settle("# A ##\n\n## C#\n\n## D \\#\n\n#")[1].texts == {"a": "A", "c": "C", "d-": "D", "": ""}


def test_awkward_ids_survive() -> None:
    for identifier in ("a|b", "with space", "f(java.lang.String,int)", "<init>()", "x`y", 'q"', "é", "a\tb\nc"):
        text, anchors = settle(f"# H\n\n{anchor(identifier, 'd')}x")
        assert anchors.slugs == {identifier: identifier}
        assert text == f"# H\n\n{ANCHOR_OPEN}{identifier}{ANCHOR_CLOSE}x"


PLAIN = [
    ("plain", "plain"),
    (r"`a_b` *and* **c**\_d &amp; e", "a_b and c_d & e"),
    (f'{LINK_OPEN}[a `b`]({slot(0)}) and {LINK_OPEN}[c]({slot(1)} "a title")', "a b and c"),
    (f"![alt]({slot(0)}) after", "after"),
    ("`` a`b ``", "a`b"),
    ("H<sub>2</sub>O", "H2O"),
    ("2 * 3, ~~gone~~", "2 * 3, gone"),
    (r"\*literal\* \[x\]", "*literal* [x]"),
    ("`class p.Fill(model, **kwargs)`", "class p.Fill(model, **kwargs)"),
    ("&lt;x&gt; &copy; &#65;", "<x> © A"),
]


@pytest.mark.parametrize(("markdown", "text"), PLAIN)
def test_plain_text(markdown: str, text: str) -> None:
    assert plain_text(markdown) == text


def test_slugs_are_those_of_the_text_that_is_shown() -> None:
    _, anchors = settle(f"## `csv` — {LINK_OPEN}[Files]({slot(0)}) & *more*")
    assert list(anchors.texts.items()) == [("csv--files--more", "`csv` — Files & *more*")]
