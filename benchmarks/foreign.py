"""Third-party extractors, all that are installed, on the two datasets of [Kovačič 2012] beside the printed rows.

    python benchmarks/foreign.py [--runs DIR] [--source DIR] [--home DIR] [--limit N] [--workers N]

Runs them over CleanEval's final part and L3S-GN1 (a run goes on where it was stopped; `maintext run cleaneval/final
l3s-gn1 --available -o DIR` does the same), scores them by the same metric and prints a table for each dataset: what
was measured, the printed row of the same system, and what was measured independently of maintext where that is known.
Every page is accounted for: scored, empty, mismatched or failed, and failures by their reasons. Last comes what asking
the Java and Node workers costs.
"""

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from maintext.analysis.scored_run import open_scored_run
from maintext.analysis.scores import ScoreSummary, summarize
from maintext.datasets import Dataset, data_home
from maintext.datasets.home import open_dataset, source_home
from maintext.extractors import EXTRACTORS
from maintext.extractors.adapters.boilerpipe_java import java
from maintext.extractors.adapters.readability_node import node
from maintext.metrics import METRICS
from maintext.page import read_page
from maintext.runs import Failure, Limits, Run, available_specs, open_run, run_all
from reproduce_thesis import METRIC, prepare
from thesis import TABLES, Printed

ROWS = {
    "boilerpipe-java": "Boilerpipe ART",
    "boilerpipe-java(recipe=default)": "Boilerpipe DEF",
    "boilerpipe-java(recipe=article-sentences)": "Boilerpipe SENT",
    "boilerpipe": "Boilerpipe ART",
    "boilerpipe(recipe=default)": "Boilerpipe DEF",
    "boilerpipe(recipe=article-sentences)": "Boilerpipe SENT",
    "boilerpy3": "Boilerpipe ART",
    "goose3": "Goose",
    "justext": "JusText",
    "justext-library": "JusText",
    "mss": "MSS",
    "ncleaner": "NCleaner En",
    "readability": "Readability",
    "readability-chromium": "Readability",
    "readability-lxml": "Python Readability",
    "readability-node": "Readability",
    "readability-node(dom=linkedom)": "Node Readability",
    "tag-ratio": "TTR",
    "diffbot": "Diffbot",
}
"""The row of [Kovačič 2012] beside an extractor."""

KNOWN = {
    "l3s-gn1": {
        "boilerpipe-java": 0.9489,
        "boilerpipe-java(recipe=default)": 0.8883,
        "boilerpipe-java(recipe=article-sentences)": 0.9472,
        "readability-node": 0.9381,
        "justext-library": 0.9025,
    },
    "cleaneval/final": {
        "boilerpipe-java": 0.8266,
        "boilerpipe-java(recipe=default)": 0.8750,
        "boilerpipe-java(recipe=article-sentences)": 0.8101,
        "readability-node": 0.9033,
        "justext-library": 0.9038,
    },
}
"""F1 over successes, measured with the same programs but without maintext."""


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--runs", type=Path, default=Path("runs") / "foreign")
    arguments.add_argument("--source", type=Path, default=source_home())
    arguments.add_argument("--home", type=Path, default=data_home())
    arguments.add_argument("--limit", type=int)
    arguments.add_argument("--workers", type=int, default=2)
    arguments.add_argument("--timeout", type=float, default=30.0)
    options = arguments.parse_args()
    for name in TABLES:
        prepare(name, options.source, options.home)
        dataset = open_dataset(name, options.home).subset(limit=options.limit)
        folder = options.runs / f"{name.replace('/', '-')}{f'-{options.limit}' if options.limit else ''}"
        limits = Limits(options.timeout)
        run_all(dataset, available_specs(), folder, limits=limits, workers=options.workers)
        show(name, dataset, open_run(folder))
    overhead(dataset)


def show(name: str, dataset: Dataset, run: Run) -> None:
    """The table of one dataset, best first."""
    metric = METRICS.build(METRIC)
    scored_run = open_scored_run(run, dataset.folder)
    rows = {spec: summarize(metric, scored_run.scores(spec, metric, workers=2)) for spec in run.extractors}
    print(f"\n{name}, {len(dataset)} pages, {metric.signature()}\n")
    print("| extractor | version | P | R | F1 | F1 all | scored | empty | failed | other | ms | Kovačič | known F1 |")
    print("|---|---|---|---|---|---|---|---|---|---|---|---|---|")
    for spec, summary in sorted(rows.items(), key=lambda row: -(row[1].success.f1 or 0)):
        print(row(name, spec, summary, run))
    for spec in run.extractors:
        reasons = Counter(_reason(result) for result in run.results(spec).values() if isinstance(result, Failure))
        for reason, count in reasons.most_common(3):
            print(f"failed: {spec}: {count} x {reason}")


def row(name: str, spec: str, summary: ScoreSummary, run: Run) -> str:
    """One extractor's line."""
    success, cases, timing = summary.success, summary.cases, run.summary(spec)
    printed: Printed | None = TABLES[name].get(ROWS.get(spec, ""))
    known = KNOWN[name].get(spec)
    cells = [
        f"`{spec}`",
        EXTRACTORS.build(spec).version(),
        *(_figure(value) for value in (success.p, success.r, success.f1, summary.all.f1)),
        str(success.n),
        str(cases["retrieved_empty"]),
        str(cases["failed"]),
        str(sum(cases.values()) - success.n - cases["retrieved_empty"] - cases["failed"]),
        "" if timing.mean_seconds is None else f"{timing.mean_seconds * 1000:.1f}",
        f"{printed.f1:.4f} ({ROWS[spec]})" if printed else "",
        "" if known is None else f"{known:.4f} ({(success.f1 or 0) - known:+.4f})",
    ]
    return f"| {' | '.join(cells)} |"


def overhead(dataset: Dataset) -> None:
    """What it costs to send a page to a worker and get as much as an article back."""
    pages = [read_page(example.html, charset=example.charset).original for example in list(dataset)[:200]]
    mean = sum(map(len, pages)) / len(pages)
    print(
        f"\nasking a worker for the start of a page ({len(pages)} pages, {mean / 1000:.0f} thousand characters each):"
    )
    for name, worker in (("Java", java), ("Node", node)):
        worker().request("start", "")
        times = []
        for page in pages:
            start = time.perf_counter()
            worker().request("start", page)
            times.append((time.perf_counter() - start) * 1000)
        times.sort()
        print(
            f"{name}: median {times[len(times) // 2]:.2f} ms, least {times[0]:.2f}, mean {sum(times) / len(times):.2f}"
        )


def _reason(failure: Failure) -> str:
    return f"{failure.kind}: {failure.message[:110]}"


def _figure(value: float | None) -> str:
    return "" if value is None else f"{value:.4f}"


if __name__ == "__main__":
    main()
