"""`maintext extractors`: all extractors, whether they are available, and how to install missing ones."""

import json
from typing import TypedDict

import click

from maintext.cli.console_tables import new_table
from maintext.errors import BadParameter, MaintextError
from maintext.extractors import EXTRACTORS, Extractor
from maintext.version import __version__


class Row(TypedDict):
    """The table row of an extractor."""

    name: str
    available: bool
    install: str | None
    version: str | None
    summary: str
    paper: str
    license: str
    parameters: str


@click.command("extractors")
@click.option("-f", "--format", "output_format", type=click.Choice(["table", "json"]), default="table")
def command(output_format: str) -> None:
    """List all extractors with availability, installation command, paper and license.

    Names go into -x, with parameters in parentheses: maintext extract page.html -x 'density(c1=0.4)'.
    """
    rows = [describe(name) for name in EXTRACTORS.names()]
    if output_format == "json":
        click.echo(json.dumps(rows, indent=2, ensure_ascii=False))
    else:
        _print_table(rows)


def describe(name: str) -> Row:
    """The description of an extractor."""
    alias = EXTRACTORS.aliases.get(name)
    try:
        extractor = _built(name)
        cls = type(extractor) if extractor else EXTRACTORS.load(name)
    except MaintextError as error:
        return Row(
            name=name,
            available=False,
            install=str(error),
            version=None,
            summary="",
            paper="",
            license="",
            parameters="",
        )
    missing = extractor.missing() if extractor else None
    summary = (cls.__doc__ or "").strip().splitlines()[0]
    fields = getattr(cls, "__dataclass_fields__", {}).values()
    return Row(
        name=name,
        available=missing is None,
        install=missing,
        version=None if missing else extractor.version() if extractor else __version__,
        summary=f"The same as {alias}." if alias else summary,
        paper=cls.paper,
        license=cls.license,
        parameters=", ".join(f"{field.name}={field.default}" for field in fields if field.init),
    )


def _built(name: str) -> Extractor | None:
    """The extractor with its defaults; None if it needs parts, as a chain does."""
    try:
        return EXTRACTORS.build(name)
    except BadParameter:
        return None


def _print_table(rows: list[Row]) -> None:
    from rich.console import Console
    from rich.text import Text

    table = new_table()
    for heading in ("extractor", "here", "what it does", "paper", "license"):
        table.add_column(heading, overflow="fold", no_wrap=heading in ("extractor", "license"))
    for row in rows:
        here = Text(row["version"] or "", "green") if row["available"] else Text(row["install"] or "", "yellow")
        table.add_row(row["name"], here, *(Text(text) for text in (row["summary"], row["paper"], row["license"])))
    Console().print(table)
