"""Absolute, positional XPaths of elements and blocks, computed for the whole page on first access."""

import re
from dataclasses import dataclass, field
from typing import Final

from maintext.page.containment import NearestAncestor
from maintext.page.parsing.events import visit_texts
from maintext.page.parsing.tree import Tree

_PLAIN = re.compile(r"[A-Za-z_][\w.\-]*", re.ASCII).fullmatch
_DEEPEST: Final = 128
"""The maximum number of steps of a path; deeper elements are identified by their position among all of their tag."""


@dataclass(frozen=True, slots=True)
class XPaths:
    """The positions of elements among siblings with the same tag, and of texts among the texts of their element."""

    tree: Tree
    positions: list[int]
    text_positions: list[int]
    shared_containers: frozenset[int]
    """Block-level elements that directly contain the text of several blocks, or of one block beside other blocks."""
    container_of: NearestAncestor
    """Maps an element to the nearest block-level element."""
    outermost_of: NearestAncestor
    """Maps an element to the outermost inline element around it."""
    depths: list[int]
    """The depth of each element; 1 for the root."""
    numbers: list[int] = field(default_factory=list)
    """The position of each element among all elements with its tag, filled on first access."""

    def of_element(self, element: int) -> str:
        """The path of an element; very deep ones use the position among all elements with the same tag."""
        if element >= 0 and self.depths[element] > _DEEPEST:
            return f"/descendant::{_step(self.tree.tags[element])}[{self._position_in_page(element)}]"
        steps: list[str] = []
        while element >= 0:
            steps.append(f"{_step(self.tree.tags[element])}[{self.positions[element]}]")
            element = self.tree.parents[element]
        return "/" + "/".join(reversed(steps))

    def of_block(self, block: int) -> str:
        """The path of a block's element, or of its text node or inline element if other blocks share the element."""
        text = self.tree.block_starts[block]
        inner = self.tree.text_elements[text]
        element = self.container_of(inner)
        if element not in self.shared_containers:
            return self.of_element(element)
        if inner != element:
            return self.of_element(self.outermost_of(inner))
        return f"{self.of_element(element)}/text()[{self.text_positions[text]}]"

    def _position_in_page(self, element: int) -> int:
        if not self.numbers:
            counts: dict[str, int] = {}
            numbers = []
            for tag in self.tree.tags:
                counts[tag] = counts.get(tag, 0) + 1
                numbers.append(counts[tag])
            self.numbers.extend(numbers)  # in one step, for thread safety
        return self.numbers[element]


def find_xpaths(source: str, tree: Tree, container_of: NearestAncestor) -> XPaths:
    """The XPaths of a page; `container_of` maps an element to the nearest block-level element."""
    parents = tree.parents
    outermost_of = NearestAncestor(parents, lambda element: parents[element] == container_of(element))
    return XPaths(
        tree, _sibling_positions(tree), _text_positions(source, tree), _shared_containers(tree, container_of),
        container_of, outermost_of, _depths(parents),
    )  # fmt: skip


def _step(tag: str) -> str:
    """The XPath step for a tag; tags that are not valid names are compared with name()."""
    if _PLAIN(tag):
        return tag
    quote = "'" if '"' in tag else '"'
    return f"*[name()={quote}{tag}{quote}]"


def _depths(parents: list[int]) -> list[int]:
    depths: list[int] = []
    for parent in parents:
        depths.append(depths[parent] + 1 if parent >= 0 else 1)
    return depths


def _sibling_positions(tree: Tree) -> list[int]:
    counts: dict[tuple[int, str], int] = {}
    positions = []
    for parent, tag in zip(tree.parents, tree.tags, strict=True):
        position = counts.get((parent, tag), 0) + 1
        counts[parent, tag] = position
        positions.append(position)
    return positions


def _shared_containers(tree: Tree, container_of: NearestAncestor) -> frozenset[int]:
    """Elements that are the nearest block-level element of one block and contain another."""
    holders: dict[int, int] = {}
    around: set[int] = set()
    for start in tree.block_starts:
        element = container_of(tree.text_elements[start])
        holders[element] = holders.get(element, 0) + 1
        if holders[element] > 1:
            continue
        parent = tree.parents[element] if element >= 0 else -1
        while parent >= 0 and parent not in around:
            around.add(parent)
            parent = tree.parents[parent]
    return frozenset(element for element, count in holders.items() if count > 1 or element in around)


def _text_positions(source: str, tree: Tree) -> list[int]:
    """The position of each text among the text nodes of its element, counted in a second parse."""
    positions: list[int] = []
    counts: dict[int, int] = {}

    def visit(element: int, text: str, is_shown: bool) -> None:
        counts[element] = counts.get(element, 0) + 1
        if is_shown:
            positions.append(counts[element])

    visit_texts(source, tree, visit)
    return positions
