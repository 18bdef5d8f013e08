"""The Porter stemmer gives what Snowball's own gives."""

import re
from functools import cache
from typing import Any

import pytest
import snowballstemmer
from hypothesis import given
from hypothesis import strategies as st

from maintext.extractors.mss.porter import porter_stem
from tests.bundled import SLUGS, bundled

SUFFIXES = (
    "tional enci anci abli entli eli izer ization ational ation ator alli alism aliti fulness ousli ousness iveness "
    "iviti biliti alize icate iciti ical ative ful ness al ance ence er ic able ible ant ement ment ent ou ism ate iti "
    "ous ive ize ion sion tion eed ed ing at bl iz y s ss sses ies e ll l"
).split()


@cache
def snowball() -> Any:
    return snowballstemmer.stemmer("porter")


@pytest.mark.parametrize("slug", SLUGS)
def test_words_of_real_pages(slug: str) -> None:
    for word in set(re.findall(r"\w+", bundled(slug).expected.lower())):
        assert porter_stem(word) == snowball().stemWord(word)


@given(st.text("aeiouybcdlstxwé1", max_size=6), st.lists(st.sampled_from(SUFFIXES), max_size=3))
def test_words_made_of_suffixes(start: str, suffixes: list[str]) -> None:
    word = start + "".join(suffixes)
    assert porter_stem(word) == snowball().stemWord(word)
