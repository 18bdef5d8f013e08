"""The manifest: what a run is made of, so that it can be trusted, resumed and done again."""

import json
import os
import platform
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from maintext.data_formats import load_json
from maintext.data_shapes import dataclass_from
from maintext.errors import RunError, SandboxError
from maintext.files import expand_user, read_file
from maintext.runs.store import write_whole
from maintext.sandbox.cpus import available_cpus
from maintext.sandbox.limits import Limits, format_size

if TYPE_CHECKING:
    from maintext.datasets.dataset import Dataset

MANIFEST = "manifest.json"
_LAYOUT = 1


@dataclass(frozen=True, slots=True)
class DatasetKey:
    """The pages of a run: which dataset, which part of it, and the hash of what was in it."""

    name: str
    digest: str
    pages: int
    opened_as: str
    """What to open it by: a name, or a folder relative to where the run was started."""
    split: str | None = None
    limit: int | None = None

    @classmethod
    def of(
        cls, dataset: "Dataset", opened_as: str | None = None, split: str | None = None, limit: int | None = None
    ) -> "DatasetKey":
        """The key of a dataset, or of a part that `subset` made with this split and limit."""
        opened = opened_as or dataset.name
        if Path(opened).is_absolute() or opened.startswith("~"):
            opened = os.path.join(".", os.path.relpath(expand_user(opened)))  # noqa: PTH118 - "./x" is no name
        return cls(dataset.name, dataset.digest(), len(dataset), opened, split, limit)


@dataclass(frozen=True, slots=True)
class Machine:
    """Where a run ran, as far as it matters to its figures."""

    python: str
    platform: str
    cpus: int

    @classmethod
    def here(cls) -> "Machine":
        """The present machine."""
        python = f"{platform.python_implementation()} {platform.python_version()}"
        return cls(python, f"{platform.system()} {platform.release()} {platform.machine()}", available_cpus())


@dataclass(frozen=True, slots=True)
class SessionEntry:
    """One time the run was started: when, how, with how many workers, where and by which maintext."""

    started: str
    command: str
    workers: int
    maintext: str
    machine: Machine


@dataclass(frozen=True, slots=True)
class ExtractorEntry:
    """One extractor of the run: its version and its results file."""

    version: str
    file: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """Everything about a run but its results."""

    dataset: DatasetKey
    limits: Limits
    extractors: dict[str, ExtractorEntry]
    sittings: tuple[SessionEntry, ...]

    def joined(self, other: "Manifest", folder: Path) -> "Manifest":
        """The manifest with another session's extractors added; an error if the two do not belong together."""
        _same_dataset(self.dataset, other.dataset, folder)
        _same_limits(self.limits, other.limits, folder)
        for spec, entry in other.extractors.items():
            known = self.extractors.get(spec, entry)
            if known.version != entry.version:
                raise RunError(
                    f"{folder} has results of {spec} {known.version}, but {entry.version} is installed here; "
                    "choose another folder with -o"
                )
        return replace(self, extractors=self.extractors | other.extractors, sittings=self.sittings + other.sittings)

    def write(self, folder: Path) -> None:
        """Put the manifest into a run's folder."""
        text = json.dumps({"layout": _LAYOUT} | asdict(self), ensure_ascii=False, indent=2)
        write_whole(folder / MANIFEST, text.encode("utf-8", "backslashreplace") + b"\n")


def read_manifest(folder: Path) -> Manifest:
    """The manifest in a run's folder."""
    path = folder / MANIFEST
    try:
        values = load_json(read_file(path))
    except FileNotFoundError:
        raise RunError(f"{folder} is not a run: it has no {MANIFEST}; maintext run makes one") from None
    except (OSError, ValueError) as error:
        raise RunError(f"cannot read {path}: {error}") from error
    if not isinstance(values, dict) or values.get("layout") != _LAYOUT:
        raise RunError(f"{path} is not of a layout known here; use a newer maintext")
    try:
        manifest = dataclass_from(Manifest, values)
    except (SandboxError, ValueError) as error:
        raise RunError(f"{path} is damaged: {error}; restore it, or start another run with -o") from error
    for entry in manifest.extractors.values():
        if Path(entry.file).name != entry.file:
            raise RunError(f"{path} is damaged: {entry.file!r} is not the name of a file in the run's folder")
    return manifest


def _same_dataset(old: DatasetKey, new: DatasetKey, folder: Path) -> None:
    if old.digest == new.digest:
        return
    if (old.name, old.split, old.limit) == (new.name, new.split, new.limit):
        raise RunError(f"{old.name} has changed since {folder} was made; choose another folder with -o")
    raise RunError(f"{folder} is a run of {_part(old)}, not of {_part(new)}; choose another folder with -o")


def _part(key: DatasetKey) -> str:
    parts = [f"split {key.split}"] if key.split else []
    parts += [f"first {key.limit}"] if key.limit else []
    return f"{key.name} ({', '.join(parts)})" if parts else key.name


def _same_limits(old: Limits, new: Limits, folder: Path) -> None:
    if old != new:
        raise RunError(
            f"{folder} was made with --timeout {old.timeout:g} --memory {format_size(old.memory)}, "
            f"not --timeout {new.timeout:g} --memory {format_size(new.memory)}; use the same, or another folder with -o"
        )
