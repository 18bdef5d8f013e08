"""What commands write: JSON on standard output, and files and folders named by the user."""

import json
from pathlib import Path

import click

from maintext.errors import MaintextError

_ENDINGS = {
    "json": "json", "markdown": "md", "html": "html", "tei": "xml", "xml": "xml", "csv": "csv", "chunks": "jsonl",
}  # fmt: skip


class OutputError(MaintextError):
    """An output file or folder cannot be written; the message names it."""


def print_json(values: object) -> None:
    """Print values as indented JSON."""
    click.echo(json.dumps(values, indent=2, ensure_ascii=False, default=str))


def write_output(target: Path, content: str | bytes) -> None:
    """Write a file; signs that have no UTF-8, such as half a surrogate pair, are escaped."""
    try:
        target.write_bytes(content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content)
    except OSError as error:
        raise OutputError(f"{target}: cannot be written ({error.strerror})") from error


def make_folder(folder: Path) -> None:
    """Create a folder for several files."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{folder}: cannot create the output folder ({error.strerror})") from error


def file_ending(output_format: str) -> str:
    """The ending of files in an output format."""
    return _ENDINGS.get(output_format, "txt")


def page_file_name(name: str, number: int, ending: str, allowed: str = "") -> str:
    """The output file name of a page, made unique by its number; beside letters and digits it has signs allowed."""
    stem = "".join(sign if sign.isalnum() or sign in allowed else "-" for sign in name).strip("-.")[-80:]
    return f"{number + 1:04}-{stem}.{ending}"
