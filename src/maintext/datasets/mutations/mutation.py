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
"""The source of a page, rewritten."""


class SourceMutation(NamedTuple):
    """What a mutation does, for tables, and the function that does it."""

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
    "comments": SourceMutation("a comment stands before each block", rewriting.add_comments),
    "references": SourceMutation("characters beyond ASCII are numeric references", rewriting.escape_characters),
    "lazy-images": SourceMutation("images have their address in data-src", rewriting.delay_images),
    "scripts": SourceMutation("inline scripts stand between the paragraphs", insertions.insert_scripts),
    "advertisements": SourceMutation("advertisements stand between the paragraphs", insertions.insert_advertisements),
    "related": SourceMutation("boxes with related stories stand between the paragraphs", insertions.insert_related),
    "teasers": SourceMutation("teasers with whole sentences stand between the paragraphs", insertions.insert_teasers),
}
_BY_GOLD: Final = {"columns": "columns without main text stand on its other side"}
_BY_BYTES: Final = {"utf-16": "the page is encoded as UTF-16"}

MUTATIONS: Final[Mapping[str, str]] = {name: each.summary for name, each in _REWRITES.items()} | _BY_GOLD | _BY_BYTES
"""Every mutation by name, with what it does."""


@dataclass(frozen=True, slots=True)
class Mutation:
    """A mutation with the seed of its random choices."""

    name: str
    seed: int = 0

    def __post_init__(self) -> None:
        if self.name not in MUTATIONS:
            raise DatasetError(f"there is no mutation {self.name!r}; {nearest(self.name, MUTATIONS)}")

    def page(self, example: Example) -> bytes:
        """The page of an example, mutated and encoded as UTF-8 or, for that mutation, as UTF-16."""
        source = decode(example.html, example.charset)[0]
        random = Random(f"{self.seed} {self.name} {example.id}")  # noqa: S311 - not for secrets
        if self.name == "columns":
            source = column_order.reorder_columns(source, example.gold)
        elif self.name in _REWRITES:
            source = _REWRITES[self.name].rewrite(source, random)
        return source.encode("utf-16" if self.name in _BY_BYTES else "utf-8", "replace")


@dataclass(frozen=True, slots=True)
class MutatedExample(Example):
    """An example whose page is mutated whenever it is read."""

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
    """A dataset of mutated pages; its digest follows from that of the original pages and the mutation."""

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
    """The mutations of these names; `all` is every one."""
    wanted = MUTATIONS if "all" in names else dict.fromkeys(names)
    return [Mutation(name, seed) for name in wanted]


def _mutated_example(example: Example, mutation: Mutation) -> Example:
    values = {item.name: getattr(example, item.name) for item in fields(Example)}
    charset = SourceEncoding() if mutation.name in _BY_BYTES else SourceEncoding("utf-8", "declared")
    return replace(MutatedExample(**values), raw_encoding=charset, original=example, mutation=mutation)
