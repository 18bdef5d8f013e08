"""Batches: pages of like length side by side, with what is right for them."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor

from maintext.extractors.learned.layout import LEVELS
from maintext.extractors.learned.network import ANY, HEADS
from maintext.training.learned.sheet import Sheet
from maintext.training.learned.torch_network import Batch

if TYPE_CHECKING:
    from numpy.typing import NDArray

LONGEST = 2500
"""Of a longer page, as many blocks from some place."""


@dataclass(frozen=True, slots=True)
class Answers:
    """What is right for a batch, and how much each block counts."""

    right: Tensor
    weights: Tensor
    page_types: Tensor


def deal(sheets: Sequence[Sheet], rng: Random, blocks: int) -> list[list[int]]:
    """The numbers of the pages, dealt into batches of about so many blocks, in random order."""
    order = sorted(range(len(sheets)), key=lambda at: min(len(sheets[at].sizes), LONGEST) + rng.random() * 40)
    batches: list[list[int]] = [[]]
    for at in order:
        length = min(len(sheets[at].sizes), LONGEST)
        if batches[-1] and (len(batches[-1]) + 1) * length > blocks:
            batches.append([])
        batches[-1].append(at)
    rng.shuffle(batches)
    return batches


def collate(
    sheets: Sequence[Sheet], rows: "Sequence[NDArray[np.float16]]", chosen: Sequence[int], rng: Random, any_share: float
) -> tuple[Batch, Answers]:
    """One batch; a share of the pages is shown without its guideline, so that the network learns to do without."""
    length = min(LONGEST, max(len(sheets[at].sizes) for at in chosen))
    pages = len(chosen)
    x = np.zeros((pages, length, rows[0].shape[1]), np.float32)
    mask = np.zeros((pages, length), np.float32)
    right = np.zeros((pages, length, len(HEADS)), np.float32)
    weights = np.zeros_like(right)
    starts = np.zeros((pages, LEVELS, length), np.int64)
    stops = np.zeros_like(starts)
    paths = np.zeros((pages, length), np.int64)
    guidelines = np.zeros(pages, np.int64)
    types = np.zeros(pages, np.int64)
    for place, at in enumerate(chosen):
        sheet = sheets[at]
        size = min(len(sheet.sizes), length)
        start = rng.randrange(len(sheet.sizes) - size + 1)
        part = slice(start, start + size)
        x[place, :size] = rows[at][part]
        mask[place, :size] = 1
        right[place, :size] = sheet.right[part]
        weights[place, :size] = sheet.weights[part]
        starts[place, :, :size] = np.clip(sheet.features.starts[:, part] - start, 0, size)
        stops[place, :, :size] = np.clip(sheet.features.stops[:, part] - start, 0, size)
        paths[place, :size] = np.unique(sheet.features.paths[part], return_inverse=True)[1]
        guidelines[place] = ANY if rng.random() < any_share else sheet.guideline
        types[place] = sheet.page_type
    tensors = [torch.from_numpy(array) for array in (x, mask, guidelines, starts, stops, paths)]
    answers = [torch.from_numpy(array) for array in (right, weights, types)]
    return Batch(*tensors), Answers(*answers)
