"""A document as the structure metrics see it: normalized items of each kind, and tables as rows of cells."""

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from maintext.page.words import words

Kind = Literal[
    "heading", "list-item", "cell", "link", "image", "code-line", "code-language", "formula", "footnote", "quotation"
]
KINDS: tuple[Kind, ...] = get_args(Kind)

Table = tuple[tuple[str, ...], ...]
"""Rows of normalized cells; a cell that spans several positions is in the first of them, and the others are empty."""


@dataclass(frozen=True, slots=True)
class DocumentItems:
    """The items of each kind with their number of occurrences, and the tables in order."""

    items: Mapping[Kind, Counter[str]] = field(default_factory=dict, hash=False)
    tables: tuple[Table, ...] = ()

    def of(self, kind: Kind) -> Counter[str]:
        """The items of one kind with their number of occurrences."""
        return self.items.get(kind, Counter())


def normal_text(text: str) -> str:
    """The lower-case words of a text, without punctuation and white space; a text without words is unchanged."""
    text = unicodedata.normalize("NFKC", text)
    return " ".join(words(text.lower())) or " ".join(text.split())


_DELIMITERS = re.compile(r"^\s*(?:\\[(\[]|\$\$?)|(?:\\[)\]]|\$\$?)\s*$")
_BRACKETS = {"p": "()", "b": "[]", "v": "||"}
_MATRIX = re.compile(r"\\(begin|end)\s*\{([pbv])matrix\}")
_ENVIRONMENT = re.compile(r"\\(?:begin|end)\s*\{\w+\*?\}(?:\{[lcr|]+\})?")
_WITHOUT_MEANING = re.compile(
    r"\\(?:displaystyle|textstyle|scriptstyle|left|right|[bB]ig[lrgm]?|limits|nolimits|quad|qquad|nonumber|hspace|mbox"
    r"|text|textrm|textit|textbf|rm|bf|operatorname|math(?:rm|bf|it|sf|bb|cal|frak|scr)|boldsymbol|bm)(?![a-zA-Z])\*?"
    r"|(?<!\\)\\[,;:!> ]|[\s{}~&]"
)
_SYNONYMS = (
    (re.compile(r"\\([lgn]e)q(?![a-zA-Z])"), r"\\\1"),
    (re.compile(r"\\to(?![a-zA-Z])"), r"\\rightarrow"),
    (re.compile(r"\\[lch]dots(?![a-zA-Z])|\.\.\."), r"\\dots"),
    (re.compile(r"\\[dt]frac(?![a-zA-Z])"), r"\\frac"),
    (re.compile(r"\\(?:mid|[lr]?vert)(?![a-zA-Z])"), "|"),
    (re.compile(r"\^\s*\{?\s*(?:\\prime(?![a-zA-Z])|')\s*\}?"), "'"),
)


def normal_formula(tex: str) -> str:
    """TeX without delimiters, white space, braces, environments, spacing and fonts; one name for each symbol."""
    tex = _DELIMITERS.sub("", unicodedata.normalize("NFKC", tex))
    tex = _ENVIRONMENT.sub("", _MATRIX.sub(lambda found: _BRACKETS[found[2]][found[1] == "end"], tex))
    for pattern, replacement in _SYNONYMS:
        tex = pattern.sub(replacement, tex)
    return _WITHOUT_MEANING.sub("", tex)


_LANGUAGES = {
    "js": "javascript", "jsx": "javascript", "mjs": "javascript", "ts": "typescript", "tsx": "typescript",
    "py": "python", "python3": "python", "rb": "ruby", "rs": "rust", "golang": "go", "c++": "cpp", "cs": "csharp",
    "c#": "csharp", "sh": "bash", "shell": "bash", "console": "bash", "zsh": "bash", "shell-session": "bash",
    "yml": "yaml", "md": "markdown", "htm": "html", "objc": "objective-c", "kt": "kotlin", "docker": "dockerfile",
}  # fmt: skip
_NO_LANGUAGE = frozenset(["", "text", "txt", "plain", "plaintext", "none", "nohighlight", "no-highlight", "code"])


def normal_language(name: str) -> str:
    """One name for each programming language; empty for plain text."""
    name = name.strip().lower()
    return "" if name in _NO_LANGUAGE else _LANGUAGES.get(name, name)
