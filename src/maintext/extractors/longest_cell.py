"""Longest cell or div (baseline 1 of [Pasternack 2009]): the one container that holds the most text."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from maintext.extractors.base import BlockExtractor
from maintext.page import Page

_CELLS = frozenset(["td", "th", "div"])


@dataclass(frozen=True, slots=True)
class LongestCell(BlockExtractor):
    """Keep the table cell or div with the most characters."""

    paper: ClassVar[str] = "Pasternack 2009"

    nested: bool = True
    """Whether text in cells and divs inside a container counts, as published; else each counts its own text only."""

    def keep(self, page: Page) -> Sequence[bool]:
        """The blocks of the fullest container."""
        tree = page.tree
        nearest = _nearest_cells(tree.tags, tree.parents)
        owners = [nearest[tree.text_elements[start]] for start in tree.block_starts]
        sizes: dict[int, int] = {}
        for owner, text in zip(owners, tree.block_texts, strict=True):
            while owner >= 0:
                sizes[owner] = sizes.get(owner, 0) + len(text)
                owner = nearest[tree.parents[owner]] if self.nested and tree.parents[owner] >= 0 else -1
        if not sizes:
            return [True] * len(owners)
        best = max(sizes, key=lambda cell: (sizes[cell], -cell))
        if not self.nested:
            return [owner == best for owner in owners]
        end = page.ends[best]
        return [best <= tree.text_elements[start] < end for start in tree.block_starts]


def _nearest_cells(tags: Sequence[str], parents: Sequence[int]) -> list[int]:
    """For every element the nearest cell or div around it, itself included; -1 if there is none."""
    nearest: list[int] = []
    for element, (tag, parent) in enumerate(zip(tags, parents, strict=True)):
        nearest.append(element if tag in _CELLS else nearest[parent] if parent >= 0 else -1)
    return nearest
