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
"""The largest number that any option takes: 64 bits."""


SEED = click.IntRange(0, (1 << 32) - 1)
"""What numpy and Python both take as a seed."""


class SpecType(click.ParamType):  # type: ignore[type-arg]  # generic only since click 8.4
    """A spec such as density, density(c1=0.4) or my_module:MyClass(c1=0.4); completes names."""

    def __init__(self, registry: Registry[Any]) -> None:
        self.registry = registry
        self.name = registry.kind

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The object a spec stands for."""
        return self.registry.build(value, imports=True) if isinstance(value, str) else value

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Names that begin like what has been typed."""
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
        raise click.BadParameter(f"{value!r} is no encoding that browsers know; try utf-8 or windows-1252")
    return value


timeout_option = click.option(
    "--timeout",
    type=Number(0, 86_400, min_open=True),
    default=30.0,
    show_default=True,
    help="Seconds that fetching a URL may take.",
)
max_bytes_option = click.option(
    "--max-bytes",
    type=click.IntRange(1, LARGEST),
    default=MAX_BYTES,
    show_default=True,
    help="Refuse pages larger than this.",
)
charset_option = click.option(
    "--charset",
    callback=_check_charset,
    help="Read the page in this encoding, as if the server had said so (default: decide).",
)


_SWITCHES = (
    click.option("--links/--no-links", "include_links", default=True, help="Keep where links lead."),
    click.option("--images/--no-images", "include_images", default=True, help="Keep images and videos."),
    click.option("--tables/--no-tables", "include_tables", default=True, help="Keep tables of data."),
    click.option(
        "--formatting/--no-formatting", "include_formatting", default=True, help="Keep bold, italics and the like.",
    ),
    click.option(
        "--comments/--no-comments", "include_comments", default=None,
        help="Put comments in or take them out (default: the extractor decides).",
    ),
    click.option("--with-metadata", is_flag=True, help="Put title, author, date and more over Markdown, text or HTML."),
)  # fmt: skip


def rendering_options(command: Callable[..., None]) -> Callable[..., None]:
    """The switches of a command that writes documents."""
    for option in reversed(_SWITCHES):
        command = option(command)
    return command
