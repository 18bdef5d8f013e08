"""Calibrate the metric: jusText and readability-lxml on the two datasets of [Kovačič 2012], by its metric.

    python benchmarks/reproduce_thesis.py [--source DIR] [--home DIR] [--limit N]

SOURCE is the folder of unpacked archives (default: maintext-data in the user's cache folder). Both datasets are
imported, run and scored through the same functions that the command line uses; the run is kept in HOME/runs and goes on
where it was. The printed rows, of older versions of the libraries, are printed beside ours.
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from maintext.analysis.scored_run import ScoredRun, open_scored_run
from maintext.analysis.scores import ScoreSummary, summarize
from maintext.datasets import data_home, dataset_names
from maintext.datasets.home import open_dataset, source_home
from maintext.datasets.importers import import_dataset
from maintext.metrics import METRICS
from maintext.runs import open_run, run_all
from thesis import TABLES, Printed

METRIC = "words"
ROWS = {"justext-library": "JusText", "readability-lxml": "Python Readability"}
KNOWN = {
    ("l3s-gn1", "justext-library"): 0.9025,
    ("l3s-gn1", "readability-lxml"): 0.929,
    ("cleaneval/final", "justext-library"): 0.904,
    ("cleaneval/final", "readability-lxml"): 0.904,
}
"""F1 over successes of today's libraries, measured independently of maintext."""


def prepare(name: str, source: Path, home: Path) -> None:
    """Import a dataset unless it is there already."""
    if name not in dataset_names(home):
        importer = "cleaneval(part=final)" if name == "cleaneval/final" else name
        import_dataset(importer, source, home=home)


def measure(name: str, home: Path, limit: int | None) -> dict[str, ScoreSummary]:
    """Run and score both libraries on a dataset."""
    dataset = open_dataset(name, home).subset(limit=limit)
    folder = home.parent / "runs" / f"reproduce-{name.replace('/', '-')}{f'-{limit}' if limit else ''}"
    run_all(dataset, list(ROWS), folder)
    run = open_run(folder)
    scored_run = ScoredRun(run, dataset) if limit else open_scored_run(run, dataset.folder)
    metric = METRICS.build(METRIC)
    return {spec: summarize(metric, scored_run.scores(spec, metric, workers=2)) for spec in ROWS}


def show(name: str, spec: str, summary: ScoreSummary, printed: Printed) -> None:
    success, cases = summary.success, summary.cases
    known = KNOWN[name, spec]
    print(
        f"{name:16} {spec:18} {success.p or 0:.4f} {success.r or 0:.4f} {success.f1 or 0:.4f}  n={success.n:3}  "
        f"all {summary.all.f1 or 0:.4f}  empty {cases['retrieved_empty']:3} failed {cases['failed']:3}  "
        f"known F1 {known:.4f} ({(success.f1 or 0) - known:+.4f})"
    )
    print(
        f"{'':16} {'Kovačič 2012: ' + ROWS[spec]:27.27} {printed.precision:.4f} {printed.recall:.4f} {printed.f1:.4f}  "
        f"n={printed.success}  {'':10} empty {printed.empty:3} failed {printed.failed:3}"
    )


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--source", type=Path, default=source_home())
    arguments.add_argument("--home", type=Path, default=data_home())
    arguments.add_argument("--limit", type=int)
    options = arguments.parse_args()
    print(f"metric {METRICS.build(METRIC).signature()}: precision, recall, F1 over successes")
    for name, table in TABLES.items():
        prepare(name, options.source, options.home)
        for spec, summary in measure(name, options.home, options.limit).items():
            show(name, spec, summary, table[ROWS[spec]])


if __name__ == "__main__":
    main()
