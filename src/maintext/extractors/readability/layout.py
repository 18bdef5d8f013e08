"""How a page looks to Readability [Arc90 2009]: which elements are paragraphs, and what they hold.

A div without block-level elements in it counts as a paragraph, and so does each run of loose text in one that has some.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from maintext.extractors.readability.cleaning import TextAmounts
from maintext.extractors.readability.rules import COMMAS, is_unlikely
from maintext.page import Page
from maintext.page.element_flow import BLOCK, FLOW, VERBATIM

_SCORED = frozenset(["p", "td", "pre"])
_LOOSE = frozenset(["div", "section", "article", "main", "body", "center"])
"""Elements whose loose text is as good as a paragraph."""
_ALWAYS_LIKELY = frozenset(["html", "body", "a"])


@dataclass(frozen=True, eq=False)
class Layout:
    """A page with what is the same under all rules."""

    page: Page

    @cached_property
    def body(self) -> int:
        """The body element."""
        tags = self.page.tree.tags
        return tags.index("body") if "body" in tags else 0

    @cached_property
    def owners(self) -> list[int]:
        """For each block the element its first text stands in."""
        tree = self.page.tree
        return [tree.text_elements[start] for start in tree.block_starts]

    @cached_property
    def sizes(self) -> list[int]:
        """How many characters each block has."""
        return [len(text) for text in self.page.tree.block_texts]

    @cached_property
    def commas(self) -> list[int]:
        """How many commas each block has."""
        return [text.count(",") if text.isascii() else len(COMMAS.findall(text)) for text in self.page.tree.block_texts]

    @cached_property
    def containers(self) -> list[int]:
        """For each element the nearest block-level one, itself included; -1 if there is none."""
        tree = self.page.tree
        nearest: list[int] = []
        for element, (tag, parent) in enumerate(zip(tree.tags, tree.parents, strict=True)):
            starts_block = FLOW.get(tag, BLOCK) in (BLOCK, VERBATIM)
            nearest.append(element if starts_block else nearest[parent] if parent >= 0 else -1)
        return nearest

    @cached_property
    def crowded(self) -> frozenset[int]:
        """Block-level elements that hold others."""
        parents, containers = self.page.tree.parents, self.containers
        return frozenset(
            containers[parents[element]]
            for element, container in enumerate(containers)
            if element == container and parents[element] >= 0
        )

    @cached_property
    def held(self) -> dict[int, list[int]]:
        """The blocks whose nearest block-level element this is."""
        held: dict[int, list[int]] = {}
        for block, owner in enumerate(self.owners):
            held.setdefault(self.containers[owner], []).append(block)
        return held

    def is_paragraph(self, element: int) -> bool:
        """Whether an element is a p or as good as one."""
        tag = self.page.tree.tags[element]
        return tag == "p" or (tag in _LOOSE and element not in self.crowded)

    def alive(self, likely_only: bool) -> list[bool]:
        """For each element, whether neither it nor one around it has an unlikely name, if that matters."""
        tree = self.page.tree
        if not likely_only:
            return [True] * len(tree.tags)
        alive: list[bool] = []
        for tag, parent, names in zip(tree.tags, tree.parents, self.page.attributes.names, strict=True):
            above = parent < 0 or alive[parent]
            alive.append(above and not (names and tag not in _ALWAYS_LIKELY and is_unlikely(names)))
        return alive

    def amounts(self, alive: Sequence[bool]) -> TextAmounts:
        """What each living element holds directly."""
        count = len(alive)
        amounts = TextAmounts([0] * count, [0] * count, [0] * count)
        columns = zip(self.owners, self.sizes, self.page.tree.block_links, self.commas, strict=True)
        for owner, size, links, commas in columns:
            if alive[owner]:
                amounts.characters[owner] += size
                amounts.links[owner] += links
                amounts.commas[owner] += commas
        return amounts

    def paragraphs(self, alive: Sequence[bool], amounts: TextAmounts) -> Iterator[tuple[int, int, int]]:
        """For each living paragraph the element it votes for, its characters and its commas."""
        tree = self.page.tree
        for element, tag in enumerate(tree.tags):
            if amounts.characters[element] and alive[element] and (tag in _SCORED or self.is_paragraph(element)):
                yield tree.parents[element], amounts.characters[element], amounts.commas[element]
        for element, blocks in self.held.items():
            if element >= 0 and tree.tags[element] in _LOOSE and element in self.crowded:
                for block in blocks:
                    if alive[self.owners[block]]:
                        yield element, self.sizes[block], self.commas[block]

    def children(self, element: int) -> Iterator[int]:
        """The elements directly in an element."""
        ends = self.page.ends
        child = element + 1
        while child < ends[element]:
            yield child
            child = ends[child]

    def under(self, roots: Iterable[int], alive: Sequence[bool]) -> list[bool]:
        """For each element, whether it is alive and in or one of the roots."""
        within = frozenset(roots)
        chosen: list[bool] = []
        for element, parent in enumerate(self.page.tree.parents):
            chosen.append(alive[element] and (element in within or (parent >= 0 and chosen[parent])))
        return chosen

    def without(self, dropped: Iterable[int], chosen: Sequence[bool]) -> list[bool]:
        """The chosen elements that are neither dropped nor in one that is."""
        gone = self.under(dropped, [True] * len(chosen))
        return [keep and not lost for keep, lost in zip(chosen, gone, strict=True)]
