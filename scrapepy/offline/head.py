"""A saved page's clean-up outside of scripts: no base, one charset, nothing that blocks files or asks ahead."""

from __future__ import annotations

from collections.abc import Sequence

from scrapepy.model.url import Reference
from scrapepy.offline.elements import Elements
from scrapepy.rules.html_cleanup import HINTS, REMOVED_METAS
from scrapepy.web.html import Node, Tree
from scrapepy.web.links import reference_of

_METAS = frozenset(row.http_equiv for row in REMOVED_METAS)
_HINT_ROLES = {row.rel: row.role for row in HINTS}


def clean_head(tree: Tree, elements: Elements, references: list[Reference]) -> None:
    """Take out ``base``, policies, charsets and hints, and declare UTF-8 first in the head.

    Links are resolved already, so all that a ``base`` still says is its ``target``, which goes to the links themselves
    (HTML standard, 4.2.3).
    """
    _remove_base(tree, elements.pop("base", []))
    for node in elements.pop("meta", []):
        attributes = node.attributes
        if "charset" in attributes or (attributes.get("http-equiv") or "").strip().lower() in _METAS:
            node.decompose()
    elements["link"] = [link for link in elements.get("link", ()) if not _is_hint(link, references)]
    _declare_utf8(tree)


def _remove_base(tree: Tree, bases: Sequence[Node]) -> None:
    target = next((value for base in bases if (value := base.attributes.get("target"))), None)
    for base in bases:
        base.decompose()
    if target:
        for node in tree.css("a[href]:not([target]),area[href]:not([target]),form:not([target])"):
            node.attrs["target"] = target


def _is_hint(link: Node, references: list[Reference]) -> bool:
    """Take ``link`` out if it only hints, and the hint out of its ``rel`` if it does more; True if it went."""
    attributes = link.attributes
    words = (attributes.get("rel") or "").lower().split()
    if _HINT_ROLES.keys().isdisjoint(words):
        return False
    reference = reference_of(attributes.get("href"), references)
    role = reference.role if reference is not None else None
    kept = [word for word in words if word not in _HINT_ROLES or _HINT_ROLES[word] not in (None, role)]
    if not kept:
        link.decompose()
        return True
    if len(kept) < len(words):
        link.attrs["rel"] = " ".join(kept)
    return False


def _declare_utf8(tree: Tree) -> None:
    head = tree.head
    if head is None:
        return
    meta = tree.create_node("meta")
    meta.attrs["charset"] = "utf-8"
    first = head.first_child
    if first is None:
        head.insert_child(meta, move=True)
    else:
        first.insert_before(meta, move=True)
