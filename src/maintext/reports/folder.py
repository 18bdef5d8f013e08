"""Writing a report: from contests to one folder that opens in a browser."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from maintext.progress import Progress, no_progress
from maintext.reports.contest import Contest
from maintext.reports.extrinsic import extrinsic_figures, extrinsic_tables, results_beside, seen
from maintext.reports.figures import Drawn, figures_of, save
from maintext.reports.likenesses import audit_table, likenesses
from maintext.reports.listing import listing
from maintext.reports.origin import origin
from maintext.reports.pages import write_pages
from maintext.reports.parts import part_tables
from maintext.reports.rankings import ranking_tables
from maintext.reports.reliability import reliabilities, reliability_table
from maintext.reports.site import Site, write_data
from maintext.reports.standings import leaderboard, standings
from maintext.reports.tables import Table
from maintext.runs import Run

"""Hands items on one by one, and may show how far they are."""

PLACES = (
    ("Summary", "index.html"),
    ("Figures", "figures.html"),
    ("Pages", "pages.html"),
    ("Gold audit", "audit.html"),
    ("Manifest", "manifest.html"),
)


@dataclass(frozen=True, slots=True)
class Shown:
    """One contest as the templates see it."""

    slug: str
    name: str
    pages: int
    extractors: int
    boards: list[Table]
    parts: list[tuple[Table, Table]]
    others: list[Table]
    audit: Table
    figures: list[dict[str, object]] = field(default_factory=list)
    tasks: list[Table] = field(default_factory=list)
    plots: list[dict[str, object]] = field(default_factory=list)

    @property
    def tables(self) -> list[Table]:
        """Every table."""
        return [*self.boards, *(table for pair in self.parts for table in pair), *self.others, *self.tasks, self.audit]


def write_report(
    contests: Sequence[Contest],
    folder: str | Path,
    *,
    title: str = "Extractors compared",
    command: str = "",
    figures: bool = True,
    pictures: int = 200,
    progress: Progress = no_progress,
) -> Path:
    """Write the report of these contests; the page to open."""
    site = Site(Path(folder), title, PLACES)
    shown = [
        write_contest(site, contest, figures=figures, pictures=pictures, progress=progress) for contest in contests
    ]
    site.page("index.html", {"contests": shown})
    write_rest(site, contests, shown, command, figures)
    return site.folder / "index.html"


def write_contest(site: Site, contest: Contest, *, figures: bool, pictures: int, progress: Progress) -> Shown:
    """One contest's tables, figures and pages."""
    boards = {str(metric): standings(contest, metric) for metric in contest.metrics}
    ranked = boards[str(contest.main)]
    alike, sure = likenesses(contest), reliabilities(contest)
    others = ranking_tables(contest, boards)
    others += [reliability_table(contest, sure)] if sure else []
    shown = Shown(
        contest.slug, contest.name, len(contest.examples), len(contest.entrants),
        [leaderboard(contest, metric, boards[str(metric)]) for metric in contest.metrics],
        list(part_tables(contest, ranked)), others, audit_table(contest, alike),
    )  # fmt: skip
    tasks = [seen(contest, result) for result in results_beside(contest)]
    shown.tasks.extend(extrinsic_tables(contest, tasks))
    for table in shown.tables:
        site.table(table)
    if figures:
        shown.plots.extend(save_figure(site, each) for each in extrinsic_figures(contest, tasks))
        drawn = list(figures_of(contest, boards, alike, sure))
        shown.figures.extend(save_figure(site, each) for each in progress(drawn, "figures"))
    write_pages(contest, site.folder / "data", pictures=pictures, progress=progress)
    return shown


def write_rest(site: Site, contests: Sequence[Contest], shown: Sequence[Shown], command: str, figures: bool) -> None:
    """The pages that every report has, and its manifest."""
    missing = "" if figures else "This report was made without figures."
    site.page("figures.html", {"contests": shown, "missing": missing})
    site.page("pages.html")
    site.page("page.html")
    site.page("audit.html", {"contests": shown})
    write_data(site.folder / "data" / "listing.js", "listing", listing(contests))
    made = origin(_runs(contests), contests[0].metrics, command)
    site.page("manifest.html", made)
    site.finish(made)


def save_figure(site: Site, drawn: Drawn) -> dict[str, object]:
    """Write a figure; what a template needs to show it."""
    width, height = save(drawn.figure, site.folder / "figures", drawn.slug)
    return {"slug": drawn.slug, "caption": drawn.caption, "width": width, "height": height}


def _runs(contests: Sequence[Contest]) -> list[Run]:
    found = {entrant.run.folder: entrant.run for contest in contests for entrant in contest.entrants}
    return list(found.values())
