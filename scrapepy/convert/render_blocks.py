"""Blocks put together: indented, quoted, joined."""

from __future__ import annotations

from scrapepy.convert.render_flow import LIST, RULE, TEXT, Block


def joined(blocks: list[Block]) -> str:
    """Blocks one after the other, a blank line between them."""
    return "\n\n".join([text for _, text in blocks])


def indented(text: str, pad: str) -> str:
    """``text`` with ``pad`` before each line but the first; blank lines stay empty."""
    if "\n" not in text:
        return text
    first, *rest = text.split("\n")
    return "\n".join([first, *[pad + line if line else line for line in rest]])


def quoted(text: str) -> str:
    """``text`` as a block quote."""
    return "\n".join(["> " + line if line else ">" for line in text.split("\n")])


def item_text(blocks: list[Block]) -> tuple[str, bool]:
    """The content of a list item, and whether blank lines part its blocks (which makes the list loose)."""
    kind, text = blocks[0]
    if kind == RULE:
        text = "***"  # "- ---" is a rule and no item
    parts = [text]
    before = kind
    loose = False
    for kind, text in blocks[1:]:
        if kind == LIST and before == TEXT:
            parts.append("\n")
        else:
            parts.append("\n\n")
            loose = True
        parts.append(text)
        before = kind
    return "".join(parts), loose
