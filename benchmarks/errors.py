"""What the default extractor kept but should not have, and what it lost, by category, on pages it was not trained on.

    maintext train 'learned(held_out=held-out.npz)' wcxb/dev dragnet ... -o my.model
    python benchmarks/errors.py newspaper --held-out held-out.npz [--examples 5]

Training writes what was kept of every page by networks that saw no page of its site. A block counts as main text if at
least half of its words are in the gold. Its category comes from its tags, class names and length; the first category in
the list that fits is the one. The list of examples has the blocks with the most words.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import fmean
from typing import Final, NamedTuple

import numpy as np

from maintext.datasets import open_dataset
from maintext.extractors.learned.features import NAMES
from maintext.training.fit import labeled_pages
from maintext.training.learned.training_page import TrainingPage, read_training_page

_TEXT: Final = 0
_GOLD_SHARE: Final = 0.5
_SHORT: Final = 15
_EXAMPLE_LENGTH: Final = 100
CATEGORIES: Final[Mapping[str, tuple[str, ...]]] = {
    "comment": ("hints: comment around", "hints: review around"),
    "caption": ("tags: in figcaption", "tags: figcaption around", "tags: figure around", "tags: caption around"),
    "table": ("tags: table around",),
    "code": ("tags: pre around", "tags: in code"),
    "quote": ("tags: blockquote around",),
    "heading": tuple(f"tags: in h{level}" for level in range(1, 7)),
    "legal": ("hints: consent around", "tags: footer around", "hints: footer around"),
    "navigation": ("tags: nav around", "hints: navigation around"),
    "date or byline": ("tags: in time", "tags: time around", "hints: meta near"),
    "promotion": ("hints: advert around", "hints: account around", "hints: share around", "hints: form near"),
    "related": ("hints: related around", "tags: aside around", "hints: side around"),
    "list": ("tags: li around",),
    "lead": ("hints: description near",),
}
"""The features of each category, in the order in which they are tried."""
_OTHER_ARTICLE: Final = ("place: h1 elements before", "place: article elements before")


class BlockError(NamedTuple):
    """A block that was kept and is not gold, or is gold and was lost."""

    lost: bool
    category: str
    words: int
    text: str
    page: str


def category_of(page: TrainingPage, block: int) -> str:
    """The first category that fits; a block after a second h1 or article element belongs to another article."""
    row = page.features.rows[block]
    for category, names in CATEGORIES.items():
        if any(row[NAMES.index(name)] > 0.6 for name in names):
            return category
    if all(row[NAMES.index(name)] > 1 for name in _OTHER_ARTICLE):
        return "other article"
    return "other, short" if page.words[block] < _SHORT else "other, long"


def errors(page: TrainingPage, kept: np.ndarray) -> Iterator[BlockError]:
    """The errors on one page, except blocks whose label is unknown."""
    gold = page.labels[:, _TEXT] >= _GOLD_SHARE
    for block in ((kept != gold) & (page.weights[:, _TEXT] > 0)).nonzero()[0].tolist():
        count = int(page.words[block])
        yield BlockError(bool(gold[block]), category_of(page, block), count, page.texts[block], page.id)


def read_pages(name: str, ids: frozenset[str]) -> Iterator[TrainingPage]:
    """The pages of a dataset that have held-out results."""
    for item in labeled_pages((each for each in open_dataset(name) if each.id in ids), name):
        if item.example is not None and (page := read_training_page(item.page, item.example, name, item.source)):
            yield page


def print_errors(found: list[BlockError], pages: int, examples: int) -> None:
    """A table of categories for what was kept and what was lost, each with examples."""
    for lost, title in ((False, "Kept, but not gold"), (True, "Gold, but lost")):
        by_category: dict[str, list[BlockError]] = defaultdict(list)
        for error in found:
            if error.lost == lost:
                by_category[error.category].append(error)
        print(f"\n{title:30} {'blocks':>7} {'words':>7} {'words per page':>14}")
        ordered = sorted(by_category.items(), key=lambda item: -sum(error.words for error in item[1]))
        for category, own in ordered:
            total = sum(error.words for error in own)
            print(f"{category:30} {len(own):7} {total:7} {total / pages:14.1f}")
            for error in sorted(own, key=lambda error: -error.words)[:examples]:
                print(f"    {error.page[:12]:12} {error.words:5}  {' '.join(error.text.split())[:_EXAMPLE_LENGTH]}")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("dataset")
    arguments.add_argument("--held-out", type=Path, required=True, help="what training wrote")
    arguments.add_argument("--examples", type=int, default=3, help="examples per category")
    options = arguments.parse_args()
    with np.load(options.held_out, allow_pickle=False) as archive:
        prefix = f"{options.dataset}/"
        kept = {name.removeprefix(prefix): archive[name] for name in archive.files if name.startswith(prefix)}
    found: list[BlockError] = []
    scores: list[float] = []
    for page in read_pages(options.dataset, frozenset(kept)):
        own = kept[page.id]
        if len(own) != len(page.words):
            raise SystemExit(f"{page.id} has other blocks than when the model was trained; train again")
        scores.append(page.word_counts.f1(own))
        found.extend(errors(page, own))
    if not scores:
        raise SystemExit(f"{options.held_out} has no results for {options.dataset}")
    print(f"{options.dataset}: {len(scores)} pages, word F1 {fmean(scores):.4f} on unseen sites")
    print_errors(found, len(scores), options.examples)


if __name__ == "__main__":
    main()
