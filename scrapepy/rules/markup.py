"""What the classes of documentation generators say about an element, beyond its tag.

A row for each: an element of one of ``tags`` (any, if empty) that has one of ``words`` among its classes, or a class
that starts with one of ``starts``, has the row's :class:`Shape`. The first row that fits wins. Words are whole class
names in lower case. The renderer has a function for each shape; a shape that its element does not bear out (a note
without content, say) is rendered by tag.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Shape(Enum):
    """How an element is rendered where its tag does not tell."""

    DROP = "nothing of it is content"
    PERMALINK = "the mark by which a heading can be linked"
    UNWRAP = "its tag means nothing, its content stays"
    BADGE = "a label beside a name"
    EMPHASIS = "emphasis without a tag for it"
    ADMONITION = "a note with a kind"
    TITLED_BOX = "a box with a title and no kind"
    DEPRECATED = "a note that something is deprecated"
    RUBRIC = "a heading that is no part of the outline"
    CAPTION = "the title of what follows"
    API_LIST = "signatures and what they mean"
    FIELD_LIST = "labelled facts"
    MEMBER_TITLE = "short title of a member, whose signature follows"
    MEMBER_ITEM = "a member's prototype and text"
    MEMBER_TABLE = "a list of members, laid out as a table"
    MEMBER_SECTION = "a section whose heading is the member's name and then its signature"
    TYPE_SIGNATURE = "the declaration of the page's type"
    PARAMETER_TABLE = "parameters, laid out as a table"
    GRID = "a table made of blocks"
    CODE_TABLE = "code with its line numbers, laid out as a table"
    CODE_LINES = "code whose lines are blocks"
    LINE_BLOCK = "verse: each line stands alone"
    MATH = "TeX between delimiters"
    MATH_BLOCK = "TeX between delimiters, displayed"
    MATH_IMAGE = "a formula drawn as an image"
    KATEX = "a formula drawn by KaTeX"
    MATHJAX = "a formula drawn by MathJax"
    DIAGRAM = "source of a diagram"
    TAB_LABELS = "the labels of the panels that follow"
    TAB_SET = "panels, each after its label"
    TAB_PANEL = "a panel"
    FOOTNOTE_MARK = "reference to a footnote"
    FOOTNOTES = "a footnote, or several"
    TASK_DONE = "a ticked box"
    TASK_OPEN = "an empty box"

    @property
    def is_flat(self) -> bool:
        """True if rendering it does not go into its children one by one."""
        return self in _FLAT


_FLAT = frozenset(
    {Shape.DROP, Shape.PERMALINK, Shape.CODE_TABLE, Shape.CODE_LINES, Shape.MATH, Shape.MATH_BLOCK, Shape.KATEX}
)


@dataclass(frozen=True, slots=True)
class MarkupRule:
    """One row."""

    id: str
    shape: Shape
    words: tuple[str, ...] = ()
    starts: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    why: str = ""


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_ADMONITION_TAGS = _words("div aside section blockquote p article")

MARKUP_RULES: tuple[MarkupRule, ...] = (
    # -- what is no content, wherever it stands
    MarkupRule(
        "permalink",
        Shape.PERMALINK,
        words=_words(
            "headerlink hash-link header-anchor anchorjs-link td-heading-self-link copiable-anchor copiable-link selflink "
            "detail-link hover-link tsd-anchor-icon sl-anchor-link subheading-anchor anchor-heading heading-anchor-icon "
            "doc-anchor plugin-anchor anchor-navigation-ex-anchor documentation-idlink"
        ),
        why="Sphinx, MkDocs, Docusaurus, VitePress, rustdoc, Hugo, Texinfo, Haddock, ExDoc, TypeDoc, Starlight, GitBook",
    ),
    MarkupRule("permalink-box", Shape.PERMALINK, words=("permalink",), tags=("span",), why="Doxygen's ◆"),
    MarkupRule("node-permalink", Shape.PERMALINK, words=("mark",), tags=("a",), why="Node.js: a.mark with #"),
    MarkupRule(
        "source-link",
        Shape.DROP,
        words=_words("viewcode-link viewcode-back srclink"),
        why="[source] beside a signature leads to a listing, says nothing",
    ),
    MarkupRule(
        "copy-button",
        Shape.DROP,
        words=_words(
            "copybtn copy-button clipboard-button md-clipboard md-code__nav btn-clipboard codesnippetcopybutton "
            "code-copy copybutton js-clipboard-copy zeroclipboard-container"
        ),
        why="copies the code; it is none",
    ),
    MarkupRule(
        "view-switch",
        Shape.DROP,
        words=_words("table-tabs line-numbers-wrapper"),
        why="Javadoc's buttons that filter a table which is whole in the page; VitePress's column of numbers",
    ),
    MarkupRule(
        "hidden-text",
        Shape.DROP,
        words=_words(
            "headerlink-hidden fn-backref footnote-backref footnote-back data-footnote-backref mw-cite-backlink"
        ),
        why="the way back from a footnote: Markdown readers add their own",
    ),
    MarkupRule("tooltip", Shape.DROP, words=_words("ttc"), tags=("div",), why="Doxygen: hover texts behind a listing"),
    MarkupRule(
        "tree-icon",
        Shape.DROP,
        words=_words("icona arrow"),
        tags=("span",),
        why="Doxygen: letters and arrows of a tree",
    ),
    MarkupRule(
        "badge", Shape.BADGE, words=_words("mlabel vpbadge sd-badge"), tags=("span",), why="Doxygen's inline, static"
    ),
    MarkupRule("footnote-bracket", Shape.DROP, words=("fn-bracket",), why="Docutils 0.18: brackets that styles hide"),
    MarkupRule(
        "toc-backref", Shape.UNWRAP, words=("toc-backref",), why="Docutils: a heading that links to the contents list"
    ),
    MarkupRule(
        "version-word", Shape.EMPHASIS, words=("versionmodified",), tags=("span",), why="Sphinx: New in version 3.8:"
    ),
    # -- signatures
    MarkupRule(
        "sphinx-api",
        Shape.API_LIST,
        words=_words("py c cpp js rst std sig-object"),
        tags=("dl",),
        why="Sphinx 4 and later: dl.py.function > dt.sig + dd",
    ),
    MarkupRule(
        "sphinx-api-old",
        Shape.API_LIST,
        words=_words(
            "class exception function method classmethod staticmethod attribute data module describe describename macro "
            "member type var envvar option cmdoption confval object"
        ),
        tags=("dl",),
        why="Sphinx up to 3: dl.function > dt#name > code.descname",
    ),
    MarkupRule(
        "field-list", Shape.FIELD_LIST, words=_words("field-list docutils-field-list"), tags=("dl",), why="Docutils"
    ),
    MarkupRule(
        "javadoc-notes", Shape.FIELD_LIST, words=("notes",), tags=("dl",), why="Javadoc 17: Parameters, Returns, Since"
    ),
    MarkupRule("doxygen-member-title", Shape.MEMBER_TITLE, words=("memtitle",), why="Doxygen: ◆ name() [1/2]"),
    MarkupRule(
        "doxygen-member", Shape.MEMBER_ITEM, words=("memitem",), tags=("div",), why="Doxygen: div.memproto + div.memdoc"
    ),
    MarkupRule(
        "doxygen-members", Shape.MEMBER_TABLE, words=("memberdecls",), tags=("table",), why="Doxygen: layout table"
    ),
    MarkupRule(
        "doxygen-parameters",
        Shape.PARAMETER_TABLE,
        words=_words("params tparams exception retval templparams"),
        tags=("dl",),
        why="Doxygen: dl.params > dd > table.params",
    ),
    MarkupRule(
        "javadoc-member", Shape.MEMBER_SECTION, words=("detail",), tags=("section",), why="Javadoc 16 and later"
    ),
    MarkupRule(
        "javadoc-type",
        Shape.TYPE_SIGNATURE,
        words=_words("type-signature package-signature module-signature compoundtemplparams"),
        tags=("div",),
        why="Javadoc 16 and later; Doxygen",
    ),
    MarkupRule(
        "javadoc-grid",
        Shape.GRID,
        words=("summary-table",),
        tags=("div",),
        why="Javadoc 16 and later: a CSS grid of div",
    ),
    # -- code
    MarkupRule(
        "code-table",
        Shape.CODE_TABLE,
        words=_words("highlighttable codehilitetable lntable rouge-table hljs-ln listing_frame rouge-line-table"),
        tags=("table",),
        why="Pygments, Chroma, Rouge, highlight.js, GTK-Doc: a column of numbers beside the code",
    ),
    MarkupRule(
        "code-lines", Shape.CODE_LINES, words=("fragment",), tags=("div",), why="Doxygen: div.fragment > div.line"
    ),
    MarkupRule(
        "code-lines-editor",
        Shape.CODE_LINES,
        words=_words("cm-content codemirror-code codemirror-lines"),
        tags=("div",),
        why="CodeMirror",
    ),
    MarkupRule(
        "code-lines-old",
        Shape.CODE_LINES,
        words=("syntaxhighlighter",),
        tags=("div",),
        why="SyntaxHighlighter 3: table of div.line",
    ),
    MarkupRule(
        "code-caption",
        Shape.CAPTION,
        words=_words("code-block-caption filename code-title codesnippetcaption codeblock-title"),
        why="Sphinx, Material: the caption or file name above a code block",
    ),
    MarkupRule(
        "figure-caption",
        Shape.CAPTION,
        words=_words("caption wp-caption-text"),
        tags=("div", "p"),
        why="Docutils 0.16: the caption under an image; Javadoc: the title above a grid",
    ),
    MarkupRule("code-caption-module", Shape.CAPTION, starts=("codeblocktitle",), why="Docusaurus: CSS module names"),
    MarkupRule("diagram", Shape.DIAGRAM, words=_words("mermaid"), why="source for Mermaid"),
    # -- boxes
    MarkupRule(
        "sphinx-deprecated",
        Shape.DEPRECATED,
        words=_words("deprecated deprecated-removed"),
        tags=("div",),
        why="Sphinx",
    ),
    MarkupRule(
        "topic",
        Shape.TITLED_BOX,
        words=_words("topic sidebar sidebarblock"),
        tags=("div", "aside"),
        why="Docutils, AsciiDoc",
    ),
    MarkupRule(
        "admonition",
        Shape.ADMONITION,
        words=_words(
            "admonition admonitionblock custom-block theme-admonition markdown-alert starlight-aside callout book-hint "
            "nextra-callout confluence-information-macro blockquote-tag alert hint note tip warning caution important danger "
            "attention info seealso"
        ),
        tags=_ADMONITION_TAGS,
        why="Sphinx, Python-Markdown, AsciiDoc, DocBook, VitePress, Docusaurus, GitHub, Starlight, Hugo, Confluence",
    ),
    MarkupRule(
        "doxygen-section",
        Shape.ADMONITION,
        words=_words("note warning attention remark todo deprecated bug test important"),
        tags=("dl",),
        why="Doxygen: dl.section.note > dt + dd",
    ),
    MarkupRule(
        "doxygen-facts", Shape.FIELD_LIST, words=("section",), tags=("dl",), why="Doxygen: Returns, See also, Since"
    ),
    MarkupRule("rubric", Shape.RUBRIC, words=_words("rubric"), tags=("p",), why="Docutils"),
    MarkupRule(
        "line-block", Shape.LINE_BLOCK, words=("line-block",), tags=("div",), why="Docutils: div.line-block > div.line"
    ),
    MarkupRule(
        "block-title", Shape.CAPTION, words=("title",), tags=("div",), why="AsciiDoc: div.listingblock > div.title"
    ),
    MarkupRule("docbook-title", Shape.CAPTION, words=("title",), tags=("p",), why="DocBook: div.example > p.title"),
    # -- tabs
    MarkupRule(
        "tab-set",
        Shape.TAB_SET,
        words=_words("tabbed-set sd-tab-set tab-set book-tabs vp-code-group"),
        tags=("div",),
        why="Material, sphinx-design, sphinx-inline-tabs, Hugo Book, VitePress",
    ),
    MarkupRule(
        "tab-labels",
        Shape.TAB_LABELS,
        words=_words("tabbed-labels tablist nav-tabs sphinx-tabs-tablist codetabs-toolbar"),
        why="Material, Asciidoctor, Bootstrap: all labels first",
    ),
    MarkupRule(
        "tab-panel",
        Shape.TAB_PANEL,
        words=_words("tabbed-block tab-pane tabpanel sphinx-tabs-panel"),
        tags=("div", "section"),
        why="the panels of the same",
    ),
    # -- footnotes
    MarkupRule(
        "footnote-mark",
        Shape.FOOTNOTE_MARK,
        words=_words("footnote-reference footnote-ref footnote citation-reference footnote_ref"),
        tags=("a", "sup"),
        why="Docutils, Python-Markdown, kramdown, DocBook, Asciidoctor",
    ),
    MarkupRule("footnote-mark-wiki", Shape.FOOTNOTE_MARK, words=("reference",), tags=("sup",), why="MediaWiki"),
    MarkupRule("footnote", Shape.FOOTNOTES, words=_words("footnote citation"), tags=("aside",), why="Docutils 0.18"),
    MarkupRule(
        "footnote-old",
        Shape.FOOTNOTES,
        words=_words("footnote citation"),
        tags=("dl",),
        why="Docutils 0.17: dl.footnote > dt.label + dd",
    ),
    MarkupRule(
        "footnotes",
        Shape.FOOTNOTES,
        words=_words("footnote footnotes references"),
        tags=("div", "section", "ol"),
        why="Python-Markdown, kramdown, GitHub, MediaWiki, DocBook: a list whose items are the notes",
    ),
    # -- formulas
    MarkupRule(
        "math-block",
        Shape.MATH_BLOCK,
        words=_words("math arithmatex formuladsp"),
        tags=("div", "p"),
        why="Sphinx, pymdownx, Doxygen",
    ),
    MarkupRule("math", Shape.MATH, words=_words("math arithmatex"), tags=("span",), why="Sphinx, pymdownx: \\( … \\)"),
    MarkupRule(
        "math-image",
        Shape.MATH_IMAGE,
        words=_words("math formulainl formuladsp latex tex"),
        tags=("img",),
        why="the TeX is in alt",
    ),
    MarkupRule(
        "katex", Shape.KATEX, words=_words("katex-display katex katex-block"), why="KaTeX: the TeX is in an annotation"
    ),
    MarkupRule(
        "mathjax",
        Shape.MATHJAX,
        words=_words("mathjax mathjax_display mathjax_preview mathjax_svg mathjax_chtml"),
        why="MathJax 2",
    ),
    # -- lists
    MarkupRule(
        "task-done",
        Shape.TASK_DONE,
        words=_words("fa-check-square-o fa-check-square icon-check-square"),
        tags=("i", "span"),
        why="Asciidoctor",
    ),
    MarkupRule(
        "task-open",
        Shape.TASK_OPEN,
        words=_words("fa-square-o fa-square icon-square"),
        tags=("i", "span"),
        why="Asciidoctor",
    ),
)
