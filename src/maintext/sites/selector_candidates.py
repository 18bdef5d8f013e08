"""Candidate selectors of an element, with costs.

Ids, classes, itemprop and semantic tags cost little, since they tend to be stable; positions in the tree cost more.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from maintext.page import Page

_UNSTABLE = re.compile(r"\d{3,}|^\d|[^\w\-]")
"""Names with numbers tend to be specific to a page; other characters would need escapes."""
_SEMANTIC: Final = frozenset(
    """
    article main h1 h2 h3 blockquote ul ol dl table form figure aside footer header nav pre
    """.split()
)


def selector_candidates(page: Page, element: int, positions: bool = True) -> Iterator[tuple[str, float]]:
    """Selectors that match an element, with their costs."""
    tree = page.tree
    tag = tree.tags[element]
    own = list(_own_names(page, element))
    yield from own
    if not own or tag not in _SEMANTIC:
        around = _named_ancestor(page, element)
        if around is not None:
            name, cost = around
            yield f"{name} {tag}", cost + 3
            if positions:
                yield f"{name} > {tag}", cost + 3.5
    if positions:
        yield _positional_selector(page, element), 12.0


def _own_names(page: Page, element: int) -> Iterator[tuple[str, float]]:
    tree = page.tree
    tag = tree.tags[element]
    identity = tree.elements.get(element, "id") or ""
    if identity and not _UNSTABLE.search(identity):
        yield f"#{identity}", 1.0
    for name in (tree.elements.get(element, "class") or "").split()[:4]:
        if not _UNSTABLE.search(name):
            yield f".{name}", 1.5
            yield f"{tag}.{name}", 1.6
    for attribute in ("itemprop", "role"):
        value = tree.elements.get(element, attribute) or ""
        if value and not _UNSTABLE.search(value):
            yield f'[{attribute}="{value}"]', 1.2
    if tag in _SEMANTIC:
        yield tag, 2.0


def _named_ancestor(page: Page, element: int) -> tuple[str, float] | None:
    parent = page.tree.parents[element]
    while parent >= 0:
        found = next(_own_names(page, parent), None)
        if found is not None:
            return found
        parent = page.tree.parents[parent]
    return None


def _positional_selector(page: Page, element: int) -> str:
    """A positional selector from the nearest id, or from the body."""
    tree = page.tree
    places = page.xpaths.positions
    steps: list[str] = []
    while element >= 0 and tree.tags[element] not in ("body", "html"):
        identity = tree.elements.get(element, "id") or ""
        if steps and identity and not _UNSTABLE.search(identity):
            return " > ".join([f"#{identity}", *reversed(steps)])
        steps.append(f"{tree.tags[element]}:nth-of-type({places[element]})")
        element = tree.parents[element]
    return " > ".join(["body", *reversed(steps)])


def lowest_costs(named: Iterable[tuple[str, float]]) -> dict[str, float]:
    """Every selector with its lowest cost."""
    found: dict[str, float] = {}
    for name, cost in named:
        found[name] = min(cost, found.get(name, cost))
    return found
