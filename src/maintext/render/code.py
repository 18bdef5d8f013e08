"""Code blocks: their language, and whether preformatted text is prose instead of code."""

import re
from typing import TYPE_CHECKING

from maintext.render.attribute_cache import AttributeCache

if TYPE_CHECKING:
    from maintext.page.parsing.tree import Tree

_NAMED = re.compile(
    r"(?:^|\s)(?:(?:language|lang|highlight-source|highlight-text|highlight|src|prettyprint lang|code)-|brush:\s*"
    r"|sourceCode )(?!source-|text-|block|wrap|inline|example|container|snippet)([A-Za-z][\w+#.]{0,20})(?![\w\-])"
)
_BARE = frozenset(
    """
    python py bash sh shell console javascript js jsx typescript ts tsx java kotlin ruby rust go golang c cpp
    c++ csharp c# cs php html css scss sass less json yaml yml xml toml ini sql r perl lua swift scala haskell
    elixir erlang clojure diff dockerfile docker makefile cmake powershell text http graphql dart julia matlab
    fortran ocaml fsharp groovy nix zig lean lisp scheme racket vim tex latex markdown md protobuf solidity
    svelte vue nginx asm wasm
    """.split()
)
_NO_LANGUAGE = frozenset(
    "notranslate none nohighlight plaintext plain default wrapper container box inline block code pre lines".split()
)
_HOLDERS = ("data-lang", "data-language", "data-code-language", "lang-name", "syntax", "data-syntax")
_HIGHLIGHTERS = frozenset("highlight hljs prettyprint hl code chroma shiki rouge codehilite code-block".split())
_LABELS = {"c++": "cpp", "c#": "csharp", "f#": "fsharp", "shell session": "console", "plain text": "", "text": ""}
_LEVELS = 9
_OUTSIDE = frozenset(["body", "article", "main", "section", "li", "blockquote"])

_CODE_SIGNS = re.compile(r"[{}<>=;|\\^~]|\w\(|::|->|\$\w|^\s{2,}\S", re.MULTILINE)
_SENTENCE = re.compile(r"(?<![^\W\d_])[^\W\d_]{2,}+[,.!?:;]?+(?:\s|$)")


def language_of(tree: "Tree", pre: int, inner: int, names: AttributeCache) -> str:
    """The language of a code block, named by the innermost element, the pre or one of its ancestors; else empty."""
    candidates = [inner] if inner != pre else []
    element = pre
    for _ in range(_LEVELS):
        if element < 0 or tree.tags[element] in _OUTSIDE:
            break
        candidates.append(element)
        element = tree.parents[element]
    if pre + 1 < tree.ends[pre] and tree.tags[pre + 1] == "code":
        candidates.insert(0, pre + 1)
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
        if tree.tags[element] in ("pre", "code") or not _HIGHLIGHTERS.isdisjoint(tokens):
            for name in tokens:
                if name in _BARE:
                    return name
    for holder in _HOLDERS:
        value = get(element, holder)
        if value and re.fullmatch(r"[A-Za-z][\w+#.\-]{0,20}", value):
            return "" if value.lower() in _NO_LANGUAGE else value.lower()
    return ""


def labeled_language(label: str) -> str | None:
    """The language that a label above code names; None if it names none."""
    name = label.strip().lower()
    if name in _LABELS:
        return _LABELS[name]
    return name if name in _BARE or name in ("plaintext", "objective-c") else None


def is_prose(text: str) -> bool:
    """Whether preformatted text is prose: hard-wrapped sentences with hardly any code characters."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) < 4 or len(text) > 100_000:
        return False
    letters = sum(sign.isalpha() or sign.isspace() or sign in ",.'" for sign in text)
    signs = len(_CODE_SIGNS.findall(text.rstrip()))
    words = len(_SENTENCE.findall(text))
    return letters > 0.9 * len(text) and signs <= len(lines) // 4 and words > 5 * len(lines)
