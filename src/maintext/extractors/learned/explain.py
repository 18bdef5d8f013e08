"""Why a block was kept or not: how far its log odds move when the network does not see a group of features.

A group is taken away from the whole page by putting the training pages' mean in its place; what the network then says
differently is what the group contributed. Nothing is made up: the same numbers come out when anybody takes the group
away.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from maintext.extractors.learned.features import NAMES, Features
from maintext.extractors.learned.model import Model
from maintext.extractors.learned.network import forward, standardize
from maintext.extractors.learned.opinions import mean

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

_GROUPS: Final = {
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
_LEAST: Final = 0.1
"""A group that moves the log odds by less goes unmentioned."""
_MOST: Final = 4


@dataclass(frozen=True, slots=True)
class Contribution:
    """What a group of features adds to the log odds of a block being main text."""

    group: str
    amount: float
    details: tuple[str, ...] = ()

    def __str__(self) -> str:
        details = f" ({', '.join(self.details)})" if self.details else ""
        return f"{self.amount:+.1f} {self.group}{details}"


def group_names() -> tuple[str, ...]:
    """The groups that can be named."""
    return tuple(_GROUPS)


def without(x: "Floats", group: str) -> "Floats":
    """Standardized features with a group put at the training pages' mean."""
    taken = x.copy()
    taken[:, columns(group)] = 0
    return taken


def columns(group: str) -> list[int]:
    """The features that belong to a group."""
    starts = _GROUPS[group]
    return [at for at, name in enumerate(NAMES) if name.startswith(starts)]


def contributions(model: Model, features: Features, guideline: int, asked: int = 1) -> list[tuple[Contribution, ...]]:
    """For every block what each group contributes to the answer of so many networks, the largest first."""

    def log_odds(x: "Floats") -> "Floats":
        return mean([forward(weights, x, features, guideline) for weights in model.members[:asked]]).blocks[:, 0]

    x = standardize(model.members[0], features.rows)
    full = log_odds(x)
    found: list[list[Contribution]] = [[] for _ in range(len(full))]
    for group in _GROUPS:
        seen = log_odds(without(x, group))
        for block, amount in enumerate((full - seen) / model.temperatures[0]):
            found[block].append(Contribution(group, float(amount)))
    return [tuple(sorted(each, key=lambda one: -abs(one.amount))) for each in found]


def reasons(model: Model, features: Features, guideline: int, asked: int = 1) -> list[tuple[str, ...]]:
    """For every block the largest contributions in words."""
    told = []
    for block, each in enumerate(contributions(model, features, guideline, asked)):
        large = [one for one in each if abs(one.amount) >= _LEAST][:_MOST]
        told.append(tuple(str(_with_details(one, features, block)) for one in large))
    return told


def _with_details(one: Contribution, features: Features, block: int) -> Contribution:
    """The contribution with the features behind it, where they are plain facts."""
    row = features.rows[block]
    held = [NAMES[at] for at in columns(one.group) if row[at] > 0]
    if one.group == "class names":
        details = _ordered(name.split(": ")[1].rsplit(" ", 1)[0] for name in held if not name.endswith(" far"))
    elif one.group == "the tags around it":
        tags = [name for name in held if not name.endswith((" div around", " span around", " in div", " in span"))]
        details = _ordered(name.removeprefix("tags: ").removeprefix("in ").removesuffix(" around") for name in tags)
    elif one.group == "its links":
        details = (f"{row[NAMES.index('text: link share')]:.0%} linked",)
    elif one.group == "its length":
        count = int(features.words[block])
        details = (f"{count} word{'s' * (count != 1)}",)
    elif one.group == "its containers":
        details = (f"{row[NAMES.index('container 2: share of running text')]:.0%} of the running text nearby",)
    elif one.group == "its place on the page":
        details = (f"{row[NAMES.index('place: share of words before')]:.0%} down",)
        if row[NAMES.index("place: hidden")] > 0:
            details = (*details, "hidden")
    else:
        details = ()
    return Contribution(one.group, one.amount, details[:4])


def _ordered(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
