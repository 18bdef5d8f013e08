"""`maintext crawl`: from sites, sitemaps, feeds and lists of URLs to a WARC file."""

import sys
from pathlib import Path
from typing import Any

import click

from maintext.cli.crawl_options import crawl_options, planned_crawl
from maintext.cli.crawl_tables import CrawlWatch, print_crawl
from maintext.cli.messages import print_error
from maintext.cli.output import print_json
from maintext.cli.shared_options import LARGEST, format_option, max_bytes_option
from maintext.crawl.crawl_progress import CrawlSummary
from maintext.crawl.crawler import Crawl, crawl


@click.command("crawl")
@click.argument("sources", nargs=-1, required=True, metavar="SITE | SITEMAP | FEED | URLS.txt...")
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), metavar="FILE",
              help="Write to this file, .warc.gz or .warc.")  # fmt: skip
@click.option("--previous", type=click.Path(path_type=Path), metavar="WARC",
              help="Do not store pages again that have not changed since this crawl.")  # fmt: skip
@crawl_options
@click.option("--retries", type=click.IntRange(0, 20), default=2, show_default=True,
              help="Retry failed requests up to this many times.")  # fmt: skip
@click.option("--max-queries", type=click.IntRange(0, LARGEST), default=100, show_default=True,
              help="Follow up to this many links that differ only in their query.")  # fmt: skip
@max_bytes_option
@format_option()
def command(
    sources: tuple[str, ...],
    output: Path,
    previous: Path | None,
    retries: int,
    max_queries: int,
    max_bytes: int,
    output_format: str,
    **options: Any,
) -> None:
    """Crawl sites, sitemaps, feeds or lists of URLs into a WARC file.

    The URL of a web page stands for its site: its sitemaps, its feeds and the links within it are followed. From a
    sitemap, a feed or a file with one URL per line, exactly the pages that it names are requested; --depth follows
    links from there. robots.txt is obeyed, and each host gets one request at a time. To resume an interrupted crawl,
    or to continue after a limit, run the same command again.

    \b
    maintext crawl https://example.org/ -o pages.warc.gz
    maintext crawl https://example.org/sitemap.xml -o pages.warc.gz --max-pages 500
    maintext crawl urls.txt -o pages.warc.gz --delay 5
    maintext crawl https://example.org/ -o new.warc.gz --previous pages.warc.gz
    """
    plan = planned_crawl(sources, output, options, previous, retries=retries, queries=max_queries, max_bytes=max_bytes)
    if output_format == "json":
        print_json(_crawl_and_watch(plan).to_dict())
    else:
        crawl_and_report(plan)


def crawl_and_report(plan: Crawl) -> None:
    """Crawl, and print how it ended."""
    print_crawl(_crawl_and_watch(plan), plan.output)


def _crawl_and_watch(plan: Crawl) -> CrawlSummary:
    """Crawl, and show the progress on a terminal; without any page, the program ends."""
    with CrawlWatch() as watch:
        try:
            summary = crawl(plan, watch.show)
        except KeyboardInterrupt:
            print_error("interrupted; run the same command again to resume")
            sys.exit(130)
    for reason in summary.paused.values():
        print_error(reason)
    counts = summary.counts
    if not counts.outcomes["stored"] and not counts.outcomes["unchanged"]:
        why = f": {summary.failed[0][1]}" if summary.failed else ""
        print_error(f"no page was stored{why}")
        sys.exit(1)
    return summary
