"""Escapes for Markdown: only for characters that a CommonMark parser would treat as markup."""

import re
import unicodedata

_SPECIAL = re.compile(r"[\\`*_\[\]<&~!]")
_MARKUP = re.compile(
    r"""\\(?=[!-/:-@\[-`{-~]|$)     # a backslash that would escape something, or end a line
      | `
      | (?<!\s)\*|\*(?!\s|$)|^\*    # an asterisk next to a character
      | (?<![^\W_])_|_(?![^\W_])    # an underscore that is not inside a word
      | \](?=[(\[:])                # the end of a link text
      | \[(?=\^)|^\[(?=[ xX]\]\s)   # a footnote, a checkbox
      | <(?=[A-Za-z/!?])            # a tag
      | &(?=\#?\w++;)               # an entity
      | ~(?=~)|(?<=~)~
      | !(?=\[)
    """,
    re.VERBOSE,
)
_BRACKETS = re.compile(r"[\[\]]")
_LINE_START = re.compile(
    r"(?:[-+](?=\s|$)|\#{1,6}(?=\s|$)|>|\||=++\s*+$|~{3}|(?=[\s|:]*+-)[\s|:\-]*+$)|(\d{1,9})(?=[.)](?:\s|$))"
)
_UNSAFE = re.compile(r"[ ()<>\\\"|\x00-\x1f\x7f\u0085\u2028\u2029]")
_ENTITY = re.compile(r"&(?=#?\w++;)")


def escape(text: str, in_link: bool = False) -> str:
    """The text with escapes, so that Markdown shows it unchanged."""
    if _SPECIAL.search(text) is None:
        return text
    if in_link:
        text = _MARKUP.sub(_backslash, text)
        return re.sub(r"(?<!\\)[\[\]]", r"\\\g<0>", text)
    return _MARKUP.sub(_backslash, text)


def escape_start(line: str) -> str:
    """The line with an escape if it would start a list, a heading, a quote or another block."""
    found = _LINE_START.match(line)
    if found is None:
        return line
    return f"{found[1]}\\{line[found.end() :]}" if found[1] else f"\\{line}"


def escape_url(url: str) -> str:
    """A URL with escapes for use between parentheses."""
    if _UNSAFE.search(url):
        url = _UNSAFE.sub(lambda sign: f"%{ord(sign.group()):02X}" if ord(sign.group()) < 256 else "", url)
    return _ENTITY.sub("&amp;", url) if "&" in url else url


def code_span(text: str) -> str:
    """A code span with as many backticks as needed."""
    if not text.strip():
        return text
    if "`" not in text:
        return f"`{text}`"
    longest = max(map(len, re.findall(r"`+", text)))
    fence = "`" * (longest + 1)
    pad = " " if text[0] == "`" or text[-1] == "`" or (text[0] == text[-1] == " ") else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def fence_for(text: str) -> str:
    """A code fence that the code does not contain."""
    longest = max(map(len, re.findall(r"`{3,}", text)), default=2) if "```" in text else 2
    return "`" * (longest + 1)


def can_flank(outside: str, inside: str) -> bool:
    """Whether asterisks between these two characters can open or close emphasis, by the rules of CommonMark."""
    if not inside or inside.isspace():
        return False
    if inside.isalnum() or not _is_sign(inside):
        return True
    return not outside or outside.isspace() or _is_punctuation(outside)


def _backslash(found: re.Match[str]) -> str:
    return f"\\{found.group()}"


def _is_sign(character: str) -> bool:
    return unicodedata.category(character)[0] in "PS"


def _is_punctuation(character: str) -> bool:
    return unicodedata.category(character)[0] == "P"
