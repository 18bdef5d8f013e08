"""`maintext site segments`: segment a page, as a list or as a drawing."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from maintext.cli.console_tables import new_table
from maintext.cli.output import write_output
from maintext.cli.page_inputs import InputLimits, expand, read
from maintext.cli.shared_options import page_options
from maintext.errors import MaintextError

if TYPE_CHECKING:
    from maintext.page import Page
    from maintext.page.segmentation import Segment


@click.command("segments")
@click.argument("page", metavar="FILE | URL | -")
@click.option(
    "-g",
    "--granularity",
    type=click.IntRange(1, 10),
    default=6,
    show_default=True,
    help="Set the granularity, from 1 (coarse) to 10 (fine).",
)
@click.option("--layout", is_flag=True, help="Segment the layout rendered by Chromium instead of the markup.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Draw the segments into this SVG file.")
@page_options
def segments(
    page: str, granularity: int, layout: bool, output: Path | None, charset: str | None, timeout: float, max_bytes: int
) -> None:
    """Show the segments of a page with words, tags and score, and mark the best one (word +1, tag -2).

    \b
    maintext site segments page.html
    maintext site segments page.html --layout -g 6 -o segments.svg
    """
    from maintext.extractors.segmentation import Segments
    from maintext.page import read_page

    item = read(expand([page])[0], InputLimits(timeout, max_bytes))
    read_in = read_page(item.data, url=item.url, charset=charset or item.charset, max_bytes=max_bytes)
    if not read_in.tree.block_texts:
        raise MaintextError(f"{item.name}: the page has no text to segment")
    extractor = Segments(granularity=granularity, by="layout" if layout else "markup")
    found = extractor.segments(read_in)
    best = extractor.best(read_in, found)
    if output is not None:
        from maintext.reports.segment_drawing import drawing

        if output.suffix.lower() != ".svg":
            raise MaintextError(f"{output}: segments are drawn as SVG; name a .svg file")
        write_output(output, drawing(read_in, found, best))
        click.echo(f"{output}: {len(found)} segments", err=True)
        return
    _list(read_in, found, best)


def _list(page: "Page", found: "list[Segment]", best: "Segment") -> None:
    from rich.console import Console
    from rich.text import Text

    table = new_table(expand=True)
    for heading in ("", "blocks", "words", "tags", "score", "coherence"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("begins", ratio=1, no_wrap=True, overflow="ellipsis")
    for segment in found:
        first, last = segment.blocks[0], segment.blocks[-1]
        text = " ".join(page.tree.block_texts[first].split())[:200]
        table.add_row(
            "●" if segment is best else "", str(first) if first == last else f"{first}-{last}",
            str(segment.words(page)), str(segment.tags(page)), f"{segment.score(page):.0f}", str(segment.coherence),
            Text(text), style="green" if segment is best else None,
        )  # fmt: skip
    Console().print(table)
