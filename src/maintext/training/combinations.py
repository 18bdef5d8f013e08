"""Search for the best combination of extractors, as CombinE does [Gottron 2008b]: chains, fallbacks and votes.

The search is greedy: each round combines the best extractors so far with every part. It ends when no round improves.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from maintext.errors import TrainingError
from maintext.extractors import EXTRACTORS, Extractor
from maintext.extractors.compose import Chain, Fallback, Vote

Measure = Callable[[Sequence[str]], Mapping[str, float]]
"""The scores of extractors by their specs."""
UNION, MAJORITY = 0.0, 0.5
"""Shares of votes: 0 keeps a block if any part does, 0.5 if more than half of them do (of two parts, both)."""


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """The limits of the search."""

    width: int = 4
    """The number of best extractors that the next round builds on."""
    rounds: int = 2

    def __post_init__(self) -> None:
        if self.width < 1 or self.rounds < 1:
            raise ValueError("width and rounds must be 1 or more")


@dataclass(frozen=True, slots=True)
class Combination:
    """An extractor with its score and the round in which it was tried; single extractors belong to round 0."""

    spec: str
    value: float
    round: int


def search_combinations(
    parts: Sequence[str], measure: Measure, settings: SearchSettings | None = None
) -> list[Combination]:
    """All tried extractors, best first; ties are ordered by round, so the simpler one comes first."""
    settings = settings or SearchSettings()
    built = list(dict.fromkeys(str(EXTRACTORS.build(part)) for part in parts))
    if len(built) < 2:
        raise TrainingError("a combination needs two extractors or more; name them with -x")
    tried = [Combination(spec, value, 0) for spec, value in measure(built).items()]
    for number in range(1, settings.rounds + 1):
        best = _ranked(tried)[: settings.width]
        known = {each.spec for each in tried}
        new = [spec for spec in dict.fromkeys(_combined([each.spec for each in best], built)) if spec not in known]
        found = [Combination(spec, value, number) for spec, value in measure(new).items()] if new else []
        improved = max((each.value for each in found), default=0.0) > best[0].value
        tried += found
        if not improved:
            break
    return _ranked(tried)


def _ranked(tried: Sequence[Combination]) -> list[Combination]:
    return sorted(tried, key=lambda each: (-each.value, each.round))


def _combined(best: Sequence[str], parts: Sequence[str]) -> Iterator[str]:
    """The specs of a round: chains, fallbacks and votes of the best with every part, and votes of three of the best."""
    for one in best:
        for other in parts:
            if one == other:
                continue
            first, second = EXTRACTORS.build(one), EXTRACTORS.build(other)
            yield str(_chain(first, second))
            yield str(_chain(second, first))
            yield str(_fallback(first, second))
            yield str(Vote(tuple(sorted((first, second), key=str)), MAJORITY))
            yield str(Vote(tuple(sorted((first, second), key=str)), UNION))
    for three in combinations(sorted(best), 3):
        yield str(Vote(tuple(map(EXTRACTORS.build, three)), MAJORITY))


def _chain(first: Extractor, second: Extractor) -> Extractor:
    return Chain((*_parts_of(first, Chain), *_parts_of(second, Chain)))


def _fallback(first: Extractor, second: Extractor) -> Extractor:
    return Fallback((*_parts_of(first, Fallback), *_parts_of(second, Fallback)))


def _parts_of(extractor: Extractor, kind: type[Chain] | type[Fallback]) -> tuple[Extractor, ...]:
    """The parts of an extractor if it is a combination of this kind, else the extractor itself; avoids nested specs."""
    return extractor.parts if isinstance(extractor, kind) else (extractor,)
