"""The manifest of a run: dataset, extractors, limits and sessions, to resume and to reproduce it."""

import json
import os
import platform
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from maintext.data_formats import load_json
from maintext.data_shapes import dataclass_from
from maintext.errors import MalformedData, RunError, SandboxError
from maintext.files import expand_user, read_file, write_atomically
from maintext.sandbox.cpus import available_cpus
from maintext.sandbox.limits import Limits, format_size

if TYPE_CHECKING:
    from maintext.datasets.dataset import Dataset

MANIFEST = "manifest.json"
_LAYOUT = 1
_OLD_SESSIONS = "sittings"


@dataclass(frozen=True, slots=True)
class DatasetPart:
    """Some of the pages of a dataset: a split, the first pages, some at random; and how they are mutated."""

    split: str | None = None
    limit: int | None = None
    sample: int | None = None
    seed: int = 0
    mutation: str | None = None

    def of(self, dataset: "Dataset") -> "Dataset":
        """The pages of a dataset that belong to the part."""
        from maintext.datasets.mutations import Mutation, mutated

        found = dataset.subset(split=self.split, limit=self.limit, sample=self.sample, seed=self.seed)
        return found if self.mutation is None else mutated(found, Mutation(self.mutation, self.seed))

    @property
    def description(self) -> str:
        """The part in words; empty for the whole dataset."""
        parts = [f"split {self.split}"] if self.split else []
        parts += [f"first {self.limit}"] if self.limit else []
        parts += [f"{self.sample} at random, seed {self.seed}"] if self.sample else []
        parts += [f"mutation {self.mutation}"] if self.mutation else []
        return ", ".join(parts)


@dataclass(frozen=True, slots=True)
class DatasetKey:
    """The pages of a run: the dataset, which part of it, and the hash of its content."""

    name: str
    digest: str
    pages: int
    opened_as: str
    """The name it was opened by, or its folder, relative to where the run was started."""
    split: str | None = None
    limit: int | None = None
    sample: int | None = None
    """The number of pages sampled at random with `seed`."""
    seed: int = 0
    mutation: str | None = None
    """The mutation of every page, made with `seed`."""

    def __post_init__(self) -> None:
        for name, count in (("pages", self.pages), ("limit", self.limit), ("sample", self.sample)):
            if count is not None and count < 0:
                raise MalformedData(f"{name} must be 0 or more, not {count}")

    @classmethod
    def of(cls, dataset: "Dataset", opened_as: str | None = None, part: "DatasetPart | None" = None) -> "DatasetKey":
        """The key of a dataset, or of a part of it."""
        part = part or DatasetPart()
        opened = opened_as or dataset.name
        if Path(opened).is_absolute() or opened.startswith("~"):
            opened = os.path.join(".", os.path.relpath(expand_user(opened)))  # noqa: PTH118 - "./x" is no name
        return cls(
            dataset.name, dataset.digest(), len(dataset), opened,
            part.split, part.limit, part.sample, part.seed, part.mutation,
        )  # fmt: skip

    @property
    def part(self) -> "DatasetPart":
        """The part of the dataset that was run."""
        return DatasetPart(self.split, self.limit, self.sample, self.seed, self.mutation)

    @property
    def title(self) -> str:
        """The name of the dataset and of its part."""
        described = self.part.description
        return f"{self.name} ({described})" if described else self.name


@dataclass(frozen=True, slots=True)
class Machine:
    """The machine of a session."""

    python: str
    platform: str
    cpus: int

    @classmethod
    def here(cls) -> "Machine":
        """The machine that this process runs on."""
        python = f"{platform.python_implementation()} {platform.python_version()}"
        return cls(python, f"{platform.system()} {platform.release()} {platform.machine()}", available_cpus())


@dataclass(frozen=True, slots=True)
class SessionEntry:
    """One session: start, command, number of workers, version of maintext, and machine."""

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
    """Everything about a run except its results."""

    dataset: DatasetKey
    limits: Limits
    extractors: dict[str, ExtractorEntry]
    sessions: tuple[SessionEntry, ...]

    def joined(self, other: "Manifest", folder: Path) -> "Manifest":
        """The manifest with the extractors of another session added; raises an error if dataset or limits differ."""
        _same_dataset(self.dataset, other.dataset, folder)
        _same_limits(self.limits, other.limits, folder)
        for spec, entry in other.extractors.items():
            known = self.extractors.get(spec, entry)
            if known.version != entry.version:
                raise RunError(
                    f"{folder} has results of {spec} {known.version}, but {entry.version} is installed here; "
                    "choose another folder with -o"
                )
        return replace(self, extractors=self.extractors | other.extractors, sessions=self.sessions + other.sessions)

    def write(self, folder: Path) -> None:
        """Write the manifest to a run's folder."""
        text = json.dumps({"layout": _LAYOUT} | asdict(self), ensure_ascii=False, indent=2)
        path = folder / MANIFEST
        try:
            write_atomically(path, text.encode("utf-8", "backslashreplace") + b"\n")
        except OSError as error:
            raise RunError(f"cannot write {path}: {error.strerror}") from error


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
        manifest = dataclass_from(Manifest, _renamed(values))
    except (SandboxError, ValueError) as error:
        raise RunError(f"{path} is damaged: {error}; restore it, or start another run with -o") from error
    for entry in manifest.extractors.values():
        if Path(entry.file).name != entry.file:
            raise RunError(f"{path} is damaged: {entry.file!r} is not the name of a file in the run's folder")
    return manifest


def _renamed(values: dict[str, object]) -> dict[str, object]:
    """The values with current keys; older versions of maintext had another name for sessions."""
    return {"sessions" if key == _OLD_SESSIONS else key: value for key, value in values.items()}


def _same_dataset(old: DatasetKey, new: DatasetKey, folder: Path) -> None:
    if old.digest == new.digest:
        return
    if (old.name, old.part) == (new.name, new.part):
        raise RunError(f"{old.name} has changed since {folder} was made; choose another folder with -o")
    raise RunError(f"{folder} is a run of {old.title}, not of {new.title}; choose another folder with -o")


def _same_limits(old: Limits, new: Limits, folder: Path) -> None:
    if old != new:
        raise RunError(
            f"{folder} was made with --timeout {old.timeout:g} --memory {format_size(old.memory)}, "
            f"not --timeout {new.timeout:g} --memory {format_size(new.memory)}; use the same, or another folder with -o"
        )
