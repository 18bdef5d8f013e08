"""Cross-validation grouped by site: every page is judged by a network that has seen no page of its site."""

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING

import numpy as np
import torch

from maintext.extractors.learned.network import ANY, Output, forward, standardize
from maintext.training.learned.learner import Recipe, fit_network
from maintext.training.learned.sheet import Sheet

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Weights = dict[str, NDArray[np.float32]]


@dataclass(frozen=True, eq=False)
class Judged:
    """What each network said of a page it had not seen: by the guideline of its dataset, and by the fitting one."""

    own: tuple[Output, ...]
    any: tuple[Output, ...]

    def __add__(self, other: "Judged") -> "Judged":
        return Judged(self.own + other.own, self.any + other.any)


def fold_of(site: str, folds: int) -> int:
    """The part of the sites that a site is in; always the same."""
    return int.from_bytes(sha256(site.encode()).digest()[:8]) % folds


def cross_validate(
    sheets: Sequence[Sheet], recipe: Recipe, folds: int, processes: int = 1
) -> "tuple[list[Judged], list[Weights]]":
    """What networks fitted to the other sites say of every page, and networks fitted to all of them."""
    work = _Work(sheets, [fold_of(sheet.site, folds) for sheet in sheets], recipe)
    parts = [(fold, member) for fold in (*range(folds), None) for member in range(recipe.members)]
    judged: dict[int, Judged] = {}
    fitted: list[Weights] = []
    with ProcessPoolExecutor(min(processes, len(parts)), initializer=_begin, initargs=(work,)) as pool:
        for (fold, _), (found, weights) in zip(parts, pool.map(_run, parts), strict=True):
            judged |= {at: judged[at] + each if at in judged else each for at, each in found.items()}
            if fold is None:
                fitted.append(weights)
    return [judged[at] for at in range(len(sheets))], fitted


def judge(weights: "Weights", sheet: Sheet) -> Judged:
    """What a network says of a page."""
    x = standardize(weights, sheet.features.rows)
    own = forward(weights, x, sheet.features, sheet.guideline)
    return Judged((own,), (forward(weights, x, sheet.features, ANY),))


@dataclass(frozen=True, eq=False)
class _Work:
    """What every process needs: handed over once, when it starts."""

    sheets: Sequence[Sheet]
    places: Sequence[int]
    recipe: Recipe

    def run(self, fold: int | None, member: int) -> "tuple[dict[int, Judged], Weights]":
        """Fit one network to the other parts, and judge this one; without a part, fit to all."""
        torch.set_num_threads(1)
        pairs = list(zip(self.sheets, self.places, strict=True))
        recipe = replace(self.recipe, seed=self.recipe.seed + member)
        weights = fit_network([sheet for sheet, place in pairs if place != fold], recipe)
        return {at: judge(weights, sheet) for at, (sheet, place) in enumerate(pairs) if place == fold}, weights


_WORK: list[_Work] = []
"""In a process of the pool, its work."""


def _begin(work: _Work) -> None:
    _WORK[:] = [work]


def _run(part: tuple[int | None, int]) -> "tuple[dict[int, Judged], Weights]":
    return _WORK[0].run(*part)
