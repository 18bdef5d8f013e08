"""Readability's last step [Arc90 2009]: what in the chosen part of the page does not look like an article goes.

Elements are looked at from the inside out, so what was dropped no longer counts in the elements around it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from maintext.extractors.readability.rules import name_weight
from maintext.page.parsing.tree import Tree

_CONDITIONAL: Final = frozenset(["form", "table", "ul", "div"])
_COUNTED: Final = {"p": 0, "img": 1, "li": 2, "input": 3, "embed": 4, "object": 4, "iframe": 4}
_MOST_COMMAS = 10


@dataclass(frozen=True, slots=True)
class TextAmounts:
    """Characters, characters of links, and commas of every subtree of a page, in parallel lists."""

    characters: list[int]
    links: list[int]
    commas: list[int]

    def link_density(self, element: int) -> float:
        """The share of an element's characters that are link text."""
        return self.links[element] / (self.characters[element] or 1)


def add_up(parents: Sequence[int], amounts: TextAmounts) -> None:
    """Turn what elements hold directly into what their subtrees hold."""
    for element in range(len(parents) - 1, 0, -1):
        parent = parents[element]
        if parent >= 0:
            amounts.characters[parent] += amounts.characters[element]
            amounts.links[parent] += amounts.links[element]
            amounts.commas[parent] += amounts.commas[element]


def find_clutter(tree: Tree, own: TextAmounts, chosen: Sequence[bool], roots: frozenset[int], weigh: bool) -> set[int]:
    """Elements of the chosen part to drop with all they hold; `own` is what they hold directly, and is used up.

    `weigh` says whether class and id count.
    """
    clutter: set[int] = set()
    counts: dict[int, list[int]] = {}
    headings = sum(tag == "h2" and inside for tag, inside in zip(tree.tags, chosen, strict=True))
    for element in range(len(tree.tags) - 1, 0, -1):
        if not chosen[element]:
            continue
        tag, parent = tree.tags[element], tree.parents[element]
        inner = counts.pop(element, None)
        if tag in ("h1", "h2"):
            drop = tag == "h1" or headings == 1 or own.link_density(element) > 0.33
        elif tag in _CONDITIONAL or (element in roots and tag != "p"):
            weight = name_weight(tree.elements[element]) if weigh else 0
            drop = _is_clutter(tag, element, own, inner or [0] * 5, weight)
        else:
            drop = False
        if drop:
            clutter.add(element)
            continue
        own.characters[parent] += own.characters[element]
        own.links[parent] += own.links[element]
        own.commas[parent] += own.commas[element]
        kind = _COUNTED.get(tag)
        if inner is not None or kind is not None:
            outer = counts.setdefault(parent, [0] * 5)
            for at, number in enumerate(inner or ()):
                outer[at] += number
            if kind is not None:
                outer[kind] += 1
    return clutter


def _is_clutter(tag: str, element: int, amounts: TextAmounts, counts: Sequence[int], weight: int) -> bool:
    """Readability's rule: unwelcome by name, or with few commas and one of the signs of a list, form or gallery."""
    if weight < 0:
        return True
    if amounts.commas[element] >= _MOST_COMMAS:
        return False
    paragraphs, images, items, inputs, embeds = counts
    length, links = amounts.characters[element], amounts.link_density(element)
    return (
        images > paragraphs > 0
        or (items - 100 > paragraphs and tag not in ("ul", "ol"))
        or inputs > paragraphs // 3
        or (length < 25 and (images == 0 or images > 2))
        or links > (0.2 if weight < 25 else 0.5)
        or (embeds == 1 and length < 75)
        or embeds > 1
    )
