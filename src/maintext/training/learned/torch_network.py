"""The same network as in extractors/learned/network.py, in torch, over batches of pages padded to one length."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

from maintext.extractors.learned.network import GAPS, GUIDELINES, HEADS, PAGE_TYPES, SEEN_LEVELS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_HIDDEN = 64
_DRAWN = 1 << 22
"""Numbers drawn for dropout."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Pages side by side: features, a mask of the blocks that are there, guidelines, containers and kinds."""

    x: Tensor
    mask: Tensor
    guidelines: Tensor
    starts: Tensor
    stops: Tensor
    paths: Tensor


class Dropout(nn.Module):
    """Dropout whose masks are drawn once and read from another place each time, which saves most of its time."""

    def __init__(self, share: float) -> None:
        super().__init__()
        drawn = (torch.rand(_DRAWN) >= share).float() / (1 - share)
        self.drawn: Tensor
        self.register_buffer("drawn", drawn, persistent=False)

    def forward(self, z: Tensor) -> Tensor:
        """Zeros for a share of the numbers, and the others larger by as much; when not in training, all as they are."""
        if not self.training:
            return z
        at = int(torch.randint(max(1, _DRAWN - z.numel()), ()))
        mask = self.drawn[at : at + z.numel()] if z.numel() <= _DRAWN else self.drawn.repeat(z.numel() // _DRAWN + 1)
        return z * mask[: z.numel()].view_as(z)


class Network(nn.Module):
    """Convolutions over blocks, with looks at the blocks around in between."""

    def __init__(self, features: int, width: int, dropout: float) -> None:
        super().__init__()
        self.into = nn.Linear(features, width)
        self.guideline_out = nn.Embedding(len(GUIDELINES), _HIDDEN)
        self.dropout = Dropout(dropout)
        self.convolutions = nn.ModuleList(
            nn.ModuleList(nn.Conv1d(width, width, 3, padding=gap, dilation=gap) for gap in gaps) for gaps in GAPS
        )
        self.norm = nn.LayerNorm(width, elementwise_affine=False)
        self.around = nn.ModuleList(nn.Linear((len(SEEN_LEVELS) + 2) * width, width) for _ in GAPS)
        self.pool = nn.Linear(2 * width, width)
        self.out1 = nn.Linear(2 * width, _HIDDEN)
        self.out2 = nn.Linear(_HIDDEN, len(HEADS))
        self.kind = nn.Linear(width, len(PAGE_TYPES))
        nn.init.zeros_(self.guideline_out.weight)

    def forward(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """The log odds of every block and head, and the logits of the page's type."""
        mask = batch.mask[:, :, None]
        z = torch.relu(self.into(self.dropout(batch.x))) * mask
        for stage, convolutions in enumerate(self.convolutions):
            for convolution in convolutions:
                seen = convolution((self.norm(z) * mask).transpose(1, 2)).transpose(1, 2)
                z = (z + self.dropout(torch.relu(seen))) * mask
            seen = self.around[stage](look_around(self.norm(z) * mask, mask, batch))
            z = (z + self.dropout(torch.relu(seen))) * mask
        mean = z.sum(1) / mask.sum(1).clamp(min=1)
        top = z.masked_fill(mask == 0, -1e4).max(1).values
        page = torch.relu(self.pool(torch.cat([mean, top], 1)))
        both = torch.cat([z, page[:, None].expand_as(z)], 2)
        hidden = torch.relu(self.out1(self.dropout(both)) + self.guideline_out(batch.guidelines)[:, None])
        return self.out2(hidden), self.kind(page)

    def close_eyes(self) -> None:
        """Make the looks at the blocks around say nothing, for good."""
        for parameter in self.around.parameters():
            parameter.requires_grad_(False).zero_()

    def export(self) -> "dict[str, NDArray[np.float32]]":
        """The weights by the names that the forward pass in numpy knows."""
        named: dict[str, Tensor] = {"guideline.out": self.guideline_out.weight}
        for name, layer in (
            ("in", self.into), ("pool", self.pool), ("out1", self.out1), ("out2", self.out2), ("type", self.kind),
            *((f"around{stage}", layer) for stage, layer in enumerate(self.around)),
        ):  # fmt: skip
            named |= {f"{name}.w": layer.weight.T, f"{name}.b": layer.bias}
        for stage, gaps in enumerate(GAPS):
            for at in range(len(gaps)):
                convolution = self.convolutions[stage][at]
                weight = convolution.weight.permute(2, 1, 0)
                named[f"conv{stage}{at}.w"] = weight.reshape(-1, weight.shape[2])
                named[f"conv{stage}{at}.b"] = convolution.bias
        return {name: tensor.detach().contiguous().numpy().copy() for name, tensor in named.items()}


def look_around(z: Tensor, mask: Tensor, batch: Batch) -> Tensor:
    """The means of the containers, of the blocks of the same kind, and of the page, side by side."""
    pages, length, width = z.shape
    running = torch.cat([torch.zeros(pages, 1, width), z.cumsum(1)], 1)
    seen = []
    for level in SEEN_LEVELS:
        starts, stops = batch.starts[:, level], batch.stops[:, level]
        held = [running.gather(1, at.unsqueeze(2).expand(pages, length, width)) for at in (starts, stops)]
        seen.append((held[1] - held[0]) / (stops - starts).clamp(min=1).unsqueeze(2))
    kinds = int(batch.paths.max()) + 1
    index = (batch.paths + torch.arange(pages)[:, None] * kinds).reshape(-1)
    sums = torch.zeros(pages * kinds, width).index_add(0, index, (z * mask).reshape(-1, width))
    sizes = torch.zeros(pages * kinds).index_add(0, index, mask.reshape(-1)).clamp(min=1)
    seen.append((sums / sizes[:, None])[index].reshape(pages, length, width))
    seen.append(((z * mask).sum(1) / mask.sum(1).clamp(min=1))[:, None].expand(pages, length, width))
    return torch.cat(seen, 2)
