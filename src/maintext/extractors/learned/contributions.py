"""Why a block was kept or not: how much its log odds change if a group of features is removed.

A group is removed from the whole page by setting it to the mean of the training pages. The difference in the log odds
is the contribution of the group.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from maintext.extractors.learned.decision import TEXT
from maintext.extractors.learned.features import NAMES, Features
from maintext.extractors.learned.network import block_log_odds, run_networks, standardize

if TYPE_CHECKING:
    from maintext.arrays import Float32Array
    from maintext.extractors.learned.network import Weights

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
    "what it says": ("lexical:",),
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


def contributions(networks: "Weights", features: Features, guideline: int) -> "Float32Array":
    """For every group and block what the group contributes to the log odds."""
    import numpy as np

    def log_odds(x: "Float32Array") -> "Float32Array":
        hidden = run_networks(networks, x, features)
        mean: Float32Array = block_log_odds(networks, hidden, guideline).mean(1)
        return mean[:, TEXT]

    x = standardize(networks, features.rows)
    full = log_odds(x)
    return np.stack([full - log_odds(remove_group(x, group)) for group in FEATURE_GROUPS])


def reasons(networks: "Weights", features: Features, guideline: int, temperature: float) -> list[tuple[str, ...]]:
    """For every block its largest contributions in words, in log odds divided by the temperature."""
    amounts = contributions(networks, features, guideline) / temperature
    by_block = []
    for block, own in enumerate(amounts.T.tolist()):
        found = [Contribution(group, amount) for group, amount in zip(FEATURE_GROUPS, own, strict=True)]
        found.sort(key=lambda contribution: -abs(contribution.amount))
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
