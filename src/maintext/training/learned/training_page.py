"""A training page: the features of its blocks, their labels and weights, and its site."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from maintext.datasets import Example
from maintext.errors import TrainingError
from maintext.extractors.learned.features import Features, featurize
from maintext.extractors.learned.network import GUIDELINES, HEADS, PAGE_TYPES
from maintext.extractors.learned.units import Units, find_units
from maintext.page import Page
from maintext.page.words import words
from maintext.training.align import align_blocks
from maintext.training.learned.page_word_counts import PageWordCounts
from maintext.training.learned.script_augmentation import augment_page

if TYPE_CHECKING:
    from maintext.arrays import Float32Array


class AnnotationStyle(NamedTuple):
    """How a dataset was annotated: its guideline, and whether the gold text of an article has its title."""

    guideline: str
    titles: bool


ANNOTATIONS: Final = {
    "wcxb": AnnotationStyle("wide", titles=False),
    "dragnet": AnnotationStyle("tight", titles=True),
    "cleaneval": AnnotationStyle("plain", titles=True),
    "newspaper": AnnotationStyle("tight", titles=False),
    "fundus": AnnotationStyle("tight", titles=False),
    "magic-article": AnnotationStyle("wide", titles=True),
    "magic-forum": AnnotationStyle("wide", titles=True),
}
MAX_PAGE_BLOCKS: Final = 20_000
_TEXT, _TITLE, _COMMENT, _BYLINE = range(len(HEADS))
_MAX_LABELED_LENGTH: Final = 400
_MAX_BYLINE_WORDS: Final = 25
_MAX_BLOCK_WEIGHT: Final = 200.0
"""A block is weighted by its words up to this number."""


@dataclass(frozen=True, eq=False)
class TrainingPage:
    """One page to train on."""

    id: str
    dataset: str
    site: str
    guideline: int
    page_type: int
    """The index of its type; -1 if it is unknown."""
    features: Features
    units: Units
    labels: "Float32Array"
    """For every block and head the share of the block's words that belong to it."""
    weights: "Float32Array"
    """The weight of each label in the loss; 0 if the label is unknown."""
    words: "Float32Array"
    """The number of words in each block."""
    texts: tuple[str, ...]
    gold: str
    augmented: Features | None
    """The features of the same blocks in a script without spaces."""

    @cached_property
    def word_counts(self) -> PageWordCounts:
        """The words of the page and of its gold text."""
        return PageWordCounts.of(self.texts, self.gold)


def read_training_page(page: Page, example: Example, dataset: str, site: str) -> TrainingPage | None:
    """The training page of an example; None if the page has no text, or too many blocks."""
    if not 0 < len(page.tree.block_texts) <= MAX_PAGE_BLOCKS:
        return None
    import numpy as np

    features = featurize(page)
    alignment = align_blocks(page, example.gold)
    sizes = np.array(alignment.sizes, np.float32)
    labels = np.zeros((len(sizes), len(HEADS)), np.float32)
    weights = np.zeros_like(labels)
    by_words = np.clip(sizes, 1, _MAX_BLOCK_WEIGHT)
    by_words = by_words / by_words.sum()
    labels[:, _TEXT] = np.array(alignment.hits, np.float32) / np.maximum(sizes, 1)
    weights[:, _TEXT] = by_words
    _label_title(page, example, labels, weights)
    _label_byline(page, example, labels, weights)
    if "with-comments" in example.versions:
        both = np.array(align_blocks(page, example.versions["with-comments"]).hits, np.float32) / np.maximum(sizes, 1)
        labels[:, _COMMENT] = np.maximum(both - labels[:, _TEXT], 0)
        weights[:, _COMMENT] = by_words
    page_type = PAGE_TYPES.index(example.page_type) if example.page_type in PAGE_TYPES else -1
    texts = tuple(page.tree.block_texts)
    return TrainingPage(
        example.id, dataset, site, GUIDELINES.index(annotation_of(dataset).guideline), page_type, features,
        find_units(page), labels, weights, sizes, texts, example.gold, _augmented_features(page),
    )  # fmt: skip


def annotation_of(dataset: str) -> AnnotationStyle:
    """How a dataset was annotated."""
    found = ANNOTATIONS.get(dataset.partition("/")[0])
    if found is None:
        known = ", ".join(ANNOTATIONS)
        raise TrainingError(f"no annotation guideline is registered for {dataset}; there is one for {known}")
    return found


def _augmented_features(page: Page) -> Features | None:
    import numpy as np

    other = augment_page(page)
    if other is None:
        return None
    features = featurize(other)
    return replace(features, rows=features.rows.astype(np.float16))


def _label_title(page: Page, example: Example, labels: "Float32Array", weights: "Float32Array") -> None:
    """Label the blocks with the annotated title; if the gold text leaves it out, keeping it is no error."""
    title = _normalize(str(example.facts.get("title") or ""))
    found = [block for block, text in _short_texts(page) if text == title] if title else []
    if found:
        _label(_TITLE, found, labels, weights)
        weights[[block for block in found if labels[block, _TEXT] < 0.5], _TEXT] = 0


def _label_byline(page: Page, example: Example, labels: "Float32Array", weights: "Float32Array") -> None:
    """Label the short blocks with the annotated author."""
    author = _normalize(str(example.facts.get("author") or ""))
    short = [(block, text) for block, text in _short_texts(page) if text.count(" ") < _MAX_BYLINE_WORDS]
    found = [block for block, text in short if f" {author} " in f" {text} "] if author else []
    if found:
        _label(_BYLINE, found, labels, weights)


def _label(head: int, blocks: list[int], labels: "Float32Array", weights: "Float32Array") -> None:
    weights[:, head] = 3 / len(labels)
    labels[blocks, head] = 1
    weights[blocks, head] = 0.3


def _short_texts(page: Page) -> list[tuple[int, str]]:
    """The blocks that may be a title or a byline, with their words."""
    texts = enumerate(page.tree.block_texts)
    return [(block, _normalize(text)) for block, text in texts if len(text) < _MAX_LABELED_LENGTH]


def _normalize(text: str) -> str:
    return " ".join(words(text.lower()))
