"""Words by Unicode rules: runs of letters, digits and marks; scripts written without spaces go by character.

Chinese, Japanese, Thai, Lao, Khmer and Burmese put no space between words, so each of their characters counts as one.
"""

import re

_UNSPACED = (
    "\u0e00-\u0eff"  # Thai, Lao
    "\u1000-\u109f"  # Burmese
    "\u1780-\u17ff"  # Khmer
    "\u3005-\u3007\u3021-\u3029\u3038-\u303b"  # ideographic marks and numerals
    "\u3041-\u312f\u31a0-\u31bf\u31f0-\u31ff\uff66-\uff9f"  # kana, bopomofo
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Han
)
_MARKS = (
    "\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7"
    "\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed"
    "\u0711\u0730-\u074a\u07a6-\u07b0\u0816-\u082d\u0859-\u085b\u08d3-\u08ff"
    "\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962\u0963\u0981-\u0983\u09bc-\u09cd\u0a01-\u0a03\u0a3c-\u0a4d"
    "\u0a81-\u0a83\u0abc-\u0acd\u0b01-\u0b03\u0b3c-\u0b57\u0bbe-\u0bcd\u0c00-\u0c04\u0c3e-\u0c56"
    "\u0c81-\u0c83\u0cbc-\u0cd6\u0d00-\u0d03\u0d3b-\u0d4d\u0d82\u0d83\u0dca-\u0df3\u0f71-\u0f84"
    "\u200c\u200d\u20d0-\u20f0\ufe20-\ufe2f"
)
WORD_PATTERN = rf"[{_UNSPACED}]|[^\W{_UNSPACED}]+(?:[{_MARKS}]+[^\W{_UNSPACED}]*)*"
_WORD = re.compile(WORD_PATTERN)
_ASCII_WORD = re.compile(r"\w+", re.ASCII)
_UNSPACED_CHARACTER = re.compile(rf"[{_UNSPACED}]")


def words(text: str) -> list[str]:
    """The words of a text in order, as written."""
    return (_ASCII_WORD if text.isascii() else _WORD).findall(text)


def count_words(text: str) -> int:
    """How many words a text has."""
    return len(words(text))


def is_unspaced(character: str) -> bool:
    """Whether a character belongs to a script that puts no space between words."""
    return _UNSPACED_CHARACTER.match(character) is not None
