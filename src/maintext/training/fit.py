"""Fit a model: pass the pages of datasets to a trainer, and record in the manifest what was used."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from typing import Final

from maintext.datasets import Dataset, Example
from maintext.errors import PageError, TrainingError
from maintext.extractors.models import ModelFile
from maintext.page import read_page
from maintext.progress import Progress, no_progress
from maintext.training.excluded_examples import is_excluded
from maintext.training.sources import source_of
from maintext.training.trainer import LabeledPage, Trainer
from maintext.version import __version__

MAX_FEW_SHOT: Final = 25
"""The largest number of pairs in few-shot training [Lejeune 2018]."""


@dataclass(frozen=True, slots=True)
class ExampleSelection:
    """Which examples of the datasets to train on: all, the first few, or pairs sampled at random."""

    limit: int | None = None
    pairs: int | None = None
    seed: int = 0
    few_shot: bool = False

    def select(self, datasets: Sequence[Dataset]) -> list[tuple[Dataset, list[Example]]]:
        """The selected examples of each dataset; raises an error for test sets."""
        self._check_trainable(datasets)
        if self.pairs is None:
            return [(dataset, list(dataset.subset(limit=self.limit))) for dataset in datasets]
        pool = [
            (index, example)
            for index, dataset in enumerate(datasets)
            for example in dataset
            if example.gold.strip() and not is_excluded(dataset.name, example.id)
        ]
        if len(pool) < self.pairs:
            raise TrainingError(f"{self.pairs} pairs were asked for, but there are only {len(pool)}")
        sample = Random(self.seed).sample(pool, self.pairs)  # noqa: S311
        return [
            (dataset, [example for own, example in sample if own == index]) for index, dataset in enumerate(datasets)
        ]

    def _check_trainable(self, datasets: Sequence[Dataset]) -> None:
        forbidden = [dataset.name for dataset in datasets if not dataset.trainable]
        if not forbidden:
            return
        names = ", ".join(forbidden)
        if not self.few_shot:
            raise TrainingError(
                f"{names} must not be trained on: the public tables are computed on it; use another dataset, or "
                f"--few-shot with --pairs of at most {MAX_FEW_SHOT}"
            )
        if self.pairs is None or self.pairs > MAX_FEW_SHOT:
            raise TrainingError(f"--few-shot on {names} needs --pairs of at most {MAX_FEW_SHOT}")


def fit(
    trainer: Trainer, datasets: Sequence[Dataset], selection: ExampleSelection, progress: Progress = no_progress
) -> ModelFile:
    """Train on the selected examples; the manifest lists them."""
    selected = selection.select(datasets)
    digests: list[str] = []
    for dataset, examples in selected:
        for item in labeled_pages(progress(examples), dataset.name):
            trainer.add(item)
            digests.append(page_digest(item.page.original))
    if not digests:
        raise TrainingError("there is nothing to train on: no example has gold and a page that can be read")
    return trainer.finish(manifest(trainer, digests, selected, selection), progress)


def page_digest(source: str) -> str:
    """The first 16 hexadecimal digits of the SHA-256 of a page's decoded source."""
    return sha256(source.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def labeled_pages(examples: Iterable[Example], dataset: str = "") -> Iterator[LabeledPage]:
    """The examples that have a gold text and a readable page and are not excluded from training."""
    for example in examples:
        gold = example.gold
        if not gold.strip() or is_excluded(dataset, example.id):
            continue
        try:
            page = read_page(example.html, url=example.url, charset=example.charset, max_bytes=None)
        except PageError:
            continue
        yield LabeledPage(page, gold, source_of(example, page), dataset, example)


def manifest(
    trainer: Trainer,
    digests: Sequence[str],
    selected: Sequence[tuple[Dataset, Sequence[Example]]],
    selection: ExampleSelection,
) -> dict[str, object]:
    """The manifest of a model: its training data, with the ids of sampled pairs so that scoring can leave them out."""
    listed: list[dict[str, object]] = []
    for dataset, examples in selected:
        part: dict[str, object] = {
            "name": dataset.name, "license": dataset.header.license, "digest": dataset.digest(),
            "examples": len(examples),
        }  # fmt: skip
        if selection.pairs is not None:
            part["ids"] = [example.id for example in examples]
        listed.append(part)
    facts: dict[str, object] = {
        "maintext": __version__,
        "settings": trainer.settings(),
        "pages": len(digests),
        "datasets": listed,
        "page_digests": list(digests),
    }
    if selection.pairs is not None:
        facts |= {"pairs": selection.pairs, "seed": selection.seed, "few_shot": selection.few_shot}
    return facts
