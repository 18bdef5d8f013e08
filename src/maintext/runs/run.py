"""A stored run: a folder with a manifest and each extractor's results."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from maintext.datasets.mutations import MUTATIONS
from maintext.errors import MaintextError, RunError, nearest
from maintext.extractors import EXTRACTORS
from maintext.runs.manifest import MANIFEST, DatasetKey, Manifest, read_manifest
from maintext.runs.outcome import KINDS, Failure, Outcome, Result
from maintext.runs.store import read_outcomes

_MUTATIONS = "mutations"


@dataclass(frozen=True, slots=True)
class RunSummary:
    """Counts, time and memory of one extractor in a run; undefined is None."""

    extractor: str
    pages: int
    ok: int
    failed: dict[str, int]
    left: int
    mean_seconds: float | None
    peak_memory: int | None


@dataclass(frozen=True, slots=True)
class Run:
    """A stored run; results are read on access."""

    folder: Path
    manifest: Manifest

    @property
    def dataset(self) -> DatasetKey:
        """The dataset it ran on."""
        return self.manifest.dataset

    @property
    def extractors(self) -> tuple[str, ...]:
        """The specs of the extractors, in the order they were added."""
        return tuple(self.manifest.extractors)

    def results(self, spec: str) -> Mapping[str, Outcome]:
        """The outcome of every processed page, by page id."""
        return read_outcomes(self._file(spec))

    def results_state(self, spec: str) -> tuple[int, int]:
        """Size and modification time of an extractor's results file, to notice changes."""
        try:
            state = self._file(spec).stat()
        except FileNotFoundError:
            return 0, 0
        except (OSError, ValueError) as error:
            raise RunError(f"{self.folder}: the results of {spec} cannot be read ({error})") from error
        return state.st_size, state.st_mtime_ns

    def summary(self, spec: str) -> RunSummary:
        """The summary of one extractor."""
        outcomes = self.results(spec).values()
        times = [outcome.seconds for outcome in outcomes if isinstance(outcome, Result)]
        peaks = [outcome.memory for outcome in outcomes if outcome.memory]
        kinds = Counter(outcome.kind for outcome in outcomes if isinstance(outcome, Failure))
        return RunSummary(
            extractor=spec,
            pages=self.dataset.pages,
            ok=len(times),
            failed={kind: kinds[kind] for kind in KINDS if kinds[kind]},
            left=self.dataset.pages - len(outcomes),
            mean_seconds=sum(times) / len(times) if times else None,
            peak_memory=max(peaks, default=None),
        )

    def _file(self, spec: str) -> Path:
        entry = self.manifest.extractors.get(spec)
        if entry is None:
            raise RunError(f"{self.folder} has no results of {spec!r}; {nearest(spec, self.extractors)}")
        return self.folder / entry.file


def mutation_folder(folder: Path, name: str) -> Path:
    """The folder of the run on the same pages with a mutation."""
    return folder / _MUTATIONS / name


def mutation_runs(run: Run) -> dict[str, Run]:
    """The runs on mutated pages that belong to a run, by the name of the mutation."""
    names = [name for name in MUTATIONS if (mutation_folder(run.folder, name) / MANIFEST).is_file()]
    return {name: open_run(mutation_folder(run.folder, name)) for name in names}


def selected_extractors(runs: Sequence[Run], wanted: Sequence[str]) -> dict[Path, tuple[str, ...]]:
    """For each run's folder, the specs of its extractors that are wanted; all if none are named.

    A wanted spec may be an alias. One that no run has is an error.
    """
    specs = {canonical_spec(spec): spec for spec in wanted}
    known = {spec: None for run in runs for spec in run.extractors}
    for canonical, spec in specs.items():
        if canonical not in known:
            raise RunError(f"no run has results of {spec!r}; {nearest(canonical, tuple(known))}")
    return {run.folder: tuple(spec for spec in run.extractors if not specs or spec in specs) for run in runs}


def canonical_spec(spec: str) -> str:
    """A spec as manifests name it: without aliases and default parameters; unchanged if it cannot be built here."""
    try:
        return str(EXTRACTORS.build(spec, imports=True))
    except MaintextError:
        return spec


def open_run(folder: str | Path) -> Run:
    """The run in a folder."""
    place = Path(folder)
    return Run(place, read_manifest(place))
