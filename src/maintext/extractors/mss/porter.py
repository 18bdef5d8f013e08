"""The Porter stemmer [Porter 1980] in the form of the Snowball project; its test compares it with snowballstemmer.

A region begins after the first consonant that follows a vowel: region 1 in the word, region 2 in region 1. Each step
takes the longest of its suffixes that the word ends with, and replaces it if it is inside the step's region.
"""

import re
from collections.abc import Mapping
from typing import Final

_REGION = re.compile("[^aeiouy]*[aeiouy]+[^aeiouy]")
_VOWEL = re.compile("[aeiouy]")
_SHORT = re.compile("[^aeiouy][aeiouy][^aeiouywxY]$")
"""A consonant, a vowel and a consonant that the vowel is short before."""
_CONSONANT_Y = re.compile("(^|[aeiouy])y")
_DOUBLE = frozenset("bb dd ff gg mm nn pp rr tt".split())

_STEP_2: Final = {
    "tional": "tion", "enci": "ence", "anci": "ance", "abli": "able", "entli": "ent", "eli": "e", "izer": "ize",
    "ization": "ize", "ational": "ate", "ation": "ate", "ator": "ate", "alli": "al", "alism": "al", "aliti": "al",
    "fulness": "ful", "ousli": "ous", "ousness": "ous", "iveness": "ive", "iviti": "ive", "biliti": "ble",
}  # fmt: skip
_STEP_3: Final = {"alize": "al", "icate": "ic", "iciti": "ic", "ical": "ic", "ative": "", "ful": "", "ness": ""}
_STEP_4: Final = dict.fromkeys("al ance ence er ic able ible ant ement ment ent ou ism ate iti ous ive ize".split(), "")
_LONGEST: Final = 7


def porter_stem(word: str) -> str:
    """The stem of a word in lower case."""
    word = _CONSONANT_Y.sub(r"\1Y", word) if "y" in word else word
    found = _REGION.match(word)
    first = found.end() if found else len(word)
    found = _REGION.match(word, first)
    second = found.end() if found else len(word)
    word = _past_and_gerund(_plural(word), first)
    if word[-1:] in ("y", "Y") and _VOWEL.search(word, 0, len(word) - 1):
        word = word[:-1] + "i"
    word = _replace(word, _STEP_2, first)
    word = _replace(word, _STEP_3, first)
    if word.endswith(("sion", "tion")):
        word = word[:-3] if len(word) - 3 >= second else word
    else:
        word = _replace(word, _STEP_4, second)
    return _final_letters(word, first, second).replace("Y", "y")


def _plural(word: str) -> str:
    if word.endswith(("sses", "ies")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _past_and_gerund(word: str, first: int) -> str:
    if word.endswith("eed"):
        return word[:-1] if len(word) - 3 >= first else word
    stem = word.removesuffix("ed") if word.endswith("ed") else word.removesuffix("ing")
    if stem == word or not _VOWEL.search(stem):
        return word
    if stem.endswith(("at", "bl", "iz")):
        return stem + "e"
    if stem[-2:] in _DOUBLE:
        return stem[:-1]
    return stem + "e" if len(stem) == first and _SHORT.search(stem) else stem


def _replace(word: str, suffixes: Mapping[str, str], region: int) -> str:
    """Replace the longest suffix that the word ends with, if it begins in the region."""
    for start in range(max(0, len(word) - _LONGEST), len(word) - 1):
        replacement = suffixes.get(word[start:])
        if replacement is not None:
            return word[:start] + replacement if start >= region else word
    return word


def _final_letters(word: str, first: int, second: int) -> str:
    last = len(word) - 1
    if word.endswith("e") and (last >= second or (last >= first and not _SHORT.search(word, 0, last))):
        word = word[:-1]
    return word[:-1] if word.endswith("ll") and len(word) > second else word
