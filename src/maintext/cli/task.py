"""`maintext task`: evaluate runs on a downstream task (extrinsic evaluation)."""

from pathlib import Path

import click

from maintext.cli.messages import print_missing_markup
from maintext.cli.progress_bar import progress
from maintext.cli.shared_options import SpecType, format_option, stored_run_options
from maintext.cli.task_tables import as_json, print_evaluation, written
from maintext.errors import TaskError
from maintext.files import read_file
from maintext.metrics import METRICS, Metric
from maintext.runs import open_run
from maintext.tasks import TASKS, Task, run_task

_METRICS = ("diff", "diff(unit=chars)", "diff(markup=True)", "bag", "shingles")


@click.command("task")
@click.argument("task", type=SpecType(TASKS), metavar="NAME")
@stored_run_options
@click.option("--by", "field", default="language", show_default=True, metavar="FIELD",
              help="Show each value of a field: language, page_type, site, another, or none.")  # fmt: skip
@click.option("-m", "--metric", "metrics", type=SpecType(METRICS), multiple=True, metavar="SPEC",
              help="Compare with the ranking by this metric; repeatable.")  # fmt: skip
@click.option("--agreement/--no-agreement", default=True,
              help="Show the rank agreement of task and metrics (Kendall's tau).")  # fmt: skip
@click.option("--best", is_flag=True, help="Show the best extractor by measure and part.")
@click.option("--without", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE",
              help="Skip the pages whose ids are in this file, one per line.")  # fmt: skip
@format_option("csv", "markdown", "latex")
def command(
    task: Task,
    runs: tuple[Path, ...],
    wanted: tuple[str, ...],
    field: str,
    metrics: tuple[Metric, ...],
    agreement: bool,
    best: bool,
    without: Path | None,
    dataset: str | None,
    workers: int,
    output_format: str,
) -> None:
    """Evaluate runs on a downstream task, with the gold text as reference.

    \b
    NAME is a task, or your own as module:Class, with parameters in parentheses if it needs any:
      daniel      detect epidemics in news (lexicons=DIR, annotations=FILE.json, level=document|disease|event)
      search      find a page by its distinctive words and title (telling=5, titles=True)
      duplicates  find near-duplicates (near=0.5)
      classify    classify texts (label=language|page_type|section|FIELD)

    Extractors are scored against annotations or labels if there are any, else against the task's output on the gold
    text. Results are cached with the runs and shown by maintext report. Pages that a model was trained on with --pairs
    are left out for all extractors.

    \b
    maintext task daniel runs/daniel
    maintext task 'daniel(lexicons=my-lexicons, annotations=truth.json)' runs/daniel --best
    maintext task 'classify(label=page_type)' runs/wcxb-dev --by page_type
    maintext task search runs/l3s-gn1 -m words -m bag --format json
    """
    from maintext.reports.extrinsic import TaskEvaluation, shown_parts
    from maintext.tasks.intrinsic import intrinsic

    chosen = metrics or tuple(METRICS.build(name) for name in _METRICS)
    results = run_task(
        task, [open_run(run) for run in runs], dataset=dataset, wanted=wanted, without=_ids(without), workers=workers,
        progress=progress,
    )  # fmt: skip
    found = []
    for result in results:
        wants_metrics = (agreement or best) and len(result.extractors) > 1
        for metric in chosen if wants_metrics else ():
            for source in result.sources:
                print_missing_markup(source.scored_run, source.spec, metric)
        judged = [intrinsic(result, metric, workers) for metric in (chosen if wants_metrics else ())]
        parts = shown_parts(result, None if field == "none" else field)
        found.append(TaskEvaluation(result, [each for each in judged if each is not None], parts))
    if output_format == "json":
        click.echo(as_json(found, agreement=agreement, best=best))
        return
    for each in found:
        if output_format == "table":
            print_evaluation(each, agreement=agreement, best=best)
        else:
            click.echo(written(each, output_format, agreement=agreement, best=best))


def _ids(file: Path | None) -> list[str]:
    if file is None:
        return []
    try:
        return read_file(file).decode().split()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise TaskError(f"cannot read {file}: {reason}; the file must have one id per line") from error
