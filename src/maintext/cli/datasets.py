"""`maintext datasets`: import, list, show, check, export and serve gold-standard datasets."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

import click

from maintext.cli.console_tables import print_table
from maintext.cli.dataset_tables import (
    describe,
    describe_example,
    overview,
    print_findings,
    print_summaries,
    short,
)
from maintext.cli.output import print_json
from maintext.cli.shared_options import LARGEST, SpecType, format_option
from maintext.datasets import data_home, dataset_names, open_dataset
from maintext.datasets.dataset_check import check
from maintext.datasets.export import EXPORTS, export
from maintext.datasets.home import source_home
from maintext.datasets.importers import IMPORTERS, Importer, import_dataset
from maintext.datasets.test_set_ledger import ledger_file, read_ledger


@click.group("datasets")
def command() -> None:
    """Import, list, check, export and serve gold-standard datasets.

    A DATASET is a name such as cleaneval/final, or the folder of a dataset. Imported datasets are stored in
    maintext/datasets in your cache folder, or in $MAINTEXT_DATA.
    """


@command.command("import")
@click.argument("importer", type=SpecType(IMPORTERS))
@click.argument("folder", required=False, type=click.Path(path_type=Path))
@click.option("--name", help="Import under this name instead of the default.")
@click.option("--replace", is_flag=True, help="Replace a dataset of the same name.")
@click.option("--all", "show_all", is_flag=True, help="List all files left out, not only the first few.")
@format_option()
def import_(
    importer: Importer, folder: Path | None, name: str | None, replace: bool, show_all: bool, output_format: str
) -> None:
    """Import a dataset from FOLDER.

    IMPORTER is one of cleaneval, l3s-gn1, dragnet, wcxb, newspaper, fundus, magic-article, magic-forum, daniel,
    cleanportaleval, article-extraction-benchmark, pages, pairs, warc, or your own as module:Class; parameters go in
    parentheses. FOLDER is the unpacked source or a parent of it (default: maintext-data in your cache folder).

    \b
    Examples:
      maintext datasets import cleaneval ~/data/cleaneval
      maintext datasets import 'cleaneval(part=dev)' ~/data --replace
      maintext datasets import 'l3s-gn1(headline, full-text, comments)' ~/data/l3s-gn1 --name l3s-gn1-comments
      maintext datasets import 'pairs(raw=html, clean=gold)' ~/data/mine --name mine
    """
    with _counting() as count:
        done = import_dataset(importer, folder or source_home(), name=name, replace=replace, progress=count)
    if output_format == "json":
        print_json([asdict(summary) for summary in done])
    else:
        print_summaries(done, None if show_all else 5)


@command.command("list")
@format_option()
def list_(output_format: str) -> None:
    """List imported datasets and available importers.

    \b
    Examples:
      maintext datasets list
      maintext datasets list --format json
    """
    rows = [overview(name) for name in dataset_names()]
    if output_format == "json":
        print_json(rows)
        return
    if rows:
        print_table(("dataset", "pages", "train on it", "importer", "source"), [list(row.values()) for row in rows])
    else:
        click.echo(f"No dataset is imported yet in {data_home()}.")
    click.echo(f"Importers: {', '.join(IMPORTERS.names())}")
    click.echo("Import one with: maintext datasets import NAME FOLDER")


@command.command("show")
@click.argument("dataset")
@click.argument("example", required=False)
@click.option("--html", "raw", is_flag=True, help="Print the raw bytes of the page.")
@format_option()
def show(dataset: str, example: str | None, raw: bool, output_format: str) -> None:
    """Show a dataset, or one EXAMPLE with its gold.

    \b
    Examples:
      maintext datasets show wcxb
      maintext datasets show cleaneval/final 103
      maintext datasets show cleaneval/final 103 --html > 103.html
    """
    opened = open_dataset(dataset)
    if raw:
        if example is None:
            raise click.UsageError("--html needs an example: maintext datasets show DATASET EXAMPLE --html")
        click.echo(opened[example].html, nl=False)
        return
    facts = describe_example(opened[example]) if example else describe(opened)
    if output_format == "json":
        extra = {"gold": opened[example].gold} if example else {}
        print_json(facts | extra)
        return
    print_table(("", ""), [[key, short(value)] for key, value in facts.items() if value not in (None, "", [], {}, ())])
    if example:
        click.echo(opened[example].gold)


@command.command("check")
@click.argument("dataset")
@click.option("--strict", is_flag=True, help="Exit with code 1 if anything is found.")
@format_option()
def check_(dataset: str, strict: bool, output_format: str) -> None:
    """Check for missing files, empty gold, duplicates, wrong encodings and gold of another page.

    \b
    Examples:
      maintext datasets check dragnet
      maintext datasets check ./my-dataset --strict
    """
    opened = open_dataset(dataset)
    findings = list(check(opened))
    if output_format == "json":
        print_json([asdict(finding) for finding in findings])
    else:
        print_findings(opened, findings)
    if strict and findings:
        raise click.exceptions.Exit(1)


@command.command("export")
@click.argument("dataset")
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="Write to this file or folder.")
@click.option("--as", "form", type=click.Choice(list(EXPORTS)), default="jsonl", show_default=True)
@click.option("--split", help="Export only this split.")
@click.option("--limit", type=click.IntRange(1, LARGEST), help="Export only the first N examples.")
def export_(dataset: str, output: Path, form: str, split: str | None, limit: int | None) -> None:
    """Export a dataset as JSON lines, two folders of pairs, or a zip file.

    \b
    Examples:
      maintext datasets export cleaneval/dev -o dev.jsonl
      maintext datasets export wcxb --as pairs -o wcxb-pairs --limit 100
    """
    opened = open_dataset(dataset).subset(split=split, limit=limit)
    export(opened, form, output)
    click.echo(f"{len(opened)} examples of {opened.name} written to {output}", err=True)


@command.command("ledger")
@format_option()
def ledger_(output_format: str) -> None:
    """List when which command read a dataset that must not be trained on.

    Reads are recorded in test-set-ledger.jsonl: in the working folder or one above it if such a file is there, else in
    the data home.

    \b
    Examples:
      maintext datasets ledger
      touch test-set-ledger.jsonl    # keep the ledger in this project from now on
    """
    entries = [asdict(entry) for entry in read_ledger(ledger_file(data_home()))]
    if output_format == "json":
        print_json(entries)
    else:
        print_table(("date", "dataset", "command", "settings"), [list(entry.values()) for entry in entries])


@command.command("serve")
@click.argument("dataset")
@click.option("--host", default="127.0.0.1", show_default=True, help="Listen on this address.")
@click.option(
    "--port",
    default=8000,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="Listen on this port; 0 is any free port.",
)
def serve(dataset: str, host: str, port: int) -> None:
    """Serve the raw pages over HTTP, for extractors that need a URL.

    \b
    Example:
      maintext datasets serve cleaneval/final --port 8000    # then http://127.0.0.1:8000/103
    """
    from maintext.datasets.page_server import open_server

    opened = open_dataset(dataset)
    server = open_server(opened, host, port)
    click.echo(f"{len(opened)} pages of {opened.name} at {server.address}/ (Ctrl+C ends it)")
    try:
        server.http.serve_forever()
    except KeyboardInterrupt:
        click.echo("ended", err=True)
    finally:
        server.http.server_close()


@contextmanager
def _counting() -> Iterator[Callable[[str, int], None]]:
    """A running count on standard error, if it is a terminal."""
    from rich.console import Console

    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda name, count: None
        return
    with console.status("importing") as status:
        yield lambda name, count: status.update(f"{name}: {count}") if count % 20 == 0 else None
