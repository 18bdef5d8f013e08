"""The list of figures of a comparison."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from maintext.metrics import Counts
from maintext.reports.comparison import Comparison, slug_of
from maintext.reports.figures.bar_charts import QUANTITIES, bars, cases, histograms
from maintext.reports.figures.heat_map import heat_map
from maintext.reports.figures.line_charts import confidences, lengths, ranks_figure
from maintext.reports.figures.scatter import pareto, timed_points
from maintext.reports.leaderboard import LeaderboardRow
from maintext.reports.rankings import ranks
from maintext.reports.reliability import Reliability
from maintext.reports.text_similarities import TextSimilarities

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class NamedFigure(NamedTuple):
    """A figure with its file name and its caption."""

    slug: str
    caption: str
    figure: "Figure"


def figures_of(
    comparison: Comparison,
    leaderboards: Mapping[str, Sequence[LeaderboardRow]],
    similarities: TextSimilarities,
    calibration: Sequence[Reliability],
) -> Iterator[NamedFigure]:
    """All figures of a comparison: those of each metric, then those of the main metric."""
    name = comparison.name
    for metric in comparison.metrics:
        ranked, own, slug = leaderboards[str(metric)], str(metric), slug_of(str(metric))
        scores = comparison.scores(metric)
        defined = metric.score(Counts(1, 1, 1))
        for quantity, word in QUANTITIES.items():
            if getattr(defined, quantity) is None:
                continue
            shown, end = (f"{word} by {own}", f"{slug}-{word}") if word else (own, slug)
            caption = f"{name}: {shown}, mean over successes in descending order with standard deviation."
            yield NamedFigure(f"{comparison.slug}-bars-{end}", caption, bars(ranked, scores, own, quantity))
            caption = f"{name}: how many pages have which {shown}, of those that were successful, in 20 equal bins."
            yield NamedFigure(f"{comparison.slug}-histograms-{end}", caption, histograms(ranked, scores, own, quantity))
    ranked, own = leaderboards[str(comparison.main)], str(comparison.main)
    caption = f"{name}: pages that were successful, and the boundary cases of the others, by {own}."
    yield NamedFigure(f"{comparison.slug}-cases", caption, cases(ranked))
    caption = f"{name}: {own} against time; the line is the Pareto front."
    yield NamedFigure(f"{comparison.slug}-pareto", caption, pareto(timed_points(ranked), own))
    caption = f"{name}: {own} against the length of the gold; the seven best have colors."
    yield NamedFigure(
        f"{comparison.slug}-lengths",
        caption,
        lengths(ranked, comparison.scores(comparison.main), comparison.sizes, own),
    )
    if len(comparison.run_extractors) > 1:
        order = [comparison.labels.index(each.run_extractor.label) for each in ranked]
        means = [[similarities.means[y][x] for x in order] for y in order]
        caption = (
            f"{name}: mean similarity of the texts of every two extractors, without pages where one found nothing."
        )
        yield NamedFigure(
            f"{comparison.slug}-agreement", caption, heat_map([comparison.labels[at] for at in order], means)
        )
    if calibration:
        caption = f"{name}: confidence against {own}; the dotted line is perfect calibration."
        yield NamedFigure(f"{comparison.slug}-reliability", caption, confidences(calibration, own))
    if len(leaderboards) > 1 and len(comparison.run_extractors) > 1:
        caption = f"{name}: rank by each metric; lines that move three ranks or more are blue."
        yield NamedFigure(f"{comparison.slug}-ranks", caption, ranks_figure(ranks(leaderboards), list(leaderboards)))
