"""Features of a block's elements: repeated paths, tags, hints in class and id names, and containers of growing size."""

from collections import Counter, defaultdict
from itertools import compress, count
from typing import TYPE_CHECKING, Final

from maintext.extractors.learned.class_name_hints import GROUPS, hint_bits
from maintext.extractors.learned.element_arrays import CONTAINER_LEVELS, OTHER_TAG, TAGS, ElementArrays
from maintext.extractors.learned.text_features import TextCounts, stack_columns
from maintext.page import Page
from maintext.page.attributes import attributes_of

if TYPE_CHECKING:
    from maintext.arrays import Float32Array, Float64Array, Int64Array, UInt64Array

REPETITION_FEATURES: Final = (
    "same text", "same path", "words on same path", "share of same path", "path as before", "path as after",
    "same tags", "words in same tags",
)  # fmt: skip
CONTAINER_FEATURES: Final = (
    "word share", "link share", "running text", "share of running text", "blocks", "words per block", "images",
    "headings", "place in it",
)  # fmt: skip
HINT_DISTANCES: Final = {"near": 1, "around": 3, "far": None}  # the nearest 2 elements, the nearest 8, and all
_HIDDEN_BIT: Final = len(GROUPS)  # the bit after those of the hints: the element hides its content


def repetition_features(
    page: Page, elements: ElementArrays, name_ids: "Int64Array", words: "Float32Array"
) -> "tuple[Int64Array, Float32Array]":
    """The path id of every block, and how often its text, its path and its tags repeat on the page.

    A path is the tag and class names of the block's element and of its parent.
    """
    import numpy as np

    counts = Counter(page.tree.block_texts)
    same_text = np.fromiter(map(counts.__getitem__, page.tree.block_texts), np.float32, len(words))
    own, parents, tags = elements.block_elements, elements.parents, elements.tags
    parent = parents[own]
    grandparent = parents[parent]
    named = name_ids * (OTHER_TAG + 1) + tags
    path = named[own] * (int(named.max()) + 1) + named[parent]
    tag_path = ((tags[own] * 64 + tags[parent]) * 64 + tags[grandparent]) * 64 + tags[parents[grandparent]]
    path_ids, path_blocks, path_words = _group_equal(path, words)
    tag_ids, tag_blocks, tag_words = _group_equal(tag_path, words)
    n = len(words)
    total = max(1.0, float(words.sum()))
    as_before = np.zeros(n)
    as_before[1:] = path[1:] == path[:-1]
    as_after = np.zeros(n)
    as_after[:-1] = as_before[1:]
    columns = (
        np.log1p(same_text), np.log1p(path_blocks[path_ids]), path_words[path_ids] / total, path_blocks[path_ids] / n,
        as_before, as_after, np.log1p(tag_blocks[tag_ids]), tag_words[tag_ids] / total,
    )  # fmt: skip
    return path_ids, stack_columns(columns)


def _group_equal(keys: "Int64Array", words: "Float32Array") -> "tuple[Int64Array, Int64Array, Float32Array]":
    """The group of equal keys that each key belongs to, and the size and the words of every group."""
    import numpy as np

    order = keys.argsort(kind="stable")
    ordered = keys[order]
    begins = np.empty(len(keys), np.bool_)
    begins[0] = True
    np.not_equal(ordered[1:], ordered[:-1], out=begins[1:])
    group = np.empty(len(keys), np.int64)
    group[order] = np.cumsum(begins) - 1
    return group, np.bincount(group), np.bincount(group, weights=words).astype(np.float32)


def tag_features(elements: ElementArrays) -> "Float32Array":
    """The tags of all ancestors of each block, then its own tag, with its parent's counting half."""
    import numpy as np

    n = len(elements.block_elements)
    own = elements.tags[elements.block_elements]
    parent = elements.tags[elements.parents[elements.block_elements]]
    bits = np.left_shift(np.uint64(1), elements.tags.astype(np.uint64))
    (ancestors,) = elements.ancestor_bits(bits, [None])
    tags = np.zeros((n, 2 * len(TAGS) + 1), np.float32)  # the last column is for other tags
    tags[:, : len(TAGS)] = unpack_bits(ancestors[elements.block_elements], len(TAGS))
    tags[np.arange(n), len(TAGS) + parent] = 0.5
    tags[np.arange(n), len(TAGS) + own] = 1
    return tags[:, :-1]


def class_names(page: Page, elements: ElementArrays) -> "tuple[Int64Array, UInt64Array]":
    """For every element with text an id of its class and id names, and its hints as bits, with one more if it hides."""
    import numpy as np

    with_text = elements.with_blocks
    attributes = attributes_of(page.tree.elements, with_text.tolist(), elements.classes)
    joined = attributes.names
    for index in compress(range(len(joined)), attributes.roles):
        joined[index] += f" {attributes.roles[index]}"
    ids: dict[str, int] = defaultdict(count(1).__next__, {"": 0})
    named = np.fromiter(map(ids.__getitem__, joined), np.int64, len(joined))
    name_ids = np.zeros(len(elements.block_counts), np.int64)
    name_ids[with_text] = named
    bits = np.zeros(len(elements.block_counts), np.uint64)
    hides = np.frombuffer(bytes(attributes.hides), np.bool_).astype(np.uint64)
    bits[with_text] = hint_bits(ids)[named] | hides << np.uint64(_HIDDEN_BIT)
    return name_ids, bits


def hint_features(elements: ElementArrays, bits: "UInt64Array") -> "tuple[Float32Array, Float32Array]":
    """The hints at three distances, and whether the block is hidden."""
    import numpy as np

    distances = [each[elements.block_elements] for each in elements.ancestor_bits(bits, HINT_DISTANCES.values())]
    hints = unpack_bits(np.stack(distances, axis=1).ravel(), len(GROUPS)).reshape(len(distances[0]), -1)
    hidden = ((distances[-1] >> np.uint64(_HIDDEN_BIT)) & np.uint64(1)).astype(np.float32)
    return hints, hidden


def container_features(elements: ElementArrays, containers: "Int64Array", text: TextCounts) -> "Float32Array":
    """The content of every block's containers, level by level."""
    import numpy as np

    words, running = text.words, text.running
    starts = elements.first_blocks[containers]
    blocks = elements.block_counts[containers]
    columns = (words, words * text.links, running)
    held, links, long = (_range_sums(column, starts, starts + blocks) for column in columns)
    images = elements.count_tags(("img", "svg"))[containers]
    headings = elements.count_tags(("h1", "h2", "h3", "h4", "h5", "h6"))[containers]
    total, total_running = max(1.0, float(words.sum())), max(1.0, float(running.sum()))
    at_least_one = np.maximum(held, 1)
    values = (
        held / total, links / at_least_one, long / at_least_one, long / total_running, np.log1p(blocks),
        np.log1p(held / blocks), np.log1p(images), np.log1p(headings), (np.arange(len(words)) - starts) / blocks,
    )  # fmt: skip
    rows = np.empty((len(words), CONTAINER_LEVELS, len(values)), np.float32)
    for index, value in enumerate(values):
        rows[:, :, index] = value.T
    return rows.reshape(len(words), -1)


def _range_sums(column: "Float32Array", starts: "Int64Array", stops: "Int64Array") -> "Float64Array":
    """The sums of a column from each start to each stop."""
    import numpy as np

    before = np.zeros(len(column) + 1)
    np.cumsum(column, out=before[1:])
    return before[stops] - before[starts]


def unpack_bits(bits: "UInt64Array", count: int) -> "Float32Array":
    """Bits as columns of zeros and ones, the lowest first."""
    import numpy as np

    as_bytes = bits.astype("<u8").view(np.uint8).reshape(len(bits), 8)
    return np.unpackbits(as_bytes, axis=1, bitorder="little", count=count).astype(np.float32)
