"""What the classes of documentation generators say about an element, beyond its tag.

A row for each: an element of one of ``tags`` (any, if empty) that has one of ``words`` among its classes, or a class
that starts with one of ``starts``, has the row's :class:`Shape`. The first row that fits wins. Words are whole class
names in lower case. The renderer has a function for each shape; where an element does not bear its shape out (a list of
signatures without signatures, say) its tag decides.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from scrapepy.rules.api_items import API_ITEMS


class Shape(Enum):
    """How an element is rendered where its tag does not tell."""

    DROP = "nothing of it is content"
    PERMALINK = "the mark by which a heading can be linked"
    UNWRAP = "its tag means nothing, its content stays"
    BADGE = "a label beside a name"
    EMPHASIS = "emphasis without a tag for it"
    ADMONITION = "a note with a kind"
    FOLD = "a box with a line that opens it"
    POPUP = "what a click on the words before shows in the line"
    TITLED_BOX = "a box with a title and no kind"
    DEPRECATED = "a note that something is deprecated"
    RUBRIC = "a heading that is no part of the outline"
    CAPTION = "the title of what follows, or of the image above"
    API_LIST = "signatures and what they mean"
    FIELD_LIST = "labelled facts"
    MEMBER_TITLE = "short title of a member, whose signature follows"
    MEMBER_ITEM = "a member's prototype and text"
    MEMBER_TABLE = "a list of members, laid out as a table"
    API_ITEM = "an element with a declaration in it"
    API_HEADING = "a heading that is a declaration"
    API_LINE = "a declaration, then what is said about it, beside others of its kind"
    API_TEXT = "what is said about an item, whose headings stand below it"
    API_ROWS = "parameters or parts, a row for each"
    SINCE = "the version since which there is what the page is about"
    API_CODE = "a declaration inside a list"
    CODE_WORD = "code in a line"
    EMOTICON = "an image that stands for a few signs"
    DOT = "what styles show as a dot between the parts of a name"
    INLINE_BOX = "a box that holds one line of the text around it"
    TYPE_SIGNATURE = "the declaration of the page's type"
    MEMBER_NAMED = "a member: its bare name as heading, then its signatures"
    SIGNATURES = "a list of signatures, each with its text"
    DECLARATION = "a declaration that may have several lines"
    PARAMETER_TABLE = "parameters, laid out as a table"
    GRID = "a table made of blocks"
    LAYOUT_TABLE = "columns, whose cells are parts of one text"
    CELL_LIST = "a list, an item in each cell"
    PROTOTYPE = "a declaration, laid out as a table"
    CALLOUTS = "notes to the numbers in a listing"
    HORIZONTAL_LIST = "terms and descriptions side by side"
    QUESTIONS = "questions and answers, laid out as a table"
    LAYOUT_LIST = "a list whose items are parts of the page"
    CODE_TABLE = "code with its line numbers, laid out as a table"
    CODE_FIELD = "code in a field where it can be changed"
    CODE_LINES = "code whose lines are blocks"
    CODE_FRAME = "code under its file name, which no class tells"
    CARD = "a link that stands alone"
    PARAMETER = "a parameter, its type and what it does"
    CODE_LABEL = "what stands on a code block and is none of it"
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
    NOTE_INSIDE = "a footnote that stands in the text, at or in its own mark"
    CITATION = "an entry of a list of sources, under its label"
    TASK_DONE = "a ticked box"
    TASK_OPEN = "an empty box"


@dataclass(frozen=True, slots=True)
class MarkupRule:
    """One row."""

    id: str
    shape: Shape
    why: str
    """Whose markup it is, and what it means there."""
    words: tuple[str, ...] = ()
    starts: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_DIV = ("div",)
_DL = ("dl",)
_NOTE_TAGS = _words("div aside section blockquote p article")

MARKUP_RULES: tuple[MarkupRule, ...] = (
    # -- what is no content, wherever it stands -----------------------------------------------------------------------
    MarkupRule(
        "permalink",
        Shape.PERMALINK,
        "Sphinx, MkDocs, Docusaurus, VitePress, rustdoc, Hugo, Texinfo, Haddock, ExDoc, TypeDoc, Starlight, GitBook",
        _words(
            "headerlink hash-link header-anchor anchorjs-link td-heading-self-link copiable-anchor copiable-link "
            "selflink detail-link hover-link tsd-anchor-icon sl-anchor-link subheading-anchor anchor-heading "
            "heading-anchor-icon doc-anchor plugin-anchor anchor-navigation-ex-anchor documentation-idlink "
            "gdoc-page__anchor"
        ),
    ),
    MarkupRule("permalink-box", Shape.PERMALINK, "Doxygen's ◆", ("permalink",), tags=("span",)),
    MarkupRule("permalink-node", Shape.PERMALINK, "Node.js: a.mark with #", ("mark",), tags=("a",)),
    MarkupRule(
        "source-link",
        Shape.DROP,
        "[source] beside a signature leads to a listing and says nothing",
        _words("viewcode-link viewcode-back srclink"),
    ),
    MarkupRule(
        "copy-button",
        Shape.DROP,
        "it copies the code, and is none",
        _words(
            "copybtn copy-button clipboard-button md-clipboard md-code__nav btn-clipboard codesnippetcopybutton "
            "code-copy copybutton js-clipboard-copy zeroclipboard-container"
        ),
    ),
    MarkupRule(
        "code-label",
        Shape.CODE_LABEL,
        "VitePress: the language in a block's corner, numbers; VuePress: marked lines; Prism: the tool bar",
        _words("lang line-numbers-wrapper highlight-lines toolbar"),
        tags=("span", "div"),
    ),
    MarkupRule(
        "table-tabs", Shape.DROP, "Javadoc: buttons that filter a table that is whole in the page", ("table-tabs",)
    ),
    MarkupRule(
        "panel-title",
        Shape.DROP,
        "VuePress: the label of a panel once more, for print",
        _words("vp-tab-title vp-code-tab-title"),
        tags=_DIV,
    ),
    MarkupRule("note-icon", Shape.DROP, "ReadMe: the sign in a note's corner", ("callout-icon",), tags=("span", "i")),
    MarkupRule(
        "screen-reader",
        Shape.DROP,
        "text that no browser shows, repeated for those who do not see the rest",
        _words("sr-only visually-hidden visuallyhidden screen-reader-text"),
        tags=("span", "div", "p", "h2", "h3"),
    ),
    MarkupRule(
        "footnote-way-back",
        Shape.DROP,
        "the way from a footnote back to the text: Markdown readers add their own",
        _words("fn-backref footnote-backref footnote-back reversefootnote data-footnote-backref mw-cite-backlink"),
    ),
    MarkupRule("footnote-bracket", Shape.DROP, "Docutils 0.18: brackets that styles hide", ("fn-bracket",)),
    MarkupRule(
        "classifier-delimiter", Shape.DROP, "Docutils: the colon before a term's type", ("classifier-delimiter",)
    ),
    MarkupRule("tooltip", Shape.DROP, "Doxygen: hover texts behind a listing", ("ttc",), tags=_DIV),
    MarkupRule("tree-icon", Shape.DROP, "Doxygen: letters and arrows of a tree", ("icona", "arrow"), tags=("span",)),
    # -- inside a line ------------------------------------------------------------------------------------------------
    MarkupRule("toc-backref", Shape.UNWRAP, "Docutils: a heading links to the table of contents", ("toc-backref",)),
    MarkupRule(
        "badge",
        Shape.BADGE,
        "Doxygen's inline and static, VitePress, VuePress",
        _words("mlabel vpbadge vp-badge"),
        tags=("span",),
    ),
    MarkupRule(
        "hero-name", Shape.BADGE, "VitePress: the first line of a home page's heading", ("clip",), tags=("span",)
    ),
    MarkupRule(
        "code-word", Shape.CODE_WORD, "Erlang's documents, whose row marks them", ("code-word",), tags=("span",)
    ),
    MarkupRule("emoticon", Shape.EMOTICON, "Confluence: an image of a few signs", ("emoticon",), tags=("img",)),
    MarkupRule("path-dot", Shape.DOT, "gi-docgen: Gtk.Box, in a heading", ("sep",), tags=("span",)),
    MarkupRule("version-word", Shape.EMPHASIS, "Sphinx: New in version 3.8:", ("versionmodified",), tags=("span",)),
    MarkupRule(
        "task-done",
        Shape.TASK_DONE,
        "Asciidoctor: an icon at the start of an item",
        _words("fa-check-square-o fa-check-square"),
        tags=("i", "span"),
    ),
    MarkupRule("task-open", Shape.TASK_OPEN, "likewise", _words("fa-square-o fa-square"), tags=("i", "span")),
    # -- signatures ---------------------------------------------------------------------------------------------------
    MarkupRule(
        "sphinx-api",
        Shape.API_LIST,
        "Sphinx 4 and later: dl.py.function > dt.sig + dd",
        _words("py c cpp js rst std"),
        tags=_DL,
    ),
    MarkupRule(
        "sphinx-api-old",
        Shape.API_LIST,
        "Sphinx up to 3: dl.function > dt#name > code.descname",
        _words(
            "class exception function method classmethod staticmethod attribute data module describe describename "
            "macro member type var envvar option cmdoption confval object"
        ),
        tags=_DL,
    ),
    MarkupRule("field-list", Shape.FIELD_LIST, "Docutils: Parameters, Returns", ("field-list",), tags=("dl", "table")),
    MarkupRule("javadoc-notes", Shape.FIELD_LIST, "Javadoc 16 and later: Parameters, Since", ("notes",), tags=_DL),
    MarkupRule("doxygen-member-title", Shape.MEMBER_TITLE, "Doxygen: ◆ name() [1/2]", ("memtitle",)),
    MarkupRule("doxygen-member", Shape.MEMBER_ITEM, "Doxygen: div.memproto + div.memdoc", ("memitem",), tags=_DIV),
    MarkupRule(
        "doxygen-members",
        Shape.MEMBER_TABLE,
        "Doxygen, QDoc: what a class has; Sphinx: the index of modules",
        _words("memberdecls alignedsummary modindextable"),
        tags=("table",),
    ),
    MarkupRule(
        "doxygen-parameters",
        Shape.PARAMETER_TABLE,
        "Doxygen: dl.params > dd > table.params",
        _words("params tparams exception retval"),
        tags=_DL,
    ),
    MarkupRule(
        "api-item",
        Shape.API_ITEM,
        "Javadoc, rustdoc, mkdocstrings and others, each with a row of rules.api_items",
        tuple(sorted({word for row in API_ITEMS for word in row.words})),
        tags=tuple(sorted({tag for row in API_ITEMS for tag in row.tags})),
    ),
    MarkupRule(
        "declaration-heading",
        Shape.API_HEADING,
        "QDoc: h3.fn; rustdoc's lists of implementors: h3.code-header; Go and GTK-Doc, whose rows mark it",
        _words("fn flags code-header declaration-title"),
        tags=("h2", "h3", "h4"),
    ),
    MarkupRule(
        "declaration-line",
        Shape.API_LINE,
        "rustdoc: span.structfield before its text; Haddock: p.src of a method",
        _words("structfield src"),
        tags=("span", "p"),
    ),
    MarkupRule(
        "since",
        Shape.SINCE,
        "rustdoc: the version since which the page's item is there, beside links",
        _words("sub-heading out-of-band"),
        tags=("span",),
    ),
    MarkupRule("declaration-in-list", Shape.API_CODE, "Haddock: the fields of a record", ("src",), tags=("dfn",)),
    MarkupRule("docstring", Shape.API_TEXT, "pdoc, YARD, pydoctor", ("docstring",), tags=_DIV),
    MarkupRule(
        "parameter-rows",
        Shape.API_ROWS,
        "pydoctor: table.fieldTable; mkdocstrings and Haddock, whose rows mark them",
        _words("fieldtable doc-parameters haddock-parts"),
        tags=("table",),
    ),
    MarkupRule(
        "type-declaration",
        Shape.TYPE_SIGNATURE,
        "Javadoc 16 and later; Doxygen",
        _words("type-signature package-signature module-signature compoundtemplparams"),
        tags=_DIV,
    ),
    MarkupRule("typedoc-member", Shape.MEMBER_NAMED, "TypeDoc: h3 + div.tsd-signature", ("tsd-member",)),
    MarkupRule("typedoc-signatures", Shape.SIGNATURES, "TypeDoc: overloads", ("tsd-signatures",), tags=("ul",)),
    MarkupRule("typedoc-declaration", Shape.DECLARATION, "TypeDoc: a type, a variable", ("tsd-signature",), tags=_DIV),
    MarkupRule(
        "javadoc-list",
        Shape.LAYOUT_LIST,
        "Javadoc: the parts of a page, and its members, stand in lists",
        _words("summary-list details-list member-list blocklist blocklistlast"),
        tags=("ul",),
    ),
    MarkupRule("javadoc-grid", Shape.GRID, "Javadoc 16 and later: a CSS grid of div", ("summary-table",), tags=_DIV),
    # -- tables that are none -----------------------------------------------------------------------------------------
    MarkupRule(
        "columns",
        Shape.LAYOUT_TABLE,
        "Sphinx: an index, and hlist, in columns; pydoctor: a value under its title",
        _words("genindextable hlist valuetable"),
        tags=("table",),
    ),
    MarkupRule("simplelist", Shape.CELL_LIST, "DocBook", ("simplelist",), tags=("table",)),
    MarkupRule(
        "prototype",
        Shape.PROTOTYPE,
        "DocBook: funcsynopsis",
        _words("funcprototype-table funcprototype"),
        tags=("table",),
    ),
    MarkupRule(
        "callouts",
        Shape.CALLOUTS,
        "Asciidoctor with icons: div.colist > table; DocBook",
        _words("colist calloutlist"),
        tags=_DIV,
    ),
    MarkupRule("horizontal-list", Shape.HORIZONTAL_LIST, "Asciidoctor: div.hdlist > table", ("hdlist",), tags=_DIV),
    MarkupRule("questions", Shape.QUESTIONS, "DocBook: tr.question, tr.answer", ("qandaset",), tags=_DIV),
    # -- code ---------------------------------------------------------------------------------------------------------
    MarkupRule(
        "code-to-edit",
        Shape.CODE_FIELD,
        "pkg.go.dev: an example to edit",
        ("documentation-examplecode",),
        tags=("textarea",),
    ),
    MarkupRule(
        "code-table",
        Shape.CODE_TABLE,
        "Pygments, Chroma, Rouge, highlight.js, GTK-Doc, YARD: a column of numbers beside the code",
        _words("highlighttable codehilitetable lntable rouge-table hljs-ln listing_frame rouge-line-table source_code"),
        tags=("table",),
    ),
    MarkupRule(
        "code-lines",
        Shape.CODE_LINES,
        "Doxygen: div.fragment > div.line; CodeMirror; SyntaxHighlighter 3: a table of div.line",
        _words("fragment cm-content codemirror-code syntaxhighlighter"),
        tags=_DIV,
    ),
    MarkupRule(
        "code-caption",
        Shape.CAPTION,
        "Sphinx, Material, MadCap, VuePress, Mintlify: a file name above a block; DocBook's code.filename is a word",
        _words("code-block-caption filename codesnippetcaption code-block-title-bar code-block-header"),
        tags=_words("div p span th td figcaption"),
    ),
    MarkupRule(
        "code-caption-module", Shape.CAPTION, "Docusaurus: a hash ends its class names", starts=("codeblocktitle",)
    ),
    MarkupRule(
        "code-frame",
        Shape.CODE_FRAME,
        "Nextra, GitBook: the file name is what stands before the code",
        _words("nextra-code nextra-code-block group/codeblock"),
        tags=_DIV,
    ),
    MarkupRule(
        "card", Shape.CARD, "Nextra, Hugo Book: cards beside each other", _words("nextra-card book-card"), tags=("a",)
    ),
    MarkupRule("parameter", Shape.PARAMETER, "Mintlify: name, type and text in boxes", ("field",), tags=_DIV),
    MarkupRule(
        "plain-text",
        Shape.CODE_FIELD,
        "pydoctor: a docstring in no markup; documentation.js: a signature; Tachyons: lines that stay lines",
        ("pre",),
        tags=("p", "div"),
    ),
    MarkupRule("diagram", Shape.DIAGRAM, "source for Mermaid", ("mermaid",)),
    # -- boxes --------------------------------------------------------------------------------------------------------
    MarkupRule(
        "topic", Shape.TITLED_BOX, "Docutils, AsciiDoc", _words("topic sidebar sidebarblock"), tags=("div", "aside")
    ),
    MarkupRule(
        "admonition",
        Shape.ADMONITION,
        "Sphinx, Python-Markdown, AsciiDoc, DocBook, VitePress, Docusaurus, GitHub, Starlight, Hugo, Confluence",
        _words(
            "admonition rst-admonition admonitionblock custom-block theme-admonition markdown-alert starlight-aside "
            "callout book-hint nextra-callout tsd-alert hint-container gdoc-hint confluence-information-macro "
            "blockquote-tag alert hint note tip warning caution important danger attention info seealso"
        ),
        tags=_NOTE_TAGS,
    ),
    MarkupRule(
        "notice",
        Shape.ADMONITION,
        "Slate: aside.notice, aside.success; Minimal Mistakes: p.notice--info",
        _words("notice success"),
        starts=("notice--",),
        tags=("aside", "p"),
    ),
    MarkupRule("notice-box", Shape.ADMONITION, "Minimal Mistakes: div.notice--info", starts=("notice--",), tags=_DIV),
    MarkupRule(
        "inline-box",
        Shape.INLINE_BOX,
        "YARD, mkdocstrings, phpDocumentor; a note of Material that stands inline is a note",
        _words("inline doc-md-description phpdocumentor-description"),
        tags=("div", "section"),
    ),
    MarkupRule(
        "fold",
        Shape.FOLD,
        "MadCap: div.MCDropDown > span.MCDropDownHead + div.MCDropDownBody; Confluence: div.expand-container",
        _words("mcdropdown expand-container"),
        tags=_DIV,
    ),
    MarkupRule(
        "popup",
        Shape.POPUP,
        "MadCap: a.MCTextPopup > span.MCTextPopupBody, a.MCExpanding likewise; RoboHelp: span.expandtext",
        _words("mctextpopupbody mcexpandingbody expandtext"),
        tags=("span",),
    ),
    MarkupRule("panel", Shape.TITLED_BOX, "Confluence: div.panel > div.panelHeader", ("confluence-panel",), tags=_DIV),
    MarkupRule("sphinx-deprecated", Shape.DEPRECATED, "Sphinx", _words("deprecated deprecated-removed"), tags=_DIV),
    MarkupRule(
        "doxygen-note",
        Shape.ADMONITION,
        "Doxygen: dl.section.note > dt + dd",
        _words("note warning attention remark todo deprecated bug test important"),
        tags=_DL,
    ),
    MarkupRule("doxygen-facts", Shape.FIELD_LIST, "Doxygen: Returns, See also, Since", ("section",), tags=_DL),
    MarkupRule(
        "rubric",
        Shape.RUBRIC,
        "Docutils: Footnotes, Examples; gi-docgen's word for what the page is about, which its row marks",
        _words("rubric page-kind"),
        tags=("p", "h3"),
    ),
    MarkupRule("line-block", Shape.LINE_BLOCK, "Docutils: div.line-block > div.line", ("line-block",), tags=_DIV),
    MarkupRule(
        "block-title",
        Shape.CAPTION,
        "AsciiDoc: div.listingblock > div.title; DocBook: p.title",
        ("title",),
        tags=("div", "p"),
    ),
    MarkupRule(
        "caption",
        Shape.CAPTION,
        "Docutils 0.16, WordPress: under an image; Javadoc: above a grid",
        _words("caption wp-caption-text"),
        tags=("div", "p"),
    ),
    MarkupRule("card-title", Shape.CAPTION, "sphinx-design: what a card is called", ("sd-card-title",), tags=_DIV),
    # -- tabs ---------------------------------------------------------------------------------------------------------
    MarkupRule(
        "tab-set",
        Shape.TAB_SET,
        "Material, sphinx-design, sphinx-inline-tabs, Hugo Book and Geekdoc, VitePress, ReadMe",
        _words("tabbed-set sd-tab-set tab-set book-tabs gdoc-tabs vp-code-group codetabs"),
        tags=_DIV,
    ),
    MarkupRule(
        "tab-labels",
        Shape.TAB_LABELS,
        "Material, Asciidoctor, Bootstrap, ReadMe: all labels first",
        _words("tabbed-labels tablist nav-tabs tabgroup-nav"),
    ),
    MarkupRule(
        "tab-panel",
        Shape.TAB_PANEL,
        "the panels of the same",
        _words("tabbed-block tab-pane tabpanel tabcontent"),
        tags=("div", "section"),
    ),
    # -- footnotes ----------------------------------------------------------------------------------------------------
    MarkupRule(
        "footnote-mark",
        Shape.FOOTNOTE_MARK,
        "Docutils, Python-Markdown, kramdown, DocBook, Asciidoctor",
        _words("footnote-reference footnote-ref footnote"),
        tags=("a", "sup"),
    ),
    MarkupRule(
        "footnote-mark-wiki",
        Shape.FOOTNOTE_MARK,
        "MediaWiki; a.reference is any link in Sphinx",
        ("reference",),
        tags=("sup",),
    ),
    MarkupRule(
        "footnote-inside",
        Shape.NOTE_INSIDE,
        "SWI-Prolog's manual: sup.fn > number + span.fn-text, shown where the mouse rests; span.fn is a name elsewhere",
        ("fn",),
        tags=("sup",),
    ),
    MarkupRule("sidenote", Shape.NOTE_INSIDE, "Tufte CSS: a note in the margin", ("sidenote",), tags=("span",)),
    MarkupRule("footnote", Shape.FOOTNOTES, "Docutils", ("footnote",), tags=("aside", "dl", "table")),
    MarkupRule(
        "citation",
        Shape.CITATION,
        "Docutils: dl up to 0.17, table up to 0.15; other pages refer to it too, so that it keeps its label",
        ("citation",),
        tags=("aside", "dl", "div", "table"),
    ),
    MarkupRule(
        "footnotes",
        Shape.FOOTNOTES,
        "Python-Markdown, kramdown, GitHub, MediaWiki, DocBook, Texinfo, mdBook, WordPress: a list of the notes",
        _words("footnote footnotes references footnotes-segment footnote-definition wp-block-footnotes"),
        tags=("div", "section", "ol"),
    ),
    # -- formulas -----------------------------------------------------------------------------------------------------
    MarkupRule(
        "math-block",
        Shape.MATH_BLOCK,
        "Sphinx, pymdownx, Doxygen",
        _words("math arithmatex formuladsp"),
        tags=("div", "p"),
    ),
    MarkupRule("math", Shape.MATH, "Sphinx, pymdownx", _words("math arithmatex"), tags=("span",)),
    MarkupRule(
        "math-image",
        Shape.MATH_IMAGE,
        "the TeX is in alt",
        _words("math formulainl formuladsp latex tex"),
        tags=("img",),
    ),
    MarkupRule("katex", Shape.KATEX, "KaTeX: the TeX is in an annotation", _words("katex-display katex")),
    MarkupRule(
        "mathjax", Shape.MATHJAX, "MathJax 2 and 3", _words("mathjax mathjax_display mathjax_preview mathjax_svg")
    ),
)
