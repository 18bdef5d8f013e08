"""Similarity of texts: the word F1 of every two texts of one page.

The texts of one page share most of their lines, so each line is tokenized once.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from maintext.metrics.tokenizers import tokenize

if TYPE_CHECKING:
    from numpy.typing import NDArray


def text_similarity(texts: Sequence[str]) -> "NDArray[Any]":
    """A square matrix: the F1 of the bags of Unicode words of every two texts; nan where one of them has no words."""
    import numpy as np

    counts = _bags(texts)
    sizes = counts.sum(axis=1)
    shared = np.array([np.minimum(counts, row).sum(axis=1) for row in counts]).reshape(len(texts), len(texts))
    total = sizes[:, None] + sizes[None, :]
    known = (sizes[:, None] > 0) & (sizes[None, :] > 0)
    return np.where(known, 2 * shared / np.maximum(total, 1), np.nan)


def _bags(texts: Sequence[str]) -> "NDArray[Any]":
    """One row of word counts per text."""
    import numpy as np

    numbers: dict[str, int] = {}
    lines: dict[str, NDArray[Any]] = {}
    found: list[list[NDArray[Any]]] = []
    for text in texts:
        own = []
        for line in text.split("\n"):
            if line not in lines:
                words = tokenize(line, "unicode")
                lines[line] = np.array([numbers.setdefault(word, len(numbers)) for word in words], dtype=np.intp)
            own.append(lines[line])
        found.append(own)
    empty = np.zeros(0, dtype=np.intp)
    rows = [np.bincount(np.concatenate([empty, *own]), minlength=len(numbers)) for own in found]
    return np.array(rows, dtype=np.int64).reshape(len(texts), len(numbers))
