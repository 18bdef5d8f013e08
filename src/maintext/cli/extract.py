"""`maintext extract`: the main text of pages."""

import sys
from pathlib import Path

import click

from maintext.cli.inputs import Input, Limits, expand, read_all
from maintext.cli.options import ExtractorType, charset_option, max_bytes_option, timeout_option
from maintext.cli.progress import progress
from maintext.errors import MaintextError
from maintext.extractors import Extraction, Extractor
from maintext.page import read_page


@click.command("extract")
@click.argument("inputs", nargs=-1, metavar="[FILE | FOLDER | URL | -]...")
@click.option(
    "-x", "--extractor", type=ExtractorType(), default="default", show_default=True, metavar="SPEC",
    help="Which extractor, with parameters if you like: 'density(c1=0.4)'. See: maintext extractors.",
)  # fmt: skip
@click.option(
    "-f", "--format", "output_format", type=click.Choice(["text", "json"]), default="text", show_default=True,
    help="JSON holds every block with the decision about it.",
)  # fmt: skip
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write to this file; several pages: to a folder.")
@charset_option
@timeout_option
@max_bytes_option
def command(
    inputs: tuple[str, ...],
    extractor: Extractor,
    output_format: str,
    output: Path | None,
    charset: str | None,
    timeout: float,
    max_bytes: int,
) -> None:
    """Print the main text of pages.

    A page is a file, a URL or standard input (-); a folder stands for all pages in it. Several pages are printed one
    after the other, each under its name; as JSON, one object per line. A page that cannot be read is reported on
    standard error, the others go on, and the exit code is 1.

    \b
    maintext extract page.html
    curl -s https://example.org/ | maintext extract
    maintext extract pages/ -x density --format json > pages.jsonl
    """
    names = expand(inputs)
    limits = Limits(timeout, max_bytes)
    several = len(names) > 1
    if several and output is not None:
        _make_folder(output)
    failed = 0
    for number, item in enumerate(progress(read_all(names, limits), len(names))):
        try:
            if isinstance(item, MaintextError):
                raise item
            extraction = _extract(item, extractor, charset, max_bytes)
        except MaintextError as error:
            failed += 1
            prefix = f"{names[number]}: " if not str(error).startswith(names[number]) else ""
            click.echo(f"maintext: {prefix}{error}", err=True)
            continue
        if extraction.reason and not several:
            click.echo(f"maintext: {item.name}: no text: {extraction.reason}", err=True)
        _write(extraction, item.name, output_format, output, number if several else None)
    if failed:
        sys.exit(1)


def _extract(item: Input, extractor: Extractor, charset: str | None, max_bytes: int) -> Extraction:
    page = read_page(item.data, url=item.url, charset=charset or item.charset, max_bytes=max_bytes)
    return extractor.extract(page)


def _write(extraction: Extraction, name: str, output_format: str, output: Path | None, number: int | None) -> None:
    """Print or save what was found; `number` counts the pages if there are several."""
    several = number is not None
    if output_format == "json":
        content = extraction.to_json(indent=None if several and output is None else 2)
    else:
        content = extraction.text
    if output is None:
        if several and output_format == "text":
            click.secho(f"==> {name} <==", bold=True)
        click.echo(content)
        if several and output_format == "text":
            click.echo()
        return
    _save(output if number is None else output / _file_name(name, number, output_format), content + "\n")


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise MaintextError(f"{folder}: several pages need a folder to write to ({error.strerror})") from error


def _save(target: Path, content: str) -> None:
    try:
        target.write_text(content, encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        raise MaintextError(f"{target}: cannot be written ({error.strerror})") from error


def _file_name(name: str, number: int, output_format: str) -> str:
    """A file name for a page's output; its number comes first, so that no two pages share one."""
    stem = "".join(sign if sign.isalnum() or sign in "-_." else "-" for sign in name).strip("-.")[-80:]
    ending = "json" if output_format == "json" else "txt"
    return f"{number + 1:04}-{stem}.{ending}"
