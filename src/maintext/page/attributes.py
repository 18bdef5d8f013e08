"""Attributes of elements that extractors use: class and id, role, and whether the element is hidden."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from maintext.page.parsing.elements import Elements

_SELECTOR = "[id], [role], [itemprop], [style], [hidden], [aria-hidden]"
_HIDES = re.compile(r"(?:^|;|\s)(?:display\s*:\s*none|visibility\s*:\s*hidden)\b", re.IGNORECASE).search


@dataclass(frozen=True, slots=True)
class ElementAttributes:
    """Attributes in parallel lists over the elements of a page."""

    names: list[str]
    """Class and id in one string, empty if there is neither."""
    roles: list[str]
    """Role and itemprop in one string, empty if there is neither."""
    hides: list[bool]
    """Whether the element's own attributes hide its content."""


def read_attributes(elements: Elements, only: Iterable[int] | None = None) -> ElementAttributes:
    """The attributes of all elements, or of those in `only`; the others then get empty values."""
    if only is None:
        return attributes_of(elements, range(len(elements)))
    names = [""] * len(elements)
    roles = [""] * len(elements)
    hides = [False] * len(elements)
    chosen = list(only)
    found = attributes_of(elements, chosen)
    for element, name, role, hidden in zip(chosen, found.names, found.roles, found.hides, strict=True):
        names[element], roles[element], hides[element] = name, role, hidden
    return ElementAttributes(names, roles, hides)


def attributes_of(elements: Elements, chosen: Sequence[int], classes: Sequence[str] | None = None) -> ElementAttributes:
    """The attributes of the chosen elements, in lists parallel to `chosen`; `classes` are their classes if known."""
    names = elements.values("class", chosen) if classes is None else list(classes)
    roles = [""] * len(chosen)
    hides = [False] * len(chosen)
    for index in elements.matching(_SELECTOR, chosen):
        names[index], roles[index], hides[index] = _attributes_of_element(elements, chosen[index])
    return ElementAttributes(names, roles, hides)


def _attributes_of_element(elements: Elements, element: int) -> tuple[str, str, bool]:
    """Class and id, role and itemprop (each in source order), and whether the element hides its content."""
    name = role = ""
    hides = False
    for key in elements.attribute_names(element):
        if key in ("class", "id"):
            value = elements.get(element, key) or ""
            name = f"{name} {value}" if name else value
        elif key in ("role", "itemprop"):
            value = elements.get(element, key) or ""
            role = f"{role} {value}" if role else value
        elif key == "style":
            hides = hides or _HIDES(elements.get(element, key) or "") is not None
        elif key == "hidden" or (key == "aria-hidden" and (elements.get(element, key) or "").strip().lower() == "true"):
            hides = True
    return name, role, hides
