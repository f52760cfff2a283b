"""Takes out what a page loads from trackers and advert hosts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from scrapepy.model.template import slot
from scrapepy.model.url import Reference, Role
from scrapepy.offline.page_scripts import PageScript, inline_text
from scrapepy.rules.page_scripts import SNIPPET_CHARACTERS
from scrapepy.rules.trackers import tracker_of
from scrapepy.web.canonical import host_of, path_and_query
from scrapepy.web.html import Tree, parse_fragment

_HOLDERS = "script,img,iframe,frame,object,embed,link,source,video,audio,input"
_NAMED = re.compile(r"(?<=[\"'/])\.?((?:[a-z0-9-]+\.)+[a-z]{2,})(/[^\s\"'?#]*)?", re.IGNORECASE)
"""A host, and what path follows, in a string of a script; also the end of one that is put together there."""


def remove_trackers(tree: Tree, references: list[Reference], *, keep_scripts: bool) -> bool:
    """Take out the elements that would load something from a tracker; links to one are links, and stay.

    False where the tree is as it was.

    A ``noscript`` that holds nothing else goes whole. ``keep_scripts``: script elements stay as they are.
    """
    slots = {
        slot(index)
        for index, (url, _, _, role) in enumerate(references)
        if role is not Role.LINK  # most are, and they are quickly told
        and role.loads
        and url is not None
        and _is_tracker_url(url)
    }
    if not slots:
        return False
    for node in tree.css(_HOLDERS):
        if not (keep_scripts and node.tag == "script") and not slots.isdisjoint(node.attributes.values()):
            node.decompose()
    for node in tree.css("noscript"):
        markup = inline_text(node)
        if any(mark in markup for mark in slots) and _holds_only(markup, slots):
            node.decompose()
    return True


def remove_tracker_snippets(scripts: Iterable[PageScript]) -> list[PageScript]:
    """Take out the inline scripts that fetch a tracker's script; the scripts that stay.

    Only short ones: a long script that names such a host does other things besides.
    """
    kept = []
    for script in scripts:
        named = _NAMED.findall(script.text) if len(script.text) <= SNIPPET_CHARACTERS else ()
        if any(tracker_of(host, path) is not None for host, path in named):
            script.node.decompose()
        else:
            kept.append(script)
    return kept


@lru_cache(maxsize=1024)
def _is_tracker_url(url: str) -> bool:
    return tracker_of(host_of(url), path_and_query(url)) is not None


def _holds_only(markup: str, slots: set[str]) -> bool:
    """True if the markup of a ``noscript`` shows nothing but what comes from trackers."""
    root = parse_fragment(markup)
    shown = root.css("img,iframe,object,embed,video,audio,a,link,style")
    return all(not slots.isdisjoint(node.attributes.values()) for node in shown) and not (root.text() or "").strip()
