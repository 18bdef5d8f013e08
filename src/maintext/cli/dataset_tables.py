"""Terminal output of `maintext datasets`: datasets, import summaries and findings."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict

import click

from maintext.cli.console_tables import print_table
from maintext.datasets import Dataset, Example, open_dataset
from maintext.datasets.dataset_check import Finding
from maintext.datasets.importers import ImportSummary, LeftOut
from maintext.errors import DatasetError


def print_summaries(summaries: Sequence[ImportSummary], limit: int | None) -> None:
    """Print the counts of an import as a table, followed by the files left out."""
    rows = [[s.name, str(s.imported), str(len(s.left_out)), str(len(s.remarks)), str(s.folder)] for s in summaries]
    print_table(("dataset", "imported", "left out", "remarks", "folder"), rows)
    for summary in summaries:
        _print_reasons(f"{summary.name}, left out", summary.left_out, limit)
        _print_reasons(f"{summary.name}, imported with a remark", summary.remarks, limit)


def _print_reasons(heading: str, items: Sequence[LeftOut], limit: int | None) -> None:
    """Print reasons with counts and the first few names of each."""
    for reason, count in Counter(item.reason for item in items).most_common():
        those = [item.path for item in items if item.reason == reason]
        more = f" and {count - limit} more (--all)" if limit and count > limit else ""
        click.echo(f"{heading}: {count} because {reason}: {', '.join(those[:limit])}{more}")


def print_findings(dataset: Dataset, findings: Sequence[Finding]) -> None:
    """Print one line per finding, and the number of findings per kind."""
    kinds = Counter(finding.kind for finding in findings)
    for finding in findings:
        click.echo(f"{finding.kind}: {finding.id}{': ' if finding.detail else ''}{finding.detail}")
    counted = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common()) or "nothing odd"
    click.echo(f"{dataset.name}: {len(dataset)} examples, {counted}")


def overview(name: str) -> dict[str, object]:
    """The overview row of a dataset; for a broken one, the error."""
    try:
        dataset = open_dataset(name)
    except DatasetError as error:
        return {"name": name, "pages": None, "trainable": None, "importer": "", "source": str(error)}
    header = dataset.header
    trainable = "yes" if header.trainable else "never"
    return {
        "name": name,
        "pages": len(dataset),
        "trainable": trainable,
        "importer": header.importer,
        "source": header.source,
    }


def describe(dataset: Dataset) -> dict[str, object]:
    """The header of a dataset with statistics of its examples."""
    counted = {
        "languages": Counter(example.language for example in dataset if example.language),
        "page types": Counter(example.page_type for example in dataset if example.page_type),
        "splits": Counter(example.split for example in dataset if example.split),
        "gold versions": Counter(name for example in dataset for name in example.alternatives),
    }
    return (
        asdict(dataset.header)
        | {"folder": str(dataset.folder), "pages": len(dataset), "digest": dataset.digest()}
        | {key: dict(values.most_common()) for key, values in counted.items()}
    )


def describe_example(example: Example) -> dict[str, object]:
    """The metadata of an example, without its texts."""
    described = asdict(example)
    for key in ("clean", "structure", "alternatives"):
        described.pop(key)
    return described | {"bytes": len(example.html), "versions": list(example.alternatives)}


def short(value: object) -> str:
    """A value in a table."""
    if isinstance(value, dict):
        return ", ".join(f"{key}: {short(inner)}" for key, inner in value.items() if inner is not None)
    if isinstance(value, list | tuple):
        return "; ".join(map(str, value))
    return str(value)
