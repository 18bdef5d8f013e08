"""Duplicates: of equal texts the most probable one is kept, and no text is lost."""

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.extractors.learned.duplicate_texts import NO_DUPLICATE, find_duplicates
from maintext.extractors.learned.features import featurize
from maintext.extractors.learned.units import find_units
from maintext.page import read_page

LINE = "The harbor was rebuilt in the spring of that year."
OTHER = "Nobody had asked for it, and nobody minded."
WIDE_AND_NARROW = (
    f"<div><p>{LINE}</p><p>{OTHER}</p></div><section><p>{LINE}</p><p>Also this, which is new here.</p></section>"
)
REFRAIN = f"<div><p>{LINE}</p><p>{OTHER}</p><p>{LINE}</p></div><p>And so it ended for all of them.</p>"
SHORT = "<div><p>Buy now</p><p>One thing</p></div><div><p>Buy now</p><p>Another</p></div>"

CONTENTS = f"<ul><li><a>{LINE}</a><li><a>{OTHER}</a></ul><section><h2>{LINE}</h2><p>And how it was done.</p></section>"
TABLE = f"<table><tr><td>{LINE}<td>A<tr><td>{LINE}<td>B</table>"


def duplicates(html: str, *probabilities: float) -> list[int]:
    page = read_page(html)
    scores = np.array(probabilities, np.float32)
    return list(map(int, find_duplicates(page.tree.block_texts, scores, featurize(page), find_units(page))))


@pytest.mark.parametrize(
    ("html", "probabilities", "expected"),
    [
        (WIDE_AND_NARROW, (0.9, 0.9, 0.9, 0.9), [NO_DUPLICATE, NO_DUPLICATE, 0, NO_DUPLICATE]),
        (WIDE_AND_NARROW, (0.2, 0.9, 0.9, 0.9), [2, NO_DUPLICATE, NO_DUPLICATE, NO_DUPLICATE]),
        (REFRAIN, (0.9, 0.9, 0.9, 0.9), [NO_DUPLICATE] * 4),
        (SHORT, (0.9, 0.9, 0.9, 0.9), [NO_DUPLICATE] * 4),
        (CONTENTS, (0.9, 0.9, 0.8, 0.9), [NO_DUPLICATE] * 4),
        (TABLE, (0.9, 0.9, 0.9, 0.9), [NO_DUPLICATE] * 4),
    ],
)
def test_the_most_probable_of_equal_texts_is_kept(
    html: str, probabilities: tuple[float, ...], expected: list[int]
) -> None:
    assert duplicates(html, *probabilities) == expected


lines = st.lists(
    st.sampled_from([LINE, OTHER, "Short one", "Yet another line that is long enough."]), min_size=1, max_size=6
)


@given(st.lists(lines, min_size=1, max_size=5), st.randoms(use_true_random=False))
def test_no_text_is_lost_and_duplicates_point_at_what_is_kept(containers: list[list[str]], rng: Random) -> None:
    page = read_page("".join(f"<div>{''.join(f'<p>{line}</p>' for line in each)}</div>" for each in containers))
    texts = page.tree.block_texts
    probabilities = np.array([rng.random() for _ in texts], np.float32)
    found = [int(each) for each in find_duplicates(texts, probabilities, featurize(page), find_units(page))]
    assert {text for text, other in zip(texts, found, strict=True) if other == NO_DUPLICATE} == set(texts)
    for block, other in enumerate(found):
        if other != NO_DUPLICATE:
            assert texts[other] == texts[block]
            assert found[other] == NO_DUPLICATE
