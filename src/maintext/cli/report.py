"""`maintext report`: write tables, charts and diffs of runs as a folder for the browser."""

from pathlib import Path

import click

from maintext.cli.progress_bar import progress
from maintext.cli.shared_options import LARGEST, SpecType, stored_run_options
from maintext.metrics import METRICS, Metric
from maintext.runs import open_run

_METRICS = ("bag", "words")


@click.command("report")
@stored_run_options
@click.option("-o", "--output", type=click.Path(path_type=Path), default=Path("report"), show_default=True,
              help="Write the report to this folder, replacing an earlier report.")  # fmt: skip
@click.option("-m", "--metric", "metrics", type=SpecType(METRICS), multiple=True, metavar="SPEC",
              help="Use this metric; repeatable; the first one ranks (default: bag and words).")  # fmt: skip
@click.option("--compare", is_flag=True, help="Report the changes from an old run to a new one.")
@click.option("--title", default="Extractors compared", show_default=True, help="Set the title of the report.")
@click.option("--figures/--no-figures", default=True, help="Draw the figures as SVG and PDF.")
@click.option("--pictures", type=click.IntRange(0, LARGEST), default=200, show_default=True, metavar="N",
              help="Plot traces of the N worst pages of each extractor that supports it.")  # fmt: skip
def command(
    runs: tuple[Path, ...],
    output: Path,
    metrics: tuple[Metric, ...],
    wanted: tuple[str, ...],
    compare: bool,
    title: str,
    dataset: str | None,
    figures: bool,
    pictures: int,
    workers: int,
) -> None:
    """Write a report of runs as a folder that opens offline in a browser.

    The report has a leaderboard for every dataset and metric, figures as SVG and PDF, tables as CSV, Markdown and
    LaTeX, and every page with its gold text beside the text of each extractor. Runs on the same pages share one table.
    Results without scores are scored first.

    \b
    maintext report runs/cleaneval-final runs/l3s-gn1 -o report
    maintext report runs/wcxb-dev -m bag -m words -m lcs -o report
    maintext report --compare runs/before runs/after -o changes
    """
    from maintext.reports.comparison import comparisons
    from maintext.reports.provenance import command_line
    from maintext.reports.report_writer import write_report

    chosen = metrics or tuple(METRICS.build(name) for name in _METRICS)
    opened = [open_run(run) for run in runs]
    if compare:
        if len(opened) != 2:
            raise click.UsageError("--compare needs two runs: the old one, then the new one")
        from maintext.reports.run_changes import write_comparison

        old, new = opened
        again = command_line(opened, chosen, str(output), "--compare")
        page = write_comparison(
            old, new, chosen, output, dataset=dataset, workers=workers, command=again, figures=figures,
            pictures=pictures, progress=progress,
        )  # fmt: skip
    else:
        again = command_line(opened, chosen, str(output), *(part for spec in wanted for part in ("-x", spec)))
        found = comparisons(opened, chosen, dataset=dataset, workers=workers, wanted=wanted)
        page = write_report(
            found, output, title=title, command=again, figures=figures, pictures=pictures, progress=progress
        )
    click.echo(f"Wrote the report to {output}; open {page}")
