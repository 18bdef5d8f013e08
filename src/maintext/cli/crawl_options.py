"""Options of commands that crawl."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from time import time
from typing import Any

import click

from maintext.cli.shared_options import LARGEST, Number, with_options
from maintext.crawl.crawl_settings import CrawlLimits, CrawlSettings
from maintext.crawl.crawler import Crawl
from maintext.crawl.seeds import read_seeds
from maintext.errors import CrawlError
from maintext.fetch.http import USER_AGENT
from maintext.sandbox.limits import parse_size

_EPOCH = "SOURCE_DATE_EPOCH"

crawl_options = with_options(
    click.option("--depth", type=click.IntRange(0, LARGEST),
                 help="Follow links up to this depth (default: 5 for a site, else 0)."),
    click.option("--max-pages", type=click.IntRange(1, LARGEST), default=10_000, show_default=True,
                 help="Stop after this many requests."),
    click.option("--max-total", default="10G", show_default=True, metavar="SIZE", help="Stop after this many bytes."),
    click.option("--max-time", type=Number(0, 1e9, min_open=True), default=86_400.0, show_default=True,
                 metavar="SECONDS", help="Stop after this time."),
    click.option("--delay", type=Number(0, 86_400), default=1.0, show_default=True, metavar="SECONDS",
                 help="Wait this long between requests to a host; longer if its robots.txt says so."),
    click.option("--fetch-timeout", type=Number(0, 86_400, min_open=True), default=30.0, show_default=True,
                 metavar="SECONDS", help="Stop a request after this time."),
    click.option("--hosts", type=click.IntRange(1, 256), default=8, show_default=True,
                 help="Request pages of this many hosts at the same time."),
    click.option("--user-agent", default=USER_AGENT, show_default=True,
                 help="Send this user agent; include a URL or an address for questions."),
    click.option("--sitemaps/--no-sitemaps", default=True, help="Look for the sitemaps of a site."),
    click.option("--feeds/--no-feeds", default=True, help="Read the feeds that a site's first page names."),
    click.option("--allow-private", is_flag=True, help="Also crawl private and loopback addresses."),
)  # fmt: skip
CRAWL_OPTIONS = frozenset(
    "depth max_pages max_total max_time delay fetch_timeout hosts user_agent sitemaps feeds allow_private".split()
)


def planned_crawl(
    sources: Sequence[str], output: Path, options: dict[str, Any], previous: Path | None = None, **settings: Any
) -> Crawl:
    """What to crawl, by the options above."""
    chosen = CrawlSettings(
        depth=options["depth"], sitemaps=options["sitemaps"], feeds=options["feeds"], agent=options["user_agent"],
        delay=options["delay"], timeout=options["fetch_timeout"], private=options["allow_private"], **settings,
    )  # fmt: skip
    limits = CrawlLimits(
        options["max_pages"], parse_size(options["max_total"]), options["max_time"], options["hosts"]
    )  # fmt: skip
    return Crawl(read_seeds(sources), chosen, output, limits, previous, _clock())


def _clock() -> Callable[[], float]:
    """The time that records state: now, or what SOURCE_DATE_EPOCH says, so that files can be reproduced."""
    written = os.environ.get(_EPOCH)
    if written is None:
        return time
    if not written.isascii() or not written.isdecimal() or len(written) > 11:
        raise CrawlError(f"{_EPOCH} must be a number of seconds since 1970, not {written!r}")
    return lambda: float(written)
