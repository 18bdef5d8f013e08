"""What each group of features and each part of the network is worth: networks are fitted without it and compared.

    python benchmarks/ablation.py [--every 2] [--rounds 6] [--processes 2] [--only "without hints,width 64"]

Sites are divided into five parts; networks are fitted to three of them and judged on the first two, by word F1, on
every so many pages of WCXB dev, dragnet and CleanEval dev. With few rounds the figures are lower than those of the full
training; their differences are what counts. "In disguise" are the pages kept back, all three sets together, with their
words replaced by Han characters without spaces. Every variant is one network unless it says otherwise. Needs torch: pip
install 'maintext[network]'.
"""

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import reduce
from statistics import fmean

import torch

from maintext.analysis.statistics import bootstrap_interval
from maintext.datasets import open_dataset
from maintext.extractors.learned.opinions import mean
from maintext.training.fit import labelled
from maintext.training.learned.crossvalidate import Judged, fold_of, judge
from maintext.training.learned.learner import Recipe, fit_network
from maintext.training.learned.report import calibrated, outcome
from maintext.training.learned.sheet import Sheet, read_sheet

DATASETS = ("wcxb/dev", "dragnet", "cleaneval/dev")
GROUPS = ("text:", "place:", "repetition:", "title:", "tags:", "hints:", "container", "page:", "address:")
DISGUISED = "in disguise"
COLUMNS = (*DATASETS, DISGUISED)
FOLDS = 5
KEPT_BACK = (0, 1)
COPIES = "copies kept"
THREE = "three networks, if need be"
ALWAYS = "three networks, always"
SHEETS: list[Sheet] = []


def variants(rounds: int) -> dict[str, Recipe]:
    whole = Recipe(rounds=rounds, members=1)
    found = {
        "everything": whole,
        "width 16": replace(whole, width=16),
        "width 64": replace(whole, width=64),
        "nobody in disguise": replace(whole, disguise=0.0),
        "no look around": replace(whole, look=False),
        "groups never hidden": replace(whole, hide_groups=()),
        "no soft F1": replace(whole, soft_f=0.0),
        COPIES: whole,
        THREE: replace(whole, members=3),
        ALWAYS: replace(whole, members=3),
    }
    for group in GROUPS:
        hidden = (*((name, share) for name, share in whole.hide_groups if name != group), (group, 1.1))
        found[f"without {group.rstrip(':')}"] = replace(whole, hide_groups=hidden)
    return found


def measure(variant: tuple[str, Recipe]) -> tuple[str, dict[str, list[float]]]:
    """F1 of every page that is kept back, by guideline."""
    torch.set_num_threads(1)
    name, recipe = variant
    hidden = [group for group, share in recipe.hide_groups if share > 1]
    seen = [sheet for sheet in SHEETS if fold_of(sheet.site, FOLDS) not in KEPT_BACK]
    networks = [fit_network(seen, replace(recipe, seed=recipe.seed + member)) for member in range(recipe.members)]
    for weights in networks:
        _blind(weights, hidden)
    tested = [sheet for sheet in SHEETS if fold_of(sheet.site, FOLDS) in KEPT_BACK]
    if name == COPIES:
        tested = [_all_different(sheet) for sheet in tested]

    def judged(sheet: Sheet) -> Judged:
        told = reduce(Judged.__add__, [judge(weights, sheet) for weights in networks])
        return Judged((mean(told.own),), (mean(told.any),)) if name == ALWAYS else told

    heat = calibrated(tested, [judged(sheet) for sheet in tested]).sharpness
    scores: dict[str, list[float]] = {}
    for sheet in tested:
        scores.setdefault(DATASETS[sheet.guideline], []).append(outcome(sheet, judged(sheet).any, heat)[1])
        if sheet.disguised is not None:
            other = replace(sheet, features=sheet.disguised)
            scores.setdefault(DISGUISED, []).append(outcome(other, judged(other).any, heat)[1])
    return name, scores


def _all_different(sheet: Sheet) -> Sheet:
    """The sheet with signs of its own, which are no words, at the end of every text: no text is a copy."""
    signs = (f"{at:b}".replace("0", ".").replace("1", ",") for at in range(len(sheet.texts)))
    return replace(sheet, texts=tuple(f"{text} {own}" for text, own in zip(sheet.texts, signs, strict=True)))


def _blind(weights: dict, groups: Sequence[str]) -> None:  # type: ignore[type-arg]
    """A feature that was never seen must not be seen now."""
    from maintext.extractors.learned.features import NAMES

    for at, name in enumerate(NAMES):
        if name.startswith(tuple(groups)) and groups:
            weights["scale"][at] = 0


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--every", type=int, default=2)
    arguments.add_argument("--rounds", type=int, default=6)
    arguments.add_argument("--processes", type=int, default=2)
    arguments.add_argument("--only", help="names of rows with commas between them; the first row is always there")
    options = arguments.parse_args()
    found = variants(options.rounds)
    if options.only:
        found = {name: found[name] for name in ("everything", *options.only.split(","))}
    for name in DATASETS:
        examples = list(open_dataset(name))[:: options.every]
        read = (
            read_sheet(each.page, each.example, name, each.source) for each in labelled(examples, name) if each.example
        )
        SHEETS.extend(sheet for sheet in read if sheet is not None)
    print(
        f"{len(SHEETS)} pages; {'variant':22} " + " ".join(f"{name:>14}" for name in COLUMNS) + "   WCXB - everything"
    )
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
