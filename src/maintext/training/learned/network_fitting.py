"""Fitting one network: batches by length, cross-entropy plus a soft F1 per page, averaged weights."""

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from maintext.extractors.learned.features import LEXICAL_COLUMN, NAMES, Features
from maintext.extractors.learned.network import FEATURE_LIMIT
from maintext.training.learned.batches import Targets, collate, make_batches
from maintext.training.learned.torch_network import Network
from maintext.training.learned.training_page import TrainingPage

if TYPE_CHECKING:
    from maintext.arrays import Float16Array, Float32Array

OnEpoch = Callable[[int, float], None]
"""Called after each epoch with its number and its mean loss."""


@dataclass(frozen=True, slots=True)
class Hyperparameters:
    """The constants of training."""

    width: int = 32
    epochs: int = 12
    learning_rate: float = 4e-3
    dropout: float = 0.25
    weight_decay: float = 2e-2
    batch_blocks: int = 4000
    no_guideline_share: float = 0.4
    """The share of pages shown without their guideline."""
    augmented_share: float = 0.25
    """The share of pages shown with script augmentation."""
    feature_dropout: float = 0.1
    group_dropout: tuple[tuple[str, float], ...] = (
        ("text:", 0.05), ("place:", 0.1), ("repetition:", 0.1), ("title:", 0.1), ("tags:", 0.1), ("hints:", 0.3),
        ("container", 0.05), ("page:", 0.15), ("address:", 0.4), ("lexical:", 0.25),
    )  # fmt: skip
    """How often a feature, and how often all features of a group, are hidden on a page."""
    soft_f_weight: float = 0.5
    other_heads_weight: float = 0.3
    page_type_weight: float = 0.3
    """The weights of the parts of the loss; the cross-entropy of main text has weight 1."""
    averaging_decay: float = 0.995
    """The decay of the exponential moving average of the weights."""
    context_pooling: bool = True
    """Whether a block sees the means of its context, or only its neighbors."""
    seed: int = 0
    networks: int = 3
    """The size of the ensemble; each network has its own seed."""


def fit_network(
    pages: Sequence[TrainingPage], settings: Hyperparameters, on_epoch: OnEpoch | None = None
) -> "dict[str, Float32Array]":
    """The weights of a network fitted to the pages, by their names in a model file."""
    torch.manual_seed(settings.seed)
    rng = Random(settings.seed)  # noqa: S311
    mean, scale = _mean_and_scale(pages)
    plain = [_Input(page, _standardize(page.features, mean, scale)) for page in pages]
    augmented = [_augmented_input(page, mean, scale) if settings.augmented_share else None for page in pages]
    network = Network(len(NAMES), settings.width, settings.dropout)
    if not settings.context_pooling:
        network.disable_context()
    averaged = copy.deepcopy(network)
    optimizer = torch.optim.AdamW(network.parameters(), settings.learning_rate, weight_decay=settings.weight_decay)
    steps = len(make_batches(pages, rng, settings.batch_blocks)) + 2
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, settings.learning_rate, total_steps=settings.epochs * (steps + 1)
    )
    for epoch in range(settings.epochs):
        network.train()
        total_loss = 0.0
        inputs = [
            other if other is not None and rng.random() < settings.augmented_share else one
            for one, other in zip(plain, augmented, strict=True)
        ]
        shown, rows = [each.page for each in inputs], [each.rows for each in inputs]
        for chosen in make_batches(shown, rng, settings.batch_blocks)[:steps]:
            batch, targets = collate(shown, rows, chosen, rng, settings.no_guideline_share)
            batch.x.mul_(_feature_mask(len(chosen), settings))
            blocks, types = network(batch)
            loss = _loss(blocks, types, targets, settings) / len(chosen)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            total_loss += float(loss.detach())
            with torch.no_grad():
                for average, current in zip(averaged.parameters(), network.parameters(), strict=True):
                    average.lerp_(current, 1 - settings.averaging_decay)
        if on_epoch:
            on_epoch(epoch, total_loss / steps)
    return averaged.export() | {"mean": mean, "scale": scale}


class _Input(NamedTuple):
    """A page as it is shown to the network, plain or augmented."""

    page: TrainingPage
    rows: "Float16Array"


def _augmented_input(page: TrainingPage, mean: "Float32Array", scale: "Float32Array") -> _Input | None:
    if page.augmented is None:
        return None
    return _Input(replace(page, features=page.augmented), _standardize(page.augmented, mean, scale))


def _standardize(features: Features, mean: "Float32Array", scale: "Float32Array") -> "Float16Array":
    return np.clip((features.rows - mean) * scale, -FEATURE_LIMIT, FEATURE_LIMIT).astype(np.float16)


def _mean_and_scale(pages: Sequence[TrainingPage]) -> "tuple[Float32Array, Float32Array]":
    """The mean of every feature, and the inverse of its standard deviation."""
    rows = np.concatenate([page.features.rows[::5] for page in pages])
    mean = rows.mean(0)
    mean[LEXICAL_COLUMN] = 0  # the score of what is unknown, and of what is hidden
    return mean, (1 / (rows.std(0) + 1e-2)).astype(np.float32)


def _feature_mask(pages: int, settings: Hyperparameters) -> Tensor:
    """Ones, and zeros for the features that are hidden on a page."""
    mask = (torch.rand(pages, 1, len(NAMES)) > settings.feature_dropout).float()
    for group, share in settings.group_dropout:
        columns = [index for index, name in enumerate(NAMES) if name.startswith(group)]
        mask[:, :, columns] *= (torch.rand(pages, 1, 1) > share).float()
    return mask


def _loss(blocks: Tensor, types: Tensor, targets: Targets, settings: Hyperparameters) -> Tensor:
    """The sum over the pages of a batch."""
    entropy = nn.functional.binary_cross_entropy_with_logits(blocks, targets.labels, reduction="none") * targets.weights
    weights, labels = targets.weights[:, :, 0], targets.labels[:, :, 0]
    kept = torch.sigmoid(blocks[:, :, 0])
    both = (kept * labels * weights).sum(1)
    soft_f = 2 * both / ((kept * weights).sum(1) + (labels * weights).sum(1) + 1e-4)
    others = settings.other_heads_weight * entropy[:, :, 1:].sum()
    loss = entropy[:, :, 0].sum() + settings.soft_f_weight * (1 - soft_f).sum() + others
    known = targets.page_types >= 0
    if bool(known.any()):
        cost = nn.functional.cross_entropy(types[known], targets.page_types[known], reduction="sum")
        loss = loss + settings.page_type_weight * cost
    return loss
