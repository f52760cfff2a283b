"""How a page becomes Markdown: find the content, take the junk out, render, clean the text, settle the anchors.

What happens to rendered text is the tuple :data:`TEXT_STEPS`, in its order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from scrapepy.convert import clean, structure
from scrapepy.convert.anchors import settle
from scrapepy.convert.api_content import ApiContent, api_content, nodes_of
from scrapepy.convert.beside import Beside, look_beside
from scrapepy.convert.direction import without_turns
from scrapepy.convert.extract import Extraction, extract_from, look_at
from scrapepy.convert.folds import settle_folds
from scrapepy.convert.junk import remove_dropped, remove_hidden, remove_junk, remove_unreadable
from scrapepy.convert.kept import amount_in, amounts_of, below_floor, holdings, lacks, shares
from scrapepy.convert.page_check import is_print_view, is_search_page, main_nodes, refusal, verdict
from scrapepy.convert.render import render
from scrapepy.convert.streamed import settle_streamed
from scrapepy.convert.titles import heading_text, site_of, tags_of, title_of
from scrapepy.convert.twin import twin_page
from scrapepy.model.analysis import PageFacts
from scrapepy.model.document import Anchors, Conversion, Metadata, Removal
from scrapepy.model.options import ConvertOptions
from scrapepy.model.skip import SkipReason
from scrapepy.model.template import Template
from scrapepy.rules.platforms import Platform
from scrapepy.web.html import Node, ancestors
from scrapepy.web.links import ParsedPage
from scrapepy.web.meta import PageMeta, brief, page_meta

MOST_EXTRACTORS = 6
"""So many are tried on a page whose Markdown keeps too little of the content that they find."""
MOST_REMOVALS = 500
"""So many are kept for ``--explain``; a page waits with them on disk."""


@dataclass(slots=True)
class TextContext:
    """What the steps on text know of the page."""

    title: str
    site_names: tuple[str, ...]
    documentation: bool
    """The page of a recognised platform: its words are its own, and nothing is taken for junk."""
    fragment: bool
    heading_outside: bool
    """The page's main heading stands outside the content."""
    removed: list[Removal]


def _promote(text: str, context: TextContext) -> str:
    return text if context.documentation or context.fragment else clean.promote_bold_headings(text)


def _clean(text: str, context: TextContext) -> str:
    return text if context.documentation or context.fragment else clean.clean_markdown(text, context.removed)


def _tidy(text: str, context: TextContext) -> str:
    return structure.tidy(text, None if context.fragment else context.removed)


def _head(text: str, context: TextContext) -> str:
    if context.fragment:
        return text
    return structure.one_main_heading(text, context.title, context.site_names, context.heading_outside)


TEXT_STEPS: tuple[Callable[[str, TextContext], str], ...] = (_promote, _clean, _tidy)
"""What happens to rendered Markdown, in this order; the main heading is set when it is known that the page stays."""


def convert_page(
    page: ParsedPage,
    options: ConvertOptions | None = None,
    meta: PageMeta | None = None,
    facts: PageFacts | None = None,
    beside: Beside | None = None,
) -> Conversion:
    """Convert a parsed page. Its tree is consumed: call this last.

    ``body`` of the answer is Markdown with slots, without frontmatter; where the page has no Markdown copy it is None
    and ``refusal`` says why. ``facts``, where they have been asked for, save judging the page again; ``kept`` is then
    left empty. ``beside`` tells what the page is made of besides itself.
    """
    options = options or ConvertOptions()
    meta = meta or page_meta(page)
    if options.fragment:
        return _convert_fragment(page, meta)
    beside = beside if beside is not None else look_beside(page)
    page.take_met()  # what it lists is about to go
    viewer = beside.viewer
    if viewer is not None:
        content = api_content(page, viewer, meta.title or "", beside.library)
        if content is not None and not content.stands_in:
            return _convert_api(content, page, viewer.name, meta)
    own = _convert_own(page, options, meta, facts)
    if own.lack and beside.again is not None:
        own = _by_another(own, beside.again, options, meta, facts)
    return with_twin(own, page, beside) if options.twins else own


def _by_another(
    own: Conversion,
    again: Callable[[], ParsedPage],
    options: ConvertOptions,
    meta: PageMeta,
    facts: PageFacts | None,
) -> Conversion:
    """A page that kept too little of its content, by the next extractor that keeps enough, and at least as much.

    Where none keeps enough, one that keeps more of the code is better than the first.
    """
    least = len(own.body.text) if own.body is not None else 0
    best, most_code = own, _code_in(own)
    for passed in range(1, MOST_EXTRACTORS):
        other = _convert_own(again(), options, meta, facts, passed)
        if not other.extractor:
            break
        if other.body is not None and not other.lack and len(other.body.text) >= least:
            best = other
            break
        code = _code_in(other)
        if other.body is not None and code > most_code and len(other.body.text) >= least:
            best, most_code = other, code
    if best is own:
        return own
    note = Removal("extractor", own.extractor, f"passed over: it kept only {own.lack}", "")
    return replace(best, removals=(*best.removals, note))


def _code_in(conversion: Conversion) -> int:
    return 0 if conversion.body is None else amount_in("code", conversion.body.text, 0)


def _convert_own(
    page: ParsedPage, options: ConvertOptions, meta: PageMeta, facts: PageFacts | None, passed: int = 0
) -> Conversion:
    """A page by its own HTML."""
    settle_streamed(page.tree)
    signs, platform = look_at(page)
    nodes = main_nodes(signs, platform)
    title = facts.title if facts is not None else title_of(page.tree, platform, meta, nodes)
    conversion = Conversion(
        None, metadata_of(page, meta, platform, title), platform=platform.name if platform is not None else ""
    )
    reason, rule = (facts.verdict, facts.verdict_rule) if facts is not None else verdict(signs, meta, nodes)
    if reason is None and is_search_page(signs, platform):
        reason, rule = SkipReason.SEARCH_PAGE, conversion.platform
    elif reason is None and facts is not None and is_print_view(signs, platform):
        reason, rule = SkipReason.PRINT, conversion.platform
    if reason is not None:
        return replace(conversion, refusal=reason, refusal_rule=rule)
    if platform is None:
        settle_folds(page.tree)
    extraction = extract_from(signs, platform, passed)
    conversion = replace(conversion, extractor=extraction.extractor)
    context = _context(page, extraction, conversion.metadata)
    alone = facts is None  # in a mirror nobody asks for more than whether enough is kept
    unchosen = amounts_of(extraction.dropped, every=alone) if extraction.dropped else {}
    context.removed.extend(remove_dropped(extraction.dropped))
    context.removed.extend(remove_junk(extraction.nodes, page, platform if extraction.by_row else None))
    # content that no row has found may be no part of the page's tree
    content = amounts_of(extraction.nodes, every=alone, most=page.counts if extraction.by_row else None)
    for kind in ("code", "tables"):  # furniture has none: where they were not chosen, that is a loss
        if unchosen.get(kind):
            content[kind] = content.get(kind, 0) + unchosen[kind]
    # plain text that was not chosen is text all the same; another extractor has to keep no less than the first did
    whole = {**content, "letters": content["letters"] + extraction.left}
    text = _rendered(extraction.nodes, page, context)
    # a heading that the page has outside its content is text of the page; one made of <title> is not
    refused = refusal(_head(text, context) if context.heading_outside else text, platform, options)
    if refused is not None:
        reason, rule, detail = refused
        return replace(
            conversion,
            refusal=reason,
            refusal_rule=rule,
            refusal_detail=detail,
            removals=tuple(context.removed[:MOST_REMOVALS]),
        )
    text, anchors = settle(_head(text, context))
    return replace(
        conversion,
        body=Template(text, tuple(page.references)),
        anchors=anchors,
        kept=shares(whole, text, len(anchors.texts)) if alone else {},
        lack=below_floor(content if passed else whole, text, len(anchors.texts)),
        removals=tuple(context.removed[:MOST_REMOVALS]),
    )


def with_twin(own: Conversion, page: ParsedPage, beside: Beside) -> Conversion:
    """``own``, or the Markdown that the site publishes of the page, where that holds at least as much."""
    if not beside.twins or beside.library is None or own.refusal not in (None, SkipReason.NO_CONTENT):
        return own
    notes = []
    for address in beside.twins:
        body = beside.library(address)
        if body is None:
            continue
        twin = twin_page(body, address, page)
        found = _convert_twin(twin, own) if isinstance(twin, ParsedPage) else twin
        if isinstance(found, Conversion):
            return replace(found, extractor=f"twin: {address.rpartition('/')[2]}")
        notes.append(Removal("twin", address.rpartition("/")[2], f"the site's own Markdown is not used: {found}", ""))
    return replace(own, removals=(*own.removals, *notes)) if notes else own


def _convert_twin(twin: ParsedPage, own: Conversion) -> Conversion | str:
    """The twin in place of the page; else what it lacks."""
    body = twin.tree.body
    if body is None:
        return "nothing in it"
    remove_unreadable(body)
    remove_hidden(body)
    context = TextContext(own.metadata.title or "", (), True, False, False, [])
    text = _head(_rendered((body,), twin, context), context)
    if own.body is None:
        if refusal(text, None, ConvertOptions(min_words=0)) is not None:
            return "nothing in it"
        text, anchors = settle(text)
        return replace(own, body=Template(text, tuple(twin.references)), anchors=anchors, refusal=None)
    if own.anchors.optional:
        return "the page has places that are no headings"
    if lack := lacks(holdings(own.body.text), holdings(text)):
        return f"it lacks {lack}"
    text, anchors = settle(text)
    slugs = {name: slug if slug in anchors.texts else "" for name, slug in own.anchors.slugs.items()}
    return replace(
        own,
        body=Template(text, tuple(twin.references)),
        anchors=Anchors({**anchors.slugs, **slugs}, frozenset(), anchors.texts),
    )


def _convert_api(content: ApiContent, page: ParsedPage, name: str, meta: PageMeta) -> Conversion:
    """A page of which a viewer would draw all: the description is its content, whatever it says."""
    metadata = replace(
        metadata_of(page, meta, None, content.title),
        description=meta.description or content.summary or None,
        platform=name,
    )
    context = TextContext(content.title, (), True, False, False, [])
    text, anchors = settle(_head(_rendered(nodes_of(content), content.page, context), context))
    return Conversion(
        Template(text, tuple(content.page.references)),
        metadata,
        extractor=f"openapi: {name}",
        platform=name,
        anchors=anchors,
    )


def _convert_fragment(page: ParsedPage, meta: PageMeta) -> Conversion:
    context = TextContext("", (), False, True, False, [])
    body = page.tree.body
    nodes = () if body is None else (body,)
    for node in nodes:
        remove_unreadable(node)
        remove_hidden(node)
    text, anchors = settle(_rendered(nodes, page, context))
    return Conversion(
        Template(text, tuple(page.references)), Metadata(), extractor="fragment", anchors=anchors, removals=()
    )


def _rendered(nodes: Sequence[Node], page: ParsedPage, context: TextContext) -> str:
    text = without_turns("\n\n".join(piece for node in nodes if (piece := render(node, page).strip("\n"))))
    for step in TEXT_STEPS:
        text = step(text, context)
    return text


def _context(page: ParsedPage, extraction: Extraction, metadata: Metadata) -> TextContext:
    heading = page.tree.css_first("h1")
    title = metadata.title or ""
    outside = False
    platform = extraction.platform
    names = tuple(name for name in (metadata.site, site_of(page.tree, platform)) if name)
    if platform is not None and platform.title:
        node = page.tree.css_first(platform.title)
        outside = node is not None and not _is_inside(node, extraction.nodes)
    elif heading is not None and not any(node.css_first("h1") is not None for node in extraction.nodes):
        said = heading_text(heading)
        words = structure.folded(said)
        # a first heading that is the site's name is its logo
        if words and words in structure.folded(title) and words not in map(structure.folded, names):
            title, outside = said, True
    return TextContext(
        title=title,
        site_names=names,
        documentation=platform is not None,
        fragment=False,
        heading_outside=outside,
        removed=[],
    )


def _is_inside(node: Node, contents: Sequence[Node]) -> bool:
    own = {content.mem_id for content in contents}
    return any(around.mem_id in own for around in (node, *ancestors(node)))


def metadata_of(page: ParsedPage, meta: PageMeta, platform: Platform | None, title: str) -> Metadata:
    """The frontmatter's fields, as far as the page states them."""
    return Metadata(
        title=brief(title) or None,
        source=str(page.url) or None,
        author=meta.author or None,
        published=meta.published or None,
        modified=meta.modified or None,
        description=meta.description or None,
        site=meta.site_name or site_of(page.tree, platform) or None,
        language=meta.language or None,
        tags=(meta.tags if platform is None or platform.keywords_are_tags else ()) or tags_of(page.tree, platform),
        platform=platform.name if platform is not None else None,
    )
