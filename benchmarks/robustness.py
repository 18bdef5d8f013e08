"""How far F1 falls when the markup of pages is mutated and their main text stays: one row per extractor.

    python benchmarks/robustness.py [--home DIR] [--pages N] [--seed S] [-x SPEC] [--without SPEC]
                                    [--mutate NAME] [--workers N]

PAGES are sampled in equal parts from the test sets (default: 300). Without -x, all extractors that are installed here
and send pages nowhere take part, except the controls, those that need a browser, and other settings of one that takes
part. Runs are kept in HOME/../runs and resumed; those of other projects stay valid when our code changes. With all
mutations, every extractor processes every page seventeen times: an extractor that takes 50 ms per page needs more than
four minutes of processor time for 300 pages.
"""

import argparse
import sys
from argparse import Namespace
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean

sys.path.insert(0, str(Path(__file__).parent))

from kept_runs import grouped, run_part, runs_folder
from maintext.datasets import data_home
from maintext.datasets.home import source_home
from maintext.datasets.mutations import MUTATIONS
from maintext.metrics import METRICS
from maintext.reports.comparison import comparisons
from maintext.reports.robustness import ScoreChange, changes
from maintext.runs import DatasetPart, available_specs, mutation_folder, open_run
from reproduce_thesis import prepare

SETS = ("l3s-gn1", "cleaneval/final", "daniel")
LEFT_OUT = ("nothing", "segments", "readability-chromium")


def sample_of(pages: int, seed: int) -> DatasetPart:
    """The part of each dataset that is one of the sets' equal parts of so many pages."""
    return DatasetPart(sample=-(-pages // len(SETS)), seed=seed)


def folder_of(name: str, part: DatasetPart, group: str, home: Path) -> Path:
    """The folder of the run of a group of extractors on such a part."""
    return runs_folder(home) / f"robustness-{name.replace('/', '-')}-{part.sample}-{part.seed}-{group}"


def default_specs() -> list[str]:
    """One spec of each extractor that takes part."""
    return [spec for spec in available_specs() if spec not in LEFT_OUT and "(" not in spec]


def run_group(name: str, mutations: Sequence[str], group: str, specs: Sequence[str], options: Namespace) -> None:
    """Run a group of extractors on a sample of a dataset, unchanged and with each mutation."""
    part = sample_of(options.pages, options.seed)
    folder = folder_of(name, part, group, options.home)
    run_part(name, part, folder, specs, options.home, options.workers)
    for mutation in mutations:
        mutated = replace(part, mutation=mutation)
        run_part(name, mutated, mutation_folder(folder, mutation), specs, options.home, options.workers)
        print(f"{name}: {mutation} done", file=sys.stderr, flush=True)


def stored_changes(specs: Sequence[str], options: Namespace) -> list[ScoreChange]:
    """The changes of those extractors that were run on the samples with the code and versions of today."""
    part = sample_of(options.pages, options.seed)
    found: list[ScoreChange] = []
    for name in SETS:
        folders = [folder_of(name, part, group, options.home) for group in grouped(specs)]
        runs = [open_run(folder) for folder in folders if (folder / "manifest.json").is_file()]
        wanted = [spec for spec in specs if any(spec in run.extractors for run in runs)]
        if wanted:
            (compared,) = comparisons(runs, [METRICS.build("bag")], wanted=wanted)
            found += changes(compared)
    return found


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
    """One row per extractor over the pages of all sets, the most robust first; without mutations that lack pages."""
    together: dict[str, dict[str, list[ScoreChange]]] = {}
    for change in found:
        together.setdefault(change.label, {}).setdefault(change.mutation, []).append(change)
    rows = []
    for label, by_mutation in together.items():
        most = max(map(_pages, by_mutation.values()))
        whole = {
            name: inside for name, inside in by_mutation.items() if len(inside) == len(SETS) and _pages(inside) == most
        }
        if whole:
            first = next(iter(whole.values()))
            differences = {name: _mean(whole[name], "difference") for name in MUTATIONS if name in whole}
            rows.append(RobustnessRow(label, most, _mean(first, "before"), differences))
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
    return total / max(1, _pages(found))


def _pages(found: Iterable[ScoreChange]) -> int:
    return sum(each.pages for each in found)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--source", type=Path, default=source_home())
    arguments.add_argument("--home", type=Path, default=data_home())
    arguments.add_argument("--pages", type=int, default=300)
    arguments.add_argument("--seed", type=int, default=0)
    arguments.add_argument("-x", dest="specs", action="append")
    arguments.add_argument("--without", action="append", default=[], metavar="SPEC")
    arguments.add_argument("--mutate", dest="mutations", action="append", choices=MUTATIONS)
    arguments.add_argument("--workers", type=int, default=2)
    options = arguments.parse_args()
    mutations = options.mutations or list(MUTATIONS)
    groups = grouped(spec for spec in options.specs or default_specs() if spec not in options.without)
    for name in SETS:
        prepare(name, options.source, options.home)
        for group, specs in groups.items():
            run_group(name, mutations, group, specs, options)
    found = stored_changes([spec for specs in groups.values() for spec in specs], options)
    print(f"{METRICS.build('bag').signature()}, mean over all pages; differences in hundredths")
    print("\n".join(table(rows_of(found))))


if __name__ == "__main__":
    main()
