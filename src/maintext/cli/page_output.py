"""Where `maintext extract` writes: standard output, a file, or a folder with a file for every page."""

from dataclasses import dataclass
from pathlib import Path

import click

from maintext.cli.file_names import FileNames
from maintext.cli.messages import one_line
from maintext.cli.output import make_folder, write_output
from maintext.cli.page_inputs import Input
from maintext.extractors import Extraction
from maintext.extractors.formats import CSV_COLUMNS, csv_line


@dataclass(frozen=True, slots=True)
class PageOutput:
    """Writes extractions in one format; `folder` counts before `file`, and neither is standard output."""

    output_format: str
    names: FileNames
    file: Path | None = None
    folder: Path | None = None
    backups: Path | None = None
    """The folder that the pages themselves are written to."""
    several: bool = False
    """Whether there are several pages."""

    def prepare(self) -> None:
        """Create the folders, and print what stands above all pages."""
        for folder in (self.folder, self.backups):
            if folder is not None:
                make_folder(folder)
        if self._is_csv_table:
            from maintext.render.csv import csv_row

            click.echo(csv_row(CSV_COLUMNS))

    def write(self, item: Input, number: int, extraction: Extraction) -> None:
        """Write the text of a page, and the page itself if it is to be kept."""
        content = self._render(extraction)
        if self.folder is not None or self.backups is not None:
            name = self.names.name(item, number, extraction)
            if self.backups is not None:
                _write_below(self.backups, name.with_name(f"{name.stem}.html"), item.data)
            if self.folder is not None:
                _write_below(self.folder, name, content + "\n")
                return
        if self.file is not None:
            write_output(self.file, content + "\n")
        else:
            self._print(content, item.name)

    @property
    def _is_csv_table(self) -> bool:
        return self.several and self.folder is None and self.output_format == "csv"

    def _render(self, extraction: Extraction) -> str:
        """The extraction in the format; JSON and CSV of several pages is one line each."""
        if self._is_csv_table:
            return csv_line(extraction)
        if self.output_format == "json" and self.several and self.folder is None:
            return extraction.to_json()
        return extraction.render(self.output_format)

    def _print(self, content: str, name: str) -> None:
        titled = self.several and self.output_format not in ("json", "chunks", "csv")
        if titled:
            click.secho(f"==> {one_line(name)} <==", bold=True)
        click.echo(content)
        if titled:
            click.echo()


def _write_below(folder: Path, name: Path, content: str | bytes) -> None:
    target = folder / name
    if target.parent != folder:
        make_folder(target.parent)
    write_output(target, content)
