"""What an element's attributes say about it: class and id, role, and whether it is hidden."""

import re
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


def read_marks(attributes: ElementAttributes) -> Marks:
    """Read every element's attributes once."""
    names: list[str] = []
    roles: list[str] = []
    hides: list[bool] = []
    for node in attributes.nodes:
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
        names.append(name)
        roles.append(role)
        hides.append(hidden)
    return Marks(names, roles, hides)
