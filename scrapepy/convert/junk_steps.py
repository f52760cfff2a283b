"""Links that lead on: to the next page, the previous one, the contents; only says which, ``convert.junk`` takes out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scrapepy.rules.junk_html import STEP_SIGNS, STEP_WORDS
from scrapepy.web.html import Node, block_text


def steps(content: Node) -> Iterator[Node]:
    """Rows of links that say nothing but next, previous and the like."""
    for link in content.css("a[href]"):
        said = link.text()
        if _STEP.match(said) is not None and _is_named_step(link, content):
            yield link
            continue
        if len(said) > _LONGEST_STEP or STEP_SIGNS.isdisjoint(_said(said)):
            continue
        row, above = link, link.parent
        while above is not None and above.mem_id != content.mem_id and above.tag != "body":
            if len(above.text()) > _LONGEST_ROW or not STEP_WORDS.issuperset(_said(block_text(above))):
                break
            row, above = above, above.parent
        if row.tag not in ("tr", "td") and len(row.css("a[href]")) > 1:
            yield row


_STEP = re.compile(r"\W*(?:prev|next)", re.IGNORECASE)


def _is_named_step(link: Node, content: Node) -> bool:
    """One of two links beside each other of which the one says previous, the other next, over the page's title."""
    beside = [other for other in (link.prev, link.next) if other is not None and other.tag == "a"]
    above = link.parent
    if not beside and above is not None and above.mem_id != content.mem_id:
        rows = [other for other in (above.prev, above.next) if other is not None and other.is_element_node]
        beside = [found for row in rows if (found := row.css_first("a[href]")) is not None]
    own = _step_label(link)
    return bool(own) and any(_step_label(other) not in ("", own) for other in beside)


def _step_label(link: Node) -> str:
    """``previous`` or ``next`` where an element in the link says only that, and others say more."""
    first = next((child for child in link.traverse() if child.mem_id != link.mem_id and child.text(strip=True)), None)
    while first is not None and first.text(strip=True) == link.text(strip=True):
        first = next((child for child in first.iter() if child.text(strip=True)), None)
    said = first.text(strip=True).lower().strip(" ←→«»‹›:") if first is not None else ""
    return {"prev": "previous"}.get(said, said) if said in ("prev", "previous", "next") else ""


_LONGEST_STEP = 40
_LONGEST_ROW = 300


def _said(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())
