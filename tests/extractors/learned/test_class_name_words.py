"""Words in class names: the search over all names at once finds what a search name by name finds."""

import re

from hypothesis import given
from hypothesis import strategies as st

from maintext.extractors.learned.class_name_hints import GROUPS, hint_bits
from maintext.extractors.learned.class_name_words import WordTable

SUBSTRINGS = {"menu": 1, "navig": 2, "navbar": 4, "screenreader": 8, "body": 16}
WHOLE_WORDS = {"ad": 32, "nav": 64, "li": 128, "post": 256, "aside": 512, "body": 1024}
TABLE = WordTable.of(SUBSTRINGS, WHOLE_WORDS)
PIECES = st.sampled_from([
    *SUBSTRINGS, *WHOLE_WORDS, *map(str.title, SUBSTRINGS), *map(str.title, WHOLE_WORDS), *map(str.upper, WHOLE_WORDS),
    "-", "_", " ", "\n", "1", "a", "Z", "\u00e9", "\u4e00", "\ud800", "scree", "men",
])  # fmt: skip


def bits_of(name: str) -> int:
    """The same, one name and one word at a time."""
    bits = 0
    for found in re.findall(r"[a-z]+|[A-Z]+[a-z]*", name):
        word = found.lower()
        bits |= WHOLE_WORDS.get(word, 0)
        for part, bit in SUBSTRINGS.items():
            bits |= bit if part in word else 0
    return bits


@given(st.lists(st.lists(PIECES, max_size=6).map("".join), max_size=8))
def test_all_names_at_once_or_one_by_one(names: list[str]) -> None:
    assert TABLE.find(names).tolist() == [bits_of(name) for name in names]


def test_a_word_ends_where_a_capital_follows_a_small_letter() -> None:
    assert TABLE.find(["meNu", "menU", "Menu", "MENU", "myMenu", "NAVigation"]).tolist() == [0, 0, 1, 1, 1, 2]


def test_a_whole_word_is_no_part() -> None:
    assert TABLE.find(["postal", "post-al", "reposts", "listPost", "asides", "xAside"]).tolist() == [
        0, 256, 0, 256, 0, 512,
    ]  # fmt: skip


def test_no_names_at_all() -> None:
    assert TABLE.find([]).tolist() == []


def test_hints_are_whole_words_or_parts() -> None:
    menu, body, gradient, slot, nothing = hint_bits(["top-menu", "PostBody", "gradient", "ad-slot", ""]).tolist()
    assert menu & 1 << GROUPS.index("navigation")
    assert body & 1 << GROUPS.index("text")
    assert not gradient & 1 << GROUPS.index("advert")
    assert slot & 1 << GROUPS.index("advert")
    assert nothing == 0
