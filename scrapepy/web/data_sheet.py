"""Style sheets within a ``data:`` URL."""

from __future__ import annotations

import re
from base64 import b64decode
from urllib.parse import unquote_to_bytes

from scrapepy.model.template import SLOT_OPEN, without_marks
from scrapepy.model.url import Role
from scrapepy.web.css import RULE_ROLES, replace_css_urls
from scrapepy.web.html import Node
from scrapepy.web.numbering import Numbering

_DATA_SHEET = re.compile(r"\s*data:\s*text/css\s*((?:;[^,;]*)*?)(;\s*base64\s*)?,(.*)", re.DOTALL | re.IGNORECASE)
_ABSOLUTE = re.compile(r"\s*https?:", re.IGNORECASE).match


def number_data_sheet(link: Node, href: str, numbering: Numbering) -> None:
    """A style sheet within a ``data:`` URL (RFC 2397). One that loads something becomes a ``style`` element beside the
    link: from within the URL no file could be named."""
    found = _DATA_SHEET.match(href)
    if found is None:
        return
    _, base64, content = found.groups()
    data = unquote_to_bytes(content)
    if base64:
        try:
            data = b64decode(data + b"==")
        except ValueError:
            return
    text = without_marks(data.decode("utf-8", "replace"))

    def replaced(url: str, rule: str) -> str | None:
        if url.lstrip()[:5].lower() == "data:":
            return None
        # what is relative leads nowhere from a data: URL
        return numbering.slot(url, RULE_ROLES.get(rule, Role.IMAGE)) if _ABSOLUTE(url) else "about:invalid"

    new = replace_css_urls(text, replaced)
    if SLOT_OPEN not in new:
        return
    link.attrs["href"] = "data:text/css,"
    if "</style" in new.lower():
        return
    style = link.parser.create_node("style")
    style.insert_child(new)
    if link.attributes.get("media"):
        style.attrs["media"] = link.attributes["media"]
    link.insert_before(style, move=True)
