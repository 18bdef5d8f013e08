"""One page with its gold: what an importer writes, and what runs and metrics read."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from maintext.errors import DatasetError
from maintext.files import read_file

Sure = Literal["declared", "valid utf-8", "guessed", "unknown"]


@dataclass(frozen=True, slots=True)
class Encoding:
    """The encoding a source file is in, and how sure that is."""

    name: str | None = None
    sure: Sure = "unknown"


@dataclass(frozen=True, slots=True)
class Example:
    """A page and its gold. What lies in files is read each time it is asked for, so a dataset is cheap to hold.

    The extractor's share is `html`, `url` and `charset`; all the rest is gold or description and never reaches it.
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
    raw_encoding: Encoding = Encoding()
    clean_encoding: Encoding = Encoding()

    @property
    def html(self) -> bytes:
        """The page as it was published, byte for byte."""
        return self.raw if isinstance(self.raw, bytes) else _read(self.raw)

    @property
    def gold(self) -> str:
        """The text that is right."""
        return _text(self.clean)

    @property
    def markup(self) -> str | None:
        """The gold with its structure, in the format that the dataset's header names; None if there is none."""
        return None if self.structure is None else _text(self.structure)

    @property
    def versions(self) -> dict[str, str]:
        """Other texts that count as right too, by name; `gold` is not among them."""
        return {name: _text(source) for name, source in self.alternatives.items()}

    @property
    def charset(self) -> str | None:
        """What the server would have said: the charset that the source knows, for every extractor the same."""
        return self.raw_encoding.name


def _text(source: Path | str) -> str:
    return source if isinstance(source, str) else _read(source).decode("utf-8", "replace")


def _read(path: Path) -> bytes:
    try:
        return read_file(path)
    except OSError as error:
        raise DatasetError(f"cannot read {path}: {error.strerror}; check the dataset or import it again") from error
