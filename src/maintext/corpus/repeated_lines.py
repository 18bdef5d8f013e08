"""Repeated lines: lines on many pages of a site are boilerplate."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from maintext.corpus.fingerprints import line_key
from maintext.page.words import count_words

if TYPE_CHECKING:
    from maintext.arrays import UInt64Array

_AT_ONCE = 50_000_000
_MOST = 0.5
"""The share of a page's words that repeated lines make up at the most: beyond it the page itself is repeated."""


def repeated_lines(parts: "Callable[[], Iterator[UInt64Array]]", pages: int) -> "UInt64Array":
    """The keys of lines on at least `pages` pages, in order; `parts` can be iterated several times.

    Lines are counted in several rounds where there are many, each over one part of all keys.
    """
    import numpy as np

    rounds = 1 + sum(len(part) for part in parts()) // _AT_ONCE
    found = []
    for turn in range(rounds):
        mine = [part if rounds == 1 else part[part % np.uint64(rounds) == turn] for part in parts()]
        keys, counts = np.unique(np.concatenate([*mine, np.zeros(0, np.uint64)]), return_counts=True)
        found.append(keys[counts >= pages])
    return np.sort(np.concatenate(found))


def without_repeated(text: str, site: str, repeated: "UInt64Array") -> tuple[str, int]:
    """A text without repeated lines of its site, and their number; a text that is mostly repeated is kept whole."""
    lines = text.split("\n")
    gone = [_is_among(line_key(site, line), repeated) for line in lines]
    if not any(gone):
        return text, 0
    left = "\n".join(line for line, out in zip(lines, gone, strict=True) if not out)
    if count_words(left) < (1 - _MOST) * count_words(text):
        return text, 0
    while "\n\n\n" in left:
        left = left.replace("\n\n\n", "\n\n")
    return left.strip("\n"), sum(gone)


def _is_among(key: int | None, repeated: "UInt64Array") -> bool:
    if key is None or not len(repeated):
        return False
    import numpy as np

    at = int(np.searchsorted(repeated, np.uint64(key)))
    return at < len(repeated) and int(repeated[at]) == key
