"""`maintext run`: run extractors on a dataset in worker processes with limits, and store the results."""

import json
import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Protocol

import click

from maintext.cli.console_tables import print_table
from maintext.cli.messages import print_error
from maintext.cli.shared_options import EXTRACTOR_TYPE, LARGEST, Number
from maintext.datasets import Dataset, open_dataset
from maintext.errors import RunError
from maintext.extractors import Extractor
from maintext.runs import Answer, DatasetKey, Run, Summary, Task, available_specs, open_session
from maintext.sandbox.cpus import available_cpus
from maintext.sandbox.limits import MAX_TIMEOUT, Limits, parse_size


class PageProgress(Protocol):
    """Callback for every processed page."""

    def __call__(self, task: Task, answer: Answer) -> None:
        """Count a processed page."""


@click.command("run")
@click.argument("datasets", nargs=-1, required=True, metavar="DATASET...")
@click.option("-x", "--extractor", "extractors", type=EXTRACTOR_TYPE, multiple=True, metavar="SPEC",
              help="Run this extractor, such as density or 'density(c1=0.4)'; repeatable.")  # fmt: skip
@click.option("--available", is_flag=True,
              help="Run all extractors available here, except those that send pages to other services.")  # fmt: skip
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="RUN",
              help="Write to this folder (default: runs/DATASET), or one subfolder per dataset.")  # fmt: skip
@click.option("-w", "--workers", type=click.IntRange(1, 512), help="Worker processes (default: one per processor).")
@click.option("--timeout", type=Number(0, MAX_TIMEOUT, min_open=True), default=30.0, show_default=True,
              help="Stop a page after this many seconds.")  # fmt: skip
@click.option("--memory", default="2G", show_default=True, help="Limit the memory of a worker, such as 512M.")
@click.option("--split", help="Run only on this split.")
@click.option("--limit", type=click.IntRange(1, LARGEST), help="Run only on the first N pages.")
@click.option("--retry-failed", is_flag=True, help="Retry pages that failed before.")
@click.option("--skip-missing", is_flag=True, help="Skip extractors that are not installed.")
@click.option("-f", "--format", "output_format", type=click.Choice(["table", "json"]), default="table",
              show_default=True)  # fmt: skip
@click.pass_context
def command(
    ctx: click.Context,
    datasets: tuple[str, ...],
    extractors: tuple[Extractor, ...],
    available: bool,
    output: Path | None,
    workers: int | None,
    timeout: float,
    memory: str,
    split: str | None,
    limit: int | None,
    retry_failed: bool,
    skip_missing: bool,
    output_format: str,
) -> None:
    """Run extractors on DATASETs and store the results.

    DATASET is a name such as cleaneval/final, or the folder of a dataset. Every page is extracted in a worker process;
    exceptions, timeouts, crashes and exceeded memory limits are recorded as failures. To resume an interrupted run, run
    the same command again; you can add extractors to it.

    \b
    Examples:
      maintext run cleaneval/final -x density -x justext
      maintext run cleaneval/final -x 'density(c1=0.4)' -o runs/mine --workers 2 --timeout 10 --memory 1G
      maintext run cleaneval/final -x justext --retry-failed
      maintext run cleaneval/final l3s-gn1 --available -o runs/everything
    """
    limits = Limits(timeout, parse_size(memory))
    specs = [str(extractor) for extractor in extractors]
    specs += [spec for spec in (available_specs() if available else []) if spec not in specs]
    if not specs:
        raise click.UsageError("no extractor; name one with -x, or run all available ones with --available")
    parts = [(name, _subset(open_dataset(name), split, limit)) for name in datasets]
    for name, part in parts:
        plain = default_folder(part.name, split, limit)
        folder = plain if output is None else output / plain.name if len(parts) > 1 else output
        key = DatasetKey.of(part, name, split, limit)
        again = _command_line(key, specs, folder, timeout, memory)
        try:
            with (
                open_session(
                    part, specs, folder, limits=limits, workers=workers or available_cpus(), key=key, command=again,
                    retry_failed=retry_failed, skip_missing=skip_missing,
                ) as session,
                _progress(session.tasks) as show,
            ):  # fmt: skip
                for task in session.tasks:
                    with closing(session.extract(task)) as answers:
                        for answer in answers:
                            show(task, answer)
        except KeyboardInterrupt:
            print_error(f"interrupted; finished pages are kept. Resume with: {again}")
            ctx.exit(130)
        _report(session.run, [task.spec for task in session.tasks], output_format)


def default_folder(name: str, split: str | None, limit: int | None) -> Path:
    """The default folder of a run; the same command always uses the same folder."""
    parts = [name.replace("/", "-"), *([split] if split else []), *([f"first-{limit}"] if limit else [])]
    return Path("runs") / "-".join(parts)


def _subset(whole: Dataset, split: str | None, limit: int | None) -> Dataset:
    part = whole.subset(split=split, limit=limit)
    if not len(part):
        splits = ", ".join(sorted({example.split for example in whole if example.split})) or "none"
        raise RunError(f"{whole.name} has no pages of split {split!r}; its splits: {splits}")
    return part


def _command_line(key: DatasetKey, specs: list[str], folder: Path, timeout: float, memory: str) -> str:
    """The command that repeats or resumes this run, without absolute paths of this machine."""
    words = ["maintext", "run", key.opened_as]
    for spec in specs:
        words += ["-x", spec]
    words += ["-o", os.path.relpath(folder), "--timeout", f"{timeout:g}", "--memory", memory]
    words += ["--split", key.split] if key.split else []
    words += ["--limit", str(key.limit)] if key.limit else []
    return shlex.join(words)


@contextmanager
def _progress(tasks: tuple[Task, ...]) -> Iterator[PageProgress]:
    """A progress bar per extractor on standard error, with rate and failures, if it is a terminal."""
    if not sys.stderr.isatty():
        yield lambda task, answer: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    from rich.text import Text

    class Rate(TextColumn):
        """Pages per second."""

        def render(self, task: object) -> Text:
            speed = getattr(task, "speed", None)
            return Text(f"{speed:.1f}/s" if speed else "")

    failures = TextColumn("[red]{task.fields[failed]}")
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Rate(""), TimeRemainingColumn())
    with Progress(*columns, failures, console=Console(stderr=True)) as bar:
        shown = {
            task.spec: bar.add_task(task.spec, total=task.pages, completed=task.pages - len(task.ids), failed="")
            for task in tasks
        }
        failed = dict.fromkeys(shown, 0)

        def show(task: Task, answer: Answer) -> None:
            failed[task.spec] += answer.kind is not None
            note = f"{failed[task.spec]} failed" if failed[task.spec] else ""
            bar.update(shown[task.spec], advance=1, failed=note)

        yield show


def _report(run: Run, specs: list[str], output_format: str) -> None:
    summaries = [run.summary(spec) for spec in specs]
    if output_format == "json":
        content = {"run": str(run.folder), "dataset": asdict(run.dataset), "extractors": [asdict(s) for s in summaries]}
        click.echo(json.dumps(content, indent=2, ensure_ascii=False))
        return
    headings = ("extractor", "pages", "ok", "failed", "mean ms", "peak MB")
    print_table(headings, [_row(summary) for summary in summaries])
    click.echo(f"The results are in {run.folder}; score them with: maintext score {shlex.quote(str(run.folder))}")


def _row(summary: Summary) -> list[str]:
    failed = ", ".join(f"{count} {kind}" for kind, count in summary.failed.items())
    mean = "" if summary.mean_seconds is None else f"{summary.mean_seconds * 1000:.1f}"
    peak = "" if summary.peak_memory is None else f"{summary.peak_memory / 1e6:.0f}"
    return [summary.extractor, str(summary.pages), str(summary.ok), failed or "0", mean, peak]
