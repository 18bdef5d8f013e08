"""Other articles: what follows the main article under a first-level heading of its own, where a page scrolls on.

Each of them looks like main text, so the networks keep them all. An article follows another if a second heading of
the first level that is probably a title stands at the start of an element that is an article by its tag or class.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from maintext.extractors.learned.element_arrays import TAG_IDS, ElementArrays
from maintext.page import Page
from maintext.page.words import words as words_of

if TYPE_CHECKING:
    from maintext.arrays import BoolArray, Float32Array, Int64Array

_MIN_TITLE: Final = 1.0
"""The log odds above which the heading of another article is probably a title."""
_MAIN_WORDS: Final = 100
_OTHER_WORDS: Final = 60
"""The minimum numbers of kept words in the main article and in another one."""
_WORDS_ABOVE: Final = 30
"""The maximum number of kept words in another article above its title."""
_MOST_HEADINGS: Final = 50
_LEVELS: Final = 16
"""How many headings, and how many elements around each, are looked at."""
_ARTICLE: Final = re.compile(r"(?:^|[\s_-])(?:article|post|h-?entry|story|blog)(?:[\s_-]|$)", re.IGNORECASE)


def find_article_elements(page: Page, elements: ElementArrays) -> "Int64Array":
    """The elements around each heading of the first level, from the inside, if there are several such headings.

    A row has the block of the heading, the first block of the element, one past its last block, and 1 if the element
    or one inside it is an article by its tag or class, else 0.
    """
    import numpy as np

    headings = np.nonzero((elements.tags == TAG_IDS["h1"]) & (elements.block_counts > 0))[0].tolist()
    rows: list[tuple[int, int, int, int]] = []
    for heading in headings[:_MOST_HEADINGS] if len(headings) > 1 else ():
        block = int(elements.first_blocks[heading])
        element, is_article = heading, False
        for _ in range(_LEVELS):
            classes = page.tree.elements.get(element, "class") or ""
            is_article = is_article or page.tree.tags[element] == "article" or _names_article(classes)
            first = int(elements.first_blocks[element])
            rows.append((block, first, first + int(elements.block_counts[element]), int(is_article)))
            if (around := int(elements.parents[element])) == element:
                break
            element = around
    return np.array(rows, np.int64).reshape(-1, 4)


def find_other_articles(
    article_elements: "Int64Array",
    kept: "BoolArray",
    titles: "Float32Array",
    words: "Float32Array",
    texts: Sequence[str],
) -> "BoolArray":
    """The blocks of other articles below the main one, given the log odds of every block to be the title."""
    import numpy as np

    others = np.zeros_like(kept)
    if not len(article_elements):
        return others
    total = np.append(0, np.cumsum(words * kept, dtype=np.float64))
    headings = np.unique(article_elements[:, 0])
    main = int(headings[titles[headings].argmax()])
    title = _word_set(texts[main])
    found: list[tuple[int, int]] = []
    for heading in headings[(headings > main) & (titles[headings] > _MIN_TITLE)].tolist():
        start, stop, is_article = heading, heading, 0
        for _, first, last, named in article_elements[article_elements[:, 0] == heading].tolist():
            if first <= main < last or total[heading] - total[first] > _WORDS_ABOVE:
                break
            start, stop, is_article = first, last, named
        if is_article and total[stop] - total[start] >= _OTHER_WORDS and _word_set(texts[heading]) != title:
            found.append((start, stop))
    if titles[main] > 0 and found and total[min(found)[0]] - total[main] >= _MAIN_WORDS:
        for start, stop in found:
            others[start:stop] = True
    return others


@lru_cache(maxsize=8192)
def _names_article(classes: str) -> bool:
    return _ARTICLE.search(classes) is not None


def _word_set(text: str) -> frozenset[str]:
    return frozenset(words_of(text.lower()))
