"""Terminal output of `maintext crawl`: the progress line and the summary."""

import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Final

import click

from maintext.cli.console_tables import print_table
from maintext.cli.messages import one_line
from maintext.crawl.crawl_progress import CrawlCounts, CrawlSummary

_MEGABYTE: Final = 1_000_000
_MEANINGS: Final = {
    "stored": "stored",
    "unchanged": "unchanged since the previous crawl",
    "duplicate": "the same body as another page",
    "redirect": "redirects",
    "error": "errors of the server",
    "failed": "failed",
    "forbidden": "forbidden by robots.txt",
    "absent": "sitemaps that do not exist",
}


class CrawlWatch:
    """Shows rate and errors on standard error, if it is a terminal."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._before: int | None = None
        self._shown = 0.0
        self._is_terminal = sys.stderr.isatty()

    def show(self, counts: CrawlCounts) -> None:
        """Take note of the counts."""
        if self._before is None:
            self._before = counts.requests - 1
        now = time.monotonic()
        if not self._is_terminal or now - self._shown < 0.2:
            return
        self._shown = now
        rate = (counts.requests - self._before) / max(now - self._started, 0.001)
        line = (
            f"{counts.requests:,} requests, {rate:.1f}/s, {counts.bytes / _MEGABYTE:,.1f} MB, "
            f"{counts.errors:,} errors, {counts.waiting:,} waiting"
        )
        click.echo(f"\r\x1b[K{line}", err=True, nl=False)

    def __enter__(self) -> "CrawlWatch":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._is_terminal and self._shown:
            click.echo("\r\x1b[K", err=True, nl=False)


def print_crawl(summary: CrawlSummary, output: Path) -> None:
    """Print how a crawl ended."""
    counts = summary.counts
    print_table(
        ["URLs", ""],
        [(f"{counts.outcomes[name]:,}", meaning) for name, meaning in _MEANINGS.items() if counts.outcomes[name]],
    )
    for url, why in summary.failed:
        click.echo(one_line(why if url in why else f"{url}: {why}"))
    if summary.stopped is not None:
        click.echo(f"stopped at {summary.stopped}; {counts.waiting:,} URLs are waiting: run the same command with a "
                   "higher limit to continue")  # fmt: skip
    click.echo(f"{counts.bytes / _MEGABYTE:,.1f} MB of bodies in {output}")
