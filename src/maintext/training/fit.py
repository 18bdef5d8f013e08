"""Fitting: pages of datasets that may be trained on go into a trainer, a model with its manifest comes out."""

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
from maintext.training.sources import SHARED, source_of
from maintext.training.trainer import Labelled, Trainer
from maintext.version import __version__

FEW: Final = 25
"""How many pairs of a dataset that must not be trained on the papers' few-shot protocols take at most."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Which examples of the datasets to learn from: all, the first few, or some pairs drawn by lot."""

    limit: int | None = None
    pairs: int | None = None
    seed: int = 0
    few_shot: bool = False

    def pick(self, datasets: Sequence[Dataset]) -> list[tuple[Dataset, list[Example]]]:
        """The chosen examples of each dataset; refuses what must not be trained on."""
        self._refuse(datasets)
        if self.pairs is None:
            return [(dataset, list(dataset.subset(limit=self.limit))) for dataset in datasets]
        pool = [(at, example) for at, dataset in enumerate(datasets) for example in dataset if example.gold.strip()]
        if len(pool) < self.pairs:
            raise TrainingError(f"{self.pairs} pairs were asked for, but there are only {len(pool)}")
        drawn = Random(self.seed).sample(pool, self.pairs)  # noqa: S311
        return [(dataset, [example for at, example in drawn if at == place]) for place, dataset in enumerate(datasets)]

    def _refuse(self, datasets: Sequence[Dataset]) -> None:
        forbidden = [dataset.name for dataset in datasets if not dataset.trainable]
        if not forbidden:
            return
        names = ", ".join(forbidden)
        if not self.few_shot:
            raise TrainingError(
                f"{names} must not be trained on: the public tables are computed on it; use another dataset, or "
                f"--few-shot with --pairs of at most {FEW}"
            )
        if self.pairs is None or self.pairs > FEW:
            raise TrainingError(f"--few-shot on {names} needs --pairs of at most {FEW}")


def fit(trainer: Trainer, datasets: Sequence[Dataset], choice: Choice, progress: Progress = no_progress) -> ModelFile:
    """Train on the chosen examples; the manifest says which they were."""
    chosen = choice.pick(datasets)
    digests: list[str] = []
    for dataset, examples in chosen:
        for item in labelled(progress(examples, "pages"), dataset.name):
            trainer.add(item)
            digests.append(page_digest(item.page.original))
    if not digests:
        raise TrainingError("there is nothing to train on: no example has gold and a page that can be read")
    return trainer.finish(manifest(trainer, digests, chosen, choice))


def page_digest(source: str) -> str:
    """What tells a page from all others: the beginning of the SHA-256 of its decoded source."""
    return sha256(source.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def labelled(examples: Iterable[Example], dataset: str = "") -> Iterator[Labelled]:
    """The examples that have gold and a page that can be read, and that no set to be tested on holds too."""
    for example in examples:
        gold = example.gold
        if not gold.strip() or example.id in SHARED.get(dataset, ()):
            continue
        try:
            page = read_page(example.html, url=example.url, charset=example.charset, max_bytes=None)
        except PageError:
            continue
        yield Labelled(page, gold, source_of(example, page), dataset, example)


def manifest(
    trainer: Trainer, digests: Sequence[str], chosen: Sequence[tuple[Dataset, Sequence[Example]]], choice: Choice
) -> dict[str, object]:
    """What a model was made from; the ids of drawn pairs too, so that scoring can leave them out."""
    listed: list[dict[str, object]] = []
    for dataset, examples in chosen:
        part: dict[str, object] = {"name": dataset.name, "digest": dataset.digest(), "examples": len(examples)}
        if choice.pairs is not None:
            part["ids"] = [example.id for example in examples]
        listed.append(part)
    facts: dict[str, object] = {
        "maintext": __version__,
        "settings": trainer.settings(),
        "pages": len(digests),
        "datasets": listed,
        "page_digests": list(digests),
    }
    if choice.pairs is not None:
        facts |= {"pairs": choice.pairs, "seed": choice.seed, "few_shot": choice.few_shot}
    return facts
