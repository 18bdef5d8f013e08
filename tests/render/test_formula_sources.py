"""Formulas from every place a page keeps their source in, and dollar signs that are no formulas."""

import pytest

from maintext import extract

SQUARE = r"a^2 = \sqrt{b}"
INLINE = {
    "an attribute": rf'<span class="katex" data-latex="{SQUARE}"><math><mi>a</mi></math></span>',
    "Temml": rf'<span class="hurmet-tex" data-entry="{SQUARE}"><math><mi>a</mi></math></span>',
    "WordPress": rf'<img class="latex" src="https://s0.wp.com/latex.php?latex=x" alt="{SQUARE}">',
    "an image server": '<img src="https://latex.codecogs.com/svg.latex?a%5E2%20%3D%20%5Csqrt%7Bb%7D">',
    "an alternative text": rf'<img src="/eq1.png" alt="${SQUARE}$">',
    "Wikipedia": rf'<img class="mwe-math-fallback-image-inline" src="/x.svg" alt="{{\displaystyle {SQUARE}}}">',
    "dollar signs": rf"${SQUARE}$",
    "parentheses": rf"\({SQUARE}\)",
}


@pytest.mark.parametrize("name", INLINE)
def test_formulas_in_a_sentence(name: str) -> None:
    found = extract(f"<p>Here {INLINE[name]} holds.</p>", extractor="all", url="https://example.org/")
    assert found.markdown == rf"Here ${SQUARE}$ holds."
    assert rf"\({SQUARE}\)" in found.html
    images_off = extract(f"<p>Here {INLINE[name]} holds.</p>", extractor="all", include_images=False)
    assert images_off.text == found.text


def test_a_formula_image_of_its_own_is_displayed() -> None:
    html = rf'<p>It holds that</p><p><img src="/e.svg" alt="{SQUARE}"></p><p>always.</p>'
    assert extract(html, extractor="all").markdown == f"It holds that\n\n$${SQUARE}$$\n\nalways."


@pytest.mark.parametrize(
    "text", ["It costs $100 or $200.", "From $5 to $9 a day", "US$ and A$", "set $HOME and $PATH", "a $ b $ c"]
)
def test_dollar_signs_that_are_no_formulas(text: str) -> None:
    assert "formula" not in extract(f"<p>{text}</p>", extractor="all").to_tei()


@pytest.mark.parametrize(
    ("mathml", "tex"),
    [
        ('<mfrac linethickness="0"><mi>n</mi><mi>k</mi></mfrac>', r"{n \atop k}"),
        ('<menclose notation="top"><mi>A</mi></menclose>', r"\overline{A}"),
        ('<menclose notation="longdiv"><mi>A</mi></menclose>', "A"),
    ],
)
def test_mathml_by_its_attributes(mathml: str, tex: str) -> None:
    assert extract(f"<p>x <math>{mathml}</math></p>", extractor="all").markdown == f"x ${tex}$"
