"""SOURCES -> EXAMPLES: one importer per source, and the one function that runs them."""

from collections.abc import Callable
from dataclasses import replace as changed
from pathlib import Path

from maintext.datasets.dataset_store import writing
from maintext.datasets.home import data_home, dataset_folder
from maintext.datasets.importers.importer import Entry, Importer, ImportSummary, LeftOut
from maintext.datasets.importers.registry import IMPORTERS
from maintext.errors import DatasetError
from maintext.version import __version__

__all__ = ["IMPORTERS", "Entry", "ImportSummary", "Importer", "LeftOut", "import_dataset"]


def import_dataset(
    importer: str | Importer,
    source: Path,
    *,
    name: str | None = None,
    home: Path | None = None,
    replace: bool = False,
    progress: Callable[[str, int], None] | None = None,
) -> tuple[ImportSummary, ...]:
    """Import the source folder; returns one summary per dataset, with the files that were left out.

    `progress` is called with the dataset's name and the number of documents so far. A source may contain several
    datasets gives several summaries; a name can be chosen only where it gives one.
    """
    built = IMPORTERS.build(importer) if isinstance(importer, str) else importer
    parts = built.parts(source)
    if name is not None and len(parts) > 1:
        names = ", ".join(str(IMPORTERS.spec_of(part)) for part in parts)
        raise DatasetError(f"{source} holds several datasets, so one name will not do; import one of: {names}")
    return tuple(_import(part, source, name, home or data_home(), replace, progress) for part in parts)


def _import(
    importer: Importer,
    source: Path,
    name: str | None,
    home: Path,
    replace: bool,
    progress: Callable[[str, int], None] | None,
) -> ImportSummary:
    root = importer.locate(source)
    header = importer.header(root)
    spec = str(IMPORTERS.spec_of(importer))
    header = changed(header, name=name or header.name, importer=spec, version=__version__)
    folder = dataset_folder(header.name, home)
    left_out: list[LeftOut] = []
    remarks: list[LeftOut] = []
    imported = 0
    with writing(folder, header, replace=replace) as writer:
        for entry in importer.entries(root):
            if isinstance(entry, LeftOut):
                left_out.append(entry)
                continue
            writer.add(entry.example)
            imported += 1
            remarks += (LeftOut(entry.example.id, remark) for remark in entry.remarks)
            if progress:
                progress(header.name, imported)
        if not imported:
            why = f"; the first of {len(left_out)}: {left_out[0].path}: {left_out[0].reason}" if left_out else ""
            raise DatasetError(f"nothing could be imported from {root}{why}")
    return ImportSummary(header.name, folder, imported, tuple(left_out), tuple(remarks))
