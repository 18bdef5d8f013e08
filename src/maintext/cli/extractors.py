"""`maintext extractors`: all extractors, whether they are installed, and how to install missing ones."""

import shutil
from dataclasses import asdict

import click

from maintext.cli.console_tables import print_table
from maintext.cli.output import print_json
from maintext.cli.shared_options import format_option
from maintext.errors import MaintextError
from maintext.extractors import EXTRACTORS
from maintext.extractors.catalog import TRAIT_HEADINGS, CatalogEntry, describe, trait_row
from maintext.extractors.origins import ORIGINS
from maintext.extractors.traits import SERVICES
from maintext.reports.tables import as_markdown, plain_table


@click.command("extractors")
@click.option("--long", "long", is_flag=True, help="Add paper, license, parameters and how to install what is missing.")
@click.option("--traits", is_flag=True, help="List the input that each extractor uses, and its output.")
@click.option("--constants", is_flag=True, help="List the constants of the extractors with their origins.")
@format_option("markdown")
def command(long: bool, traits: bool, constants: bool, output_format: str) -> None:
    """List all extractors, and whether they are installed.

    Names go into -x, with parameters in parentheses: maintext extract page.html -x 'density(c1=0.4)'.
    """
    if output_format == "markdown" and not traits:
        raise click.UsageError("--format markdown prints the table of --traits; add --traits")
    if constants:
        _print_constants(output_format)
        return
    entries = [_entry(name) for name in EXTRACTORS.names()]
    if output_format == "json":
        print_json(
            [asdict(entry) | {"parameters": _parameters(entry), "traits": _trait_fields(entry)} for entry in entries]
        )
    elif traits:
        _print_traits(entries, output_format)
    elif long:
        _print_details(entries)
    else:
        _print_table(entries)


def _print_constants(output_format: str) -> None:
    """The origin of every number in the published extractors."""
    if output_format == "json":
        print_json({name: asdict(origin) for name, origin in ORIGINS.items()})
        return
    rows = [[name, each.basis, each.source, each.command] for name, each in ORIGINS.items()]
    print_table(("number", "basis", "source", "command"), rows)


def _print_traits(entries: list[CatalogEntry], output_format: str) -> None:
    """The traits of every extractor that is no alias of another one here, with its license."""
    shown = [each for each in entries if each.name not in EXTRACTORS.aliases or each.name in SERVICES]
    rows = [row for each in shown if (row := trait_row(each)) is not None]
    if output_format == "markdown":
        click.echo(as_markdown(plain_table("traits", "", TRAIT_HEADINGS, rows)), nl=False)
    else:
        print_table(TRAIT_HEADINGS, rows)


def _trait_fields(entry: CatalogEntry) -> dict[str, object] | None:
    """The traits as JSON has them."""
    traits = entry.traits
    return traits and traits._asdict() | {"weights": traits.weights and traits.weights._asdict()}


def _entry(name: str) -> CatalogEntry:
    """The entry of an extractor; one of another package may be damaged."""
    try:
        return describe(name)
    except MaintextError as error:
        return CatalogEntry(name, available=False, install=str(error))


def _parameters(entry: CatalogEntry) -> str:
    return ", ".join(f"{name}={default}" for name, default in entry.parameters.items())


def _print_table(entries: list[CatalogEntry]) -> None:
    print_table(
        ("extractor", "here", "what it does"),
        [(each.name, "yes" if each.available else "no", each.summary) for each in entries],
    )
    if any(not each.available for each in entries):
        click.echo("To install what is not here, and for papers and licenses: --long")


def _print_details(entries: list[CatalogEntry]) -> None:
    """Everything about each extractor, in a paragraph of its own."""
    width = shutil.get_terminal_size().columns
    for entry in entries:
        click.echo(f"{entry.name}  {entry.version if entry.available else 'not installed'}")
        details = {
            "install": None if entry.available else entry.install,
            "paper": entry.paper,
            "license": entry.license,
            "parameters": _parameters(entry),
        }
        for line in (entry.summary, *(f"{name}: {value}" for name, value in details.items() if value)):
            if line:
                click.echo(click.wrap_text(line, width, "  ", "    "))
