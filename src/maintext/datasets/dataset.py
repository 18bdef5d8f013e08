"""A dataset: examples in a fixed order under one name, with what its source says about it."""

import hashlib
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Literal

from maintext.datasets.example import Example
from maintext.errors import DatasetError, nearest

MarkupFormat = Literal["cleaneval", "markdown", "html"]


@dataclass(frozen=True, slots=True)
class Header:
    """What holds for all of a dataset. `trainable` is False where fitting or tuning would spoil the public tables."""

    name: str
    source: str = ""
    paper: str = ""
    license: str | None = None
    importer: str = ""
    version: str = ""
    trainable: bool = True
    markup: MarkupFormat | None = None


@dataclass(frozen=True)
class Dataset:
    """Examples to iterate over, count and find by id."""

    header: Header
    examples: tuple[Example, ...]
    folder: Path | None = None

    @property
    def name(self) -> str:
        """The name it is opened by."""
        return self.header.name

    @property
    def trainable(self) -> bool:
        """Whether anything may be fitted or chosen on it."""
        return self.header.trainable

    def __len__(self) -> int:
        return len(self.examples)

    def __iter__(self) -> Iterator[Example]:
        return iter(self.examples)

    def __contains__(self, name: object) -> bool:
        return name in self._by_id

    def __getitem__(self, name: str) -> Example:
        try:
            return self._by_id[name]
        except KeyError:
            raise DatasetError(f"{self.name} has no example {name!r}; {nearest(name, self._by_id)}") from None

    def subset(
        self, *, split: str | None = None, ids: Collection[str] | None = None, limit: int | None = None
    ) -> "Dataset":
        """The examples of one split, of some ids, or the first few; an id that does not exist is an error."""
        wanted = None if ids is None else {self[name].id for name in ids}
        kept = [
            example
            for example in self.examples
            if (split is None or example.split == split) and (wanted is None or example.id in wanted)
        ]
        return replace(self, examples=tuple(kept[:limit]))

    def digest(self) -> str:
        """A hash over what is extracted and scored: ids, page bytes, hints and gold; read once, then remembered."""
        return self._digest

    @cached_property
    def _digest(self) -> str:
        total = hashlib.sha256()
        for example in self.examples:
            hints = f"{example.charset} {example.url}"
            gold = (example.gold, example.markup or "", *example.versions.values())
            for part in (example.id.encode(), hints.encode(), example.html, *(text.encode() for text in gold)):
                total.update(len(part).to_bytes(8, "big"))
                total.update(part)
        return total.hexdigest()

    @cached_property
    def _by_id(self) -> dict[str, Example]:
        return {example.id: example for example in self.examples}
