"""Whether this checkout trains the shipped default model again.

    python benchmarks/reproduce_model.py
    maintext train learned wcxb/dev dragnet ... -o new.model && python benchmarks/reproduce_model.py new.model

Without training, in half a minute: the digests of the training sets and of their pages against the model's manifest,
and the means and deviations of all features over these pages against those in the model, bit by bit. With a new model:
every array, and the cross-validated word F1. On one machine the networks are equal bit by bit; on another one their
last digits differ, and word F1 varies as between random seeds. The tolerance is .003 on the mean over the datasets.
Exits with 1 if something differs by more.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from maintext.datasets import open_dataset
from maintext.extractors.learned.features import LEXICAL_COLUMN, featurize
from maintext.extractors.models import ModelFile, read_model, shipped
from maintext.training.fit import labeled_pages, page_digest

if TYPE_CHECKING:
    from maintext.arrays import Float32Array

EXTRACTOR: Final = "learned"
TOLERANCE: Final = 0.003
_SAMPLED: Final = 5
"""Training takes the means over one block of so many."""


def check_data(model: ModelFile) -> bool:
    """Compare the training sets, their pages and the features with those that a model was trained on."""
    digests: list[str] = []
    rows: list[Float32Array] = []
    same = True
    listed: Any = model.manifest["datasets"]
    for part in listed:
        dataset = open_dataset(part["name"])
        same &= _report(f"{part['name']}: digest", dataset.digest() == part["digest"])
        for labeled in labeled_pages(dataset, dataset.name):
            digests.append(page_digest(labeled.page.original))
            if labeled.page.tree.block_texts:
                rows.append(featurize(labeled.page).rows[::_SAMPLED])
    same &= _report(f"{len(digests)} pages: digests", digests == model.manifest["page_digests"])
    joined = np.concatenate(rows)
    without_scores = np.arange(joined.shape[1]) != LEXICAL_COLUMN
    found = {"mean": joined.mean(0), "scale": (1 / (joined.std(0) + 1e-2)).astype(np.float32)}
    for name, values in found.items():
        equal = values[without_scores] == model.arrays[name][without_scores]
        same &= _report(f"{name} of {int(equal.sum())} of {len(equal)} features", bool(equal.all()))
    return same


def compare(old: ModelFile, new: ModelFile) -> bool:
    """Compare the arrays of two models, and their word F1."""
    for name in sorted(old.arrays.keys() | new.arrays.keys()):
        _report(name, np.array_equal(old.arrays.get(name, np.zeros(0)), new.arrays.get(name, np.zeros(0))))
    pairs = list(_f1_pairs(old, new))
    for name, before, after in pairs:
        print(f"{name}: word F1 {before:.4f}, new {after:.4f}")
    difference = fmean(after for _, _, after in pairs) - fmean(before for _, before, _ in pairs)
    return _report(f"difference of the mean word F1 {difference:+.4f}", abs(difference) <= TOLERANCE)


def _f1_pairs(old: ModelFile, new: ModelFile) -> Iterator[tuple[str, float, float]]:
    """The cross-validated word F1 of both on every dataset that both were trained on."""
    before: Any = old.manifest["cross_validation"]
    after: Any = new.manifest["cross_validation"]
    for name in before.keys() & after.keys():
        yield name, before[name]["f1"], after[name]["f1"]


def _report(what: str, same: bool) -> bool:
    print(f"{what}: {'as in the shipped model' if same else 'DIFFERENT'}", flush=True)
    return same


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("new", nargs="?", type=Path, help="a model that was trained now")
    options = arguments.parse_args()
    old = shipped(EXTRACTOR, EXTRACTOR)
    same = compare(old, read_model(options.new, EXTRACTOR)) if options.new else check_data(old)
    sys.exit(0 if same else 1)


if __name__ == "__main__":
    main()
