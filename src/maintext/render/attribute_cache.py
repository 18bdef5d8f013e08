"""A cache of element attributes."""

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from maintext.page.parsing.tree import Tree

_LONGEST: Final = 4000
"""The maximum number of characters that are read of an attribute."""


class AttributeCache:
    """Attributes of a page's elements, each read once; empty if an element does not have them."""

    __slots__ = ("_known", "_matched", "_tree")

    def __init__(self, tree: "Tree") -> None:
        self._tree = tree
        self._known: dict[tuple[int, str], str] = {}
        self._matched: dict[tuple[int, re.Pattern[str]], bool] = {}

    def classes(self, element: int) -> str:
        """The class attribute of an element."""
        return self.read(element, "class")

    def match(self, element: int, pattern: re.Pattern[str]) -> bool:
        """Whether a pattern matches in the class or the id of an element."""
        matched = self._matched.get((element, pattern))
        if matched is None:
            texts = (self.classes(element), self.read(element, "id"))
            matched = self._matched[element, pattern] = any(map(pattern.search, texts))
        return matched

    def read(self, element: int, name: str) -> str:
        """The value of an attribute, truncated to 4,000 characters; empty if it is missing."""
        known = self._known.get((element, name))
        if known is None:
            known = self._known[element, name] = (self._tree.elements.get(element, name) or "")[:_LONGEST]
        return known
