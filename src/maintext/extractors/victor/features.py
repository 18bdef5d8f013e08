"""What Victor looks at: the tags around a block and its counts, shares, position and repetition, in bins."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from typing import Final

from maintext.page import Page
from maintext.page.words import count_sentences, count_words

_COUNTS: Final = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 256)
_SHARES: Final = (0.001, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.75, 0.9, 0.999)
_PLACES: Final = (0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.98)
_NEAR: Final = 6
"""How many elements around a block count as containing it."""


def block_features(page: Page) -> Iterator[list[str]]:
    """The features of every block, each a short name with its bin."""
    tree = page.tree
    texts = tree.block_texts
    repeated = Counter(texts)
    links = _link_counts(page)
    for at, text in enumerate(texts):
        yield [
            *_text_features(text),
            *_tag_features(page, at),
            f"links={_bin(links[at], _COUNTS)}",
            f"linked={_bin(tree.block_links[at] / max(1, len(text)), _SHARES)}",
            f"place={_bin(at / len(texts), _PLACES)}",
            f"start={_bin(at, _COUNTS)}",
            f"end={_bin(len(texts) - at, _COUNTS)}",
            f"repeated={min(repeated[text], 4)}",
        ]


def _text_features(text: str) -> list[str]:
    size = max(1, len(text))
    letters, digits, capitals = (sum(map(test, text)) for test in (str.isalpha, str.isdigit, str.isupper))
    signs = size - letters - digits - text.count(" ")
    words, sentences = count_words(text), count_sentences(text)
    return [
        f"letters={_bin(letters / size, _SHARES)}",
        f"digits={_bin(digits / size, _SHARES)}",
        f"signs={_bin(signs / size, _SHARES)}",
        f"capitals={_bin(capitals / size, _SHARES)}",
        f"characters={_bin(letters / 5, _COUNTS)}",
        f"words={_bin(words, _COUNTS)}",
        f"sentences={_bin(sentences, _COUNTS)}",
        f"sentence={_bin(words / max(1, sentences), _COUNTS)}",
        f"ends={text[-1:] if text[-1:] in '.!?:,;。！？…' else ''}",
    ]


def _tag_features(page: Page, block: int) -> list[str]:
    tree = page.tree
    element = tree.text_elements[tree.block_starts[block]]
    found: dict[str, None] = {}
    for near in range(_NEAR):
        if element < 0:
            break
        found[f"tag={tree.tags[element]}" if not near else f"in={tree.tags[element]}"] = None
        element = tree.parents[element]
    return list(found)


def _link_counts(page: Page) -> list[int]:
    """How many links each block has text of."""
    tree = page.tree
    link: list[int] = []
    for element, (tag, parent) in enumerate(zip(tree.tags, tree.parents, strict=True)):
        link.append(element if tag == "a" else link[parent] if parent >= 0 else -1)
    stops = [*tree.block_starts[1:], len(tree.texts)]
    return [
        len({link[element] for element in tree.text_elements[start:stop]} - {-1})
        for start, stop in zip(tree.block_starts, stops, strict=False)
    ]


def _bin(value: float, edges: tuple[float, ...]) -> int:
    return bisect_right(edges, value)
