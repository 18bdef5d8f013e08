"""Start or resume a run: finished pages are kept, the others are done once."""

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from maintext.errors import ExtractorMissing, MaintextError, RunError
from maintext.extractors import EXTRACTORS, Extractor
from maintext.runs.manifest import MANIFEST, DatasetKey, ExtractorEntry, Machine, Manifest, SessionEntry, read_manifest
from maintext.runs.outcome import Failure
from maintext.runs.pages import Answer, PageJob, extract_all
from maintext.runs.run import Run
from maintext.runs.store import Appender, file_name, locked, read_outcomes
from maintext.sandbox.limits import Limits

if TYPE_CHECKING:
    from maintext.datasets.dataset import Dataset


@dataclass(frozen=True, slots=True)
class PendingPages:
    """The pages that an extractor has not processed yet."""

    spec: str
    ids: frozenset[str]
    pages: int


@dataclass(frozen=True, slots=True)
class Session:
    """A run in progress; it holds the lock of the run's folder."""

    run: Run
    pending: tuple[PendingPages, ...]
    dataset: "Dataset"
    workers: int

    def extract(self, pending: PendingPages) -> Generator[Answer]:
        """Run an extractor on its pending pages; each answer is stored, then yielded. Closing it ends the workers."""
        manifest = self.run.manifest
        jobs = (PageJob.of(example) for example in self.dataset if example.id in pending.ids)
        with (
            Appender(self.run.folder / manifest.extractors[pending.spec].file) as results,
            closing(extract_all(pending.spec, jobs, manifest.limits, self.workers)) as answers,
        ):
            for answer in answers:
                results.append(answer.line)
                yield answer


@contextmanager
def open_session(
    dataset: "Dataset",
    specs: Sequence[str],
    folder: str | Path,
    *,
    limits: Limits | None = None,
    workers: int = 1,
    key: DatasetKey | None = None,
    command: str = "",
    retry_failed: bool = False,
    skip_missing: bool = False,
) -> Iterator[Session]:
    """Start a run in a folder, or resume the one that is there."""
    from maintext.version import __version__

    path = Path(folder)
    entries = {
        str(extractor): ExtractorEntry(extractor.version(), file_name(str(extractor)))
        for extractor in build_extractors(specs, skip_missing=skip_missing)
    }
    started = datetime.now(UTC).isoformat(timespec="seconds")
    now = SessionEntry(started, command, workers, __version__, Machine.here())
    manifest = Manifest(key or DatasetKey.of(dataset), limits or Limits(), entries, (now,))
    _refuse_other_folders(path)
    with locked(path):
        if (path / MANIFEST).exists():
            manifest = read_manifest(path).joined(manifest, path)
        manifest.write(path)
        run = Run(path, manifest)
        pending = tuple(PendingPages(spec, _left(run, spec, dataset, retry_failed), len(dataset)) for spec in entries)
        yield Session(run, pending, dataset, workers)


def run_all(
    dataset: "Dataset",
    specs: Sequence[str],
    folder: str | Path,
    *,
    limits: Limits | None = None,
    workers: int = 1,
    retry_failed: bool = False,
) -> Run:
    """Start or resume a run, finish it, and open it."""
    with open_session(dataset, specs, folder, limits=limits, workers=workers, retry_failed=retry_failed) as session:
        for pending in session.pending:
            for _ in session.extract(pending):
                pass
    return session.run


def build_extractors(specs: Sequence[str], *, skip_missing: bool = False) -> list[Extractor]:
    """The extractors of these specs, each once; raises an error if one is not installed."""
    extractors: dict[str, Extractor] = {}
    for spec in specs:
        extractor = EXTRACTORS.build(spec, imports=True)
        remedy = extractor.missing()
        if remedy is None:
            extractors[str(extractor)] = extractor
        elif not skip_missing:
            raise ExtractorMissing(str(extractor), remedy)
    if not extractors:
        raise RunError("there is no extractor to run; name one with -x")
    return list(extractors.values())


def available_specs() -> list[str]:
    """Every extractor and alias available here, except those that send pages to other machines."""
    specs: dict[str, None] = {}
    for name in EXTRACTORS.names():
        with suppress(MaintextError):  # an extractor such as a chain needs parts
            extractor = EXTRACTORS.build(name)
            if not extractor.remote and extractor.missing() is None:
                specs[str(extractor)] = None
    return list(specs)


def _refuse_other_folders(folder: Path) -> None:
    """Reject a folder with other files."""
    other = folder.is_dir() and not (folder / MANIFEST).exists()
    if other and any(not inside.name.startswith(".") for inside in folder.iterdir()):
        raise RunError(f"{folder} holds something else than a run; choose another folder with -o")


def _left(run: Run, spec: str, dataset: "Dataset", retry_failed: bool) -> frozenset[str]:
    done = {
        page
        for page, outcome in read_outcomes(run.folder / run.manifest.extractors[spec].file).items()
        if not (retry_failed and isinstance(outcome, Failure))
    }
    return frozenset(example.id for example in dataset if example.id not in done)
