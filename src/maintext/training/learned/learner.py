"""Fitting one network to sheets: batches by length, cross-entropy plus a soft F1 per page, averaged weights."""

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from maintext.extractors.learned.features import NAMES, Features
from maintext.extractors.learned.network import LIMIT
from maintext.training.learned.batches import Answers, collate, deal
from maintext.training.learned.sheet import Sheet
from maintext.training.learned.torch_network import Network

if TYPE_CHECKING:
    from numpy.typing import NDArray

Told = Callable[[int, float], None]


@dataclass(frozen=True, slots=True)
class Recipe:
    """The constants of fitting."""

    width: int = 32
    rounds: int = 18
    rate: float = 4e-3
    dropout: float = 0.25
    decay: float = 2e-2
    batch_blocks: int = 4000
    any_share: float = 0.4
    """The share of pages shown without their guideline."""
    disguise: float = 0.25
    """The share of pages shown in disguise."""
    hide_feature: float = 0.1
    hide_groups: tuple[tuple[str, float], ...] = (
        ("text:", 0.05), ("place:", 0.1), ("repetition:", 0.1), ("title:", 0.1), ("tags:", 0.1), ("hints:", 0.3),
        ("container", 0.05), ("page:", 0.15), ("address:", 0.4),
    )  # fmt: skip
    """How often a feature, and how often a whole group, is hidden from the network for a page."""
    soft_f: float = 0.5
    side_heads: float = 0.3
    type_head: float = 0.3
    """What the parts of the loss count beside the cross-entropy of main text."""
    averaging: float = 0.995
    look: bool = True
    """Whether a block sees the means of what stands around it, or its neighbors only."""
    seed: int = 0
    members: int = 3
    """How many networks are fitted, each with a seed of its own."""


def fit_network(sheets: Sequence[Sheet], recipe: Recipe, told: Told | None = None) -> "dict[str, NDArray[np.float32]]":
    """The weights of a network fitted to the sheets, by the names that extraction knows."""
    torch.manual_seed(recipe.seed)
    rng = Random(recipe.seed)  # noqa: S311
    mean, scale = _spread(sheets)
    plain = [_Shown(sheet, _standard(sheet.features, mean, scale)) for sheet in sheets]
    disguised = [_in_disguise(sheet, mean, scale) if recipe.disguise else None for sheet in sheets]
    network = Network(len(NAMES), recipe.width, recipe.dropout)
    if not recipe.look:
        network.close_eyes()
    averaged = copy.deepcopy(network)
    optimizer = torch.optim.AdamW(network.parameters(), recipe.rate, weight_decay=recipe.decay)
    steps = len(deal(sheets, rng, recipe.batch_blocks)) + 2
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, recipe.rate, total_steps=recipe.rounds * (steps + 1))
    for turn in range(recipe.rounds):
        network.train()
        lost = 0.0
        shown = [
            other if other is not None and rng.random() < recipe.disguise else one
            for one, other in zip(plain, disguised, strict=True)
        ]
        seen, rows = [each.sheet for each in shown], [each.rows for each in shown]
        for chosen in deal(seen, rng, recipe.batch_blocks)[:steps]:
            batch, answers = collate(seen, rows, chosen, rng, recipe.any_share)
            batch.x.mul_(_uncovered(len(chosen), recipe))
            blocks, types = network(batch)
            loss = _loss(blocks, types, answers, recipe) / len(chosen)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            lost += float(loss.detach())
            with torch.no_grad():
                for kept, current in zip(averaged.parameters(), network.parameters(), strict=True):
                    kept.lerp_(current, 1 - recipe.averaging)
        if told:
            told(turn, lost / steps)
    return averaged.export() | {"mean": mean, "scale": scale}


class _Shown(NamedTuple):
    """A page as it is shown to the network: itself or in disguise."""

    sheet: Sheet
    rows: "NDArray[np.float16]"


def _in_disguise(sheet: Sheet, mean: "NDArray[np.float32]", scale: "NDArray[np.float32]") -> _Shown | None:
    if sheet.disguised is None:
        return None
    return _Shown(replace(sheet, features=sheet.disguised), _standard(sheet.disguised, mean, scale))


def _standard(features: Features, mean: "NDArray[np.float32]", scale: "NDArray[np.float32]") -> "NDArray[np.float16]":
    return np.clip((features.rows - mean) * scale, -LIMIT, LIMIT).astype(np.float16)


def _spread(sheets: Sequence[Sheet]) -> "tuple[NDArray[np.float32], NDArray[np.float32]]":
    """The mean of every feature, and one over its spread."""
    rows = np.concatenate([sheet.features.rows[::5] for sheet in sheets])
    return rows.mean(0), (1 / (rows.std(0) + 1e-2)).astype(np.float32)


def _uncovered(pages: int, recipe: Recipe) -> Tensor:
    """Ones, and zeros for the features that are hidden from a page."""
    shown = (torch.rand(pages, 1, len(NAMES)) > recipe.hide_feature).float()
    for group, share in recipe.hide_groups:
        columns = [at for at, name in enumerate(NAMES) if name.startswith(group)]
        shown[:, :, columns] *= (torch.rand(pages, 1, 1) > share).float()
    return shown


def _loss(blocks: Tensor, types: Tensor, answers: Answers, recipe: Recipe) -> Tensor:
    """The sum over the pages of a batch."""
    entropy = nn.functional.binary_cross_entropy_with_logits(blocks, answers.right, reduction="none") * answers.weights
    weights, right = answers.weights[:, :, 0], answers.right[:, :, 0]
    kept = torch.sigmoid(blocks[:, :, 0])
    both = (kept * right * weights).sum(1)
    soft_f = 2 * both / ((kept * weights).sum(1) + (right * weights).sum(1) + 1e-4)
    loss = entropy[:, :, 0].sum() + recipe.soft_f * (1 - soft_f).sum() + recipe.side_heads * entropy[:, :, 1:].sum()
    known = answers.page_types >= 0
    if bool(known.any()):
        cost = nn.functional.cross_entropy(types[known], answers.page_types[known], reduction="sum")
        loss = loss + recipe.type_head * cost
    return loss
