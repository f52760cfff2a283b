"""The fast cutter against the parser's own."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrapepy.sections.outline import outline
from scrapepy.sections.split import split

EXPECTED = sorted(Path(__file__).parents[1].glob("golden/convert/*/expected.md"))

LINES = [
    "# One",
    "## Two `code` \\* more",
    "### [Three](three.md) **bold**",
    "#### Deep",
    "## One",
    "####### seven",
    "#hashtag",
    "# Closed ##",
    "#",
    "text",
    "text `# not`",
    "",
    "",
    "```py",
    "```",
    "~~~~",
    "~~~~",
    "- item",
    "  # in an item",
    "  ```",
    "  # code in an item",
    "1. one",
    "   ```sh",
    "   # code",
    "   ```",
    "> quote",
    "> # in a quote",
    "> ```",
    "> # code in a quote",
    "> ```",
    "<div>",
    "</div>",
    "# after",
    "<pre>",
    "</pre>",
    "<!-- # hidden",
    "-->",
    '<a id="x"></a>',
    "Title",
    "=====",
    "---",
    "| a | b |",
    "| --- | --- |",
    "    # indented code",
    "[^1]: note",
    "    # in a note",
    "\\# escaped",
    "***",
]


def both(body: str) -> tuple[object, object]:
    return (
        [(part.headings, part.anchor, part.text) for part in outline(body)],
        [(section.headings, section.anchor, section.text) for section in split(body)],
    )


@pytest.mark.parametrize("case", EXPECTED, ids=lambda path: path.parent.name)
def test_what_we_write_is_cut_the_same(case: Path) -> None:
    body = case.read_text("utf-8").removeprefix("---\n").partition("\n---\n")[2] or case.read_text("utf-8")
    ours, parsers = both(body)
    assert ours == parsers


@settings(max_examples=400)
@given(st.lists(st.sampled_from(LINES), max_size=14))
def test_nothing_is_lost(lines: list[str]) -> None:
    body = "\n".join(lines)
    assert "".join(part.text for part in outline(body)) == body


@pytest.mark.parametrize(
    "body",
    [
        "# A\n\n```\n# no\n```\n\n## B\n",
        "- x\n\n  ```\n  # no\n  ```\n\n# A\n",
        "- x\n\n  ```\n  # never closed\n\n# A\n",
        "> ```\n> # no\n> ```\n\n# A\n",
        "````\n```\n# no\n````\n# A\n",
        "~~~ `x`\n# no\n~~~\n# A\n",
        "``` a`b\n# A\n",
        "<pre>\n# no\n\n# no\n</pre>\n\n# A\n",
        "<div>\n# no\n\n# A\n</div>\n",
        "<!--\n# no\n\n# no -->\n\n# A\n",
        "<https://example.com>\n\n# A\n",
        "Title\n=====\n\ntext\n\nSub\n---\n",
        "text\n\n---\n\n# A\n",
        " # A\n",
        "# A\r\n\r\n# B\r\n",
        "# A #\n\n# B \\#\n\n#\n\n## `x` & <y>\n",
        "# Notes\n\n## Notes\n\n#### Notes\n\n## Notes\n",
        "\n\n# A\n",
        "",
        "no heading at all",
        "```\n# never closed",
        "# A\n\n```\nno\n---\n  # no\n```\n\n- x\n\n  ~~~\n  # no\n  ===\n  ~~~\n\n## B\n",
        "```\n> ```\n  # no\n# no\n```\n\n# A\n",
        "- x\n  ```\ny\n  # A\n  ```\n",
    ],
)
def test_what_is_no_heading(body: str) -> None:
    ours, parsers = both(body)
    assert ours == parsers
