"""Runs that benchmarks keep and resume: ours for one state of our code, those of other projects for their versions.

The results of our extractors are measured again whenever the code or a model changes. Those of other projects depend on
their versions and on our adapters to them, and stay valid when the rest of our code changes.
"""

import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from maintext.datasets import Dataset, open_dataset
from maintext.datasets.example import Example
from maintext.errors import SandboxError
from maintext.extractors import EXTRACTORS, Extractor
from maintext.extractors.adapters import foreign_extractor
from maintext.runs import DatasetKey, DatasetPart, Run, available_specs, open_run, open_session
from papers import code_digest

ATTEMPTS = 3


def runs_folder(home: Path) -> Path:
    """The folder of kept runs beside a data home."""
    return home.parent / "runs"


def is_foreign(extractor: Extractor) -> bool:
    """Whether an extractor is of another project."""
    return isinstance(extractor, foreign_extractor.ForeignExtractor)


def grouped(specs: Iterable[str]) -> dict[str, list[str]]:
    """Specs by the name of what their results depend on."""
    found: dict[str, list[str]] = {}
    for spec in specs:
        extractor = EXTRACTORS.build(spec)
        found.setdefault(foreign_digest() if is_foreign(extractor) else code_digest(), []).append(str(extractor))
    return found


@cache
def foreign_digest() -> str:
    """A name for our adapters and for the versions of the installed extractors of other projects."""
    found = sha256()
    for file in sorted(Path(foreign_extractor.__file__).parent.rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts:
            found.update(file.read_bytes())
    for extractor in map(EXTRACTORS.build, available_specs()):
        if is_foreign(extractor):
            found.update(f"{extractor} {extractor.version()}\n".encode())
    return f"others-{found.hexdigest()[:12]}"


def run_part(name: str, part: DatasetPart, folder: Path, specs: Sequence[str], home: Path, workers: int) -> Run:
    """Run extractors on a part of a dataset; what is done is kept. On a busy machine a worker may start too slowly."""
    opened = open_dataset(name, home)
    dataset = part.of(opened)
    key = DatasetKey.of(dataset, str(opened.folder), part)
    pages = in_memory(dataset) if part.mutation else dataset
    for left in reversed(range(ATTEMPTS)):
        try:
            with open_session(pages, specs, folder, workers=workers, key=key, skip_missing=True) as session:
                for pending in session.pending:
                    for _ in session.extract(pending):
                        pass
            break
        except SandboxError as error:
            if not left:
                raise
            print(f"{name}: {error}; again", file=sys.stderr, flush=True)
    return open_run(folder)


def in_memory(dataset: Dataset) -> Dataset:
    """A dataset that holds its pages, so that a page is not mutated once for each extractor."""
    examples = [
        Example(each.id, each.html, each.clean, url=each.url, raw_encoding=each.raw_encoding) for each in dataset
    ]
    return replace(dataset, examples=tuple(examples))
