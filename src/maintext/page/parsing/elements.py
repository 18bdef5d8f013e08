"""The elements of a page by index: attributes, texts and selectors, read from the parser's nodes on demand."""

from collections.abc import Iterable, Sequence
from itertools import compress, islice
from typing import overload

from turbohtml import Document, Element, Text

Attributes = tuple[tuple[str, str | None], ...]

_MOST_NODES = 1000
"""The maximum number of nodes that `leading_text` reads."""


class Elements(Sequence[Attributes]):
    """The attributes of a page's elements in document order, with access to their texts and to selectors."""

    __slots__ = ("_document", "_nodes")

    def __init__(self, document: Document) -> None:
        self._document = document
        self._nodes = document.find_all()

    def __len__(self) -> int:
        return len(self._nodes)

    @overload
    def __getitem__(self, index: int) -> Attributes: ...

    @overload
    def __getitem__(self, index: slice) -> list[Attributes]: ...

    def __getitem__(self, index: int | slice) -> Attributes | list[Attributes]:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(len(self)))]
        node = self._nodes[index]
        return tuple(
            (name, node.attr(name) if isinstance(value, list) else value) for name, value in node.attrs.items()
        )

    def get(self, index: int, name: str) -> str | None:
        """The value of an attribute; None if the element does not have it."""
        return self._nodes[index].attr(name)

    def attribute_names(self, index: int) -> list[str]:
        """The names of an element's attributes in source order."""
        return list(self._nodes[index].attrs)

    def values(self, name: str, elements: Sequence[int]) -> list[str]:
        """The value of one attribute for each element; empty if it is missing."""
        return [node.attr(name) or "" for node in self._chosen(elements)]

    def matching(self, selector: str, elements: Sequence[int]) -> Iterable[int]:
        """The positions in `elements` of those that a CSS selector matches."""
        matched = frozenset(self._document.select(selector))
        return compress(range(len(elements)), map(matched.__contains__, self._chosen(elements)))

    def _chosen(self, elements: Sequence[int]) -> Iterable[Element]:
        return map(self._nodes.__getitem__, elements)

    def select(self, selector: str) -> list[int]:
        """The elements that a CSS selector matches; ValueError if the selector is invalid."""
        return self._numbers(self._document.select(selector))

    def xpath(self, path: str) -> list[int]:
        """The elements that an XPath selects; ValueError if it is invalid, TypeError if it selects something else."""
        found = self._document.xpath(path)
        if not isinstance(found, list):
            raise TypeError(type(found).__name__)
        return self._numbers(found)

    def _numbers(self, found: Sequence[object]) -> list[int]:
        numbers: dict[object, int] = {node: index for index, node in enumerate(self._nodes)} if found else {}
        return [numbers[node] for node in found if node in numbers]

    def text(self, index: int) -> str:
        """All text inside an element, including text that is not shown."""
        return self._nodes[index].text

    def own_text(self, index: int) -> str:
        """The text of an element without the text of its child elements."""
        return "".join(child.data for child in self._nodes[index].children if isinstance(child, Text))

    def leading_text(self, index: int, most: int) -> str:
        """The first part of an element's text, about `most` characters long."""
        pieces: list[str] = []
        length = 0
        for inner in islice(self._nodes[index].descendants, _MOST_NODES):
            if isinstance(inner, Text):
                pieces.append(inner.data)
                length += len(pieces[-1].strip())
                if length > most:
                    break
        return "".join(pieces)
