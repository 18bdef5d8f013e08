"""Fit a network that has seen no site with several pages, so that what a site adds can be judged on such sites.

    python benchmarks/site_network.py -o FILE [--least 4] [--rounds 8]

The shipped network was trained on all pages of WCXB dev, dragnet and CleanEval dev, and is surer of them than of the
web's other pages; weights for a site's evidence that were chosen with it would come out too small. This one is fitted
to the sites with fewer pages than `--least` and calibrated on the others. benchmarks/site_evidence.py goes on from
there. Needs torch: pip install 'maintext[network]'.
"""

import argparse
from collections import Counter
from pathlib import Path

import torch

from maintext.datasets import open_dataset
from maintext.extractors.learned.features import NAMES
from maintext.extractors.learned.model import stack
from maintext.extractors.models import ModelFile, write_model
from maintext.training.fit import labelled
from maintext.training.learned.crossvalidate import judge
from maintext.training.learned.learner import Recipe, fit_network
from maintext.training.learned.report import calibrated
from maintext.training.learned.sheet import Sheet, read_sheet

DATASETS = ("wcxb/dev", "dragnet", "cleaneval/dev")


def read_sheets() -> list[Sheet]:
    """Every training page."""
    read = (
        read_sheet(each.page, each.example, name, each.source)
        for name in DATASETS
        for each in labelled(open_dataset(name), name)
        if each.example
    )
    return [sheet for sheet in read if sheet is not None]


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("-o", "--output", type=Path, required=True)
    arguments.add_argument("--least", type=int, default=4, help="pages from which a site is kept back")
    arguments.add_argument("--rounds", type=int, default=8)
    options = arguments.parse_args()
    torch.set_num_threads(1)
    sheets = read_sheets()
    pages = Counter(sheet.site for sheet in sheets)
    seen = [sheet for sheet in sheets if pages[sheet.site] < options.least]
    kept_back = [sheet for sheet in sheets if pages[sheet.site] >= options.least]
    print(f"{len(seen)} pages to fit, {len(kept_back)} pages of sites kept back", flush=True)
    weights = fit_network(seen, Recipe(rounds=options.rounds), lambda turn, loss: print(turn, loss, flush=True))
    calibration = calibrated(kept_back, [judge(weights, sheet) for sheet in kept_back])
    manifest: dict[str, object] = {"pages": len(seen), "least": options.least, "rounds": options.rounds}
    arrays = stack([weights]) | calibration.arrays()
    write_model(ModelFile("learned", manifest, {"features": list(NAMES)}, arrays), options.output)


if __name__ == "__main__":
    main()
