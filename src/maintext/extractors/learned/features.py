"""The feature matrix of a page: one row per block, computed from flat arrays without a loop over ancestors.

The groups are the block's own text, its position, repetition, the title, tags, hints in class and id names, containers
of growing size, the page, its address, and the lexical score. No other feature depends on a language.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from maintext.extractors.learned import structure_features as structure
from maintext.extractors.learned import text_features as text
from maintext.extractors.learned.class_name_hints import GROUPS
from maintext.extractors.learned.element_arrays import CONTAINER_LEVELS, TAGS, ElementArrays, element_arrays
from maintext.extractors.learned.lexical import LexicalModel
from maintext.extractors.learned.page_features import ADDRESS_FEATURES, PAGE_FEATURES, page_features
from maintext.page import Page

if TYPE_CHECKING:
    from maintext.arrays import Float32Array, Int64Array

NAMES: Final = (
    *(f"text: {name}" for name in text.TEXT_FEATURES),
    *(f"place: {name}" for name in text.POSITION_FEATURES),
    *(f"repetition: {name}" for name in structure.REPETITION_FEATURES),
    *(f"title: {name}" for name in text.TITLE_FEATURES),
    *(f"tags: {name} around" for name in TAGS),
    *(f"tags: in {name}" for name in TAGS),
    *(f"hints: {name} {distance}" for distance in structure.HINT_DISTANCES for name in GROUPS),
    *(
        f"container {level}: {name}"
        for level in range(1, CONTAINER_LEVELS + 1)
        for name in structure.CONTAINER_FEATURES
    ),
    *(f"page: {name}" for name in PAGE_FEATURES),
    *(f"address: {name}" for name in ADDRESS_FEATURES),
    "lexical: score",
)
"""The name of every feature; the part before the colon is its group. Model files list these names."""
LEXICAL_COLUMN: Final = NAMES.index("lexical: score")


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


def featurize(page: Page, lexical: LexicalModel | None = None, elements: ElementArrays | None = None) -> Features:
    """The features of a page that has blocks; without a lexical model all lexical scores are 0.

    `elements` are the arrays of the page if they are known already.
    """
    import numpy as np

    elements = element_arrays(page) if elements is None else elements
    counts = text.count_text(page)
    containers = elements.containers()
    starts = elements.first_blocks[containers]
    names, bits = structure.class_names(page, elements)
    hints, hidden = structure.hint_features(elements, bits)
    paths, repetition = structure.repetition_features(page, elements, names, counts.words)
    groups = (
        text.text_features(counts),
        text.position_features(counts.words, hidden, elements),
        repetition,
        text.title_features(page, elements, counts.words),
        structure.tag_features(elements),
        hints,
        structure.container_features(elements, containers, counts),
    )
    rows = np.empty((len(counts.words), len(NAMES)), np.float32)
    column = 0
    for group in groups:
        rows[:, column : column + group.shape[1]] = group
        column += group.shape[1]
    rows[:, column:LEXICAL_COLUMN] = page_features(page, elements, counts)
    rows[:, LEXICAL_COLUMN] = lexical.scores(page.tree.block_texts, counts.words) if lexical else 0
    return Features(rows, counts.words, paths, starts, starts + elements.block_counts[containers])
