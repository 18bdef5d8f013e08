"""Layouts: pages of a site that are built alike, found in one pass.

A page joins the layout whose common paths it shares most; if it shares too little with any, it begins a new one. Once
there are as many as are kept, it joins the nearest whatever it shares.
"""

from collections.abc import Sequence
from typing import Final

ALIKE: Final = 0.3
"""The share of paths that a page and a layout must have in common, of all that either has."""
MOST: Final = 12


def most_alike(paths: frozenset[str], layouts: Sequence[frozenset[str]], full: bool = False) -> int | None:
    """The number of the layout that a page is built like; None if it is like none. `full`: no new one may begin."""
    best, found = 0.0, 0 if full else None
    for at, common in enumerate(layouts):
        alike = likeness(paths, common)
        if alike > best:
            best, found = alike, at
    return found if best >= ALIKE or full else None


def likeness(paths: frozenset[str], common: frozenset[str]) -> float:
    """The share of paths in common: Jaccard's index."""
    shared = len(paths & common)
    return shared / (len(paths) + len(common) - shared) if shared else 0.0
