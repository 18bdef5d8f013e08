"""Formulas as LaTeX: the source if the page contains it (KaTeX, MathJax, annotations), else converted from MathML."""

import re
from collections.abc import Callable, Iterator
from string import ascii_letters

from maintext.page.parsing.tree import Tree

_DEPTH = 60
_TEX = ("application/x-tex", "text/x-tex", "tex", "latex", "application/x-latex")
_SOURCES = ("data-latex", "data-tex", "data-entry", "data-math", "data-formula", "data-expr")
"""Attributes in which renderers keep the source of a formula."""
_DISPLAYSTYLE = r"{\displaystyle"
_OPERATORS = {
    "−": "-", "×": r"\times", "⋅": r"\cdot", "·": r"\cdot", "∗": "*", "÷": r"\div", "±": r"\pm", "∓": r"\mp",
    "≤": r"\le", "≥": r"\ge", "≠": r"\ne", "≈": r"\approx", "≡": r"\equiv", "∼": r"\sim", "≃": r"\simeq",
    "∝": r"\propto", "∞": r"\infty", "∈": r"\in", "∉": r"\notin", "⊂": r"\subset", "⊆": r"\subseteq", "∪": r"\cup",
    "∩": r"\cap", "∅": r"\emptyset", "∀": r"\forall", "∃": r"\exists", "¬": r"\neg", "∧": r"\land", "∨": r"\lor",
    "→": r"\to", "←": r"\leftarrow", "⇒": r"\Rightarrow", "⇔": r"\Leftrightarrow", "↦": r"\mapsto", "∂": r"\partial",
    "∇": r"\nabla", "∑": r"\sum", "∏": r"\prod", "∫": r"\int", "∮": r"\oint", "√": r"\sqrt", "…": r"\ldots",
    "⋯": r"\cdots", "⋮": r"\vdots", "′": "'", "″": "''", "‖": r"\|", "⟨": r"\langle", "⟩": r"\rangle", "⌊": r"\lfloor",
    "⌋": r"\rfloor", "⌈": r"\lceil", "⌉": r"\rceil", "{": r"\{", "}": r"\}", "%": r"\%", "#": r"\#", "&": r"\&",
    "$": r"\$", "_": r"\_", "∘": r"\circ", "⊗": r"\otimes", "⊕": r"\oplus", "ℓ": r"\ell", "ℏ": r"\hbar",
    "°": r"^{\circ}", "⁡": "", "⁢": "", "⁣": "", "\u00a0": " ", "\\": r"\backslash",
}  # fmt: skip
_GREEK = dict(
    zip(
        "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΥΦΨΩϵϕϑ",
        "alpha beta gamma delta varepsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon varphi "
        "chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega epsilon phi vartheta".split(),
        strict=True,
    )
)
_FUNCTIONS = frozenset(
    "sin cos tan cot sec csc log ln exp lim max min sup inf arcsin arccos arctan sinh cosh tanh det dim ker gcd".split()
)
_ACCENTS = {"¯": "bar", "‾": "overline", "^": "hat", "ˆ": "hat", "~": "tilde", "˜": "tilde", "→": "vec", "⃗": "vec",
            "˙": "dot", "¨": "ddot", "⏞": "overbrace"}  # fmt: skip


def latex_of(tree: Tree, element: int) -> str:
    """The LaTeX of a math element, a KaTeX span, a MathJax container or a script; empty if there is none."""
    if tree.tags[element] == "script":
        return tree.elements.text(element).strip()
    for holder in (element, tree.parents[element]):
        for name in _SOURCES if holder >= 0 else ():
            if source := tree.elements.get(holder, name):
                return _strip_wikipedia_wrapper(source)
    for note in _inside(tree, element, "annotation"):
        if (tree.elements.get(note, "encoding") or "").lower() in _TEX:
            return _strip_wikipedia_wrapper(tree.elements.text(note))
    math = _math(tree, element)
    if math is None:
        return ""
    return _strip_wikipedia_wrapper(tree.elements.get(math, "alttext") or "") or _convert(tree, math, 0).strip()


def is_display(tree: Tree, element: int) -> bool:
    """Whether a formula is a display formula, which has its own line."""
    get = tree.elements.get
    if tree.tags[element] == "script":
        return "mode=display" in (get(element, "type") or "")
    if (get(element, "display") or "") in ("block", "true"):
        return True
    math = _math(tree, element)
    return math is not None and get(math, "display") == "block"


def _math(tree: Tree, element: int) -> int | None:
    """The element itself if it is a math element, else the first one inside it; None if there is none."""
    return element if tree.tags[element] == "math" else next(_inside(tree, element, "math"), None)


def _inside(tree: Tree, element: int, tag: str) -> Iterator[int]:
    """The elements with this tag inside an element."""
    end = tree.ends[element]
    try:
        while True:
            element = tree.tags.index(tag, element + 1, end)
            yield element
    except ValueError:
        return


def _strip_wikipedia_wrapper(tex: str) -> str:
    """The LaTeX source without the wrapper that Wikipedia adds."""
    tex = tex.strip()
    if tex.startswith(_DISPLAYSTYLE) and tex.endswith("}"):
        return tex[len(_DISPLAYSTYLE) : -1].strip()
    return tex


def _convert(tree: Tree, element: int, depth: int) -> str:
    tag = tree.tags[element]
    if tag in ("mi", "mn", "mo", "mtext", "ms"):
        return _token(tag, " ".join(tree.elements.text(element).split()))
    if tag in ("annotation", "annotation-xml", "mphantom", "mprescripts") or depth > _DEPTH:
        return ""
    parts = [_convert(tree, child, depth + 1) for child in _children(tree, element)]
    if tag == "mfrac" and len(parts) == 2 and tree.elements.get(element, "linethickness") in ("0", "0px", "0em"):
        return rf"{{{parts[0]} \atop {parts[1]}}}"
    if tag == "menclose":
        return _enclosed(tree.elements.get(element, "notation") or "", _join(parts))
    make = _MAKERS.get(tag)
    if make is not None and len(parts) >= _NEEDED.get(tag, 0):
        return make(parts)
    if tag == "mfenced":
        get = tree.elements.get
        return (get(element, "open") or "(") + ", ".join(parts) + (get(element, "close") or ")")
    if not parts:
        loose = tree.elements.own_text(element).strip()
        return _token("mi", loose) if loose else ""
    return _join(parts)


def _enclosed(notation: str, inner: str) -> str:
    """A formula in a frame or with a line; an unknown notation is left out."""
    for name, command in (("top", "overline"), ("bottom", "underline"), ("box", "boxed"), ("strike", "cancel")):
        if name in notation:
            return rf"\{command}{{{inner}}}"
    return inner


def _children(tree: Tree, element: int) -> Iterator[int]:
    """The child elements of an element."""
    child, end = element + 1, tree.ends[element]
    while child < end:
        yield child
        child = tree.ends[child]


def _token(tag: str, text: str) -> str:
    if tag in ("mtext", "ms"):
        return rf"\text{{{text}}}" if text else ""
    if text in _FUNCTIONS:
        return "\\" + text
    if tag == "mi" and len(text) > 1 and text.isalpha() and text.isascii():
        return rf"\mathrm{{{text}}}"
    return _join([_OPERATORS.get(sign, "\\" + _GREEK[sign] if sign in _GREEK else sign) for sign in text])


def _join(parts: list[str]) -> str:
    """Join pieces of LaTeX, with a space between a command and a letter."""
    joined: list[str] = []
    command = backslash = False  # how the result so far ends
    for part in filter(None, parts):
        if command and part[0].isalpha():
            joined.append(" ")
            backslash = False
        before = part.rstrip(ascii_letters)
        command = before.endswith("\\") if before else backslash
        command = command and len(before) < len(part)
        backslash = part.endswith("\\")
        joined.append(part)
    return "".join(joined)


def _script(sign: str) -> Callable[[list[str]], str]:
    return lambda parts: f"{_base(parts[0])}{sign}{{{parts[1]}}}"


def _base(tex: str) -> str:
    return tex if len(tex) <= 1 or re.fullmatch(r"\\[A-Za-z]+", tex) else f"{{{tex}}}"


def _over(parts: list[str]) -> str:
    accent = _ACCENTS.get(parts[1]) or ("vec" if parts[1] == r"\to" else None)
    if accent:
        return rf"\{accent}{{{parts[0]}}}"
    return f"{_base(parts[0])}^{{{parts[1]}}}"


def _rows(parts: list[str]) -> str:
    return r"\begin{matrix} " + r" \\ ".join(parts) + r" \end{matrix}"


_NEEDED = {"mfrac": 2, "msup": 2, "msub": 2, "msubsup": 3, "mroot": 2, "mover": 2, "munder": 2, "munderover": 3}
_MAKERS: dict[str, Callable[[list[str]], str]] = {
    "mfrac": lambda parts: rf"\frac{{{parts[0]}}}{{{parts[1]}}}",
    "msup": _script("^"),
    "msub": _script("_"),
    "munder": _script("_"),
    "mover": _over,
    "msubsup": lambda parts: f"{_base(parts[0])}_{{{parts[1]}}}^{{{parts[2]}}}",
    "munderover": lambda parts: f"{_base(parts[0])}_{{{parts[1]}}}^{{{parts[2]}}}",
    "msqrt": lambda parts: rf"\sqrt{{{_join(parts)}}}",
    "mroot": lambda parts: rf"\sqrt[{parts[1]}]{{{parts[0]}}}",
    "mtable": _rows,
    "mtr": " & ".join,
}
