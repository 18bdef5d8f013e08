"""Victor [Marek 2007]: a conditional random field labels the sequence of blocks, content or not.

The model is trained with CRFsuite; finding the best labels with it is a few lines, so that extracting needs numpy only.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp, log
from typing import Any, ClassVar, Final, Self

from maintext.errors import BadParameter
from maintext.extractors.base import BlockExtractor
from maintext.extractors.models import ModelFile, read_model, shipped
from maintext.extractors.victor.features import block_features
from maintext.page import Page

EXTRACTOR: Final = "victor"
_FAR: Final = 50.0
"""Log odds beyond this are as good as certain."""


@dataclass(frozen=True, slots=True)
class Victor(BlockExtractor):
    """Keep the blocks in the sequence of labels that a conditional random field finds likeliest."""

    paper: ClassVar[str] = "Marek 2007"

    model: str | None = None
    """A file that `maintext train victor` made; the shipped model if there is none."""
    threshold: float | None = None
    """None takes the most likely sequence of labels, as published. A number keeps every block whose probability of
    being content, given the whole page, reaches it; lower ones favor recall."""

    def __post_init__(self) -> None:
        if self.threshold is not None and not 0 < self.threshold < 1:
            raise ValueError("threshold must be between 0 and 1, or be None")
        if self.model is not None:
            read_model(self.model, EXTRACTOR)

    def keep(self, page: Page) -> Sequence[bool]:
        """The blocks labeled content."""
        field = _field(self.model)
        weights = field.weigh(page)
        if self.threshold is None:
            return best_labels(weights, field.transitions)
        least = log(self.threshold / (1 - self.threshold))
        return [odds >= least for odds in label_odds(weights, field.transitions)]


Transitions = tuple[tuple[float, float], tuple[float, float]]


@dataclass(frozen=True, eq=False)
class Field:
    """The weights of a linear-chain conditional random field with two labels: 0 other, 1 content."""

    own: dict[str, float]
    """What a feature of the block itself says for content and against the other label."""
    before: dict[str, float]
    after: dict[str, float]
    """The same for features of the block before it and of the block after it."""
    transitions: Transitions
    """The weight of going from one label to another."""

    def weigh(self, page: Page) -> list[float]:
        """For every block, what its features and its neighbors' say for content."""
        own, before, after = self.own.get, self.before.get, self.after.get
        rows = list(block_features(page))
        weights = [sum(own(name, 0.0) for name in row) for row in rows]
        for at in range(len(rows) - 1):
            weights[at + 1] += sum(before(name, 0.0) for name in rows[at])
            weights[at] += sum(after(name, 0.0) for name in rows[at + 1])
        return weights

    @classmethod
    def from_file(cls, held: ModelFile) -> Self:
        """The weights in a model file."""
        try:
            tables: dict[str, dict[str, float]] = {}
            for place in ("own", "before", "after"):
                weights = held.arrays[place].astype(float).tolist()
                tables[place] = dict(zip(held.words[place], weights, strict=True))
            first, second = held.arrays["transitions"].astype(float).tolist()
            return cls(**tables, transitions=(tuple(first), tuple(second)))
        except (KeyError, ValueError, TypeError, AttributeError) as error:
            raise BadParameter(f"{held.path} lacks what a model for {EXTRACTOR} needs; train it again") from error


def best_labels(weights: Sequence[float], transitions: Transitions) -> list[bool]:
    """The likeliest sequence of labels (Viterbi): the one with the largest sum of weights."""
    (stay_out, enter), (leave, stay_in) = transitions
    other, content = 0.0, 0.0
    came: list[tuple[bool, bool]] = []  # whether the best way to (other, content) comes from content
    for at, weight in enumerate(weights):
        if not at:
            other, content = 0.0, weight
            continue
        from_content = (content + leave > other + stay_out, content + stay_in > other + enter)
        other, content = max(other + stay_out, content + leave), max(other + enter, content + stay_in) + weight
        came.append(from_content)
    return list(_walk_back(content > other, came))[::-1] if weights else []


def label_odds(weights: Sequence[float], transitions: Transitions) -> list[float]:
    """For every block, the log odds that it is content, over all sequences of labels (forward and backward)."""
    turned = tuple(zip(*transitions, strict=True))
    before = _messages(weights, transitions)
    after = _messages(weights[::-1], turned)[::-1]
    return [sum(odds) for odds in zip(weights, before, after, strict=True)]


def _messages(weights: Sequence[float], transitions: Sequence[Sequence[float]]) -> list[float]:
    """What the blocks before each block say for its being content, as log odds."""
    (stay_out, enter), (leave, stay_in) = ([exp(weight) for weight in row] for row in transitions)
    found = []
    message = 0.0
    for weight in weights:
        found.append(message)
        odds = exp(max(-_FAR, min(_FAR, weight + message)))
        message = log((enter + odds * stay_in) / (stay_out + odds * leave))
    return found


def _walk_back(last: bool, came: Sequence[tuple[bool, bool]]) -> Iterator[bool]:
    yield last
    for step in reversed(came):
        last = step[last]
        yield last


def _field(path: str | None) -> Field:
    return _unpacked(shipped(EXTRACTOR, EXTRACTOR) if path is None else read_model(path, EXTRACTOR))


@lru_cache(maxsize=4)
def _unpacked(held: Any) -> Field:
    return Field.from_file(held)
