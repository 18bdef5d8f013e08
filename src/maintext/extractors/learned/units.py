"""The units of a page: blocks that are kept or dropped together, and the section below each heading.

A unit is a data table, a definition list, a list, a figure, a code block, a quotation or a heading; every other block
is a unit of its own. Of nested units the outermost counts: a list in a table cell belongs to the table. A table or list
that is used for layout is no unit, but what it contains may be. So every unit is a run of consecutive blocks.
"""

from dataclasses import dataclass
from enum import IntEnum
from itertools import repeat
from typing import TYPE_CHECKING, Final

from maintext.extractors.learned.advertisement_labels import find_advertisement_labels
from maintext.extractors.learned.element_arrays import ElementArrays, element_arrays
from maintext.extractors.learned.other_articles import find_article_elements
from maintext.extractors.learned.screen_reader_texts import find_screen_reader_texts
from maintext.page import Page
from maintext.page.element_flow import HEADINGS

if TYPE_CHECKING:
    from maintext.arrays import BoolArray, Int64Array


class UnitKind(IntEnum):
    """The kind of a unit."""

    BLOCK = 0
    TABLE = 1
    DEFINITIONS = 2
    LIST = 3
    FIGURE = 4
    CODE = 5
    QUOTE = 6
    HEADING = 7


KIND_NAMES: Final = ("block", "table", "definition list", "list", "figure", "code block", "quotation", "heading")
_KINDS: Final = {
    "table": UnitKind.TABLE,
    "dl": UnitKind.DEFINITIONS,
    **dict.fromkeys(("ul", "ol", "menu", "dir"), UnitKind.LIST),
    "figure": UnitKind.FIGURE,
    "pre": UnitKind.CODE,
    "blockquote": UnitKind.QUOTE,
    **dict.fromkeys(HEADINGS, UnitKind.HEADING),
}
_MAX_HEADING_BLOCKS: Final = 3
"""A heading element with more blocks was not closed and contains the text below it."""
_MAX_ITEM_BLOCKS: Final = 2
"""A list with more blocks per item is layout: its items are posts or cards."""
_MAX_CELL_BLOCKS: Final = 2
"""The same for a table without header cells."""


@dataclass(frozen=True, slots=True)
class Units:
    """The unit of each block, and the section of each heading; can be stored with a training page."""

    of_block: "Int64Array"
    """The unit of each block; units are numbered in reading order."""
    kinds: "Int64Array"
    """The UnitKind of each unit."""
    headings: "Int64Array"
    """The units that are headings."""
    section_ends: "Int64Array"
    """For each heading one past the last unit of its section.

    A section ends before the next heading of the same or a higher level, and with the smallest element that contains
    more than the heading: the text after a box does not belong to the heading in the box.
    """
    unseen: "BoolArray"
    """Blocks that are never kept: hidden ones, those for screen readers only, and labels of advertisements."""
    hidden: "BoolArray"
    """Blocks that their style attributes hide; they are no part of an article that shows most of its text."""
    article_elements: "Int64Array"
    """The elements around the headings of the first level, as in `find_article_elements`."""

    @property
    def starts(self) -> "Int64Array":
        """The first block of each unit."""
        import numpy as np

        return np.searchsorted(self.of_block, np.arange(len(self.kinds)))


def find_units(page: Page, elements: ElementArrays | None = None) -> Units:
    """The units of a page that has blocks; `elements` are its arrays if they are known already."""
    import numpy as np

    elements = element_arrays(page) if elements is None else elements
    kind_of_element = np.frombuffer(bytes(map(_KINDS.get, page.tree.tags, repeat(UnitKind.BLOCK))), np.uint8)
    candidates = np.nonzero(kind_of_element)[0]
    kinds = kind_of_element[candidates].astype(np.int64)
    outermost = _outermost(candidates[~_is_layout(candidates, kinds, elements)], elements)
    kinds = kind_of_element[outermost].astype(np.int64)
    first = elements.first_blocks[outermost]
    of_block = _number_units(first, first + elements.block_counts[outermost], len(elements.block_elements))
    kind_of_unit = np.zeros(of_block[-1] + 1, np.int64)
    kind_of_unit[of_block[first]] = kinds
    headings = outermost[kinds == UnitKind.HEADING]
    levels = [HEADINGS[page.tree.tags[heading]] for heading in headings.tolist()]
    heading_units, section_ends = _sections(headings, levels, of_block, elements)
    unseen = find_screen_reader_texts(elements)
    unseen[find_advertisement_labels(page, elements, headings)] = True
    hidden, articles = np.array(page.unseen_blocks, np.bool_), find_article_elements(page, elements)
    return Units(of_block, kind_of_unit, heading_units, section_ends, unseen, hidden, articles)


def _number_units(first: "Int64Array", last: "Int64Array", blocks: int) -> "Int64Array":
    """The unit of each block, given the first block of every unit with several, and one past its last."""
    import numpy as np

    marks = np.zeros(blocks + 1, np.int64)
    marks[first] += 1
    marks[last] -= 1
    begins = np.cumsum(marks)[:-1] == 0
    begins[first] = True
    return np.cumsum(begins) - 1


def _outermost(candidates: "Int64Array", elements: ElementArrays) -> "Int64Array":
    """Those of the elements that are in no other of them."""
    import numpy as np

    ends = np.maximum.accumulate(np.append(0, elements.subtree_ends[candidates]))
    return candidates[candidates >= ends[:-1]]


def _is_layout(candidates: "Int64Array", kinds: "Int64Array", elements: ElementArrays) -> "BoolArray":
    """Whether each element has no text, or is a list, a table or a heading by its tag only."""

    def count(*tags: str) -> "Int64Array":
        return elements.count_tags(tags, candidates)

    blocks = elements.block_counts[candidates]
    has_headings = count("h1", "h2", "h3", "h4", "h5", "h6") > 0
    rows, cells = count("tr"), count("td", "th")
    layout_list = has_headings | (blocks > _MAX_ITEM_BLOCKS * count("li"))
    layout_table = has_headings | (count("table") > 1) | (rows < 2) | (cells < 2 * rows)
    layout_table |= (blocks > _MAX_CELL_BLOCKS * cells) & (count("th") == 0)
    tests = {
        UnitKind.TABLE: layout_table,
        UnitKind.LIST: layout_list,
        UnitKind.DEFINITIONS: has_headings,
        UnitKind.HEADING: blocks > _MAX_HEADING_BLOCKS,
    }
    layout: BoolArray = blocks == 0
    for kind, test in tests.items():
        layout |= (kinds == kind) & test
    return layout


def _sections(
    headings: "Int64Array", levels: list[int], of_block: "Int64Array", elements: ElementArrays
) -> "tuple[Int64Array, Int64Array]":
    """The units of the headings, and the ends of their sections."""
    import numpy as np

    units = of_block[elements.first_blocks[headings]]
    before_next = np.full(len(units), of_block[-1] + 1)
    open_sections: list[int] = []
    for heading, level in enumerate(levels):
        while open_sections and levels[open_sections[-1]] >= level:
            before_next[open_sections.pop()] = units[heading]
        open_sections.append(heading)
    ends = elements.first_blocks + elements.block_counts
    around = headings
    own_ends = ends[headings]
    while (alone := (ends[around] == own_ends) & (around != elements.parents[around])).any():
        around = np.where(alone, elements.parents[around], around)
    container_ends = of_block[ends[around] - 1] + 1
    return units, np.minimum(before_next, container_ends)
