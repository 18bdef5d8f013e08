"""`maintext extract`: the main text of pages."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from maintext.cli.explanation import show_explanation
from maintext.cli.messages import one_line, print_error
from maintext.cli.output import make_folder, page_file_name, write_output
from maintext.cli.page_inputs import Input, InputLimits, expand, read_all
from maintext.cli.progress_bar import progress
from maintext.cli.shared_options import Number, extractor_option, page_options, page_url_option, rendering_options
from maintext.errors import MaintextError
from maintext.extractors import Extraction, Extractor
from maintext.extractors.extract import COMPLETE, PRECISE, extract_with, with_beta
from maintext.extractors.formats import FORMATS
from maintext.page import read_page
from maintext.render.options import Options


@click.command("extract")
@click.argument("inputs", nargs=-1, metavar="[FILE | FOLDER | URL | -]...")
@extractor_option("Use this extractor; parameters go in parentheses: 'density(c1=0.4)'. See maintext extractors.")
@click.option(
    "-f", "--format", "--output-format", "output_format", type=click.Choice(list(FORMATS)), default="text",
    show_default=True,
    help="Text is one block per line; JSON has the metadata and every block with its decision; "
    "cleaneval marks paragraphs, headings and list items; chunks are passages with citations, as JSON lines.",
)  # fmt: skip
@rendering_options
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="Write to this file, or to this folder for several pages."
)
@click.option("--explain", is_flag=True, help="Show every block with its decision, score and reasons.")
@click.option(
    "--plot", type=click.Path(path_type=Path), help="Plot the extractor's trace of the page as SVG, PDF or PNG."
)
@click.option(
    "--beta",
    type=Number(0, 1000, min_open=True),
    help="Favor precision (below 1) or recall (above 1), if the extractor supports it.",
)
@click.option("--favor-precision", "beta", flag_value=PRECISE, type=float, help=f"Same as --beta {PRECISE}.")
@click.option("--favor-recall", "beta", flag_value=COMPLETE, type=float, help=f"Same as --beta {COMPLETE}.")
@click.option("--render", is_flag=True, help="Render URLs in a browser, for pages whose scripts load the text.")
@page_url_option
@page_options
def command(
    inputs: tuple[str, ...],
    extractor: Extractor,
    output_format: str,
    output: Path | None,
    explain: bool,
    plot: Path | None,
    beta: float | None,
    render: bool,
    page_url: str | None,
    charset: str | None,
    timeout: float,
    max_bytes: int,
    include_comments: bool | None,
    **switches: Any,
) -> None:
    """Print the main text of pages.

    A page is a file, a URL or standard input (-); a folder stands for all pages in it. Several pages are printed one
    after the other, each under its name; as JSON, one object per line. A page that cannot be read is reported on
    standard error and skipped, and the exit code is 1.

    \b
    maintext extract page.html
    curl -s https://example.org/ | maintext extract --url https://example.org/ --format markdown
    maintext extract page.html --format markdown --no-images --with-metadata
    maintext extract page.html --explain
    maintext extract pages/ -x density --format json > pages.jsonl
    """
    if beta is not None:
        extractor = with_beta(extractor, beta)
    names = expand(inputs)
    limits = InputLimits(timeout, max_bytes, render, page_url)
    options = Options(**switches)
    several = len(names) > 1
    if several and page_url is not None:
        raise click.UsageError("--url needs exactly one page")
    if several and plot is not None:
        raise click.UsageError("--plot needs exactly one page")
    if several and output is not None:
        make_folder(output)
    failed = 0
    for number, item in enumerate(progress(read_all(names, limits), total=len(names))):
        try:
            if isinstance(item, MaintextError):
                raise item
            extraction = _extract(item, extractor, charset, max_bytes, include_comments)
            if plot is not None:
                _plot(extraction, extractor, plot)
            if explain:
                show_explanation(extraction)
                continue
            content = _render(replace(extraction, options=options), output_format, indented=not several or bool(output))
        except MaintextError as error:
            failed += 1
            prefix = f"{names[number]}: " if not str(error).startswith(names[number]) else ""
            print_error(f"{prefix}{error}")
            continue
        if extraction.reason and not several:
            found = "" if extraction.text else "no text: "
            print_error(f"{item.name}: {found}{extraction.reason}")
        _write(content, item.name, output_format, output, number if several else None)
    if failed:
        sys.exit(1)


def _extract(
    item: Input, extractor: Extractor, charset: str | None, max_bytes: int, include_comments: bool | None
) -> Extraction:
    page = read_page(item.data, url=item.url, charset=charset or item.charset, max_bytes=max_bytes)
    return extract_with(extractor, page, include_comments)


def _plot(extraction: Extraction, extractor: Extractor, target: Path) -> None:
    from maintext.reports.explain import trace_of
    from maintext.reports.plot import plot

    plot(trace_of(extractor, extraction.page), target)


def _render(extraction: Extraction, output_format: str, indented: bool) -> str:
    """The extraction in an output format; JSON of several pages is one line each."""
    if output_format == "json" and not indented:
        return extraction.to_json()
    return extraction.render(output_format)


def _write(content: str, name: str, output_format: str, output: Path | None, number: int | None) -> None:
    """Print or save the output; `number` is the page number if there are several."""
    if output is not None:
        target = output if number is None else output / page_file_name(name, number, output_format, allowed="-_.")
        write_output(target, content + "\n")
        return
    titled = number is not None and output_format not in ("json", "chunks")
    if titled:
        click.secho(f"==> {one_line(name)} <==", bold=True)
    click.echo(content)
    if titled:
        click.echo()
