"""Labels of advertisements: blocks that only say so, and short headings alone in a place for an advertisement."""

import re
from typing import TYPE_CHECKING, Final

from maintext.extractors.learned.element_arrays import ElementArrays
from maintext.page import Page

if TYPE_CHECKING:
    from maintext.arrays import Int64Array

_LONGEST: Final = 30
"""The maximum number of characters of a label."""
_AROUND: Final = " \t\n-–—:.•|*[]()"
_PLACE: Final = re.compile(
    r"(?:^|[\s_-])(?:ads|adverts?|advertis(?:ement|ements|ing)|adslot|ad-(?:slot|unit|container|wrapper|entity)"
    r"|dfp|doubleclick)(?:[\s_-]|$)",
    re.IGNORECASE,
)
_LABELS: Final = frozenset(
    """
    advertisement advertisements advertising advertentie annonce annons anzeige publicidad publicidade publicité
    pubblicità reklama werbung реклама 広告 广告
    """.split()
)


def find_advertisement_labels(page: Page, elements: ElementArrays, headings: "Int64Array") -> "Int64Array":
    """The blocks that are labels of advertisements: the whole text is such a word, or a heading in such a place."""
    import numpy as np

    texts = page.tree.block_texts
    saying = [at for at, text in enumerate(texts) if len(text) <= _LONGEST and text.strip(_AROUND).lower() in _LABELS]
    named = np.setdiff1d(np.array(saying, np.int64), elements.first_blocks[headings])
    return np.append(named, _alone_in_place(page, elements, headings))


def _alone_in_place(page: Page, elements: ElementArrays, headings: "Int64Array") -> "Int64Array":
    """The blocks of the short headings that stand alone in an element that is named after advertisements."""
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
