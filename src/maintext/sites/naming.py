"""Ways to name an element in a selector, each with what it costs.

Names that a site's makers gave (ids, classes, itemprop, article, main) are cheap, since they tend to stay; places in
the tree are dear.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from maintext.page import Page

_UNSTABLE = re.compile(r"\d{3,}|^\d|[^\w\-]")
"""Names with numbers in them are a page's own; others cannot be written without escapes."""
_SEMANTIC: Final = frozenset(
    """
    article main h1 h2 h3 blockquote ul ol dl table form figure aside footer header nav pre
    """.split()
)


def names_of(page: Page, element: int, positions: bool = True) -> Iterator[tuple[str, float]]:
    """Ways to name an element, each with what it costs."""
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
        yield _place(page, element), 12.0


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


def _place(page: Page, element: int) -> str:
    """The element by its place: from the nearest id, or from the body."""
    tree = page.tree
    places = page.xpaths.places
    steps: list[str] = []
    while element >= 0 and tree.tags[element] not in ("body", "html"):
        identity = tree.elements.get(element, "id") or ""
        if steps and identity and not _UNSTABLE.search(identity):
            return " > ".join([f"#{identity}", *reversed(steps)])
        steps.append(f"{tree.tags[element]}:nth-of-type({places[element]})")
        element = tree.parents[element]
    return " > ".join(["body", *reversed(steps)])


def cheapest(named: Iterable[tuple[str, float]]) -> dict[str, float]:
    """Every selector with the least it costs."""
    found: dict[str, float] = {}
    for name, cost in named:
        found[name] = min(cost, found.get(name, cost))
    return found
