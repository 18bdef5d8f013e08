"""Choose how much a site's evidence weighs, on sites of the training sets: no test set is opened.

    python benchmarks/site_evidence.py [--least 4] [--network FILE]

Every site of WCXB dev, dragnet and CleanEval dev with enough pages is learned without its gold, and pages are decided
with every weight of a small grid; the figure is what they gain, in word F1 with the gold aligned to blocks. The
extractors that are helped are readability, which has learned from no page, and the default extractor: with the network
that benchmarks/site_network.py fits to other sites, or else with the shipped one, which knows these pages and needs
less help on them than on others.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from maintext.datasets import data_home, open_dataset
from maintext.extractors import Extractor
from maintext.extractors.learned.decision import maximize_expected_f
from maintext.extractors.learned.extractor import Learned
from maintext.extractors.readability.extractor import Readability
from maintext.extractors.site import RELIABLE, block_probabilities, decision_scale
from maintext.sites import TemplateLearner, read_block_keys
from maintext.sites.evidence import logit, probabilities, site_evidence
from maintext.training.align import align_blocks
from maintext.training.fit import labeled_pages
from maintext.training.trainer import LabeledPage

DATASETS = ("wcxb/dev", "dragnet", "cleaneval/dev")
PATH = (0.0, 1.0, 2.0, 3.0)
SOME = (-0.5,)
MOST = (-1.0, -2.0, -2.5, -3.0, -4.0)
FEW = -0.15


class Judged(NamedTuple):
    """A page: an extractor's log odds, the site's evidence, and what is right."""

    log_odds: NDArray[Any]
    rows: NDArray[Any]
    sizes: NDArray[Any]
    hits: NDArray[Any]
    decision_scale: float

    def f1(self, weights: tuple[float, ...]) -> float:
        """Word F1 of what is kept."""
        moved = np.clip(self.log_odds + self.rows @ np.array(weights), -12, 12)
        kept = maximize_expected_f(probabilities(moved * self.decision_scale).astype(np.float32), self.sizes).kept
        return float(2 * self.hits[kept].sum() / max(1, self.sizes[kept].sum() + self.hits.sum()))


def read_sites(home: Path, least: int) -> list[list[LabeledPage]]:
    sites: dict[str, list[LabeledPage]] = defaultdict(list)
    for name in DATASETS:
        for each in labeled_pages(open_dataset(name, home), name):
            if each.page.tree.block_texts:
                sites[each.source].append(each)
    return [pages for pages in sites.values() if len(pages) >= least]


def judged(sites: list[list[LabeledPage]], extractor: Extractor) -> Iterator[Judged]:
    """Every page, with the evidence of its own site."""
    for pages in sites:
        found = [extractor.extract(each.page) for each in pages]
        usable = [(each, one) for each, one in zip(pages, found, strict=True) if one.given is None]
        learner = TemplateLearner(pages[0].source)
        for each, one in usable:
            learner.add(each.source, each.page, block_probabilities(extractor, one).tolist())
        template = learner.template()
        for each, one in usable:
            log_odds = logit(block_probabilities(extractor, one, RELIABLE))
            alignment = align_blocks(each.page, each.gold)
            yield Judged(
                log_odds, site_evidence(template, read_block_keys(each.page), log_odds).rows,
                np.array(alignment.sizes, np.float32), np.array(alignment.hits, np.float32),
                decision_scale(extractor, one.page_type),
            )  # fmt: skip


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--home", type=Path, default=data_home())
    arguments.add_argument("--least", type=int, default=4, help="pages that a site must have")
    arguments.add_argument("--network", type=Path, help="a network that has not seen these sites")
    options = arguments.parse_args()
    sites = read_sites(options.home, options.least)
    default = Learned(model=None if options.network is None else str(options.network))
    for extractor in (Readability(), default):
        pages = list(judged(sites, extractor))
        alone = np.array([page.f1((0, 0, 0, 0)) for page in pages])
        what = "learned, other sites' network" if options.network and extractor is default else str(extractor)
        print(f"\n{what}: {len(sites)} sites, {len(pages)} pages, alone {alone.mean():.4f}", flush=True)
        for path, some, most in product(PATH, SOME, MOST):
            gains = np.array([page.f1((path, FEW, some, most)) for page in pages]) - alone
            print(
                f"path {path:3}  some {some:5}  most {most:4}  {gains.mean():+.4f}  (standard error "
                f"{gains.std() / len(gains) ** 0.5:.4f})  better {(gains > 0).sum()}  worse {(gains < 0).sum()}",
                flush=True,
            )


if __name__ == "__main__":
    main()
