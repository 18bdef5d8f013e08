"""The elements of a page by number: attributes, texts and selectors, read from the parser's nodes on demand."""

from collections.abc import Iterable, Sequence
from itertools import compress, islice
from typing import overload

from turbohtml import Document, Element, Text

Attributes = tuple[tuple[str, str | None], ...]

_MOST_NODES = 1000
"""How many nodes of an element `leading_text` looks at."""


class Elements(Sequence[Attributes]):
    """The attributes of a page's elements in document order, and what else the parser's nodes tell about them."""

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
            return [self[at] for at in range(*index.indices(len(self)))]
        node = self._nodes[index]
        return tuple(
            (name, node.attr(name) if isinstance(value, list) else value) for name, value in node.attrs.items()
        )

    def get(self, index: int, name: str) -> str | None:
        """One attribute of an element; None if it has none of that name."""
        return self._nodes[index].attr(name)

    def attribute_names(self, index: int) -> list[str]:
        """The names of an element's attributes as they are written."""
        return list(self._nodes[index].attrs)

    def values(self, name: str, elements: Sequence[int]) -> list[str]:
        """One attribute of each of these elements; empty where there is none."""
        return [node.attr(name) or "" for node in self._chosen(elements)]

    def matching(self, selector: str, elements: Sequence[int]) -> Iterable[int]:
        """The positions of those elements that a CSS selector matches."""
        matched = frozenset(self._document.select(selector))
        return compress(range(len(elements)), map(matched.__contains__, self._chosen(elements)))

    def _chosen(self, elements: Sequence[int]) -> Iterable[Element]:
        return map(self._nodes.__getitem__, elements)

    def select(self, selector: str) -> list[int]:
        """The elements that a CSS selector matches; ValueError if it is none."""
        return self._numbers(self._document.select(selector))

    def xpath(self, path: str) -> list[int]:
        """The elements that an XPath finds; ValueError if it is none, TypeError if it finds something else."""
        found = self._document.xpath(path)
        if not isinstance(found, list):
            raise TypeError(type(found).__name__)
        return self._numbers(found)

    def _numbers(self, found: Sequence[object]) -> list[int]:
        numbers: dict[object, int] = {node: at for at, node in enumerate(self._nodes)} if found else {}
        return [numbers[node] for node in found if node in numbers]

    def text(self, index: int) -> str:
        """All text in an element, also what is not shown."""
        return self._nodes[index].text

    def own_text(self, index: int) -> str:
        """The text in an element that is in no other element inside it."""
        return "".join(child.data for child in self._nodes[index].children if isinstance(child, Text))

    def leading_text(self, index: int, most: int) -> str:
        """The text of an element up to about so many characters, however much more it holds."""
        pieces: list[str] = []
        length = 0
        for inner in islice(self._nodes[index].descendants, _MOST_NODES):
            if isinstance(inner, Text):
                pieces.append(inner.data)
                length += len(pieces[-1].strip())
                if length > most:
                    break
        return "".join(pieces)
