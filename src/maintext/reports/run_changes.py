"""Changes between an old and a new run, per extractor and per page."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from maintext.analysis.statistics import bootstrap_interval, holm, randomization_test
from maintext.errors import RunError
from maintext.metrics import Metric
from maintext.progress import Progress, no_progress
from maintext.reports.comparison import Comparison, RunExtractor, comparisons
from maintext.reports.output_folder import OutputFolder
from maintext.reports.report_writer import PLACES, save_figure, write_comparison_tables, write_rest, write_scores
from maintext.reports.tables import Cell, Column, Table, count, number, word
from maintext.runs import Run

if TYPE_CHECKING:
    from maintext.reports.figures import NamedFigure

_SAME = 1e-9
_SHOWN = 500


@dataclass(frozen=True, slots=True)
class Change:
    """One extractor in both runs, with its values on the pages that both runs have."""

    name: str
    old: RunExtractor
    new: RunExtractor
    pages: tuple[str, ...]
    before: tuple[float, ...]
    after: tuple[float, ...]

    @property
    def differences(self) -> list[float]:
        """New minus old, page by page."""
        return [after - before for before, after in zip(self.before, self.after, strict=True)]


def write_comparison(
    old: Run,
    new: Run,
    metrics: Sequence[Metric],
    folder: str | Path,
    *,
    dataset: str | Path | None = None,
    workers: int = 1,
    command: str = "",
    figures: bool = True,
    pictures: int = 200,
    progress: Progress = no_progress,
) -> Path:
    """Write a report that starts with the changes; returns the path of its first page."""
    comparison = _comparison_of(old, new, metrics, dataset, workers)
    found = changes(comparison, old, new)
    places = (("Changes", "index.html"), ("Scores", "scores.html"), *PLACES[1:])
    output = OutputFolder(Path(folder), f"What changed: {comparison.name}", places)
    tables = [_summary(comparison, found), *(_pages(comparison, change) for change in found)]
    for table in tables:
        output.table(table)
    drawn = [save_figure(output, _figure(comparison, found))] if figures else []
    shown = [write_comparison_tables(output, comparison, figures=figures, pictures=pictures, progress=progress)]
    values = {"tables": tables, "figures": drawn, "old": str(old.folder), "new": str(new.folder)}
    output.page("index.html", values, "compare.html")
    write_scores(output, "scores.html", [comparison], shown)
    write_rest(output, [comparison], shown, command, figures)
    return output.folder / "index.html"


def changes(comparison: Comparison, old: Run, new: Run) -> list[Change]:
    """Pair extractors with the same spec; if each run has one extractor, pair those two."""
    olds = [each for each in comparison.run_extractors if each.run.folder == old.folder]
    news = [each for each in comparison.run_extractors if each.run.folder == new.folder]
    pairs = [(one, two) for one in olds for two in news if one.spec == two.spec]
    if not pairs and len(olds) == len(news) == 1:
        pairs = [(olds[0], news[0])]
    if not pairs:
        raise RunError(f"{old.folder} and {new.folder} have no extractor in common; compare runs that share one")
    return [_change(comparison, one, two) for one, two in pairs]


def _comparison_of(
    old: Run, new: Run, metrics: Sequence[Metric], dataset: str | Path | None, workers: int
) -> Comparison:
    if old.folder.resolve() == new.folder.resolve():
        raise RunError(f"{old.folder} is named twice; name an old run and a new one")
    found = comparisons([old, new], metrics, dataset=dataset, workers=workers)
    if len(found) != 1:
        raise RunError(f"{old.folder} and {new.folder} ran on different pages; compare runs of the same dataset")
    return found[0]


def _change(comparison: Comparison, old: RunExtractor, new: RunExtractor) -> Change:
    scores = comparison.scores(comparison.main)
    before = {page: value for page, each in scores[old.label].items() if (value := each.value_over_all) is not None}
    after = {page: value for page, each in scores[new.label].items() if (value := each.value_over_all) is not None}
    pages = tuple(example.id for example in comparison.examples if example.id in before and example.id in after)
    name = old.spec if old.spec == new.spec else f"{old.spec} to {new.spec}"
    return Change(name, old, new, pages, tuple(before[p] for p in pages), tuple(after[p] for p in pages))


def _summary(comparison: Comparison, found: Sequence[Change]) -> Table:
    columns = [
        Column("extractor", numeric=False), Column("old version", numeric=False), Column("new version", numeric=False),
        Column("pages", "Pages that both runs have"), Column("old"), Column("new"), Column("difference"),
        Column("95 %", "Bootstrapped interval of the difference", numeric=False),
        Column("p", "Paired randomization test, Holm's correction"), Column("better", "Pages that score higher now"),
        Column("worse", "Pages that score lower now"), Column("same"),
    ]  # fmt: skip
    corrected = holm([randomization_test(change.after, change.before) for change in found])
    rows = [_row(change, p) for change, p in zip(found, corrected, strict=True)]
    title = f"{comparison.name}: {comparison.main}, mean over all pages"
    return Table(f"{comparison.slug}-changes", title, columns, rows, comparison.main.signature())


def _row(change: Change, p: float) -> list[Cell]:
    differences = change.differences
    ci = bootstrap_interval(differences)
    better, worse = sum(d > _SAME for d in differences), sum(d < -_SAME for d in differences)
    mean = fmean(differences) if differences else None
    return [
        word(change.name), word(change.old.version), word(change.new.version), count(len(differences)),
        number(fmean(change.before) if change.before else None), number(fmean(change.after) if change.after else None),
        _signed(mean), Cell("–") if ci is None else Cell(f"{ci[0]:+.3f} to {ci[1]:+.3f}", ci[0]), number(p, 4),
        count(better), count(worse), count(len(differences) - better - worse),
    ]  # fmt: skip


def _pages(comparison: Comparison, change: Change) -> Table:
    """A table of the pages that changed, largest change first."""
    places = {example.id: at for at, example in enumerate(comparison.examples)}
    columns = [Column("page", numeric=False), Column("old"), Column("new"), Column("difference")]
    together = zip(change.pages, change.before, change.after, change.differences, strict=True)
    changed = sorted((each for each in together if abs(each[3]) > _SAME), key=lambda each: (-abs(each[3]), each[0]))
    rows = []
    for page, before, after, difference in changed[:_SHOWN]:
        view = {"set": comparison.slug, "n": places[page], "x": change.new.label, "against": change.old.label}
        rows.append([word(page, f"page.html#{urlencode(view)}"), number(before), number(after), _signed(difference)])
    note = f"{len(changed)} pages changed" + (f"; the {_SHOWN} largest changes." if len(changed) > _SHOWN else ".")
    slug = (
        f"{comparison.slug}-changes-{change.old.run.manifest.extractors[change.old.spec].file.removesuffix('.jsonl')}"
    )
    return Table(slug, f"{change.name}: pages that changed", columns, rows, note)


def _signed(value: float | None) -> Cell:
    return Cell("–") if value is None else Cell(f"{value:+.3f}", value)


def _figure(comparison: Comparison, found: Sequence[Change]) -> "NamedFigure":
    from maintext.reports.figures import NamedFigure
    from maintext.reports.figures.scatter import changes_figure

    caption = f"{comparison.name}: {comparison.main} of every page in the old run and in the new one."
    points = {change.name: (change.before, change.after) for change in found}
    return NamedFigure(f"{comparison.slug}-changes", caption, changes_figure(points, str(comparison.main)))
