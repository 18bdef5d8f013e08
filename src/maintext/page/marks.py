"""What an element's attributes say about it: class and id, role, and whether it is hidden."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import compress

from maintext.page.parse import Element, ElementAttributes

_READ = "[id], [role], [itemprop], [style], [hidden], [aria-hidden]"
_HIDES = re.compile(r"(?:^|;|\s)(?:display\s*:\s*none|visibility\s*:\s*hidden)\b", re.IGNORECASE).search


@dataclass(frozen=True, slots=True)
class Marks:
    """Facts read from attributes, in parallel lists over the elements of a page."""

    names: list[str]
    """Class and id in one string, empty if there is neither."""
    roles: list[str]
    """Role and itemprop in one string, empty if there is neither."""
    hides: list[bool]
    """Whether the element itself hides what is in it."""


def read_marks(attributes: ElementAttributes, elements: Iterable[int] | None = None) -> Marks:
    """Read the attributes of every element once, or only of some: the others then have no marks."""
    nodes = attributes.nodes
    if elements is None:
        return marks_of(attributes, nodes)
    names = [""] * len(nodes)
    roles = [""] * len(nodes)
    hides = [False] * len(nodes)
    chosen = list(elements)
    found = marks_of(attributes, [nodes[element] for element in chosen])
    for element, name, role, hidden in zip(chosen, found.names, found.roles, found.hides, strict=True):
        names[element], roles[element], hides[element] = name, role, hidden
    return Marks(names, roles, hides)


def marks_of(attributes: ElementAttributes, nodes: Sequence[Element]) -> Marks:
    """The marks of some of the page's elements, in lists parallel to these; most have a class and nothing else."""
    names = [node.attr("class") or "" for node in nodes]
    roles = [""] * len(nodes)
    hides = [False] * len(nodes)
    marked = frozenset(attributes.having(_READ))
    for at in compress(range(len(nodes)), map(marked.__contains__, nodes)):
        names[at], roles[at], hides[at] = _mark_of(nodes[at])
    return Marks(names, roles, hides)


def _mark_of(node: Element) -> tuple[str, str, bool]:
    """An element's class and id, role and itemprop, each in the order they are written, and whether it hides."""
    name = role = ""
    hides = False
    for key in node.attrs:
        if key in ("class", "id"):
            value = node.attr(key) or ""
            name = f"{name} {value}" if name else value
        elif key in ("role", "itemprop"):
            value = node.attr(key) or ""
            role = f"{role} {value}" if role else value
        elif key == "style":
            hides = hides or _HIDES(node.attr(key) or "") is not None
        elif key == "hidden" or (key == "aria-hidden" and (node.attr(key) or "").strip().lower() == "true"):
            hides = True
    return name, role, hides
