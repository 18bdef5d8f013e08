"""Counts of character classes per block: letters, capitals, digits and punctuation of any script, and words.

A table gives every character a class; a block's counts are sums over its range of the page's characters. No word list
of any language is used.
"""

import sys
import unicodedata
from functools import cache
from typing import TYPE_CHECKING, Final

from maintext.page.words import is_unspaced

if TYPE_CHECKING:
    from maintext.arrays import Float32Array, UInt8Array

OTHER: Final = 0
SPACE: Final = 1
LETTER: Final = 2
CAPITAL: Final = 3
DIGIT: Final = 4
UNSPACED: Final = 5
COMMA: Final = 6
STOP: Final = 7
SEPARATOR: Final = 8
QUOTE: Final = 9
PUNCTUATION: Final = 10
CURRENCY: Final = 11
MARK: Final = 12
CLASSES: Final = 13
_TABLE_SIZE: Final = 0x20000  # the first two planes

_COMMAS = ",،、，;；؛"
_STOPS = ".!?。！？…؟۔।॥።"
_SEPARATORS = "|»›•·→>/«‹❯▶►"
_QUOTES = "\"'“”‘’„‟「」『』"


@cache
def class_table() -> "UInt8Array":
    """The class of every character of the first two planes; those beyond are mostly Han.

    It is read from a file so that the features do not depend on the Unicode version of Python.
    """
    import lzma
    from pathlib import Path

    import numpy as np

    packed = Path(__file__).with_name("characters.xz").read_bytes()
    return np.frombuffer(lzma.decompress(packed), np.uint8)


def build_table() -> bytes:
    """The table by the Unicode data of this Python; takes a second."""
    return bytes(_class_of(chr(code)) for code in range(_TABLE_SIZE))


def count_classes(texts: list[str]) -> "Float32Array":
    """For every text the number of characters of each class, the number of words, and whether it ends with a stop."""
    import numpy as np

    joined = "\n".join(texts) + "\n"
    order = "le" if sys.byteorder == "little" else "be"
    codes = np.frombuffer(joined.encode(f"utf-32-{order}", "replace"), np.uint32)
    table = class_table()
    classes = table.take(codes, mode="clip")
    classes[codes >= len(table)] = UNSPACED
    lengths = np.fromiter(map(len, texts), np.int64, len(texts)) + 1
    ends = np.cumsum(lengths)
    starts = ends - lengths
    cells = np.repeat(np.arange(0, len(texts) * CLASSES, CLASSES), lengths)
    cells += classes
    counts = np.bincount(cells, minlength=len(texts) * CLASSES).reshape(len(texts), CLASSES)
    counts[:, SPACE] -= 1  # the line feed that joins
    word = (classes >= LETTER) & (classes <= DIGIT) | (classes == MARK)
    begins = word.copy()
    begins[1:] &= ~word[:-1]
    begun = np.add.reduceat(begins.astype(np.int64), starts)
    words = begun + counts[:, UNSPACED]
    last = classes[np.maximum(ends - 2, starts)]
    before_last = classes[np.maximum(ends - 3, starts)]
    stops = (last == STOP) | ((last == QUOTE) & (before_last == STOP))
    return np.concatenate([counts, words[:, None], stops[:, None]], axis=1).astype(np.float32)


def _class_of(character: str) -> int:
    for members, kind in ((_COMMAS, COMMA), (_STOPS, STOP), (_SEPARATORS, SEPARATOR), (_QUOTES, QUOTE)):
        if character in members:
            return kind
    if character.isspace():
        return SPACE
    category = unicodedata.category(character)
    if category[0] == "M":
        return UNSPACED if is_unspaced(character) else MARK
    if category[0] == "L" or category == "Nl":
        if is_unspaced(character):
            return UNSPACED
        return CAPITAL if category in ("Lu", "Lt") else LETTER
    if category[0] == "N":
        return DIGIT
    if category == "Sc":
        return CURRENCY
    return PUNCTUATION if category[0] == "P" else OTHER
