"""The headings of a page, and the block that names its main content."""

from dataclasses import dataclass
from typing import NamedTuple

from maintext.page.metadata.author_names import is_full_name
from maintext.page.page import Page
from maintext.page.words import words

_DEPTH = 5
_OTHERS = frozenset(["h2", "h3", "h4"])
_BEFORE, _AFTER = 10, 20
_DIRECTLY = 2
"""The number of blocks before and after the main heading in which byline and date are those of the page."""


class PageHeading(NamedTuple):
    """A heading, and the block it starts in."""

    text: str
    block: int


@dataclass(frozen=True, slots=True)
class Neighborhood:
    """The blocks around a page's main heading."""

    page: Page
    heading: int | None
    blocks: range
    end: int
    """The block where another article begins: the first linked heading below the main one."""

    @property
    def text(self) -> str:
        """The text of the blocks in lower case."""
        return " ".join(self.page.tree.block_texts[self.blocks.start : self.blocks.stop]).lower()

    def distance(self, block: int) -> int:
        """The number of blocks from the main heading to a block, negative before it; from the start without one."""
        return block - (self.heading or 0)


def read_neighborhood(page: Page) -> Neighborhood:
    """The blocks around the main heading up to the heading of another article; the first blocks if there is none."""
    heading = find_main_heading(page)
    start = heading or 0
    links = page.tree.block_links
    others = (one for one in read_headings(page, _OTHERS) if links[one.block] > 0.5 * len(one.text))
    end = min((one.block for one in others if _begins_another(one, start)), default=len(page.tree.block_texts))
    return Neighborhood(page, heading, range(max(0, start - _BEFORE), min(end, start + _AFTER + 1)), end)


def _begins_another(linked: PageHeading, main: int) -> bool:
    """Whether a linked heading below the main one begins another article; directly below it, it may be the author."""
    return linked.block > main and not (linked.block <= main + _DIRECTLY and is_full_name(linked.text))


def read_headings(page: Page, tags: frozenset[str] = frozenset(["h1"])) -> list[PageHeading]:
    """The headings with these tags, in the order of the page."""
    tree = page.tree
    if not tags & set(tree.tags):
        return []
    parts: dict[int, list[int]] = {}
    for block, start in enumerate(tree.block_starts):
        element = tree.text_elements[start]
        for _ in range(_DEPTH):
            if element < 0:
                break
            if tree.tags[element] in tags:
                parts.setdefault(element, []).append(block)
                break
            element = tree.parents[element]
    return [PageHeading(" ".join(tree.block_texts[block] for block in blocks), blocks[0]) for blocks in parts.values()]


def find_main_heading(page: Page) -> int | None:
    """The block of the h1 that agrees with the page's title, else of another text that does, else of the first h1."""
    title = words(page.title.lower())
    headings = read_headings(page)
    others = (
        PageHeading(text, block)
        for block, text in enumerate(page.tree.block_texts)
        if len(text) <= len(page.title) and page.tree.block_links[block] <= 0.5 * len(text)
    )
    for candidates in headings, others:
        agreeing = [heading for heading in candidates if _agrees(words(heading.text.lower()), title)]
        if agreeing:
            return max(agreeing, key=lambda heading: len(heading.text)).block
    return headings[0].block if headings else None


def _agrees(shown: list[str], title: list[str]) -> bool:
    """Whether the title begins with a text of at least three words, or consists of it."""
    return (len(shown) >= 3 or (shown == title and len(shown) > 1)) and title[: len(shown)] == shown
