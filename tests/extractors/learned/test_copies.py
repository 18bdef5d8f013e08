"""Of blocks that say the same, one is kept; what repeats within a container is no copy."""

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import maintext
from maintext.extractors.learned.copies import NONE, find_copies, without
from maintext.extractors.learned.features import featurize
from maintext.page import read_page

LINE = "The harbor was rebuilt in the spring of that year."
OTHER = "Nobody had asked for it, and nobody minded."
WIDE_AND_NARROW = (
    f"<div><p>{LINE}</p><p>{OTHER}</p></div><section><p>{LINE}</p><p>Also this, which is new here.</p></section>"
)
REFRAIN = f"<div><p>{LINE}</p><p>{OTHER}</p><p>{LINE}</p></div><p>And so it ended for all of them.</p>"
SHORT = "<div><p>Buy now</p><p>One thing</p></div><div><p>Buy now</p><p>Another</p></div>"


def copies(html: str, *chances: float) -> list[int]:
    page = read_page(html)
    found = find_copies(page.tree.block_texts, np.array(chances, np.float32), featurize(page))
    return list(map(int, found))


@pytest.mark.parametrize(
    ("html", "chances", "wanted"),
    [
        (WIDE_AND_NARROW, (0.9, 0.9, 0.9, 0.9), [NONE, NONE, 0, NONE]),
        (WIDE_AND_NARROW, (0.2, 0.9, 0.9, 0.9), [2, NONE, NONE, NONE]),
        (REFRAIN, (0.9, 0.9, 0.9, 0.9), [NONE] * 4),
        (SHORT, (0.9, 0.9, 0.9, 0.9), [NONE] * 4),
    ],
)
def test_the_likeliest_of_equal_texts_is_taken(html: str, chances: tuple[float, ...], wanted: list[int]) -> None:
    assert copies(html, *chances) == wanted


def test_copies_have_no_chance() -> None:
    chances = np.array([0.5, 0.6, 0.7], np.float32)
    assert without(np.array([NONE, 2, NONE]), chances).tolist() == pytest.approx([0.5, 0, 0.7])


def test_an_extraction_says_a_text_once_and_why() -> None:
    paragraphs = "".join(f"<p>{LINE} It was the {n}th time that this came to pass, they say.</p>" for n in range(4, 12))
    page = maintext.extract(f"<h1>Harbor</h1><div class=wide>{paragraphs}</div><div class=narrow>{paragraphs}</div>")
    assert page.text.count("the 7th time") == 1
    left = [block for block in page.blocks if "the 7th time" in block.text and not block.kept]
    assert len(left) == 1
    assert left[0].why[0] == "left out as a copy: a block that is kept says the same"


lines = st.lists(
    st.sampled_from([LINE, OTHER, "Short one", "Yet another line that is long enough."]), min_size=1, max_size=6
)


@given(st.lists(lines, min_size=1, max_size=5), st.randoms(use_true_random=False))
def test_no_text_is_lost_and_copies_point_at_what_is_taken(containers: list[list[str]], rng: Random) -> None:
    page = read_page("".join(f"<div>{''.join(f'<p>{line}</p>' for line in each)}</div>" for each in containers))
    texts = page.tree.block_texts
    chances = np.array([rng.random() for _ in texts], np.float32)
    found = [int(each) for each in find_copies(texts, chances, featurize(page))]
    assert {text for text, other in zip(texts, found, strict=True) if other == NONE} == set(texts)
    for block, other in enumerate(found):
        if other != NONE:
            assert texts[other] == texts[block]
            assert found[other] == NONE
