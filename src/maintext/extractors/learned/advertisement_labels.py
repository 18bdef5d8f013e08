"""Labels of advertisements: short headings that stand alone in a place for an advertisement, by its class or id."""

import re
from typing import TYPE_CHECKING, Final

from maintext.extractors.learned.element_arrays import ElementArrays
from maintext.page import Page

if TYPE_CHECKING:
    from maintext.arrays import Int64Array

_LONGEST: Final = 30
"""The maximum number of characters of a label."""
_PLACE: Final = re.compile(
    r"(?:^|[\s_-])(?:ads|adverts?|advertis(?:ement|ements|ing)|adslot|ad-(?:slot|unit|container|wrapper|entity)"
    r"|dfp|doubleclick)(?:[\s_-]|$)",
    re.IGNORECASE,
)


def find_advertisement_labels(page: Page, elements: ElementArrays, headings: "Int64Array") -> "Int64Array":
    """The blocks of those headings that are labels of advertisements."""
    tree, read = page.tree, page.tree.elements.get
    counts, parents, first = elements.block_counts, elements.parents, elements.first_blocks

    def is_in_place(element: int) -> bool:
        while counts[element] == 1 and (above := int(parents[element])) != element:
            if any(_PLACE.search(read(element, name) or "") for name in ("class", "id")):
                return True
            element = above
        return False

    alone = headings[counts[parents[headings]] == 1]
    short = [len(tree.block_texts[block]) <= _LONGEST for block in first[alone].tolist()]
    return first[
        [heading for heading, is_short in zip(alone.tolist(), short, strict=True) if is_short and is_in_place(heading)]
    ]
