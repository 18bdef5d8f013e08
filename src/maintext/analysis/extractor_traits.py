"""The traits of the extractors of runs, for tables."""

from collections.abc import Iterable

from maintext.errors import MaintextError
from maintext.extractors import EXTRACTORS
from maintext.extractors.catalog import TRAIT_HEADINGS, describe, trait_row
from maintext.specs import parse

__all__ = ["TRAIT_HEADINGS", "trait_rows"]


def trait_rows(specs: Iterable[str]) -> list[list[str]]:
    """One row per spec whose extractor has known traits."""
    found = {spec: _row(spec) for spec in specs}
    return [[spec, *row[1:]] for spec, row in found.items() if row is not None]


def _row(spec: str) -> list[str] | None:
    try:
        name = parse(spec).name
        return trait_row(describe(name)) if name in EXTRACTORS.names() else None
    except MaintextError:  # a damaged run, or a damaged extractor of another package
        return None
