"""Options that several commands share."""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from maintext.extractors import EXTRACTORS
from maintext.extractors.formats import FORMATS, SYNONYMS
from maintext.fetch.polite_downloads import DELAY, PARALLEL
from maintext.page import MAX_BYTES
from maintext.page.decode import is_label
from maintext.sandbox.cpus import available_cpus
from maintext.sandbox.limits import MAX_TIMEOUT
from maintext.specs import Registry
from maintext.urls import web_address

LARGEST = (1 << 63) - 1
"""The maximum of integer options: 64 bits."""


SEED = click.IntRange(0, (1 << 32) - 1)
"""The range of random seeds that numpy accepts."""


class SpecType(click.ParamType):  # type: ignore[type-arg]  # generic only since click 8.4
    """A spec such as density, density(c1=0.4) or my_module:MyClass(c1=0.4); completes names."""

    def __init__(self, registry: Registry[Any]) -> None:
        self.registry = registry
        self.name = registry.kind

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Build the object that a spec describes."""
        return self.registry.build(value, imports=True) if isinstance(value, str) else value

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Names that start with the incomplete word."""
        return [CompletionItem(name) for name in self.registry.names() if name.startswith(incomplete)]


EXTRACTOR_TYPE = SpecType(EXTRACTORS)


class Number(click.FloatRange):
    """A finite number within a range."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number."""
        number = float(super().convert(value, param, ctx))
        if not math.isfinite(number):
            self.fail(f"{number} is not a finite number.", param, ctx)
        return number


def _check_charset(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    if value is not None and not (value.isascii() and is_label(value)):
        raise click.BadParameter(f"{value!r} is not a known encoding; try utf-8 or windows-1252")
    return value


def _check_url(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    if value is not None and web_address("", value) is None:
        raise click.BadParameter(f"{value!r} is not a URL; write https:// before it")
    return value


Decorator = Callable[[Callable[..., None]], Callable[..., None]]


def with_options(*options: Decorator) -> Decorator:
    """Several options as one decorator."""

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def format_option(*formats: str) -> Decorator:
    """The format of what a command prints: a table, JSON, or another one."""
    return click.option(
        "-f", "--format", "output_format", type=click.Choice(["table", "json", *formats]), default="table",
        show_default=True, help="Print in this format.",
    )  # fmt: skip


def extractor_option(purpose: str = "Use this extractor; parameters go in parentheses.") -> Decorator:
    """One extractor, with a default."""
    return click.option(
        "-x", "--extractor", type=EXTRACTOR_TYPE, default="default", show_default=True, metavar="SPEC", help=purpose,
    )  # fmt: skip


workers_option = click.option(
    "-w", "--workers", type=click.IntRange(1, 512), default=available_cpus,
    help="Worker processes (default: one per processor).",
)  # fmt: skip


def worker_options(memory: str) -> Decorator:
    """How many workers extract pages, and their limits for a page."""
    return with_options(
        workers_option,
        click.option("--timeout", type=Number(0, MAX_TIMEOUT, min_open=True), default=30.0, show_default=True,
                     help="Stop a page after this many seconds."),
        click.option("--memory", default=memory, show_default=True,
                     help="Limit the memory of a worker, such as 512M."),
    )  # fmt: skip


stored_run_options = with_options(
    click.argument("runs", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="RUN..."),
    click.option("-x", "--extractor", "wanted", multiple=True, metavar="SPEC",
                 help="Use only these extractors of the runs."),
    click.option("--dataset", help="Read the dataset from this name or folder, if it has moved."),
    workers_option,
)  # fmt: skip
site_pages_argument = click.argument(
    "places", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FOLDER | FILE | WARC...",
)  # fmt: skip
host_option = click.option("--host", help="Use this host of the WARC archives.")
timeout_option = click.option(
    "--timeout",
    type=Number(0, 86_400, min_open=True),
    default=30.0,
    show_default=True,
    help="Stop fetching a URL after this many seconds.",
)
max_bytes_option = click.option(
    "--max-bytes",
    type=click.IntRange(1, LARGEST),
    default=MAX_BYTES,
    show_default=True,
    help="Reject larger pages.",
)
charset_option = click.option(
    "--charset",
    callback=_check_charset,
    help="Decode the page with this encoding (default: detect it).",
)

page_url_option = click.option(
    "--url",
    "page_url",
    callback=_check_url,
    metavar="URL",
    help="Resolve the links of a file or of standard input against this URL.",
)


class FormatType(click.Choice):  # type: ignore[type-arg]  # generic only since click 8.2
    """An output format by one of its names."""

    def __init__(self) -> None:
        super().__init__(list(FORMATS))

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The format's own name."""
        if str(value).startswith("-"):
            self.fail(f"-f is followed by a format, not by {value}; trafilatura's -f is --fast here", param, ctx)
        return str(super().convert(SYNONYMS.get(value, value), param, ctx))


download_options = with_options(
    click.option("--parallel", type=click.IntRange(1, 64), default=PARALLEL, show_default=True,
                 help="Fetch from this many hosts at the same time, from each one page at a time."),
    click.option("--delay", type=Number(0, 3600), default=DELAY, show_default=True,
                 help="Wait this many seconds between two pages of a host."),
    click.option("--allow-private", is_flag=True, help="Also fetch listed URLs with private and loopback addresses."),
)  # fmt: skip
page_options = with_options(charset_option, timeout_option, max_bytes_option)
rendering_options = with_options(
    click.option("--links/--no-links", "include_links", default=True, help="Include link targets."),
    click.option("--images/--no-images", "include_images", default=True, help="Include images and videos."),
    click.option("--tables/--no-tables", "include_tables", default=True, help="Include data tables."),
    click.option(
        "--formatting/--no-formatting", "include_formatting", default=True, help="Include bold, italics and the like.",
    ),
    click.option(
        "--comments/--no-comments", "include_comments", default=None,
        help="Include comments (default: decided by the extractor).",
    ),
    click.option("--with-metadata", is_flag=True, help="Add title, author, date and more to Markdown, text or HTML."),
    click.option("--max-tokens", type=click.IntRange(1, LARGEST), default=512, show_default=True,
                 help="Limit chunks to this many words, numbers and symbols."),
    click.option("--overlap", type=click.IntRange(0, LARGEST), default=0, show_default=True,
                 help="Repeat this many tokens of a chunk in the next one."),
)  # fmt: skip
