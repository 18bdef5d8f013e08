"""What each group of features and each part of the network contributes: networks are fitted without it and compared.

    python benchmarks/ablation.py [--every 2] [--epochs 6] [--processes 2] [--only "without hints,width 64"]

Sites are divided into five folds; networks are fitted to three of them and evaluated on the first two, by word F1, on
a part of the pages of all training datasets. With few epochs the scores are lower than those of the full training;
their differences are what counts. "Augmented" are the held-out pages of all datasets with their words replaced by Han
characters without spaces. Every variant is one network unless it says otherwise. Needs torch: pip install
'maintext[network]'.
"""

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from statistics import fmean

import torch

from maintext.analysis.statistics import bootstrap_interval
from maintext.datasets import open_dataset
from maintext.extractors.learned.network import join_inputs, stack_networks
from maintext.training.fit import labeled_pages
from maintext.training.learned.calibration_fitting import fit_calibration
from maintext.training.learned.folds import assign_fold
from maintext.training.learned.lexical_fitting import add_lexical_scores
from maintext.training.learned.network_fitting import Hyperparameters, fit_network
from maintext.training.learned.predictions import held_out_result, predict
from maintext.training.learned.training_page import TrainingPage, read_training_page

DATASETS = ("wcxb/dev", "dragnet", "cleaneval/dev", "newspaper", "fundus", "magic-article", "magic-forum")
GROUPS = ("text:", "place:", "repetition:", "title:", "tags:", "hints:", "container", "page:", "address:", "lexical:")
AUGMENTED = "augmented"
COLUMNS = (*DATASETS, AUGMENTED)
FOLDS = 5
HELD_OUT = (0, 1)
DUPLICATES = "duplicates kept"
THREE = "three networks"
DRAGNET = "without the pages of dragnet"
PAGES: list[TrainingPage] = []


def variants(epochs: int) -> dict[str, Hyperparameters]:
    full = Hyperparameters(epochs=epochs, networks=1)
    found = {
        "everything": full,
        "width 16": replace(full, width=16),
        "width 64": replace(full, width=64),
        "no augmentation": replace(full, augmented_share=0.0),
        "no context pooling": replace(full, context_pooling=False),
        "no group dropout": replace(full, group_dropout=()),
        "no soft F1": replace(full, soft_f_weight=0.0),
        DUPLICATES: full,
        THREE: replace(full, networks=3),
        DRAGNET: full,
    }
    for group in GROUPS:
        hidden = (*((name, share) for name, share in full.group_dropout if name != group), (group, 1.1))
        found[f"without {group.rstrip(':')}"] = replace(full, group_dropout=hidden)
    return found


def measure(variant: tuple[str, Hyperparameters]) -> tuple[str, dict[str, list[float]]]:
    """F1 of every held-out page, by dataset."""
    torch.set_num_threads(1)
    name, settings = variant
    hidden = [group for group, share in settings.group_dropout if share > 1]
    seen = [page for page in PAGES if assign_fold(page.site, FOLDS) not in HELD_OUT]
    if name == DRAGNET:
        seen = [page for page in seen if page.dataset != "dragnet"]
    networks = [fit_network(seen, replace(settings, seed=settings.seed + each)) for each in range(settings.networks)]
    for each in networks:
        _remove_features(each, hidden)
    weights = join_inputs(stack_networks(networks))
    tested = [page for page in PAGES if assign_fold(page.site, FOLDS) in HELD_OUT]
    if name == DUPLICATES:
        tested = [_without_duplicates(page) for page in tested]
    calibration = fit_calibration(tested, [predict(weights, page) for page in tested])

    def f1(page: TrainingPage) -> float:
        return held_out_result(page, predict(weights, page), calibration).f1

    scores: dict[str, list[float]] = {}
    for page in tested:
        scores.setdefault(page.dataset, []).append(f1(page))
        if page.augmented is not None:
            scores.setdefault(AUGMENTED, []).append(f1(replace(page, features=page.augmented)))
    return name, scores


def _without_duplicates(page: TrainingPage) -> TrainingPage:
    """The page with different punctuation at the end of every text, so that no text is a duplicate."""
    marks = (f"{block:b}".replace("0", ".").replace("1", ",") for block in range(len(page.texts)))
    return replace(page, texts=tuple(f"{text} {own}" for text, own in zip(page.texts, marks, strict=True)))


def _remove_features(weights: dict, groups: Sequence[str]) -> None:  # type: ignore[type-arg]
    """A feature that was hidden in training must be hidden now."""
    from maintext.extractors.learned.features import NAMES

    for at, name in enumerate(NAMES):
        if name.startswith(tuple(groups)) and groups:
            weights["scale"][at] = 0


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--every", type=int, default=2)
    arguments.add_argument("--epochs", type=int, default=6)
    arguments.add_argument("--processes", type=int, default=2)
    arguments.add_argument("--only", help="comma-separated names of rows; the first row is always included")
    options = arguments.parse_args()
    found = variants(options.epochs)
    if options.only:
        found = {name: found[name] for name in ("everything", *options.only.split(","))}
    for name in DATASETS:
        examples = list(open_dataset(name))[:: options.every]
        read = (
            read_training_page(each.page, each.example, name, each.source)
            for each in labeled_pages(examples, name)
            if each.example
        )
        PAGES.extend(page for page in read if page is not None)
    PAGES[:] = add_lexical_scores(PAGES, FOLDS)[0]
    print(f"{len(PAGES)} pages; {'variant':22} " + " ".join(f"{name:>14}" for name in COLUMNS) + "   WCXB - everything")
    first: list[float] = []
    with ProcessPoolExecutor(options.processes) as pool:
        for name, scores in pool.map(measure, found.items()):
            wcxb = scores[DATASETS[0]]
            first = first or wcxb
            gaps = [ours - theirs for ours, theirs in zip(wcxb, first, strict=True)]
            interval = bootstrap_interval(gaps)
            assert interval is not None
            means = " ".join(f"{fmean(scores[each]):14.4f}" if each in scores else f"{'-':>14}" for each in COLUMNS)
            print(f"{name:34} {means}   {fmean(gaps):+.4f} ({interval.low:+.3f} to {interval.high:+.3f})", flush=True)


if __name__ == "__main__":
    main()
