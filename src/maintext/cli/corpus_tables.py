"""Terminal output of `maintext corpus`: progress bar, summary and plan."""

import shlex
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from maintext.cli.console_tables import print_table
from maintext.cli.output import print_json
from maintext.corpus.build import CorpusManifest, Plan, shards_done
from maintext.corpus.corpus_jobs import JobKind
from maintext.corpus.engines import Finished, JobEvent, JobProgress
from maintext.corpus.page_counts import PageCounts
from maintext.data_shapes import dataclass_from

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

    from maintext.corpus.dry_run import DryRun

_LABELS: dict[JobKind, str] = {"extract": "extracting", "decide": "comparing", "finish": "writing"}
_MEGABYTE = 1_000_000


class Watch:
    """Tracks the progress of each shard and the number of pages of this run."""

    def __init__(self, plan: Plan, done: frozenset[str], bar: "Bar | None") -> None:
        self.started = time.monotonic()
        self.done_before = len(done)
        self._done = done
        self.pages = self.bytes = 0
        self._open: dict[str, tuple[PageCounts, int]] = {}
        self._closed, self._at = PageCounts(), 0
        self._bar = bar
        self._task = (
            bar.add_task("extracting", total=sum(s.size for s in plan.shards) or None, note="") if bar else None
        )

    @property
    def seconds(self) -> float:
        """Elapsed seconds."""
        return time.monotonic() - self.started

    def show(self, event: JobEvent) -> None:
        """Take note of an event."""
        if event.job.kind != "extract":
            self._label(_LABELS[event.job.kind])
            return
        name, size = event.job.name, event.job.shards[0].size
        if isinstance(event, JobProgress):
            self._open[name] = (event.counts, event.at)
        else:
            self._open.pop(name, None)
            if isinstance(event, Finished):
                counts = dataclass_from(PageCounts, event.report["counts"])
                self._closed.add(counts)
                if name not in self._done:
                    self.pages += counts.read
                    self.bytes += counts.bytes
            self._at += size
        self._draw()

    def _label(self, label: str) -> None:
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, description=label)

    def _draw(self) -> None:
        if self._bar is None or self._task is None:
            return
        now = PageCounts()
        now.add(self._closed)
        for counts, _ in self._open.values():
            now.add(counts)
        running = sum(counts.read for counts, _ in self._open.values())
        rate = (self.pages + running) / max(self.seconds, 0.001)
        note = f"{now.read:,} pages, {rate:,.{0 if rate >= 10 else 1}f}/s"
        if now.failed.total():
            note += f", [red]{now.failed.total():,} failed[/red]"
        at = self._at + sum(at for _, at in self._open.values())
        self._bar.update(self._task, completed=at, note=note)


@contextmanager
def watching(plan: Plan, output: str) -> Iterator[Watch]:
    """A progress bar on standard error with rate, failures and remaining time, if it is a terminal."""
    done = frozenset(shard.name for shard in shards_done(output, plan.shards))
    if not sys.stderr.isatty():
        yield Watch(plan, done, None)
        return
    from rich.console import Console
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[note]}"),
        TimeRemainingColumn(),
    )
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        yield Watch(plan, done, bar)


def print_summary(manifest: CorpusManifest, output: str, watch: Watch) -> None:
    """Print the counts of pages and the speed."""
    counts = manifest.counts
    rows = [["read", f"{counts.read:,}", ""], ["kept", f"{counts.kept:,}", _share(counts.kept, counts.read)]]
    rows += _count_rows("dropped", counts.dropped, counts.read) + _count_rows("failed", counts.failed, counts.read)
    print_table(("pages", "number", "share"), rows)
    notes = [_shards(len(manifest.reports))]
    if watch.done_before:
        notes.append(f"{watch.done_before:,} of them done before")
    if watch.pages:
        speed = watch.bytes / _MEGABYTE / watch.seconds
        notes.append(f"{watch.seconds:,.1f} seconds, {watch.pages / watch.seconds:,.1f} pages/s, {speed:,.1f} MB/s")
    if counts.lines_removed:
        notes.append(f"{counts.lines_removed:,} repeated lines removed")
    click.echo("; ".join(notes))
    click.echo(f"The corpus is in {output}; counts by shard are in its manifest.json")
    if any(report.quarantine for report in manifest.reports):
        click.echo(f"Retry failed pages with: maintext corpus replay {shlex.quote(output)} --timeout 120 --memory 4G")


def print_plan(plan: Plan, output: str, trial: "DryRun", output_format: str) -> None:
    """Print the planned shards and the results of the first pages."""
    done = {shard.name for shard in shards_done(output, plan.shards)}
    todo = [shard for shard in plan.shards if shard.name not in done]
    rate = trial.counts.read / trial.seconds if trial.seconds else 0.0
    if output_format == "json":
        content = {**plan.to_dict(), "done": sorted(done), "trial": trial.counts.to_dict(), "pages_per_second": rate}
        print_json(content)
        return
    rows = [
        [shard.name, shard.kind, f"{shard.size / _MEGABYTE:,.1f}", "done" if shard.name in done else "to do"]
        for shard in plan.shards
    ]
    print_table(("shard", "kind", "MB", "state"), rows[:20])
    if len(rows) > 20:
        click.echo(f"... and {len(rows) - 20:,} more")
    counts = trial.counts
    click.echo(
        f"{_shards(len(todo))} to do, {sum(shard.size for shard in todo) / _MEGABYTE:,.1f} MB; extractor "
        f"{plan.settings.extractor}; nothing is written"
    )
    dropped = "".join(f", {number} dropped ({reason})" for reason, number in sorted(counts.dropped.items()))
    failed = "".join(f", {number} failed ({kind})" for kind, number in sorted(counts.failed.items()))
    click.echo(
        f"The first {counts.read} pages, in one worker: {counts.kept} kept{dropped}{failed}; {rate:,.1f} pages/s"
    )


def _count_rows(heading: str, parts: Mapping[str, int], read: int) -> list[list[Any]]:
    return [
        [f"{heading}: {reason}", f"{number:,}", _share(number, read)]
        for reason, number in sorted(parts.items(), key=lambda part: (-part[1], part[0]))
    ]


def _share(number: int, read: int) -> str:
    return f"{number / read:.1%}" if read else ""


def _shards(number: int) -> str:
    return f"{number:,} shard{'' if number == 1 else 's'}"
