"""What an element's attributes say about it: class and id, role, and whether it is hidden."""

import re
from dataclasses import dataclass

from maintext.page.parse import Attributes

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


def read_marks(attributes: list[Attributes]) -> Marks:
    """Read every element's attributes once."""
    names: list[str] = []
    roles: list[str] = []
    hides: list[bool] = []
    for attrs in attributes:
        name = role = ""
        hidden = False
        for key, value in attrs:
            if key == "class" or key == "id":
                if value:
                    name = f"{name} {value}" if name else value
            elif key == "style":
                hidden = hidden or (value is not None and _HIDES(value) is not None)
            elif key == "role" or key == "itemprop":
                role = f"{role} {value}" if role else value or ""
            elif key == "hidden" or (key == "aria-hidden" and value is not None and value.strip().lower() == "true"):
                hidden = True
        names.append(name)
        roles.append(role)
        hides.append(hidden)
    return Marks(names, roles, hides)
