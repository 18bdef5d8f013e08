"""The feature matrix of a page: one row per block, computed from flat arrays without a loop over ancestors.

The groups are the block's own text, its position, repetition, the title, tags, hints in class and id names, containers
of growing size, the page, and its address. No feature depends on a language.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from maintext.extractors.learned import characters as ch
from maintext.extractors.learned.class_name_hints import GROUPS
from maintext.extractors.learned.element_arrays import CONTAINER_LEVELS, TAGS, element_arrays
from maintext.extractors.learned.page_features import ADDRESS_FEATURES, PAGE_FEATURES, page_features
from maintext.extractors.learned.structure_features import (
    CONTAINER_FEATURES,
    HINT_DISTANCES,
    REPETITION_FEATURES,
    class_names,
    container_features,
    hint_features,
    repetition_features,
    tag_features,
)
from maintext.extractors.learned.text_features import (
    POSITION_FEATURES,
    TEXT_FEATURES,
    TITLE_FEATURES,
    position_features,
    text_features,
    title_features,
)
from maintext.page import Page

if TYPE_CHECKING:
    from maintext.arrays import Float32Array, Int64Array

_RUNNING_TEXT_WORDS: Final = 8
_RUNNING_TEXT_LINKS: Final = 0.4
"""A block with at least so many words and a smaller share of links is running text."""

NAMES: Final = (
    *(f"text: {name}" for name in TEXT_FEATURES),
    *(f"place: {name}" for name in POSITION_FEATURES),
    *(f"repetition: {name}" for name in REPETITION_FEATURES),
    *(f"title: {name}" for name in TITLE_FEATURES),
    *(f"tags: {name} around" for name in TAGS),
    *(f"tags: in {name}" for name in TAGS),
    *(f"hints: {name} {distance}" for distance in HINT_DISTANCES for name in GROUPS),
    *(f"container {level}: {name}" for level in range(1, CONTAINER_LEVELS + 1) for name in CONTAINER_FEATURES),
    *(f"page: {name}" for name in PAGE_FEATURES),
    *(f"address: {name}" for name in ADDRESS_FEATURES),
)
"""The name of every feature; the part before the colon is its group. Model files list these names."""


@dataclass(frozen=True, slots=True)
class Features:
    """The features and the words of every block, and which blocks belong together."""

    rows: "Float32Array"
    words: "Float32Array"
    paths: "Int64Array"
    """The id of each block's tag-and-class path; blocks of one kind share it."""
    starts: "Int64Array"
    """For each container level the first block of every block's container."""
    stops: "Int64Array"
    """One past the last block in it."""


def featurize(page: Page) -> Features:
    """The features of a page that has blocks."""
    import numpy as np

    elements = element_arrays(page)
    counts = ch.count_classes(page.tree.block_texts)
    lengths = np.maximum(counts[:, : ch.CLASSES].sum(1), 1)
    words = counts[:, ch.CLASSES]
    links = np.array(page.tree.block_links, np.float32) / lengths
    running = words * ((words >= _RUNNING_TEXT_WORDS) & (links < _RUNNING_TEXT_LINKS))
    unspaced = float(counts[:, ch.UNSPACED].sum() / lengths.sum())
    containers = elements.containers()
    starts = elements.first_blocks[containers]
    names, bits = class_names(page, elements)
    hints, hidden = hint_features(elements, bits)
    paths, repetition = repetition_features(page, elements, names, words)
    groups = (
        text_features(counts, lengths, words, links),
        position_features(words, hidden),
        repetition,
        title_features(page, elements, words),
        tag_features(elements),
        hints,
        container_features(elements, containers, words, words * links, running),
    )
    rows = np.empty((len(words), len(NAMES)), np.float32)
    column = 0
    for group in groups:
        rows[:, column : column + group.shape[1]] = group
        column += group.shape[1]
    rows[:, column:] = page_features(page, elements, words, links, running, unspaced)
    return Features(rows, words, paths, starts, starts + elements.block_counts[containers])
