"""The named extractors of boilerpipe [Kohlschütter 2010] as recipes of filters."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from maintext.extractors.boilerpipe.classifiers import (
    ClassifyByDensity,
    ClassifyByWords,
    classify_as_canola,
    mark_everything,
)
from maintext.extractors.boilerpipe.filters import (
    Filter,
    FuseNear,
    IgnoreAfterEnd,
    KeepSentences,
    Pipeline,
    drop_boilerplate,
    expand_to_title,
    fuse_equally_dense,
    keep_largest,
    label_end_of_text,
    label_title,
    split_paragraphs,
)

Recipe = Literal["article", "article-sentences", "default", "largest-content", "canola", "keep-everything"]


@dataclass(frozen=True, slots=True)
class Constants:
    """The parameters of the filters in a recipe."""

    link_density: float
    previous_link_density: float
    distance: int
    end_words: int
    clause_words: int


def article(numbers: Constants) -> Filter:
    """ArticleExtractor: the largest run of wordy blocks, from the title on, up to where the comments begin."""
    return Pipeline(
        (
            label_end_of_text,
            label_title,
            ClassifyByWords(numbers.link_density, numbers.previous_link_density),
            IgnoreAfterEnd(numbers.end_words),
            FuseNear(numbers.distance),
            drop_boilerplate,
            FuseNear(numbers.distance, content_only=True),
            keep_largest,
            expand_to_title,
        )
    )


def article_sentences(numbers: Constants) -> Filter:
    """ArticleSentencesExtractor: what the article recipe keeps, but only paragraphs that hold a sentence."""
    return Pipeline((article(numbers), split_paragraphs, KeepSentences(numbers.clause_words)))


def default(numbers: Constants) -> Filter:
    """DefaultExtractor: dense blocks, wherever they stand."""
    return Pipeline(
        (
            fuse_equally_dense,
            FuseNear(numbers.distance),
            ClassifyByDensity(numbers.link_density, numbers.previous_link_density),
        )
    )


def largest_content(numbers: Constants) -> Filter:
    """LargestContentExtractor: the largest run of wordy blocks."""
    return Pipeline(
        (
            ClassifyByWords(numbers.link_density, numbers.previous_link_density),
            FuseNear(numbers.distance),
            keep_largest,
        )
    )


def canola(numbers: Constants) -> Filter:
    """CanolaExtractor: rules learned from pages that were annotated more generously."""
    return classify_as_canola


def keep_everything(numbers: Constants) -> Filter:
    """KeepEverythingExtractor: all text blocks."""
    return mark_everything


RECIPES: Final[Mapping[Recipe, Callable[[Constants], Filter]]] = {
    "article": article,
    "article-sentences": article_sentences,
    "default": default,
    "largest-content": largest_content,
    "canola": canola,
    "keep-everything": keep_everything,
}
