"""MathML as TeX, for pages that hold nothing better (MathML Core, its common elements)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrapepy.web.html import Node

_SYMBOLS = {
    "−": "-", "×": r"\times", "·": r"\cdot", "⋅": r"\cdot", "÷": r"\div",
    "±": r"\pm", "∓": r"\mp", "≤": r"\le", "≥": r"\ge", "≠": r"\ne",
    "≈": r"\approx", "≡": r"\equiv", "∼": r"\sim", "→": r"\to", "←": r"\leftarrow",
    "⇒": r"\Rightarrow", "⇔": r"\Leftrightarrow", "∈": r"\in", "∉": r"\notin", "⊂": r"\subset",
    "⊆": r"\subseteq", "∪": r"\cup", "∩": r"\cap", "∅": r"\emptyset", "∀": r"\forall",
    "∃": r"\exists", "∧": r"\land", "∨": r"\lor", "¬": r"\lnot", "∑": r"\sum",
    "∏": r"\prod", "∫": r"\int", "∂": r"\partial", "∇": r"\nabla", "∞": r"\infty",
    "√": r"\sqrt", "…": r"\dots", "⋯": r"\cdots", "∘": r"\circ", "⟨": r"\langle",
    "⟩": r"\rangle", "α": r"\alpha", "β": r"\beta", "γ": r"\gamma", "δ": r"\delta",
    "ε": r"\epsilon", "ϵ": r"\epsilon", "ζ": r"\zeta", "η": r"\eta", "θ": r"\theta",
    "ι": r"\iota", "κ": r"\kappa", "λ": r"\lambda", "μ": r"\mu", "ν": r"\nu",
    "ξ": r"\xi", "π": r"\pi", "ρ": r"\rho", "σ": r"\sigma", "τ": r"\tau",
    "υ": r"\upsilon", "φ": r"\phi", "ϕ": r"\phi", "χ": r"\chi", "ψ": r"\psi",
    "ω": r"\omega", "Γ": r"\Gamma", "Δ": r"\Delta", "Θ": r"\Theta", "Λ": r"\Lambda",
    "Ξ": r"\Xi", "Π": r"\Pi", "Σ": r"\Sigma", "Φ": r"\Phi", "Ψ": r"\Psi",
    "Ω": r"\Omega", "{": r"\{", "}": r"\}", "%": r"\%", "&": r"\&",
    "#": r"\#", "$": r"\$", "\u2061": "", "\u2062": "", "\u2063": "",
    "\u2064": "", "\xa0": " ",
}  # fmt: skip
_ACCENTS = {
    "^": "hat",
    "ˆ": "hat",
    "¯": "bar",
    "‾": "overline",
    "~": "tilde",
    "˜": "tilde",
    "→": "vec",
    "˙": "dot",
    "¨": "ddot",
}
_FUNCTIONS = frozenset(
    {
        "sin",
        "cos",
        "tan",
        "log",
        "ln",
        "exp",
        "min",
        "max",
        "lim",
        "sup",
        "inf",
        "det",
        "gcd",
        "arg",
        "dim",
        "ker",
        "deg",
        "Pr",
    }
)
_DEEPEST = 60


def tex_of(math: Node) -> str:
    """The TeX of a ``math`` element: its annotation, its ``alttext``, else made from its elements."""
    annotation = math.css_first('annotation[encoding="application/x-tex"]')
    if annotation is not None and annotation.text().strip():
        return annotation.text().strip()
    alternative = math.attributes.get("alttext")
    if alternative:
        return alternative.strip()
    return re.sub(r"\s+", " ", _row(_elements(math), 0)).strip()


def _elements(node: Node) -> list[Node]:
    return [child for child in node.iter() if (child.tag or "-")[0] != "-"]


def _row(nodes: list[Node], depth: int) -> str:
    out = ""
    for node in nodes:
        piece = _tex(node, depth)
        if re.search(r"\\[A-Za-z]+$", out) and piece[:1].isalpha():
            out += " "
        out += piece
    return out


def _group(node: Node, depth: int) -> str:
    return f"{{{_tex(node, depth)}}}"


def _tex(node: Node, depth: int) -> str:
    tag = (node.tag or "").lower()
    if depth > _DEEPEST:
        return _token(node)
    parts = _elements(node)
    depth += 1
    if tag in ("mi", "mn", "mo", "ms"):
        return _token(node)
    if tag == "mtext":
        text = node.text()
        return rf"\text{{{text}}}" if text.strip() else " "
    if tag == "mspace":
        return " "
    if tag in ("annotation", "annotation-xml", "mphantom"):
        return ""
    if tag in _BY_COUNT and len(parts) == _BY_COUNT[tag]:
        return _scripts(tag, parts, depth)
    if tag == "msqrt":
        return rf"\sqrt{{{_row(parts, depth)}}}"
    if tag == "mfenced":
        opening, closing = node.attributes.get("open") or "(", node.attributes.get("close") or ")"
        return rf"\left{opening}" + ",".join(_tex(part, depth) for part in parts) + rf"\right{closing}"
    if tag == "mtable":
        rows = [" & ".join(_row(_elements(cell), depth) for cell in _elements(row)) for row in parts]
        return r"\begin{matrix}" + r" \\ ".join(rows) + r"\end{matrix}"
    return _row(parts, depth) if parts else _token(node)


_BY_COUNT = {"mfrac": 2, "mroot": 2, "msup": 2, "msub": 2, "msubsup": 3, "mover": 2, "munder": 2, "munderover": 3}


def _scripts(tag: str, parts: list[Node], depth: int) -> str:
    base = _tex(parts[0], depth)
    if tag == "mfrac":
        return rf"\frac{{{base}}}{_group(parts[1], depth)}"
    if tag == "mroot":
        return rf"\sqrt[{_tex(parts[1], depth)}]{{{base}}}"
    if tag == "mover":
        accent = _ACCENTS.get(parts[1].text().strip())
        if accent:
            return rf"\{accent}{{{base}}}"
    if len(base) > 1 and (parts[0].tag or "") == "mrow" and len(_elements(parts[0])) > 1:
        base = f"{{{base}}}"
    if tag in ("msup", "mover"):
        return f"{base}^{_group(parts[1], depth)}"
    if tag in ("msub", "munder"):
        return f"{base}_{_group(parts[1], depth)}"
    return f"{base}_{_group(parts[1], depth)}^{_group(parts[2], depth)}"


def _token(node: Node) -> str:
    text = " ".join(node.text().split())
    if text in _FUNCTIONS:
        return "\\" + text
    if len(text) > 1 and text.isalpha() and (node.tag or "") == "mi":
        return rf"\mathrm{{{text}}}"
    return "".join(_symbol(character) for character in text)


def _symbol(character: str) -> str:
    written = _SYMBOLS.get(character, character)
    return written + " " if written[:1] == "\\" and written[-1:].isalpha() else written
