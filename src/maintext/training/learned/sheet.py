"""A sheet: all that training needs of one page, as arrays: features, what is right for every block, and the site."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from maintext.datasets import Example
from maintext.errors import TrainingError
from maintext.extractors.learned.features import Features, featurize
from maintext.extractors.learned.network import GUIDELINES, HEADS, PAGE_TYPES
from maintext.page import Page
from maintext.page.words import words
from maintext.training.align import align_blocks
from maintext.training.learned.disguise import disguise

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

SOURCES: Final = {"wcxb": "wide", "dragnet": "tight", "cleaneval": "plain"}
"""The guideline by which each dataset was annotated."""
MOST_BLOCKS: Final = 20_000
_LONGEST_BYLINE: Final = 25
_WHOLE: Final = 200.0
"""A block counts by its words up to this many."""


@dataclass(frozen=True, eq=False)
class Sheet:
    """One page to learn from."""

    id: str
    site: str
    guideline: int
    page_type: int
    """The number of its type; -1 if nobody said."""
    features: Features
    right: "Floats"
    """For every block and head the share of its words that belong there."""
    weights: "Floats"
    """How much each of these counts; 0 where nobody said what is right."""
    sizes: "Floats"
    """The words of each block."""
    texts: tuple[str, ...]
    gold: str
    disguised: Features | None
    """The features of the same blocks of the page in disguise."""


def read_sheet(page: Page, example: Example, dataset: str, site: str) -> Sheet | None:
    """The sheet of an example; None if its page has no text, or far too much."""
    if not 0 < len(page.tree.block_texts) <= MOST_BLOCKS:
        return None
    import numpy as np

    features = featurize(page)
    alignment = align_blocks(page, example.gold)
    sizes = np.array(alignment.sizes, np.float32)
    right = np.zeros((len(sizes), len(HEADS)), np.float32)
    weights = np.zeros_like(right)
    counted = np.clip(sizes, 1, _WHOLE)
    counted = counted / counted.sum()
    right[:, 0] = np.array(alignment.hits, np.float32) / np.maximum(sizes, 1)
    weights[:, 0] = counted
    _label_title(page, example, right, weights)
    _label_byline(page, example, right, weights)
    if "with-comments" in example.versions:
        both = np.array(align_blocks(page, example.versions["with-comments"]).hits, np.float32) / np.maximum(sizes, 1)
        right[:, 2] = np.maximum(both - right[:, 0], 0)
        weights[:, 2] = counted
    kind = PAGE_TYPES.index(example.page_type) if example.page_type in PAGE_TYPES else -1
    texts = tuple(page.tree.block_texts)
    return Sheet(
        example.id, site, guideline_of(dataset), kind, features, right, weights, sizes, texts, example.gold,
        _disguised(page),
    )  # fmt: skip


def _disguised(page: Page) -> Features | None:
    import numpy as np

    other = disguise(page)
    if other is None:
        return None
    features = featurize(other)
    return replace(features, rows=features.rows.astype(np.float16))


def guideline_of(dataset: str) -> int:
    """The number of the guideline by which a dataset was annotated."""
    name = SOURCES.get(dataset.partition("/")[0])
    if name is None:
        known = ", ".join(SOURCES)
        raise TrainingError(f"nobody said by which guideline {dataset} was annotated; known are {known}")
    return GUIDELINES.index(name)


def _label_title(page: Page, example: Example, right: "Floats", weights: "Floats") -> None:
    """Blocks that say the title the annotators wrote down; if their text leaves it out, it is no error to keep it."""
    title = _plain(str(example.facts.get("title") or ""))
    found = [at for at, text in enumerate(page.tree.block_texts) if title and len(text) < 400 and _plain(text) == title]
    if found:
        weights[:, 1] = 3 / len(right)
        right[found, 1] = 1
        weights[found, 1] = 0.3
        weights[[at for at in found if right[at, 0] < 0.5], 0] = 0


def _label_byline(page: Page, example: Example, right: "Floats", weights: "Floats") -> None:
    """Short blocks that name the author the annotators wrote down."""
    author = _plain(str(example.facts.get("author") or ""))
    found = [
        at
        for at, text in enumerate(page.tree.block_texts)
        if author and len(text) < 400 and f" {author} " in f" {(said := _plain(text))} "
        and said.count(" ") < _LONGEST_BYLINE
    ]  # fmt: skip
    if found:
        weights[:, 3] = 3 / len(right)
        right[found, 3] = 1
        weights[found, 3] = 0.3


def _plain(text: str) -> str:
    return " ".join(words(text.lower()))
