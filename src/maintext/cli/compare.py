"""`maintext compare`: side by side, which blocks each extractor keeps."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from maintext.cli.console_tables import new_table
from maintext.cli.output import print_json
from maintext.cli.page_inputs import InputLimits, expand, read
from maintext.cli.shared_options import EXTRACTOR_TYPE, format_option, page_options
from maintext.extractors import EXTRACTORS, Extraction, Extractor
from maintext.page import Page, read_page
from maintext.page.words import count_words

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


@dataclass(frozen=True, slots=True)
class ExtractorColumn:
    """The column of one extractor."""

    extraction: Extraction
    milliseconds: float

    @property
    def name(self) -> str:
        """The extractor's spec."""
        return self.extraction.extractor


@click.command("compare")
@click.argument("page", required=False, metavar="FILE | URL | -")
@click.option(
    "-x", "--extractor", "extractors", type=EXTRACTOR_TYPE, multiple=True, metavar="SPEC",
    help="An extractor to show; repeat for more (default: learned, readability, density).",
)  # fmt: skip
@click.option("--all", "show_all", is_flag=True, help="Also show blocks that all extractors drop.")
@format_option()
@page_options
def command(
    page: str | None,
    extractors: tuple[Extractor, ...],
    show_all: bool,
    output_format: str,
    charset: str | None,
    timeout: float,
    max_bytes: int,
) -> None:
    """Show which blocks of a page each extractor keeps, side by side, with totals.

    \b
    maintext compare page.html -x density -x 'density(c1=0.2)'
    """
    names = expand([page] if page else [])
    if len(names) != 1:
        raise click.UsageError("compare needs exactly one page")
    item = read(names[0], InputLimits(timeout, max_bytes))
    read_in = read_page(item.data, url=item.url, charset=charset or item.charset, max_bytes=max_bytes)
    chosen = extractors or tuple(EXTRACTORS.build(name) for name in _DEFAULTS)
    if output_format == "json":
        sides = [_run(extractor, read_in) for extractor in chosen]
        print_json(as_dict(read_in, sides))
    else:
        from rich.console import Console

        draw(Console(), read_in, chosen, show_all)


_DEFAULTS = ("learned", "readability", "density")


def as_dict(page: Page, sides: Sequence[ExtractorColumn]) -> dict[str, object]:
    """The comparison as plain values."""
    return {
        "title": page.title,
        "extractors": [{"name": side.name, **_totals(side)} for side in sides],
        "blocks": [
            {
                "text": block.text,
                "kind": str(block.kind),
                "kept": [bool(side.extraction.kept[block.index]) for side in sides],
            }
            for block in page.blocks
        ],
    }


def _run(extractor: Extractor, page: Page) -> ExtractorColumn:
    extractor.prepare()
    start = time.perf_counter()
    extraction = extractor.extract(page)
    extraction.text  # noqa: B018 - computed lazily, and part of the work
    return ExtractorColumn(extraction, 1000 * (time.perf_counter() - start))


def _totals(side: ExtractorColumn) -> dict[str, float]:
    text = side.extraction.text
    return {
        "blocks": sum(map(bool, side.extraction.kept)),
        "words": count_words(text),
        "characters": len(text),
        "milliseconds": round(side.milliseconds, 2),
    }


def draw(console: "Console", page: Page, extractors: Sequence[Extractor], show_all: bool) -> None:
    """Draw the comparison of extractors on a page."""
    sides = [_run(extractor, page) for extractor in extractors]
    if page.title:
        console.print(page.title, style="bold", markup=False)
    console.print(_block_table(page, sides, show_all))
    console.print(_total_table(page, sides))


def _block_table(page: Page, sides: Sequence[ExtractorColumn], show_all: bool) -> "Table":
    from rich.text import Text

    table = new_table(expand=True)
    for number in range(1, len(sides) + 1):
        table.add_column(str(number), justify="center", min_width=len(str(number)))
    table.add_column("words", justify="right", min_width=5)
    table.add_column("kind", no_wrap=True, min_width=10)
    table.add_column("block", ratio=1, no_wrap=True, overflow="ellipsis")
    dropped_by_all = 0

    def add_dropped_row() -> None:
        nonlocal dropped_by_all
        if dropped_by_all:
            table.add_row(
                *[""] * (len(sides) + 2), Text(f"... {dropped_by_all} blocks that all extractors drop", style="dim")
            )
        dropped_by_all = 0

    for block in page.blocks:
        kept = [bool(side.extraction.kept[block.index]) for side in sides]
        if not any(kept) and not show_all:
            dropped_by_all += 1
            continue
        add_dropped_row()
        style = "green" if all(kept) else "yellow" if any(kept) else "dim"
        marks = [Text("●" if keep else "·", style="green" if keep else "dim") for keep in kept]
        text = " ".join(block.text.split())
        table.add_row(*marks, str(block.words), str(block.kind), Text(text[:300], style=style))
    add_dropped_row()
    return table


def _total_table(page: Page, sides: Sequence[ExtractorColumn]) -> "Table":
    table = new_table()
    for heading in ("", "extractor", "blocks", "words", "characters", "ms"):
        table.add_column(heading, justify="left" if heading in ("", "extractor") else "right")
    for number, side in enumerate(sides, 1):
        row = _totals(side)
        counts = (f"{row[key]:.0f}" for key in ("blocks", "words", "characters"))
        table.add_row(str(number), side.name, *counts, f"{row['milliseconds']:.1f}")
    whole = (len(page.blocks), sum(page.block_words), len(page.text))
    table.add_row("", "the whole page", *map(str, whole), "", style="dim")
    return table
