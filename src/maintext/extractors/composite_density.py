"""Composite text density, CETD [Sun 2011]: the main text is the subtree with the largest sum of densities.

Every element has a density: characters per tag, weighed down by its links. An element's density sum is the sum over its
children. From body downwards, each element at least as dense as the threshold marks, in its subtree, the element with
the largest density sum; what is marked is the main text.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import e, log
from typing import ClassVar, Literal, NamedTuple

from maintext.extractors.base import BlockExtractor
from maintext.page import Page
from maintext.page.element_flow import FLOW, SKIPPED
from maintext.page.parsing.tree import Tree


class SubtreeCounts(NamedTuple):
    """Counts of each element's subtree, in parallel lists; the element itself is not counted."""

    characters: list[int]
    tags: list[int]
    link_characters: list[int]
    link_tags: list[int]
    linked: list[bool]
    """Whether the element is a link or stands in one."""


@dataclass(frozen=True, slots=True)
class CompositeDensity(BlockExtractor):
    """Keep the subtrees with the largest density sums."""

    paper: ClassVar[str] = "Sun 2011"

    composite: bool = True
    """Whether links weigh a density down (CTD); without, it is characters per tag (TD)."""
    threshold: Literal["body", "path"] = "body"
    """body: the density of body. path, the authors' later code: the lowest density between the element with the
    largest density sum and body, and an element's own text counts in its sum."""

    def __post_init__(self) -> None:
        if self.threshold not in ("body", "path"):
            raise ValueError("threshold must be body or path")

    def keep(self, page: Page) -> Sequence[bool]:
        """The blocks of which at least half is marked."""
        tree = page.tree
        marked = self.mark(tree)
        stops = [*tree.block_starts[1:], len(tree.texts)]
        kept = []
        for start, stop in zip(tree.block_starts, stops, strict=True):
            inside = total = 0
            for text in range(start, stop):
                size = len(tree.texts[text].strip())
                total += size
                inside += size if marked[tree.text_elements[text]] else 0
            kept.append(2 * inside >= total)
        return kept

    def mark(self, tree: Tree) -> list[bool]:
        """For every element, whether it is content."""
        body = tree.tags.index("body") if "body" in tree.tags else 0
        amounts = count(tree)
        whole = amounts.link_characters[body] / (amounts.characters[body] or 1)
        densities = self.densities(amounts, whole)
        sums = self.density_sums(tree, amounts, densities, whole)
        best = fullest(tree.parents, sums)
        threshold = densities[body]
        if self.threshold == "path":
            threshold = lowest(tree.parents, densities, best[body], body)
        return descend(tree.parents, densities, best, body, threshold)

    def densities(self, amounts: SubtreeCounts, whole: float) -> list[float]:
        """The density of every element; `whole` is the share of link text in body."""
        if not self.composite:
            return [size / (tags or 1) for size, tags in zip(amounts.characters, amounts.tags, strict=True)]
        columns = zip(*amounts[:4], strict=True)
        return [composite_density(*columns_of_one, whole) for columns_of_one in columns]

    def density_sums(self, tree: Tree, amounts: SubtreeCounts, densities: list[float], whole: float) -> list[float]:
        """The sum of each element's children's densities, and of its own texts' if the threshold is that of a path."""
        sums = [0.0] * len(densities)
        for parent, density in zip(tree.parents, densities, strict=True):
            if parent >= 0:
                sums[parent] += density
        if self.threshold == "path":
            for element, text in zip(tree.text_elements, tree.texts, strict=True):
                size = len(text.strip())
                if not self.composite:
                    sums[element] += size
                elif not amounts.linked[element]:
                    sums[element] += composite_density(size, 1, 0, 0, whole)
        return sums


def composite_density(characters: int, tags: int, link_characters: int, link_tags: int, whole: float) -> float:
    """CTD: C/T times the logarithm of C/LC * T/LT to the base ln(C/(C-LC) * LC + LB/CB * C + e).

    Every zero divisor is taken as 1, that of the change of base too; `whole` is LB/CB. Without characters it is 0.
    """
    if not characters:
        return 0.0
    tags = tags or 1
    base = log(characters / (characters - link_characters or 1) * link_characters + whole * characters + e)
    spread = characters / (link_characters or 1) * tags / (link_tags or 1)
    return characters / tags * log(spread) / (log(base) or 1)


def count(tree: Tree) -> SubtreeCounts:
    """Count the characters and tags of every subtree; elements that are never shown are no tags."""
    size = len(tree.tags)
    characters, tags, link_characters, link_tags = [0] * size, [0] * size, [0] * size, [0] * size
    linked: list[bool] = []
    skipped: list[bool] = []
    for tag, parent in zip(tree.tags, tree.parents, strict=True):
        linked.append(tag == "a" or (parent >= 0 and linked[parent]))
        skipped.append(FLOW.get(tag) == SKIPPED or (parent >= 0 and skipped[parent]))
    for text, element in zip(tree.texts, tree.text_elements, strict=True):
        length = len(text.strip())
        characters[element] += length
        if linked[element]:
            link_characters[element] += length
    for element in range(size - 1, 0, -1):
        parent = tree.parents[element]
        if parent < 0 or skipped[element]:
            continue
        characters[parent] += characters[element]
        link_characters[parent] += link_characters[element]
        tags[parent] += tags[element] + 1
        link_tags[parent] += link_tags[element] + (tree.tags[element] == "a")
    return SubtreeCounts(characters, tags, link_characters, link_tags, linked)


def fullest(parents: Sequence[int], sums: Sequence[float]) -> list[int]:
    """For every element the one with the largest sum in its subtree, itself included; of equals the outermost."""
    best = list(range(len(parents)))
    for element in range(len(parents) - 1, 0, -1):
        parent = parents[element]
        if parent >= 0:
            candidate, champion = best[element], best[parent]
            if sums[candidate] > sums[champion] or (sums[candidate] == sums[champion] and champion != parent):
                best[parent] = candidate
    return best


def lowest(parents: Sequence[int], densities: Sequence[float], start: int, body: int) -> float:
    """The lowest density on the way up from an element to body."""
    threshold = densities[start]
    while start != body and parents[start] >= 0:
        start = parents[start]
        threshold = min(threshold, densities[start])
    return threshold


def descend(
    parents: Sequence[int], densities: Sequence[float], best: Sequence[int], body: int, threshold: float
) -> list[bool]:
    """Go down from body through elements that reach the threshold, and mark what each of them points at."""
    roots: set[int] = set()
    marked = [False] * len(parents)
    open_ways = [False] * len(parents)
    for element in range(body, len(parents)):
        parent = parents[element]
        marked[element] = element in roots or (parent >= 0 and marked[parent])
        reached = element == body or (parent >= 0 and open_ways[parent])
        if reached and not marked[element] and densities[element] >= threshold:
            open_ways[element] = True
            roots.add(best[element])
            marked[element] = best[element] == element
    return marked
