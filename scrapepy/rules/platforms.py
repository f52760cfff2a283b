"""Documentation platforms: how to know them and where things stand in their pages.

A row for each. ``signals`` are alternatives: one that holds is enough (:class:`AllOf` asks for several). Signals that
read ``meta`` tags, comments, asset names and the ``html`` and ``body`` tags cost next to nothing and are asked of all
rows first; :class:`HasSelector` searches the page and is asked after that. Within each round the first row wins, so the
special stand before the general (a theme before its generator).

``case`` names the folder below ``tests/golden/convert/`` with a small page of the platform; a test converts it with and
without the row and expects a difference.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MetaContains:
    """A ``<meta name=…>`` whose content holds ``text`` (case does not matter)."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class HasComment:
    """A comment beside or directly in ``html``, ``head`` or ``body`` that holds ``text``."""

    text: str


@dataclass(frozen=True, slots=True)
class HasAsset:
    """A script or style sheet whose address holds ``text``."""

    text: str


@dataclass(frozen=True, slots=True)
class HasBodyClass:
    """``name`` is one of the classes of ``body``."""

    name: str


@dataclass(frozen=True, slots=True)
class HasHtmlAttribute:
    """``html`` or ``body`` has an attribute of this name."""

    name: str


@dataclass(frozen=True, slots=True)
class HasSelector:
    """An element matches this CSS selector."""

    css: str


@dataclass(frozen=True, slots=True)
class AllOf:
    """Every one of these holds: for signals that are weak alone."""

    signals: tuple[MetaContains | HasComment | HasAsset | HasBodyClass | HasHtmlAttribute | HasSelector, ...]


Signal = MetaContains | HasComment | HasAsset | HasBodyClass | HasHtmlAttribute | HasSelector | AllOf


@dataclass(frozen=True, slots=True)
class Platform:
    """One row. All selectors but ``content``, ``title`` and ``site`` are asked inside the content only."""

    name: str
    """Stands in the frontmatter."""
    signals: tuple[Signal, ...]
    content: tuple[str, ...]
    """Selectors of the content, best first; the first element of the first one that matches is it."""
    join: bool = False
    """All elements that match the selector are the content, one after the other (none inside another)."""
    drop: tuple[str, ...] = ()
    """What goes."""
    drop_if_in_page: tuple[str, ...] = ()
    """Lists of contents, which go where all their links stay on the page (a chapter's list of its pages stays)."""
    unwrap: tuple[str, ...] = ()
    """Elements whose content stays without them."""
    mark: tuple[tuple[str, str], ...] = ()
    """Elements that no class tells from others, and the class that they get for the renderer's tables."""
    below_title: tuple[str, ...] = ()
    """What stands above the main heading (``title``, else the first ``h1``) and reads better below it."""
    title: str = ""
    """Where the page's title is, if it is no ``h1`` of the content or ``<title>`` says more than the title."""
    site: str = ""
    """Where the site's name is; ``selector@attribute`` where it is no text."""
    tags: str = ""
    """Where the page's tags are, which go to the frontmatter."""
    keywords_are_tags: bool = True
    """False where ``meta keywords`` is an index of names, for search engines of another age."""
    search: tuple[Signal, ...] = ()
    """Any of these marks a search page, which holds no content of its own."""
    print_view: tuple[Signal, ...] = ()
    """Any of these marks all pages on one, to be printed: in a mirror each has its own Markdown already."""
    case: str = ""


_SPHINX_DROP = (
    "a.headerlink",
    ".viewcode-link",
    "a.viewcode-back",
    ".backrefs",
    ".sphinxsidebar",
    ".related",
    ":is(.nbinput, .nboutput) > .prompt",
    "summary > p.expanded",
)
_SPHINX_CONTENTS = (".contents", ".genindex-jumpbox", ".modindex-jumpbox")
_SPHINX_SEARCH = (AllOf((HasAsset("_static/searchtools.js"), HasSelector("div#search-results:not(.section)"))),)
_SPHINX_UNWRAP = ("a.toc-backref",)

_MATERIAL_CONTENT = ("article.md-content__inner", ".md-content")
_MATERIAL_DROP = (
    "a.headerlink",
    "a.md-content__button",
    ".md-source-file",
    ".md-feedback",
    ".md-tags",
    "button.md-clipboard",
    "nav.md-code__nav",
    "#__comments",
    ".giscus",
    ".md-status",
)
_MKDOCSTRINGS_MARK = (("table:has(tr.doc-section-item)", "doc-parameters"),)
_MATERIAL_SITE = "[data-md-component=header-title] .md-header__topic:first-child"

PLATFORMS: tuple[Platform, ...] = (
    Platform(
        name="sphinx-readthedocs",
        signals=(
            AllOf((HasBodyClass("wy-body-for-nav"), HasAsset("_static/documentation_options.js"))),
            AllOf((HasBodyClass("wy-body-for-nav"), MetaContains("generator", "docutils"))),
            AllOf((HasBodyClass("wy-body-for-nav"), HasAsset("_static/css/theme.css"))),
        ),
        content=(
            ".rst-content div[itemprop=articleBody]",
            ".rst-content div[role=main]",
            ".rst-content .document",
        ),
        drop=(*_SPHINX_DROP, ".rst-footer-buttons", ".rst-versions", "readthedocs-flyout", ".wy-breadcrumbs"),
        drop_if_in_page=_SPHINX_CONTENTS,
        unwrap=_SPHINX_UNWRAP,
        site=".wy-side-nav-search > a.icon-home",
        search=_SPHINX_SEARCH,
        case="platform-sphinx-readthedocs",
    ),
    Platform(
        name="sphinx-furo",
        signals=(HasComment(" and Furo "), HasAsset("_static/styles/furo.css"), HasSelector("#furo-main-content")),
        content=("#furo-main-content", ".article-container article[role=main]", "article[role=main]"),
        drop=(*_SPHINX_DROP, ".related-pages", ".content-icon-container", ".back-to-top"),
        drop_if_in_page=_SPHINX_CONTENTS,
        unwrap=_SPHINX_UNWRAP,
        site=".sidebar-brand-text",
        search=_SPHINX_SEARCH,
        case="platform-sphinx-furo",
    ),
    Platform(
        name="sphinx-book",
        signals=(HasAsset("sphinx-book-theme"),),
        content=("article.bd-article", "#main-content"),
        drop=(
            *_SPHINX_DROP,
            ".header-article",
            ".article-header-buttons",
            "#jb-print-docs-body",
            "#print-main-content",
            ".prev-next-area",
            "#pst-back-to-top",
        ),
        drop_if_in_page=_SPHINX_CONTENTS,
        unwrap=_SPHINX_UNWRAP,
        search=_SPHINX_SEARCH,
        case="platform-sphinx-book",
    ),
    Platform(
        name="sphinx-pydata",
        signals=(HasAsset("pydata-sphinx-theme"), HasSelector("main.bd-main article.bd-article")),
        content=("article.bd-article", "#main-content"),
        drop=(
            *_SPHINX_DROP,
            ".bd-header-article",
            ".header-article-items",
            ".bd-footer-article",
            ".bd-sidebar-secondary",
            ".prev-next-area",
            ".prev-next-footer",
            "#pst-back-to-top",
            ".tocsection.editthispage",
        ),
        drop_if_in_page=_SPHINX_CONTENTS,
        unwrap=_SPHINX_UNWRAP,
        search=_SPHINX_SEARCH,
        case="platform-sphinx-pydata",
    ),
    Platform(
        name="sphinx-django",
        signals=(HasAsset("_static/djangodocs.css"), HasAsset("templatebuiltins.js")),
        content=("#yui-main .yui-g", "#yui-main", "#bd"),
        drop=(*_SPHINX_DROP, ".nav", "#global-nav"),
        drop_if_in_page=_SPHINX_CONTENTS,
        unwrap=_SPHINX_UNWRAP,
        site="#hd > h1 > a",
        search=_SPHINX_SEARCH,
        case="platform-sphinx-django",
    ),
    Platform(
        name="sphinx",
        signals=(
            HasAsset("_static/documentation_options.js"),
            HasHtmlAttribute("data-content_root"),
            AllOf((HasAsset("_static/pygments.css"), HasAsset("_static/doctools.js"))),
            MetaContains("generator", "docutils"),
        ),
        content=(
            "div.body[role=main]",
            "div.body",
            "div[itemprop=articleBody]",
            "article[role=main]",
            "[role=main]",
            "main",
            "div.document",
        ),
        drop=_SPHINX_DROP,
        drop_if_in_page=_SPHINX_CONTENTS,
        unwrap=_SPHINX_UNWRAP,
        search=_SPHINX_SEARCH,
        case="platform-sphinx",
    ),
    Platform(
        name="zensical",
        signals=(MetaContains("generator", "zensical"),),
        content=_MATERIAL_CONTENT,
        drop=_MATERIAL_DROP,
        mark=_MKDOCSTRINGS_MARK,
        site=_MATERIAL_SITE,
        tags=".md-tag",
        case="platform-zensical",
    ),
    Platform(
        name="mkdocs-material",
        signals=(MetaContains("generator", "mkdocs-material"), HasSelector("article.md-content__inner")),
        content=_MATERIAL_CONTENT,
        drop=_MATERIAL_DROP,
        mark=_MKDOCSTRINGS_MARK,
        site=_MATERIAL_SITE,
        tags=".md-tag",
        case="platform-mkdocs-material",
    ),
    Platform(
        name="mkdocs-readthedocs",
        signals=(
            AllOf((HasBodyClass("wy-body-for-nav"), HasAsset("css/theme_extra.css"))),
            AllOf((HasBodyClass("wy-body-for-nav"), HasAsset("search/main.js"))),
        ),
        content=("div[role=main] div[itemprop=articleBody]", "div[role=main] .section", "div[role=main]"),
        drop=("a.headerlink", ".wy-breadcrumbs", ".rst-footer-buttons"),
        mark=_MKDOCSTRINGS_MARK,
        site=".wy-side-nav-search > a.icon-home",
        search=(HasSelector("form#content_search"),),
        case="platform-mkdocs-readthedocs",
    ),
    Platform(
        name="mkdocs",
        signals=(
            AllOf((HasAsset("css/base.css"), HasAsset("js/base.js"))),
            HasAsset("search/main.js"),
            MetaContains("generator", "mkdocs"),
            HasComment("MkDocs version"),
            HasSelector("#mkdocs_search_modal"),
        ),
        content=("div.col-md-9[role=main]", "[role=main]", "main"),
        drop=("a.headerlink", ".source-links"),
        mark=_MKDOCSTRINGS_MARK,
        site="a.navbar-brand",
        case="platform-mkdocs",
    ),
    Platform(
        name="javadoc",
        signals=(
            MetaContains("generator", "javadoc"),
            AllOf((HasComment("Generated by javadoc"), HasSelector("main"))),
            AllOf((HasAsset("script-dir/jquery"), HasSelector("main[role=main] > .header > h1.title"))),
        ),
        content=("main[role=main]", "main", "div.contentContainer"),
        drop=(
            ".sub-nav",
            ".skip-nav",
            "nav",
            ".table-tabs",
            "button.copy",
            ".navigation",
            "#search-input",
            "a.anchor-link",
            ".externalLink svg",
        ),
        below_title=(".header > .sub-title",),
        title="main .header .title",
        keywords_are_tags=False,
        search=(HasBodyClass("search-page"),),
        case="platform-javadoc",
    ),
    Platform(
        name="javadoc",
        signals=(
            AllOf((HasComment("Generated by javadoc"), HasSelector("div.contentContainer"))),
            HasSelector("div.contentContainer > ul.blockList, div.contentContainer > ul.inheritance"),
        ),
        content=("div.header, div.contentContainer",),
        join=True,
        keywords_are_tags=False,
        drop=(
            ".subNav",
            ".skipNav",
            "ul.subNavList",
            "table caption span.tabEnd",
            ".topNav",
            ".bottomNav",
            ".tableTab",
        ),
        unwrap=("ul.blockList", "ul.blockListLast", "li.blockList", "li.blockListLast"),
        below_title=(".subTitle",),
        title="div.header .title",
        case="platform-javadoc-old",
    ),
    Platform(
        name="gtk-doc",
        signals=(MetaContains("generator", "gtk-doc"),),
        content=("div.refentry, div.chapter, div.part, div.book, div.index, div.glossary, div.section, div.appendix",),
        mark=(
            ("div.refsect2 > h3:has(+ pre.programlisting)", "declaration-title"),
            ("table:has(td.parameter_name, td.struct_member_name, td.enum_member_name)", "doc-parameters"),
            ("table:has(td.function_name, td.function_type)", "alignedsummary"),
        ),
        drop=("table.navigation", "div.footer"),
        drop_if_in_page=("div.toc",),
        title=".titlepage .title, .refentrytitle",
        site="link[rel=home]@title",
        case="platform-gtk-doc",
    ),
    Platform(
        name="docbook",
        signals=(
            MetaContains("generator", "docbook xsl"),
            HasSelector("div.navheader > table[summary='Navigation header']"),
        ),
        content=(
            "div.set, div.book, div.part, div.reference, div.preface, div.chapter, div.appendix, div.article, "
            "div.refentry, div.glossary, div.bibliography, div.index, div.colophon, div.dedication, div.legalnotice, "
            "div.sect1, div.sect2, div.sect3, div.sect4, div.section, div.refsect1, div.topic, div.partintro",
            "body",
        ),
        drop=("div.navheader", "div.navfooter", ".titlepage hr"),
        drop_if_in_page=("div.toc",),
        title=".titlepage .title, .refentrytitle",
        site="link[rel=home]@title",
        case="platform-docbook",
    ),
    Platform(
        name="antora",
        signals=(MetaContains("generator", "antora"), HasSelector("main.article article.doc")),
        content=("article.doc",),
        drop=(
            "a.anchor",
            ".toolbar",
            "nav.breadcrumbs",
            "aside.toc",
            "nav.pagination",
            ".edit-this-page",
            ".page-versions",
        ),
        site=".navbar-brand .navbar-item, .navbar-brand a",
        case="platform-antora",
    ),
    Platform(
        name="asciidoctor",
        signals=(MetaContains("generator", "asciidoctor"),),
        content=("#header, #content, #footnotes:has(.footnote)",),
        join=True,
        drop=("a.anchor", "#toc", ".toc"),
        unwrap=(":is(h1, h2, h3, h4, h5, h6) > a.link",),
        case="platform-asciidoctor",
    ),
    Platform(
        name="asciidoc",
        signals=(MetaContains("generator", "asciidoc"),),
        content=("#header, #content, #footnotes:has(.footnote)",),
        join=True,
        drop=("#toc",),
        case="platform-asciidoc",
    ),
    Platform(
        name="doxygen",
        signals=(
            MetaContains("generator", "doxygen"),
            AllOf((HasAsset("doxygen.css"), HasSelector("#doc-content, div.contents"))),
        ),
        content=("div.contents",),
        drop=(
            ".ttc",
            ".permalink",
            ".levels",
            "table.directory .arrow",
            "table.directory .icona",
            ".dynheader img",
            "tr.inherit_header img",
            ".ui-resizable-handle",
            "div.toc",
            "#MSearchSelectWindow",
            "#MSearchResultsWindow",
        ),
        drop_if_in_page=("div.qindex", "div.summary"),
        title="div.headertitle > div.title",
        site="#projectname",
        search=(HasBodyClass("SRPage"), HasSelector("#searchresults > .SRResult")),
        case="platform-doxygen",
    ),
    Platform(
        name="texinfo",
        signals=(
            # a file without a heading leads to the node elsewhere
            AllOf((MetaContains("generator", "makeinfo"), HasSelector("h1, h2, h3, h4"))),
            AllOf((MetaContains("generator", "texi2any"), HasSelector("h1, h2, h3, h4"))),
            AllOf((HasComment("Created by GNU Texinfo"), HasSelector("h1, h2, h3, h4"))),
            AllOf((MetaContains("generator", "texi2html"), HasSelector("h1, h2, h3, h4"))),
        ),
        content=("body",),
        drop=(
            "div.header",
            "div.header + hr",
            "table.header",
            "table.header + hr",
            "div.nav-panel",
            "div.nav-panel + hr",
            "a.copiable-anchor",
            "a.copiable-link",
            # texi2html
            "table.nav_table",
            "table:has(a[title='Cover (top) of document'])",
            "#tocframe",
            "body #footer",
        ),
        drop_if_in_page=(
            "div.Contents_element",
            "div.element-contents",
            "body > div.contents",
            "div.shortcontents",
            "table.menu",
            "ul.mini-toc",
        ),
        title="h1, h2, h3, h4",
        keywords_are_tags=False,
        case="platform-texinfo",
    ),
    Platform(
        name="nodejs",
        signals=(
            MetaContains("nodejs.org:node-version", "v"),
            AllOf((HasBodyClass("apidoc"), HasSelector("#apicontent"))),
        ),
        content=("#apicontent",),
        drop=("input.js-flavor-toggle", "button.copy-button", "#toc"),
        title="#apicontent :is(h1, h2)",
        case="platform-nodejs",
    ),
    Platform(
        name="rustdoc",
        signals=(MetaContains("generator", "rustdoc"),),
        content=("#main-content", "#main"),
        drop=(
            "nav",
            "rustdoc-toolbar",
            "#copy-path",
            "#toggle-all-docs",
            ".out-of-band:not(:has(.since))",
            ".rightside:not(:has(.since))",
            "a.srclink",
            "a.src",
            "a.anchor",
            "a.doc-anchor",
            ".top-doc > summary.hideme",
            "a.test-arrow",
            ".tooltip",
            ".notable-traits",
            ".sub-logo-container",
        ),
        unwrap=(
            "details:is(.rustdoc-toggle, .toggle):not(:has(> summary .code-header))",
            "details:is(.rustdoc-toggle, .toggle) > summary:not(:has(.code-header))",
        ),
        title="#main-content h1, #main h1",
        keywords_are_tags=False,
        case="platform-rustdoc",
    ),
    Platform(
        name="mdbook",
        signals=(HasComment("Book generated using mdBook"),),
        content=("#content main", "#mdbook-content main", "main"),
        drop=("nav.nav-wrapper", "pre > .buttons"),
        unwrap=(":is(h1, h2, h3, h4, h5, h6, dt) > a.header",),
        title="#content main :is(h1, h2), #mdbook-content main :is(h1, h2)",
        site=".menu-title",
        print_view=(HasSelector("script:lexbor-contains('setTimeout(window.print')"),),
        case="platform-mdbook",
    ),
    Platform(
        name="rdoc",
        signals=(
            HasAsset("js/darkfish.js"),
            AllOf((HasAsset("css/rdoc.css"), HasSelector("main, #documentation"))),
        ),
        content=("main[role=main]", "main", "#documentation"),
        drop=(
            ".method-source-code",
            ".method-click-advice",
            ".method-source-toggle",
            "ol.breadcrumb",
            ":is(h1, h2, h3, h4, h5, h6) > span:has(> a)",
        ),
        case="platform-rdoc",
    ),
    Platform(
        name="yard",
        signals=(
            AllOf(
                (HasAsset("css/common.css"), HasAsset("js/app.js"), HasSelector("#main > #content, body > #content"))
            ),
            AllOf((HasAsset("css/full_list.css"), HasAsset("js/full_list.js"))),
        ),
        content=("#filecontents", "#content"),
        drop=(
            "small:has(> .summary_toggle, > .constants_summary_toggle)",
            ".summary_toggle",
            ".constants_summary_toggle",
            "a.inheritanceTree",
            ".showSource",
            ".method_details table.source_code",
        ),
        search=(HasAsset("js/full_list.js"),),
        case="platform-yard",
    ),
    Platform(
        name="crystal",
        signals=(MetaContains("generator", "crystal docs"),),
        content=("div.main-content",),
        drop=("a.anchor", "a.method-permalink", ".entry-detail > div:not([class]):has(> a[target=_blank])"),
        title="h1.type-name",
        site=".project-name",
        case="platform-crystal",
    ),
    Platform(
        name="pdoc",
        signals=(MetaContains("generator", "pdoc"),),
        content=("main.pdoc", "article#content", "main"),
        drop=(
            ".view-source-button",
            ".view-source-toggle-state",
            "section > div.pdoc-code",
            "div.classattr > div.pdoc-code",
            "details.source",
            "a.headerlink",
        ),
        mark=(("section:has(> div.attr)", "pdoc-item"), ("dl:has(> dt > code.name)", "py")),
        title="h1.modulename, h1.title",
        case="platform-pdoc",
    ),
    Platform(
        name="typedoc",
        signals=(
            AllOf((HasHtmlAttribute("data-base"), HasAsset("assets/navigation.js"))),
            AllOf((HasAsset("assets/search.js"), HasSelector(".tsd-page-title"))),
        ),
        content=("div.col-content", "div.col-9"),
        drop=(
            "ul.tsd-breadcrumb",
            "a.tsd-anchor-icon",
            "aside.tsd-sources > ul",
            "pre > button",
            "details.tsd-index-content > summary",
            "summary svg",
        ),
        drop_if_in_page=("section.tsd-index-group",),
        unwrap=("details.tsd-accordion", "summary.tsd-accordion-summary"),
        title="div.tsd-page-title > h1",
        site="header .tsd-toolbar-contents a.title, header .title",
        case="platform-typedoc",
    ),
    Platform(
        name="jsdoc",
        signals=(
            AllOf((HasAsset("styles/jsdoc"), HasSelector("#main"))),
            AllOf((HasAsset("scripts/linenumber.js"), HasSelector("#main"))),
        ),
        content=("#main-content-wrapper", "#main"),
        drop=(
            ":is(h2, h4) .signature-attributes",
            "header:has(+ article > .container-overview > h2) > h2",
            "a.href-link",
            "a.anchor-link",
        ),
        unwrap=("dl:has(> dt > div.param-desc)", "dt:has(> div.param-desc)", "dt:has(> dl)"),
        mark=(("h4.name", "fn"), ("dl.details", "notes"), ("p.code-caption", "caption")),
        case="platform-jsdoc",
    ),
    Platform(
        name="esdoc",
        signals=(AllOf((HasSelector("body[data-ice=rootContainer]"), HasSelector("[data-ice=content]"))),),
        content=("[data-ice=content]",),
        drop=("[data-ice=detail] > h3 > .right-info",),
        below_title=(".header-notice",),
        mark=(("[data-ice=detail] > h3", "fn"),),
        case="platform-esdoc",
    ),
    Platform(
        name="documentation.js",
        signals=(AllOf((HasAsset("assets/bass.css"), HasSelector("body.documentation"))),),
        content=("#split-right", ".documentation"),
        drop=("a.caret-right", "a.fr"),
        mark=((".toggle-sibling", "title"), ("div.prose-big", "title"), ("span.code.bold", "code-word")),
        case="platform-documentation-js",
    ),
    Platform(
        name="slate",
        signals=(
            AllOf((HasSelector("body[data-languages]"), HasSelector(".page-wrapper > .content"))),
            AllOf((HasSelector(".toc-wrapper, .tocify-wrapper"), HasSelector(".page-wrapper > .dark-box"))),
        ),
        content=(".page-wrapper > .content",),
        title="title",
        case="platform-slate",
    ),
    Platform(
        name="pydoctor",
        signals=(MetaContains("generator", "pydoctor"), HasAsset("apidocs.css")),
        content=("main", "div.page-body, body > div.container"),
        drop=("#show-private", "a.headerLink", "a.sourceLink", ".sidebarcontainer", "#search-results-container"),
        mark=(("#child-list > div, #childList > div", "pydoctor-item"),),
        case="platform-pydoctor",
    ),
    Platform(
        name="haddock",
        signals=(
            HasAsset("haddock-bundle"),
            HasAsset("haddock-util.js"),
            AllOf((HasSelector("div#package-header"), HasSelector("div#content"))),
        ),
        content=("#module-header > table.info, #description, #interface, #module-list, #index", "#content"),
        join=True,
        drop=("a.selflink", "a.link", "#description > p.caption", "#table-of-contents"),
        mark=(("table.info", "field-list"), ("div.subs table", "haddock-parts")),
        title="#module-header > p.caption",
        keywords_are_tags=False,
        case="platform-haddock",
    ),
    Platform(
        name="scaladoc",
        signals=(AllOf((HasAsset("lib/template.js"), HasSelector("#definition"), HasSelector("#template"))),),
        content=("#definition, #signature, #comment, #template",),
        join=True,
        drop=(
            ".permalink",
            "#definition > :is(img, a:has(> img))",
            "#definition > .big-circle",
            "#mbrsel",
            "p.shortcomment:has(+ div.fullcomment > div.comment)",
            "#inheritedMembers",
            "#groupedMembers",
        ),
        unwrap=("#definition > h3", "#definition > h1 > a"),
        below_title=("#owner",),
        mark=(("h4.signature", "code-header"),),
        keywords_are_tags=False,
        case="platform-scaladoc",
    ),
    Platform(
        name="nim",
        signals=(HasComment("This file is generated by Nim"),),
        content=("#content", "#documentId .container"),
        drop=("a.link-seesrc", "#tocRoot", ".pragmadots", "#global-links", "#searchInputDiv", "#toc-list", ".footer"),
        unwrap=("a.toc-backref", "dl.item", "dl.item > div > dt", "dl.item > div > dd"),
        mark=(("div[id]:has(> pre:first-child > span.Keyword:first-child)", "nim-item"),),
        title="h1.title",
        case="platform-nim",
    ),
    Platform(
        name="ltx2htm",
        signals=(AllOf((HasSelector("div.navigate > a.nav"), HasSelector("span.sec-title"))),),
        content=("body",),
        drop=(".navigate",),
        title=":is(h1, h2, h3, h4):has(span.sec-title)",
        case="platform-ltx2htm",
    ),
    Platform(
        name="scribble",
        signals=(
            AllOf((HasAsset("scribble-common.js"), HasSelector("div.maincolumn > div.main"))),
            AllOf((HasAsset("scribble.css"), HasSelector("div.maincolumn > div.main"))),
        ),
        content=("div.maincolumn > div.main",),
        drop=(".navsettop", ".navsetbottom", ".versionbox", ".versionNoNav"),
        title="div.main :is(h1, h2, h3, h4)",
        site=".tocviewtitle a.tocviewlink",
        case="platform-scribble",
    ),
    Platform(
        name="naturaldocs",
        signals=(HasComment("Generated by Natural Docs"),),
        content=("div#Content", "div#Index"),
        drop=("div.CToolTip",),
        unwrap=("blockquote:has(> table.Prototype)", "blockquote:has(> pre:only-child)"),
        mark=(("table.Prototype", "funcprototype"),),
        site="#Menu .MTitle",
        case="platform-naturaldocs",
    ),
    Platform(
        name="gi-docgen",
        signals=(
            MetaContains("generator", "gi-docgen"),
            AllOf((HasSelector("nav.sidebar .section.generator"), HasSelector("#main.content"))),
        ),
        content=("section#main", "#main"),
        drop=("a.anchor", "a.srclink", "#toc", ".toc"),
        below_title=("header > h3",),
        mark=(("header > h3", "page-kind"),),
        case="platform-gi-docgen",
    ),
    Platform(
        name="qdoc",
        signals=(
            HasSelector("#qtdocheader"),
            AllOf((HasAsset("style/offline"), HasSelector("div.content.mainContent"))),
            MetaContains("generator", "qdoc"),
        ),
        content=("div.mainContent", "div.context", "article"),
        drop=(".sidebar", ".navigationbar", "p.naviNextPrevious", "div.footer"),
        title="h1.title",
        case="platform-qdoc",
    ),
    Platform(
        name="godoc",
        signals=(
            AllOf((HasSelector("#pkg-overview"), HasSelector("#page > .container"))),
            AllOf((HasAsset("godocs.js"), HasSelector("#page > .container"))),
        ),
        content=("#page > .container", "#page"),
        drop=(".collapsed", "a.permalink", "#short-nav a[href^='#']", "#topbar", "#footer"),
        drop_if_in_page=("#manual-nav", "#pkg-examples", "#short-nav > dl + dl"),
        mark=(("#page :is(h2, h3, h4)[id]:not([id^=pkg-], [id^=hdr-])", "code-header"),),
        case="platform-godoc",
    ),
    Platform(
        name="pkgsite",
        signals=(
            HasSelector(".Documentation-content.js-docContent"),
            AllOf((HasSelector("main.go-Main"), HasSelector(".UnitDoc, .Documentation, .UnitReadme"))),
        ),
        content=(".UnitReadme .Overview-readmeContent, .Documentation-content", "main .UnitDoc", "main.go-Main"),
        join=True,
        drop=(
            ".Documentation-index",
            ".Documentation-toc",
            ".Documentation-examples",
            ".Documentation-idLink",
            ".Documentation-exampleButtonsContainer",
            ".Documentation-build",
            ".Documentation-declarationLink",
            ".Documentation-exampleDetailsHeader > a",
        ),
        title="h1.UnitHeader-titleHeading, main h1",
        case="platform-pkgsite",
    ),
    Platform(
        name="exdoc",
        signals=(MetaContains("generator", "exdoc"),),
        content=("#content", "main#main", "main"),
        drop=(
            "a.detail-link",
            "a.hover-link",
            "a.icon-action",
            ".top-search",
            "footer.footer",
            "button.icon-action",
            ".heading-with-actions > button",
            "a.view-source",
            ".bottom-actions",
            "small.app-vsn",
        ),
        title="#content h1 > span:first-child",
        site=".sidebar-projectName, .sidebar-projectInfo strong",
        case="platform-exdoc",
    ),
    Platform(
        name="flare",
        signals=(
            HasHtmlAttribute("data-mc-runtime-file-type"),
            HasHtmlAttribute("data-mc-path-to-help-system"),
            HasHtmlAttribute("madcap:searchtype"),
            HasAsset("MadCapAll.js"),
        ),
        content=("#mc-main-content", "[data-mc-content-body]", "#contentBody", ".main-section", "body"),
        drop=(
            "[class*=MCBreadcrumbsBox]",
            "[class*=MCMiniTocBox]",
            "[class*=MCTocProxy]",
            ".MCWebHelpFramesetLink",
            ".sidenav-wrapper",
            ".sidenav-container",
            "ul.sidenav",
            ".nocontent",
            ".title-bar",
            ".topic-buttons",
            ".button",
            "a[class*=_PopupThumbnail] > img.MCPopupThumbnail_Popup",
            "img[class*=_Image_Icon]",
            "a.codeSnippetCopyButton",
        ),
        drop_if_in_page=("[class*=MCRelationshipsProxy]",),
        case="platform-flare",
    ),
    Platform(
        name="robohelp",
        signals=(
            MetaContains("generator", "robohelp"),
            HasAsset("whproxy.js"),
            HasAsset("ehlpdhtm.js"),
            AllOf((HasAsset("template/scripts/"), HasAsset("usersettings.js"))),
        ),
        content=(".topic-content", "[class*=topic-block]", "#bodyContents", "body"),
        drop=(
            ".WebHelpPopupMenu",
            ".minitoc",
            "p.breadcrumbs",
            ".whbreadcrumb",
            ".functionbar",
            ".sidebar",
            "nav",
            "[class*=rh-hide]",
            "div.toolbar",
        ),
        case="platform-robohelp",
    ),
    Platform(
        name="confluence",
        signals=(
            MetaContains("confluence-base-url", "/"),
            AllOf((HasSelector("meta[name^=ajs-]"), HasSelector("#main-content"))),
            HasSelector("#main-content.wiki-content"),
            HasSelector("[data-testid=pageContentRendererTestId], .ak-renderer-document"),
        ),
        content=("#main-content", ".ak-renderer-document", "[data-testid=pageContentRendererTestId]", ".wiki-content"),
        drop=(
            "#breadcrumb-section",
            "#likes-and-labels-container",
            "#comments-section",
            ".plugin_pagetree",
            ".page-metadata",
            ".expand-control-icon",
            ".expand-icon",
            ".confluence-information-macro-icon",
            ".heading-anchor-wrapper",
            "button",
        ),
        drop_if_in_page=(".toc-macro",),
        mark=((".panel:not(.code, .preformatted):has(> .panelHeader)", "confluence-panel"), (".panelHeader", "title")),
        title="#title-text, [data-testid=title-text]",
        site="meta[name=ajs-space-name]@content",
        tags="#labels-section .aui-label > a, .label-list .aui-label",
        case="platform-confluence",
    ),
    Platform(
        name="mediawiki",
        signals=(MetaContains("generator", "mediawiki"), AllOf((HasBodyClass("mediawiki"), HasSelector("#content")))),
        content=("#mw-content-text", ".mw-parser-output", "#bodyContent"),  # a category's lists stand beside its text
        drop=(
            ".mw-editsection",
            "#toc",
            ".toc",
            ".mw-jump-link",
            ".noprint",
            ".navbox",
            ".catlinks",
            ".printfooter",
            "#siteSub",
            ".mw-cite-backlink",
            ".mw-empty-elt",
            ".mwe-math-fallback-image-inline",
            ".mwe-math-fallback-image-display",
            ".mw-indicators",
            ".magnify",
        ),
        title="#firstHeading",
        tags="#mw-normal-catlinks li > a",
        search=(HasSelector("#mw-search-top-table, .mw-search-form-wrapper"),),
        case="platform-mediawiki",
    ),
    Platform(
        name="erl-docgen",
        signals=(HasAsset("otp_doc.css"), HasAsset("js/erlresolvelinks.js")),
        content=("#content",),
        drop=(".title-anchors", "div.footer"),
        mark=(("span.code, span.bold_code", "code-word"),),
        case="platform-erl-docgen",
    ),
    Platform(
        name="phpdocumentor",
        signals=(
            MetaContains("generator", "phpdocumentor"),
            HasSelector(".phpdocumentor-content"),
        ),
        content=(".phpdocumentor-content", "main"),
        drop=(
            ".phpdocumentor-breadcrumbs",
            ".phpdocumentor-element-found-in",
            "a.headerlink",
            ".phpdocumentor-back-to-top",
            ".phpdocumentor-on-this-page__sidebar",
            ".phpdocumentor-on-this-page-title",
            ".phpdocumentor-modal",
        ),
        title=".phpdocumentor-content__title",
        site=".phpdocumentor-title__link",
        case="platform-phpdocumentor",
    ),
    Platform(
        name="httpd",
        signals=(AllOf((HasAsset("style/css/manual.css"), HasSelector("#page-content"))),),
        content=("#page-content",),
        drop=(
            ".toplang",
            ".bottomlang",
            "button.lang-toggle",
            "div.top",
            "#topics img",
            "#toc img",
            "a.permalink",
            "#comments_section",
        ),
        site="#page-header p.apache",
        case="platform-httpd",
    ),
    Platform(
        name="docusaurus",
        signals=(MetaContains("generator", "docusaurus"),),
        content=(".theme-doc-markdown", "#__blog-post-container", "article", "main"),
        drop=(
            "a.hash-link",
            ".theme-doc-toc-mobile",
            ".theme-doc-footer",
            ".theme-doc-breadcrumbs",
            ".theme-doc-version-badge",
            ".theme-doc-version-banner",
            ".theme-edit-this-page",
            ".theme-last-updated",
            "nav.pagination-nav",
            "div[class*=buttonGroup]",
            "[class*=cardTitleIcon]",
            "[class*=playgroundHeader]",
            "[class*=playgroundPreview]",
            ".edit-page-link",
        ),
        site=".navbar__title, .headerTitle",
        tags=".theme-doc-footer a[rel=tag]",
        case="platform-docusaurus",
    ),
    Platform(
        name="vitepress",
        signals=(MetaContains("generator", "vitepress"),),
        content=(".VPHome", "main .vp-doc", ".vp-doc", "main"),
        drop=("a.header-anchor", "button.copy", ".line-numbers-wrapper", ".VPDocFooter", ".VPFeature .icon"),
        drop_if_in_page=("nav.table-of-contents",),
        site=".VPNavBarTitle .title",
        case="platform-vitepress",
    ),
    Platform(
        name="vuepress",
        signals=(
            MetaContains("generator", "vuepress"),
            HasSelector("[vp-content]"),
            AllOf((HasSelector("#app .theme-default-content"), HasSelector(".theme-container, .vp-theme-container"))),
        ),
        content=(
            "main.vp-home",
            "main.home",
            "[vp-content]",
            ".theme-default-content",
            ".theme-hope-content",
            "main",
        ),
        drop=(
            "button.copy",
            "button.vp-copy-code-button",
            ".line-numbers",
            ".line-numbers-wrapper",
            ".highlight-lines",
            ".page-edit",
            ".page-nav",
            ".vp-page-meta",
            ".vp-page-nav",
            ".vp-footer",
            "main.home > .footer",
            "span:has(> svg.outbound)",
            "a.header-anchor:not(:has(span))",
        ),
        unwrap=(":is(h1, h2, h3, h4, h5, h6) > a.header-anchor",),
        drop_if_in_page=(".table-of-contents",),
        site=".vp-site-name, .site-name",
        case="platform-vuepress",
    ),
    Platform(
        name="starlight",
        signals=(MetaContains("generator", "starlight"),),
        content=("main[data-pagefind-body]", "main"),
        drop=(
            "a.sl-anchor-link",
            "footer",
            "starlight-toc",
            "mobile-starlight-toc",
            ".sl-banner",
            ".expressive-code .copy",
            ".expressive-code .sr-only",
            "starlight-file-tree .sr-only",
        ),
        unwrap=("starlight-file-tree details", "starlight-file-tree summary"),
        site="a.site-title",
        case="platform-starlight",
    ),
    Platform(
        name="gitbook",
        signals=(
            MetaContains("generator", "honkit"),
            AllOf((HasAsset("gitbook/"), HasSelector("section.markdown-section"))),
            HasSelector("div.book-body section.markdown-section"),
        ),
        content=("section.markdown-section", "div.page-inner"),
        drop=(
            "a.plugin-anchor",
            "a.anchor-navigation-ex-anchor",
            "#anchor-navigation-ex-navbar",
            "#anchorNavigationExGoTop",
            "a#goTop",
            "footer.page-footer",
        ),
        title="section.markdown-section :is(h1, h2)",
        case="platform-gitbook",
    ),
    Platform(
        name="gitbook",
        signals=(
            AllOf((MetaContains("generator", "gitbook"), HasSelector("main"))),
            HasSelector("main [data-content-ref-root]"),
        ),
        content=("main > header, main [data-content-ref-root]", "main"),
        join=True,
        drop=("nav", ".sr-only", "[role=tablist] [aria-haspopup]"),
        case="platform-gitbook-app",
    ),
    Platform(
        name="readme",
        signals=(
            AllOf((MetaContains("readme-deploy", ""), HasSelector(".rm-Article"))),
            AllOf((MetaContains("readme-version", ""), HasSelector(".rm-Article"))),
            HasSelector("main .rm-Article, .rm-Guides .rm-Article"),
        ),
        content=(".rm-Article",),
        drop=(
            "nav:not(.TabGroup-nav)",
            "a.heading-anchor-icon",
            "a.suggestEdits",
            ".PageThumbs",
            ".UpdatedAt",
            ".DateLine",
            ".rm-Pagination",
        ),
        case="platform-readme",
    ),
    Platform(
        name="nextra",
        signals=(
            HasSelector("article.nextra-content"),
            HasSelector(".nextra-navbar, .nextra-toc, .nextra-breadcrumb, .nextra-code"),
        ),
        content=("article.nextra-content > main", "article > main", "article.nextra-content", "main", "article"),
        drop=(
            ".nextra-breadcrumb",
            "a.subheading-anchor:not([id])",
            ".nx-sr-only",
            ".x\\:sr-only",
            "nav",
            "main > div:last-child:has(> a[title])",
            "[role=tabpanel] > h3[style*='visibility:hidden']",
            ".pagefind-ui",
        ),
        unwrap=(".nextra-filetree button",),
        case="platform-nextra",
    ),
    Platform(
        name="fumadocs",
        signals=(HasSelector("#nd-page, #nd-docs-layout, #nd-notebook-layout, #nd-home-layout"),),
        content=("#nd-page article", "article#nd-page", "#nd-page"),
        drop=(
            "#nd-tocnav",
            "#nd-toc",
            "article > div.text-fd-muted-foreground:has(+ h1)",
            "#nd-page > div.text-fd-muted-foreground:has(+ h1)",
            "article > div.grid:has(> a)",
            "button[aria-label='Copy Text'], button[aria-label='Copy Link']",
        ),
        unwrap=(
            ":is(h1, h2, h3, h4, h5, h6) > a[data-card]",
            "[style*='--callout-color'] > div:not([role=none])",
            ":is(h2, h3, h4) > button[data-state], div[data-state] > button[data-state]",
        ),
        mark=(
            ("[style*='--color-fd-info']", "callout callout-info"),
            ("[style*='--color-fd-warning']", "callout callout-warning"),
            ("[style*='--color-fd-error']", "callout callout-error"),
            ("[style*='--color-fd-success']", "callout callout-success"),
            ("[style*='--color-fd-idea']", "callout callout-tip"),
            ("[style*='--callout-color'] > p.font-medium", "callout-title"),
        ),
        case="platform-fumadocs",
    ),
    Platform(
        name="docsify",
        signals=(
            AllOf(
                (HasSelector("section.content > article.markdown-section"), HasSelector(".app-name, .sidebar-toggle"))
            ),
        ),
        content=("article.markdown-section",),
        drop=(".docsify-copy-code-button", ".docsify-pagination-container"),
        unwrap=(":is(h1, h2, h3, h4, h5, h6) > a.anchor",),
        mark=(("p.tip", "callout callout-important"), ("p.warn", "callout callout-tip")),
        case="platform-docsify",
    ),
    Platform(
        name="storybook",
        signals=(HasSelector("#storybook-root ~ #storybook-docs, #storybook-docs ~ #storybook-root"),),
        content=("#storybook-docs .sbdocs-content", "#storybook-docs", "#storybook-root"),
        drop=(".docblock-code-toggle",),
        unwrap=("pre:has(pre.prismjs)",),
        case="platform-storybook",
    ),
    Platform(
        name="jupyter",
        signals=(HasBodyClass("jp-Notebook"), HasSelector("#notebook-container > .cell")),
        content=("main", "#notebook-container", "body"),
        drop=(".jp-InputPrompt", ".jp-OutputPrompt", "div.prompt", "a.anchor-link"),
        case="platform-jupyter",
    ),
    Platform(
        name="mintlify",
        signals=(
            MetaContains("generator", "mintlify"),
            AllOf((HasSelector("#content-area"), HasSelector("div.mdx-content"))),
        ),
        content=("#content-area #header, #content-area .mdx-content", "#content-area"),
        join=True,
        drop=(
            "#page-context-menu",
            "#pagination",
            ".feedback-toolbar",
            ".eyebrow",
            "[data-component-part=callout-icon]",
            "[data-component-part=step-number]",
            "a[aria-label='Navigate to header']",
            ":is(h1, h2, h3, h4, h5, h6) > a[aria-label^='Navigate to header']",
            ":is(h1, h2, h3, h4, h5, h6) > div:has(> a[aria-label^='Navigate to header'])",
        ),
        title="#page-title",
        case="platform-mintlify",
    ),
    Platform(
        name="docsy",
        signals=(AllOf((MetaContains("generator", "hugo"), HasSelector("div.td-content"))),),
        content=("div.td-content",),
        drop=(
            "a.td-heading-self-link",
            ".td-page-meta",
            "#pre-footer",
            ".taxonomy",
            ".reading-time",
            "ul.td-pager",
            "[class*='feedback--']",
            ".td-page-meta__lastmod",
        ),
        site=".navbar-brand__name",
        tags=".taxonomy-terms-article .taxonomy-label",
        case="platform-docsy",
    ),
    Platform(
        name="hugo-book",
        signals=(
            AllOf((MetaContains("generator", "hugo"), HasSelector("aside.book-menu"))),
            HasSelector("main.container > aside.book-menu"),
        ),
        content=("article.book-article", "article.markdown", ".book-page"),
        drop=(":is(h1, h2, h3, h4, h5, h6) > a.anchor", ".book-header", ".book-footer", ".book-comments"),
        site=".book-brand",
        case="platform-hugo-book",
    ),
    Platform(
        name="hugo-geekdoc",
        signals=(HasSelector("article.gdoc-markdown, div.gdoc-page"),),
        content=("article.gdoc-markdown", ".gdoc-page"),
        drop=("a.gdoc-page__anchor", ".gdoc-page__header", ".gdoc-page__footer"),
        site=".gdoc-brand",
        case="platform-hugo-geekdoc",
    ),
    Platform(
        name="just-the-docs",
        signals=(HasAsset("just-the-docs"),),
        content=("#main-content main", ".main-content main", "#main-content", ".main-content"),
        drop=("a.anchor-heading", "nav", "#back-to-top"),
        site="a.site-title",
        case="platform-just-the-docs",
    ),
)
