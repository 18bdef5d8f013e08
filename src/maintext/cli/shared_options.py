"""Options that several commands share."""

import math
from collections.abc import Callable
from typing import Any

import click
from click.shell_completion import CompletionItem

from maintext.extractors import EXTRACTORS
from maintext.page import MAX_BYTES
from maintext.page.decode import is_label
from maintext.specs import Registry

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


_SWITCHES = (
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
)  # fmt: skip


def rendering_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options of document rendering to a command."""
    for option in reversed(_SWITCHES):
        command = option(command)
    return command
