"""Tokenizers of the metrics.

- `ascii`: Algorithm 3 of [Kovačič 2012]: punctuation and control characters become spaces, characters outside ASCII are
  deleted, and the lower-cased rest is split at white space. It deletes Chinese, Greek and Russian text.
- `unicode`: lower-cased Unicode words; single characters in scripts without spaces.
- `whitespace`: text split at white space, with case and punctuation unchanged.
- `characters`: every character that is not white space.
"""

import re
import string
from typing import Literal

from maintext.page.words import words

Tokens = Literal["ascii", "unicode", "whitespace", "characters"]
Unit = Literal["words", "chars"]

_BLANKED = bytes(code for code in range(128) if chr(code) in string.punctuation or code < 32 or code == 127)
_TO_ASCII = bytes.maketrans(
    _BLANKED + string.ascii_uppercase.encode(), b" " * len(_BLANKED) + b"abcdefghijklmnopqrstuvwxyz"
)
_UPPER_CONTROLS = re.compile("[\x80-\x9f]")
_ANY = {"ascii": re.compile("[A-Za-z0-9]"), "unicode": re.compile(r"\w"), "whitespace": re.compile(r"\S")}


def tokenize(text: str, tokens: Tokens) -> list[str]:
    """The tokens of a text in order."""
    match tokens:
        case "ascii":
            return _ascii(text)
        case "unicode":
            return words(text.lower())
        case "whitespace":
            return text.split()
        case "characters":
            return list(characters(text))


def characters(text: str) -> str:
    """The text without its white space."""
    return "".join(text.split())


def has_tokens(text: str, tokens: Tokens) -> bool:
    """Whether a text has any token; stops at the first one."""
    if _ANY.get(tokens, _ANY["whitespace"]).search(text):
        return True
    return tokens == "unicode" and bool(words(text))


def split_units(text: str, unit: Unit, tokens: Tokens) -> list[str]:
    """The tokens of a text, or its characters for unit="chars"."""
    return tokenize(text, "characters" if unit == "chars" else tokens)


def _ascii(text: str) -> list[str]:
    if not text.isascii():
        text = _UPPER_CONTROLS.sub(" ", text)
    return text.encode("ascii", "ignore").translate(_TO_ASCII).decode("ascii").split()
