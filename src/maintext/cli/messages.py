"""Messages on standard error, one line each, with control characters escaped."""

import re
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from maintext.analysis.scored_run import ScoredRun
    from maintext.metrics import Metric

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def print_error(message: object) -> None:
    """Print an error message."""
    click.echo(f"maintext: {one_line(message)}", err=True)


def print_missing_markup(scored_run: "ScoredRun", spec: str, metric: "Metric") -> None:
    """Say that a run of an older version stored no markup, if the metric compares it."""
    if metric.reads_markup and (pages := scored_run.without_markup(spec)):
        print_error(
            f"{scored_run.run.folder}: {pages} pages of {spec} lack the markup that {metric} compares, as an older "
            "maintext ran them; run them again into another folder with maintext run -o"
        )


def one_line(message: object) -> str:
    """A message with line breaks and other control characters escaped."""
    return _CONTROL.sub(lambda sign: repr(sign.group())[1:-1], str(message))
