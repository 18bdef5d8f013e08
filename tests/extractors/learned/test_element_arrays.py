"""Element arrays: containers and the blocks in them, compared with the tree."""

from itertools import pairwise

from maintext.extractors.learned.element_arrays import CONTAINER_LEVELS, element_arrays
from maintext.page import read_page
from tests.extractors.learned.test_features import PAGE


def test_containers_hold_what_the_tree_says() -> None:
    page = read_page(PAGE)
    elements = element_arrays(page)
    for element, end in enumerate(page.ends):
        inside = [block for block, own in enumerate(elements.block_elements) if element <= own < end]
        assert elements.block_counts[element] == len(inside)
        if inside:
            assert elements.first_blocks[element] == inside[0]
            assert inside == list(range(inside[0], inside[0] + len(inside)))


def test_each_level_holds_more_blocks_than_the_one_before() -> None:
    page = read_page(PAGE)
    elements = element_arrays(page)
    sizes = [elements.block_counts[level] for level in elements.containers()]
    assert len(sizes) == CONTAINER_LEVELS
    for narrow, wide in pairwise(sizes):
        assert ((wide > narrow) | (wide == len(page.tree.block_texts))).all()
