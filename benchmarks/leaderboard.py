"""The leaderboard: every extractor that is installed here on every dataset, as docs/leaderboard.md with a picture.

    python benchmarks/leaderboard.py [--home DIR] [--source DIR] [--sample N] [--seed S] [-x SPEC] [--without SPEC]
                                     [--set NAME] [--output FILE] [--cut N] [--pages PAGES]

Tables show word F1 over all pages with its interval, significance groups, time and memory per page, and failures. Sets
that an extractor was trained on are marked. The first table is the mean over the test sets; `--cut N` prints its first
N rows, for the README. Its column for robustness, and the table of all mutations, are those that
`benchmarks/robustness.py --pages PAGES --seed S` measured with the same code (default: 300 pages). Runs are kept in
HOME/../runs. When our code or a model changes, our extractors are run again; those of other projects are not.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean
from textwrap import fill

sys.path.insert(0, str(Path(__file__).parent))

from kept_runs import grouped, run_part, runs_folder
from maintext.datasets import data_home, dataset_names
from maintext.datasets.home import source_home
from maintext.datasets.importers import import_dataset
from maintext.errors import BadParameter
from maintext.extractors import EXTRACTORS
from maintext.extractors.models import shipped
from maintext.metrics import METRICS
from maintext.reports.comparison import Comparison, comparisons
from maintext.reports.figures.canvas import as_svg
from maintext.reports.figures.scatter import pareto
from maintext.reports.leaderboard import LeaderboardRow, leaderboard_rows
from maintext.runs import DatasetPart, available_specs
from maintext.specs import parse
from robustness import RobustnessRow, rows_of, stored_changes
from robustness import table as robustness_table

TEST_SETS = {
    "l3s-gn1": "l3s-gn1", "cleaneval/final": "cleaneval(part=final)", "daniel": "daniel",
    "cleanportaleval": "cleanportaleval",
}  # fmt: skip
TRAINING_SETS = {
    "wcxb/dev": "wcxb", "dragnet": "dragnet", "cleaneval/dev": "cleaneval(part=dev)", "newspaper": "newspaper",
    "fundus": "fundus", "magic-article": "magic-article", "magic-forum": "magic-forum",
}  # fmt: skip
IMPORTERS = TEST_SETS | TRAINING_SETS
MARK = "*"
INTRODUCTION = """Printed by `python benchmarks/leaderboard.py`: word F1 (`bag`), {pages}. Failed, empty and mismatched
pages count 0. Extractors that share a letter do not differ significantly. An asterisk marks an extractor that was
trained on pages of that set. Time is that of the clock on a busy machine, so compare it within a table only. Memory is
that of our worker process, without the programs (Java, Node, Chromium) that it starts."""
ROBUSTNESS = """Differences of word F1 in hundredths on {pages} pages of L3S-GN1, CleanEval final and DAnIEL, after
[mutations](evaluation.md#robustness) that change the markup and leave the main text as it is. Printed by
`python benchmarks/robustness.py`. The column "robustness" above is the mean."""


def trained_on(spec: str) -> set[str]:
    """The datasets that the shipped model of an extractor was trained on."""
    name = parse(spec).name
    try:
        listed = shipped(name, name).manifest.get("datasets")
    except BadParameter:
        return set()
    return {str(each["name"]) for each in listed} if isinstance(listed, list) else set()


def compared(name: str, specs: Sequence[str], options: argparse.Namespace) -> Comparison:
    """All extractors on a dataset or a sample of it, by word F1."""
    if name not in dataset_names(options.home):
        import_dataset(IMPORTERS[name], options.source, home=options.home)
    part = DatasetPart(sample=options.sample, seed=options.seed if options.sample else 0)
    size = f"-{options.sample}-{options.seed}" if options.sample else ""
    runs = []
    for group, members in grouped(specs).items():
        folder = runs_folder(options.home) / f"leaderboard-{name.replace('/', '-')}{size}-{group}"
        runs.append(run_part(name, part, folder, members, options.home, options.workers))
    print(f"{name} done", file=sys.stderr, flush=True)
    return comparisons(runs, [METRICS.build("bag")], workers=options.workers, wanted=specs)[0]


def overview(boards: Mapping[str, Sequence[LeaderboardRow]], robust: Sequence[RobustnessRow] = ()) -> list[str]:
    """The mean over the test sets, with the value on each, and how far F1 falls when the markup is mutated."""
    names = [name for name in boards if name in TEST_SETS]
    falls = {row.label: f"{100 * row.mean:+.1f}" for row in robust}
    lines = [
        "| extractor | mean | " + " | ".join(names) + " | ms/page | robustness |",
        "|---|---:|" + "---:|" * len(names) + "---:|---:|",
    ]
    for spec, mean, milliseconds in _means(boards):
        values = " | ".join(f"{_value(boards[name], spec):.3f}" for name in names)
        lines.append(f"| `{spec}` | {mean:.3f} | {values} | {milliseconds:.1f} | {falls.get(spec, '-')} |")
    return lines


def _means(boards: Mapping[str, Sequence[LeaderboardRow]]) -> list[tuple[str, float, float]]:
    """Every extractor with its mean F1 and its mean time over the test sets, or over all if there is none."""
    chosen = [board for name, board in boards.items() if name in TEST_SETS] or list(boards.values())
    specs = dict.fromkeys(row.run_extractor.spec for board in chosen for row in board)
    found = []
    for spec in specs:
        times = [
            row.run_extractor.mean_milliseconds or 0.0 for board in chosen for row in board
            if row.run_extractor.spec == spec
        ]  # fmt: skip
        found.append((spec, fmean(_value(board, spec) for board in chosen), fmean(times)))
    return sorted(found, key=lambda item: -item[1])


def _value(board: Sequence[LeaderboardRow], spec: str) -> float:
    return next((max(0.0, row.value) for row in board if row.run_extractor.spec == spec), 0.0)


def table(name: str, board: Sequence[LeaderboardRow]) -> list[str]:
    """One dataset: every extractor, best first."""
    lines = [
        "| extractor | group | F1 | 95 % | P | R | nothing found | failed | ms/page | peak MB |",
        "|---|---|---:|---|---:|---:|---:|---:|---:|---:|",
    ]
    for row in board:
        each, every, cases = row.run_extractor, row.summary.all, row.summary.cases
        mark = MARK if name in trained_on(each.spec) else ""
        interval = f"{every.ci.low:.3f} to {every.ci.high:.3f}" if every.ci else "-"
        lines.append(
            f"| `{each.spec}`{mark} | {row.group} | {_number(every.value, 3)} | {interval} | {_number(every.p, 3)} | "
            f"{_number(every.r, 3)} | {cases['retrieved_empty']} | {cases['failed']} | "
            f"{_number(each.mean_milliseconds, 1)} | {_number(each.peak_megabytes, 0)} |"
        )
    return lines


def _number(value: float | None, digits: int) -> str:
    return "-" if value is None else f"{value:.{digits}f}"


def document(
    boards: Mapping[str, Sequence[LeaderboardRow]], robust: Sequence[RobustnessRow], options: argparse.Namespace
) -> str:
    """The page of the documentation."""
    pages = f"{options.sample} pages of each set, sampled with seed {options.seed}" if options.sample else "all pages"
    lines = ["# Leaderboard", "", fill(INTRODUCTION.format(pages=pages), 120), ""]
    if options.without:
        lines += [f"Not measured: {', '.join(f'`{spec}`' for spec in options.without)}.", ""]
    if any(name in TEST_SETS for name in boards):
        lines += ["## Mean over the test sets", "", *overview(boards, robust), ""]
    lines += ["![Word F1 against time, mean over the test sets](pictures/leaderboard.svg)", ""]
    if robust:
        shown = ROBUSTNESS.format(pages=max(row.pages for row in robust))
        lines += ["## Robustness", "", shown, "", *robustness_table(list(robust)), ""]
    for name, board in boards.items():
        lines += [f"## {name}", "", f"{board[0].summary.n} pages.", "", *table(name, board), ""]
    return "\n".join(lines)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--source", type=Path, default=source_home())
    arguments.add_argument("--home", type=Path, default=data_home())
    arguments.add_argument("--sample", type=int)
    arguments.add_argument("--seed", type=int, default=0)
    arguments.add_argument("--workers", type=int, default=2)
    arguments.add_argument("-x", dest="specs", action="append")
    arguments.add_argument("--without", action="append", default=[], metavar="SPEC")
    arguments.add_argument("--set", dest="sets", action="append", choices=IMPORTERS)
    arguments.add_argument("--output", type=Path, default=Path("docs/leaderboard.md"))
    arguments.add_argument("--cut", type=int, default=0)
    arguments.add_argument("--pages", type=int, default=300)
    options = arguments.parse_args()
    specs = [str(EXTRACTORS.build(spec)) for spec in options.specs or available_specs() if spec not in options.without]
    boards = {}
    for name in options.sets or IMPORTERS:
        comparison = compared(name, specs, options)
        boards[name] = leaderboard_rows(comparison, comparison.main)
    robust = rows_of(stored_changes(specs, options))
    pictures = options.output.parent / "pictures"
    pictures.mkdir(parents=True, exist_ok=True)
    points = [(milliseconds, mean, spec) for spec, mean, milliseconds in _means(boards) if mean and milliseconds]
    picture = as_svg(pareto(points, "word F1 on the test sets"))
    (pictures / "leaderboard.svg").write_text(picture, encoding="utf-8")
    options.output.write_text(document(boards, robust, options), encoding="utf-8")
    print(f"{options.output} written", file=sys.stderr)
    if options.cut:
        print("\n".join(overview(boards, robust)[: 2 + options.cut]))


if __name__ == "__main__":
    main()
