"""Mutations by name, and datasets of mutated pages."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from random import Random
from typing import Final, NamedTuple

from maintext.datasets.dataset import Dataset
from maintext.datasets.example import Example, SourceEncoding
from maintext.datasets.mutations import column_order, insertions, rewriting
from maintext.errors import DatasetError, nearest
from maintext.page.decode import decode

Rewrite = Callable[[str, Random], str]
"""A function that rewrites the source of a page."""


class SourceMutation(NamedTuple):
    """A function that mutates a source, and its description for tables."""

    summary: str
    rewrite: Rewrite


_REWRITES: Final[Mapping[str, SourceMutation]] = {
    "class-names": SourceMutation("classes and ids have meaningless names", rewriting.rename_classes),
    "wrappers": SourceMutation("each container is inside another one", rewriting.wrap_containers),
    "paragraphs": SourceMutation("paragraphs are div elements", rewriting.paragraphs_as_divs),
    "attributes": SourceMutation("each element has attributes of a framework", rewriting.add_attributes),
    "tag-case": SourceMutation("tags are in capitals", rewriting.capitalize_tags),
    "white-space": SourceMutation("each block starts on an indented line", rewriting.indent_blocks),
    "one-line": SourceMutation("the source is a single line", rewriting.join_lines),
    "comments": SourceMutation("each block follows a comment", rewriting.add_comments),
    "references": SourceMutation("non-ASCII characters are numeric references", rewriting.escape_characters),
    "lazy-images": SourceMutation("images have their URL in data-src", rewriting.delay_images),
    "scripts": SourceMutation("inline scripts are between the paragraphs", insertions.insert_scripts),
    "advertisements": SourceMutation("advertisements are between the paragraphs", insertions.insert_advertisements),
    "related": SourceMutation("boxes with related stories are between the paragraphs", insertions.insert_related),
    "teasers": SourceMutation("teasers with whole sentences are between the paragraphs", insertions.insert_teasers),
}
_BY_GOLD: Final = {"columns": "columns without main text are on its other side"}
_BY_BYTES: Final = {"utf-16": "the page is encoded as UTF-16"}

MUTATIONS: Final[Mapping[str, str]] = {name: each.summary for name, each in _REWRITES.items()} | _BY_GOLD | _BY_BYTES
"""All mutations by name."""


@dataclass(frozen=True, slots=True)
class Mutation:
    """A mutation and its random seed."""

    name: str
    seed: int = 0

    def __post_init__(self) -> None:
        if self.name not in MUTATIONS:
            raise DatasetError(f"there is no mutation {self.name!r}; {nearest(self.name, MUTATIONS)}")

    def page(self, example: Example) -> bytes:
        """The mutated page of an example in UTF-8; the mutation `utf-16` encodes it as UTF-16."""
        source = decode(example.html, example.charset)[0]
        random = Random(f"{self.seed} {self.name} {example.id}")  # noqa: S311 - not for secrets
        if self.name == "columns":
            source = column_order.reorder_columns(source, example.gold)
        elif self.name in _REWRITES:
            source = _REWRITES[self.name].rewrite(source, random)
        return source.encode("utf-16" if self.name in _BY_BYTES else "utf-8", "replace")


@dataclass(frozen=True, slots=True)
class MutatedExample(Example):
    """An example whose page is mutated each time it is read."""

    original: Example | None = None
    mutation: Mutation | None = None

    @property
    def html(self) -> bytes:
        """The bytes of the mutated page."""
        assert self.original is not None  # noqa: S101 - only `mutated` makes these
        assert self.mutation is not None  # noqa: S101
        return self.mutation.page(self.original)


@dataclass(frozen=True)
class MutatedDataset(Dataset):
    """A dataset of mutated pages; its digest is computed from that of the original and the mutation."""

    base: str = ""
    mutation: Mutation | None = None

    def digest(self) -> str:
        """A hash of the original pages and gold texts, with the mutation."""
        assert self.mutation is not None  # noqa: S101 - only `mutated` makes these
        return f"{self.base}+{self.mutation.name}+{self.mutation.seed}"


def mutated(dataset: Dataset, mutation: Mutation) -> Dataset:
    """The dataset with every page mutated and the same gold texts."""
    examples = tuple(_mutated_example(example, mutation) for example in dataset.examples)
    return MutatedDataset(dataset.header, examples, dataset.folder, dataset.digest(), mutation)


def mutations_named(names: Sequence[str], seed: int) -> list[Mutation]:
    """The mutations with these names; `all` means every mutation."""
    wanted = MUTATIONS if "all" in names else dict.fromkeys(names)
    return [Mutation(name, seed) for name in wanted]


def _mutated_example(example: Example, mutation: Mutation) -> Example:
    values = {item.name: getattr(example, item.name) for item in fields(Example)}
    charset = SourceEncoding() if mutation.name in _BY_BYTES else SourceEncoding("utf-8", "declared")
    return replace(MutatedExample(**values), raw_encoding=charset, original=example, mutation=mutation)
