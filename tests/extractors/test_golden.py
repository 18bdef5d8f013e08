"""Floors: on the bundled pages no extractor may fall below what it once reached."""

from collections import Counter
from functools import cache
from statistics import mean

import pytest

from maintext import EXTRACTORS, read_page
from maintext.page.words import words
from tests.bundled import EXTRACTORS as EXTRACTORS_WITH_VARIANTS
from tests.bundled import SLUGS, bundled

FLOORS = {  # measured, less 0.02
    "all": 0.765,
    "all(hidden=True)": 0.765,
    "nothing": 0,
    "density": 0.667,
    "density(empties=True)": 0.386,
    "density(closing=False)": 0.666,
    "density(smooth=10.0)": 0.759,
    "longest-cell": 0.79,
    "longest-cell(nested=False)": 0.73,
    "simple-mss": 0.69,
    "learned": 0.92,
    "mss": 0.848,
    "ccb": 0.547,
    "tag-ratio": 0.857,
    "cetr": 0.841,
    "slope-curve": 0.799,
    "link-quota": 0.826,
    "cetd": 0.827,
    "readability": 0.799,
    "justext": 0.459,
    "boilerpipe": 0.774,
    "ncleaner": 0.677,
    "victor": 0.36,
    "victor(threshold=0.15)": 0.813,
    "segments": 0.675,
}


def _f1(text: str, gold: str) -> float:
    """Multiset overlap of lower-cased words."""
    found, wanted = Counter(words(text.lower())), Counter(words(gold.lower()))
    shared = (found & wanted).total()
    return 2 * shared / (found.total() + wanted.total()) if shared else 0.0


@cache
def _scores(spec: str) -> dict[str, float]:
    """Word F1 on every bundled page that has main text in its markup."""
    pages = [bundled(slug) for slug in SLUGS]
    extractor = EXTRACTORS.build(spec)
    return {
        page.slug: _f1(extractor.extract(read_page(page.data)).text, page.expected)
        for page in pages
        if page.expected.strip()
    }


@pytest.mark.parametrize("spec", FLOORS)
def test_floor(spec: str) -> None:
    reached = mean(_scores(spec).values())
    assert reached >= FLOORS[spec], f"{spec} reached {reached:.4f}"


def test_all_floors_are_pinned() -> None:
    assert set(FLOORS) == set(EXTRACTORS_WITH_VARIANTS)


def test_the_order_of_the_controls() -> None:
    nothing = mean(_scores("nothing").values())
    assert nothing == 0
    assert all(mean(_scores(spec).values()) > nothing for spec in FLOORS if spec != "nothing")


ONE_REGION = [
    "amp-custom-elements",
    "article-ar-rtl",
    "article-ru-windows-1251",
    "longform-pull-quotes",
    "news-greek-8859-7",
]
"""Articles whose paragraphs stand together, which is what density is made for; on all pages it is below all text."""


@pytest.mark.parametrize("slug", ONE_REGION)
def test_where_the_text_stands_together_density_is_better_than_all_text(slug: str) -> None:
    assert _scores("density")[slug] > _scores("all")[slug]
