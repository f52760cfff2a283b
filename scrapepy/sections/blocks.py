"""The block structure of a Markdown document, from markdown-it-py: paragraphs, headings, code, each with its lines.

The dialect is the one that ScrapePy writes: CommonMark, tables, and footnotes, for which there is a rule here. Without
it ``[^1]: word`` would be the definition of a link.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.token import Token

_LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+\Z")
"""A line with its end, as the parser counts them: form feeds and U+2028 end none."""
_FOOTNOTE = re.compile(r"\[\^[^\s\[\]]+\]:[ \t]*")


@dataclass(frozen=True, slots=True)
class Blocks:
    """A parsed body."""

    tokens: list[Token]
    references: dict[str, Any]
    """What the parser's inline half needs to know of the rest: ``{"references": …}`` where links are defined."""
    offsets: list[int]
    """Offset of each line's first code point, and the length of the body."""

    def offset(self, line: int) -> int:
        """Where a line begins; the end of the body for one behind the last."""
        return self.offsets[min(line, len(self.offsets) - 1)]


def parse_blocks(body: str, environment: dict[str, Any] | None = None) -> Blocks:
    """The blocks of a body (Markdown without frontmatter). Definitions of links are added to those of ``environment``,
    where one is given."""
    environment = {} if environment is None else environment
    tokens = _PARSER.parse(body, environment)
    return Blocks(tokens, environment, [0, *accumulate(map(len, _LINE.findall(body)))])


def _footnote(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """``[^1]: text`` with its further lines, which are indented by four (GitHub's extension)."""
    if state.is_code_block(start):
        return False
    begin = state.bMarks[start] + state.tShift[start]
    match = _FOOTNOTE.match(state.src, begin, state.eMarks[start])
    if match is None:
        return False
    if silent:
        return True
    kept = state.bMarks[start], state.tShift[start], state.sCount[start], state.blkIndent, state.parentType
    opening = state.push("footnote_open", "li", 1)
    opening.info = match[0].rstrip()
    state.bMarks[start] = match.end()
    state.tShift[start] = 0
    state.blkIndent += 4
    state.sCount[start] = state.blkIndent
    state.parentType = "footnote"
    state.md.block.tokenize(state, start, end)
    state.push("footnote_close", "li", -1)
    state.bMarks[start], state.tShift[start], state.sCount[start], state.blkIndent, state.parentType = kept
    opening.map = [start, state.line]
    return True


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark").enable("table").disable(["inline", "text_join"])
    parser.block.ruler.before("reference", "footnote", _footnote, {"alt": ["paragraph", "reference", "blockquote"]})
    leave_addresses(parser)
    return parser


def leave_addresses(parser: MarkdownIt) -> None:
    """Have a parser neither judge nor encode addresses: nobody follows them, and it takes half the time."""
    parser.normalizeLink = _as_it_is  # type: ignore[method-assign]
    parser.validateLink = _is_fine  # type: ignore[method-assign]


def _as_it_is(url: str) -> str:
    return url


def _is_fine(url: str) -> bool:
    return True


_PARSER = _parser()
