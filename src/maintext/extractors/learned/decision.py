"""The decision: scores of all blocks in, kept blocks and the confidence in them out.

The log odds of blocks are pooled over their units, so that the rows of a table or the items of a list are kept or
dropped together. Each text competes once: duplicates get the probability 0. Units are sorted by their probability of
being main text and weighted by their words; the prefix with the largest expected F-beta is kept. The same formula
yields the trade-off between precision and recall (beta) and, corrected by what was observed on held-out pages, the
confidence. Then headings follow their sections, and the title of an article is left out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from maintext.extractors.learned.calibration import Calibration, DecisionTemperatures, is_article
from maintext.extractors.learned.duplicate_texts import NO_DUPLICATE, find_duplicates
from maintext.extractors.learned.features import Features
from maintext.extractors.learned.network import HEADS, Output
from maintext.extractors.learned.other_articles import find_other_articles
from maintext.extractors.learned.section_headings import drop_last_labels, follow_sections
from maintext.extractors.learned.title_and_byline import (
    add_or_remove_bylines,
    add_or_remove_title,
    find_titles,
)
from maintext.extractors.learned.unit_scores import DEFAULT_PARAMETERS, UnitParameters, pool_log_odds, split_units
from maintext.extractors.learned.units import Units

if TYPE_CHECKING:
    import numpy as np

    from maintext.arrays import BoolArray, Float32Array, Int64Array

TEXT: Final = HEADS.index("text")
TITLE: Final = HEADS.index("title")
COMMENT: Final = HEADS.index("comment")
MIN_EXPECTED_F: Final = 0.2
"""If the best set of blocks has a lower expected F, nothing is kept.

On held-out pages the word F1 averaged .04 below, and .53 between this and .3.
"""
SHORT_TEXT: Final = 40
"""A kept text of fewer words may be an error message or a login form."""
SHORT_TEXT_FACTOR: Final = 0.5
"""What the confidence in such a text is multiplied by."""
MOST: Final = 0.5
"""The minimum share of a part's words that are duplicates, if the part is one."""
SEVERAL_HIDDEN: Final = 5
MOSTLY_HIDDEN: Final = 2 / 3
"""If at least so many kept blocks and more than this share of the kept words are hidden, a script shows them."""
_MIN_WEIGHT: Final = 0.1
"""The weight of a block without words."""


@dataclass(frozen=True, slots=True)
class TextOptions:
    """What the user asks for: the weight of recall, and what is part of the text."""

    beta: float = 1.0
    title: bool = False
    byline: bool = False
    comments: bool = False


class BlockSet(NamedTuple):
    """A set of blocks and its expected F."""

    kept: "BoolArray"
    expected_f: float


@dataclass(frozen=True, slots=True)
class Selection:
    """The best set of blocks, its expected F, and which blocks were excluded whatever their score."""

    kept: "BoolArray"
    expected_f: float
    parts: "Int64Array"
    """For each block the unit, or the part of one, that was kept or dropped with it."""
    duplicate_of: "Int64Array"
    """For each block the block with the same text that competes in its place, or NO_DUPLICATE."""
    section_headings: "BoolArray"
    """The headings that were added or dropped because of their sections."""
    excluded_titles: "BoolArray"
    excluded_bylines: "BoolArray"
    other_articles: "BoolArray"
    """What belongs to articles below the main one."""
    hidden: "BoolArray"
    """What would be kept if people saw it."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The kept blocks, the confidence in them, and each block's calibrated probability of being part of the text."""

    kept: "BoolArray"
    confidence: float
    probabilities: "Float32Array"
    selection: Selection


def decide(
    output: Output,
    texts: Sequence[str],
    features: Features,
    units: Units,
    calibration: Calibration,
    options: TextOptions,
) -> Decision:
    """Keep the best set of blocks, or nothing if its expected F is too small."""
    import numpy as np

    selection = select_blocks(output, texts, features, units, calibration.decision_temperatures, options)
    kept = selection.kept if selection.expected_f >= MIN_EXPECTED_F else np.zeros_like(selection.kept)
    confidence = calibration.confidence(selection.expected_f)
    if float(features.words[kept].sum()) < SHORT_TEXT:
        confidence *= SHORT_TEXT_FACTOR
    probabilities = text_probabilities(sigmoid(output.blocks, calibration.temperatures), options)
    return Decision(kept, confidence, probabilities, selection)


def select_blocks(
    output: Output,
    texts: Sequence[str],
    features: Features,
    units: Units,
    temperatures: DecisionTemperatures,
    options: TextOptions,
    parameters: UnitParameters = DEFAULT_PARAMETERS,
) -> Selection:
    """The units with the largest expected F-beta, each text once, then headings, title and byline."""
    import numpy as np

    words = features.words
    temperature = temperatures.for_page(output)
    parts = split_units(units, output.blocks, words, parameters)
    by_block = text_probabilities(sigmoid(output.blocks, temperature), options) * ~units.unseen
    duplicate_of = _without_few(find_duplicates(texts, by_block, features, units), parts, words)
    pooled = pool_log_odds(parts, units, output.blocks, words, parameters)
    probabilities = text_probabilities(sigmoid(pooled, temperature), options)[parts]
    competing = probabilities * ((duplicate_of == NO_DUPLICATE) & ~units.unseen)
    best = _maximize_over_parts(competing, words, parts, options.beta)
    competed = best.kept & ~units.unseen
    hidden = _find_hidden(competed, words, units)
    left_out_hidden = competed & hidden
    competed = (competed | np.isin(duplicate_of, np.nonzero(hidden)[0])) & ~hidden  # or their visible duplicates
    others = find_other_articles(units.article_elements, competed, output.blocks[:, TITLE], words, texts)
    competed &= ~others
    followed = follow_sections(competed, output.blocks, words, units, parameters) & ~(units.unseen | hidden)
    followed = drop_last_labels(followed, texts, units) if is_article(output) else followed
    titles = find_titles(output.blocks[:, TITLE], texts)
    titled = add_or_remove_title(followed, titles, output, units, options.title)
    kept = add_or_remove_bylines(titled, output, words, options.byline)
    return Selection(
        kept, best.expected_f, parts, duplicate_of, followed ^ competed, titles & followed & ~titled, titled & ~kept,
        others, left_out_hidden,
    )  # fmt: skip


def _without_few(duplicate_of: "Int64Array", parts: "Int64Array", words: "Float32Array") -> "Int64Array":
    """Only those duplicates that make up most of their part; a table keeps a cell whose text is elsewhere too."""
    import numpy as np

    weights = np.maximum(words, _MIN_WEIGHT)
    shares = np.bincount(parts, weights * (duplicate_of != NO_DUPLICATE)) / np.bincount(parts, weights)
    return np.where(shares[parts] > MOST, duplicate_of, NO_DUPLICATE)


def _find_hidden(kept: "BoolArray", words: "Float32Array", units: Units) -> "BoolArray":
    """The hidden blocks; none if most of the kept words are in several of them, which a script or a click shows."""
    import numpy as np

    hidden = kept & units.hidden
    several = int(hidden.sum()) >= SEVERAL_HIDDEN
    shown_later = several and float(words[hidden].sum()) > MOSTLY_HIDDEN * float(words[kept].sum())
    return np.zeros_like(kept) if shown_later else units.hidden


def _maximize_over_parts(
    probabilities: "Float32Array", words: "Float32Array", parts: "Int64Array", beta: float
) -> BlockSet:
    """The parts with the largest expected F-beta; the probability of a part is the mean of its blocks' by words."""
    import numpy as np

    weights = np.maximum(words, _MIN_WEIGHT)
    sizes = np.bincount(parts, weights)
    means = np.bincount(parts, weights * probabilities) / sizes
    best = maximize_expected_f(means.astype(np.float32), sizes.astype(np.float32), beta)
    return BlockSet(best.kept[parts], best.expected_f)


def sigmoid(log_odds: "Float32Array", temperatures: "Float32Array | np.float32") -> "Float32Array":
    """Probabilities from log odds."""
    import numpy as np

    probabilities: Float32Array = 1 / (1 + np.exp(-np.clip(log_odds / temperatures, -30, 30)))
    return probabilities


def text_probabilities(probabilities: "Float32Array", options: TextOptions) -> "Float32Array":
    """The probability of each block being part of the text that was asked for, from those of all heads."""
    import numpy as np

    text: Float32Array = probabilities[:, TEXT]
    return np.minimum(text + probabilities[:, COMMENT], 1) if options.comments else text


def maximize_expected_f(probabilities: "Float32Array", words: "Float32Array", beta: float = 1.0) -> BlockSet:
    """The prefix of blocks, sorted by probability, with the largest expected F-beta; ties keep document order."""
    import numpy as np

    order = np.argsort(-probabilities, kind="stable")
    weights = np.maximum(words, _MIN_WEIGHT)[order]
    gains = np.cumsum(probabilities[order] * weights)
    sizes = np.cumsum(weights)
    expected = (1 + beta**2) * gains / (sizes + beta**2 * gains[-1] + 1e-9)
    best = int(np.argmax(expected))
    kept = np.zeros(len(words), np.bool_)
    kept[order[: best + 1]] = True
    return BlockSet(kept, float(expected[best]))
