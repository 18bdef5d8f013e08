"""Words by Unicode rules: runs of letters, digits and marks; in scripts without spaces, single characters.

Chinese, Japanese, Thai, Lao, Khmer and Burmese do not separate words by spaces, so each character counts as a word.
"""

import re
from collections.abc import Sequence
from functools import cache

from maintext.page.combining import MARKS

_UNSPACED = (
    "\u0e00-\u0eff"  # Thai, Lao
    "\u1000-\u109f"  # Burmese
    "\u1780-\u17ff"  # Khmer
    "\u3005-\u3007\u3021-\u3029\u3038-\u303b"  # ideographic marks and numerals
    "\u3041-\u312f\u31a0-\u31bf\u31f0-\u31ff\uff66-\uff9f"  # kana, bopomofo
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Han
)
WORD_PATTERN = rf"[{_UNSPACED}]|[^\W{_UNSPACED}]+(?:[{MARKS}]+[^\W{_UNSPACED}]*)*"
_ASCII_WORD = re.compile(r"\w+", re.ASCII)
_APART = "".join(chr(code) if chr(code).isalnum() or code in b"\0_" else " " for code in range(128))
_LATIN_WORD = re.compile(r"\w+")
_BEYOND_LATIN = re.compile(r"[^\0-\u02ff\u2010-\u205f]")  # texts without these have neither marks nor Han
_SENTENCE_END = re.compile(r"(?<![.!?…])[.!?…]++[\"'”’»)\]]*+(?=\s|$)|[。！？｡．]+|[।؟۔]")
_UNSPACED_CHARACTER = re.compile(rf"[{_UNSPACED}]")


def words(text: str) -> list[str]:
    """The words of a text in order, with case unchanged."""
    if text.isascii():
        return _ASCII_WORD.findall(text)
    return (_word() if _BEYOND_LATIN.search(text) else _LATIN_WORD).findall(text)


def words_of_each(texts: Sequence[str]) -> list[list[str]]:
    """The words of each text; all ASCII texts are split in one pass."""
    plain = [text for text in texts if text.isascii()]
    taken = "\0".join(plain).translate(_APART).split("\0")
    if len(taken) != len(plain):
        return [words(text) for text in texts]
    left = iter(taken)
    return [next(left).split() if text.isascii() else words(text) for text in texts]


def count_words(text: str) -> int:
    """The number of words in a text."""
    return len(words(text))


def count_sentences(text: str) -> int:
    """The number of sentence ends in a text."""
    return len(_SENTENCE_END.findall(text))


@cache
def _word() -> re.Pattern[str]:
    return re.compile(WORD_PATTERN)


def is_unspaced(character: str) -> bool:
    """Whether a character belongs to a script that does not separate words by spaces."""
    return _UNSPACED_CHARACTER.match(character) is not None
