"""An example: a page with its gold text, written by importers and read by runs and metrics."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from maintext.errors import DatasetError
from maintext.files import read_file

Sure = Literal["declared", "valid utf-8", "guessed", "unknown"]


@dataclass(frozen=True, slots=True)
class SourceEncoding:
    """The encoding of a source file, and how it was determined."""

    name: str | None = None
    sure: Sure = "unknown"


@dataclass(frozen=True, slots=True)
class Example:
    """A page and its gold text. Files are read on every access, so a dataset needs little memory.

    Extractors receive `html`, `url` and `charset`; they never see the other fields.
    """

    id: str
    raw: Path | bytes
    clean: Path | str
    structure: Path | str | None = None
    alternatives: Mapping[str, Path | str] = field(default_factory=dict, hash=False)
    url: str | None = None
    language: str | None = None
    page_type: str | None = None
    split: str | None = None
    with_snippets: tuple[str, ...] = ()
    without_snippets: tuple[str, ...] = ()
    facts: Mapping[str, object] = field(default_factory=dict, hash=False)
    raw_encoding: SourceEncoding = SourceEncoding()
    clean_encoding: SourceEncoding = SourceEncoding()

    @property
    def html(self) -> bytes:
        """The bytes of the page as published."""
        return self.raw if isinstance(self.raw, bytes) else _read(self.raw)

    @property
    def gold(self) -> str:
        """The gold text."""
        return _text(self.clean)

    @property
    def markup(self) -> str | None:
        """The gold text with markup, in the format that the dataset's header names; None if there is none."""
        return None if self.structure is None else _text(self.structure)

    @property
    def versions(self) -> dict[str, str]:
        """Other acceptable gold texts by name; `gold` is not included."""
        return {name: _text(source) for name, source in self.alternatives.items()}

    @property
    def charset(self) -> str | None:
        """The charset that the source declares, passed to every extractor; None if it declares none."""
        return self.raw_encoding.name

    @property
    def weights(self) -> tuple[tuple[str, float], ...]:
        """The weighted parts of the gold text that the fact `weights` lists, each with the weight of its words."""
        listed = self.facts.get("weights")
        if listed is None:
            return ()
        if not isinstance(listed, list) or not all(map(_is_weight, listed)):
            raise DatasetError(f"{self.id}: weights must be a list of [text, number from 0 on]; correct meta.yaml")
        return tuple((text, float(weight)) for text, weight in listed)


def _is_weight(value: object) -> bool:
    return (
        isinstance(value, list) and len(value) == 2 and isinstance(value[0], str) and not isinstance(value[1], bool)
        and isinstance(value[1], int | float) and 0 <= value[1] < float("inf")
    )  # fmt: skip


def _text(source: Path | str) -> str:
    return source if isinstance(source, str) else _read(source).decode("utf-8", "replace")


def _read(path: Path) -> bytes:
    try:
        return read_file(path)
    except OSError as error:
        raise DatasetError(f"cannot read {path}: {error.strerror}; check the dataset or import it again") from error
