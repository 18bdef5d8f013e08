"""The meaning of an element by its class or style, if its tag has none."""

import re
from enum import Enum, auto
from functools import lru_cache


class Hint(Enum):
    """The meaning of an element according to its class."""

    FORMULA = auto()
    MUTED = auto()
    QUOTE = auto()
    STRONG = auto()
    CAPTION = auto()
    FIGURE = auto()
    CALLOUT = auto()


_TOKENS = {
    **dict.fromkeys(("katex", "mwe-math-element", "mathjax_chtml", "mathjax_svg"), Hint.FORMULA),
    **dict.fromkeys(
        ("mathjax", "mathjax_display", "mathjax_preview", "mw-editsection", "headerlink", "linenos", "linenodiv",
         "lineno", "rouge-gutter", "gutter",
         "hljs-ln-numbers", "blob-num", "line-numbers-rows", "mw-cite-backlink", "anchorjs-link",
         "inline-template"),
        Hint.MUTED,
    ),
    **dict.fromkeys(("quote", "bbcode_quote", "quotecontent", "quote_body"), Hint.QUOTE),
    **dict.fromkeys(
        ("admonition-title", "admonition__title", "markdown-alert-title", "custom-block-title", "alert-title",
         "alert-heading", "callout-title", "callout__title", "starlight-aside__title", "hint-container-title"),
        Hint.STRONG,
    ),
    **dict.fromkeys(("wp-caption-text", "thumbcaption", "gallerytext"), Hint.CAPTION),
    **dict.fromkeys(("wp-caption", "thumbinner"), Hint.FIGURE),
}  # fmt: skip
_CALLOUTS = frozenset(
    "admonition admonitionblock theme-admonition callout markdown-alert alert custom-block notecard starlight-aside "
    "hint-container markdown-hint confluence-information-macro rst-admonition".split()
)
_CALLOUT_KINDS = {
    **dict.fromkeys(
        (
            "note",
            "info",
            "information",
            "seealso",
            "abstract",
            "summary",
            "question",
            "faq",
            "todo",
            "example",
            "secondary",
            "primary",
            "quote",
        ),
        "note",
    ),
    **dict.fromkeys(("tip", "hint", "success", "check", "done"), "tip"),
    "important": "important",
    **dict.fromkeys(("warning", "attention", "warn"), "warning"),
    **dict.fromkeys(("caution", "danger", "error", "bug", "failure", "fail"), "caution"),
}
_BOLD = re.compile(r"font-weight\s*:\s*(?:bold|bolder|[6-9]00)\b", re.IGNORECASE)
_ITALIC = re.compile(r"font-style\s*:\s*(?:italic|oblique)\b", re.IGNORECASE)
_DECORATED = re.compile(r"text-decoration[\w-]{0,40}+\s*+:", re.IGNORECASE)
_PERMALINKS = frozenset(
    ["", "¶", "#", "§", "🔗", "⚓", "∞", "Link", "Permalink", "link", "permalink", "Copy link", "[edit]"]
)


@lru_cache(maxsize=8192)
def hint_of_classes(names: str | None) -> Hint | None:
    """The meaning of a class attribute; None if it has none."""
    if not names:
        return None
    tokens = names.lower().split()
    for name in tokens:
        if name in _TOKENS:
            return _TOKENS[name]
    return None if _CALLOUTS.isdisjoint(tokens) else Hint.CALLOUT


@lru_cache(maxsize=1024)
def callout_kind(names: str, named: str | None = None) -> str:
    """The kind of a callout by its class or the attribute that names it; empty if it has none."""
    words = re.split(r"[\s_-]+", f"{named or ''} {names}".lower())
    return next((_CALLOUT_KINDS[word] for word in words if word in _CALLOUT_KINDS), "")


def is_display(names: str | None) -> bool:
    """Whether a class marks a display formula, which has its own line."""
    return bool(names) and ("display" in names or "mwe-math-block" in names)  # type: ignore[operator]


def style_of(style: str) -> str | None:
    """The text style that a style attribute sets; None if it sets none."""
    if _BOLD.search(style):
        return "strong"
    if _ITALIC.search(style):
        return "emphasis"
    return "strike" if any(map(_is_struck, style.split(";"))) else None


def _is_struck(declaration: str) -> bool:
    """Whether a declaration of a style attribute sets strikethrough."""
    found = _DECORATED.search(declaration)
    return found is not None and "line-through" in declaration[found.end() :].lower()


def aria_level(written: str | None) -> int:
    """The level of a heading by its aria-level attribute; 2 if that is missing or invalid."""
    return int(written) if written and written in "123456" and len(written) == 1 else 2


def is_permalink(label: str) -> bool:
    """Whether a link in a heading is a permanent link to that heading."""
    return label.strip("\u200b\u2060\ufeff\ufe0e\ufe0f") in _PERMALINKS
