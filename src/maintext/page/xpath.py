"""XPaths of blocks: absolute and positional, computed for the whole page when the first one is asked for."""

import re
from dataclasses import dataclass, field
from typing import Final

from maintext.page.containment import NearestAncestor
from maintext.page.parsing.elements import Attributes
from maintext.page.parsing.events import Handler, parse
from maintext.page.parsing.tree import Tree

_PLAIN = re.compile(r"[A-Za-z_][\w.\-]*", re.ASCII).fullmatch
_DEEPEST: Final = 128
"""Steps that a path has at the most; what stands deeper is named by its number among all elements of its name."""


@dataclass(frozen=True, slots=True)
class XPaths:
    """The place of every element among its siblings of the same name, and of every text among its element's texts."""

    tree: Tree
    places: list[int]
    text_places: list[int]
    crowded: frozenset[int]
    """Block-level elements that hold more than one block of loose text, or loose text beside other elements' blocks."""
    holder_of: NearestAncestor
    """Finds the nearest block-level element."""
    outermost_of: NearestAncestor
    """Finds the outermost in-line element around another."""
    depths: list[int]
    """How many elements stand around each element, itself included."""
    numbers: list[int] = field(default_factory=list)
    """The place of each element among all elements of its name, filled when the first one is asked for."""

    def of_element(self, element: int) -> str:
        """The path of an element; one that stands very deep is named by its number among all elements of its name."""
        if element >= 0 and self.depths[element] > _DEEPEST:
            return f"/descendant::{_step(self.tree.tags[element])}[{self._number(element)}]"
        steps: list[str] = []
        while element >= 0:
            steps.append(f"{_step(self.tree.tags[element])}[{self.places[element]}]")
            element = self.tree.parents[element]
        return "/" + "/".join(reversed(steps))

    def of_block(self, block: int) -> str:
        """The path of a block's element; loose text is named by its text node or its outermost in-line element."""
        text = self.tree.block_starts[block]
        inner = self.tree.text_elements[text]
        element = self.holder_of(inner)
        if element not in self.crowded:
            return self.of_element(element)
        if inner != element:
            return self.of_element(self.outermost_of(inner))
        return f"{self.of_element(element)}/text()[{self.text_places[text]}]"

    def _number(self, element: int) -> int:
        if not self.numbers:
            counts: dict[str, int] = {}
            numbers = []
            for tag in self.tree.tags:
                counts[tag] = counts.get(tag, 0) + 1
                numbers.append(counts[tag])
            self.numbers.extend(numbers)  # at once: another thread may ask meanwhile
        return self.numbers[element]


def find_xpaths(source: str, tree: Tree, holder_of: NearestAncestor) -> XPaths:
    """Number the elements and texts of a page; `holder_of` finds the nearest block-level element."""
    parents = tree.parents
    outermost_of = NearestAncestor(parents, lambda element: parents[element] == holder_of(element))
    return XPaths(
        tree, _places(tree), _text_places(source, tree), _crowded(tree, holder_of), holder_of, outermost_of,
        _depths(parents),
    )  # fmt: skip


def _step(tag: str) -> str:
    """A tag as XPath names it; odd names can only be compared."""
    if _PLAIN(tag):
        return tag
    quote = "'" if '"' in tag else '"'
    return f"*[name()={quote}{tag}{quote}]"


def _depths(parents: list[int]) -> list[int]:
    depths: list[int] = []
    for parent in parents:
        depths.append(depths[parent] + 1 if parent >= 0 else 1)
    return depths


def _places(tree: Tree) -> list[int]:
    counts: dict[tuple[int, str], int] = {}
    places = []
    for parent, tag in zip(tree.parents, tree.tags, strict=True):
        place = counts.get((parent, tag), 0) + 1
        counts[parent, tag] = place
        places.append(place)
    return places


def _crowded(tree: Tree, holder_of: NearestAncestor) -> frozenset[int]:
    """Elements that are the nearest block-level one of a block and also hold another block."""
    holders: dict[int, int] = {}
    around: set[int] = set()
    for start in tree.block_starts:
        element = holder_of(tree.text_elements[start])
        holders[element] = holders.get(element, 0) + 1
        if holders[element] > 1:
            continue
        parent = tree.parents[element] if element >= 0 else -1
        while parent >= 0 and parent not in around:
            around.add(parent)
            parent = tree.parents[parent]
    return frozenset(element for element, count in holders.items() if count > 1 or element in around)


def _text_places(source: str, tree: Tree) -> list[int]:
    """The place of each text among the text nodes of its element: counted in a second pass over the events."""
    places: list[int] = []
    counts: dict[int, int] = {}
    element, made = -1, 0
    parents, texts, owners = tree.parents, tree.texts, tree.text_elements

    def start(tag: str, attributes: Attributes) -> None:
        nonlocal element, made
        element = made
        made += 1

    def end(tag: str) -> None:
        nonlocal element
        element = parents[element]

    def characters(data: str) -> None:
        counts[element] = counts.get(element, 0) + 1
        at = len(places)
        if at < len(texts) and owners[at] == element and texts[at] == data:
            places.append(counts[element])

    parse(source, Handler(start, end, characters, lambda data: None))
    return places
