"""Choose how semi-supervised MSS learns a site, on sites of the training sets: no test set is opened.

    python benchmarks/mss_sites.py [--home DIR] [--least 8] [--folds 5]

Every site of CleanEval dev, dragnet and WCXB dev with enough pages is learned without its gold, starting from a model
that was trained on the other folds, so that it has not seen the site. The figure is that of mss_settings.py, the mean
over the pages of a site, and then over sites.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from maintext.datasets import data_home
from maintext.extractors.mss.bayes import ALPHA
from maintext.extractors.mss.bootstrap import Bootstrap, learn_site
from maintext.extractors.mss.classify import classify
from maintext.extractors.mss.model import MssModel
from maintext.extractors.mss.simple import best_run
from maintext.page.tokens import Tokens
from maintext.training.align import align_tokens
from maintext.training.fit import labeled_pages
from maintext.training.mss import MssTrainer
from mss_settings import GROUPS, f1_of, read_folds

SETTINGS = [
    Bootstrap(own=False, alpha=1.0, common=0.0),
    Bootstrap(own=True, alpha=1.0, common=0.0),
    *(Bootstrap(own=True, alpha=ALPHA, common=common) for common in (0.0, 0.2, 0.3, 0.4, 0.6)),
    Bootstrap(own=True, alpha=1.0, common=0.4),
    Bootstrap(own=False, alpha=ALPHA, common=0.4),
]
"""The first is that of [Pasternack 2009], with Laplace's 1 for the smoothing, which is not given there."""


class Site(NamedTuple):
    """The pages of a site, which of their tokens are gold, and a model that does not know the site."""

    name: str
    start: MssModel
    pages: Sequence[tuple[Tokens, NDArray[Any]]]

    def f1(self, model: MssModel) -> float:
        """The mean over the pages of what a model finds."""
        return fmean(
            f1_of(tokens, gold, best_run(classify(tokens, model).scores().tolist())) for tokens, gold in self.pages
        )


def read_sites(home: Path, least: int, count: int) -> list[Site]:
    """The sites with enough pages."""
    folds = read_folds(home, count, every=None)
    starts = []
    for fold in range(count):
        trainer = MssTrainer()
        trainer.tally = folds.tally(fold, GROUPS)
        starts.append(trainer.model())
    sites = []
    for name, examples in folds.sites.items():
        if len(examples) >= least:
            pages = [
                (item.page.tokens, np.array(align_tokens(item.page, item.gold))) for item in labeled_pages(examples)
            ]
            sites.append(Site(name, starts[folds.fold_of(name)], pages))
    return sites


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--home", type=Path, default=data_home())
    arguments.add_argument("--least", type=int, default=8, help="pages that a site must have")
    arguments.add_argument("--folds", type=int, default=5)
    options = arguments.parse_args()
    sites = read_sites(options.home, options.least, options.folds)
    before = [site.f1(site.start) for site in sites]
    pages = sum(len(site.pages) for site in sites)
    print(f"{len(sites)} sites, {pages} pages; supervised {fmean(before):.4f}", flush=True)
    for how in SETTINGS:
        after = [
            site.f1(learn_site({site.name: [tokens for tokens, _ in site.pages]}, site.start, how)) for site in sites
        ]
        gaps = [two - one for one, two in zip(before, after, strict=True)]
        print(
            f"own={how.own!s:5} alpha={how.alpha} common={how.common}  {fmean(after):.4f}  "
            f"better on {sum(gap > 0 for gap in gaps)} sites, worse on {sum(gap < 0 for gap in gaps)}; "
            f"{min(gaps):+.3f} to {max(gaps):+.3f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
