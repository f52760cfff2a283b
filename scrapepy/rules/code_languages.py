"""Where pages state the language of a code block.

The language is taken as the page states it, in lower case, and never guessed. What a highlighter writes where no
language was stated (``default``, ``none``) is none.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LanguagePrefix:
    """A class that starts with ``prefix`` names the language in its rest.

    ``known_only``: other classes start so too, therefore the rest must be in :data:`LANGUAGES` unless one of ``beside``
    stands next to it.
    """

    prefix: str
    known_only: bool
    why: str
    beside: tuple[str, ...] = ()


PREFIXES: tuple[LanguagePrefix, ...] = (
    LanguagePrefix("language-", False, "HTML standard, 4.5.15; Prism, highlight.js, Rouge, Shiki"),
    LanguagePrefix("lang-", True, "markdown-it, Google prettify; also marks the language of prose", ("prettyprint",)),
    LanguagePrefix("highlight-source-", False, "GitHub: highlight-source-shell"),
    LanguagePrefix("highlight-text-", False, "GitHub: highlight-text-html-basic"),
    LanguagePrefix("highlight-", True, "Sphinx: highlight-python3; themes have highlight-box", ("notranslate",)),
    LanguagePrefix("mw-highlight-lang-", False, "MediaWiki"),
    LanguagePrefix("src-", True, "Org mode: src-emacs-lisp"),
    LanguagePrefix("user-", True, "Texinfo: div.example.user-python"),
    LanguagePrefix("tab-", True, "Slate and Shins: pre.highlight.tab-python, which a tab chooses"),
    LanguagePrefix("hl-", True, "nbconvert: div.highlight.hl-ipython3"),
    LanguagePrefix("brush:", False, "SyntaxHighlighter: class='brush: python'"),
)

LANGUAGE_ATTRIBUTES = ("data-lang", "data-language", "data-code-lang", "data-mc-code-lang", "data-codeblock-lang")
"""Chroma and Asciidoctor, Expressive Code and Nextra, MadCap Flare."""

BRUSH_ATTRIBUTE = "data-syntaxhighlighter-params"
"""Confluence: ``brush: java; gutter: false``."""

MARKERS = frozenset({
    "hljs", "sourcecode", "highlight", "prettyprint", "rust-example-rendered", "syntaxhighlighter", "chroma",
    "makeup", "shiki", "prism-code", "codehilite", "src", "rouge", "ruby-from-ruby", "programlisting",
})  # fmt: skip
"""Classes that say "highlighted code": a known language may stand beside them as a plain class."""

NO_LANGUAGE = frozenset({
    "default", "none", "null", "undefined", "nohighlight", "no-highlight", "plain-text-none", "auto", "guess",
    "unknown", "un-highlighted", "nohighlight-code", "fallback",
    "myst-ansi",
})  # fmt: skip
"""Highlighters' words for: no language was stated."""

LANGUAGES = frozenset({
    "abap", "abnf", "ada", "apache", "apacheconf", "apl", "applescript", "arduino", "asciidoc", "asm",
    "assembly", "autohotkey", "awk", "bash", "bat", "batch", "bibtex", "blade", "bnf", "c", "c#", "c++", "cl",
    "clj", "cljs", "clojure", "cmake", "cobol", "coffee", "coffeescript", "common-lisp", "console", "cpp", "cs",
    "csharp", "css", "csv", "cuda", "cxx", "cypher", "cython", "d", "dart", "diff", "django", "docker",
    "dockerfile", "dosini", "dot", "dotenv", "ebnf", "elisp", "elixir", "elm", "emacs-lisp", "emacslisp", "erb",
    "erlang", "ex", "fish", "forth", "fortran", "fsharp", "gcode", "gherkin", "git", "gitignore", "glsl",
    "gnuplot", "go", "golang", "gradle", "graphql", "graphviz", "groovy", "handlebars", "haskell", "haml",
    "hbs", "hcl", "hlsl", "hs", "html", "html+jinja", "http", "idl", "idris", "ini", "ipython", "ipython3", "j",
    "java", "javascript", "jinja", "jinja2", "jl", "js", "json", "json5", "jsonc", "jsonnet", "jsp", "jsx",
    "julia", "kotlin", "kt", "latex", "ldif", "less", "lisp", "liquid", "llvm", "log", "lua", "make",
    "makefile", "markdown", "mathematica", "matlab", "md", "mdx", "mermaid", "mjs", "ml", "mysql", "nasm",
    "nginx", "nim", "nix", "objc", "objective-c", "objectivec", "ocaml", "octave", "pascal", "perl", "pgsql",
    "php", "plantuml", "plpgsql", "po", "postgres", "postgresql", "postscript", "powershell", "prolog",
    "properties", "proto", "protobuf", "ps1", "pug", "puppet", "py", "py3", "pycon", "pycon3", "pytb", "python",
    "python2", "python3", "qml", "r", "racket", "rb", "reg", "regex", "rest", "restructuredtext", "rs", "rst",
    "ruby", "rust", "sas", "sass", "scala", "scheme", "scm", "scss", "sed", "sh", "shell", "shell-session",
    "shellsession", "smali", "smalltalk", "smarty", "solidity", "sparql", "sql", "sqlite", "stata", "svelte",
    "svg", "swift", "systemd", "tcl", "tcsh", "terraform", "tex", "text", "textile", "tf", "thrift", "toml",
    "ts", "tsx", "twig", "txt", "typescript", "vala", "vb", "vbnet", "verilog", "vhdl", "vim", "viml", "vue",
    "wasm", "wat", "xhtml", "xml", "xquery", "xslt", "yaml", "yml", "zig", "zsh",
})  # fmt: skip
