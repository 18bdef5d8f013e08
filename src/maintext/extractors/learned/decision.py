"""The decision: scores of all blocks in, kept blocks and the confidence in them out.

Each text competes once: duplicates get the probability 0. Blocks are sorted by their probability of being main text and
weighted by their words; the prefix with the largest expected F-beta is kept. The same formula yields the trade-off
between precision and recall (beta) and, corrected by what was observed on held-out pages, the confidence.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from maintext.extractors.learned.calibration import Calibration, DecisionTemperatures, is_article
from maintext.extractors.learned.features import Features
from maintext.extractors.learned.network import HEADS, Output

if TYPE_CHECKING:
    import numpy as np

    from maintext.arrays import BoolArray, Float32Array, Int64Array

TEXT: Final = HEADS.index("text")
TITLE: Final = HEADS.index("title")
COMMENT: Final = HEADS.index("comment")
BYLINE: Final = HEADS.index("byline")
MIN_EXPECTED_F: Final = 0.3
"""If the best set of blocks has a lower expected F, nothing is kept."""
SHORT_TEXT: Final = 40
"""A kept text of fewer words may be an error message or a login form."""
SHORT_TEXT_FACTOR: Final = 0.5
"""What the confidence in such a text is multiplied by."""
MIN_DUPLICATE_LENGTH: Final = 20
"""Shorter texts, in characters, repeat for other reasons and are no duplicates."""
NO_DUPLICATE: Final = -1
_MIN_GAIN: Final = 1e-3
"""Of two equal texts the first is kept unless the other is more probable by this much."""


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
    duplicate_of: "Int64Array"
    """For each block the block with the same text that competes in its place, or NO_DUPLICATE."""
    excluded_titles: "BoolArray"


@dataclass(frozen=True, slots=True)
class Decision:
    """The kept blocks, the confidence in them, and each block's calibrated probability of being part of the text."""

    kept: "BoolArray"
    confidence: float
    probabilities: "Float32Array"
    selection: Selection


def decide(
    output: Output, texts: Sequence[str], features: Features, calibration: Calibration, options: TextOptions
) -> Decision:
    """Keep the best set of blocks, or nothing if its expected F is too small."""
    import numpy as np

    selection = select_blocks(output, texts, features, calibration.decision_temperatures, options)
    kept = selection.kept if selection.expected_f >= MIN_EXPECTED_F else np.zeros_like(selection.kept)
    confidence = calibration.confidence(selection.expected_f)
    if float(features.words[kept].sum()) < SHORT_TEXT:
        confidence *= SHORT_TEXT_FACTOR
    probabilities = text_probabilities(sigmoid(output.blocks, calibration.temperatures), options)
    return Decision(kept, confidence, probabilities, selection)


def select_blocks(
    output: Output, texts: Sequence[str], features: Features, temperatures: DecisionTemperatures, options: TextOptions
) -> Selection:
    """The set of blocks with the largest expected F-beta, each text once, then title and byline as asked for."""
    import numpy as np

    probabilities = text_probabilities(sigmoid(output.blocks, temperatures.for_page(output)), options)
    duplicate_of = find_duplicates(texts, probabilities, features)
    competing = np.where(duplicate_of == NO_DUPLICATE, probabilities, np.float32(0))
    best = maximize_expected_f(competing, features.words, options.beta)
    kept = _apply_title_and_byline(best.kept, output, options)
    return Selection(kept, best.expected_f, duplicate_of, best.kept & ~kept)


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


def find_duplicates(texts: Sequence[str], probabilities: "Float32Array", features: Features) -> "Int64Array":
    """For each block the most probable block with the same text, or NO_DUPLICATE.

    Pages repeat texts for wide and narrow screens or in carousels. Repetition within one container, such as the refrain
    of a song, is no duplicate.
    """
    import numpy as np

    duplicates: list[int] = []
    originals: dict[str, int] = {}
    for block, text in enumerate(texts):
        if len(text) < MIN_DUPLICATE_LENGTH:
            continue
        other = originals.setdefault(text, block)
        if other == block or features.starts[0, other] <= block < features.stops[0, other]:
            continue
        if probabilities[block] > probabilities[other] + _MIN_GAIN:
            originals[text], block = block, other
        duplicates.append(block)
    duplicate_of = np.full(len(texts), NO_DUPLICATE, np.int64)
    duplicate_of[duplicates] = [originals[texts[block]] for block in duplicates]
    return duplicate_of


def maximize_expected_f(probabilities: "Float32Array", words: "Float32Array", beta: float = 1.0) -> BlockSet:
    """The prefix of blocks, sorted by probability, with the largest expected F-beta; ties keep document order."""
    import numpy as np

    order = np.argsort(-probabilities, kind="stable")
    weights = np.maximum(words, 0.1)[order]
    gains = np.cumsum(probabilities[order] * weights)
    sizes = np.cumsum(weights)
    expected = (1 + beta**2) * gains / (sizes + beta**2 * gains[-1] + 1e-9)
    best = int(np.argmax(expected))
    kept = np.zeros(len(words), np.bool_)
    kept[order[: best + 1]] = True
    return BlockSet(kept, float(expected[best]))


def _apply_title_and_byline(kept: "BoolArray", output: Output, options: TextOptions) -> "BoolArray":
    """Add the title, or remove it from an article, and add the byline.

    The name of a product or of a listing belongs to its text; only an article's title is left to `page.title`.
    """
    import numpy as np

    titles = output.blocks[:, TITLE]
    if options.title:
        if titles.max() > 0:
            kept = kept | (np.arange(len(kept)) == titles.argmax())
    elif is_article(output):
        kept = kept & (titles <= 0)
    if options.byline:
        kept = kept | (output.blocks[:, BYLINE] > 0)
    return kept
