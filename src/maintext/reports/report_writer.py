"""Write a report: from comparisons to one folder that opens in a browser."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from maintext.analysis.extractor_traits import TRAIT_HEADINGS, trait_rows
from maintext.datasets.mutations import MUTATIONS
from maintext.progress import Progress, no_progress
from maintext.reports.comparison import Comparison
from maintext.reports.extrinsic import evaluate_task, extrinsic_figures, extrinsic_tables, stored_results
from maintext.reports.figures import NamedFigure, figures_of, save
from maintext.reports.leaderboard import leaderboard_rows, leaderboard_table
from maintext.reports.output_folder import OutputFolder, write_data
from maintext.reports.page_data import write_pages
from maintext.reports.page_index import page_index
from maintext.reports.provenance import provenance
from maintext.reports.rankings import ranking_tables
from maintext.reports.reliability import reliabilities, reliability_table
from maintext.reports.robustness import changes, robustness_tables
from maintext.reports.slice_tables import slice_tables
from maintext.reports.structure_tables import structure_tables
from maintext.reports.tables import Table, plain_table
from maintext.reports.text_similarities import audit_table, text_similarities
from maintext.runs import Run

PLACES = (
    ("Summary", "index.html"),
    ("Figures", "figures.html"),
    ("Pages", "pages.html"),
    ("Gold audit", "audit.html"),
    ("Manifest", "manifest.html"),
)
ROBUSTNESS = (("Robustness", "robustness.html"),)


@dataclass(frozen=True, slots=True)
class ComparisonView:
    """The template variables of one comparison."""

    slug: str
    name: str
    pages: int
    extractors: int
    leaderboards: list[Table]
    parts: list[tuple[Table, Table]]
    others: list[Table]
    audit: Table
    figures: list[dict[str, object]] = field(default_factory=list)
    tasks: list[Table] = field(default_factory=list)
    plots: list[dict[str, object]] = field(default_factory=list)

    @property
    def tables(self) -> list[Table]:
        """Every table."""
        return [
            *self.leaderboards,
            *(table for pair in self.parts for table in pair),
            *self.others,
            *self.tasks,
            self.audit,
        ]


def write_report(
    comparisons: Sequence[Comparison],
    folder: str | Path,
    *,
    title: str = "Extractors compared",
    command: str = "",
    figures: bool = True,
    pictures: int = 200,
    progress: Progress = no_progress,
) -> Path:
    """Write a report; returns the path of its first page."""
    robustness = [tables for each in comparisons if (tables := robustness_tables(each, changes(each)))]
    output = OutputFolder(Path(folder), title, [*PLACES, *(ROBUSTNESS if robustness else ())])
    shown = [
        write_comparison_tables(output, comparison, figures=figures, pictures=pictures, progress=progress)
        for comparison in comparisons
    ]
    write_scores(output, "index.html", comparisons, shown)
    write_rest(output, comparisons, shown, command, figures)
    if robustness:
        write_robustness(output, robustness)
    return output.folder / "index.html"


def write_scores(
    output: OutputFolder, name: str, comparisons: Sequence[Comparison], shown: Sequence[ComparisonView]
) -> None:
    """Write the page of the tables of scores, and of what the extractors rely on."""
    traits = traits_table(comparisons)
    output.table(traits)
    output.page(name, {"comparisons": shown, "traits": traits}, "index.html")


def write_robustness(output: OutputFolder, robustness: Sequence[Sequence[Table]]) -> None:
    """Write the page of the differences by mutation."""
    for tables in robustness:
        for table in tables:
            output.table(table)
    output.page("robustness.html", {"robustness": robustness, "mutations": MUTATIONS})


def write_comparison_tables(
    output: OutputFolder, comparison: Comparison, *, figures: bool, pictures: int, progress: Progress
) -> ComparisonView:
    """Write the tables, figures and pages of one comparison."""
    leaderboards = {str(metric): leaderboard_rows(comparison, metric) for metric in comparison.metrics}
    ranked = leaderboards[str(comparison.main)]
    similarities, calibration = text_similarities(comparison), reliabilities(comparison)
    others = ranking_tables(comparison, leaderboards)
    others += structure_tables(comparison)
    others += [reliability_table(comparison, calibration)] if calibration else []
    shown = ComparisonView(
        comparison.slug, comparison.name, len(comparison.examples), len(comparison.run_extractors),
        [leaderboard_table(comparison, metric, leaderboards[str(metric)]) for metric in comparison.metrics],
        list(slice_tables(comparison, ranked)), others, audit_table(comparison, similarities),
    )  # fmt: skip
    tasks = [evaluate_task(comparison, result) for result in stored_results(comparison)]
    shown.tasks.extend(extrinsic_tables(comparison, tasks))
    for table in shown.tables:
        output.table(table)
    if figures:
        shown.plots.extend(save_figure(output, each) for each in extrinsic_figures(comparison, tasks))
        drawn = list(figures_of(comparison, leaderboards, similarities, calibration))
        shown.figures.extend(save_figure(output, each) for each in progress(drawn, "figures"))
    write_pages(comparison, output.folder / "data", pictures=pictures, progress=progress)
    return shown


def write_rest(
    output: OutputFolder,
    comparisons: Sequence[Comparison],
    shown: Sequence[ComparisonView],
    command: str,
    figures: bool,
) -> None:
    """Write the pages that every report has, and its manifest."""
    missing = "" if figures else "This report was made without figures."
    output.page("figures.html", {"comparisons": shown, "missing": missing})
    output.page("pages.html")
    output.page("page.html")
    output.page("audit.html", {"comparisons": shown})
    write_data(output.folder / "data" / "listing.js", "listing", page_index(comparisons))
    made = provenance(_runs(comparisons), comparisons[0].metrics, command)
    output.page("manifest.html", made)
    output.finish(made)


def traits_table(comparisons: Sequence[Comparison]) -> Table:
    """What each extractor relies on."""
    specs = dict.fromkeys(each.spec for comparison in comparisons for each in comparison.run_extractors)
    note = "Weights as in Table 2 of [Lejeune 2018]: . irrelevant, ★ marginal, ★★ important, ★★★ very important."
    return plain_table("traits", "What the extractors rely on", TRAIT_HEADINGS, trait_rows(specs), note)


def save_figure(output: OutputFolder, drawn: NamedFigure) -> dict[str, object]:
    """Write a figure; returns its template variables."""
    width, height = save(drawn.figure, output.folder / "figures", drawn.slug)
    return {"slug": drawn.slug, "caption": drawn.caption, "width": width, "height": height}


def _runs(comparisons: Sequence[Comparison]) -> list[Run]:
    found = {
        run_extractor.run.folder: run_extractor.run
        for comparison in comparisons
        for run_extractor in comparison.run_extractors
    }
    return list(found.values())
