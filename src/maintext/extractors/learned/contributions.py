"""Why a block was kept or not: how much its log odds change if a group of features is removed.

A group is removed from the whole page by setting it to the mean of the training pages. The difference in the log odds
is the contribution of the group.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from maintext.extractors.learned.decision import TEXT
from maintext.extractors.learned.ensemble import average_outputs
from maintext.extractors.learned.features import NAMES, Features
from maintext.extractors.learned.model import Model
from maintext.extractors.learned.network import forward, standardize

if TYPE_CHECKING:
    from maintext.arrays import Float32Array

FEATURE_GROUPS: Final = {
    "its length": ("text: characters", "text: words", "text: word length"),
    "its links": ("text: link share", "text: linked at all"),
    "its characters": (
        "text: commas", "text: stops", "text: ends with a stop", "text: capitals", "text: digits", "text: separators",
        "text: quotes", "text: punctuation", "text: currency", "text: unspaced script", "text: all capitals",
        "text: other signs",
    ),
    "its place on the page": ("place:",),
    "repetition": ("repetition:",),
    "the title and the first heading": ("title:",),
    "the tags around it": ("tags:",),
    "class names": ("hints:",),
    "its containers": ("container",),
    "the page as a whole": ("page:",),
    "the address": ("address:",),
}  # fmt: skip
_MIN_CONTRIBUTION: Final = 0.1
"""A group that changes the log odds by less is not listed."""
_MAX_REASONS: Final = 4


@dataclass(frozen=True, slots=True)
class Contribution:
    """What a group of features adds to the log odds that a block is main text."""

    group: str
    amount: float
    details: tuple[str, ...] = ()

    def __str__(self) -> str:
        details = f" ({', '.join(self.details)})" if self.details else ""
        return f"{self.amount:+.1f} {self.group}{details}"


def remove_group(x: "Float32Array", group: str) -> "Float32Array":
    """Standardized features with a group set to the mean of the training pages."""
    removed = x.copy()
    removed[:, group_columns(group)] = 0
    return removed


@cache
def group_columns(group: str) -> list[int]:
    """The columns of the features in a group."""
    prefixes = FEATURE_GROUPS[group]
    return [index for index, name in enumerate(NAMES) if name.startswith(prefixes)]


def contributions(
    model: Model, features: Features, guideline: int, networks: int = 1
) -> list[tuple[Contribution, ...]]:
    """For every block what each group contributes to the output of the first networks, largest first."""

    def log_odds(x: "Float32Array") -> "Float32Array":
        outputs = [forward(weights, x, features, guideline) for weights in model.networks[:networks]]
        return average_outputs(outputs).blocks[:, TEXT]

    x = standardize(model.networks[0], features.rows)
    full = log_odds(x)
    found: list[list[Contribution]] = [[] for _ in range(len(full))]
    for group in FEATURE_GROUPS:
        without = log_odds(remove_group(x, group))
        for block, amount in enumerate((full - without) / model.calibration.temperatures[TEXT]):
            found[block].append(Contribution(group, float(amount)))
    return [tuple(sorted(block, key=lambda contribution: -abs(contribution.amount))) for block in found]


def reasons(model: Model, features: Features, guideline: int, networks: int = 1) -> list[tuple[str, ...]]:
    """For every block its largest contributions in words."""
    by_block = []
    for block, found in enumerate(contributions(model, features, guideline, networks)):
        large = [each for each in found if abs(each.amount) >= _MIN_CONTRIBUTION][:_MAX_REASONS]
        by_block.append(tuple(str(_with_details(each, features, block)) for each in large))
    return by_block


def _with_details(contribution: Contribution, features: Features, block: int) -> Contribution:
    """The contribution with the values of its features where they are easy to read."""
    row = features.rows[block]
    group = contribution.group
    if group == "class names":
        hints = [name for name in _present(group, row) if not name.endswith(" far")]
        details = _unique(name.split(": ")[1].rsplit(" ", 1)[0] for name in hints)
    elif group == "the tags around it":
        tags = [
            name
            for name in _present(group, row)
            if not name.endswith((" div around", " span around", " in div", " in span"))
        ]
        details = _unique(name.removeprefix("tags: ").removeprefix("in ").removesuffix(" around") for name in tags)
    elif group == "its links":
        details = (f"{row[_column('text: link share')]:.0%} linked",)
    elif group == "its length":
        count = int(features.words[block])
        details = (f"{count} word{'s' * (count != 1)}",)
    elif group == "its containers":
        details = (f"{row[_column('container 2: share of running text')]:.0%} of the running text nearby",)
    elif group == "its place on the page":
        details = (f"{row[_column('place: share of words before')]:.0%} down",)
        if row[_column("place: hidden")] > 0:
            details = (*details, "hidden")
    else:
        details = ()
    return Contribution(group, contribution.amount, details[:4])


def _present(group: str, row: "Float32Array") -> list[str]:
    """The features of a group that a block has."""
    columns = group_columns(group)
    return [NAMES[columns[index]] for index in (row[columns] > 0).nonzero()[0]]


@cache
def _column(name: str) -> int:
    return NAMES.index(name)


def _unique(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
