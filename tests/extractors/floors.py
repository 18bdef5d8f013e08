"""How well an extractor does on the bundled pages, to pin a floor under it."""

from collections import Counter
from functools import cache
from statistics import mean

from maintext import read_page
from maintext.extractors import Extractor
from maintext.page import Page
from maintext.page.words import words
from tests.bundled import SLUGS, bundled

HOSTILE = {
    "nested divs": "<div>" * 100_000 + "one text, deep down" + "</div>" * 100_000,
    "nested divs with text": "<div>a word " * 100_000,
    "siblings": "<p>a word, and another</p>" * 200_000,
    "links": "<a href=x>y</a>" * 100_000,
    "one long line": "<p>" + "word, " * 200_000,
}
"""Pages that stall what is not linear."""
SECONDS = 20.0
"""Far more processor time than any of them takes; a quadratic cost takes hours."""


@cache
def hostile_page(name: str) -> Page:
    """One of the hostile pages, read once."""
    return read_page(HOSTILE[name])


def mean_word_f1(extractor: Extractor) -> float:
    """Mean multiset overlap of lower-cased words on the bundled pages that have main text."""
    pages = [bundled(slug) for slug in SLUGS]
    return mean(
        _f1(extractor.extract(read_page(page.data)).text, page.expected) for page in pages if page.expected.strip()
    )


def _f1(text: str, gold: str) -> float:
    found, wanted = Counter(words(text.lower())), Counter(words(gold.lower()))
    shared = (found & wanted).total()
    return 2 * shared / (found.total() + wanted.total()) if shared else 0.0
