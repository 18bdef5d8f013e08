"""The features of every block of a page, from flat arrays, without a loop over ancestors.

They come in groups: the block's own text, its place, repetition, the title, tags around it, hints in class and id
names, containers of growing size, the page as a whole, and its address. Lengths are in characters and Unicode words; no
feature knows any language.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress, count
from typing import TYPE_CHECKING, Any, Final

from maintext.extractors.learned import characters as ch
from maintext.extractors.learned.hints import GROUPS, hint_bits
from maintext.extractors.learned.layout import KIND, LEVELS, OTHER_KIND, TAGS, Layout, lay_out
from maintext.extractors.learned.whole import ADDRESS_FEATURES, PAGE_FEATURES, page_features
from maintext.page import Page
from maintext.page.marks import marks_of
from maintext.page.words import words, words_of_each

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Ints = NDArray[np.int64]

_LONG: Final = 8  # words from which a block with few links counts as running text
_HIDES: Final = len(GROUPS)  # the bit beside the hints that says an element hides what is in it
_WINDOWS: Final = {"near": 1, "around": 3, "far": None}  # hints of the nearest 2, of the nearest 8, and of all

_TEXT = (
    "characters", "words", "link share", "word length", "commas", "stops", "ends with a stop", "capitals", "digits",
    "separators", "quotes", "punctuation", "currency", "unspaced script", "all capitals", "other signs",
    "linked at all",
)  # fmt: skip
_PLACE = ("block from start", "block from end", "share of blocks before", "share of words before", "hidden")
_REPETITION = (
    "same text", "same path", "words on same path", "share of same path", "path as before", "path as after",
    "same tags", "words in same tags",
)  # fmt: skip
_TITLE = ("title in block", "block in title", "is the title", "after h1", "distance to h1", "page has h1")
_CONTAINER = (
    "word share", "link share", "running text", "share of running text", "blocks", "words per block", "images",
    "headings", "place in it",
)  # fmt: skip

NAMES: Final = (
    *(f"text: {name}" for name in _TEXT),
    *(f"place: {name}" for name in _PLACE),
    *(f"repetition: {name}" for name in _REPETITION),
    *(f"title: {name}" for name in _TITLE),
    *(f"tags: {name} around" for name in TAGS),
    *(f"tags: in {name}" for name in TAGS),
    *(f"hints: {name} {window}" for window in _WINDOWS for name in GROUPS),
    *(f"container {level}: {name}" for level in range(1, LEVELS + 1) for name in _CONTAINER),
    *(f"page: {name}" for name in PAGE_FEATURES),
    *(f"address: {name}" for name in ADDRESS_FEATURES),
)
"""What each feature says; the word before the colon is its group."""


@dataclass(frozen=True, slots=True)
class Features:
    """A row of numbers per block, each block's words, and which blocks belong together."""

    rows: "Floats"
    words: "Floats"
    paths: "Ints"
    """The number of each block's tag-and-class path: blocks with the same number are of one kind."""
    starts: "Ints"
    """For each of the levels the first block in every block's container."""
    stops: "Ints"
    """One past the last block in it."""


def featurize(page: Page) -> Features:
    """The features of a page that has blocks."""
    import numpy as np

    tree = page.tree
    layout = lay_out(page)
    counts = ch.count_classes(tree.block_texts)
    lengths = np.maximum(counts[:, : ch.CLASSES].sum(1), 1)
    size = counts[:, ch.CLASSES]
    links = np.array(tree.block_links, np.float32) / lengths
    running = size * ((size >= _LONG) & (links < 0.4))
    containers = layout.containers()
    starts = layout.first[containers]
    stops = starts + layout.held[containers]
    names, bits = _names(page, layout)
    tags = np.left_shift(np.uint64(1), layout.kinds.astype(np.uint64))
    hints, hidden = _hints([window[layout.blocks] for window in layout.windows(bits, _WINDOWS.values())])
    (around,) = layout.windows(tags, [None])
    paths, repetition = _repetition(page, layout, names, size)
    unspaced = float(counts[:, ch.UNSPACED].sum() / lengths.sum())
    whole = page_features(page, layout, size, links, running, unspaced)
    n = len(size)
    parts = [
        _text(counts, lengths, size, links),
        _place(size, hidden),
        repetition,
        _title(page, layout, size),
        _tags(layout, around[layout.blocks]),
        hints,
        _containers(layout, containers, starts, size, size * links, running),
    ]
    rows = np.empty((n, len(NAMES)), np.float32)
    at = 0
    for part in parts:
        rows[:, at : at + part.shape[1]] = part
        at += part.shape[1]
    rows[:, at:] = whole
    return Features(rows, size, paths, starts, stops)


def _text(counts: "Floats", lengths: "Floats", size: "Floats", links: "Floats") -> "Floats":
    import numpy as np

    per_word = np.maximum(size, 1)
    letters = np.maximum(counts[:, ch.LETTER] + counts[:, ch.CAPITAL], 1)
    capitals = counts[:, ch.CAPITAL] / letters
    columns = (
        np.log1p(lengths), np.log1p(size), links, np.log1p(lengths / per_word), counts[:, ch.COMMA] / per_word,
        counts[:, ch.STOP] / per_word, counts[:, ch.CLASSES + 1], capitals, counts[:, ch.DIGIT] / lengths,
        counts[:, ch.SEPARATOR] / per_word, counts[:, ch.QUOTE] / per_word, counts[:, ch.PUNCTUATION] / lengths,
        np.minimum(counts[:, ch.CURRENCY], 3), counts[:, ch.UNSPACED] / lengths, capitals > 0.9,
        counts[:, ch.OTHER] / lengths, links > 0,
    )  # fmt: skip
    return _table(columns)


def _place(size: "Floats", hidden: "Floats") -> "Floats":
    import numpy as np

    n = len(size)
    at = np.arange(n)
    before = np.cumsum(size) - size
    columns = (np.log1p(at), np.log1p(n - 1 - at), at / n, before / max(1.0, float(size.sum())), hidden)
    return _table(columns)


def _repetition(page: Page, layout: Layout, names: "Ints", size: "Floats") -> "tuple[Ints, Floats]":
    import numpy as np

    seen = Counter(page.tree.block_texts)
    same_text = np.fromiter(map(seen.__getitem__, page.tree.block_texts), np.float32, len(size))
    parent = layout.parents[layout.blocks]
    above = layout.parents[parent]
    kinds = layout.kinds
    named = names * (OTHER_KIND + 1) + kinds
    path = named[layout.blocks] * (int(named.max()) + 1) + named[parent]
    shape = ((kinds[layout.blocks] * 64 + kinds[parent]) * 64 + kinds[above]) * 64 + kinds[layout.parents[above]]
    group, group_size, group_words = _groups(path, size)
    shapes, shape_size, shape_words = _groups(shape, size)
    n = len(size)
    total = max(1.0, float(size.sum()))
    as_before = np.zeros(n)
    as_before[1:] = path[1:] == path[:-1]
    as_after = np.zeros(n)
    as_after[:-1] = as_before[1:]
    columns = (
        np.log1p(same_text), np.log1p(group_size[group]), group_words[group] / total, group_size[group] / n,
        as_before, as_after, np.log1p(shape_size[shapes]), shape_words[shapes] / total,
    )  # fmt: skip
    return group, _table(columns)


def _groups(keys: "Ints", size: "Floats") -> "tuple[Ints, Ints, Floats]":
    """Number equal keys alike; how many of each there are, and their words."""
    import numpy as np

    order = keys.argsort(kind="stable")
    ordered = keys[order]
    begins = np.empty(len(keys), np.bool_)
    begins[0] = True
    np.not_equal(ordered[1:], ordered[:-1], out=begins[1:])
    group = np.empty(len(keys), np.int64)
    group[order] = np.cumsum(begins) - 1
    return group, np.bincount(group), np.bincount(group, weights=size).astype(np.float32)


def _title(page: Page, layout: Layout, size: "Floats") -> "Floats":
    import numpy as np

    tree = page.tree
    n = len(size)
    title = frozenset(words(page.title.lower()))
    in_block, in_title = np.zeros(n), np.zeros(n)
    near = (size >= min(3, len(title))) & (size <= 2 * len(title) + 5)
    places = np.nonzero(near)[0].tolist() if title else []
    blocks = words_of_each([tree.block_texts[at].lower() for at in places])
    for at, block in zip(places, blocks, strict=True):
        if not title.isdisjoint(block):
            shared = len(title.intersection(block))
            in_block[at] = shared / len(title)
            in_title[at] = shared / len(block)
    level_one = layout.kinds == KIND["h1"]
    parent = layout.parents[layout.blocks]
    headings = level_one[layout.blocks] | level_one[parent] | level_one[layout.parents[parent]]
    found = bool(headings.any())
    first = int(np.argmax(headings)) if found else 0
    gap = np.arange(n) - first
    columns = (
        in_block, in_title, (in_title > 0.95) & (in_block > 0.3), (gap >= 0) & found,
        np.sign(gap) * np.log1p(np.abs(gap)) * found, np.full(n, found),
    )  # fmt: skip
    return _table(columns)


def _tags(layout: Layout, around: "NDArray[np.uint64]") -> "Floats":
    """The tags of all elements around each block, and of its own and that one's parent, which counts half."""
    import numpy as np

    n = len(layout.blocks)
    tags = np.zeros((n, 2 * len(TAGS) + 1), np.float32)  # the last is for other tags
    tags[:, : len(TAGS)] = unpack(around, len(TAGS))
    tags[np.arange(n), len(TAGS) + layout.kinds[layout.parents[layout.blocks]]] = 0.5
    tags[np.arange(n), len(TAGS) + layout.kinds[layout.blocks]] = 1
    return tags[:, :-1]


def _names(page: Page, layout: Layout) -> "tuple[Ints, NDArray[np.uint64]]":
    """For every element with text the number of its class and id, and its hints as bits; one more where it hides."""
    import numpy as np

    around = np.nonzero(layout.held)[0]
    marks = marks_of(page.tree.elements, around.tolist())
    both = marks.names.copy()
    for at in compress(range(len(both)), marks.roles):
        both[at] += f" {marks.roles[at]}"
    numbers: dict[str, int] = defaultdict(count(1).__next__, {"": 0})
    named = np.fromiter(map(numbers.__getitem__, both), np.int64, len(both))
    names = np.zeros(len(layout.held), np.int64)
    names[around] = named
    bits = np.zeros(len(layout.held), np.uint64)
    hides = np.frombuffer(bytes(marks.hides), np.bool_).astype(np.uint64)
    bits[around] = hint_bits(numbers)[named] | hides << np.uint64(_HIDES)
    return names, bits


def _hints(windows: "Sequence[NDArray[np.uint64]]") -> "tuple[Floats, Floats]":
    """The hints at three distances, and whether the block is hidden."""
    import numpy as np

    hints = unpack(np.stack(windows, axis=1).ravel(), len(GROUPS)).reshape(len(windows[0]), -1)
    hidden = ((windows[-1] >> np.uint64(_HIDES)) & np.uint64(1)).astype(np.float32)
    return hints, hidden


def _containers(
    layout: Layout, containers: "Ints", starts: "Ints", size: "Floats", linked: "Floats", running: "Floats"
) -> "Floats":
    """What every block's containers hold, level by level."""
    import numpy as np

    n = len(size)
    blocks = layout.held[containers]
    held, links, long = (_between(column, starts, starts + blocks) for column in (size, linked, running))
    images = layout.inside(("img", "svg"))[containers]
    headings = layout.inside(("h1", "h2", "h3", "h4", "h5", "h6"))[containers]
    total, total_running = max(1.0, float(size.sum())), max(1.0, float(running.sum()))
    at_least_one = np.maximum(held, 1)
    columns = (
        held / total, links / at_least_one, long / at_least_one, long / total_running, np.log1p(blocks),
        np.log1p(held / blocks), np.log1p(images), np.log1p(headings), (np.arange(n) - starts) / blocks,
    )  # fmt: skip
    rows = np.empty((n, LEVELS, len(columns)), np.float32)
    for at, column in enumerate(columns):
        rows[:, :, at] = column.T
    return rows.reshape(n, -1)


def _between(column: "Floats", starts: "Ints", stops: "Ints") -> "NDArray[np.float64]":
    """The sums of a column from each start to each stop."""
    import numpy as np

    before = np.zeros(len(column) + 1)
    np.cumsum(column, out=before[1:])
    return before[stops] - before[starts]


def _table(columns: "Sequence[NDArray[Any]]") -> "Floats":
    """Columns side by side."""
    import numpy as np

    rows = np.empty((len(columns[0]), len(columns)), np.float32)
    for at, column in enumerate(columns):
        rows[:, at] = column
    return rows


def unpack(bits: "NDArray[np.uint64]", count: int) -> "Floats":
    """Bits as columns of zeros and ones, the lowest first."""
    import numpy as np

    as_bytes = bits.astype("<u8").view(np.uint8).reshape(len(bits), 8)
    return np.unpackbits(as_bytes, axis=1, bitorder="little", count=count).astype(np.float32)
