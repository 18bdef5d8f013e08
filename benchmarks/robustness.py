"""How far F1 falls when the markup of pages is mutated and their main text stays: one row per extractor.

    python benchmarks/robustness.py [--home DIR] [--pages N] [--seed S] [-x SPEC] [--mutate NAME] [--workers N]

PAGES are sampled in equal parts from the test sets (default: 300). Without -x, all extractors that are installed here
and send pages nowhere take part, except the controls. Runs are kept in HOME/../runs and go on where they were. With all
mutations, every extractor processes every page seventeen times: an extractor that takes 50 ms per page needs more than
four minutes of processor time for 300 pages.
"""

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

sys.path.insert(0, str(Path(__file__).parent))

from maintext.datasets import data_home, open_dataset
from maintext.datasets.home import source_home
from maintext.datasets.mutations import MUTATIONS
from maintext.metrics import METRICS
from maintext.reports.comparison import comparisons
from maintext.reports.robustness import ScoreChange, changes
from maintext.runs import DatasetKey, DatasetPart, Run, available_specs, mutation_folder, open_run, open_session
from papers import code_digest
from reproduce_thesis import prepare

SETS = ("l3s-gn1", "cleaneval/final", "daniel")
LEFT_OUT = ("nothing", "segments")


def run_part(name: str, part: DatasetPart, folder: Path, specs: list[str], home: Path, workers: int) -> Run:
    """Run the extractors on a part of a dataset; what is done is kept."""
    dataset = part.of(open_dataset(name, home))
    key = DatasetKey.of(dataset, str(open_dataset(name, home).folder), part)
    with open_session(dataset, specs, folder, workers=workers, key=key, skip_missing=True) as session:
        for pending in session.pending:
            for _ in session.extract(pending):
                pass
    return open_run(folder)


def sample_of(name: str, home: Path, pages: int, seed: int) -> tuple[DatasetPart, Path]:
    """The part of a dataset that is one of the sets' equal parts of so many pages, and the folder of its run."""
    part = DatasetPart(sample=-(-pages // len(SETS)), seed=seed)
    folder = f"robustness-{name.replace('/', '-')}-{part.sample}-{seed}-{code_digest()}"
    return part, home.parent / "runs" / folder


def changes_on(name: str, mutations: list[str], specs: list[str], options: argparse.Namespace) -> list[ScoreChange]:
    """The changes on a sample of one dataset."""
    part, folder = sample_of(name, options.home, options.pages, options.seed)
    run = run_part(name, part, folder, specs, options.home, options.workers)
    for mutation in mutations:
        mutated = DatasetPart(sample=part.sample, seed=options.seed, mutation=mutation)
        run_part(name, mutated, mutation_folder(folder, mutation), specs, options.home, options.workers)
        print(f"{name}: {mutation} done", file=sys.stderr, flush=True)
    (compared,) = comparisons([run], [METRICS.build("bag")], workers=options.workers)
    return changes(compared)


def stored_changes(home: Path, pages: int, seed: int, workers: int) -> list[ScoreChange]:
    """The changes that earlier calls measured with this code on so many pages; empty if there were none."""
    folders = [sample_of(name, home, pages, seed)[1] for name in SETS]
    if not all((folder / "manifest.json").is_file() for folder in folders):
        return []
    runs = [open_run(folder) for folder in folders]
    compared = [comparisons([run], [METRICS.build("bag")], workers=workers)[0] for run in runs]
    return [change for each in compared for change in changes(each)]


@dataclass(frozen=True, slots=True)
class RobustnessRow:
    """The F1 of an extractor on the unchanged pages of all sets, and its differences after the mutations."""

    label: str
    pages: int
    before: float
    differences: Mapping[str, float]

    @property
    def mean(self) -> float:
        """The mean over the mutations."""
        return fmean(self.differences.values())


def rows_of(found: Iterable[ScoreChange]) -> list[RobustnessRow]:
    """One row per extractor over the pages of all sets, the most robust first; without mutations that a set lacks."""
    together: dict[str, dict[str, list[ScoreChange]]] = {}
    for change in found:
        together.setdefault(change.label, {}).setdefault(change.mutation, []).append(change)
    rows = []
    for label, by_mutation in together.items():
        whole = {name: inside for name, inside in by_mutation.items() if len(inside) == len(SETS)}
        if whole:
            first = next(iter(whole.values()))
            differences = {name: _mean(whole[name], "difference") for name in MUTATIONS if name in whole}
            rows.append(RobustnessRow(label, sum(each.pages for each in first), _mean(first, "before"), differences))
    return sorted(rows, key=lambda row: -row.mean)


def table(rows: list[RobustnessRow]) -> list[str]:
    """F1 on unchanged pages, and its differences in hundredths, as lines of Markdown."""
    names = [name for name in MUTATIONS if any(name in row.differences for row in rows)]
    lines = ["| extractor | pages | F1 | mean | " + " | ".join(names) + " |", "|---|" + "---:|" * (3 + len(names))]
    for row in rows:
        cells = (f"{100 * row.differences[name]:+.1f}" if name in row.differences else "-" for name in names)
        lines.append(
            f"| `{row.label}` | {row.pages} | {row.before:.3f} | {100 * row.mean:+.1f} | {' | '.join(cells)} |"
        )
    return lines


def _mean(found: Sequence[ScoreChange], name: str) -> float:
    total: float = sum(getattr(each, name) * each.pages for each in found)
    return total / max(1, sum(each.pages for each in found))


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--source", type=Path, default=source_home())
    arguments.add_argument("--home", type=Path, default=data_home())
    arguments.add_argument("--pages", type=int, default=300)
    arguments.add_argument("--seed", type=int, default=0)
    arguments.add_argument("-x", dest="specs", action="append")
    arguments.add_argument("--mutate", dest="mutations", action="append", choices=MUTATIONS)
    arguments.add_argument("--workers", type=int, default=2)
    options = arguments.parse_args()
    mutations = options.mutations or list(MUTATIONS)
    specs = options.specs or [spec for spec in available_specs() if spec not in LEFT_OUT]
    found: list[ScoreChange] = []
    for name in SETS:
        prepare(name, options.source, options.home)
        found += changes_on(name, mutations, specs, options)
    print(f"{METRICS.build('bag').signature()}, mean over all pages; differences in hundredths")
    print("\n".join(table(rows_of(found))))


if __name__ == "__main__":
    main()
