"""How far F1 falls when the markup of pages is mutated and their main text stays: one row per extractor.

    python benchmarks/robustness.py [--home DIR] [--pages N] [--seed S] [-x SPEC] [--mutate NAME] [--workers N]

PAGES are sampled in equal parts from the test sets (default: 300). Without -x, all extractors that are installed here
and send pages nowhere take part, except the controls. Runs are kept in HOME/../runs and go on where they were. With all
mutations, every extractor processes every page seventeen times: an extractor that takes 50 ms per page needs more than
four minutes of processor time for 300 pages.
"""

import argparse
import sys
from pathlib import Path

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


def changes_on(name: str, mutations: list[str], specs: list[str], options: argparse.Namespace) -> list[ScoreChange]:
    """The changes on a sample of one dataset."""
    pages = -(-options.pages // len(SETS))
    folder = (
        options.home.parent / "runs" / f"robustness-{name.replace('/', '-')}-{pages}-{options.seed}-{code_digest()}"
    )
    part = DatasetPart(sample=pages, seed=options.seed)
    run = run_part(name, part, folder, specs, options.home, options.workers)
    for mutation in mutations:
        mutated = DatasetPart(sample=pages, seed=options.seed, mutation=mutation)
        run_part(name, mutated, mutation_folder(folder, mutation), specs, options.home, options.workers)
        print(f"{name}: {mutation} done", file=sys.stderr, flush=True)
    (compared,) = comparisons([run], [METRICS.build("bag")], workers=options.workers)
    return changes(compared)


def print_table(found: list[ScoreChange], mutations: list[str]) -> None:
    """F1 on unchanged pages, and its differences in hundredths, over the pages of all sets."""
    together: dict[str, dict[str, list[ScoreChange]]] = {}
    for change in found:
        together.setdefault(change.label, {}).setdefault(change.mutation, []).append(change)
    rows = []
    for label, inside in together.items():
        first = next(iter(inside.values()))
        differences = {name: _mean(inside.get(name, []), "difference") for name in mutations}
        rows.append((label, _mean(first, "before"), sum(each.pages for each in first), differences))
    print(f"{METRICS.build('bag').signature()}, mean over all pages; differences in hundredths")
    print("| extractor | pages | F1 | mean | " + " | ".join(mutations) + " |")
    print("|---|" + "---:|" * (3 + len(mutations)))
    for label, before, pages, differences in sorted(rows, key=lambda row: -sum(row[3].values())):
        mean = sum(differences.values()) / len(differences)
        cells = " | ".join(f"{100 * differences[name]:+.1f}" for name in mutations)
        print(f"| `{label}` | {pages} | {before:.3f} | {100 * mean:+.1f} | {cells} |")


def _mean(found: list[ScoreChange], name: str) -> float:
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
    print_table(found, mutations)


if __name__ == "__main__":
    main()
