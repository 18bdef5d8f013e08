"""Features of a block's own text: its characters, its position in the sequence, and the title it may repeat.

Lengths are in characters and Unicode words.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from maintext.extractors.learned import characters as ch
from maintext.extractors.learned.element_arrays import TAG_IDS, ElementArrays
from maintext.page import Page
from maintext.page.words import words, words_of_each

if TYPE_CHECKING:
    from maintext.arrays import AnyArray, Float32Array

TEXT_FEATURES: Final = (
    "characters", "words", "link share", "word length", "commas", "stops", "ends with a stop", "capitals", "digits",
    "separators", "quotes", "punctuation", "currency", "unspaced script", "all capitals", "other signs",
    "linked at all",
)  # fmt: skip
POSITION_FEATURES: Final = (
    "block from start", "block from end", "share of blocks before", "share of words before", "hidden",
    "h1 elements before", "article elements before",
)  # fmt: skip
TITLE_FEATURES: Final = (
    "title in block", "block in title", "is the title", "after h1", "distance to h1", "page has h1",
)  # fmt: skip
_MIN_RUNNING_WORDS: Final = 8
_MAX_RUNNING_LINKS: Final = 0.4


@dataclass(frozen=True, slots=True)
class TextCounts:
    """Counts of every block's text."""

    classes: "Float32Array"
    """The columns of `count_classes`."""
    characters: "Float32Array"
    words: "Float32Array"
    links: "Float32Array"
    """The share of linked characters."""
    running: "Float32Array"
    """The words of a block of running text, which is long and has few links; 0 for other blocks."""


def count_text(page: Page) -> TextCounts:
    """The counts of a page that has blocks."""
    import numpy as np

    classes = ch.count_classes(page.tree.block_texts)
    characters = np.maximum(classes[:, : ch.CLASSES].sum(1), 1)
    words = classes[:, ch.CLASSES]
    links = np.array(page.tree.block_links, np.float32) / characters
    running = words * ((words >= _MIN_RUNNING_WORDS) & (links < _MAX_RUNNING_LINKS))
    return TextCounts(classes, characters, words, links, running)


def text_features(text: TextCounts) -> "Float32Array":
    """The length, the links and the kinds of characters."""
    import numpy as np

    counts, lengths, words, links = text.classes, text.characters, text.words, text.links
    per_word = np.maximum(words, 1)
    letters = np.maximum(counts[:, ch.LETTER] + counts[:, ch.CAPITAL], 1)
    capitals = counts[:, ch.CAPITAL] / letters
    columns = (
        np.log1p(lengths), np.log1p(words), links, np.log1p(lengths / per_word), counts[:, ch.COMMA] / per_word,
        counts[:, ch.STOP] / per_word, counts[:, ch.CLASSES + 1], capitals, counts[:, ch.DIGIT] / lengths,
        counts[:, ch.SEPARATOR] / per_word, counts[:, ch.QUOTE] / per_word, counts[:, ch.PUNCTUATION] / lengths,
        np.minimum(counts[:, ch.CURRENCY], 3), counts[:, ch.UNSPACED] / lengths, capitals > 0.9,
        counts[:, ch.OTHER] / lengths, links > 0,
    )  # fmt: skip
    return stack_columns(columns)


def position_features(words: "Float32Array", hidden: "Float32Array", elements: ElementArrays) -> "Float32Array":
    """The position on the page in blocks and words, whether the markup hides the block, and what began before it.

    A second h1 or article element tells that another article follows.
    """
    import numpy as np

    n = len(words)
    index = np.arange(n)
    before = np.cumsum(words) - words
    headings, articles = (
        np.cumsum(elements.tags == TAG_IDS[tag])[elements.block_elements] for tag in ("h1", "article")
    )
    columns = (
        np.log1p(index), np.log1p(n - 1 - index), index / n, before / max(1.0, float(words.sum())), hidden,
        np.log1p(headings), np.log1p(articles),
    )  # fmt: skip
    return stack_columns(columns)


def title_features(page: Page, elements: ElementArrays, word_counts: "Float32Array") -> "Float32Array":
    """The words shared with the page title, and the position relative to the first h1."""
    import numpy as np

    tree = page.tree
    n = len(word_counts)
    title = frozenset(words(page.title.lower()))
    in_block, in_title = np.zeros(n), np.zeros(n)
    similar = (word_counts >= min(3, len(title))) & (word_counts <= 2 * len(title) + 5)
    lower = [(index, tree.block_texts[index].lower()) for index in np.nonzero(similar)[0].tolist()] if title else []
    candidates = [(index, text) for index, text in lower if any(map(text.__contains__, title))]
    blocks = words_of_each([text for _, text in candidates])
    for (index, _), block in zip(candidates, blocks, strict=True):
        if not title.isdisjoint(block):
            shared = len(title.intersection(block))
            in_block[index] = shared / len(title)
            in_title[index] = shared / len(block)
    level_one = elements.tags == TAG_IDS["h1"]
    parent = elements.parents[elements.block_elements]
    headings = level_one[elements.block_elements] | level_one[parent] | level_one[elements.parents[parent]]
    found = bool(headings.any())
    first = int(np.argmax(headings)) if found else 0
    distance = np.arange(n) - first
    columns = (
        in_block, in_title, (in_title > 0.95) & (in_block > 0.3), (distance >= 0) & found,
        np.sign(distance) * np.log1p(np.abs(distance)) * found, np.full(n, found),
    )  # fmt: skip
    return stack_columns(columns)


def stack_columns(columns: "Sequence[AnyArray]") -> "Float32Array":
    """Columns side by side as one matrix."""
    import numpy as np

    rows = np.empty((len(columns[0]), len(columns)), np.float32)
    for index, column in enumerate(columns):
        rows[:, index] = column
    return rows
