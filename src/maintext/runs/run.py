"""A run as its readers see it: a folder with a manifest and each extractor's results."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from maintext.errors import RunError, nearest
from maintext.runs.manifest import DatasetKey, Manifest, read_manifest
from maintext.runs.outcome import KINDS, Failure, Outcome, Result
from maintext.runs.store import read_outcomes


@dataclass(frozen=True, slots=True)
class Summary:
    """One extractor's part of a run in figures; undefined is None."""

    extractor: str
    pages: int
    ok: int
    failed: dict[str, int]
    left: int
    mean_seconds: float | None
    peak_memory: int | None


@dataclass(frozen=True, slots=True)
class Run:
    """What was run on what, and what came of it; results are read when they are asked for."""

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
        """What came of every page that was done, by the page's id."""
        entry = self.manifest.extractors.get(spec)
        if entry is None:
            raise RunError(f"{self.folder} has no results of {spec!r}; {nearest(spec, self.extractors)}")
        return read_outcomes(self.folder / entry.file)

    def results_state(self, spec: str) -> tuple[int, int]:
        """Size and time of change of an extractor's results file; they tell whether what was computed still holds."""
        try:
            state = (self.folder / self.manifest.extractors[spec].file).stat()
        except FileNotFoundError:
            return 0, 0
        except (OSError, ValueError) as error:
            raise RunError(f"{self.folder}: the results of {spec} cannot be read ({error})") from error
        return state.st_size, state.st_mtime_ns

    def summary(self, spec: str) -> Summary:
        """One extractor's results in figures."""
        outcomes = self.results(spec).values()
        times = [outcome.seconds for outcome in outcomes if isinstance(outcome, Result)]
        peaks = [outcome.memory for outcome in outcomes if outcome.memory]
        kinds = Counter(outcome.kind for outcome in outcomes if isinstance(outcome, Failure))
        return Summary(
            extractor=spec,
            pages=self.dataset.pages,
            ok=len(times),
            failed={kind: kinds[kind] for kind in KINDS if kinds[kind]},
            left=self.dataset.pages - len(outcomes),
            mean_seconds=sum(times) / len(times) if times else None,
            peak_memory=max(peaks, default=None),
        )


def open_run(folder: str | Path) -> Run:
    """The run in a folder."""
    place = Path(folder)
    return Run(place, read_manifest(place))
