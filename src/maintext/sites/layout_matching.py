"""Assign pages of a site to layouts, in one pass.

A page joins the most similar layout by its paths, or starts a new layout if none is similar enough. When the maximum
number of layouts is reached, it joins the most similar one in any case.
"""

from collections.abc import Sequence
from typing import Final

MIN_SIMILARITY: Final = 0.3
"""The minimum Jaccard similarity of the paths of a page and a layout."""
MOST: Final = 12


def nearest_layout(paths: frozenset[str], layouts: Sequence[frozenset[str]], full: bool = False) -> int | None:
    """The index of the most similar layout; None if none is similar enough, unless `full`."""
    best, found = 0.0, 0 if full else None
    for at, common in enumerate(layouts):
        alike = jaccard_similarity(paths, common)
        if alike > best:
            best, found = alike, at
    return found if best >= MIN_SIMILARITY or full else None


def jaccard_similarity(paths: frozenset[str], common: frozenset[str]) -> float:
    """The Jaccard index of two sets of paths."""
    shared = len(paths & common)
    return shared / (len(paths) + len(common) - shared) if shared else 0.0
