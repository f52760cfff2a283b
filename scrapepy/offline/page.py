"""A page for the HTML copy: cleaned and written with slots, and later filled.

Cleaning leaves alone what the Markdown converter reads afterwards from the same tree: content, ids, ``noscript``
images, data blocks. Its order is :func:`page_template`.
"""

from __future__ import annotations

from scrapepy.model.options import ScriptPolicy
from scrapepy.model.template import Template
from scrapepy.offline.elements import clean_attributes, collect
from scrapepy.offline.fill import fill_page
from scrapepy.offline.find_box import with_find_box
from scrapepy.offline.frameworks import FRAMEWORKS
from scrapepy.offline.from_disk import shut_modules, with_module_loaders, with_worker
from scrapepy.offline.head import clean_head
from scrapepy.offline.lazy_images import fix_lazy_backgrounds, fix_lazy_images, has_lazy_backgrounds
from scrapepy.offline.page_scripts import (
    has_modules,
    may_ask,
    page_scripts,
    remove_all,
    remove_asking_attributes,
    remove_snippets,
    was_drawn,
)
from scrapepy.offline.stand_in import needs_stand_in, with_stand_in
from scrapepy.offline.strip import strip_scripts
from scrapepy.offline.trackers import remove_tracker_snippets, remove_trackers
from scrapepy.web.html import parse, serialise
from scrapepy.web.links import ParsedPage

__all__ = ["fill_page", "page_template"]


def page_template(page: ParsedPage, scripts: ScriptPolicy, generators: tuple[str, ...]) -> Template:
    """The page as it will be saved, with slots (SPEC 5). ``generators`` are the contents of its generator ``meta``
    tags.

    The tree of ``page`` is cleaned in place, unless all scripts go: data that the converter reads is among them, so
    that is done on a copy.
    """
    strip = scripts is ScriptPolicy.STRIP
    stands_in = from_disk_only = taken = is_shut = False
    met = page.met if strip else page.take_met()
    tree = parse(serialise(page.tree)) if strip else page.tree
    references = page.references
    has_changed = remove_trackers(tree, references, keep_scripts=scripts is ScriptPolicy.KEEP)
    elements = collect(tree, references, None if strip or has_changed else met)
    clean_head(tree, elements, references)
    clean_attributes(elements)
    fix_lazy_images(elements, references)
    if strip:
        strip_scripts(tree, references)
    elif scripts is ScriptPolicy.AUTO:
        running = remove_snippets(remove_tracker_snippets(page_scripts(elements, references)))
        if was_drawn(tree):
            running, taken = remove_all(tree, running, references), True
        else:
            taken = bool(FRAMEWORKS.remove(tree, references, running, generators))
        from_disk_only = not taken and has_modules(running)
        stands_in = (taken or from_disk_only) and needs_stand_in(tree)
        is_shut = shut_modules(running)
    text = serialise(tree)
    if scripts is ScriptPolicy.AUTO and may_ask(text) and remove_asking_attributes(tree, generators):
        text = serialise(tree)
    if (met is None or met.anywhere) and has_lazy_backgrounds(
        text
    ):  # cheaper to see in the text than to look for in every tree
        fix_lazy_backgrounds(tree)
        text = serialise(tree)
    if stands_in:
        text = with_stand_in(text, from_disk_only=from_disk_only)
    if is_shut:
        text = with_module_loaders(text)
    if scripts is ScriptPolicy.AUTO:
        text = with_find_box(text if taken else with_worker(text), tree, taken=taken)
    return Template(text, tuple(references))
