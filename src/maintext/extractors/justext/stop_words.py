"""Stop words, which are frequent in prose and rare in menus and lists of names.

The lists contain articles, pronouns, prepositions, conjunctions, auxiliaries and the most frequent other words. They
are files in stop_word_lists/, read on first use.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Final

LANGUAGES: Final[Mapping[str, str]] = {
    "ar": "arabic", "bg": "bulgarian", "ca": "catalan", "cs": "czech", "da": "danish", "de": "german", "el": "greek",
    "en": "english", "es": "spanish", "fa": "persian", "fi": "finnish", "fr": "french", "he": "hebrew",
    "hr": "croatian", "hu": "hungarian", "id": "indonesian", "it": "italian", "ja": "japanese", "ko": "korean",
    "nl": "dutch", "no": "norwegian", "pl": "polish", "pt": "portuguese", "ro": "romanian", "ru": "russian",
    "sk": "slovak", "sv": "swedish", "tr": "turkish", "uk": "ukrainian", "vi": "vietnamese", "zh": "chinese",
}  # fmt: skip
"""The languages that have a list, by code."""

BY_CHARACTER: Final = frozenset(["chinese", "japanese"])
"""Languages written without spaces: every character counts as a word."""

TYPICAL: Final[Mapping[str, float]] = {
    "english": 0.51, "arabic": 0.18, "croatian": 0.37, "czech": 0.37, "finnish": 0.28, "hebrew": 0.29,
    "hungarian": 0.36, "indonesian": 0.29, "korean": 0.11, "polish": 0.30, "russian": 0.36, "slovak": 0.37,
    "turkish": 0.15, "ukrainian": 0.36,
}  # fmt: skip
"""The share of stop words in running text, for languages where it is well below that of English.

`python benchmarks/training_constants.py --only stop-words` prints the medians in the gold texts of the training sets.
They have no pages in Croatian, Slovak and Ukrainian, which have the values of Czech and Russian, and none in Finnish,
Hebrew and Hungarian, whose values are estimates.
"""

_LEAST: Final = 0.1


def language_name(name: str) -> str:
    """A language by its name or code; ValueError if there is no list for it."""
    known = LANGUAGES.get(name.lower(), name.lower())
    if known not in LANGUAGES.values():
        raise ValueError(f"there is no stop list for {name!r}; there are: {', '.join(sorted(LANGUAGES.values()))}")
    return known


@cache
def stop_words(language: str) -> frozenset[str]:
    """The stop words of a language, in lower case."""
    text = (
        files("maintext.extractors.justext").joinpath("stop_word_lists", f"{language}.txt").read_text(encoding="utf-8")
    )
    return frozenset(" ".join(line for line in text.splitlines() if not line.startswith("#")).split())


def guess_language(words: Sequence[str], least: float = _LEAST) -> str | None:
    """The language whose list covers the largest share of these lower-case words; None if that is less than `least`."""
    covered = dict.fromkeys(LANGUAGES.values(), 0)
    index = _languages_of_words()
    for word, count in Counter(words).items():
        for language in index.get(word, ()):
            covered[language] += count
    best = max(covered, key=covered.__getitem__)
    return best if covered[best] > least * len(words) else None


@cache
def _languages_of_words() -> dict[str, list[str]]:
    """Every stop word with the languages it belongs to."""
    index: dict[str, list[str]] = {}
    for language in LANGUAGES.values():
        for word in stop_words(language):
            index.setdefault(word, []).append(language)
    return index
