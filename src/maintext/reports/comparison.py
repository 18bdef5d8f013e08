"""Two runs compared: what got better and worse from the old to the new, extractor by extractor and page by page."""

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
from maintext.reports.contest import Contest, Entrant, contests
from maintext.reports.folder import PLACES, save_figure, write_contest, write_rest
from maintext.reports.site import Site
from maintext.reports.tables import Cell, Column, Table, count, number, word
from maintext.runs import Run

if TYPE_CHECKING:
    from maintext.reports.figures import Drawn

_SAME = 1e-9
_SHOWN = 500


@dataclass(frozen=True, slots=True)
class Change:
    """An extractor in the old and in the new run: its values on the pages that both have done."""

    name: str
    old: Entrant
    new: Entrant
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
    """Write a report of both runs that begins with what changed; the page to open."""
    contest = _together(old, new, metrics, dataset, workers)
    found = changes(contest, old, new)
    places = (("Changes", "index.html"), ("Scores", "scores.html"), *PLACES[1:])
    site = Site(Path(folder), f"What changed: {contest.name}", places)
    tables = [_summary(contest, found), *(_pages(contest, change) for change in found)]
    for table in tables:
        site.table(table)
    drawn = [save_figure(site, _figure(contest, found))] if figures else []
    shown = [write_contest(site, contest, figures=figures, pictures=pictures, progress=progress)]
    values = {"tables": tables, "figures": drawn, "old": str(old.folder), "new": str(new.folder)}
    site.page("index.html", values, "compare.html")
    site.page("scores.html", {"contests": shown}, "index.html")
    write_rest(site, [contest], shown, command, figures)
    return site.folder / "index.html"


def changes(contest: Contest, old: Run, new: Run) -> list[Change]:
    """Extractors of the same spec in both runs; if each run has a single one, those two."""
    olds = [each for each in contest.entrants if each.run.folder == old.folder]
    news = [each for each in contest.entrants if each.run.folder == new.folder]
    pairs = [(one, two) for one in olds for two in news if one.spec == two.spec]
    if not pairs and len(olds) == len(news) == 1:
        pairs = [(olds[0], news[0])]
    if not pairs:
        raise RunError(f"{old.folder} and {new.folder} have no extractor in common; there is nothing to compare")
    return [_change(contest, one, two) for one, two in pairs]


def _together(old: Run, new: Run, metrics: Sequence[Metric], dataset: str | Path | None, workers: int) -> Contest:
    if old.folder.resolve() == new.folder.resolve():
        raise RunError(f"{old.folder} is named twice; name an old run and a new one")
    found = contests([old, new], metrics, dataset=dataset, workers=workers)
    if len(found) != 1:
        raise RunError(f"{old.folder} and {new.folder} ran on different pages; compare runs of the same dataset")
    return found[0]


def _change(contest: Contest, old: Entrant, new: Entrant) -> Change:
    scores = contest.scores(contest.main)
    before = {page: value for page, each in scores[old.label].items() if (value := each.value_over_all) is not None}
    after = {page: value for page, each in scores[new.label].items() if (value := each.value_over_all) is not None}
    pages = tuple(example.id for example in contest.examples if example.id in before and example.id in after)
    name = old.spec if old.spec == new.spec else f"{old.spec} to {new.spec}"
    return Change(name, old, new, pages, tuple(before[p] for p in pages), tuple(after[p] for p in pages))


def _summary(contest: Contest, found: Sequence[Change]) -> Table:
    columns = [
        Column("extractor", numeric=False), Column("old version", numeric=False), Column("new version", numeric=False),
        Column("pages", "Pages that both have done"), Column("old"), Column("new"), Column("difference"),
        Column("95 %", "Bootstrapped interval of the difference", numeric=False),
        Column("p", "Paired randomization test, Holm's correction"), Column("better", "Pages that score higher now"),
        Column("worse", "Pages that score lower now"), Column("same"),
    ]  # fmt: skip
    corrected = holm([randomization_test(change.after, change.before) for change in found])
    rows = [_row(change, p) for change, p in zip(found, corrected, strict=True)]
    title = f"{contest.name}: {contest.main}, mean over all pages"
    return Table(f"{contest.slug}-changes", title, columns, rows, contest.main.signature())


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


def _pages(contest: Contest, change: Change) -> Table:
    """The pages that changed, the largest change first."""
    places = {example.id: at for at, example in enumerate(contest.examples)}
    columns = [Column("page", numeric=False), Column("old"), Column("new"), Column("difference")]
    together = zip(change.pages, change.before, change.after, change.differences, strict=True)
    changed = sorted((each for each in together if abs(each[3]) > _SAME), key=lambda each: (-abs(each[3]), each[0]))
    rows = []
    for page, before, after, difference in changed[:_SHOWN]:
        view = {"set": contest.slug, "n": places[page], "x": change.new.label, "against": change.old.label}
        rows.append([word(page, f"page.html#{urlencode(view)}"), number(before), number(after), _signed(difference)])
    note = f"{len(changed)} pages changed" + (f"; the {_SHOWN} largest changes." if len(changed) > _SHOWN else ".")
    slug = f"{contest.slug}-changes-{change.old.run.manifest.extractors[change.old.spec].file.removesuffix('.jsonl')}"
    return Table(slug, f"{change.name}: pages that changed", columns, rows, note)


def _signed(value: float | None) -> Cell:
    return Cell("–") if value is None else Cell(f"{value:+.3f}", value)


def _figure(contest: Contest, found: Sequence[Change]) -> "Drawn":
    from maintext.reports.figures import Drawn
    from maintext.reports.figures.scatter import changes_figure

    caption = f"{contest.name}: {contest.main} of every page in the old run and in the new one."
    points = {change.name: (change.before, change.after) for change in found}
    return Drawn(f"{contest.slug}-changes", caption, changes_figure(points, str(contest.main)))
