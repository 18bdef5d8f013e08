"""Batches: pages of similar length, padded, with their labels."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor

from maintext.extractors.learned.element_arrays import CONTAINER_LEVELS
from maintext.extractors.learned.network import ANY_GUIDELINE, HEADS
from maintext.training.learned.torch_network import Batch
from maintext.training.learned.training_page import TrainingPage

if TYPE_CHECKING:
    from maintext.arrays import Float16Array

MAX_BLOCKS = 2500
"""Of a longer page, a random range of so many blocks is used."""


@dataclass(frozen=True, slots=True)
class Targets:
    """The labels of a batch, and the weight of each block."""

    labels: Tensor
    weights: Tensor
    page_types: Tensor


def make_batches(pages: Sequence[TrainingPage], rng: Random, blocks: int) -> list[list[int]]:
    """The indexes of the pages in batches of about so many blocks, in random order."""
    lengths = [min(len(page.words), MAX_BLOCKS) for page in pages]
    order = sorted(range(len(pages)), key=lambda index: lengths[index] + rng.random() * 40)
    batches: list[list[int]] = [[]]
    for index in order:
        if batches[-1] and (len(batches[-1]) + 1) * lengths[index] > blocks:
            batches.append([])
        batches[-1].append(index)
    rng.shuffle(batches)
    return batches


def collate(
    pages: Sequence[TrainingPage],
    rows: "Sequence[Float16Array]",
    chosen: Sequence[int],
    rng: Random,
    no_guideline_share: float,
) -> tuple[Batch, Targets]:
    """One batch; a share of the pages comes without its guideline, so that the network learns to do without."""
    length = min(MAX_BLOCKS, max(len(pages[index].words) for index in chosen))
    count = len(chosen)
    x = np.zeros((count, length, rows[0].shape[1]), np.float32)
    mask = np.zeros((count, length), np.float32)
    labels = np.zeros((count, length, len(HEADS)), np.float32)
    weights = np.zeros_like(labels)
    starts = np.zeros((count, CONTAINER_LEVELS, length), np.int64)
    stops = np.zeros_like(starts)
    paths = np.zeros((count, length), np.int64)
    guidelines = np.zeros(count, np.int64)
    types = np.zeros(count, np.int64)
    for row, index in enumerate(chosen):
        page = pages[index]
        size = min(len(page.words), length)
        start = rng.randrange(len(page.words) - size + 1)
        part = slice(start, start + size)
        x[row, :size] = rows[index][part]
        mask[row, :size] = 1
        labels[row, :size] = page.labels[part]
        weights[row, :size] = page.weights[part]
        starts[row, :, :size] = np.clip(page.features.starts[:, part] - start, 0, size)
        stops[row, :, :size] = np.clip(page.features.stops[:, part] - start, 0, size)
        paths[row, :size] = np.unique(page.features.paths[part], return_inverse=True)[1]
        guidelines[row] = ANY_GUIDELINE if rng.random() < no_guideline_share else page.guideline
        types[row] = page.page_type
    inputs = [torch.from_numpy(array) for array in (x, mask, guidelines, starts, stops, paths)]
    targets = [torch.from_numpy(array) for array in (labels, weights, types)]
    return Batch(*inputs), Targets(*targets)
