"""`maintext combine`: search chains, fallbacks and votes of extractors on one dataset, and report on another."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import click

from maintext.cli.console_tables import print_table
from maintext.cli.output import print_json
from maintext.cli.shared_options import EXTRACTOR_TYPE, LARGEST, SEED, SpecType, format_option, workers_option
from maintext.extractors import Extractor
from maintext.metrics import METRICS, Metric
from maintext.runs import DatasetPart
from maintext.training.combination_runs import (
    CombinationRun,
    ReportedCombination,
    report_combinations,
    require_trainable,
)
from maintext.training.combinations import Combination, SearchSettings, search_combinations


@click.command("combine")
@click.argument("dataset")
@click.option("-x", "--extractor", "parts", type=EXTRACTOR_TYPE, multiple=True, required=True, metavar="SPEC",
              help="Combine this extractor; repeatable, two or more.")  # fmt: skip
@click.option("--report", "other", metavar="DATASET", help="Compare the best combinations on this dataset.")
@click.option("-m", "--metric", type=SpecType(METRICS), default="bag", show_default=True, metavar="SPEC",
              help="Search for the largest mean of this metric over all pages.")  # fmt: skip
@click.option("-o", "--output", type=click.Path(path_type=Path), default=Path("combinations"), show_default=True,
              help="Store the runs in this folder; a search that was stopped resumes.")  # fmt: skip
@click.option("--width", type=click.IntRange(1, 100), default=SearchSettings().width, show_default=True,
              help="Build each round on the N best so far.", metavar="N")  # fmt: skip
@click.option("--rounds", type=click.IntRange(1, 10), default=SearchSettings().rounds, show_default=True,
              help="Search at most N rounds.", metavar="N")  # fmt: skip
@click.option("--best", type=click.IntRange(1, LARGEST), default=5, show_default=True, metavar="N",
              help="Report the N best.")  # fmt: skip
@click.option("--sample", type=click.IntRange(1, LARGEST), metavar="N", help="Use only N pages of each dataset.")
@click.option("--seed", type=SEED, default=0, show_default=True, help="Sample with this random seed.")
@workers_option
@format_option()
def command(
    dataset: str,
    parts: tuple[Extractor, ...],
    other: str | None,
    metric: Metric,
    output: Path,
    width: int,
    rounds: int,
    best: int,
    sample: int | None,
    seed: int,
    workers: int,
    output_format: str,
) -> None:
    """Search for the best combination of extractors on a DATASET, and report it on another.

    Tries chains a|b, fallbacks a||b and votes of the extractors, then combines the best of these again. DATASET must
    be one that may be trained on. Without --report, the scores are those that the combinations were chosen by, which
    are too high.

    \b
    maintext combine wcxb/dev -x density -x readability -x justext --report l3s-gn1
    maintext combine dragnet -x boilerpipe -x justext -x cetd --sample 200 --rounds 1
    """
    require_trainable(dataset)
    part = DatasetPart(sample=sample, seed=seed if sample else 0)
    run = CombinationRun(dataset, part, output / "search", metric, workers)
    found = search_combinations([str(each) for each in parts], run.measure, SearchSettings(width, rounds))
    reported: list[ReportedCombination] = []
    if other is not None:
        baseline = next(each.spec for each in found if each.round == 0)
        there = CombinationRun(other, part, output / "report", metric, workers)
        reported = report_combinations(there, [each.spec for each in found[:best]], baseline)
    if output_format == "json":
        print_json({"search": [asdict(each) for each in found], "report": [asdict(each) for each in reported]})
    else:
        _print(dataset, other, metric, found, best, reported)


def _print(
    dataset: str,
    other: str | None,
    metric: Metric,
    found: Sequence[Combination],
    best: int,
    reported: Sequence[ReportedCombination],
) -> None:
    click.echo(f"{dataset}: the best of {len(found)} by {metric}, and the extractors themselves")
    shown = [each for at, each in enumerate(found) if at < best or each.round == 0]
    print_table(("extractor", "score", "round"), [(each.spec, f"{each.value:.4f}", each.round) for each in shown])
    if other is None:
        return
    click.echo(f"{other}: not used in the search; differences to the extractor that was best alone")
    print_table(("extractor", "score", "95 %", "difference", "p"), [_row(each) for each in reported])


def _row(each: ReportedCombination) -> tuple[str, ...]:
    interval = "" if each.interval is None else f"{each.interval.low:.3f}-{each.interval.high:.3f}"
    p_value = "" if each.p_value is None else f"{each.p_value:.4f}"
    return each.spec, f"{each.value:.4f}", interval, f"{each.difference:+.4f}", p_value
