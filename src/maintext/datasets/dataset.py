"""A dataset: a named, ordered collection of examples, with a header that describes its source."""

import hashlib
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Literal

from maintext.datasets.example import Example
from maintext.errors import DatasetError, nearest

MarkupFormat = Literal["cleaneval", "markdown", "html"]


@dataclass(frozen=True, slots=True)
class Header:
    """The description of a dataset; `trainable` is False for test sets, which must not be used to train or tune."""

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
    """A collection of examples that supports iteration, `len()`, and access by id."""

    header: Header
    examples: tuple[Example, ...]
    folder: Path | None = None

    @property
    def name(self) -> str:
        """The name, such as `cleaneval/final`."""
        return self.header.name

    @property
    def trainable(self) -> bool:
        """Whether it may be used to train or tune extractors."""
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
        self,
        *,
        split: str | None = None,
        ids: Collection[str] | None = None,
        limit: int | None = None,
        sample: int | None = None,
        seed: int = 0,
    ) -> "Dataset":
        """The dataset restricted to a split, to ids, to the first examples, or to some sampled at random.

        An unknown id raises DatasetError. The order of the examples stays.
        """
        wanted = None if ids is None else {self[name].id for name in ids}
        kept = [
            example
            for example in self.examples
            if (split is None or example.split == split) and (wanted is None or example.id in wanted)
        ]
        kept = kept[:limit]
        if sample is not None and sample < len(kept):
            kept = [kept[at] for at in sorted(Random(seed).sample(range(len(kept)), sample))]  # noqa: S311
        return replace(self, examples=tuple(kept))

    def digest(self) -> str:
        """A hash of ids, pages, charsets, URLs and gold texts; computed once."""
        return self._digest

    @cached_property
    def _digest(self) -> str:
        total = hashlib.sha256()
        for example in self.examples:
            hints = f"{example.charset} {example.url}"
            gold = (example.gold, example.markup or "", *example.versions.values(), *map(str, example.weights))
            for part in (example.id.encode(), hints.encode(), example.html, *(text.encode() for text in gold)):
                total.update(len(part).to_bytes(8, "big"))
                total.update(part)
        return total.hexdigest()

    @cached_property
    def _by_id(self) -> dict[str, Example]:
        return {example.id: example for example in self.examples}
