"""`maintext run`: run extractors on a dataset in worker processes with limits, and store the results."""

import os
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, replace
from pathlib import Path

import click

from maintext.cli.console_tables import print_table
from maintext.cli.messages import print_error
from maintext.cli.output import print_json
from maintext.cli.shared_options import EXTRACTOR_TYPE, LARGEST, SEED, format_option, worker_options
from maintext.datasets import Dataset, open_dataset
from maintext.datasets.mutations import MUTATIONS, mutations_named
from maintext.errors import RunError
from maintext.extractors import Extractor
from maintext.runs import (
    Answer,
    DatasetKey,
    DatasetPart,
    PendingPages,
    Run,
    RunSummary,
    available_specs,
    mutation_folder,
    open_session,
)
from maintext.sandbox.limits import Limits, parse_size

PageProgress = Callable[[PendingPages, Answer], None]
"""Counts a processed page."""


@click.command("run")
@click.argument("datasets", nargs=-1, required=True, metavar="DATASET...")
@click.option("-x", "--extractor", "extractors", type=EXTRACTOR_TYPE, multiple=True, metavar="SPEC",
              help="Run this extractor, such as density or 'density(c1=0.4)'; repeatable.")  # fmt: skip
@click.option("--available", is_flag=True,
              help="Run all extractors available here, except those that send pages to other services.")  # fmt: skip
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="RUN",
              help="Write to this folder (default: runs/DATASET), or one subfolder per dataset.")  # fmt: skip
@worker_options("2G")
@click.option("--split", help="Run only on this split.")
@click.option("--limit", type=click.IntRange(1, LARGEST), help="Run only on the first N pages.")
@click.option("--sample", type=click.IntRange(1, LARGEST), metavar="N", help="Run only on N pages sampled at random.")
@click.option("--mutate", "mutations", type=click.Choice(["all", *MUTATIONS]), multiple=True, metavar="NAME",
              help="Also run on pages with this mutation; repeatable; all for every one.")  # fmt: skip
@click.option("--seed", type=SEED, default=0, show_default=True, help="Sample and mutate with this random seed.")
@click.option("--retry-failed", is_flag=True, help="Retry pages that failed before.")
@click.option("--skip-missing", is_flag=True, help="Skip extractors that are not installed.")
@format_option()
@click.pass_context
def command(
    ctx: click.Context,
    datasets: tuple[str, ...],
    extractors: tuple[Extractor, ...],
    available: bool,
    output: Path | None,
    workers: int,
    timeout: float,
    memory: str,
    split: str | None,
    limit: int | None,
    sample: int | None,
    mutations: tuple[str, ...],
    seed: int,
    retry_failed: bool,
    skip_missing: bool,
    output_format: str,
) -> None:
    """Run extractors on DATASETs and store the results.

    DATASET is a name such as cleaneval/final, or the folder of a dataset. Every page is extracted in a worker process;
    exceptions, timeouts, crashes and exceeded memory limits are recorded as failures. To resume an interrupted run, run
    the same command again; you can add extractors to it.

    With --mutate, the extractors also run on variants of the pages whose markup differs and whose main text is the
    same, in RUN/mutations; maintext report then shows how far the F1 of each extractor falls.

    \b
    Examples:
      maintext run cleaneval/final -x density -x justext
      maintext run cleaneval/final -x 'density(c1=0.4)' -o runs/mine --workers 2 --timeout 10 --memory 1G
      maintext run cleaneval/final -x justext --retry-failed
      maintext run cleaneval/final l3s-gn1 --available -o runs/everything
      maintext run wcxb/dev -x density -x justext --sample 100 --mutate all
    """
    limits = Limits(timeout, parse_size(memory))
    specs = [str(extractor) for extractor in extractors]
    specs += [spec for spec in (available_specs() if available else []) if spec not in specs]
    if not specs:
        raise click.UsageError("no extractor; name one with -x, or run all available ones with --available")
    part = DatasetPart(split, limit, sample, seed if sample or mutations else 0)
    opened = [(name, open_dataset(name)) for name in datasets]
    for name, whole in opened:
        plain = default_folder(whole.name, part)
        folder = plain if output is None else output / plain.name if len(opened) > 1 else output
        jobs = [(part, folder)]
        jobs += [
            (replace(part, mutation=each.name), mutation_folder(folder, each.name))
            for each in mutations_named(mutations, seed)
        ]
        for inside, place in jobs:
            dataset = _subset(whole, inside)
            key = DatasetKey.of(dataset, name, inside)
            again = _command_line(key, specs, folder, timeout, memory, mutations)
            try:
                with (
                    open_session(
                        dataset, specs, place, limits=limits, workers=workers, key=key, command=again,
                        retry_failed=retry_failed, skip_missing=skip_missing,
                    ) as session,
                    _progress(session.pending) as show,
                ):  # fmt: skip
                    for pending in session.pending:
                        with closing(session.extract(pending)) as answers:
                            for answer in answers:
                                show(pending, answer)
            except KeyboardInterrupt:
                print_error(f"interrupted; finished pages are kept. Resume with: {again}")
                ctx.exit(130)
            _report(session.run, [pending.spec for pending in session.pending], output_format)


def default_folder(name: str, part: DatasetPart) -> Path:
    """The default folder of a run; the same command always uses the same folder."""
    parts = [name.replace("/", "-")]
    parts += [part.split] if part.split else []
    parts += [f"first-{part.limit}"] if part.limit else []
    parts += [f"sample-{part.sample}-{part.seed}"] if part.sample else []
    return Path("runs") / "-".join(parts)


def _subset(whole: Dataset, part: DatasetPart) -> Dataset:
    found = part.of(whole)
    if not len(found):
        splits = ", ".join(sorted({example.split for example in whole if example.split})) or "none"
        raise RunError(f"{whole.name} has no pages of split {part.split!r}; its splits: {splits}")
    return found


def _command_line(
    key: DatasetKey, specs: list[str], folder: Path, timeout: float, memory: str, mutations: Sequence[str] = ()
) -> str:
    """The command that repeats or resumes this run, without absolute paths of this machine."""
    words = ["maintext", "run", key.opened_as]
    for spec in specs:
        words += ["-x", spec]
    words += ["-o", os.path.relpath(folder), "--timeout", f"{timeout:g}", "--memory", memory]
    words += ["--split", key.split] if key.split else []
    words += ["--limit", str(key.limit)] if key.limit else []
    words += ["--sample", str(key.sample)] if key.sample else []
    words += [word for name in mutations for word in ("--mutate", name)]
    words += ["--seed", str(key.seed)] if key.seed else []
    return shlex.join(words)


@contextmanager
def _progress(all_pending: tuple[PendingPages, ...]) -> Iterator[PageProgress]:
    """A progress bar per extractor on standard error, with rate and failures, if it is a terminal."""
    if not sys.stderr.isatty():
        yield lambda pending, answer: None
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
            each.spec: bar.add_task(each.spec, total=each.pages, completed=each.pages - len(each.ids), failed="")
            for each in all_pending
        }
        failed = dict.fromkeys(shown, 0)

        def show(pending: PendingPages, answer: Answer) -> None:
            failed[pending.spec] += answer.kind is not None
            note = f"{failed[pending.spec]} failed" if failed[pending.spec] else ""
            bar.update(shown[pending.spec], advance=1, failed=note)

        yield show


def _report(run: Run, specs: list[str], output_format: str) -> None:
    summaries = [run.summary(spec) for spec in specs]
    if output_format == "json":
        content = {"run": str(run.folder), "dataset": asdict(run.dataset), "extractors": [asdict(s) for s in summaries]}
        print_json(content)
        return
    headings = ("extractor", "pages", "ok", "failed", "mean ms", "peak MB")
    print_table(headings, [_row(summary) for summary in summaries])
    click.echo(f"The results are in {run.folder}; score them with: maintext score {shlex.quote(str(run.folder))}")


def _row(summary: RunSummary) -> list[str]:
    failed = ", ".join(f"{count} {kind}" for kind, count in summary.failed.items())
    mean = "" if summary.mean_seconds is None else f"{summary.mean_seconds * 1000:.1f}"
    peak = "" if summary.peak_memory is None else f"{summary.peak_memory / 1e6:.0f}"
    return [summary.extractor, str(summary.pages), str(summary.ok), failed or "0", mean, peak]
