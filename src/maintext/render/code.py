"""Code: the language its markup names, and preformatted letters and poems, which are no code."""

import re
from typing import TYPE_CHECKING

from maintext.render.attribute_cache import AttributeCache

if TYPE_CHECKING:
    from maintext.page.parsing.tree import Tree

_NAMED = re.compile(
    r"(?:^|\s)(?:(?:language|lang|highlight-source|highlight-text|highlight)-|brush:\s*|sourceCode )"
    r"(?!source-|text-)([A-Za-z][\w+#.]{0,20})(?![\w\-])"
)
_BARE = frozenset(
    "python py bash sh shell console javascript js typescript ts java kotlin ruby rust go c cpp csharp cs php html css "
    "scss json yaml yml xml sql r perl lua swift scala haskell elixir erlang clojure toml ini diff dockerfile makefile "
    "powershell text http graphql".split()
)
_NO_LANGUAGE = frozenset("notranslate none nohighlight plaintext default wrapper container box inline block".split())
_HOLDERS = ("data-lang", "data-language", "lang-name", "syntax")
_LEVELS = 7
_OUTSIDE = frozenset(["body", "article", "main", "section", "li", "blockquote"])

_CODE_SIGNS = re.compile(r"[{}<>=;|\\^~]|\w\(|::|->|\$\w|^\s{2,}\S", re.MULTILINE)
_SENTENCE = re.compile(r"(?<![^\W\d_])[^\W\d_]{2,}+[,.!?:;]?+(?:\s|$)")


def language_of(tree: "Tree", pre: int, inner: int, names: AttributeCache) -> str:
    """The language of a piece of code: named by the innermost element, the pre, or one of the elements around it."""
    candidates = [inner] if inner != pre else []
    element = pre
    for _ in range(_LEVELS):
        if element < 0 or tree.tags[element] in _OUTSIDE:
            break
        candidates.append(element)
        element = tree.parents[element]
    for candidate in candidates:
        language = _named(tree, candidate, names.classes(candidate))
        if language:
            return language
    return ""


def _named(tree: "Tree", element: int, names: str) -> str:
    get = tree.elements.get
    if names:
        found = _NAMED.search(names)
        if found and found[1].lower() not in _NO_LANGUAGE:
            return found[1].lower()
        tokens = names.lower().split()
        if tree.tags[element] in ("pre", "code") or "highlight" in tokens:
            for name in tokens:
                if name in _BARE:
                    return name
    for holder in _HOLDERS:
        value = get(element, holder)
        if value and re.fullmatch(r"[A-Za-z][\w+#.\-]{0,20}", value):
            return value.lower()
    return ""


def is_prose(text: str) -> bool:
    """Whether preformatted text is a letter rather than code: sentences wrapped by hand, with hardly a sign of code."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) < 4 or len(text) > 100_000:
        return False
    letters = sum(sign.isalpha() or sign.isspace() or sign in ",.'" for sign in text)
    signs = len(_CODE_SIGNS.findall(text.rstrip()))
    words = len(_SENTENCE.findall(text))
    return letters > 0.9 * len(text) and signs <= len(lines) // 4 and words > 5 * len(lines)
