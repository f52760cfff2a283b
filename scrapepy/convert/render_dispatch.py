"""Who renders what: by tag, by the shape that classes give an element, by ARIA role."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from scrapepy.convert import (
    admonition,
    render_api,
    render_api_item,
    render_boxes,
    render_citation,
    render_code,
    render_definition,
    render_doxygen,
    render_elements,
    render_footnotes,
    render_javadoc,
    render_layout,
    render_links,
    render_list,
    render_math,
    render_media,
    render_parameters,
    render_table,
    render_tabs,
    render_typedoc,
)
from scrapepy.convert.render_inline import EMPHASIS, STRONG, STRUCK
from scrapepy.rules.markup import Shape

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scrapepy.convert.render_walk import Handler

_BY_TAG: dict[str, Handler] = {
    "a": render_elements.anchor_element,
    "br": render_elements.line_break,
    "hr": render_elements.rule,
    "blockquote": render_elements.quote,
    "input": render_elements.control,
    "pre listing xmp plaintext": render_code.pre,
    "code tt samp kbd": render_code.inline_code,
    "ul menu dir": render_list.bullet_list,
    "ol": render_list.numbered_list,
    "li": render_list.list_item,
    "dl": render_definition.definition_list,
    "table": render_table.table,
    "img": render_media.image,
    "svg": render_media.drawing,
    "rt": render_elements.reading,
    "iframe video audio embed object": render_media.embedded,
    "details": render_boxes.details,
    "figure": render_boxes.figure,
    "figcaption": render_boxes.caption,
    "math mjx-container": render_math.math_element,
    "script": render_math.math_script,
    "noscript": render_media.without_script,
}
_INLINE = ("q", "sub", "sup")
_EMPHASISED = {
    STRONG: ("b", "strong"),
    EMPHASIS: ("em", "i", "cite", "dfn", "var"),
    STRUCK: ("del", "s", "strike"),
}
_NOTHING = (
    "head", "title", "meta", "link", "base", "style", "template", "canvas", "button", "select", "option",
    "datalist", "textarea", "progress", "meter", "area", "source", "track", "param", "col", "colgroup", "rp",
    "noembed", "wbr", "-comment",
)  # fmt: skip
_FLAT = (
    *("pre", "listing", "xmp", "br", "hr", "img", "svg", "input", "code", "tt", "samp", "kbd", "script", "noscript"),
    *_NOTHING,
)


def _handlers() -> dict[str, Handler]:
    handlers = {tag: handler for tags, handler in _BY_TAG.items() for tag in tags.split()}
    handlers |= dict.fromkeys(_NOTHING, render_elements.nothing)
    handlers |= {tag: render_elements.inline(tag) for tag in _INLINE}
    handlers |= {tag: render_elements.emphasis(tag, marks) for marks, tags in _EMPHASISED.items() for tag in tags}
    handlers |= {f"h{level}": render_elements.heading(level) for level in range(1, 7)}
    return handlers


HANDLERS: Mapping[str, Handler] = _handlers()  # a plain dict: it is asked for every element
"""By tag; an element without one only holds others."""

FLAT_HANDLERS: Mapping[str, Handler] = {tag: HANDLERS[tag] for tag in _FLAT}
"""Those that do not go into the element's children one by one."""

SHAPES: Mapping[Shape, Handler] = MappingProxyType(
    {
        Shape.DROP: render_elements.nothing,
        Shape.UNWRAP: render_elements.content,
        Shape.BADGE: render_elements.badge,
        Shape.EMPHASIS: render_elements.emphasis("em", EMPHASIS),
        Shape.PERMALINK: render_links.permalink,
        Shape.ADMONITION: admonition.admonition,
        Shape.TITLED_BOX: admonition.titled_box,
        Shape.DEPRECATED: admonition.deprecated,
        Shape.RUBRIC: render_boxes.caption,
        Shape.CAPTION: render_boxes.caption,
        Shape.FOLD: render_boxes.fold,
        Shape.POPUP: render_boxes.popup,
        Shape.LINE_BLOCK: render_boxes.line_block,
        Shape.API_LIST: render_api.api_list,
        Shape.FIELD_LIST: render_definition.field_list,
        Shape.MEMBER_TITLE: render_doxygen.member_title,
        Shape.MEMBER_ITEM: render_doxygen.member_item,
        Shape.MEMBER_TABLE: render_doxygen.member_table,
        Shape.API_ITEM: render_api_item.api_item,
        Shape.API_HEADING: render_api_item.api_heading,
        Shape.API_LINE: render_api_item.api_line,
        Shape.API_TEXT: render_api_item.api_text,
        Shape.API_ROWS: render_parameters.parameter_rows,
        Shape.SINCE: render_api_item.since,
        Shape.API_CODE: render_parameters.part_declaration,
        Shape.CODE_WORD: render_code.inline_code,
        Shape.EMOTICON: render_elements.emoticon,
        Shape.DOT: render_api_item.dot,
        Shape.INLINE_BOX: render_api_item.inline_box,
        Shape.PARAMETER_TABLE: render_doxygen.parameter_table,
        Shape.TYPE_SIGNATURE: render_code.declaration,
        Shape.MEMBER_NAMED: render_typedoc.member,
        Shape.SIGNATURES: render_typedoc.signatures,
        Shape.DECLARATION: render_typedoc.declaration,
        Shape.GRID: render_table.grid_of_blocks,
        Shape.LAYOUT_TABLE: render_layout.layout_table,
        Shape.CELL_LIST: render_layout.cell_list,
        Shape.PROTOTYPE: render_layout.prototype,
        Shape.CALLOUTS: render_layout.callouts,
        Shape.HORIZONTAL_LIST: render_layout.horizontal_list,
        Shape.QUESTIONS: render_layout.questions,
        Shape.LAYOUT_LIST: render_javadoc.member_list,
        Shape.CODE_TABLE: render_code.code_table,
        Shape.CODE_FIELD: render_code.pre,
        Shape.CODE_LINES: render_code.code_lines,
        Shape.CARD: render_elements.card,
        Shape.CODE_FRAME: render_boxes.code_frame,
        Shape.PARAMETER: render_definition.parameter,
        Shape.CODE_LABEL: render_code.code_label,
        Shape.DIAGRAM: render_code.diagram,
        Shape.MATH: render_math.math,
        Shape.MATH_BLOCK: render_math.math_block,
        Shape.MATH_IMAGE: render_elements.formula_image,
        Shape.KATEX: render_math.katex,
        Shape.MATHJAX: render_math.mathjax,
        Shape.TAB_LABELS: render_tabs.tab_labels,
        Shape.TAB_PANEL: render_tabs.tab_panel,
        Shape.TAB_SET: render_tabs.tab_set,
        Shape.NOTE_INSIDE: render_footnotes.note_inside,
        Shape.FOOTNOTE_MARK: render_elements.reference_mark,
        Shape.FOOTNOTES: render_footnotes.footnotes,
        Shape.CITATION: render_citation.citation,
        Shape.TASK_DONE: render_elements.task_icon,
        Shape.TASK_OPEN: render_elements.task_icon,
    }
)

ROLES: Mapping[str, Handler] = MappingProxyType(
    {
        "tablist": render_tabs.tab_labels,
        "tabpanel": render_tabs.tab_panel,
        "doc-endnotes": render_footnotes.footnotes,
        "doc-footnote": render_footnotes.footnotes,
        "doc-noteref": render_elements.reference_mark,
        "doc-backlink": render_elements.nothing,
    }
)
