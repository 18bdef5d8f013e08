"""Fit a network that has seen no site with several pages, so that what a site adds can be judged on such sites.

    python benchmarks/site_network.py -o FILE [--least 4] [--epochs 8]

The shipped networks were trained on all pages of these datasets, and are surer of them than of the
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
from maintext.extractors.learned.model import model_arrays
from maintext.extractors.learned.network import join_inputs, stack_networks
from maintext.extractors.models import ModelFile, write_model
from maintext.training.fit import labeled_pages
from maintext.training.learned.calibration_fitting import fit_calibration
from maintext.training.learned.lexical_fitting import add_lexical_scores, with_lexical_scores
from maintext.training.learned.network_fitting import Hyperparameters, fit_network
from maintext.training.learned.predictions import predict
from maintext.training.learned.training_page import TrainingPage, read_training_page

DATASETS = ("wcxb/dev", "dragnet", "cleaneval/dev")
FOLDS = 4


def read_pages() -> list[TrainingPage]:
    """Every training page."""
    read = (
        read_training_page(each.page, each.example, name, each.source)
        for name in DATASETS
        for each in labeled_pages(open_dataset(name), name)
        if each.example
    )
    return [page for page in read if page is not None]


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("-o", "--output", type=Path, required=True)
    arguments.add_argument("--least", type=int, default=4, help="sites with at least so many pages are held out")
    arguments.add_argument("--epochs", type=int, default=8)
    options = arguments.parse_args()
    torch.set_num_threads(1)
    pages = read_pages()
    counts = Counter(page.site for page in pages)
    seen = [page for page in pages if counts[page.site] < options.least]
    held_out = [page for page in pages if counts[page.site] >= options.least]
    print(f"{len(seen)} pages to fit, {len(held_out)} pages of held-out sites", flush=True)
    seen, lexical = add_lexical_scores(seen, FOLDS)
    held_out = [with_lexical_scores(page, lexical) for page in held_out]
    settings = Hyperparameters(epochs=options.epochs)
    stacked = stack_networks([fit_network(seen, settings, lambda epoch, loss: print(epoch, loss, flush=True))])
    calibration = fit_calibration(held_out, [predict(join_inputs(stacked), page) for page in held_out])
    manifest: dict[str, object] = {"pages": len(seen), "least": options.least, "epochs": options.epochs}
    arrays = model_arrays(stacked, lexical, calibration)
    write_model(ModelFile("learned", manifest, {"features": list(NAMES)}, arrays), options.output)


if __name__ == "__main__":
    main()
