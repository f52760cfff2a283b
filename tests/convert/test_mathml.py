from __future__ import annotations

import pytest

from scrapepy.convert.mathml import tex_of
from scrapepy.web.html import parse

CASES = [
    ("<mi>x</mi>", "x"),
    ("<msub><mi>r</mi><mi>p</mi></msub>", "r_{p}"),
    ("<msup><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></msup>", "{a+b}^{2}"),
    ("<msubsup><mo>∑</mo><mn>0</mn><mi>n</mi></msubsup>", r"\sum _{0}^{n}"),
    ("<mfrac><mn>1</mn><mi>x</mi></mfrac>", r"\frac{1}{x}"),
    ("<msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt>", r"\sqrt{x+1}"),
    ("<mroot><mi>x</mi><mn>3</mn></mroot>", r"\sqrt[3]{x}"),
    ("<mi>sin</mi><mi>α</mi>", r"\sin\alpha"),
    ("<mi>π</mi><mi>r</mi>", r"\pi r"),
    ("<mover><mi>v</mi><mo>→</mo></mover>", r"\vec{v}"),
    ("<mi>rank</mi>", r"\mathrm{rank}"),
    ("<mtext>if </mtext><mi>x</mi>", r"\text{if }x"),
    ("<mo>{</mo><mi>x</mi><mo>}</mo>", r"\{x\}"),
    ("<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr></mtable>", r"\begin{matrix}1 & 2\end{matrix}"),
    ("<semantics><mi>y</mi><annotation encoding='application/x-tex'>x^2</annotation></semantics>", "x^2"),
]


@pytest.mark.parametrize(("inner", "tex"), CASES)
def test_tex_of(inner: str, tex: str) -> None:
    math = parse(f"<math>{inner}</math>").css_first("math")
    assert math is not None
    assert tex_of(math) == tex


def test_alternative_text() -> None:
    math = parse("<math alttext='a+b'><mi>a</mi></math>").css_first("math")
    assert math is not None
    assert tex_of(math) == "a+b"


def test_depth_is_bounded() -> None:
    math = parse("<math>" + "<mrow>" * 3000 + "<mi>x</mi>").css_first("math")
    assert math is not None
    assert tex_of(math) == "x"
