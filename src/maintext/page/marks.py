"""What an element's attributes say about it: class and id, role, and whether it is hidden."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from maintext.page.parse import ElementAttributes

_READ = frozenset(["class", "id", "style", "role", "itemprop", "hidden", "aria-hidden"])
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
    names = [""] * len(nodes)
    roles = [""] * len(nodes)
    hides = [False] * len(nodes)
    for element in range(len(nodes)) if elements is None else elements:
        node = nodes[element]
        name = role = ""
        hidden = False
        for key in node.attrs:
            if key not in _READ:
                continue
            value = node.attr(key) or ""
            if key in ("class", "id"):
                name = f"{name} {value}" if name else value
            elif key == "style":
                hidden = hidden or _HIDES(value) is not None
            elif key in ("role", "itemprop"):
                role = f"{role} {value}" if role else value
            elif key == "hidden" or value.strip().lower() == "true":
                hidden = True
        if name:
            names[element] = name
        if role:
            roles[element] = role
        if hidden:
            hides[element] = True
    return Marks(names, roles, hides)
