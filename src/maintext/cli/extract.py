"""`maintext extract`: the main text of pages."""

import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any, TextIO

import click

from maintext.cli.explanation import show_explanation
from maintext.cli.file_names import SCHEMES, FileNames
from maintext.cli.messages import print_error
from maintext.cli.output import OutputError, file_ending
from maintext.cli.page_inputs import Input, InputLimits, expand, is_url, read_all, read_url_list
from maintext.cli.page_output import PageOutput
from maintext.cli.progress_bar import progress
from maintext.cli.shared_options import (
    FormatType,
    Number,
    download_options,
    extractor_option,
    page_options,
    page_url_option,
    rendering_options,
)
from maintext.cli.trafilatura_options import trafilatura_options
from maintext.cli.unwanted_pages import PageFilters
from maintext.errors import MaintextError
from maintext.extractors import Extraction, Extractor
from maintext.extractors.extract import COMPLETE, PRECISE, extract_with, with_beta
from maintext.page import read_page
from maintext.render.options import Options


@click.command(
    "extract", epilog="trafilatura's options are accepted too, or an error names another; see docs/trafilatura.md."
)
@click.argument("inputs", nargs=-1, metavar="[FILE | FOLDER | URL | -]...")
@click.option(
    "-i",
    "--input-file",
    type=click.File(encoding="utf-8", errors="replace"),
    help="Read URLs from this file, one per line.",
)
@extractor_option("Use this extractor; parameters go in parentheses: 'density(c1=0.4)'. See maintext extractors.")
@click.option(
    "-f", "--format", "--output-format", "output_format", type=FormatType(),
    help="Text, the default, is one block per line; JSON has the metadata and every block with its decision; "
    "cleaneval marks paragraphs, headings and list items; chunks are passages with citations, as JSON lines. "
    "txt, md and xmltei are other names.",
)  # fmt: skip
@rendering_options
@click.option("--target-language", metavar="CODE", help="Leave out pages in other languages than this, such as en.")
@click.option("--only-with-metadata", is_flag=True, help="Leave out pages without a title, a date or a URL.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="Write to this file, or to this folder for several pages."
)
@click.option("--output-dir", type=click.Path(path_type=Path), help="Write to this folder, a file for every page.")
@click.option("--file-names", type=click.Choice(SCHEMES), help="Name the files in the folder by number and input "
              "(the default), by title, by URL, or by the path below the folder that was read.")  # fmt: skip
@click.option("--backup-dir", type=click.Path(path_type=Path), help="Also save the pages themselves in this folder.")
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
@download_options
@trafilatura_options
def command(
    inputs: tuple[str, ...],
    input_file: TextIO | None,
    extractor: Extractor,
    output_format: str | None,
    target_language: str | None,
    only_with_metadata: bool,
    output: Path | None,
    output_dir: Path | None,
    file_names: str | None,
    backup_dir: Path | None,
    explain: bool,
    plot: Path | None,
    beta: float | None,
    render: bool,
    page_url: str | None,
    charset: str | None,
    timeout: float,
    max_bytes: int,
    parallel: int,
    delay: float,
    allow_private: bool,
    include_comments: bool | None,
    more_urls: tuple[str, ...],
    more_folders: tuple[str, ...],
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
    maintext extract -i urls.txt -o texts/ --file-names title --target-language en
    """
    if beta is not None:
        extractor = with_beta(extractor, beta)
    listed = read_url_list(input_file) if input_file is not None else None
    wrong = [name for name in listed or () if not is_url(name)]
    names = [name for name in listed or () if is_url(name)]
    if listed is None or inputs or more_urls or more_folders:
        names = [*expand((*inputs, *more_folders, *more_urls)), *names]
    limits = InputLimits(timeout, max_bytes, render, page_url, allow_private or listed is None, parallel, delay)
    several = len(names) > 1 or listed is not None
    for option, value in (("--url", page_url), ("--plot", plot)):
        if several and value is not None:
            raise click.UsageError(f"{option} needs exactly one page")
    pages = PageOutput(
        output_format or "text",
        FileNames(file_names or "number", file_ending(output_format or "text"), (*inputs, *more_folders)),
        file=output,
        folder=output_dir or (output if several or _is_folder(output) else None),
        backups=backup_dir,
        several=several,
    )
    pages.prepare()
    filters, options = PageFilters(target_language, only_with_metadata), Options(**switches)
    counts = Counter(failed=len(wrong))
    for name in wrong:
        print_error(f"{name}: not a URL; write http:// or https:// before it")
    for number, item in progress(read_all(names, limits), total=len(names)):
        try:
            if isinstance(item, MaintextError):
                raise item
            extraction = _extract(item, extractor, charset, max_bytes, include_comments)
            if plot is not None:
                _plot(extraction, extractor, plot)
            if explain:
                show_explanation(extraction)
                continue
            if reason := filters.why_left_out(extraction):
                counts["left out"] += 1
                print_error(f"{item.name}: left out: {reason}")
                continue
            pages.write(item, number, replace(extraction, options=options))
        except MaintextError as error:
            counts["failed"] += 1
            named = isinstance(error, OutputError) or str(error).startswith(names[number])
            print_error(f"{'' if named else f'{names[number]}: '}{error}")
            continue
        if extraction.reason and not several:
            found = "" if extraction.text else "no text: "
            print_error(f"{item.name}: {found}{extraction.reason}")
    if listed is not None and counts.total():
        print_error(f"{len(listed)} URLs: {counts['failed']} failed, {counts['left out']} left out")
    if counts["failed"]:
        sys.exit(1)


def _is_folder(output: Path | None) -> bool:
    return output is not None and output.is_dir()


def _extract(
    item: Input, extractor: Extractor, charset: str | None, max_bytes: int, include_comments: bool | None
) -> Extraction:
    page = read_page(item.data, url=item.url, charset=charset or item.charset, max_bytes=max_bytes)
    return extract_with(extractor, page, include_comments)


def _plot(extraction: Extraction, extractor: Extractor, target: Path) -> None:
    from maintext.reports.explain import trace_of
    from maintext.reports.plot import plot

    plot(trace_of(extractor, extraction.page), target)
