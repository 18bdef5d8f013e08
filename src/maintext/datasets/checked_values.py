"""Values of meta.yaml, validated on access."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NoReturn, get_args

from maintext.datasets.example import SourceEncoding, Sure
from maintext.errors import DatasetError


@dataclass(frozen=True, slots=True)
class Values:
    """A mapping whose values are validated on access; `where` is the prefix of error messages."""

    mapped: Mapping[str, object]
    where: str

    def text(self, key: str) -> str | None:
        """A string; None if it is missing."""
        value = self.mapped.get(key)
        if value is not None and not isinstance(value, str):
            self._fail(f"{key}: {value!r} must be text; put it in quotes")
        return value

    def required(self, key: str) -> str:
        """A string that is required."""
        return self.text(key) or self._fail(f"it has no {key}")

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of strings; empty if it is missing."""
        values = self.mapped.get(key) or ()
        if not isinstance(values, list | tuple) or not all(isinstance(value, str) for value in values):
            self._fail(f"{key}: must be a list of texts")
        return tuple(values)

    def mapping(self, key: str) -> Mapping[str, object]:
        """A mapping; empty if it is missing."""
        value = self.mapped.get(key) or {}
        return value if isinstance(value, Mapping) else self._fail(f"{key}: must be a mapping")

    def flag(self, key: str) -> bool:
        """A boolean; False if it is missing."""
        value = self.mapped.get(key, False)
        return value if isinstance(value, bool) else self._fail(f"{key}: must be true or false")

    def choice(self, key: str, options: tuple[str, ...]) -> str | None:
        """One of the options; None if it is missing."""
        value = self.text(key)
        if value is not None and value not in options:
            self._fail(f"{key}: {value!r} must be one of {', '.join(options)}")
        return value

    def file_name(self, key: str) -> str:
        """A file name without a path."""
        name = self.required(key)
        if name in (".", "..") or any(character in name for character in "/\\:\0"):
            self._fail(f"{key}: {name!r} is not the name of a file in {key}/")
        return name

    def encoding(self, kind: str) -> SourceEncoding:
        """The encoding of a page (`raw`) or of a gold text (`clean`)."""
        sure = self.choice(f"{kind}_sure", get_args(Sure)) or "unknown"
        return SourceEncoding(self.text(f"{kind}_encoding"), sure)  # type: ignore[arg-type]

    def _fail(self, why: str) -> NoReturn:
        raise DatasetError(f"{self.where}: {why}")
