"""Meaning of an element by its class and style, where its tag does not tell."""

import re
from enum import Enum, auto
from functools import lru_cache


class Hint(Enum):
    """What an element is, going by its class."""

    FORMULA = auto()
    MUTED = auto()
    QUOTE = auto()
    STRONG = auto()
    CAPTION = auto()
    FIGURE = auto()


_TOKENS = {
    **dict.fromkeys(("katex", "mwe-math-element", "mathjax_chtml", "mathjax_svg"), Hint.FORMULA),
    **dict.fromkeys(
        ("mathjax", "mathjax_display", "mathjax_preview", "mw-editsection", "headerlink", "linenos", "linenodiv",
         "gutter",
         "hljs-ln-numbers", "blob-num", "line-numbers-rows", "mw-cite-backlink", "anchorjs-link",
         "inline-template"),
        Hint.MUTED,
    ),
    **dict.fromkeys(("quote", "bbcode_quote", "quotecontent", "quote_body"), Hint.QUOTE),
    **dict.fromkeys(("admonition-title", "admonition__title"), Hint.STRONG),
    **dict.fromkeys(("wp-caption-text", "thumbcaption", "gallerytext"), Hint.CAPTION),
    **dict.fromkeys(("wp-caption", "thumbinner"), Hint.FIGURE),
}  # fmt: skip
_BOLD = re.compile(r"font-weight\s*:\s*(?:bold|bolder|[6-9]00)\b", re.IGNORECASE)
_ITALIC = re.compile(r"font-style\s*:\s*(?:italic|oblique)\b", re.IGNORECASE)
_DECORATED = re.compile(r"text-decoration[\w-]{0,40}+\s*+:", re.IGNORECASE)
_PERMALINKS = frozenset(
    ["", "¶", "#", "§", "🔗", "⚓", "∞", "Link", "Permalink", "link", "permalink", "Copy link", "[edit]"]
)
_WAY_BACK = re.compile(
    r"[\s↩↑^←⬆︎⤴\[\]]*|(?:jump|go) (?:up|back)\b.{0,20}|(?:back|return)(?: to (?:text|content|article))?", re.IGNORECASE
)


@lru_cache(maxsize=8192)
def of_names(names: str | None) -> Hint | None:
    """What a class attribute says, if anything; the same few classes are asked about again and again."""
    if not names:
        return None
    for name in names.lower().split():
        if name in _TOKENS:
            return _TOKENS[name]
    return None


def is_display(names: str | None) -> bool:
    """Whether a class says that a formula stands on a line of its own."""
    return bool(names) and ("display" in names or "mwe-math-block" in names)  # type: ignore[operator]


def style_of(style: str) -> str | None:
    """The style that a style attribute gives to words."""
    if _BOLD.search(style):
        return "strong"
    if _ITALIC.search(style):
        return "emphasis"
    return "strike" if any(map(_is_struck, style.split(";"))) else None


def _is_struck(declaration: str) -> bool:
    """Whether a declaration of a style attribute strikes words out."""
    found = _DECORATED.search(declaration)
    return found is not None and "line-through" in declaration[found.end() :].lower()


def aria_level(written: str | None) -> int:
    """A heading's level by its aria-level attribute; 2 unless that says something sensible."""
    return int(written) if written and written in "123456" and len(written) == 1 else 2


def is_permalink(label: str) -> bool:
    """Whether a link in a heading only leads to that heading."""
    return label.strip("\u200b\u2060\ufeff\ufe0e\ufe0f") in _PERMALINKS


def is_way_back(label: str) -> bool:
    """Whether a link in a footnote leads back to its mark."""
    return _WAY_BACK.fullmatch(label) is not None
