"""Accuracy of maintext and of every peer that is installed, on the public datasets, with confidence intervals.

    python benchmarks/accuracy.py [--home DIR] [--limit N] [--peers trafilatura,...] [--only l3s-gn1,...]

L3S-GN1 and CleanEval final are scored by the metric of [Kovačič 2012] (F1 over successes, and over all pages), with the
title and without comments; DAnIEL and WCXB dev by word F1 over all pages. None of the first three was used to train or
tune. On WCXB dev, which the default extractor is trained on, its row is cross-validated: every page is judged by a
network that has seen no page of its site; the figure comes from the model's manifest.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent))

from maintext.analysis.scored_run import ScoredRun, open_scored_run
from maintext.analysis.scores import PageScore, summarize
from maintext.analysis.statistics import bootstrap_interval, randomization_test
from maintext.datasets import data_home, dataset_names, open_dataset
from maintext.datasets.home import source_home
from maintext.datasets.importers import import_dataset
from maintext.extractors import EXTRACTORS
from maintext.extractors.models import shipped
from maintext.metrics import METRICS, Metric
from maintext.runs import open_run, run_all
from papers import code_digest

IMPORTERS = {"cleaneval/final": "cleaneval(part=final)", "wcxb/dev": "wcxb"}
NEWS = ("l3s-gn1", "cleaneval/final")
OURS = "learned"
OURS_WITH_TITLE = "learned(include_title=True)"
PEERS = (
    "trafilatura",
    "readability-lxml",
    "readability-node",
    "boilerpipe-java",
    "justext-library",
    "resiliparse",
    "newspaper4k",
    "goose3",
    "turbohtml",
    "inscriptis",
    "all",
)


class Scored(NamedTuple):
    """One extractor's scores on a dataset."""

    spec: str
    scores: list[PageScore]

    @property
    def values(self) -> list[float]:
        """F1 of every page, empty and failed ones 0."""
        return [each.value_over_all or 0.0 for each in self.scores]


def installed(wanted: Sequence[str]) -> list[str]:
    return [spec for spec in wanted if EXTRACTORS.build(spec).missing() is None]


def scored(name: str, specs: list[str], metric: Metric, home: Path, limit: int | None) -> Iterator[Scored]:
    """The scores of each extractor, page by page; runs are kept, ours for as long as the code stays the same."""
    if name not in dataset_names(home):
        import_dataset(IMPORTERS.get(name, name), source_home(), home=home)
    dataset = open_dataset(name, home).subset(limit=limit)
    for spec in specs:
        ours = spec.startswith(OURS)
        folder = f"accuracy-{'ours-' + code_digest() if ours else 'peers'}-{name.replace('/', '-')}-{limit or 'all'}"
        built = str(EXTRACTORS.build(spec))
        run_all(dataset, [built], home.parent / "runs" / folder, workers=2)
        run = open_run(home.parent / "runs" / folder)
        scored_run = ScoredRun(run, dataset) if limit else open_scored_run(run, dataset.folder)
        yield Scored(spec, list(scored_run.scores(built, metric, workers=2)))


def news(name: str, peers: Sequence[str], home: Path, limit: int | None) -> None:
    """The metric of [Kovačič 2012], title included."""
    metric = METRICS.build("words")
    print(f"\n{name}: {metric.signature()}")
    print(f"{'extractor':30} {'F1':>6} {'n':>4}  {'F1 all':>6}  {'95 % of all':13} {'p against maintext':>18}")
    ours: list[float] = []
    for each in scored(name, [OURS_WITH_TITLE, *peers], metric, home, limit):
        ours = ours or each.values
        summary = summarize(metric, each.scores)
        _print_row(each.spec, each.values, ours, f"{summary.success.f1 or 0:6.4f} {summary.success.n:4}  ")


def daniel(peers: Sequence[str], home: Path, limit: int | None) -> None:
    """Word F1, language by language."""
    metric = METRICS.build("bag(tokens=unicode)")
    rows = scored("daniel", [OURS, *peers], metric, home, limit)
    first = next(rows)
    languages = defaultdict(list)
    for at, example in enumerate(open_dataset("daniel", home).subset(limit=limit)):
        languages[example.language or "?"].append(at)
    names = sorted(languages)
    print(f"\ndaniel: {metric.signature()}, mean over all pages, and the mean of the languages")
    print(f"{'extractor':30} {'mean':>6} " + " ".join(f"{name:>6}" for name in names) + "  p, over all pages")
    for each in chain([first], rows):
        means = [fmean(each.values[at] for at in languages[name]) for name in names]
        by_language = " ".join(f"{mean:6.4f}" for mean in means)
        p_value = "" if each is first else f"  {randomization_test(first.values, each.values):.4f}"
        print(f"{each.spec:30} {fmean(means):6.4f} {by_language}{p_value}", flush=True)


def wcxb(peers: Sequence[str], home: Path, limit: int | None) -> None:
    """Word F1, page type by page type, on pages whose gold is not empty."""
    metric = METRICS.build("bag(tokens=unicode)")
    rows = scored("wcxb/dev", list(peers), metric, home, limit)
    first = next(rows)
    kinds = defaultdict(list)
    for at, example in enumerate(open_dataset("wcxb/dev", home).subset(limit=limit)):
        if example.gold.strip():
            kinds[example.page_type or "?"].append(at)
    told: Any = shipped("learned", "learned").manifest["cross_validation"]
    ours = told["wcxb/dev"]
    names = sorted(kinds, key=lambda name: -len(kinds[name]))
    print(f"\nwcxb/dev: {metric.signature()}, mean over {sum(map(len, kinds.values()))} pages with gold")
    print(f"{'extractor':30} {'all':>6} {'95 %':13} " + " ".join(f"{name[:7]:>7}" for name in names))
    by_type = " ".join(f"{ours['f1_by_type'].get(name, float('nan')):7.4f}" for name in names)
    print(f"{'learned, cross-validated':30} {ours['f1']:6.4f} {'':13} {by_type}")
    for each in chain([first], rows):
        used = [each.values[at] for places in kinds.values() for at in places]
        interval = bootstrap_interval(used)
        assert interval is not None
        means = " ".join(f"{fmean(each.values[at] for at in kinds[name]):7.4f}" for name in names)
        print(f"{each.spec:30} {fmean(used):6.4f} {interval.low:.3f}-{interval.high:.3f}   {means}", flush=True)
    for dataset, figures in told.items():
        print(
            f"cross-validated, {dataset}: {figures['pages']} pages, {figures['f1']:.4f}, with its own guideline "
            f"{figures['f1_with_its_guideline']:.4f}, least confident tenth "
            f"{figures['error_in_least_confident_tenth']:.1%} of the error, "
            f"{figures['failed_pages_with_high_confidence']} of {figures['failed_pages']} pages with F1 below .6 "
            "have a confidence above .8"
        )
    print(
        f"confidence: calibration error {ours['calibration_error']}, least confident tenth holds "
        f"{ours['error_in_least_confident_tenth']:.1%} of the error; page type right {ours['page_type_accuracy']:.1%}"
    )


def _print_row(spec: str, values: list[float], ours: list[float], before: str) -> None:
    interval = bootstrap_interval(values)
    assert interval is not None
    chance = "" if values == ours else f"{randomization_test(ours, values):18.4f}"
    print(f"{spec:30} {before}{fmean(values):6.4f}  {interval.low:.3f}-{interval.high:.3f}   {chance}", flush=True)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--home", type=Path, default=data_home())
    arguments.add_argument("--only", default="l3s-gn1,cleaneval/final,daniel,wcxb/dev")
    arguments.add_argument("--limit", type=int)
    arguments.add_argument("--peers", default=",".join(PEERS), help="only these, by name")
    options = arguments.parse_args()
    peers = installed(options.peers.split(","))
    for name in options.only.split(","):
        if name in NEWS:
            news(name, peers, options.home, options.limit)
        elif name == "daniel":
            daniel(peers, options.home, options.limit)
        elif name == "wcxb/dev":
            wcxb(peers, options.home, options.limit)
        else:
            arguments.error(f"{name} is none of the public datasets")


if __name__ == "__main__":
    main()
