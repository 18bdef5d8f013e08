"""The network of extractors/learned/network.py in torch, over batches of pages padded to one length."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

from maintext.extractors.learned.network import DILATIONS, GUIDELINES, HEADS, PAGE_TYPES, POOLED_LEVELS

if TYPE_CHECKING:
    from maintext.arrays import Float32Array

_HIDDEN = 64
_SAMPLES = 1 << 22
"""Random numbers sampled for dropout."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Padded pages: features, a mask of real blocks, guidelines, containers and path ids."""

    x: Tensor
    mask: Tensor
    guidelines: Tensor
    starts: Tensor
    stops: Tensor
    paths: Tensor


class Dropout(nn.Module):
    """Dropout whose mask is sampled once and read at a random offset each time, which saves most of its time."""

    def __init__(self, share: float) -> None:
        super().__init__()
        samples = (torch.rand(_SAMPLES) >= share).float() / (1 - share)
        self.samples: Tensor
        self.register_buffer("samples", samples, persistent=False)

    def forward(self, z: Tensor) -> Tensor:
        """Set a share of the values to zero and scale up the others; outside of training, change nothing."""
        if not self.training:
            return z
        offset = int(torch.randint(max(1, _SAMPLES - z.numel()), ()))
        size = z.numel()
        mask = self.samples[offset : offset + size] if size <= _SAMPLES else self.samples.repeat(size // _SAMPLES + 1)
        return z * mask[:size].view_as(z)


class Network(nn.Module):
    """Dilated convolutions over blocks, with context pooling in between."""

    def __init__(self, features: int, width: int, dropout: float) -> None:
        super().__init__()
        self.into = nn.Linear(features, width)
        self.guideline_out = nn.Embedding(len(GUIDELINES), _HIDDEN)
        self.dropout = Dropout(dropout)
        self.convolutions = nn.ModuleList(
            nn.ModuleList(nn.Conv1d(width, width, 3, padding=gap, dilation=gap) for gap in pair) for pair in DILATIONS
        )
        self.norm = nn.LayerNorm(width, elementwise_affine=False)
        self.context = nn.ModuleList(nn.Linear((len(POOLED_LEVELS) + 2) * width, width) for _ in DILATIONS)
        self.pool = nn.Linear(2 * width, width)
        self.out1 = nn.Linear(2 * width, _HIDDEN)
        self.out2 = nn.Linear(_HIDDEN, len(HEADS))
        self.page_type = nn.Linear(width, len(PAGE_TYPES))
        nn.init.zeros_(self.guideline_out.weight)

    def forward(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """The log odds of every block and head, and the page type logits."""
        mask = batch.mask[:, :, None]
        z = torch.relu(self.into(self.dropout(batch.x))) * mask
        for stage, convolutions in enumerate(self.convolutions):
            for convolution in convolutions:
                seen = convolution((self.norm(z) * mask).transpose(1, 2)).transpose(1, 2)
                z = (z + self.dropout(torch.relu(seen))) * mask
            seen = self.context[stage](context_means(self.norm(z) * mask, mask, batch))
            z = (z + self.dropout(torch.relu(seen))) * mask
        mean = z.sum(1) / mask.sum(1).clamp(min=1)
        top = z.masked_fill(mask == 0, -1e4).max(1).values
        page = torch.relu(self.pool(torch.cat([mean, top], 1)))
        both = torch.cat([z, page[:, None].expand_as(z)], 2)
        hidden = torch.relu(self.out1(self.dropout(both)) + self.guideline_out(batch.guidelines)[:, None])
        return self.out2(hidden), self.page_type(page)

    def disable_context(self) -> None:
        """Set the weights of context pooling to zero for good."""
        for parameter in self.context.parameters():
            parameter.requires_grad_(False).zero_()

    def export(self) -> "dict[str, Float32Array]":
        """The weights by their names in a model file."""
        named: dict[str, Tensor] = {"guideline.out": self.guideline_out.weight}
        for name, layer in (
            ("in", self.into), ("pool", self.pool), ("out1", self.out1), ("out2", self.out2), ("type", self.page_type),
            *((f"around{stage}", layer) for stage, layer in enumerate(self.context)),
        ):  # fmt: skip
            named |= {f"{name}.w": layer.weight.T, f"{name}.b": layer.bias}
        for stage, pair in enumerate(DILATIONS):
            for layer in range(len(pair)):
                convolution = self.convolutions[stage][layer]
                weight = convolution.weight.permute(2, 1, 0)
                named[f"conv{stage}{layer}.w"] = weight.reshape(-1, weight.shape[2])
                named[f"conv{stage}{layer}.b"] = convolution.bias
        return {name: tensor.detach().contiguous().numpy().copy() for name, tensor in named.items()}


def context_means(z: Tensor, mask: Tensor, batch: Batch) -> Tensor:
    """The means over containers, over blocks with the same path, and over the page, side by side."""
    pages, length, width = z.shape
    prefix_sums = torch.cat([torch.zeros(pages, 1, width), z.cumsum(1)], 1).reshape(-1, width)
    offsets = torch.arange(pages)[:, None] * (length + 1)
    means = []
    for level in POOLED_LEVELS:
        starts, stops = batch.starts[:, level], batch.stops[:, level]
        sums = [prefix_sums.index_select(0, (ends + offsets).reshape(-1)) for ends in (starts, stops)]
        sizes = (stops - starts).clamp(min=1).reshape(-1, 1)
        means.append(((sums[1] - sums[0]) / sizes).reshape(pages, length, width))
    paths = int(batch.paths.max()) + 1
    index = (batch.paths + torch.arange(pages)[:, None] * paths).reshape(-1)
    path_sums = torch.zeros(pages * paths, width).index_add(0, index, (z * mask).reshape(-1, width))
    path_sizes = torch.zeros(pages * paths).index_add(0, index, mask.reshape(-1)).clamp(min=1)
    means.append((path_sums / path_sizes[:, None]).index_select(0, index).reshape(pages, length, width))
    means.append(((z * mask).sum(1) / mask.sum(1).clamp(min=1))[:, None].expand(pages, length, width))
    return torch.cat(means, 2)
