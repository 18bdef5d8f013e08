"""The choice of blocks: what the user wants in the text, and what an article's title is."""

import numpy as np
import pytest

from maintext.extractors.learned.choose import Sharpness, Wishes, choose, wanted
from maintext.extractors.learned.features import featurize
from maintext.extractors.learned.network import PAGE_TYPES, Output
from maintext.page import read_page

PAGE = read_page(
    "<h1>The fox</h1><p>By Anna</p><div><p>It sleeps all day, it runs by night.</p><p>So it does.</p></div><p>Nice!</p>"
)
SURE = 9.0
#          text, title, comment, byline
BLOCKS = [
    (SURE, SURE, -SURE, -SURE),
    (-SURE, -SURE, -SURE, SURE),
    (SURE, -SURE, -SURE, -SURE),
    (SURE, -SURE, -SURE, -SURE),
    (-SURE, -SURE, SURE, -SURE),
]


def kept(page_type: str, wishes: Wishes) -> list[int]:
    types = np.array([float(page_type == name) for name in PAGE_TYPES], np.float32)
    output = Output(np.array(BLOCKS, np.float32), types)
    choice = choose(output, PAGE.tree.block_texts, featurize(PAGE), Sharpness(1.0, 1.0), wishes)
    return [int(at) for at in np.nonzero(choice.kept)[0]]


@pytest.mark.parametrize(
    ("page_type", "wishes", "wanted_blocks"),
    [
        ("article", Wishes(), [2, 3]),
        ("product", Wishes(), [0, 2, 3]),
        ("article", Wishes(title=True), [0, 2, 3]),
        ("article", Wishes(byline=True), [1, 2, 3]),
        ("article", Wishes(comments=True), [2, 3, 4]),
        ("article", Wishes(title=True, byline=True, comments=True), [0, 1, 2, 3, 4]),
    ],
)
def test_what_is_wanted_is_kept(page_type: str, wishes: Wishes, wanted_blocks: list[int]) -> None:
    assert kept(page_type, wishes) == wanted_blocks


def test_chances_of_text_and_comment_are_added_up_to_one() -> None:
    chances = np.array([[0.7, 0, 0.6, 0], [0.2, 0, 0.3, 0]], np.float32)
    assert wanted(chances, Wishes()).tolist() == pytest.approx([0.7, 0.2])
    assert wanted(chances, Wishes(comments=True)).tolist() == pytest.approx([1.0, 0.5])
